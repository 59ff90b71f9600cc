/** SQL statements on pg-boss's job table, for what pg-boss's API cannot do, or only slowly. Finished jobs leave no row. */
import { type Session, type Store, withSession } from '../database/connection.ts'

export interface JobKey {
  name: string
  id: string
}

const columns = (keys: readonly JobKey[]) => [keys.map(({ name }) => name), keys.map(({ id }) => id)]

/** Those of the queues `names` that have a job to start now. */
export async function queuesWithWork(store: Store, names: string[]): Promise<string[]> {
  const { rows } = await withSession(store, (session) => session.query(QUEUES_WITH_WORK, [names]))
  return rows.map(({ name }) => String(name))
}
const QUEUES_WITH_WORK = `
  select q.name from unnest($1::text[]) as q(name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

/** Deletes finished jobs: to keep them as completed costs two more index entries per job, and a deletion later on. */
export async function removeJobs(store: Store, keys: readonly JobKey[]): Promise<void> {
  await withSession(store, (session) => session.query(REMOVE, columns(keys)))
}
const REMOVE = `
  delete from pgboss.job j using unnest($1::text[], $2::uuid[]) as done(name, id)
  where j.name = done.name and j.id = done.id`

/** Deletes jobs inside a change, where only their ids are known: the names are those of all queues. */
export const REMOVE_BY_ID = 'delete from pgboss.job where name = any($1::text[]) and id = any($2::uuid[])'

/** Renews the leases of running jobs: they end `seconds` from now. */
export async function renewLeases(store: Store, keys: readonly JobKey[], seconds: number): Promise<void> {
  await withSession(store, (session) => session.query(RENEW, [...columns(keys), seconds]))
}
const RENEW = `
  update pgboss.job j set start_after = pgboss.job_now() + $3::int * interval '1s'
  from unnest($1::text[], $2::uuid[]) as running(name, id)
  where j.name = running.name and j.id = running.id and j.state = 'created'`

/** Ends the lease of a job that has not begun, so that the queue may hand it out at once. */
export async function endLease(store: Store, { name, id }: JobKey): Promise<void> {
  await withSession(store, (session) => session.query(END_LEASE, [name, id]))
}
const END_LEASE = `
  update pgboss.job set start_after = pgboss.job_now(), priority = 0 where name = $1 and id = $2 and state = 'created'`

/**
 * Marks a leased job active, as the queue does when it hands a job out, so that its failure counts as the first attempt's.
 * False if this process no longer holds the job: it was finished, or its lease ended and the queue handed it out.
 */
export async function takeLeased(session: Session, key: JobKey): Promise<boolean> {
  const { affectedRows } = await session.query(TAKE_LEASED, [key.name, key.id])
  return affectedRows === 1
}
const TAKE_LEASED = `
  update pgboss.job set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now()
  where name = $1 and id = $2 and state = 'created'`

/** Makes the present attempt the last one. */
export async function endAttempts(session: Session, key: JobKey): Promise<void> {
  await session.query('update pgboss.job set retry_limit = retry_count where name = $1 and id = $2', [key.name, key.id])
}

/** Locks a kind and key: of two changes that create a job with the same key at the same time, the second waits for the first. */
export const LOCK_KEY = `select pg_advisory_xact_lock(hashtextextended('quorate job ' || $1::text || ' ' || $2::text, 0))`

/** Creates an index of jobs by key, which pg-boss lacks for waiting jobs. One process at a time creates it. */
export async function indexKeys(store: Store): Promise<void> {
  await withSession(store, (session) => session.script(INDEX_KEYS))
}
const INDEX_KEYS = `
  begin;
  select pg_advisory_xact_lock(hashtext('quorate job keys'));
  create index if not exists quorate_job_key on pgboss.job (name, singleton_key) where singleton_key is not null;
  commit`

const WAITS = `name = $1 and singleton_key = $2 and (state = 'retry' or (state = 'created' and priority = 0))`
/** Finds and locks a waiting job with a key. It does not begin before this change is committed: the queue skips locked rows. */
export const WAITING_WITH_KEY = `select id from pgboss.job where ${WAITS} limit 1 for update`
/**
 * Deletes a waiting job with a key: a new job that runs at once takes its place. If the waiting job were run itself, its row would still look like
 * that of a waiting job. A further job with the key would then not be created, although the running handler may miss what that job is for.
 */
export const REMOVE_WAITING = `delete from pgboss.job where ${WAITS}`

/**
 * In an embedded database, makes the jobs that a dead process had begun or leased start at once. On a server nobody knows
 * which process holds a job: there the queue waits until heartbeats and leases run out.
 */
export async function reclaim(store: Store, names: string[]): Promise<void> {
  await withSession(store, (session) => session.query(RECLAIM, [names, LEASED]))
}
/** The priority that marks a leased job. */
export const LEASED = 1
const RECLAIM = `
  update pgboss.job set state = case state when 'active' then 'retry' else state end, start_after = pgboss.job_now()
  where name = any($1::text[]) and (state = 'active' or (state = 'created' and priority = $2::int))`
