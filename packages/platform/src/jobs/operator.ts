/** For operators: counts the jobs of each kind, lists permanently failed ones, and retries one. */
import { type Connections, type Row, withSession } from '../database/connection.ts'
import type { DatabaseServer } from '../database/database.ts'

/** The jobs of one kind in the queue. Finished jobs leave it. */
export interface JobCounts {
  kind: string
  /** Waiting for their start or their turn. */
  waiting: number
  running: number
  /** Failed, and waiting for their next attempt. */
  retrying: number
  /** Without a further attempt. The queue deletes them after 30 days. */
  failed: number
}

export interface FailedJob {
  id: string
  kind: string
  /** ISO 8601 */
  failedAt: string
  /** The message of the last attempt's error. */
  reason: string
  data: unknown
}

export async function jobCounts({ connections }: DatabaseServer): Promise<JobCounts[]> {
  const rows = await queueRows(connections, COUNTS)
  return rows.map(({ kind, waiting, running, retrying, failed }) => ({
    kind: String(kind),
    waiting: Number(waiting),
    running: Number(running),
    retrying: Number(retrying),
    failed: Number(failed),
  }))
}

/** Jobs without a further attempt, and jobs set aside because their process ended too often while they ran. */
export async function failedJobs({ connections }: DatabaseServer): Promise<FailedJob[]> {
  const rows = await queueRows(connections, FAILED)
  return rows.map(({ id, kind, failed_at: at, reason, data }) => ({
    id: String(id),
    kind: String(kind),
    failedAt: new Date(at as Date).toISOString(),
    reason: String(reason ?? ''),
    data: typeof data === 'string' ? JSON.parse(data) : data,
  }))
}

/** Queues a failed job again, with all its attempts. False if the queue has no such job. */
export async function retryJob({ connections }: DatabaseServer, id: string): Promise<boolean> {
  return withSession(connections, async (session) => {
    await session.query('begin')
    try {
      const { affectedRows } = await session.query(RETRY, [id])
      if (affectedRows) await session.query(FORGET, [id])
      return affectedRows === 1
    } finally {
      await session.query('commit')
    }
  })
}

/** Returns no rows if the database's queue was never started. */
async function queueRows(connections: Connections, query: string): Promise<Row[]> {
  return withSession(connections, async (session) => {
    const { rows } = await session.query(`select to_regclass('pgboss.job')::text as found`)
    return rows[0]?.found ? (await session.query(query)).rows : []
  })
}

/** Failed jobs are also copied into this queue. */
const NOT_A_COPY = `name <> 'dead-letters'`
const COUNTS = `
  select name as kind,
    count(*) filter (where state = 'created' and priority = 0) as waiting,
    count(*) filter (where state = 'active' or (state = 'created' and priority <> 0)) as running,
    count(*) filter (where state = 'retry') as retrying,
    count(*) filter (where state = 'failed') as failed
  from pgboss.job where ${NOT_A_COPY} group by name order by name`
const FAILED = `
  select id, name as kind, completed_on as failed_at, output ->> 'message' as reason, data::text as data
  from pgboss.job where ${NOT_A_COPY} and state = 'failed' order by completed_on, id`
const RETRY = `
  update pgboss.job j
  set state = 'created', priority = 0, retry_count = 0, retry_limit = q.retry_limit, output = null,
    started_on = null, completed_on = null, start_after = pgboss.job_now()
  from pgboss.queue q where j.id = $1 and j.${NOT_A_COPY} and j.state = 'failed' and q.name = j.name`
const FORGET = 'delete from platform.interrupted_job where id = $1'
