import { Anchor } from '@mantine/core'
import { QuorateError } from '@quorate/client'
import { opensRequest } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useCalled } from '../address-book/use-called.ts'
import type { Dao, Proposal, Vote } from '../api/client.ts'
import { useDaoEvents } from '../api/live.tsx'
import { daoQuery, openedRequestQuery, proposalQuery, resultsQuery } from '../api/queries.ts'
import { ProposalData } from '../daos/forms/operation-words.tsx'
import { Discussion } from '../drafts/discussion.tsx'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Who } from '../parts/faces/who.tsx'
import { useDecimals } from '../parts/inputs/use-decimals.ts'
import { Chip } from '../parts/layout/chip.tsx'
import { Fold } from '../parts/layout/fold.tsx'
import { BytesIcon, CheckIcon, CrossIcon } from '../parts/layout/icons.tsx'
import { Screen, Section } from '../parts/layout/screen.tsx'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { DecisionLinks } from '../parts/ledger/decision-links.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { AccountLink, CopyWhole, Countdown, Time } from '../parts/values.tsx'
import { ruleShareText } from '../texts/amounts.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen, seenWhole } from '../texts/strangers.ts'
import { needsCarryingOut } from '../validators/decided.ts'
import type { Voting } from './options.ts'
import { RecountCard } from './results/recount-card.tsx'
import { ResultsCard } from './results/results-card.tsx'
import { VetoCard } from './vetoes/veto-card.tsx'
import { BallotLine } from './voting/ballot-words.tsx'
import { VoteCard } from './voting/vote-card.tsx'
import { shareOf, weighedIn, weightText } from './voting/weight.ts'
import { WithdrawCard } from './withdraw-card.tsx'

export function ProposalScreen() {
  const { proposalId } = useParams({ from: '/proposals/$proposalId' })
  const { proposal: texts } = useTexts()
  const query = useQuery(proposalQuery(proposalId))
  const { data } = query
  const dao = useQuery({ ...daoQuery(data?.daoId ?? ''), enabled: data !== undefined })
  useDaoEvents(data?.daoId)
  if (data && dao.data) return <Shown proposalId={proposalId} proposal={data} dao={dao.data} />
  return (
    <Screen title={data ? seen(data.title) : texts.title} isWide>
      <Loaded query={query}>{() => <Loaded query={dao}>{() => null}</Loaded>}</Loaded>
    </Screen>
  )
}

/** The maximum number of parts of a description that are shown as Markdown. */
const MAX_PARTS = 3_000

const isDecided = ({ status }: Proposal): boolean => status === 'PASSED' || status === 'REJECTED'

function Shown({ proposalId, proposal, dao }: { proposalId: string; proposal: Proposal; dao: Dao }) {
  const { daos, proposal: texts } = useTexts()
  const asset = weighedIn(dao)
  const assetDecimals = useDecimals(asset)
  const decimals = asset === null ? 0 : assetDecimals
  const results = useQuery({
    ...resultsQuery(proposal.proposalId),
    enabled: proposal.status !== 'PENDING',
  })
  const { description, proposalData, status } = proposal
  return (
    <Screen
      title={seen(proposal.title)}
      before={<Metas proposal={proposal} dao={dao} />}
      crumbs={[
        { to: '/daos', label: daos.title },
        { to: `/daos/${dao.daoId}`, label: seen(dao.name) },
      ]}
      short={texts.title}
      railLabel={texts.voting}
      rail={
        <>
          <VoteCard proposalId={proposalId} proposal={proposal} dao={dao} />
          <About proposal={proposal} isWeighted={asset !== null} />
          <VetoCard proposalId={proposalId} proposal={proposal} dao={dao} />
          <WithdrawCard proposalId={proposalId} proposal={proposal} dao={dao} />
        </>
      }
      rest={
        <>
          {description === '' ? null : (
            <Section title={texts.why}>
              <div className="quote">
                <Markdown text={description} hasBreaks maxParts={MAX_PARTS} />
              </div>
              <div className="folds">
                <Fold icon={<BytesIcon />} title={texts.asWritten}>
                  <div className="quote">
                    <bdi>{seenWhole(description)}</bdi>
                  </div>
                </Fold>
              </div>
            </Section>
          )}
          {isDecided(proposal) && results.data ? (
            <RecountCard shown={{ proposal, results: results.data }} decimals={decimals} />
          ) : null}
          <Votes proposal={proposal} decimals={decimals} />
          <Discussion id={proposalId} dao={dao} isOpen={!isDecided(proposal)} />
        </>
      }
      isWide
    >
      <ProposalData proposalData={proposalData} votingRules={proposal.votingRules} />
      {status === 'PASSED' && opensRequest(proposalData.operation) ? <OpenedRequest proposal={proposal} /> : null}
      {proposal.walletRefusal ? <RefusedRequest refusal={proposal.walletRefusal} /> : null}
      {needsCarryingOut(proposal) ? (
        <Anchor component={Link} to="/validators?tab=decisions">
          {texts.carryOut}
        </Anchor>
      ) : null}
      {status === 'PENDING' ? null : (
        <Loaded query={results} rows={2}>
          {(counted) => (
            <ResultsCard
              results={counted}
              decimals={decimals}
              isEqual={asset === null}
              isSecret={proposal.ballotKey !== null}
            />
          )}
        </Loaded>
      )}
    </Screen>
  )
}

/** The state of the proposal, its DAO, and who has proposed it. */
function Metas({ proposal, dao }: { proposal: Proposal; dao: Dao }) {
  const { proposal: texts } = useTexts()
  const { creatorAddress } = proposal
  const called = useCalled()(creatorAddress, undefined)
  return (
    <div className="metas">
      <ProposalBadge proposal={proposal} />
      <span>
        <Face id={dao.daoId} kind="dao" size={20} />
        <Anchor component={Link} to={`/daos/${dao.daoId}`} inherit>
          <bdi>{seen(dao.name)}</bdi>
        </Anchor>
      </span>
      <span>
        <AccountFace id={creatorAddress} name={called} size={20} />
        <span>
          {texts.by} <bdi>{called ?? creatorAddress}</bdi>
        </span>
      </span>
    </div>
  )
}

const STATES = { PENDING: undefined, ACTIVE: 'wait', PASSED: 'done', REJECTED: 'refused' } as const

export function ProposalBadge({
  proposal: { status, cancelled, execution },
}: {
  proposal: Pick<Proposal, 'status' | 'cancelled' | 'execution'>
}) {
  const { proposal: texts, veto } = useTexts()
  if (execution?.vetoed)
    return (
      <Chip state="refused" icon={<CrossIcon />} testId="status">
        {veto.chip}
      </Chip>
    )
  return (
    <Chip
      state={cancelled ? undefined : STATES[status]}
      icon={
        cancelled ? undefined : status === 'PASSED' ? <CheckIcon /> : status === 'REJECTED' ? <CrossIcon /> : undefined
      }
      testId="status"
    >
      {cancelled ? texts.cancelled : texts.status[status]}
    </Chip>
  )
}

/** When people vote on it, and where its records are on the ledger. */
function About({ proposal, isWeighted }: { proposal: Proposal; isWeighted: boolean }) {
  const { texts: all, language } = useLanguage()
  const { proposal: texts } = all
  const { status, startTime, endTime, creatorAddress, quorum, quorumFraction, decision, validUntil } = proposal
  const { votingMethod, votingRules } = proposal
  const { objections = 0, objectionsFraction, executionDelay, veto } = votingRules
  const isOpen = status === 'ACTIVE' || status === 'PENDING'
  return (
    <section className="panel pad stack-s">
      {status === 'ACTIVE' ? <Countdown to={endTime} text={texts.endsIn} over={texts.ended} /> : null}
      {status === 'PENDING' ? <Countdown to={startTime} text={texts.startsIn} over={texts.starting} /> : null}
      <dl className="facts">
        <div>
          <dt>{texts.by}</dt>
          <dd>
            <AccountLink id={creatorAddress} />
          </dd>
        </div>
        <div>
          <dt>{texts.voting}</dt>
          <dd>
            <Time at={startTime} /> – <Time at={endTime} />
          </dd>
        </div>
        {votingMethod === 'single' ? null : (
          <div>
            <dt>{texts.method}</dt>
            <dd>{all.methods[votingMethod]}</dd>
          </div>
        )}
        {quorum === null ? null : (
          <div>
            <dt>{texts.quorum}</dt>
            <dd>{texts.quorumOf(ruleShareText(quorum, quorumFraction, language), isWeighted)}</dd>
          </div>
        )}
        {proposal.area === null ? null : (
          <div>
            <dt>{texts.area}</dt>
            <dd>
              <bdi>{seen(proposal.area)}</bdi>
            </dd>
          </div>
        )}
        {proposal.optimistic ? (
          <div>
            <dt>{texts.passes}</dt>
            <dd>{texts.unless(ruleShareText(objections, objectionsFraction ?? null, language))}</dd>
          </div>
        ) : null}
        {isOpen && executionDelay !== undefined ? (
          <div>
            <dt>{texts.carriedOut}</dt>
            <dd data-testid="delay-ahead">
              {texts.afterDelay(all.dao.hours(executionDelay))}
              {veto === undefined ? null : (
                <>
                  {' '}
                  {texts.unlessVeto} <AccountLink id={veto} />
                </>
              )}
            </dd>
          </div>
        ) : null}
        {validUntil === null ? null : (
          <div>
            <dt>{texts.validUntil}</dt>
            <dd>
              <span className="id">{validUntil}</span>
            </dd>
          </div>
        )}
        {decision === null ? null : (
          <div>
            <dt>{texts.decision}</dt>
            <dd>
              <DecisionLinks topicId={decision.topicId} at={decision.consensusTimestamp} />
            </dd>
          </div>
        )}
      </dl>
      <div>
        <CopyWhole value={location.href} label={texts.share} />
      </div>
    </section>
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

/** Why the request that it permits could not be opened. */
function RefusedRequest({ refusal: { code, message } }: { refusal: NonNullable<Proposal['walletRefusal']> }) {
  const { walletRefusal: texts } = useTexts()
  return (
    <Section title={texts.title}>
      <div className="stack-s" data-testid="wallet-refusal">
        <p className="note">{texts.lead}</p>
        <Failed error={code === null ? new Error(message) : new QuorateError({ code, message })} />
      </div>
    </Section>
  )
}

/** The voters, and how much each vote weighs. On a phone each vote is two lines. */
function Votes({ proposal, decimals }: { proposal: Proposal; decimals: number | undefined }) {
  const { votes, votesTruncated } = proposal
  const texts = useTexts()
  const { proposal: words } = texts
  if (votes.length === 0) return null
  // The result also counts members who did not vote, but have a delegate.
  const voters = votesTruncated ? undefined : votes.filter(({ replaced }) => !replaced).length
  const most = votes.reduce((a, { weight }) => (BigInt(weight) > a ? BigInt(weight) : a), 1n)
  return (
    <Section title={words.votes} count={voters}>
      <div className="panel tw">
        <table className="table cards votes">
          <thead>
            <tr>
              <th>{words.member}</th>
              <th>{words.choiceOf}</th>
              <th className="r">{words.weight}</th>
              <th className="r">
                <span className="only-readers">{texts.vote.signed}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {votes.map((vote) => (
              <VoteRow key={vote.voteId} vote={vote} voting={proposal} decimals={decimals} most={most} />
            ))}
          </tbody>
        </table>
      </div>
      {votesTruncated ? <p className="note">{words.votesTruncated}</p> : null}
    </Section>
  )
}

/** @param props.most The greatest weight in the list */
function VoteRow(props: { vote: Vote; voting: Voting; decimals: number | undefined; most: bigint }) {
  const { vote, voting, decimals, most } = props
  const { voterAddress, weight, comment, signed, createdAt, revision = 1, replaced = false } = vote
  const { texts, language } = useLanguage()
  return (
    <tr data-replaced={replaced || undefined}>
      <td>
        <Who id={voterAddress} below={<AccountLink id={voterAddress} />} />
        {comment === undefined ? null : (
          <div className="note" style={{ overflowWrap: 'anywhere', marginTop: 6 }}>
            <bdi>{seen(comment)}</bdi>
          </div>
        )}
      </td>
      <td>
        <b>
          <BallotLine voting={voting} ballot={vote} />
        </b>
        {replaced ? (
          <>
            {' '}
            <Chip testId="replaced">{texts.proposal.replaced}</Chip>
          </>
        ) : null}
        {revision > 1 ? <div className="fine">{texts.proposal.revision(revision)}</div> : null}
      </td>
      <td className="r">
        <span className="meter hide" aria-hidden="true">
          <i style={{ width: `${replaced ? 0 : shareOf(weight, most)}%` }} />
        </span>
        {weightText(weight, decimals, { texts, language })}
      </td>
      <td className="r">
        {signed ? (
          <span className="mark" data-state="signed" title={createdAt}>
            <CheckIcon /> {texts.vote.signed}
          </span>
        ) : (
          <span className="fine">
            <Time at={createdAt} />
          </span>
        )}
      </td>
    </tr>
  )
}
