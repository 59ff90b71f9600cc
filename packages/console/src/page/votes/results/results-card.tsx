import { optionDecimals } from '@quorate/verify/recount'
import type { Results } from '../../api/client.ts'
import { allowsTie } from '../../daos/rules/rule-rows.tsx'
import { VoteBar } from '../../parts/figures/vote-bar.tsx'
import { CheckIcon } from '../../parts/layout/icons.tsx'
import { ruleShareText } from '../../texts/amounts.ts'
import { useLanguage } from '../../texts/language.tsx'
import { useOptionText } from '../use-option-text.ts'
import { shareOf, shownPercent, weightText } from '../voting/weight.ts'
import { MissingForOption, Outcome } from './outcome.tsx'
import { RoundsTable } from './rounds-table.tsx'
import { isBallotOf, sharesIn, supportOf, votingIn } from './support.ts'

interface Props {
  results: Results
  /** The decimals of a vote's weight; undefined until they are known. */
  decimals: number | undefined
  /** Whether all votes weigh the same. */
  isEqual: boolean
  /** Whether votes stay sealed until the end. */
  isSecret: boolean
}

/** The votes so far or the result: each rule has a bar with its mark, next to the numbers. */
export function ResultsCard({ results, decimals, isEqual, isSecret }: Props) {
  const { texts } = useLanguage()
  const { proposal } = texts
  const { totalVotes, status } = results
  const isOpen = status === 'ACTIVE' || status === 'PENDING'
  return (
    <section className="panel pad stack-s">
      <div className="vb-head">
        <b>{isOpen ? proposal.soFar : proposal.result}</b>
        <span data-testid="votes" aria-live="polite">
          {proposal.votesCast(totalVotes)}
        </span>
      </div>
      {results.delegatedVotes > 0 ? (
        <p className="note" data-testid="delegated" style={{ margin: 0 }}>
          {texts.delegation.through(results.delegatedVotes)}
        </p>
      ) : null}
      {isOpen ? null : (
        <p className="sig-say" data-testid="outcome" style={{ margin: 0 }}>
          <Outcome results={results} />
        </p>
      )}
      {isSecret && isOpen ? (
        <p className="note" data-testid="sealed" style={{ margin: 0 }}>
          {proposal.secretSoFar}
        </p>
      ) : (
        <Counts results={results} decimals={decimals} isEqual={isEqual} isOpen={isOpen} />
      )}
      {results.quorum ? <Turnout results={results} decimals={decimals} isEqual={isEqual} isOpen={isOpen} /> : null}
    </section>
  )
}

type CountsProps = Omit<Props, 'isSecret'> & { isOpen: boolean }

/** The options, the weight that they need to pass, and the rounds of an instant runoff. */
function Counts({ results, decimals, isEqual, isOpen }: CountsProps) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { totalVotes, threshold, thresholdFraction, votingMethod, rounds } = results
  const isBallot = isBallotOf(results)
  const ofOption = decimals === undefined ? undefined : optionDecimals(votingMethod, decimals)
  const needed = ruleShareText(threshold, thresholdFraction, language)
  return (
    <>
      {results.objections ? (
        <Objections results={results} decimals={decimals} isEqual={isEqual} isOpen={isOpen} />
      ) : isBallot ? (
        <YesOrNo results={results} />
      ) : (
        <p className="note" style={{ margin: 0 }}>
          {proposal.optionPassesWith[votingMethod](needed)}
        </p>
      )}
      {votingMethod === 'ranked' ? <b>{proposal.firstChoices}</b> : null}
      <Options results={results} decimals={ofOption} hasBars={!isBallot} />
      {isOpen ? (
        <div data-testid="missing" aria-live="polite">
          <MissingForOption results={results} decimals={ofOption} isEqual={isEqual} />
        </div>
      ) : null}
      {rounds && totalVotes > 0 ? (
        <div>
          <b>{proposal.rounds}</b>
          <p className="note">{proposal.roundsText}</p>
          <RoundsTable
            options={results.options.map(({ option }) => option)}
            rounds={rounds.map((round) => ({
              ...round,
              eliminated: results.options.findIndex(({ option }) => option === round.eliminated),
            }))}
            decimals={ofOption}
          />
        </div>
      ) : null}
    </>
  )
}

/** The share of all eligible weight that voted No, with the share that stops an optimistic proposal. */
function Objections({ results, decimals, isEqual, isOpen }: CountsProps) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { objections, final } = results
  if (!objections) return null
  const { percent, fraction, weight, eligibleWeight, share, reached, missing } = objections
  const needed = ruleShareText(percent, fraction, language)
  const objected = shownPercent(
    share ?? 0,
    { part: BigInt(weight), whole: BigInt(eligibleWeight ?? 0), fraction },
    language,
  )
  const left = BigInt(missing ?? 0)
  return (
    <div data-testid="objections">
      <p className="note" style={{ marginBottom: 8 }}>
        {proposal.passesUnless(needed)}
      </p>
      <VoteBar
        label={`${texts.options.NO} ${objected}`}
        shares={[{ kind: 'no', percent: share ?? 0 }]}
        mark={{ percent, text: proposal.stopsAt(needed) }}
        isDone={final && !reached}
      />
      {isOpen && missing !== null ? (
        <p className="note" aria-live="polite">
          {reached
            ? proposal.isStopped
            : isEqual
              ? proposal.stopMissingVotes(Number(left))
              : proposal.stopMissingWeight(weightText(left, decimals, { texts, language }))}
        </p>
      ) : null}
    </div>
  )
}

/** The share of Yes in the sum of Yes and No, with the threshold. */
function YesOrNo({ results }: { results: Results }) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { threshold, thresholdFraction, winner, support } = results
  const { part, whole } = supportOf(results)
  const percent = support?.percent ?? 0
  const needed = ruleShareText(threshold, thresholdFraction, language)
  return (
    <div>
      <p className="note" style={{ marginBottom: 8 }}>
        {proposal.passesWith(needed, allowsTie(threshold))}
      </p>
      <VoteBar
        label={`${texts.options.YES} ${shownPercent(percent, { part, whole, fraction: thresholdFraction }, language)}`}
        shares={[
          { kind: 'yes', percent },
          { kind: 'no', percent: whole === 0n ? 0 : 100 - percent },
        ]}
        mark={{ percent: threshold, text: proposal.needed(needed) }}
        isDone={winner === 'YES'}
      />
    </div>
  )
}

const KINDS: Readonly<Record<string, 'yes' | 'no' | 'abstain'>> = { YES: 'yes', NO: 'no', ABSTAIN: 'abstain' }

/**
 * The numbers of each option, with the share that the threshold or the objections are compared with. Custom options have
 * bars.
 *
 * @param props.decimals The decimals of an option's weight
 */
function Options(props: { results: Results; decimals: number | undefined; hasBars: boolean }) {
  const { results, decimals, hasBars } = props
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { options, winner, threshold, thresholdFraction, votingMethod } = results
  const textOf = useOptionText(votingIn(results))
  const shares = sharesIn(results)
  const needed = ruleShareText(threshold, thresholdFraction, language)
  const shareOfOption = (option: string) => {
    const share = shares.get(option)
    return share ? <b>{shownPercent(share.percent, share, language)}</b> : null
  }
  const numbers = ({ option, votes, weight }: Results['options'][number]) => (
    <>
      <span style={{ overflowWrap: 'anywhere' }}>
        <bdi>{textOf(option)}</bdi>{' '}
        {option === winner ? (
          <span className="ok">
            <CheckIcon /> {proposal.adopted}
          </span>
        ) : null}
      </span>
      <span>
        {shareOfOption(option)} <span className="number">{weightText(weight, decimals, { texts, language })}</span>
        {String(weight) === String(votes) ? '' : ` · ${proposal.votesCast(votes)}`}
      </span>
    </>
  )
  if (!hasBars)
    return (
      <ul className="key-l" data-state={winner === 'YES' ? 'done' : undefined}>
        {options.map((one) => (
          <li key={one.option}>
            <i className={KINDS[one.option]} />
            {numbers(one)}
          </li>
        ))}
      </ul>
    )
  // By ranked choice, the threshold is a share of the last round, which these bars do not show.
  const mark = votingMethod === 'ranked' ? undefined : { percent: threshold, text: proposal.needed(needed) }
  return (
    <ul className="plain-list stack-s">
      {options.map((one) => (
        <li key={one.option}>
          <div className="vb-head">{numbers(one)}</div>
          <VoteBar
            label={textOf(one.option)}
            shares={[{ kind: 'yes', percent: shares.get(one.option)?.percent ?? 0 }]}
            mark={mark}
            isDone={one.option === winner}
          />
        </li>
      ))}
    </ul>
  )
}

/** The share of the eligible weight that was cast, with the quorum and the weight that it lacks. */
function Turnout({ results, decimals, isEqual, isOpen }: CountsProps) {
  const { texts, language } = useLanguage()
  const { proposal } = texts
  const { quorum, options, totalWeight } = results
  if (!quorum) return null
  const { percent, fraction, eligibleWeight, cast, reached, missing } = quorum
  const eligible = BigInt(eligibleWeight ?? 0)
  const share = shownPercent(cast ?? 0, { part: BigInt(totalWeight), whole: eligible, fraction }, language)
  const needed = ruleShareText(percent, fraction, language)
  const isBallot = isBallotOf(results)
  const shares =
    isBallot && eligibleWeight !== null
      ? options.map(({ option, weight }) => ({ kind: KINDS[option] ?? 'yes', percent: shareOf(weight, eligible) }))
      : [{ kind: 'yes' as const, percent: cast ?? 0 }]
  const lacks = (weight: bigint): string =>
    isEqual
      ? proposal.quorumMissingVotes(Number(weight))
      : proposal.quorumMissingWeight(weightText(weight, decimals, { texts, language }))
  return (
    <div className="turnout">
      <div className="vb-head">
        <b>{proposal.turnout}</b>
        <span>{proposal.ofAll(share)}</span>
      </div>
      <VoteBar
        label={proposal.turnout}
        shares={shares}
        mark={{ percent, text: proposal.quorumMark(needed) }}
        isDone={reached && results.final}
      />
      <p className="note" data-testid="quorum" aria-live="polite">
        {reached
          ? proposal.quorumReached(needed)
          : isOpen && missing !== null
            ? lacks(BigInt(missing))
            : proposal.quorumNotReached(needed, share)}
      </p>
    </div>
  )
}
