/** The few statements on pg-boss's table that its interface has no cheap form of. Finished jobs leave no row. */
import { type Session, type Store, withSession } from '../database/connection.ts'

export interface JobKey {
  name: string
  id: string
}

const columns = (keys: readonly JobKey[]) => [keys.map(({ name }) => name), keys.map(({ id }) => id)]

/** Those of the queues that have a job to start now. */
export async function queuesWithWork(store: Store, names: string[]): Promise<string[]> {
  const { rows } = await withSession(store, (session) => session.query(QUEUES_WITH_WORK, [names]))
  return rows.map(({ name }) => String(name))
}
const QUEUES_WITH_WORK = `
  select q.name from unnest($1::text[]) as q(name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

/** A plain deletion: keeping finished jobs costs two more index entries per job, and a deletion later on. */
export async function removeJobs(store: Store, keys: readonly JobKey[]): Promise<void> {
  await withSession(store, (session) => session.query(REMOVE, columns(keys)))
}
const REMOVE = `
  delete from pgboss.job j using unnest($1::text[], $2::uuid[]) as done(name, id)
  where j.name = done.name and j.id = done.id`

/** The same inside a change, where only the ids are at hand. */
export const REMOVE_BY_ID = 'delete from pgboss.job where name = any($1::text[]) and id = any($2::uuid[])'

/** The leases of jobs that still run begin anew. */
export async function renewLeases(store: Store, keys: readonly JobKey[], seconds: number): Promise<void> {
  await withSession(store, (session) => session.query(RENEW, [...columns(keys), seconds]))
}
const RENEW = `
  update pgboss.job j set start_after = pgboss.job_now() + $3::int * interval '1s'
  from unnest($1::text[], $2::uuid[]) as running(name, id)
  where j.name = running.name and j.id = running.id and j.state = 'created'`

/** Hands a leased job that was not begun to the queue, as one that waits for nothing. */
export async function endLease(store: Store, { name, id }: JobKey): Promise<void> {
  await withSession(store, (session) => session.query(END_LEASE, [name, id]))
}
const END_LEASE = `
  update pgboss.job set start_after = pgboss.job_now(), priority = 0 where name = $1 and id = $2 and state = 'created'`

/**
 * Takes a leased job as the queue would have, so that its failure counts as the first attempt's.
 * False if it is not ours any more: somebody finished it, or its lease ended and the queue gave it away.
 */
export async function takeLeased(session: Session, key: JobKey): Promise<boolean> {
  const { affectedRows } = await session.query(TAKE_LEASED, [key.name, key.id])
  return affectedRows === 1
}
const TAKE_LEASED = `
  update pgboss.job set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now()
  where name = $1 and id = $2 and state = 'created'`

/** No attempt follows the present one. */
export async function endAttempts(session: Session, key: JobKey): Promise<void> {
  await session.query('update pgboss.job set retry_limit = retry_count where name = $1 and id = $2', [key.name, key.id])
}

/** Of two changes that create a job with the same key at the same time, the second waits for the first. */
export const LOCK_KEY = `select pg_advisory_xact_lock(hashtextextended('quorate job ' || $1::text || ' ' || $2::text, 0))`

/** pg-boss has no index by key for jobs that wait. One process at a time makes it. */
export async function indexKeys(store: Store): Promise<void> {
  await withSession(store, (session) => session.script(INDEX_KEYS))
}
const INDEX_KEYS = `
  begin;
  select pg_advisory_xact_lock(hashtext('quorate job keys'));
  create index if not exists quorate_job_key on pgboss.job (name, singleton_key) where singleton_key is not null;
  commit`

const WAITS = `name = $1 and singleton_key = $2 and (state = 'retry' or (state = 'created' and priority = 0))`
/** A job that has not begun, nor will before this change is committed: the queue passes over a locked row. */
export const WAITING_WITH_KEY = `select id from pgboss.job where ${WAITS} limit 1 for update`
/**
 * One that is run at once takes the place of a job that waits. Run itself, that one would still look as if it waited, and another one created before
 * it is removed would be lost, although it may have come too late for it.
 */
export const REMOVE_WAITING = `delete from pgboss.job where ${WAITS}`

/**
 * What a dead process of an embedded database had begun or leased starts at once. On a server it cannot be known
 * whose it is: there heartbeats and leases run out.
 */
export async function reclaim(store: Store, names: string[]): Promise<void> {
  await withSession(store, (session) => session.query(RECLAIM, [names, LEASED]))
}
export const LEASED = 1
const RECLAIM = `
  update pgboss.job set state = case state when 'active' then 'retry' else state end, start_after = pgboss.job_now()
  where name = any($1::text[]) and (state = 'active' or (state = 'created' and priority = $2::int))`
