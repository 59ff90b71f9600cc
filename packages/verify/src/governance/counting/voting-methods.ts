/**
 * The ways to vote and to count:
 *
 *     single      one option
 *     approval    any of the options; each gets the whole weight
 *     weighted    some of the options, with a percentage for each; the weight is split accordingly
 *     ranked      some of the options, the preferred one first; counted by instant runoff
 *     quadratic   as weighted, but an option gets the square root of its part of the weight
 *
 * By `weighted` and `quadratic`, an option's weight has more decimals than a voter's: see {@link optionDecimals}.
 */

export const votingMethods = ['single', 'approval', 'weighted', 'ranked', 'quadratic'] as const
export type VotingMethod = (typeof votingMethods)[number]

/**
 * The content of a vote: `choice` by the method `single`, otherwise `choices`, with `shares` if each option has a part.
 */
export interface Ballot {
  choice?: string | undefined
  /** Each option once. For `approval` in the proposal's order; for `ranked` the preferred one first. */
  choices?: readonly string[] | undefined
  /** Whole percentages of the options in `choices`, together 100. */
  shares?: readonly number[] | undefined
  /** Replaces the other fields if votes are secret: the sealed ballot, in base64. */
  sealed?: string | undefined
}

/** How a proposal is voted on. */
export interface Voting {
  votingOptions: readonly string[]
  /** Absent for `single`. */
  votingMethod?: VotingMethod | undefined
}

export const methodOf = ({ votingMethod = 'single' }: Pick<Voting, 'votingMethod'>): VotingMethod => votingMethod

export const hasShares = (method: VotingMethod): boolean => method === 'weighted' || method === 'quadratic'

/** The vote's own fields, without those that are absent. */
export const ballotOf = ({ choice, choices, shares, sealed }: Ballot) => ({
  ...(sealed === undefined ? {} : { sealed }),
  ...(choice === undefined ? {} : { choice }),
  ...(choices === undefined ? {} : { choices: [...choices] }),
  ...(shares === undefined ? {} : { shares: [...shares] }),
})

/** Returns why the proposal does not accept a vote with this content; undefined if it does. */
export function voteFault(voting: Voting, { choice, choices, shares, sealed }: Ballot): string | undefined {
  if (sealed !== undefined) return 'the votes are not secret: leave out `sealed`'
  const { votingOptions } = voting
  const method = methodOf(voting)
  const allowed = votingOptions.join(', ')
  if (method === 'single') {
    if (choices !== undefined || shares !== undefined)
      return 'the proposal takes one option: send `choice`, without `choices` and `shares`'
    if (choice === undefined) return 'the vote has no `choice`'
    return votingOptions.includes(choice) ? undefined : `choice is ${JSON.stringify(choice)}: expected ${allowed}`
  }
  if (choice !== undefined || choices === undefined)
    return `the proposal's voting method is ${method}: send \`choices\`, without \`choice\``
  if (choices.length === 0) return 'choices is empty: name at least one option'
  const unknown = choices.find((one) => !votingOptions.includes(one))
  if (unknown !== undefined) return `choices has ${JSON.stringify(unknown)}: expected ${allowed}`
  if (new Set(choices).size < choices.length) return 'choices has an option twice'
  if (method === 'approval' && !isInOrder(choices, votingOptions))
    return `choices must be in the proposal's order: ${allowed}`
  if (!hasShares(method))
    return shares === undefined ? undefined : `shares does not belong to the voting method ${method}`
  if (!isInOrder(choices, votingOptions)) return `choices must be in the proposal's order: ${allowed}`
  if (shares?.length !== choices.length) return 'shares must have a percentage for each of the choices'
  if (!shares.every((share) => Number.isInteger(share) && share >= 1 && share <= 100))
    return 'shares must be whole percentages from 1 to 100'
  const sum = shares.reduce((all, share) => all + share, 0)
  return sum === 100 ? undefined : `shares add up to ${sum}: expected 100`
}

const isInOrder = (choices: readonly string[], options: readonly string[]): boolean =>
  choices.every((choice, index) => index === 0 || options.indexOf(choice) > options.indexOf(choices[index - 1] ?? ''))

/** A vote in one line, for people: `A`; `A, C`; `A > C`; `A 60 %, C 40 %`. */
export function ballotText(method: VotingMethod, { choice, choices = [], shares = [] }: Ballot): string {
  if (choice !== undefined) return choice
  if (method === 'ranked') return choices.join(' > ')
  return choices.map((one, index) => (shares[index] === undefined ? one : `${one} ${shares[index]} %`)).join(', ')
}

/** The weight that a vote adds to the count of the option with this position. */
export interface Part {
  option: number
  weight: bigint
}

/** Decimals of a root, in addition to half of the weight's decimals. */
const ROOT_DIGITS = 6

/** The decimals of an option's weight in the count, for voters' weights with `decimals`. */
export function optionDecimals(method: VotingMethod, decimals: number): number {
  if (method === 'weighted') return decimals + 2
  return method === 'quadratic' ? ROOT_DIGITS + Math.ceil(decimals / 2) : decimals
}

/**
 * The weights that a valid vote adds to the counts. For `ranked` it is its first preference.
 *
 * @param decimals of voters' weights
 */
export function partsOf(voting: Voting & { decimals: number }, ballot: Ballot, weight: bigint): Part[] {
  const { votingOptions, decimals } = voting
  const method = methodOf(voting)
  const { choice, choices = [], shares = [] } = ballot
  const named = choice === undefined ? choices : [choice]
  const counted = method === 'ranked' ? named.slice(0, 1) : named
  return counted.map((one, index) => {
    const option = votingOptions.indexOf(one)
    const share = BigInt(shares[index] ?? 0)
    if (method === 'weighted') return { option, weight: weight * share }
    if (method === 'quadratic') return { option, weight: rootOfPart(weight, share, decimals) }
    return { option, weight }
  })
}

/** The square root of `share` percent of a weight, rounded down to {@link optionDecimals}. */
function rootOfPart(weight: bigint, share: bigint, decimals: number): bigint {
  const digits = 2 * optionDecimals('quadratic', decimals) - decimals - 2
  return integerRoot(weight * share * 10n ** BigInt(digits))
}

/** The greatest integer whose square is at most `value`, by Newton's method. */
export function integerRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
