/** A DAO's voting rules, as rows of a list. */
import { isStandard, type RecordedRules } from '@quorate/verify/recount'
import { IdLink } from '../parts/values.tsx'
import { exactPercentText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'

type Rules = Pick<RecordedRules, 'threshold' | 'minVotingPeriod' | 'tokenWeighted' | 'votingDelay'> & {
  tokenId?: string | null | undefined
}

/** YES and NO can only have equal weights if half of them is enough. */
export const allowsTie = (threshold: number): boolean => threshold <= 50

/** @param props.options Those of the vote that the rules are for; absent for all votes of the DAO */
export function RuleRows({ votingRules, options }: { votingRules: Rules; options?: readonly string[] }) {
  const { texts: all, language } = useLanguage()
  const { dao: texts } = all
  const { threshold, minVotingPeriod, tokenWeighted, tokenId, votingDelay = 0 } = votingRules
  const percent = exactPercentText(threshold, language)
  const isTieable = allowsTie(threshold)
  const needed =
    options === undefined
      ? texts.thresholdText(percent, isTieable)
      : isStandard(options)
        ? texts.thresholdOfBallot(percent, isTieable)
        : texts.thresholdOfOptions(percent)
  return (
    <>
      <dt>{texts.threshold}</dt>
      <dd>{needed}</dd>
      <dt>{texts.weights}</dt>
      <dd>
        {tokenWeighted ? texts.byToken : texts.equal}{' '}
        {!tokenWeighted ? null : tokenId === undefined || tokenId === null ? (
          'ℏ'
        ) : (
          <IdLink to={`/explorer/tokens/${tokenId}`} copy={tokenId}>
            {tokenId}
          </IdLink>
        )}
      </dd>
      {minVotingPeriod > 0 ? (
        <>
          <dt>{texts.minPeriod}</dt>
          <dd>{texts.hours(minVotingPeriod)}</dd>
        </>
      ) : null}
      {tokenWeighted ? (
        <>
          <dt>{texts.delay}</dt>
          <dd>{votingDelay > 0 ? texts.hours(votingDelay) : texts.noDelay}</dd>
        </>
      ) : null}
    </>
  )
}
