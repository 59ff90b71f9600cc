/** Lets the creator withdraw a proposal that nobody has voted on. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { cancelProposal, type ProposalRecord } from '@quorate/verify/recount'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keyOf } from '../api/ledger-reads.ts'
import { useMe, useSession } from '../api/session.tsx'
import { SignWith } from '../connect/sign-with.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { ShieldIcon } from '../parts/layout/icons.tsx'
import { Failed, Loading } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { type OnScreen, useLedgerCheck } from './use-ledger-check.ts'

export function WithdrawCard(shown: OnScreen) {
  const { proposal: texts } = useTexts()
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const { status, creatorAddress, votes } = shown.proposal
  const isOpen = status === 'ACTIVE' || status === 'PENDING'
  if (!isOpen || creatorAddress !== me || votes.length > 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {texts.withdraw}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={texts.withdrawTitle} titleSize="lg" size="lg">
        <Compared {...shown} onClose={() => setOpened(false)} />
      </Dialog>
    </>
  )
}

/** Compares the proposal with the ledger first, because the signed text names the record there. */
function Compared({ onClose, ...shown }: OnScreen & { onClose: () => void }) {
  const { vote: texts } = useTexts()
  const check = useLedgerCheck(shown)
  if (check.error) return <Failed error={check.error} again={check.refetch} />
  if (!check.data) return <Loading rows={1} />
  const { record, differences } = check.data
  if (!record) return <Text role="status">{texts.notThere}</Text>
  if (differences.length > 0) return <Alert color="red" role="alert" title={texts.differs} />
  return <Withdraw record={record} onClose={onClose} />
}

function Withdraw({ record, onClose }: { record: ProposalRecord; onClose: () => void }) {
  const { proposal: texts, vote } = useTexts()
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const { proposalId } = record
  const withdrawing = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      const path = { proposalId }
      return cancelProposal({
        record,
        signer,
        key: await keyOf(chain, me),
        send: (signature) => api.governance.post('/proposals/{proposalId}/cancellation', { path, body: { signature } }),
      }).catch((error: unknown) => {
        if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
        throw error
      })
    },
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['proposal', proposalId] }),
  })
  return (
    <Stack gap="lg">
      <div className="checked small">
        <ShieldIcon />
        <b>{vote.checked}</b>
      </div>
      <dl className="statements">
        <dt>{vote.proposal}</dt>
        <dd>
          <bdi>{seen(record.title)}</bdi>
          <div className="id fine">{seen(proposalId)}</div>
        </dd>
      </dl>
      <Text>{texts.withdrawText}</Text>
      {withdrawing.error ? <Failed error={withdrawing.error} /> : null}
      <SignWith
        button={texts.withdrawButton}
        busy={withdrawing.isPending}
        onSign={() => withdrawing.mutate()}
        onCancel={onClose}
      />
    </Stack>
  )
}
