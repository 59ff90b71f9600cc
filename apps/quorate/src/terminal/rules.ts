/** Rules of a DAO, as people type and read them: `threshold=2/3`, `quorum=none`, `proposers=0.0.1022,0.0.1023`. */
import { VerifyError } from '@quorate/verify'
import {
  changedNames,
  changedRules,
  patchFault,
  type RecordedRules,
  type RulesChange,
  type RulesPatch,
  recordedFrom,
  type ShownRules,
  usualKinds,
} from '@quorate/verify/recount'
import { Failure } from '../exit-codes.ts'
import { plain } from './plain.ts'
import { isFraction, shareText } from './shares.ts'

/** The rules that are shares: the name of the percentage, and the name of the same rule as a fraction. */
const FRACTIONS: Readonly<Record<string, string>> = {
  threshold: 'thresholdFraction',
  quorum: 'quorumFraction',
  objections: 'objectionsFraction',
}
const LISTS: ReadonlySet<string> = new Set([
  'votingMethods',
  'proposers',
  'optimisticProposers',
  'optimisticKinds',
  'areas',
])
const TEXTS: ReadonlySet<string> = new Set(['proposalWeight', 'networkKey'])
const WORDS: Readonly<Record<string, unknown>> = { none: null, yes: true, no: false }

/** Reads `--rule name=value`. @throws Failure usage */
export function patchIn(given: readonly string[]): RulesPatch {
  const patch: Record<string, unknown> = {}
  for (const text of given) {
    const [, name = '', value = ''] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? []
    if (name === '')
      throw new Failure('usage', `--rule ${plain(text)}: expected a rule and its value, as threshold=2/3`)
    const share = FRACTIONS[name]
    if (share !== undefined && isFraction(value)) patch[share] = value
    else patch[name] = valueIn(name, value)
  }
  const fault = given.length === 0 ? undefined : patchFault(patch)
  if (fault !== undefined) throw new Failure('usage', `--rule: ${plain(fault)}`)
  return patch as RulesPatch
}

function valueIn(name: string, value: string): unknown {
  if (Object.hasOwn(WORDS, value)) return WORDS[value]
  if (LISTS.has(name)) return value.split(',')
  return TEXTS.has(name) || !/^[0-9]+(?:\.[0-9]+)?$/.test(value) ? value : Number(value)
}

/** The effects of a change, one text for each rule and member: `threshold: 50 -> 60`. */
export function changesText(now: ShownRules, { rules = {}, members = {} }: RulesChange): string[] {
  const { add = [], remove = [] } = members
  return [
    ...rulesText(recordedFrom(now), rules),
    ...add.map((account) => `${account} becomes a member`),
    ...remove.map((account) => `${account} leaves`),
  ]
}

function rulesText(now: RecordedRules, patch: RulesPatch): string[] {
  try {
    const then = changedRules(now, patch)
    return changedNames(now, then).map((name) => `${name}: ${valueText(now[name])} -> ${valueText(then[name])}`)
  } catch (error) {
    // The service would refuse such a change, too.
    if (error instanceof VerifyError) return [`not possible by the current rules: ${error.message}`]
    throw error
  }
}

/** All rules after a change, because a signature covers all of them. @throws what `changedRules` throws */
export function wholeRulesText(now: RecordedRules, patch: RulesPatch): string[] {
  const { decimals: _decimals, ...then } = changedRules(now, patch)
  return Object.entries(then).map(([name, value]) => `${name}: ${valueText(value)}`)
}

/** The rules in words, as named fields. Rules that the DAO does not have are undefined. */
export function ruleFields(rules: ShownRules): [name: string, text: string | undefined][] {
  const { threshold, thresholdFraction, minVotingPeriod, tokenWeighted, tokenId, votingDelay = 0 } = rules
  const { votingMethods, maxOptions, votesChangeable, quorum, quorumFraction, maxVotingPeriod, proposers } = rules
  const { proposalWeight, membersByProposal, emergency, executionDelay, veto, delegation, areas, secretVotes } = rules
  const { networkKey } = rules
  return [
    [
      'rules',
      `${shareText(threshold, thresholdFraction)} of the votes; at least ${minVotingPeriod} h of voting, ${votingDelay} h after the proposal`,
    ],
    ['quorum', quorum === undefined ? undefined : `at least ${shareText(quorum, quorumFraction)}`],
    ['longest', maxVotingPeriod === undefined ? undefined : `${maxVotingPeriod} h of voting`],
    ['optimistic', optimisticText(rules)],
    ['proposers', proposers === undefined ? undefined : valueText(proposers)],
    ['power', proposalWeight === undefined ? undefined : `a proposer must hold ${proposalWeight}`],
    ['changes', membersByProposal ? 'members join and leave only by proposals' : undefined],
    ['emergency', emergency === undefined ? undefined : `${emergency} may change the rules without a vote`],
    ['delay', executionDelay === undefined ? undefined : `${executionDelay} h after a decision`],
    ['veto', veto === undefined ? undefined : `${veto}, within the delay`],
    ['methods', votingMethods?.join(', ')],
    ['options', maxOptions === undefined ? undefined : `up to ${maxOptions}`],
    ['votes', votesChangeable ? 'may be changed until the end' : undefined],
    ['secrecy', secretVotes ? 'votes are sealed until the end' : undefined],
    ['network', networkKey === undefined ? undefined : `${networkKey} alone may seal them`],
    ['delegation', delegation ? 'members may let others vote for them' : undefined],
    ['areas', areas?.join(', ')],
    ['weights', tokenWeighted ? `what voters hold of ${tokenId ?? 'hbars'}` : undefined],
  ]
}

function optimisticText(rules: ShownRules): string | undefined {
  const { objections, objectionsFraction, objectionPeriod, optimisticProposers, optimisticKinds: kinds } = rules
  if (objections === undefined) return undefined
  const by = optimisticProposers ? `, by ${optimisticProposers.join(', ')} only` : ''
  return `${(kinds ?? usualKinds).join(', ')} may pass unless ${shareText(objections, objectionsFraction)} of all weight object in at least ${objectionPeriod} h${by}`
}

export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (value === true) return 'yes'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
