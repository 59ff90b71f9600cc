/** Describes the signatures that a request still needs: their number, and the accounts that can give them. */
import { listed, plural } from './english.ts'

/** The parts of a service's answer that say what a request still needs. */
export interface Lacking {
  /** By key that the ledger asks for. `missing` is null if signatures alone never satisfy the key. */
  needs: readonly { missing: number | null; from: readonly string[] }[]
  /** The accounts whose signature could still help. */
  missing: readonly string[]
}

export interface StillNeeded {
  /** The least number of further signatures. */
  count: number
  from: readonly string[]
  /** Whether all these accounts must sign. */
  isEach: boolean
  /**
   * Whether more than `count` signatures may be necessary, since several keys lack some and not every account in `from`
   * helps each of them.
   */
  isLeast: boolean
}

/** Undefined if no signature could help. */
export function stillNeeded({ needs, missing }: Lacking): StillNeeded | undefined {
  if (missing.length === 0) return undefined
  const lacking = needs
    .map((need) => ({
      count: need.missing ?? Number.POSITIVE_INFINITY,
      from: new Set(missing).intersection(new Set(need.from)),
    }))
    .filter(({ count }) => count > 0)
  const isApart = lacking.reduce((sum, { from }) => sum + from.size, 0) === missing.length
  const counts = lacking.map(({ count }) => count)
  const count = isApart ? counts.reduce((a, b) => a + b, 0) : Math.max(1, ...counts)
  const still = { count, from: missing, isEach: missing.length <= count, isLeast: false }
  if (lacking.length < 2 || still.isEach) return still
  // Any `count` of these accounts are enough for each key.
  if (lacking.every((key) => count - (missing.length - key.from.size) >= key.count)) return still
  const all = lacking.reduce((both, { from }) => both.intersection(from), new Set(missing))
  // One of the keys needs all these signatures, so only accounts that count for every key remain.
  const isOnly = lacking.some((key) => key.count === count && key.from.size === all.size)
  if (!isApart && isOnly && all.size >= count) return { ...still, from: [...all], isEach: all.size === count }
  return { ...still, isLeast: true }
}

/** In a table: `0.0.1022`, or `1 more signature from 0.0.1022 or 0.0.1023`. Empty if no signature could help. */
export function neededFrom(still: StillNeeded | undefined): string {
  if (!still) return ''
  const { count, from, isEach, isLeast } = still
  if (isEach) return listed(from, 'and')
  const number = plural(count, 'more signature')
  return isLeast ? `at least ${number} (not signed: ${listed(from, 'and')})` : `${number} from ${listed(from, 'or')}`
}

/** In a sentence: `Waiting for 0.0.1022`, or `1 more signature needed, from 0.0.1022 or 0.0.1023`. */
export function neededSentence({ count, from, isEach, isLeast }: StillNeeded): string {
  if (isEach) return `Waiting for ${listed(from, 'and')}`
  const number = plural(count, 'more signature')
  if (isLeast) return `At least ${number} needed. These have not signed: ${listed(from, 'and')}`
  return `${number} needed, from ${listed(from, 'or')}`
}
