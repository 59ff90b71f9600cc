/**
 * SQL statements on pg-boss's job table, for what pg-boss's API cannot do, or only slowly. Finished jobs leave no row.
 */
import { type Connections, type DatabaseSession, withSession } from '../database/connection.ts'

export interface JobKey {
  name: string
  id: string
}

/**
 * A job held by one attempt: by the lease that it was created with, or as the queue handed it out for the time
 * `retryCount`. Once another process has taken it over, its row has other values.
 */
export interface HeldJob extends JobKey {
  /** Undefined for a leased job, which is still in the queue. */
  retryCount: number | undefined
}

const columns = (keys: readonly JobKey[]) => [keys.map(({ name }) => name), keys.map(({ id }) => id)]
const heldColumns = (jobs: readonly HeldJob[]) => [...columns(jobs), jobs.map(({ retryCount }) => retryCount ?? null)]

/** The priority that marks a leased job. */
export const LEASED = 1

/** Whether the attempt with this `retryCount` still holds the job `j`: see {@link HeldJob}. */
const isHeldAs = (retryCount: string) => `
  case when ${retryCount} is null then j.state = 'created' and j.priority = ${LEASED}
    else j.state = 'active' and j.retry_count = ${retryCount} end`
const isHeld = `j.name = held.name and j.id = held.id and ${isHeldAs('held.retry_count')}`
const HELD = 'unnest($1::text[], $2::uuid[], $3::int[]) as held(name, id, retry_count)'

/**
 * Finds a job that is still held, inside a change. Until the change ends, the queue does not hand out the job. Renewals
 * do not wait for this lock.
 */
export const STILL_HELD = `
  select 1 from pgboss.job j where j.name = $1 and j.id = $2::uuid and ${isHeldAs('$3::int')} for key share`

/** The queues among `names` that have a job to start now. */
export async function queuesWithWork(connections: Connections, names: string[]): Promise<string[]> {
  const { rows } = await withSession(connections, (session) => session.query(QUEUES_WITH_WORK, [names]))
  return rows.map(({ name }) => String(name))
}
const QUEUES_WITH_WORK = `
  select q.name from unnest($1::text[]) as q(name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`

/** Deletes finished jobs. Keeping them as completed would cost two more index entries per job, and a deletion later. */
export async function removeJobs(connections: Connections, jobs: readonly HeldJob[]): Promise<void> {
  await withSession(connections, (session) => session.query(REMOVE, heldColumns(jobs)))
}
const REMOVE = `delete from pgboss.job j using ${HELD} where ${isHeld}`

/** Deletes jobs inside a change, if only their ids are known; the names are all queues' names. */
export const REMOVE_BY_ID = 'delete from pgboss.job where name = any($1::text[]) and id = any($2::uuid[])'

/** Extends the leases of leased jobs to `seconds` from now, and renews the heartbeat of active jobs. */
export async function keepJobs(connections: Connections, jobs: readonly HeldJob[], seconds: number): Promise<void> {
  await withSession(connections, (session) => session.query(KEEP, [...heldColumns(jobs), seconds]))
}
const KEEP = `
  update pgboss.job j set
    start_after = case when j.state = 'created' then pgboss.job_now() + $4::int * interval '1s' else j.start_after end,
    heartbeat_on = case when j.state = 'active' then pgboss.job_now() end
  from ${HELD} where ${isHeld}`

/**
 * On a server, lets the queue hand out again the jobs of processes that have been silent for `seconds`. pg-boss itself
 * waits at least ten seconds. Jobs with ids in `running` are run by this process, however long it was paused.
 */
export async function reclaimSilent(
  connections: Connections,
  names: string[],
  seconds: number,
  running: readonly string[],
): Promise<void> {
  await withSession(connections, (session) => session.query(RECLAIM_SILENT, [names, seconds, running]))
}
const RECLAIM_SILENT = `
  update pgboss.job j set state = 'retry', start_after = pgboss.job_now()
  from (
    select name, id from pgboss.job
    where name = any($1::text[]) and state = 'active' and heartbeat_on < pgboss.job_now() - $2::int * interval '1s'
      and id <> all($3::uuid[])
    for update skip locked) as silent
  where j.name = silent.name and j.id = silent.id`

/** Ends the lease of a job that has not begun, so that the queue may hand it out immediately. */
export async function endLease(connections: Connections, { name, id }: JobKey): Promise<void> {
  await withSession(connections, (session) => session.query(END_LEASE, [name, id]))
}
const END_LEASE = `
  update pgboss.job set start_after = pgboss.job_now(), priority = 0 where name = $1 and id = $2 and state = 'created'`

/** Brings the starts of waiting jobs forward. A leased job is running, and its lease ends by the database's clock. */
export async function moveStarts(connections: Connections, names: string[], ms: number): Promise<void> {
  await withSession(connections, (session) => session.query(MOVE_STARTS, [names, ms, LEASED]))
}
const MOVE_STARTS = `
  update pgboss.job set start_after = start_after - $2::float8 * interval '1ms'
  where name = any($1::text[]) and state < 'active' and priority <> $3::int`

/** The earliest start of a waiting job, in milliseconds by the database's clock. Leased jobs are already running. */
export async function earliestStart(connections: Connections, names: string[]): Promise<number | undefined> {
  const { rows } = await withSession(connections, (session) => session.query(EARLIEST_START, [names, LEASED]))
  const start = rows[0]?.start
  return start == null ? undefined : Number(start)
}
const EARLIEST_START = `
  select (extract(epoch from min(start_after)) * 1000)::float8 as start from pgboss.job
  where name = any($1::text[]) and state < 'active' and not blocked and priority <> $2::int`

/**
 * Marks a leased job active, as the queue does when it hands out a job, so that its failure counts as the first
 * attempt's. False if this process no longer holds the job: it was finished, or its lease ended and the queue handed it
 * out.
 */
export async function takeLeased(session: DatabaseSession, key: JobKey): Promise<boolean> {
  const { affectedRows } = await session.query(TAKE_LEASED, [key.name, key.id])
  return affectedRows === 1
}
const TAKE_LEASED = `
  update pgboss.job set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now()
  where name = $1 and id = $2 and state = 'created' and priority = ${LEASED}`

/** The progress of a round of owners. */
export interface RoundPosition {
  /** The database's time at which the round began. */
  began: string
  /** The owner whose job was handed out last. */
  owner: string
}

/** The queue's data about a job that it hands out. */
export interface HandedOut {
  id: string
  data: object
  /** How often it was handed out before. */
  retryCount: number
  priority: number
  output: unknown
  position: RoundPosition
}

/** Jobs that are not handed out. */
export interface Without {
  /** Owners that may begin no further job now. */
  owners: readonly string[]
  /** The ids of jobs that this process runs although their leases have ended, because it was paused. */
  running: readonly string[]
}

/**
 * Hands out the first job of the next owner in a round, in the way of pg-boss. If `position` is absent, a new round
 * begins. Undefined if the round has only jobs left that are in `without`.
 */
export async function handOut(
  connections: Connections,
  name: string,
  { owners, running }: Without,
  position?: RoundPosition,
): Promise<HandedOut | undefined> {
  const { rows } = await withSession(connections, (session) =>
    session.query(HAND_OUT, [name, owners, position?.owner ?? '', position?.began ?? null, running]),
  )
  const [job] = rows
  if (!job) return
  return {
    id: String(job.id),
    data: job.data as object,
    retryCount: Number(job.retry_count),
    priority: Number(job.priority),
    output: job.output,
    position: { began: String(job.began), owner: String(job.owner) },
  }
}
/** Jobs of earlier versions have no owner in the queue. They count as one owner's. */
const OWNER = `coalesce(group_id, 'none')`
/**
 * A scalar subquery chooses the job, because it runs once. A join could run it again for each row, and take several
 * jobs.
 */
const HAND_OUT = `
  update pgboss.job
  set state = 'active', started_on = pgboss.job_now(), heartbeat_on = pgboss.job_now(),
    retry_count = retry_count + case when started_on is null then 0 else 1 end
  where name = $1 and id = (
    select id from pgboss.job
    where name = $1 and state < 'active' and not blocked and start_after <= pgboss.job_now()
      and ${OWNER} > $3 and ${OWNER} <> all ($2::text[]) and created_on <= coalesce($4::timestamptz, pgboss.job_now())
      and id <> all ($5::uuid[])
    order by ${OWNER}, priority desc, created_on limit 1 for update skip locked)
  returning id, data, retry_count, priority, output, ${OWNER} as owner,
    coalesce($4::timestamptz, pgboss.job_now())::text as began`

/** Makes the present attempt the last one. */
export async function endAttempts(session: DatabaseSession, { name, id }: JobKey, retryCount: number): Promise<void> {
  await session.query(END_ATTEMPTS, [name, id, retryCount])
}
const END_ATTEMPTS = `
  update pgboss.job set retry_limit = retry_count
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`

/**
 * Locks a kind and key. If two changes create a job with the same key at the same time, the second waits for the first.
 */
export const LOCK_KEY = `select pg_advisory_xact_lock(hashtextextended('quorate job ' || $1::text || ' ' || $2::text, 0))`

/**
 * Creates indexes that pg-boss lacks: of waiting jobs by key and by owner, and of running jobs. One process at a time
 * creates them.
 */
export async function createIndexes(connections: Connections): Promise<void> {
  await withSession(connections, (session) => session.script(INDEXES))
}
const INDEXES = `
  begin;
  select pg_advisory_xact_lock(hashtext('quorate job keys'));
  create index if not exists quorate_job_key on pgboss.job (name, singleton_key) where singleton_key is not null;
  create index if not exists quorate_job_owner on pgboss.job (name, (${OWNER}), priority desc, created_on)
    where state < 'active' and not blocked;
  create index if not exists quorate_job_active on pgboss.job (name) where state = 'active';
  commit`

const WAITS = `name = $1 and singleton_key = $2 and (state = 'retry' or (state = 'created' and priority = 0))`
/**
 * Finds and locks a waiting job with a key. It does not begin before this change is committed, since the queue skips
 * locked rows.
 */
export const WAITING_WITH_KEY = `select id from pgboss.job where ${WAITS} limit 1 for update`
/**
 * Brings a waiting job forward to the start ($3) of a new request if that is more than a day earlier: the job was
 * created before the clock was set back.
 */
export const BRING_FORWARD = `
  update pgboss.job set start_after = $3::timestamptz
  where name = $1 and id = $2 and state = 'created' and start_after > $3::timestamptz + interval '1 day'`
/**
 * Deletes a waiting job with a key, since a new job that runs immediately replaces it. If the waiting job itself were
 * run, its row would still look like a waiting job's. Then a further job with the key would not be created, although
 * the running handler may miss the reason for that job.
 */
export const REMOVE_WAITING = `delete from pgboss.job where ${WAITS}`

/**
 * In an embedded database, makes the jobs that a dead process had begun or leased start immediately. On a server nobody
 * knows which process holds a job, so there the queue waits until heartbeats and leases expire.
 */
export async function reclaim(connections: Connections, names: string[]): Promise<void> {
  await withSession(connections, (session) => session.query(RECLAIM, [names, LEASED]))
}
const RECLAIM = `
  update pgboss.job set state = case state when 'active' then 'retry' else state end, start_after = pgboss.job_now()
  where name = any($1::text[]) and (state = 'active' or (state = 'created' and priority = $2::int))`
