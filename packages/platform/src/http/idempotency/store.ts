/** First answers by Idempotency-Key, stored for a day in the database, so that they survive a restart. */
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { limits } from '../../bounds/platform-limits.ts'
import type { Change, Database, DatabaseServer, Migration } from '../../database/database.ts'
import { deleteSome } from '../../database/delete-some.ts'
import { behind } from '../../database/fences.ts'
import { type BudgetCounts, budgetTable, giveBack, takeFrom } from '../../database/hourly-budget.ts'
import { timersOf } from '../../jobs/boss.ts'

/** The first answer, as it is sent again. */
export interface FirstAnswer {
  status: number
  contentType: string
  location: string | null
  body: string
}

/** A key and its owner: a wallet on its chain (`chain:account`), in one service. */
export interface KeyOwner {
  service: string
  wallet: string
  key: string
}

/** A key held by the request that claimed it. Its claim is renewed until `keep` or `release`. */
export interface HeldKey extends KeyOwner {
  /** Unique for each claim: a request that has lost the key to a later claim can no longer change its row. */
  claim: string
  /** When it was claimed, in milliseconds. */
  at: number
}

/**
 * `first`: execute the request, then `keep` or `release`. `running`: the first request is being executed. `reused`: the
 * key belongs to a different request. `unkept`: the first request was executed, but its answer was too large to store.
 * `full`: the wallet's key exceeds the budget now.
 */
export type Claim =
  | { is: 'running' | 'reused' }
  | { is: 'full'; waitMs: number }
  | { is: 'first'; held: HeldKey }
  | { is: 'unkept'; status: number }
  | { is: 'answered'; answer: FirstAnswer; requestHash: string }

export interface IdempotencyStore {
  /**
   * @param requestHash Undefined if it is not known yet. Then a stored answer is returned whatever request it answered.
   */
  claim(owner: KeyOwner, requestHash: string | undefined): Promise<Claim>
  /**
   * Settles the key, with the answer if there is room for it. False if another request has claimed the key meanwhile.
   * If the database fails, the store retries and keeps the claim. Otherwise the claim would expire, and the same
   * request would be executed twice.
   *
   * @param requestHash Given if it was not known when the key was claimed.
   */
  keep(held: HeldKey, answer: FirstAnswer, requestHash?: string): Promise<boolean>
  /** Forgets the key, if the answer must not be stored. If the database fails, the claim expires. */
  release(held: HeldKey): Promise<void>
  /**
   * Runs `work`, which executes the request. While the request is under way, its changes fail once another request has
   * claimed the key. The embedded database has only one process, so no claim is lost to another.
   */
  whileHeld(held: HeldKey, isUnderWay: () => boolean, work: () => void): void
}

interface Row extends Omit<HeldKey, 'at'> {
  request_hash: string
  /** Milliseconds since the epoch. While the request runs, the time at which its process counts as dead. */
  expires_at: bigint
  status: number | null
  content_type: string | null
  location: string | null
  body: string | null
}
interface Tables {
  'platform.first_answer': Row
  'platform.answer_bytes': BudgetCounts
}

const KEPT_MS = 24 * 3_600_000
/** If a claim was not renewed for this long, its process has died or is paused. */
const RUNNING_MS = 10_000
const RENEW_MS = RUNNING_MS / 4
const SWEEP_MS = 600_000
/** How many expired answers one request with a key deletes. */
export const ROWS_DELETED_BY_A_REQUEST = 10
/** The cost of a key in the budget: its row, and an answer of {@link USUAL_BYTES}. */
const KEY_BYTES = 1024
const USUAL_BYTES = 512
/** The hash of a request whose body has not arrived yet. */
const UNKNOWN = ''

const migrations: Record<string, Migration> = {
  '001-baseline': {
    async up(db) {
      await sql`
        create table platform.first_answer (
          service text not null,
          wallet text not null,
          key text not null,
          request_hash text not null,
          expires_at bigint not null,
          status integer,
          content_type text,
          location text,
          body text,
          claim text not null default '',
          primary key (service, wallet, key)
        )`.execute(db)
      await sql`create index on platform.first_answer (expires_at)`.execute(db)
      for (const statement of budgetTable('platform.answer_bytes')) await statement.execute(db)
    },
  },
}

/** Opens the table, in the platform's own schema. */
export async function openFirstAnswers(server: DatabaseServer, clock: Clock): Promise<IdempotencyStore> {
  const db = await server.open<Tables>({ schema: 'platform', migrations })
  let sweepAt = 0
  const holding = renewing(db, clock)
  return {
    async claim(owner, requestHash) {
      const now = clock.now()
      if (now >= sweepAt) {
        sweepAt = now + SWEEP_MS
        // If more answers have expired, the next request deletes some of them, too.
        if ((await forgetExpired(db, now)) >= ROWS_DELETED_BY_A_REQUEST) sweepAt = now
      }
      const held = { ...owner, claim: randomUUID(), at: now }
      try {
        if (!(await insert(db, held, requestHash ?? UNKNOWN)))
          return (await find(db, owner, requestHash, now)) ?? { is: 'running' }
      } catch (error) {
        if (error instanceof NoRoom) return { is: 'full', waitMs: error.waitMs }
        throw error
      }
      holding.add(held)
      return { is: 'first', held }
    },
    keep: (held, { status, contentType, location, body }, requestHash) =>
      holding.settle(held, () =>
        db.change(async (trx) => {
          // Locks the row before the budget's counts, like `claim`; another order could deadlock.
          if (!(await lock(trx, held))) return false
          const bytes = Buffer.byteLength(body)
          const isKept =
            bytes <= limits.idempotencyAnswerBytes.value &&
            !(bytes > USUAL_BYTES && (await takeRoom(trx, held, bytes - USUAL_BYTES, clock.now())))
          const answer = {
            status,
            content_type: isKept ? contentType : null,
            location,
            body: isKept ? body : null,
            expires_at: BigInt(clock.now() + KEPT_MS),
            ...(requestHash === undefined ? {} : { request_hash: requestHash }),
          }
          await trx.updateTable('platform.first_answer').set(answer).where(isHeld(held)).execute()
          return true
        }),
      ),
    whileHeld(held, isUnderWay, work) {
      if (server.kind !== 'postgres') return work()
      behind(async (trx) => {
        if (isUnderWay() && !(await isStillHeld(trx, held))) throw taken(held)
      }, work)
    },
    async release(held) {
      try {
        await db.change(async (trx) => {
          const { numDeletedRows } = await trx
            .deleteFrom('platform.first_answer')
            .where(isHeld(held))
            .executeTakeFirst()
          if (numDeletedRows > 0n) await giveRoomBack(trx, held)
        })
      } finally {
        holding.delete(held)
      }
    },
  }
}

/** Renews the claims of keys that this process holds, since a request may take longer than a claim lasts. */
function renewing(db: Database<Tables>, clock: Clock) {
  const timers = timersOf(clock)
  const holding = new Set<HeldKey>()
  /** Answers that could not be written yet. */
  const unkept = new Map<HeldKey, () => Promise<unknown>>()
  let timer: { unref?(): void } | undefined
  /**
   * A claim that cannot be renewed now is renewed the next time, unless another request has claimed its key by then.
   */
  const renew = async (): Promise<void> => {
    await Promise.allSettled([...unkept].map(([held, keep]) => settle(held, keep)))
    await db
      .change((trx) =>
        sql`
          update platform.first_answer as answer set expires_at = ${BigInt(clock.now() + RUNNING_MS)}
          from json_to_recordset(${JSON.stringify([...holding])}::json) as held (service text, wallet text, key text, claim text)
          where answer.service = held.service and answer.wallet = held.wallet and answer.key = held.key
            and answer.claim = held.claim and answer.status is null`.execute(trx),
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
  /** Runs `keep`, which ends a claim. If it fails, each renewal runs it again. */
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

const lock = async (trx: Change<Tables>, held: HeldKey): Promise<boolean> =>
  (await trx.selectFrom('platform.first_answer').select('claim').where(isHeld(held)).forUpdate().execute()).length > 0

/** Nobody else can claim the key before the database transaction ends. Renewals do not wait for this lock. */
const isStillHeld = async (trx: Transaction<Tables>, held: HeldKey): Promise<boolean> => {
  const { rows } = await sql`select 1 from platform.first_answer where ${isHeld(held)} for key share`.execute(trx)
  return rows.length > 0
}

const taken = ({ key }: HeldKey): ApiError =>
  new ApiError(
    409,
    'IDEMPOTENCY_KEY_IN_USE',
    `This request stalled, and another one with the Idempotency-Key ${key} has taken over: try again`,
    { retryAfterSeconds: 1 },
  )

/**
 * Claims a free or expired key; returns false if it is taken. It is one statement, so that only one of two concurrent
 * requests is first. It also sets the column `key`, so that it waits for the `key share` locks in changes of the
 * request that held the key.
 * @throws NoRoom
 */
const insert = (db: Database<Tables>, held: HeldKey, requestHash: string): Promise<boolean> =>
  db.change(async (trx) => {
    const answer = await sql`
      insert into platform.first_answer as old (service, wallet, key, claim, request_hash, expires_at)
      values (${held.service}, ${held.wallet}, ${held.key}, ${held.claim}, ${requestHash}, ${BigInt(held.at + RUNNING_MS)})
      on conflict (service, wallet, key) do update
      set key = excluded.key, claim = excluded.claim, request_hash = excluded.request_hash, expires_at = excluded.expires_at, status = null, body = null
      where old.expires_at <= ${BigInt(held.at)}
      returning 1 as mine`.execute(trx)
    if (answer.rows.length === 0) return false
    const refused = await takeRoom(trx, held, KEY_BYTES, held.at)
    if (refused) throw new NoRoom(refused.waitMs)
    return true
  })

/** Thrown to roll back the change that would have claimed a key. */
class NoRoom extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('no room for another Idempotency-Key')
    this.waitMs = waitMs
  }
}

const takeRoom = (trx: Change<Tables>, { service, wallet }: KeyOwner, amount: number, now: number) => {
  const { idempotencyBytesPerHour: perHour, idempotencyShare: percent } = limits
  const holder = { id: wallet, percent: percent.value }
  return takeFrom(trx, 'platform.answer_bytes', { name: service, perHour: perHour.value }, { amount, holder }, now)
}

const giveRoomBack = (trx: Change<Tables>, { service, wallet, at }: HeldKey) => {
  const taken = { amount: KEY_BYTES, holder: wallet, takenAt: at }
  return giveBack(trx, 'platform.answer_bytes', { name: service }, taken)
}

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

const forgetExpired = (db: Database<Tables>, now: number): Promise<number> =>
  db.change((trx) =>
    deleteSome(trx, 'platform.first_answer', sql`expires_at <= ${BigInt(now)}`, ROWS_DELETED_BY_A_REQUEST),
  )
