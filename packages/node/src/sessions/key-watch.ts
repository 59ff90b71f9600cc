/**
 * Ends sessions whose account no longer has the key that logged in. While a chain has sessions, a job asks its mirror
 * every ten seconds which accounts and contracts were updated or deleted. That takes five queries if nothing has
 * changed, however many sessions there are.
 */

import type { Ledger } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import { nineDigits, publicKeyText, signsAlone, timestampText } from '@quorate/verify'
import { ledgerTimestamp, MirrorTimestamp } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { beginKeyWatch, endKeyWatch, keysReadTo, setKeysReadTo } from '../store/key-watch.ts'
import { lock, lockShared } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import type { LiveSessions, PresentKeys } from './live-sessions.ts'
import { hasUnreadableKey, keyHash } from './wallet-key.ts'

const POLL_INTERVAL_MS = 10_000
/**
 * Each read covers this last part of the ledger again. A login may have read its key from a lagging mirror. Or it read
 * the key before a change, and created its session after the read that found the change. Clocks differ, too.
 */
const OVERLAP_MS = 60_000
/** The overlap for the first read of a chain, since the mirror's lag is not known yet. */
const FIRST_OVERLAP_MS = 3_600_000
const PAGE = 100
/** The maximum number of pages per read. If there are more, the next read immediately continues from there. */
const MAX_PAGES = 20

const Updates = Type.Object({
  transactions: Type.Array(
    Type.Object({
      consensus_timestamp: MirrorTimestamp,
      entity_id: Type.Union([Type.String(), Type.Null()]),
    }),
    { maxItems: PAGE },
  ),
  links: Type.Object({ next: Type.Union([Type.String(), Type.Null()]) }),
})

/**
 * The transactions that change or remove the key of an account. Mirrors return contracts as accounts with their admin
 * key (`getAccountQuery` of hiero-mirror-node's rest/accounts.js), so the holder of that key can log in, too.
 */
const KEY_CHANGES = ['CRYPTOUPDATEACCOUNT', 'CRYPTODELETE', 'CONTRACTUPDATEINSTANCE', 'CONTRACTDELETEINSTANCE']

/**
 * Starts to watch a chain's keys if nobody does yet. Call it in the database transaction that creates a session on that
 * chain.
 */
export type WatchKeys = (trx: Change<Tables>, chain: string) => Promise<void>

export function createKeyWatch(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: ReadonlyMap<string, Ledger>
  sessions: LiveSessions
  clock: Clock
}): WatchKeys {
  const { database, jobs, ledgers, sessions, clock } = deps

  const kind = jobs.define<{ chain: string }>('node.keys', async ({ chain }, { final }) => {
    const ledger = ledgers.get(chain)
    if (!ledger) return
    const wallets = await sessions.wallets(chain)
    let isBehind = false
    if (wallets.size > 0)
      isBehind = await look(ledger, wallets).catch((error) => {
        // The job's last attempt ignores a failure, which may be temporary: the next read continues where the last one
        // ended.
        if (!final) throw error
        return false
      })
    await database.change(async (trx) => {
      // Replaces any waiting read, such as the one in ten seconds that a login has requested meanwhile.
      if (isBehind) await jobs.createAndRun(trx, kind, { chain }, { singletonKey: chain })
      else if (wallets.size > 0 || !(await end(trx, chain))) await later(trx, chain)
    })
  })
  /** Ends the watch, unless a session has begun since the wallets were read. */
  async function end(trx: Change<Tables>, chain: string): Promise<boolean> {
    await lock(trx, lockOf(chain))
    if ((await sessions.wallets(chain, trx)).size > 0) return false
    await endKeyWatch(trx, chain)
    return true
  }
  const later = (trx: Change<Tables>, chain: string) =>
    jobs.create(trx, kind, { chain }, { startAfter: new Date(clock.now() + POLL_INTERVAL_MS), singletonKey: chain })

  /** Returns whether there is more to read and this read made progress. */
  async function look(ledger: Ledger, wallets: ReadonlySet<string>): Promise<boolean> {
    const { chain, mirror } = ledger
    const from = (await keysReadTo(database.read, chain)) ?? ledgerTimestamp(clock.now() - OVERLAP_MS)
    const newest = await mirror.newestTimestamp()
    const again = newest === null ? from : overlapping(newest)
    const found = await Promise.all(KEY_CHANGES.map((type) => changedSince(ledger, type, from)))
    const changed = new Set(found.flatMap(({ accounts }) => accounts))
    const faults: unknown[] = []
    for (const walletId of changed.intersection(wallets)) {
      try {
        await sessions.endWithoutKey({ chain, walletId }, await keysOf(ledger, walletId))
      } catch (error) {
        faults.push(error)
      }
    }
    // `read_to` stays unchanged, so that the next read checks all these accounts again.
    if (faults.length > 0) throw faults[0]
    // If a list of transactions was not read to its end, the next read continues from there, even within the overlap.
    // If it began at the start of the overlap, it would read the same transactions again and get no further.
    const readTo = found.flatMap(({ readTo }) => readTo ?? []).sort(byTime)[0] ?? again
    await database.change((trx) => setKeysReadTo(trx, chain, readTo))
    // A mirror may link to a next page but show nothing new. Reading on immediately would then make no progress.
    return found.some(({ readTo }) => readTo !== undefined) && byTime(readTo, from) > 0
  }

  return async (trx, chain) => {
    // The database transaction holds this lock until it commits. So the watch of the chain's keys cannot end before it
    // sees the new session.
    await lockShared(trx, lockOf(chain))
    await beginKeyWatch(trx, chain, ledgerTimestamp(clock.now() - FIRST_OVERLAP_MS))
    await later(trx, chain)
  }
}

/** An account's current keys; none if the key cannot be parsed here, since no session can have such a key. */
async function keysOf({ mirror }: Ledger, walletId: string): Promise<PresentKeys> {
  try {
    const account = await mirror.account(walletId)
    if (!account?.key || account.deleted) return NO_KEYS
    return { alone: signsAlone(account.key).map(publicKeyText), hash: keyHash(account.key) }
  } catch (error) {
    if (hasUnreadableKey(error)) return NO_KEYS
    throw error
  }
}

const NO_KEYS: PresentKeys = { alone: [], hash: undefined }

const lockOf = (chain: string) => `key watch ${chain}`

/** The time {@link OVERLAP_MS} before a consensus timestamp. */
function overlapping(timestamp: string): string {
  const [seconds = '0', nanos = '0'] = timestamp.split('.')
  return timestampText(Math.max(0, Number(seconds) - OVERLAP_MS / 1000), nineDigits(nanos))
}

/**
 * The accounts in transactions of this type since `from`. If one read cannot cover them all, `readTo` is where the next
 * one continues.
 */
async function changedSince({ mirror }: Ledger, type: string, from: string) {
  const accounts: string[] = []
  let readTo = from
  for (let page = 0; page < MAX_PAGES; page++) {
    const since = page === 0 ? `gte:${from}` : `gt:${readTo}`
    const path = `/transactions?transactiontype=${type}&result=success&order=asc&limit=${PAGE}&timestamp=${since}`
    const answer: unknown = await mirror.get(path)
    if (!Check(Updates, answer))
      throw unavailable('MIRROR_UNAVAILABLE', `The mirror's answer to ${path} has no list of transactions`)
    const { transactions, links } = answer
    for (const { entity_id } of transactions) if (entity_id !== null) accounts.push(entity_id)
    // A page of large transactions may be shorter than requested, so its length does not show whether more follow.
    if (links.next === null) return { accounts, readTo: undefined }
    const last = transactions.at(-1)?.consensus_timestamp
    if (last === undefined) break
    readTo = last
  }
  return { accounts, readTo }
}

/** Compares timestamps as text. Their nanoseconds have nine digits, so texts of equal length sort by time. */
const byTime = (a: string, b: string): number => a.length - b.length || Number(a > b) - Number(a < b)
