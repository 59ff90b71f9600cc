/** Checks in the browser that the nodes of the network signed a block with the transaction. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { type StateProof, verifyStateProof } from '@quorate/verify'
import { useMutation } from '@tanstack/react-query'
import { Type } from 'typebox'
import type { Transaction } from '../../mirror/answers.ts'
import { inClientTerms, readMirror, useMirrorUrl } from '../../mirror/mirror.ts'
import { CheckIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Section } from '../parts.tsx'

/** The schema checks nothing: `verifyStateProof` checks all parts of a proof. */
const ProofAnswer = Type.Unsafe<StateProof>(Type.Object({}))

type Outcome = { isProven: true; signed: number; nodes: number } | { isProven: false; isThere: boolean }

export function Proof({ transaction }: { transaction: Transaction }) {
  const { explorer: texts } = useTexts()
  const url = useMirrorUrl() ?? ''
  const checking = useMutation({ mutationFn: () => inClientTerms(outcomeOf(url, transaction)) })
  return (
    <Section title={texts.proof}>
      <Text c="dimmed">{texts.proofLead}</Text>
      <Group className="off-print">
        <Button variant="default" onClick={() => checking.mutate()} loading={checking.isPending}>
          {texts.proofCheck}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </Group>
      <div aria-live="polite">
        {checking.data?.isProven ? (
          <Alert color="green" icon={<CheckIcon />}>
            {texts.proven(checking.data.signed, checking.data.nodes)}
          </Alert>
        ) : checking.data ? (
          <Alert color={checking.data.isThere ? 'red' : 'gray'} icon={<WarningIcon />}>
            {checking.data.isThere ? texts.proofDiffers : texts.proofNone}
          </Alert>
        ) : null}
      </div>
      {checking.error ? <Failed error={checking.error} /> : null}
    </Section>
  )
}

async function outcomeOf(url: string, transaction: Transaction): Promise<Outcome> {
  const { transaction_id: id, consensus_timestamp: at, nonce, scheduled, result } = transaction
  const path = `/api/v1/transactions/${id}/stateproof?nonce=${nonce ?? 0}&scheduled=${scheduled === true}`
  const proof = await readMirror(url, path, ProofAnswer)
  if (!proof) return { isProven: false, isThere: false }
  const proven = await verifyStateProof(proof)
  const isSame = proven.consensusTimestamp === at && (proven.status === SUCCESS) === (result === 'SUCCESS')
  return isSame
    ? { isProven: true, signed: proven.signedBy.length, nodes: proven.nodes }
    : { isProven: false, isThere: true }
}

/** From ResponseCodeEnum. */
const SUCCESS = 22
