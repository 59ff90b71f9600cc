/** First answers by Idempotency-Key, kept for a day in the database, so that they survive a restart. */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database, DatabaseServer, Migration } from './database.ts'

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

/** `first`: execute it, then `keep` or `release`. `running`: it is being executed. `reused`: another request has the key. */
export type Claim = { is: 'first' | 'running' | 'reused' } | { is: 'answered'; answer: FirstAnswer }

export interface FirstAnswers {
  claim(owner: KeyOwner, requestHash: string): Promise<Claim>
  keep(owner: KeyOwner, answer: FirstAnswer): Promise<void>
  /** Forgets the key: what was answered is no result. */
  release(owner: KeyOwner): Promise<void>
}

interface Row extends KeyOwner {
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
/** A request that has not been answered by then died with its process. */
const RUNNING_MS = 120_000
const SWEEP_MS = 600_000

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
}

/** Opens the table, in the platform's own schema. */
export async function openFirstAnswers(server: DatabaseServer, clock: Clock): Promise<FirstAnswers> {
  const db = await server.open<Tables>({ schema: 'platform', migrations })
  let sweepAt = 0
  return {
    async claim(owner, requestHash) {
      const now = clock.now()
      if (now >= sweepAt) {
        sweepAt = now + SWEEP_MS
        await forgetExpired(db, now)
      }
      if (await insert(db, owner, requestHash, now)) return { is: 'first' }
      return find(db, owner, requestHash)
    },
    async keep(owner, { status, contentType, location, body }) {
      const answer = { status, content_type: contentType, location, body, expires_at: BigInt(clock.now() + KEPT_MS) }
      await db.change((change) => change.updateTable('platform.first_answer').set(answer).where(rowOf(owner)).execute())
    },
    async release(owner) {
      await db.change((change) => change.deleteFrom('platform.first_answer').where(rowOf(owner)).execute())
    },
  }
}

const rowOf = ({ service, wallet, key }: KeyOwner) =>
  sql<boolean>`service = ${service} and wallet = ${wallet} and key = ${key}`

/** Whether the key was free, or its row had expired. One statement, so that of two at once one is first. */
const insert = (db: Database<Tables>, owner: KeyOwner, requestHash: string, now: number): Promise<boolean> =>
  db.change(async (change) => {
    const answer = await sql`
      insert into platform.first_answer as old (service, wallet, key, request_hash, expires_at)
      values (${owner.service}, ${owner.wallet}, ${owner.key}, ${requestHash}, ${BigInt(now + RUNNING_MS)})
      on conflict (service, wallet, key) do update
      set request_hash = excluded.request_hash, expires_at = excluded.expires_at, status = null, body = null
      where old.expires_at <= ${BigInt(now)}
      returning 1 as mine`.execute(change)
    return answer.rows.length === 1
  })

async function find(db: Database<Tables>, owner: KeyOwner, requestHash: string): Promise<Claim> {
  const row = await db.read.selectFrom('platform.first_answer').selectAll().where(rowOf(owner)).executeTakeFirst()
  if (!row) return { is: 'running' }
  if (row.request_hash !== requestHash) return { is: 'reused' }
  const { status, content_type, location, body } = row
  if (status === null) return { is: 'running' }
  return { is: 'answered', answer: { status, contentType: content_type ?? '', location, body: body ?? '' } }
}

async function forgetExpired(db: Database<Tables>, now: number): Promise<void> {
  await db.change((change) =>
    change.deleteFrom('platform.first_answer').where('expires_at', '<=', BigInt(now)).execute(),
  )
}
