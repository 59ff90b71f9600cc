/** The result in words or, while people vote, the weight that is missing. */
import type { Results } from '../../api/client.ts'
import { ruleShareText } from '../../texts/amounts.ts'
import type { Texts } from '../../texts/en.ts'
import { useLanguage } from '../../texts/language.tsx'
import { useOptionText } from '../use-option-text.ts'
import { shownPercent, weightText } from '../voting/weight.ts'
import { isBallotOf, missingFor, supportOf, votingIn } from './support.ts'

/** The sentence about a decided proposal. */
export function Outcome({ results }: { results: Results }) {
  const { texts, language } = useLanguage()
  const { outcome } = texts.proposal
  const { status, totalVotes, quorum, leading, support, threshold, thresholdFraction, rounds, winner } = results
  const { totalWeight } = results
  const { objections } = results
  const share = support
    ? shownPercent(support.percent, { ...supportOf(results), fraction: thresholdFraction }, language)
    : ''
  const needed = ruleShareText(threshold, thresholdFraction, language)
  const isBallot = isBallotOf(results)
  const textOf = useOptionText(votingIn(results))
  if (objections) return objectionText(results, { outcome, language })
  if (status === 'PASSED') {
    if (isBallot) return outcome.passedYes(share)
    const round = rounds?.length ?? 0
    return (
      <>
        {outcome.passed} <Option name={textOf(winner ?? '')} />{' '}
        {round > 1 ? outcome.hasInRound(share, round) : outcome.has(share)}
      </>
    )
  }
  if (totalVotes === 0) return outcome.nobody
  if (quorum && !quorum.reached) {
    if (quorum.cast === null) return outcome.quorumUnknown
    return outcome.quorum(
      shownPercent(
        quorum.cast,
        { part: BigInt(totalWeight), whole: BigInt(quorum.eligibleWeight ?? 0), fraction: quorum.fraction },
        language,
      ),
      ruleShareText(quorum.percent, quorum.fraction, language),
    )
  }
  if (leading === null || support === null) return isBallot ? outcome.tieYes : outcome.tie
  if (isBallot) return outcome.yesBelow(share, needed)
  return (
    <>
      {outcome.notPassed} <Option name={textOf(support.option)} /> {outcome.below(share, needed)}
    </>
  )
}

/** The reason why an optimistic proposal passed, or did not. */
function objectionText(
  { objections, status }: Results,
  { outcome, language }: { outcome: Texts['proposal']['outcome']; language: string },
): string {
  if (!objections || objections.share === null) return outcome.objectionsUnknown
  const { share, percent, fraction, weight, eligibleWeight } = objections
  const needed = ruleShareText(percent, fraction, language)
  const whole = BigInt(eligibleWeight ?? 0)
  const objected = shownPercent(share, { part: BigInt(weight), whole, fraction }, language)
  return status === 'PASSED' ? outcome.fewObjected(objected, needed) : outcome.objected(objected, needed)
}

const Option = ({ name }: { name: string }) => (
  <b>
    <bdi>{name}</bdi>
  </b>
)

/**
 * The weight that the leading option still needs while people vote.
 *
 * @param props.decimals The decimals of an option's weight; undefined until they are known
 */
export function MissingForOption(props: { results: Results; decimals: number | undefined; isEqual: boolean }) {
  const { results, decimals, isEqual } = props
  const { texts, language } = useLanguage()
  const { needs } = texts.proposal
  const textOf = useOptionText(votingIn(results))
  const missing =
    results.totalVotes === 0 || results.objections ? undefined : missingFor(results, { decimals, isEqual })
  if (missing === undefined) return null
  if (missing.kind === 'lead') return <p className="note">{needs[missing.kind]}</p>
  const words =
    missing.kind === 'votes'
      ? needs.votes(missing.votes)
      : 'weight' in missing
        ? needs[missing.kind](weightText(missing.weight, missing.decimals, { texts, language }))
        : needs[missing.kind]
  return (
    <p className="note">
      <Option name={textOf(results.support?.option ?? '')} /> {words}
    </p>
  )
}
