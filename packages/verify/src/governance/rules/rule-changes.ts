/**
 * Changes of a DAO's rules and members. A proposal carries one as `proposalData.change`. Once it has passed, a `rules`
 * record on the DAO's topic states the new rules, which apply to all proposals after it. Pages load this file, so it
 * must not import schemas.
 */
import { unprocessable, VerifyError } from '../../error.ts'
import { inDomain } from '../../keys/signing-domains.ts'
import { limits } from '../../limits.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import { checkFraction } from '../counting/fractions.ts'
import { checkObjectionRules, optimisticKinds } from '../counting/optimistic.ts'
import { parseFraction, percentOfRatio } from '../counting/ratios.ts'
import { votingMethods } from '../counting/voting-methods.ts'
import { checkAreas, isArea } from '../records/areas.ts'
import type { RecordedRules } from '../records/records.ts'

/** The rules that change, by name. `null` removes an optional rule. Rules that are not named stay as they are. */
export type RulesPatch = {
  -readonly [R in ChangeableRule]?: NonNullable<RecordedRules[R]> | false | null | undefined
}

/** All rules except those about the weight of votes. */
export type ChangeableRule = Exclude<keyof RecordedRules, 'tokenWeighted' | 'tokenId' | 'decimals'>

type Options = 'votesChangeable' | 'secretVotes' | 'delegation' | 'membersByProposal'
/** Rules as the service returns them: without the decimals of weights. */
export type ShownRules = Omit<RecordedRules, 'decimals' | Options> & { [O in Options]?: boolean | undefined }

export const recordedFrom = (shown: ShownRules, decimals = 0): RecordedRules =>
  ({ ...shown, decimals }) as RecordedRules

export interface RulesChange {
  rules?: RulesPatch
  members?: { add?: string[]; remove?: string[] }
}

type Check = (value: unknown) => boolean
const isBetween =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
const isFraction: Check = (value) => typeof value === 'string' && parseFraction(value) !== undefined
const isAccount: Check = (value) => typeof value === 'string' && isEntityId(value)
const isOption: Check = (value) => typeof value === 'boolean'
const isNetworkKey: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isListOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= most &&
    value.every(check) &&
    new Set(value).size === value.length

const LEAST_PERCENT = 0.000_001
const LONGEST_PERIOD = 87_600
const LONGEST_DELAY = 8_760
/** Smaller delays would round to nothing. */
const LEAST_DELAY = 0.000_001

/** The values that a rule may get, besides null. */
const RULES: Readonly<Record<ChangeableRule, { check: Check; expected: string; isNeeded?: true }>> = {
  threshold: { check: isBetween(1, 100), expected: 'a percentage from 1 to 100', isNeeded: true },
  thresholdFraction: { check: isFraction, expected: 'a fraction of up to 1, such as 2/3' },
  quorum: { check: isBetween(LEAST_PERCENT, 100), expected: 'a percentage above 0, up to 100' },
  quorumFraction: { check: isFraction, expected: 'a fraction of up to 1, such as 1/3' },
  minVotingPeriod: { check: isBetween(0, LONGEST_PERIOD), expected: 'hours, up to 87600', isNeeded: true },
  maxVotingPeriod: { check: isBetween(0, LONGEST_PERIOD), expected: 'hours, up to 87600' },
  votingDelay: { check: isBetween(0, LONGEST_DELAY), expected: 'hours, up to 8760', isNeeded: true },
  votingMethods: {
    check: isListOf((one) => votingMethods.some((known) => known === one), votingMethods.length),
    expected: `some of ${votingMethods.join(', ')}`,
  },
  maxOptions: {
    check: (value) => Number.isInteger(value) && isBetween(2, limits.maxManyOptions.value)(value),
    expected: `a whole number from 2 to ${limits.maxManyOptions.value}`,
  },
  votesChangeable: { check: isOption, expected: 'true or false' },
  secretVotes: { check: isOption, expected: 'true or false' },
  networkKey: {
    check: isNetworkKey,
    expected: 'the public key of a network of nodes: 64 characters of lower-case hex',
  },
  delegation: { check: isOption, expected: 'true or false' },
  areas: {
    check: isListOf(isArea, limits.maxAreas.value),
    expected: `1 to ${limits.maxAreas.value} names of areas, such as "finance"`,
  },
  proposers: {
    check: isListOf(isAccount, limits.maxProposers.value),
    expected: `1 to ${limits.maxProposers.value} account ids`,
  },
  proposalWeight: {
    check: (value) => typeof value === 'string' && /^[1-9][0-9]{0,30}$/.test(value),
    expected: 'an amount in smallest units above 0, as text',
  },
  membersByProposal: { check: isOption, expected: 'true or false' },
  emergency: { check: isAccount, expected: 'an account id' },
  executionDelay: { check: isBetween(LEAST_DELAY, LONGEST_DELAY), expected: 'hours, above 0, up to 8760' },
  veto: { check: isAccount, expected: 'an account id' },
  objections: { check: isBetween(LEAST_PERCENT, 100), expected: 'a percentage above 0, up to 100' },
  objectionsFraction: { check: isFraction, expected: 'a fraction of up to 1, such as 1/10' },
  objectionPeriod: { check: isBetween(LEAST_DELAY, LONGEST_PERIOD), expected: 'hours, above 0, up to 87600' },
  optimisticProposers: {
    check: isListOf(isAccount, limits.maxProposers.value),
    expected: `1 to ${limits.maxProposers.value} account ids`,
  },
  optimisticKinds: {
    check: isListOf((one) => optimisticKinds.some((known) => known === one), optimisticKinds.length),
    expected: `some of ${optimisticKinds.join(', ')}`,
  },
}
export const changeableRules = Object.keys(RULES) as ChangeableRule[]

/** Returns what is wrong with changes of rules; undefined if they are valid. */
export function patchFault(rules: unknown): string | undefined {
  if (!isObject(rules)) return 'rules must be an object with the rules that change'
  const names = Object.keys(rules)
  if (names.length === 0) return 'rules is empty: name at least one rule'
  for (const name of names) {
    const known = Object.hasOwn(RULES, name) ? RULES[name as ChangeableRule] : undefined
    if (!known) return `rules.${name} is not a rule that can change: expected some of ${changeableRules.join(', ')}`
    const value = rules[name]
    if (value === null ? known.isNeeded : !known.check(value))
      return `rules.${name} is ${JSON.stringify(value)}: expected ${known.expected}${known.isNeeded ? '' : ', or null to end the rule'}`
  }
  return undefined
}

/** Returns what is wrong with a proposal's `change`; undefined if it is valid. */
export function changeFault(change: unknown): string | undefined {
  if (!isObject(change)) return 'it must be an object with rules, members, or both'
  const unknown = Object.keys(change).find((name) => name !== 'rules' && name !== 'members')
  if (unknown !== undefined) return `${unknown} is unknown: expected rules, members, or both`
  const { rules, members } = change
  if (rules === undefined && members === undefined) return 'it has neither rules nor members'
  const fault = rules === undefined ? undefined : patchFault(rules)
  return fault ?? (members === undefined ? undefined : membersFault(members))
}

const isMembers = isListOf(isAccount, limits.maxChangedMembers.value)

function membersFault(members: unknown): string | undefined {
  const expected = `members must be {add, remove}, each with 1 to ${limits.maxChangedMembers.value} different account ids`
  if (!isObject(members) || Object.keys(members).length === 0) return expected
  if (Object.keys(members).some((name) => name !== 'add' && name !== 'remove')) return expected
  const { add, remove } = members
  if ([add, remove].some((list) => list !== undefined && !isMembers(list))) return expected
  const both = Array.isArray(add) && Array.isArray(remove) ? add.find((one) => remove.includes(one)) : undefined
  return both === undefined ? undefined : `members adds and removes ${both}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The change that a proposal carries. Undefined if it carries none. */
export function changeIn({ change }: Record<string, unknown>): RulesChange | undefined {
  return change !== undefined && changeFault(change) === undefined ? (change as RulesChange) : undefined
}

/**
 * The rules after a change. A share can be given as a percentage or as a fraction; the other form follows from it.
 *
 * @throws 400 and 422 for contradictory rules: see {@link checkRules}
 */
export function changedRules(rules: RecordedRules, patch: RulesPatch): RecordedRules {
  const changed: Record<string, unknown> = { ...rules }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    // A rule that is off is absent from the record.
    if (value === null || value === false) delete changed[name]
    else changed[name] = value
  }
  for (const [percent, fraction] of SHARES) {
    const given = patch[fraction]
    if (typeof given === 'string') {
      const ratio = parseFraction(given)
      if (patch[percent] === undefined && ratio) changed[percent] = percentOfRatio(ratio)
    } else if (patch[percent] !== undefined) delete changed[fraction]
  }
  const after = changed as unknown as RecordedRules
  if (after.threshold < 1)
    throw unprocessable('THRESHOLD_TOO_LOW', `threshold is ${after.threshold} percent: it must be at least 1`)
  checkRules(after)
  return after
}

const SHARES = [
  ['threshold', 'thresholdFraction'],
  ['quorum', 'quorumFraction'],
  ['objections', 'objectionsFraction'],
] as const

/**
 * Refuses rules that contradict each other.
 *
 * @throws 400 `INVALID_FRACTION`, `FRACTION_DIFFERS`, `TOKEN_WITHOUT_WEIGHT`; 422 `INVALID_AREAS`,
 * `OPTIMISTIC_INCOMPLETE`, `PERIODS_CONTRADICT`, `VETO_NEEDS_DELAY`
 */
export function checkRules(rules: RecordedRules): void {
  const { threshold, thresholdFraction, quorum, quorumFraction, minVotingPeriod, maxVotingPeriod } = rules
  checkFraction(thresholdFraction, threshold, 'votingRules.thresholdFraction')
  checkFraction(quorumFraction, quorum ?? null, 'votingRules.quorumFraction')
  checkFraction(rules.objectionsFraction, rules.objections ?? null, 'votingRules.objectionsFraction')
  checkObjectionRules(rules)
  checkAreas(rules)
  if (maxVotingPeriod !== undefined && (maxVotingPeriod <= 0 || maxVotingPeriod < minVotingPeriod))
    throw unprocessable(
      'PERIODS_CONTRADICT',
      `maxVotingPeriod is ${maxVotingPeriod} hours: it must be above 0, and at least minVotingPeriod, which is ${minVotingPeriod}`,
    )
  if (rules.veto !== undefined && !(rules.executionDelay !== undefined && rules.executionDelay > 0))
    throw unprocessable(
      'VETO_NEEDS_DELAY',
      `${rules.veto} may veto within the execution delay: set executionDelay, in hours`,
    )
  if (rules.proposalWeight !== undefined && !rules.tokenWeighted)
    throw new VerifyError(
      'TOKEN_WITHOUT_WEIGHT',
      `proposalWeight is ${rules.proposalWeight}: in this DAO all votes weigh the same`,
    )
}

/** The names of the rules that differ. */
export const changedNames = (now: RecordedRules, then: RecordedRules): ChangeableRule[] =>
  changeableRules.filter((name) => canonicalJson(now[name] ?? null) !== canonicalJson(then[name] ?? null))

/** New rules, as signed by the account that may change them without a proposal. */
export interface SignedRules {
  chain: string
  daoId: string
  /** The DAO's topic. Without it, a service could get a change signed that is based on another topic's rules. */
  topicId: string
  account: string
  /** The number of the new rules. */
  number: number
  /** All rules, including those that stay the same. */
  votingRules: RecordedRules
}

/** The text that is signed to change a DAO's rules without a proposal. */
export function rulesText({ chain, daoId, topicId, account, number, votingRules }: SignedRules): string {
  const what = canonicalJson({ chain, daoId, topicId, account, number, votingRules })
  return new TextDecoder().decode(inDomain('rules', what))
}
