/** Whose signatures a request still needs, and how many of them. */
import { counted, listed } from './english.ts'

/** The parts of a service's answer about a request that say what it lacks. */
export interface Lacking {
  /** By key that the ledger asks for; null if signatures alone never satisfy it. */
  needs: readonly { missing: number | null }[]
  /** The accounts whose signature could still help. */
  missing: readonly string[]
}

export interface StillNeeded {
  /** The least number of further signatures. */
  count: number
  from: readonly string[]
  /** Whether each of these accounts has to sign. */
  isEach: boolean
  /** Whether several keys lack signatures. Then more than `count` may be necessary, and not each of `from` may help. */
  isLeast: boolean
}

/** Undefined if no signature could help. */
export function stillNeeded({ needs, missing: from }: Lacking): StillNeeded | undefined {
  if (from.length === 0) return undefined
  const lacking = needs.map(({ missing }) => missing ?? Number.POSITIVE_INFINITY).filter((count) => count > 0)
  const count = Math.max(1, ...lacking)
  return { count, from, isEach: from.length <= count, isLeast: lacking.length > 1 }
}

/** In a table: `0.0.1022`, or `1 more signature from 0.0.1022 or 0.0.1023`. Empty if no signature could help. */
export function neededFrom(still: StillNeeded | undefined): string {
  if (!still) return ''
  const { count, from, isEach, isLeast } = still
  if (isEach) return listed(from, 'and')
  const number = counted(count, 'more signature')
  return isLeast ? `at least ${number} (not signed: ${listed(from, 'and')})` : `${number} from ${listed(from, 'or')}`
}

/** In a sentence: `Waiting for 0.0.1022`, or `1 more signature needed, from 0.0.1022 or 0.0.1023`. */
export function neededSentence({ count, from, isEach, isLeast }: StillNeeded): string {
  if (isEach) return `Waiting for ${listed(from, 'and')}`
  const number = counted(count, 'more signature')
  if (isLeast) return `At least ${number} needed. These have not signed: ${listed(from, 'and')}`
  return `${number} needed, from ${listed(from, 'or')}`
}
