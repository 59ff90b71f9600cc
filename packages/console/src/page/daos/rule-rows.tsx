/** A DAO's voting rules, as rows of a list. */
import type { RecordedRules } from '@quorate/verify/recount'
import { IdLink } from '../parts/values.tsx'
import { exactPercentText } from '../texts/amounts.ts'
import { useLanguage } from '../texts/language.tsx'

type Rules = Pick<RecordedRules, 'threshold' | 'minVotingPeriod' | 'tokenWeighted' | 'votingDelay'> & {
  tokenId?: string | null | undefined
}

export function RuleRows({ votingRules }: { votingRules: Rules }) {
  const { texts: all, language } = useLanguage()
  const { dao: texts } = all
  const { threshold, minVotingPeriod, tokenWeighted, tokenId, votingDelay = 0 } = votingRules
  return (
    <>
      <dt>{texts.threshold}</dt>
      <dd>{texts.thresholdText(exactPercentText(threshold, language))}</dd>
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
