/** The user's own vote: chosen here, compared with the ledger, and signed in the dialog. */
import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { voteQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { Choices } from '../parts/choices.tsx'
import { type Draft, useDraftState } from '../parts/draft.ts'
import { Drafted } from '../parts/drafted.tsx'
import { CheckIcon, ShieldIcon, WarningIcon } from '../parts/icons.tsx'
import { SIGN_IN } from '../parts/sign-in.ts'
import { Failed, Loaded, Loading } from '../parts/states.tsx'
import { Time, useNow } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { mayBeMember } from './membership.ts'
import { type OnScreen, useLedgerCheck } from './use-ledger-check.ts'
import { VoteDialog } from './vote-dialog.tsx'

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
                <Group gap="xs" wrap="nowrap" c="var(--mantine-color-green-text)" data-testid="my-vote">
                  <CheckIcon />
                  <Text>
                    {texts.voted}{' '}
                    <b>
                      <bdi>{seen(vote.choice)}</bdi>
                    </b>{' '}
                    · <Time at={vote.createdAt} />
                    {vote.signed ? ` · ${texts.signed}` : ''}
                  </Text>
                </Group>
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

/** The ballot, with warnings. They do not block it: clocks and lists may be outdated, so the service decides. */
function WhileOpen({ proposalId, proposal, dao }: OnScreen) {
  const { vote: texts } = useTexts()
  const me = useMe()
  const isOver = useNow() >= Date.parse(proposal.endTime)
  return (
    <Stack>
      {isOver ? (
        <Alert color="orange" role="status" data-testid="vote-over">
          {texts.over}
        </Alert>
      ) : null}
      {mayBeMember(dao, me) ? null : (
        <Alert color="orange" data-testid="no-member">
          {texts.noMember}
        </Alert>
      )}
      <Drafted form={`vote ${proposalId}`}>
        {(draft) => <Ballot proposalId={proposalId} proposal={proposal} dao={dao} draft={draft} />}
      </Drafted>
    </Stack>
  )
}

function Ballot({ draft, ...shown }: OnScreen & { draft: Draft }) {
  const { vote: texts, proposal: fields } = useTexts()
  const [choice, setChoice] = useDraftState(draft, 'choice', '')
  const [comment, setComment] = useDraftState(draft, 'comment', '')
  /**
   * The hash of the record that the user is reading before it is signed. The service may name another topic meanwhile,
   * on which anybody can write a record with the same ids.
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
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (choice !== '') setReading(hash)
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
        <Choices
          label={texts.choice}
          value={choice}
          choices={record.votingOptions.map((option) => ({ value: option, label: seen(option) }))}
          onChange={setChoice}
        />
        <Textarea
          label={texts.commentLabel}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          maxLength={1000}
          autosize
          minRows={1}
        />
        <Button type="submit" disabled={choice === ''}>
          {texts.look}
        </Button>
        <p className="note">{texts.once}</p>
      </Stack>
      <VoteDialog
        record={record}
        hash={hash}
        choice={choice}
        comment={comment.trim()}
        opened={reading === hash}
        onClose={() => setReading(undefined)}
        onVoted={draft.clear}
      />
    </form>
  )
}
