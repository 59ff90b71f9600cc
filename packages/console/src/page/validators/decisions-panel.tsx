/**
 * DAO decisions: those that wait for execution, those that the account submitted, and bytes that wait for a signature.
 */
import { Anchor, Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Opening } from '../api/client.ts'
import { myOpeningsQuery, offersQuery, openingsQuery, passedQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { ProposalData } from '../daos/forms/operation-words.tsx'
import { hbarPaymentIn } from '../daos/forms/operations.ts'
import { Fold } from '../parts/layout/fold.tsx'
import { More } from '../parts/layout/more.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { DecisionLinks } from '../parts/ledger/decision-links.tsx'
import { Json } from '../parts/ledger/json.tsx'
import { isoOf } from '../parts/moments.ts'
import { Account, Copy, Countdown, IdLink, Time, useNow } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { CarryOut } from './carry-out.tsx'
import { type Decided, decidedIn, type Standing, standingOf } from './decided.ts'

/** Loads the transactions of at most this many topics. Decisions of further topics have no state. */
const MOST_TOPICS = 20

export function DecisionsPanel() {
  const { validators } = useTexts()
  const { config } = useSession()
  return (
    <Stack gap="lg">
      <Text c="dimmed">{validators.decisionsLead}</Text>
      <Offers />
      {config.services.governance ? <Passed /> : null}
      <Mine />
    </Stack>
  )
}

function Passed() {
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useInfiniteQuery(passedQuery(chain, useMe()))
  return (
    <section>
      <Title order={2} mb="xs">
        {validators.decided}
      </Title>
      <Loaded query={query}>
        {({ entries }) => {
          const all = decidedIn(entries)
          return all.length === 0 ? (
            <Empty title={validators.noDecisions} text={validators.noDecisionsText} />
          ) : (
            <DecidedList all={all} />
          )
        }}
      </Loaded>
      <More list={query} />
    </section>
  )
}

function DecidedList({ all }: { all: readonly Decided[] }) {
  const { chain } = useSession()
  const now = useNow()
  const topics = [...new Set(all.map(({ topicId }) => topicId))].slice(0, MOST_TOPICS)
  const answers = useQueries({ queries: topics.map((topicId) => openingsQuery(chain, topicId)) })
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {all.map((one) => (
        <li key={one.proposal.proposalId}>
          <DecidedCard one={one} standing={standingOf(one, answers[topics.indexOf(one.topicId)]?.data, now)} />
        </li>
      ))}
    </Stack>
  )
}

const COLORS = {
  delayed: 'blue',
  vetoed: 'red',
  awaited: 'blue',
  underWay: 'blue',
  used: 'green',
  failed: 'red',
  over: 'gray',
  wallet: 'gray',
} as const

function StandingBadge({ standing }: { standing: Standing }) {
  const { validators } = useTexts()
  return (
    <Badge color={COLORS[standing]} variant="outline" size="lg" radius="sm" tt="none">
      {validators.standings[standing]}
    </Badge>
  )
}

function DecidedCard({ one, standing }: { one: Decided; standing: Standing | undefined }) {
  const { validators } = useTexts()
  const { proposal } = one
  const { proposalId, title, creatorAddress, validUntil, decision, proposalData, votingRules } = proposal
  return (
    <Card padding="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Anchor component={Link} to={`/proposals/${proposalId}`} fw={650} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{seen(title)}</bdi>
          </Anchor>
          {standing ? <StandingBadge standing={standing} /> : null}
        </Group>
        <dl className="statements">
          <dt>{validators.proposedBy}</dt>
          <dd>
            <Account id={creatorAddress} />
          </dd>
          <dt>{validators.validUntil}</dt>
          <dd>{validUntil === null ? validators.forever : <Time at={isoOf(validUntil)} exact />}</dd>
          <dt>{validators.decision}</dt>
          <dd>{decision ? <DecisionLinks topicId={decision.topicId} at={decision.consensusTimestamp} /> : null}</dd>
        </dl>
        <ProposalData proposalData={proposalData} votingRules={votingRules} />
        {standing === 'awaited' || standing === 'failed' ? <HowTo one={one} /> : null}
      </Stack>
    </Card>
  )
}

/** Carries out a payment here. Other writes go to the node's API. */
function HowTo({ one: { proposal, operation } }: { one: Decided }) {
  const { validators } = useTexts()
  const { decision } = proposal
  if (!decision) return null
  const { consensusTimestamp } = decision
  const payment = hbarPaymentIn(operation)
  if (payment) return <CarryOut payment={payment} consensusTimestamp={consensusTimestamp} />
  const body = { ...Object(operation.body), dao: { consensusTimestamp } }
  return (
    <Fold title={validators.carryOut}>
      <Stack gap="xs">
        <Text size="sm">{validators.carryOutText}</Text>
        <Text className="id">{`${operation.method} ${operation.path}`}</Text>
        <Json value={body} label={validators.carryOut} />
      </Stack>
    </Fold>
  )
}

/** The bytes that the account requested and can still sign. */
function Offers() {
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useQuery(offersQuery(chain))
  if (query.data?.length === 0) return null
  return (
    <section>
      <Title order={2} mb="xs">
        {validators.offers}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {validators.offersText}
      </Text>
      <Loaded query={query} rows={1}>
        {(offers) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {offers.map(({ transactionId, operation, params, body, sender, windowEndsAt }) => (
              <li key={transactionId}>
                <Card padding="md">
                  <Group justify="space-between">
                    <Text fw={650}>
                      {Object.hasOwn(validators.actions, operation)
                        ? validators.actions[operation as keyof typeof validators.actions]
                        : operation}
                    </Text>
                    <Countdown to={windowEndsAt} text={validators.endsIn} over={validators.ended} />
                  </Group>
                  <Text size="sm">
                    {validators.paidBy} <Account id={sender} />
                  </Text>
                  <Text size="sm" className="id" mb="xs">
                    {transactionId} <Copy value={transactionId} />
                  </Text>
                  <Json value={{ ...params, ...body }} label={validators.asJson} />
                </Card>
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
    </section>
  )
}

const STANDINGS: Readonly<Record<Opening['state'], Standing>> = {
  UNDER_WAY: 'underWay',
  USED: 'used',
  FAILED: 'failed',
  RELEASED: 'awaited',
}

/** The decisions that the account has submitted. */
function Mine() {
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useInfiniteQuery(myOpeningsQuery(chain))
  return (
    <section>
      <Title order={2} mb="xs">
        {validators.handedIn}
      </Title>
      <Loaded query={query} rows={1}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Text c="dimmed">{validators.noneHandedIn}</Text>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {entries.map(({ transactionId, topicId, consensusTimestamp, proposalId, state, charged }) => (
                <li key={transactionId}>
                  <Card padding="md">
                    <Group justify="space-between">
                      <Text size="sm" component="div">
                        {transactionId === null ? null : (
                          <IdLink to={`/explorer/find/${encodeURIComponent(transactionId)}`} copy={transactionId}>
                            {transactionId}
                          </IdLink>
                        )}
                      </Text>
                      <StandingBadge standing={STANDINGS[state]} />
                    </Group>
                    <Text size="sm" c="dimmed">
                      {validators.decision} <DecisionLinks topicId={topicId} at={consensusTimestamp} />
                    </Text>
                    {charged ? <Text size="sm">{validators.charged}</Text> : null}
                    {proposalId === null ? null : (
                      <Anchor component={Link} to={`/proposals/${proposalId}`} size="sm" display="inline-block" py="xs">
                        {validators.toProposal}
                      </Anchor>
                    )}
                  </Card>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <More list={query} />
    </section>
  )
}
