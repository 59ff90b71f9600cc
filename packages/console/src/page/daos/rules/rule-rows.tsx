/** A DAO's voting rules, as rows of a list. */
import { methodOf, type ShownRules } from '@quorate/verify/recount'
import { Fragment } from 'react'
import { IdLink } from '../../parts/values.tsx'
import { ruleShareText } from '../../texts/amounts.ts'
import type { Texts } from '../../texts/en.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { isYesOrNo, type Voting } from '../../votes/options.ts'
import { allowedBy } from '../forms/dao-form.ts'
import { RuleValue } from './rule-value.tsx'

type Rules = ShownRules

/** The vote that rules are shown for. */
interface OfVote extends Voting {
  optimistic?: boolean | undefined
}

/** A tie of YES and NO reaches the threshold only if that is at most half. */
export const allowsTie = (threshold: number): boolean => threshold <= 50

/** @param props.vote Absent for all votes of the DAO */
export function RuleRows({ votingRules, vote }: { votingRules: Rules; vote?: OfVote }) {
  const { texts: all, language } = useLanguage()
  const { dao: texts, methods } = all
  const { minVotingPeriod, tokenWeighted, tokenId, votingDelay = 0, votesChangeable = false } = votingRules
  const method = vote && methodOf(vote)
  return (
    <>
      <dt>{texts.threshold}</dt>
      <dd>{neededText(votingRules, vote, { texts, language })}</dd>
      {method === undefined || method === 'single' ? null : (
        <>
          <dt>{texts.method}</dt>
          <dd>
            {methods[method]} <span className="note">{methods[`${method}Hint`]}</span>
          </dd>
        </>
      )}
      {vote ? null : <AllowedRows votingRules={votingRules} />}
      {vote ? null : <FurtherRows votingRules={votingRules} />}
      <dt>{texts.changes}</dt>
      <dd>{votesChangeable ? texts.changeable : texts.unchangeable}</dd>
      {votingRules.delegation ? (
        <>
          <dt>{all.delegation.rule}</dt>
          <dd>{all.delegation.allowed}</dd>
        </>
      ) : null}
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

/** The conditions for a proposal to pass, in words. */
function neededText(
  { threshold, thresholdFraction, objections = 0, objectionsFraction }: Rules,
  vote: OfVote | undefined,
  { texts, language }: { texts: Texts['dao']; language: string },
): string {
  const share = ruleShareText(threshold, thresholdFraction, language)
  if (vote?.optimistic) return texts.unlessObjections(ruleShareText(objections, objectionsFraction, language))
  if (vote === undefined) return texts.thresholdText(share, allowsTie(threshold))
  if (isYesOrNo(vote)) return texts.thresholdOfBallot(share, allowsTie(threshold))
  return texts.thresholdOf[methodOf(vote)](share)
}

const FURTHER = [
  'areas',
  'quorum',
  'maxVotingPeriod',
  'proposers',
  'proposalWeight',
  'secretVotes',
  'networkKey',
  'membersByProposal',
  'emergency',
  'executionDelay',
  'veto',
  'objections',
  'objectionPeriod',
  'optimisticProposers',
  'optimisticKinds',
] as const

/** The optional rules of a DAO. */
function FurtherRows({ votingRules }: { votingRules: Rules }) {
  const { rules: texts } = useTexts()
  return FURTHER.map((name) =>
    votingRules[name] === undefined ? null : (
      <Fragment key={name}>
        <dt>{texts.names[name]}</dt>
        <dd>
          <RuleValue name={name} rules={votingRules} />
        </dd>
      </Fragment>
    ),
  )
}

/** The rules that allow more than the defaults. */
function AllowedRows({ votingRules }: { votingRules: Rules }) {
  const { dao: texts, methods: names } = useTexts()
  const { votingMethods, maxOptions } = votingRules
  const { methods } = allowedBy(votingRules)
  return (
    <>
      {votingMethods === undefined ? null : (
        <>
          <dt>{texts.methods}</dt>
          <dd>{methods.map((method) => names[method]).join(', ')}</dd>
        </>
      )}
      {maxOptions === undefined ? null : (
        <>
          <dt>{texts.maxOptions}</dt>
          <dd>{texts.optionsUpTo(maxOptions)}</dd>
        </>
      )}
    </>
  )
}
