/** First answers by Idempotency-Key, kept for a day in the database, so that they survive a restart. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import { limits } from '../base/platform-limits.ts'
import type { Database, DatabaseServer, Migration } from '../database/database.ts'
import { deleteSome } from '../database/delete-some.ts'
import { timersOf } from '../jobs/boss.ts'

/** What was answered, as it is answered again. */
export interface FirstAnswer {
  status: number
  contentType: string
  location: string | null
  body: string
}

/** Whose key: a wallet on its chain, in one service. */
export interface KeyOwner {
  service: string
  wallet: string
  key: string
}

/** A key held by the request that claimed it. Its claim is renewed until `keep` or `release`. */
export interface HeldKey extends KeyOwner {
  /** Another one for each claim: whoever has lost the key to a later claim changes nothing of it any more. */
  claim: string
}

/**
 * `first`: execute it, then `keep` or `release`. `running`: it is being executed. `reused`: another request has the key. `unkept`: it
 * was answered with more than is kept. `full`: the wallet has as many keys, or answers as large, as may be kept for it.
 */
export type Claim =
  | { is: 'running' | 'reused' | 'full' }
  | { is: 'first'; held: HeldKey }
  | { is: 'unkept'; status: number }
  | { is: 'answered'; answer: FirstAnswer; requestHash: string }

export interface IdempotencyStore {
  /** @param requestHash Undefined where it is not known yet: then an answer is told whatever it was an answer to. */
  claim(owner: KeyOwner, requestHash: string | undefined): Promise<Claim>
  /**
   * Answers whether it was kept: it is not where another request has claimed the key meanwhile. Where it fails, it is tried again, and the key
   * stays claimed by this process: what was done must not be done again once the claim would have run out.
   *
   * @param requestHash Where it was not known when the key was claimed.
   */
  keep(held: HeldKey, answer: FirstAnswer, requestHash?: string): Promise<boolean>
  /** Forgets the key: what was answered is no result. Where it fails, the claim runs out. */
  release(held: HeldKey): Promise<void>
}

interface Row extends HeldKey {
  request_hash: string
  /** Milliseconds. While it runs: when it is given up for dead. */
  expires_at: bigint
  status: number | null
  content_type: string | null
  location: string | null
  body: string | null
}
interface Tables {
  'platform.first_answer': Row
}

const KEPT_MS = 24 * 3_600_000
/** A claim that has not been renewed for so long was its process's, which has died. */
const RUNNING_MS = 120_000
const RENEW_MS = RUNNING_MS / 4
const SWEEP_MS = 600_000
const COUNTED_MS = 60_000
const COUNTED_WALLETS = 10_000
/** Of a request whose body has not come yet. */
const UNKNOWN = ''

const migrations: Record<string, Migration> = {
  '001-first-answer': {
    async up(db) {
      await sql`create table platform.first_answer (
        service text not null, wallet text not null, key text not null, request_hash text not null,
        expires_at bigint not null, status integer, content_type text, location text, body text,
        primary key (service, wallet, key))`.execute(db)
      await sql`create index on platform.first_answer (expires_at)`.execute(db)
    },
  },
  '002-claim': {
    async up(db) {
      await sql`alter table platform.first_answer add column claim text not null default ''`.execute(db)
    },
  },
}

/** Opens the table, in the platform's own schema. */
export async function openFirstAnswers(server: DatabaseServer, clock: Clock): Promise<IdempotencyStore> {
  const db = await server.open<Tables>({ schema: 'platform', migrations })
  let sweepAt = 0
  /** What is kept for the wallets that came lately, counted here between two looks at the table. */
  const counts = new Map<string, Kept & { until: number }>()
  async function keptOf({ service, wallet }: KeyOwner, now: number): Promise<Kept> {
    const name = `${service} ${wallet}`
    const known = counts.get(name)
    if (known && now < known.until) return known
    const counted = { ...(await countKept(db, service, wallet, now)), until: now + COUNTED_MS }
    counts.delete(name)
    counts.set(name, counted)
    const [oldest] = counts.keys()
    if (counts.size > COUNTED_WALLETS && oldest !== undefined) counts.delete(oldest)
    return counted
  }
  const holding = renewing(db, clock)
  return {
    async claim(owner, requestHash) {
      const now = clock.now()
      if (now >= sweepAt) {
        sweepAt = now + SWEEP_MS
        // One part for each request that comes, as long as there is more.
        if ((await forgetExpired(db, now)) >= limits.rowsDeletedAtOnce.value) sweepAt = now
      }
      const kept = await keptOf(owner, now)
      if (kept.count >= limits.idempotencyKeys.value || kept.bytes >= limits.idempotencyBytes.value) {
        const known = await find(db, owner, requestHash, now)
        return known ?? { is: 'full' }
      }
      const held = { ...owner, claim: randomUUID() }
      if (await insert(db, held, requestHash ?? UNKNOWN, now)) {
        kept.count++
        holding.add(held)
        return { is: 'first', held }
      }
      return (await find(db, owner, requestHash, now)) ?? { is: 'running' }
    },
    async keep(held, { status, contentType, location, body }, requestHash) {
      const isKept = body.length <= limits.idempotencyAnswerBytes.value
      const answer = {
        status,
        content_type: isKept ? contentType : null,
        location,
        body: isKept ? body : null,
        expires_at: BigInt(clock.now() + KEPT_MS),
        ...(requestHash === undefined ? {} : { request_hash: requestHash }),
      }
      return holding.settle(held, async () => {
        const kept = await keptOf(held, clock.now())
        const { numUpdatedRows } = await db.change((change) =>
          change.updateTable('platform.first_answer').set(answer).where(isHeld(held)).executeTakeFirst(),
        )
        if (isKept && numUpdatedRows > 0n) kept.bytes += body.length
        return numUpdatedRows > 0n
      })
    },
    async release(held) {
      try {
        const kept = await keptOf(held, clock.now())
        const { numDeletedRows } = await db.change((change) =>
          change.deleteFrom('platform.first_answer').where(isHeld(held)).executeTakeFirst(),
        )
        if (numDeletedRows > 0n) kept.count = Math.max(kept.count - 1, 0)
      } finally {
        holding.delete(held)
      }
    },
  }
}

/** Renews the claims of keys that this process holds: a request may take longer than a claim lasts. */
function renewing(db: Database<Tables>, clock: Clock) {
  const timers = timersOf(clock)
  const holding = new Set<HeldKey>()
  /** Answers that could not be kept yet. */
  const unkept = new Map<HeldKey, () => Promise<unknown>>()
  let timer: { unref?(): void } | undefined
  /** What cannot be renewed now is renewed the next time, unless another request has claimed it by then. */
  const renew = async (): Promise<void> => {
    await Promise.allSettled([...unkept].map(([held, keep]) => settle(held, keep)))
    await db
      .change((change) =>
        sql`
          update platform.first_answer as answer set expires_at = ${BigInt(clock.now() + RUNNING_MS)}
          from json_to_recordset(${JSON.stringify([...holding])}::json) as held (service text, wallet text, key text, claim text)
          where answer.service = held.service and answer.wallet = held.wallet and answer.key = held.key
            and answer.claim = held.claim and answer.status is null`.execute(change),
      )
      .catch(() => {})
  }
  const forget = (held: HeldKey): void => {
    unkept.delete(held)
    holding.delete(held)
    if (holding.size > 0) return
    timers.clearInterval(timer as never)
    timer = undefined
  }
  /** Carries out what ends a claim; where it fails, again with each renewal. */
  async function settle<T>(held: HeldKey, keep: () => Promise<T>): Promise<T> {
    unkept.set(held, keep)
    const kept = await keep()
    forget(held)
    return kept
  }
  return {
    settle,
    delete: forget,
    add(held: HeldKey): void {
      holding.add(held)
      timer ??= timers.setInterval(renew, RENEW_MS) as { unref?(): void }
      timer.unref?.()
    },
  }
}

const rowOf = ({ service, wallet, key }: KeyOwner) =>
  sql<boolean>`service = ${service} and wallet = ${wallet} and key = ${key}`
const isHeld = (held: HeldKey) => sql<boolean>`${rowOf(held)} and claim = ${held.claim}`

/** Whether the key was free, or its row had expired. One statement, so that of two at once one is first. */
const insert = (db: Database<Tables>, held: HeldKey, requestHash: string, now: number): Promise<boolean> =>
  db.change(async (change) => {
    const answer = await sql`
      insert into platform.first_answer as old (service, wallet, key, claim, request_hash, expires_at)
      values (${held.service}, ${held.wallet}, ${held.key}, ${held.claim}, ${requestHash}, ${BigInt(now + RUNNING_MS)})
      on conflict (service, wallet, key) do update
      set claim = excluded.claim, request_hash = excluded.request_hash, expires_at = excluded.expires_at, status = null, body = null
      where old.expires_at <= ${BigInt(now)}
      returning 1 as mine`.execute(change)
    return answer.rows.length === 1
  })

/** @param requestHash As in {@link IdempotencyStore.claim}. */
async function find(
  db: Database<Tables>,
  owner: KeyOwner,
  requestHash: string | undefined,
  now: number,
): Promise<Claim | undefined> {
  const row = await db.read.selectFrom('platform.first_answer').selectAll().where(rowOf(owner)).executeTakeFirst()
  if (!row || row.expires_at <= BigInt(now)) return undefined
  if (requestHash !== undefined && row.request_hash !== requestHash) return { is: 'reused' }
  const { status, content_type: contentType, location, body, request_hash } = row
  if (status === null) return { is: 'running' }
  if (contentType === null || body === null) return { is: 'unkept', status }
  return { is: 'answered', answer: { status, contentType, location, body }, requestHash: request_hash }
}

interface Kept {
  count: number
  /** Of the answers. */
  bytes: number
}

async function countKept(db: Database<Tables>, service: string, wallet: string, now: number): Promise<Kept> {
  const { count, bytes } = await db.read
    .selectFrom('platform.first_answer')
    .select([sql<bigint>`count(*)`.as('count'), sql<bigint>`coalesce(sum(length(body)), 0)::bigint`.as('bytes')])
    .where('service', '=', service)
    .where('wallet', '=', wallet)
    .where('expires_at', '>', BigInt(now))
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

const forgetExpired = (db: Database<Tables>, now: number): Promise<number> =>
  db.change((change) => deleteSome(change, 'platform.first_answer', sql`expires_at <= ${BigInt(now)}`))
