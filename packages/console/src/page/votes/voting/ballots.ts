/** The input of a voter, and the vote that it makes. */
import { type Ballot, hasShares, methodOf, type Voting, voteFault } from '@quorate/verify/recount'

export interface BallotDraft {
  /** For single choice. */
  choice: string
  /** For approval in any order; for ranked choice the preferred one first. */
  choices: readonly string[]
  /** The text entered for each of the proposal's options, in percent. */
  shares: readonly string[]
}

/** @param vote The vote to change; absent for a first vote */
export function draftOf({ votingOptions }: Voting, vote?: Ballot): BallotDraft {
  const { choice = '', choices = [], shares } = vote ?? {}
  return {
    choice: choices.length > 0 ? '' : choice,
    choices,
    shares: votingOptions.map((option) => {
      const index = choices.indexOf(option)
      return index < 0 ? '' : String(shares?.[index] ?? '')
    }),
  }
}

/** Returns the vote, before it is sealed if votes are secret; undefined if it is not complete. */
export function ballotIn(voting: Voting, { choice, choices, shares }: BallotDraft): Ballot | undefined {
  const { votingOptions } = voting
  const method = methodOf(voting)
  const ballot = (): Ballot => {
    if (method === 'single') return { choice }
    if (method === 'ranked') return { choices }
    if (!hasShares(method)) return { choices: votingOptions.filter((option) => choices.includes(option)) }
    const given = votingOptions.flatMap((option, index) => {
      const share = percentIn(shares[index] ?? '')
      return share === 0 ? [] : [{ option, share }]
    })
    return { choices: given.map(({ option }) => option), shares: given.map(({ share }) => share ?? Number.NaN) }
  }
  const made = ballot()
  return voteFault(voting, made) === undefined ? made : undefined
}

/** The whole percentage in a text; 0 if it is empty, undefined if it is not a percentage. */
export function percentIn(text: string): number | undefined {
  const trimmed = text.trim()
  const typed = trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed
  if (typed === '') return 0
  return /^[0-9]{1,3}$/.test(typed) && Number(typed) <= 100 ? Number(typed) : undefined
}

/** How much of 100 percent is left; negative if too much was given. Texts that are not percentages count as 0. */
export const leftOf = (shares: readonly string[]): number =>
  100 - shares.reduce((sum, text) => sum + (percentIn(text) ?? 0), 0)

/** Divides 100 percent among the options with a share, or among all if none has one. The first get the remainder. */
export function splitEvenly(shares: readonly string[]): string[] {
  const hasPart = shares.map((text) => percentIn(text) !== 0)
  const isTaker = hasPart.includes(true) ? hasPart : shares.map(() => true)
  const takers = isTaker.filter(Boolean).length
  let taken = 0
  return isTaker.map((takes) => {
    if (!takes) return ''
    taken++
    return String(Math.floor(100 / takers) + (taken <= 100 % takers ? 1 : 0))
  })
}

/** Moves the option at `index` by one place. */
export function moved(choices: readonly string[], index: number, by: -1 | 1): string[] {
  const all = [...choices]
  const [option] = all.splice(index, 1)
  if (option !== undefined) all.splice(index + by, 0, option)
  return all
}
