/** The user's own vote: chosen here, compared with the ledger, and signed in the dialog. */
import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { limits } from '@quorate/verify'
import { methodOf, type ProposalRecord, type VotingMethod } from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Vote } from '../../api/client.ts'
import { delegationQuery, voteQuery } from '../../api/queries.ts'
import { useMe } from '../../api/session.tsx'
import { HowToJoin } from '../../daos/how-to-join.tsx'
import { Who } from '../../parts/faces/who.tsx'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { CheckIcon, ShieldIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { Failed, Loaded, Loading } from '../../parts/layout/states.tsx'
import { SIGN_IN } from '../../parts/sign-in.ts'
import { Time, useNow } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { type OnScreen, useLedgerCheck } from '../use-ledger-check.ts'
import { BallotFields } from './ballot-fields.tsx'
import { BallotLine } from './ballot-words.tsx'
import { type BallotDraft, ballotIn, draftOf } from './ballots.ts'
import { mayBeMember } from './membership.ts'
import { usePower } from './use-power.ts'
import { VoteDialog } from './vote-dialog.tsx'
import { weighedIn, weightText } from './weight.ts'

export function VoteCard({ proposalId, proposal, dao }: OnScreen) {
  const { vote: texts } = useTexts()
  const me = useMe()
  const mine = useQuery({ ...voteQuery(proposal.proposalId, me), enabled: me !== '' })
  if (me === '') return proposal.status === 'ACTIVE' ? <SignInToVote /> : null
  if (proposal.status === 'ACTIVE' || mine.data)
    return (
      <Card>
        <Stack>
          <Title order={2}>{texts.mine}</Title>
          <Loaded query={mine} rows={1}>
            {(vote) =>
              vote ? (
                <MyVote key={vote.voteId} vote={vote} proposalId={proposalId} proposal={proposal} dao={dao} />
              ) : (
                <WhileOpen proposalId={proposalId} proposal={proposal} dao={dao} />
              )
            }
          </Loaded>
        </Stack>
      </Card>
    )
  return null
}

/** Whether the vote is secret and not opened yet. */
const isSealed = ({ sealed, choice }: Vote): boolean => sealed !== undefined && choice === ''

/** The vote that counts. If the DAO's rules allow it, the vote can be changed until the end. */
function MyVote({ vote, ...shown }: OnScreen & { vote: Vote }) {
  const { vote: texts } = useTexts()
  const [isChanging, setChanging] = useState(false)
  const { revision = 1 } = vote
  const { status } = shown.proposal
  const isChangeable = status === 'ACTIVE' && shown.dao.votingRules.votesChangeable === true
  const changesLeft = limits.maxVoteRevisions.value - revision
  return (
    <>
      <Group gap="xs" wrap="nowrap" c="var(--mantine-color-green-text)" data-testid="my-vote">
        <CheckIcon />
        <Text style={{ overflowWrap: 'anywhere' }}>
          {texts.voted} <b>{isSealed(vote) ? texts.sealed : <BallotLine voting={shown.proposal} ballot={vote} />}</b> ·{' '}
          <Time at={vote.createdAt} />
          {vote.signed ? ` · ${texts.signed}` : ''}
        </Text>
      </Group>
      {vote.invalid === undefined ? null : (
        <Alert color="orange" data-testid="my-vote-invalid">
          {texts.invalid}
        </Alert>
      )}
      {revision > 1 ? (
        <p className="note" data-testid="my-revision">
          {texts.revision(revision)}
        </p>
      ) : null}
      {!isChangeable ? null : changesLeft === 0 ? (
        <p className="note">{texts.noChanges}</p>
      ) : (
        <>
          {isChanging ? <WhileOpen {...shown} vote={vote} /> : null}
          <Button variant="default" onClick={() => setChanging(!isChanging)}>
            {isChanging ? texts.keep : texts.change}
          </Button>
        </>
      )}
    </>
  )
}

/** The delegate that the user's weight follows if the user does not vote. */
function MyDelegate({ dao, proposal }: Pick<OnScreen, 'dao' | 'proposal'>) {
  const { delegation: texts } = useTexts()
  const me = useMe()
  const { daoId, votingRules } = dao
  const { data } = useQuery({ ...delegationQuery(daoId, me), enabled: votingRules.delegation === true })
  const narrower = data?.areas.find(({ area }) => area === proposal.area)
  const delegate = narrower?.delegate ?? data?.delegate ?? null
  if (delegate === null) return null
  return (
    <div data-testid="my-delegate">
      <Text size="sm">{narrower ? texts.mineInArea(seen(narrower.area ?? '')) : texts.mine}</Text>
      <Who id={delegate} />
    </div>
  )
}

function SignInToVote() {
  const { vote: texts } = useTexts()
  return (
    <Card>
      <Stack>
        <Title order={2}>{texts.mine}</Title>
        <Text c="dimmed">{texts.signInText}</Text>
        <Button component={Link} to="." hash={SIGN_IN}>
          {texts.signIn}
        </Button>
      </Stack>
    </Card>
  )
}

/** The ballot, with warnings. They do not block voting: clocks and lists may be outdated, so the service decides. */
function WhileOpen({ vote, ...shown }: OnScreen & { vote?: Vote }) {
  const { proposalId, proposal, dao } = shown
  const { vote: texts } = useTexts()
  const me = useMe()
  const isOver = useNow() >= Date.parse(proposal.endTime)
  return (
    <Stack>
      {vote ? null : <MyDelegate dao={dao} proposal={proposal} />}
      {isOver ? (
        <Alert color="orange" role="status" data-testid="vote-over">
          {texts.over}
        </Alert>
      ) : null}
      {mayBeMember(dao, me) ? null : (
        <Alert color="orange" data-testid="no-member">
          {texts.noMember}
          <HowToJoin dao={dao} />
        </Alert>
      )}
      <Drafted form={`vote ${proposalId} ${vote ? (vote.revision ?? 1) : 0}`}>
        {(draft) => <BallotForm {...shown} {...(vote ? { vote } : {})} draft={draft} />}
      </Drafted>
    </Stack>
  )
}

/** @param props.vote The vote to change; absent for a first vote */
function BallotForm({ draft, vote, ...shown }: OnScreen & { vote?: Vote; draft: Draft }) {
  const { vote: texts, proposal: fields } = useTexts()
  const [chosen, setChosen] = useDraftState<BallotDraft>(draft, 'ballot', draftOf(shown.proposal, vote))
  const [comment, setComment] = useDraftState(draft, 'comment', '')
  /**
   * The hash of the record that the user is reading before signing. The service may meanwhile name another topic, where
   * anybody could have written a record with the same ids.
   */
  const [reading, setReading] = useState<string>()
  const check = useLedgerCheck(shown)
  if (check.error) return <Failed error={check.error} again={check.refetch} />
  if (!check.data) return <Loading rows={1} />
  const { record, hash, differences } = check.data
  if (!record)
    return (
      <Text c="dimmed" role="status">
        {texts.notThere}
      </Text>
    )
  if (differences.length > 0)
    return (
      <Alert color="red" icon={<WarningIcon />} title={texts.differs} role="alert" data-testid="vote-refused">
        {texts.differsText(
          differences.map((name) => fields.fields[name as keyof typeof fields.fields] ?? name).join(', '),
        )}
      </Alert>
    )
  const ballot = ballotIn(record, chosen)
  const revision = vote ? (vote.revision ?? 1) + 1 : 1
  const changesLeft = limits.maxVoteRevisions.value - revision
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ballot) setReading(hash)
      }}
    >
      <Stack>
        <div className="checked small">
          <ShieldIcon />
          <b>{texts.checked}</b>
        </div>
        {reading === undefined || reading === hash ? null : (
          <Alert color="red" icon={<WarningIcon />} role="alert" data-testid="vote-changed">
            {texts.changed}
          </Alert>
        )}
        <Power record={record} />
        {methodOf(record) === 'single' ? null : <MethodHint method={methodOf(record)} />}
        <BallotFields
          record={record}
          draft={chosen}
          change={(part) => setChosen((before) => ({ ...before, ...part }))}
        />
        <Textarea
          label={texts.commentLabel}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={1}
        />
        <Button type="submit" disabled={ballot === undefined}>
          {texts.look}
        </Button>
        {record.ballotKey ? <p className="note">{texts.secret}</p> : null}
        <p className="note">
          {!record.votingRules.votesChangeable
            ? texts.once
            : vote
              ? texts.changesLeft(changesLeft + 1)
              : texts.changeable}
        </p>
      </Stack>
      <VoteDialog
        record={record}
        hash={hash}
        ballot={ballot}
        comment={comment.trim()}
        revision={revision}
        opened={reading === hash}
        onClose={() => setReading(undefined)}
        onVoted={draft.clear}
      />
    </form>
  )
}

function MethodHint({ method }: { method: VotingMethod }) {
  const { methods } = useTexts()
  return (
    <p className="note">
      <b>{methods[method]}.</b> {methods[`${method}Hint`]}
    </p>
  )
}

/** The weight of the user's vote, before it is cast. Nothing is shown until it is known. */
function Power({ record }: { record: ProposalRecord }) {
  const { texts, language } = useLanguage()
  const { data: weight } = usePower(record)
  const { votingRules } = record
  const asset = weighedIn(record)
  const decimals = useDecimals(asset)
  if (!votingRules.tokenWeighted) return <p className="note">{texts.vote.equalPower}</p>
  if (weight === 0n)
    return (
      <Alert color="orange" data-testid="no-power">
        {texts.vote.noPower}
      </Alert>
    )
  if (weight === undefined || weight === null || decimals === undefined) return null
  const text = `${weightText(weight, decimals, { texts, language })}${asset === 'HBAR' ? ' ℏ' : ''}`
  return (
    <p className="note" data-testid="power">
      {(votingRules.votingDelay ?? 0) > 0 ? texts.vote.powerSince(text) : texts.vote.power(text)}
    </p>
  )
}
