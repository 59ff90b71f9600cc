/** Turns the input for a change of rules and members into the change that a proposal carries. */
import { canonicalJson, isEntityId, limits } from '@quorate/verify'
import {
  isArea,
  type OptimisticKind,
  type RulesChange,
  type RulesPatch,
  type ShownRules,
  usualKinds,
  type VotingMethod,
} from '@quorate/verify/recount'
import {
  isEmpty,
  measureOf,
  noAmount,
  numberIn,
  type TypedAmount,
  typedNumber,
  unitsIn,
} from '../../parts/inputs/typed-amount.ts'
import { allowedBy, membersIn } from './dao-form.ts'
import { shareIn } from './shares.ts'

/** The rules that a form can change, and the kind of their input. A share is a percentage or a fraction. */
export const RULE_KINDS = {
  threshold: 'share',
  quorum: 'share',
  minVotingPeriod: 'hours',
  maxVotingPeriod: 'hours',
  votingDelay: 'hours',
  votingMethods: 'methods',
  maxOptions: 'count',
  votesChangeable: 'option',
  secretVotes: 'option',
  networkKey: 'key',
  delegation: 'option',
  areas: 'names',
  proposers: 'accounts',
  proposalWeight: 'amount',
  membersByProposal: 'option',
  emergency: 'account',
  executionDelay: 'hours',
  veto: 'account',
  objections: 'share',
  objectionPeriod: 'hours',
  optimisticProposers: 'accounts',
  optimisticKinds: 'kinds',
} as const
export type RuleName = keyof typeof RULE_KINDS
export const ruleNames = Object.keys(RULE_KINDS) as RuleName[]

/** Rules that every DAO must have. The others can be removed. */
const NEEDED: readonly RuleName[] = ['threshold', 'minVotingPeriod', 'votingDelay']
export const isNeeded = (name: RuleName): boolean => NEEDED.includes(name)

/** A rule's input: the member of its kind counts. */
export interface RuleInput {
  name: RuleName
  typed: TypedAmount
  methods: VotingMethod[]
  kinds: OptimisticKind[]
  isOn: boolean
  text: string
}

/** The input for a rule before anything is typed. */
export const emptyRule = (name: RuleName, now: ShownRules): RuleInput => ({
  name,
  typed: noAmount,
  methods: [...allowedBy(now).methods],
  kinds: [...(now.optimisticKinds ?? usualKinds)],
  isOn: RULE_KINDS[name] === 'option' && now[name as 'delegation'] !== true,
  text: '',
})

export interface ChangeForm {
  rules: RuleInput[]
  /** Account ids or names of the address book. */
  add: string
  remove: string
}
export const noChange: ChangeForm = { rules: [], add: '', remove: '' }

/**
 * The form of a stored change; undefined if the form cannot express exactly that change, for example because it lacks a
 * field for one of the rules.
 */
export function changeFormOf(
  change: RulesChange,
  now: ShownRules,
  { chain, language }: OfForm,
): ChangeForm | undefined {
  const patch: Readonly<Record<string, unknown>> = { ...change.rules }
  const rules = ruleNames.flatMap((name): RuleInput[] => {
    const fraction = patch[`${name}Fraction`]
    const value = fraction ?? patch[name]
    if (value === undefined) return []
    const empty = emptyRule(name, now)
    if (value === null) return [empty]
    if (RULE_KINDS[name] === 'methods') return [{ ...empty, methods: value as VotingMethod[] }]
    if (RULE_KINDS[name] === 'kinds') return [{ ...empty, kinds: value as OptimisticKind[] }]
    if (RULE_KINDS[name] === 'option') return [{ ...empty, isOn: value === true }]
    if (['count', 'account', 'key'].includes(RULE_KINDS[name])) return [{ ...empty, text: String(value) }]
    if (RULE_KINDS[name] === 'accounts' || RULE_KINDS[name] === 'names')
      return [{ ...empty, text: (value as string[]).join('\n') }]
    const typed = typeof value === 'number' ? typedNumber(value, language) : { text: String(value) }
    return [{ ...empty, typed }]
  })
  const { add = [], remove = [] } = change.members ?? {}
  const form = { rules, add: add.join('\n'), remove: remove.join('\n') }
  const made = changeOf(form, { chain, language, names: new Map(), ofWeight: undefined })
  return 'change' in made && canonicalJson(made.change) === canonicalJson(change) ? form : undefined
}

interface OfForm {
  chain: string
  language: string
}

export type ChangeFault = RuleName | 'add' | 'remove' | 'nothing'

const LEAST_THRESHOLD = 1
const MOST_PERIOD = 87_600
const MOST_DELAY = 8_760

const TEXTS: ReadonlySet<string> = new Set(['accounts', 'account', 'count', 'names', 'key'])

/** The part of the patch that an input makes; undefined if it is not valid. An empty input removes the rule. */
function partOf(input: RuleInput, book: Book): RulesPatch | undefined {
  const { name, typed, methods, kinds, isOn, text } = input
  const { language } = book
  const kind = RULE_KINDS[name]
  if (kind === 'option') return { [name]: isOn }
  if (kind === 'methods') return methods.length > 0 ? { [name]: methods } : undefined
  if (kind === 'kinds') return { [name]: kinds.length > 0 ? kinds : null }
  const isGiven = TEXTS.has(kind) ? text.trim() !== '' : !isEmpty(typed)
  if (!isGiven) return isNeeded(name) ? undefined : { [name]: null }
  if (kind === 'share') {
    const share = shareIn(typed, name === 'threshold' ? LEAST_THRESHOLD : 0, language)
    if (!share) return undefined
    return share.fraction === undefined ? { [name]: share.percent } : { [`${name}Fraction`]: share.fraction }
  }
  if (kind === 'hours') {
    const hours = numberIn(typed, language)
    const most = name === 'votingDelay' || name === 'executionDelay' ? MOST_DELAY : MOST_PERIOD
    const isWhole = !(name === 'executionDelay' || name === 'objectionPeriod') || hours !== 0
    return hours !== undefined && hours <= most && isWhole ? { [name]: hours } : undefined
  }
  if (kind === 'amount') {
    const units = book.ofWeight && unitsIn(typed, measureOf(book.ofWeight.asset, book.ofWeight.decimals, language))
    return units !== undefined && units > 0n ? { [name]: `${units}` } : undefined
  }
  if (kind === 'count') return { [name]: Number(text) }
  if (kind === 'account') return isEntityId(text) ? { [name]: text } : undefined
  if (kind === 'key') return networkKeyIn(text)
  if (kind === 'names') return namesIn(text)
  const accounts = accountsIn(text, book)
  return accounts ? { [name]: accounts } : undefined
}

/** What the reading of the input depends on. */
export interface Book {
  chain: string
  language: string
  names: ReadonlyMap<string, string>
  /** The asset that votes are weighted in; undefined without one, or as long as its amounts are not read. */
  ofWeight: { asset: string; decimals: number | undefined } | undefined
}

/** A key in hex, perhaps in groups as the page shows it; undefined if the text is not a key. */
function networkKeyIn(text: string): RulesPatch | undefined {
  const networkKey = text.replaceAll(/\s/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(networkKey) ? { networkKey } : undefined
}

/** The names of areas, one on each line; undefined if a line is not a valid name. */
function namesIn(text: string): RulesPatch | undefined {
  const areas = [...new Set(text.split('\n').map((one) => one.trim()))].filter((one) => one !== '')
  return areas.every(isArea) && areas.length <= limits.maxAreas.value ? { areas } : undefined
}

/** Each account once; undefined if an entry is not an account. */
function accountsIn(text: string, { chain, names }: Book): string[] | undefined {
  const { accounts, unknown } = membersIn(text, chain, names)
  return unknown.length === 0 ? [...new Set(accounts)] : undefined
}

/** The rules that the form changes, or its faults. */
export function patchOf(rules: readonly RuleInput[], book: Book): { patch: RulesPatch } | { faults: RuleName[] } {
  const parts = rules.map((input) => partOf(input, book))
  const faults = rules.flatMap(({ name }, index) => (parts[index] === undefined ? [name] : []))
  return faults.length > 0 ? { faults } : { patch: Object.assign({}, ...parts) }
}

/** The change in the form, or its faults. */
export function changeOf(form: ChangeForm, book: Book): { change: RulesChange } | { faults: ChangeFault[] } {
  const made = patchOf(form.rules, book)
  const [add, remove] = [accountsIn(form.add, book), accountsIn(form.remove, book)]
  const isNothing = form.rules.length === 0 && add?.length === 0 && remove?.length === 0
  const faults: ChangeFault[] = [
    ...('faults' in made ? made.faults : []),
    ...(add ? [] : (['add'] as const)),
    ...(remove ? [] : (['remove'] as const)),
    ...(isNothing ? (['nothing'] as const) : []),
  ]
  if (faults.length > 0 || !('patch' in made)) return { faults }
  const members = {
    ...(add && add.length > 0 ? { add } : {}),
    ...(remove && remove.length > 0 ? { remove } : {}),
  }
  return {
    change: {
      ...(form.rules.length > 0 ? { rules: made.patch } : {}),
      ...(Object.keys(members).length > 0 ? { members } : {}),
    },
  }
}
