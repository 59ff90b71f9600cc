/** Shows the proposal as recorded on the ledger. Requests the signature of the vote and sends it. */
import { Alert, Stack, Text } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import type { ProposalRecord } from '@quorate/verify/recount'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyOf } from '../api/ledger-reads.ts'
import { useMe, useSession } from '../api/session.tsx'
import { SignWith } from '../connect/sign-with.tsx'
import { ProposalData } from '../daos/operation-words.tsx'
import { RuleRows } from '../daos/rule-rows.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ShieldIcon } from '../parts/icons.tsx'
import { Failed } from '../parts/states.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { castVote } from './cast.ts'

export function VoteDialog(props: {
  /** The proposal's record on the topic, and its hash. */
  record: ProposalRecord
  hash: string
  choice: string
  comment: string
  opened: boolean
  onClose: () => void
  onVoted: () => void
}) {
  const { record, hash, choice, comment, opened, onClose, onVoted } = props
  const { vote: texts } = useTexts()
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const voting = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      return castVote({
        record,
        voterAddress: me,
        choice,
        ...(comment === '' ? {} : { comment }),
        signer,
        key: await keyOf(chain, me),
        send: (body) => api.governance.post('/votes', { body }),
      })
    },
    onSuccess() {
      onVoted()
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['proposal', record.proposalId] }),
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} titleSize="lg" size="lg">
      <Stack gap="lg">
        <Alert color="green" icon={<ShieldIcon />} title={texts.same}>
          {texts.sameText}
        </Alert>
        <dl className="statements">
          <dt>{texts.proposal}</dt>
          <dd>
            <bdi>{seen(record.title)}</bdi>
            <div className="id fine">{seen(record.proposalId)}</div>
          </dd>
          <dt>{texts.dao}</dt>
          <dd>
            <span className="id">{seen(record.daoId)}</span>
          </dd>
          <dt>{texts.choice}</dt>
          <dd>
            <Text fw={700} size="xl" component="div">
              <bdi>{seen(choice)}</bdi>
            </Text>
          </dd>
          {comment === '' ? null : (
            <>
              <dt>{texts.comment}</dt>
              <dd>
                <bdi>{seen(comment)}</bdi>
              </dd>
            </>
          )}
          <dt>{texts.voter}</dt>
          <dd>
            <Account id={me} />
          </dd>
          <RuleRows votingRules={record.votingRules} options={record.votingOptions} />
          <dt>{texts.hash}</dt>
          <dd>
            <span className="id" style={{ overflowWrap: 'anywhere' }}>
              {hash}
            </span>
          </dd>
        </dl>
        <ProposalData proposalData={record.proposalData} />
        <Text size="sm" c="dimmed">
          {texts.once}
        </Text>
        {voting.error ? <Failed error={voting.error} /> : null}
        <SignWith button={texts.cast} busy={voting.isPending} onSign={() => voting.mutate()} onCancel={onClose} />
      </Stack>
    </Dialog>
  )
}
