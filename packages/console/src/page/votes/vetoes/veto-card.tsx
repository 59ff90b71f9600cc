/** The steps between a passed proposal and its execution: the delay, and the veto of the account that may veto. */
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { VerifyError } from '@quorate/verify'
import { type PartSignature, type ProposalRecord, vetoInPart, vetoProposal } from '@quorate/verify/recount'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { keyOf } from '../../api/ledger-reads.ts'
import { begunVetoesQuery } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { useKeys } from '../../approve/use-keys.ts'
import { SignWith } from '../../connect/sign-with.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { ShieldIcon } from '../../parts/layout/icons.tsx'
import { Failed, Loading } from '../../parts/layout/states.tsx'
import { Account, Countdown, Time, useNow } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen, seenWhole } from '../../texts/strangers.ts'
import { type OnScreen, useLedgerCheck } from '../use-ledger-check.ts'
import { useOwns } from '../use-wallet-key.ts'
import { hasSignedVeto, othersVetoes } from './begun-vetoes.ts'

export function VetoCard(shown: OnScreen) {
  const { veto: texts, access } = useTexts()
  const me = useMe()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const { execution, votingRules } = shown.proposal
  const { veto: council } = votingRules
  const isOwner = useOwns(execution === null ? undefined : council)
  const { data: begun = [] } = useQuery({ ...begunVetoesQuery(shown.proposalId), enabled: isOwner })
  const own = useKeys([me], isOwner).data?.get(me)
  const hasSigned = begun.some((one) => hasSignedVeto(one, own))
  const others = othersVetoes(begun, own)
  const isMine = me !== '' && (council === me || isOwner)
  if (execution === null) return null
  const { executableAt, vetoed } = execution
  const isOver = executableAt !== null && Date.parse(executableAt) <= now
  return (
    <section className="panel pad stack-s" data-testid="execution">
      <Text fw={650}>{texts.heading}</Text>
      {vetoed ? (
        <>
          <Alert color="red" role="status">
            {texts.vetoed}
          </Alert>
          <Text size="sm">
            {texts.by} <Account id={vetoed.by} />, <Time at={vetoed.vetoedAt} />
          </Text>
          {vetoed.reason === null ? null : (
            <div className="quote">
              <bdi>{seenWhole(vetoed.reason)}</bdi>
            </div>
          )}
        </>
      ) : (
        <>
          {executableAt === null ? (
            <Text size="sm">{texts.waiting}</Text>
          ) : (
            <>
              <Countdown to={executableAt} text={texts.left} over={texts.over} />
              <Text size="sm">
                {texts.from} <Time at={executableAt} exact />
              </Text>
            </>
          )}
          {council === undefined || isOver ? null : (
            <Text size="sm">
              {texts.council}: <Account id={council} />
            </Text>
          )}
          {isOver || council === undefined ? null : <Begun proposalId={shown.proposalId} />}
          {hasSigned ? <p className="note">{others.length > 0 ? texts.split : access.youSigned}</p> : null}
          {isMine && !isOver && (!hasSigned || others.length > 0) ? (
            <Button color="red" variant="outline" onClick={() => setOpen(true)}>
              {texts.button}
            </Button>
          ) : null}
        </>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={texts.title} titleSize="lg" size="lg">
        {isOpen ? <Compared {...shown} onClose={() => setOpen(false)} /> : null}
      </Dialog>
    </section>
  )
}

/** The vetoes that owners of a wallet have begun to sign. */
function Begun({ proposalId }: { proposalId: string }) {
  const { veto: texts } = useTexts()
  const { data = [] } = useQuery(begunVetoesQuery(proposalId))
  return data.map(({ text, reason, signedBy, missing }) => (
    <div key={text} data-testid="veto-begun">
      <Text size="sm" fw={650}>
        {texts.begun(signedBy.length, missing)}
      </Text>
      {reason === undefined ? null : (
        <div className="quote">
          <bdi>{seenWhole(reason)}</bdi>
        </div>
      )}
    </div>
  ))
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
  return <Veto record={record} onClose={onClose} />
}

/** Signs and sends a veto, as the account itself or as an owner of the wallet. */
function useVeto(record: ProposalRecord, onClose: () => void) {
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const { proposalId, votingRules } = record
  const { veto: council = '' } = votingRules
  const path = { proposalId }
  return useMutation({
    async mutationFn(reason: string | undefined): Promise<void> {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      const vetoing = { record, account: council, reason, signer, key: await keyOf(chain, council) }
      try {
        if (council === me) {
          const send = (body: { signature: string; reason?: string }) =>
            api.governance.post('/proposals/{proposalId}/veto', { path, body })
          await vetoProposal({ ...vetoing, send })
        } else {
          const send = (body: { signatures: PartSignature[]; reason?: string }) =>
            api.governance.post('/proposals/{proposalId}/veto/signatures', { path, body })
          await vetoInPart({ ...vetoing, send })
        }
      } catch (error) {
        if (error instanceof VerifyError) throw new QuorateError({ code: error.code, message: error.message })
        throw error
      }
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all([['proposal', proposalId], ['passed']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

function Veto({ record, onClose }: { record: ProposalRecord; onClose: () => void }) {
  const { veto: texts, vote } = useTexts()
  const me = useMe()
  const { proposalId, votingRules } = record
  const { veto: council = '' } = votingRules
  const { data: begun = [] } = useQuery(begunVetoesQuery(proposalId))
  const own = useKeys([me]).data?.get(me)
  // All owners must sign the same text, so the form begins with the reason that others have signed.
  const [typed, setReason] = useState<string>()
  const [first] = [...othersVetoes(begun, own), ...begun]
  const reason = typed ?? first?.reason ?? ''
  const isApart = begun.length > 0 && begun.every((one) => (one.reason ?? '') !== reason.trim())
  const vetoing = useVeto(record, onClose)
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
        {council === me ? null : (
          <>
            <dt>{texts.by}</dt>
            <dd>
              <Account id={council} />
            </dd>
          </>
        )}
      </dl>
      <Text>{texts.text}</Text>
      {council === me ? null : <Text>{texts.asOwner}</Text>}
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        value={reason}
        maxLength={1_000}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {isApart ? (
        <Alert color="orange" role="status" data-testid="veto-apart">
          {texts.apart}
        </Alert>
      ) : null}
      {vetoing.error ? <Failed error={vetoing.error} /> : null}
      <SignWith
        button={texts.sign}
        busy={vetoing.isPending}
        onSign={() => vetoing.mutate(reason.trim() === '' ? undefined : reason.trim())}
        onCancel={onClose}
      />
    </Stack>
  )
}
