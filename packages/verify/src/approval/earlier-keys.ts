/** The earlier keys of an account. Mirrors show the key at any past time, but do not list the keys. */
import { type Key, sameKey } from '../keys/keys.ts'
import { nanos, nanosText } from '../values/timestamp-text.ts'

/** How many of an account's newest updates are examined. Each takes two reads. */
export const MOST_CHANGES = 10

export interface Changes {
  /** Undefined if the mirror does not say. */
  created: string | undefined
  updates: readonly string[]
}

/** Reads of an account's history, from a mirror. */
export interface Past {
  /** When the account was created, and its newest updates, as `seconds.nanos`. */
  changesOf(accountId: string): Promise<Changes>
  /** null if the account did not exist or had no key. */
  keyAt(accountId: string, time: string): Promise<Key | null>
}

/**
 * The keys that an account had right before and after each of its updates, and right after each of the wallet's. A
 * mirror lists an update under the account that paid for it, which may be the wallet.
 */
export async function earlierKeysOf({ changesOf, keyAt }: Past, accountId: string, walletId: string): Promise<Key[]> {
  const { created, updates } = await changesOf(accountId)
  const wallet = await changesOf(walletId)
  const first = created === undefined ? 0n : nanos(created)
  const times = new Set([created, ...updates, wallet.created, ...wallet.updates].filter((time) => time !== undefined))
  for (const time of updates) times.add(nanosText(nanos(time) - 1n))
  const found: Key[] = []
  for (const time of times) {
    if (nanos(time) < first) continue
    const key = await keyAt(accountId, time)
    if (key && !found.some((one) => sameKey(one, key))) found.push(key)
  }
  return found
}
