import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { walletRequestIn } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Dao, Proposal } from '../api/client.ts'
import { useDaoEvents } from '../api/live.tsx'
import { daoQuery, openedRequestQuery, proposalQuery, resultsQuery } from '../api/queries.ts'
import { ProposalData } from '../daos/operation-words.tsx'
import { DecisionLinks } from '../parts/decision-links.tsx'
import { CheckIcon } from '../parts/icons.tsx'
import { Screen } from '../parts/screen.tsx'
import { Loaded } from '../parts/states.tsx'
import { useDecimals } from '../parts/use-decimals.ts'
import { Account, CopyWhole, Countdown, Time } from '../parts/values.tsx'
import { exactPercentText } from '../texts/amounts.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen, seenWhole } from '../texts/strangers.ts'
import { RecountCard } from './recount-card.tsx'
import { ResultsCard } from './results-card.tsx'
import { VoteCard } from './vote-card.tsx'
import { weighedIn, weightText } from './weight.ts'

export function ProposalScreen() {
  const { proposalId } = useParams({ from: '/proposals/$proposalId' })
  const { proposal: texts } = useTexts()
  const query = useQuery(proposalQuery(proposalId))
  const { data } = query
  const dao = useQuery({ ...daoQuery(data?.daoId ?? ''), enabled: data !== undefined })
  useDaoEvents(data?.daoId)
  return (
    <Screen
      title={data ? seen(data.title) : texts.title}
      lead={
        dao.data ? (
          <Anchor component={Link} to={`/daos/${dao.data.daoId}`}>
            <bdi>{seen(dao.data.name)}</bdi>
          </Anchor>
        ) : undefined
      }
    >
      <Loaded query={query}>
        {(proposal) => (
          <Loaded query={dao}>{(of) => <Shown proposalId={proposalId} proposal={proposal} dao={of} />}</Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

const isDecided = ({ status }: Proposal): boolean => status === 'PASSED' || status === 'REJECTED'

function Shown({ proposalId, proposal, dao }: { proposalId: string; proposal: Proposal; dao: Dao }) {
  const asset = weighedIn(dao)
  const assetDecimals = useDecimals(asset)
  const decimals = asset === null ? 0 : assetDecimals
  const results = useQuery({
    ...resultsQuery(proposal.proposalId),
    enabled: proposal.status !== 'PENDING',
  })
  return (
    <>
      <About proposal={proposal} />
      <VoteCard proposalId={proposalId} proposal={proposal} dao={dao} />
      {proposal.status === 'PENDING' ? null : (
        <Loaded query={results} rows={2}>
          {(counted) => <ResultsCard results={counted} decimals={decimals} />}
        </Loaded>
      )}
      {isDecided(proposal) && results.data ? (
        <RecountCard shown={{ proposal, results: results.data }} decimals={decimals} />
      ) : null}
      <Votes proposal={proposal} decimals={decimals} />
    </>
  )
}

const COLORS = { PENDING: 'gray', ACTIVE: 'blue', PASSED: 'green', REJECTED: 'gray' } as const

export function ProposalBadge({
  proposal: { status, cancelled },
}: {
  proposal: Pick<Proposal, 'status' | 'cancelled'>
}) {
  const { proposal: texts } = useTexts()
  return (
    <Badge
      color={COLORS[status]}
      variant={status === 'PASSED' ? 'filled' : 'outline'}
      size="lg"
      radius="sm"
      tt="none"
      data-testid="status"
    >
      {cancelled ? texts.cancelled : texts.status[status]}
    </Badge>
  )
}

function About({ proposal }: { proposal: Proposal }) {
  const { texts: all, language } = useLanguage()
  const { proposal: texts } = all
  const { status, startTime, endTime, description, creatorAddress, quorum, proposalData, decision, validUntil } =
    proposal
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between">
          <ProposalBadge proposal={proposal} />
          {status === 'ACTIVE' ? <Countdown to={endTime} text={texts.endsIn} over={texts.ended} /> : null}
          {status === 'PENDING' ? <Countdown to={startTime} text={texts.startsIn} over={texts.starting} /> : null}
        </Group>
        {description === '' ? null : (
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <bdi>{seenWhole(description)}</bdi>
          </Text>
        )}
        <dl className="statements">
          <dt>{texts.by}</dt>
          <dd>
            <Account id={creatorAddress} />
          </dd>
          <dt>{texts.voting}</dt>
          <dd>
            <Time at={startTime} /> – <Time at={endTime} />
          </dd>
          {quorum === null ? null : (
            <>
              <dt>{texts.quorum}</dt>
              <dd>{texts.quorumOf(exactPercentText(quorum, language))}</dd>
            </>
          )}
          {validUntil === null ? null : (
            <>
              <dt>{texts.validUntil}</dt>
              <dd>
                <span className="id">{validUntil}</span>
              </dd>
            </>
          )}
          {decision === null ? null : (
            <>
              <dt>{texts.decision}</dt>
              <dd>
                <DecisionLinks topicId={decision.topicId} at={decision.consensusTimestamp} />
              </dd>
            </>
          )}
        </dl>
        <ProposalData proposalData={proposalData} />
        {proposal.status === 'PASSED' && walletRequestIn(proposalData.operation) ? (
          <OpenedRequest proposal={proposal} />
        ) : null}
        <div>
          <CopyWhole value={location.href} label={texts.share} />
        </div>
      </Stack>
    </Card>
  )
}

/** Links to the wallet request that the decision has opened. */
function OpenedRequest({ proposal: { proposalId, chain } }: { proposal: Proposal }) {
  const { proposal: texts } = useTexts()
  const { data } = useQuery({ ...openedRequestQuery(proposalId, chain), retry: false })
  return data ? (
    <Anchor component={Link} to={`/requests/${data.jobId}`}>
      {texts.openedRequest(data.walletId)}
    </Anchor>
  ) : null
}

function Votes({
  proposal: { votes, votesTruncated },
  decimals,
}: {
  proposal: Proposal
  decimals: number | undefined
}) {
  const { texts, language } = useLanguage()
  if (votes.length === 0) return null
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{texts.proposal.votes}</Title>
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {votes.map(({ voteId, voterAddress, choice, weight, comment, signed, createdAt }) => (
            <li key={voteId}>
              <Text component="div" style={{ overflowWrap: 'anywhere' }}>
                <Account id={voterAddress} />{' '}
                <b>
                  <bdi>{seen(choice)}</bdi>
                </b>{' '}
                · {weightText(weight, decimals, { texts, language })}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                <Time at={createdAt} />
                {signed ? (
                  <span>
                    {' · '}
                    <CheckIcon /> {texts.vote.signed}
                  </span>
                ) : null}
              </Text>
              {comment === undefined ? null : (
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{seen(comment)}</bdi>
                </Text>
              )}
            </li>
          ))}
        </Stack>
        {votesTruncated ? <Text c="dimmed">{texts.proposal.votesTruncated}</Text> : null}
      </Stack>
    </Card>
  )
}
