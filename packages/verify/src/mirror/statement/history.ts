/** Reads the keys, existence and balances of accounts at a past time. */
import { type Static, Type } from 'typebox'
import { unavailable, unprocessable, VerifyError } from '../../error.ts'
import type { Key } from '../../keys/keys.ts'
import { limits } from '../../limits.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import { nanos, nanosText } from '../../values/timestamp-text.ts'
import { keyOf } from '../keys.ts'
import { collectionReads, gated, type ReadGate } from '../nft-holders.ts'
import { type PresentReads, presentReads } from '../present-accounts.ts'
import type { MirrorGet } from '../reading/mirror-get.ts'
import { entityPath } from '../reading/paths.ts'
import { MirrorTimestamp } from '../reading/timestamps.ts'
import { accountTransactions } from './account-transactions.ts'

export interface HoldingQuestion {
  account: string
  /** null for the native currency. */
  tokenId: string | null
  /** `seconds.nanos` */
  at: string
  /**
   * `seconds.nanos`. If given, the question is for the lowest balance from right after this time up to and including
   * `at`.
   */
  since?: string
  /**
   * Counting begins from a balance snapshot that is at least this much older than `since`, in milliseconds. Default:
   * `SNAPSHOT_AGE_MS`.
   */
  snapshotAgeMs?: number
  /** The maximum number of pages of transactions to read. Default: the limit `maxHistoryPages`. */
  maxPages?: number
  /** Every read of the mirror goes through this function. It may wait, count, or throw to end the question. */
  read?: ReadGate | undefined
  /** The account that pays for the reads. A question waits only for reads of the same payer. */
  payer?: string
}

export interface HistoryReads extends PresentReads {
  /**
   * The exact balance of an account right after `at`, or the lowest from `since` to `at`, in smallest units. It is
   * worked out from the mirror's last balance snapshot an hour before, plus the account's transfers since then. For a
   * non-fungible token, the number of serials held among its first 1,000, from the history of each. Call this only
   * after the mirror has passed `at`: then every call begins from the same snapshot.
   *
   * @throws 422 {@link HistoryTooLong}
   */
  holdingAt(question: HoldingQuestion): Promise<bigint>
  /** Refuses a collection with more serials than `holdingAt` can count. @throws 422 COLLECTION_TOO_LARGE */
  assertCountable(tokenId: string): Promise<void>
  /**
   * The key that an account had at `at`; null if it had none, did not exist or was deleted.
   * @throws 503 KEY_UNREADABLE
   */
  keyAt(account: string, at: string): Promise<Key | null>
  /** Whether the account existed at `at`, `seconds.nanos`. */
  existedAt(account: string, at: string): Promise<'yes' | 'no' | 'deleted'>
}

/** The account has more transactions than can be read. Only its balance in the snapshot is known. */
export interface HistoryTooLong extends VerifyError {
  code: 'HISTORY_TOO_LONG'
  /** The balance in the snapshot before these transactions. */
  balance: bigint
}
export const isHistoryTooLong = (error: unknown): error is HistoryTooLong =>
  error instanceof Error && 'balance' in error && 'code' in error && error.code === 'HISTORY_TOO_LONG'

/** `seconds.nanos` of milliseconds since the epoch. */
export const ledgerTimestamp = (ms: number): string =>
  `${Math.floor(ms / 1000)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}000000`

/**
 * Mirrors write a snapshot about every 15 minutes, and publish it some time later. After an hour, it is certainly
 * published. So everyone who asks the same mirror begins from the same snapshot, whenever they ask.
 */
export const SNAPSHOT_AGE_MS = 3_600_000

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const Balance = Type.Union([Type.Integer({ minimum: 0 }), Type.BigInt({ minimum: 0n })])
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

const AccountAnswer = Type.Object({
  account: Type.String(),
  key: OrNull(Type.Object({ _type: Type.String(), key: Type.String() })),
  deleted: OrNull(Type.Boolean()),
})
const BalancesAnswer = Type.Object({
  timestamp: OrNull(MirrorTimestamp),
  balances: Type.Array(Type.Object({ account: Type.String(), balance: Balance })),
})
const TransfersAnswer = Type.Object({
  transactions: Type.Array(
    Type.Object({
      consensus_timestamp: MirrorTimestamp,
      transfers: Type.Optional(Type.Array(Type.Object({ account: OrNull(Type.String()), amount: Int64 }))),
      token_transfers: Type.Optional(
        Type.Array(Type.Object({ token_id: Type.String(), account: OrNull(Type.String()), amount: Int64 })),
      ),
    }),
  ),
  links: Type.Optional(Type.Object({ next: OrNull(Type.String()) })),
})
type Moves = Static<typeof TransfersAnswer>['transactions'][number]

export function historyReads(mirror: MirrorGet): HistoryReads {
  const { isCollection, assertCountable, serialsHeld } = collectionReads(mirror)
  async function accountAt(account: string, at: string) {
    const path = entityPath([account], `/api/v1/accounts/${account}?transactions=false&timestamp=lte:${at}`)
    const found = await mirror.get(path, AccountAnswer)
    if (found && found.account !== account)
      throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows another account than ${account} at ${path}`)
    return found
  }
  return {
    ...presentReads(mirror),
    assertCountable,
    async holdingAt(question) {
      const { account, tokenId, at, since = at, read, payer } = question
      // Both become parts of paths, so they must be entity ids.
      for (const id of [account, ...(tokenId === null ? [] : [tokenId])])
        if (!isEntityId(id))
          throw new VerifyError('INVALID_ENTITY_ID', `"${id.slice(0, 80)}" is not an id such as 0.0.1001`)
      const http = gated(mirror, read)
      if (tokenId !== null && (await isCollection(tokenId, read)))
        return (await serialsHeld({ tokenId, since, at, gate: read, payer })).get(account) ?? 0n
      const snapshot = await snapshotBefore(http, { ...question, since })
      if (snapshot.timestamp === at) return snapshot.balance
      return leastSince(http, { ...question, since }, snapshot)
    },
    async keyAt(account, at) {
      const found = await accountAt(account, at)
      return found && !found.deleted ? keyOf(account, found.key) : null
    },
    async existedAt(account, at) {
      const found = await accountAt(account, at)
      if (!found) return 'no'
      return found.deleted ? 'deleted' : 'yes'
    },
  }
}

interface Snapshot {
  timestamp: string
  balance: bigint
}

/** The newest snapshot that is old enough. If the network is younger than that, the newest one up to `since`. */
async function snapshotBefore(
  http: MirrorGet,
  { account, tokenId, since, snapshotAgeMs = SNAPSHOT_AGE_MS }: HoldingQuestion & { since: string },
): Promise<Snapshot> {
  const list = tokenId === null ? 'balances' : `tokens/${tokenId}/balances`
  for (const until of [earlier(since, snapshotAgeMs), since]) {
    const found = await balancesUpTo(http, list, account, until)
    if (found) {
      const { balance = 0 } = found.balances.find((one) => one.account === account) ?? {}
      return { timestamp: found.timestamp, balance: BigInt(balance) }
    }
    const ofTreasury = await balancesUpTo(http, 'balances', TREASURY, until)
    if (ofTreasury) return { timestamp: ofTreasury.timestamp, balance: 0n }
  }
  throw unavailable('MIRROR_UNAVAILABLE', `The mirror has no balances of ${tokenId ?? 'the currency'} up to ${since}`)
}

/**
 * Mirrors take a snapshot's time from the rows of the answer. So the time is null without a snapshot, but also if the
 * account has no row in it. The treasury has a row in every snapshot, so its row gives the time.
 */
const TREASURY = '0.0.2'

async function balancesUpTo(http: MirrorGet, list: string, account: string, until: string) {
  const path = `/api/v1/${list}?account.id=${account}&timestamp=lte:${until}`
  const found = await http.get(path, BalancesAnswer)
  if (!found || found.balances.some((one) => one.account !== account))
    throw unavailable('MIRROR_UNAVAILABLE', `The mirror refuses GET ${path}, or shows other accounts there`)
  if (!found.timestamp) return undefined
  const { timestamp, balances } = found
  if (nanos(timestamp) <= nanos(until)) return { timestamp, balances }
  throw unavailable(
    'MIRROR_UNAVAILABLE',
    `The mirror returned balances of ${timestamp}, although those up to ${until} were requested`,
  )
}

/** The time `ms` milliseconds earlier, but not before the epoch. */
function earlier(timestamp: string, ms: number): string {
  const at = nanos(timestamp) - BigInt(ms) * 1_000_000n
  const since = at > 0n ? at : 0n
  return nanosText(since)
}

/** The balance right after `since`, or the lowest after any of the account's transactions from then to `at`. */
async function leastSince(
  http: MirrorGet,
  question: HoldingQuestion & { since: string },
  snapshot: Snapshot,
): Promise<bigint> {
  const { account, at, maxPages = limits.maxHistoryPages.value } = question
  const since = nanos(question.since)
  let { balance: held } = snapshot
  let least: bigint | undefined
  let pages = 0
  const read = accountTransactions(http, {
    account,
    after: nanos(snapshot.timestamp),
    until: nanos(at),
    answer: TransfersAnswer,
    beforePage() {
      if (pages++ >= maxPages)
        throw Object.assign(
          unprocessable('HISTORY_TOO_LONG', `${account} had more transactions up to ${at} than can be followed`),
          { balance: snapshot.balance },
        )
    },
  })
  for await (const transactions of read)
    for (const transaction of transactions) {
      if (nanos(transaction.consensus_timestamp) > since) least = lesser(least, held)
      held += moved(transaction, question)
    }
  return lesser(least, held)
}

const lesser = (a: bigint | undefined, b: bigint): bigint => (a !== undefined && a < b ? a : b)

function moved({ transfers, token_transfers }: Moves, { account, tokenId }: HoldingQuestion): bigint {
  let sum = 0n
  if (tokenId === null) {
    for (const transfer of transfers ?? []) if (transfer.account === account) sum += BigInt(transfer.amount)
    return sum
  }
  for (const transfer of token_transfers ?? [])
    if (transfer.token_id === tokenId && transfer.account === account) sum += BigInt(transfer.amount)
  return sum
}
