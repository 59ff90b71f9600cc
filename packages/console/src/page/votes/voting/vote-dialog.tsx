/** Shows the proposal as recorded on the ledger. Requests the signature of the vote and sends it. */
import { Alert, Stack, Text } from '@mantine/core'
import { isQuorateError, QuorateError } from '@quorate/client'
import type { Ballot, ProposalRecord } from '@quorate/verify/recount'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keyOf } from '../../api/ledger-reads.ts'
import { useMe, useSession } from '../../api/session.tsx'
import { SignWith } from '../../connect/sign-with.tsx'
import { ProposalData } from '../../daos/forms/operation-words.tsx'
import { RuleRows } from '../../daos/rules/rule-rows.tsx'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { ShieldIcon } from '../../parts/layout/icons.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { Account } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { useNetwork } from '../use-network.ts'
import { BallotList } from './ballot-words.tsx'
import { castVote } from './cast.ts'
import { SealedFor } from './sealed-for.tsx'

export function VoteDialog(props: {
  /** The proposal's record on the topic, and its hash. */
  record: ProposalRecord
  hash: string
  /** Undefined while the vote is not complete. */
  ballot: Ballot | undefined
  comment: string
  /** The number of this vote among the voter's votes, from 1. */
  revision: number
  opened: boolean
  onClose: () => void
  onVoted: () => void
}) {
  const { record, hash, ballot, comment, revision, opened, onClose, onVoted } = props
  const { vote: texts } = useTexts()
  const { signer, chain } = useSession()
  const me = useMe()
  const queries = useQueryClient()
  const network = useNetwork(record)
  const voting = useMutation({
    async mutationFn() {
      if (!signer) throw new QuorateError({ code: 'NO_SIGNER', message: 'Choose a way to sign' })
      const networkKey = await network.trusted()
      return castVote({
        record,
        voterAddress: me,
        ...ballot,
        ...(comment === '' ? {} : { comment }),
        ...(revision === 1 ? {} : { revision }),
        networkKey,
        signer,
        key: await keyOf(chain, me),
        send: (body) => api.governance.post('/votes', { body }),
      })
    },
    onSuccess() {
      network.keep()
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
            <BallotList voting={record} ballot={ballot ?? {}} />
            {revision > 1 ? <p className="note">{texts.revision(revision)}</p> : null}
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
          <RuleRows votingRules={record.votingRules} vote={record} />
          <dt>{texts.hash}</dt>
          <dd>
            <span className="id" style={{ overflowWrap: 'anywhere' }}>
              {hash}
            </span>
          </dd>
        </dl>
        <ProposalData proposalData={record.proposalData} votingRules={record.votingRules} />
        <Text size="sm" c="dimmed">
          {record.votingRules.votesChangeable ? texts.changeable : texts.once}
        </Text>
        <SealedFor network={network} />
        {voting.error ? <NotVoted error={voting.error} /> : null}
        <SignWith
          button={texts.cast}
          isBlocked={network.trust === 'changed' && !network.isAccepted}
          busy={voting.isPending}
          onSign={() => voting.mutate()}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  )
}

/** Why the vote was not taken. The page cannot know before whether the voter was a member when voting started. */
function NotVoted({ error }: { error: Error }) {
  const { vote: texts } = useTexts()
  return (
    <>
      {isQuorateError(error, 'NOT_A_MEMBER') ? (
        <Alert color="orange" data-testid="joined-later">
          {texts.joinedLater}
        </Alert>
      ) : null}
      <Failed error={error} />
    </>
  )
}
