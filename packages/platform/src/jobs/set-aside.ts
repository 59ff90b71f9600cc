/**
 * For operators: lists the jobs that are set aside because their process ended too often while they ran, and resumes
 * one.
 */
import { withSession } from '../database/connection.ts'
import type { DatabaseServer } from '../database/database.ts'

export interface SetAsideJob {
  id: string
  kind: string
  /** ISO 8601 */
  setAsideAt: string
  /** The job's data; null once the queue has deleted the failed job, which then cannot be resumed. */
  data: unknown
}

export async function setAsideJobs({ connections }: DatabaseServer): Promise<SetAsideJob[]> {
  return withSession(connections, async (session) => {
    const { rows: known } = await session.query(`select to_regclass('platform.interrupted_job')::text as found`)
    if (!known[0]?.found) return []
    const { rows } = await session.query(LIST)
    return rows.map(({ id, kind, set_aside_at: at, data }) => ({
      ...{ id: String(id), kind: String(kind), setAsideAt: new Date(at as Date).toISOString() },
      data: typeof data === 'string' ? JSON.parse(data) : data,
    }))
  })
}

/** Queues the job anew, with all its attempts. False if no such job is set aside, or if the queue has deleted it. */
export async function resumeSetAside({ connections }: DatabaseServer, id: string): Promise<boolean> {
  return withSession(connections, async (session) => {
    await session.query('begin')
    try {
      const { affectedRows } = await session.query(RESUME, [id])
      if (affectedRows) await session.query('delete from platform.interrupted_job where id = $1', [id])
      return affectedRows === 1
    } finally {
      await session.query('commit')
    }
  })
}

const LIST = `
  select i.id, i.kind, i.set_aside_at, j.data::text as data
  from platform.interrupted_job i left join pgboss.job j on j.name = i.kind and j.id = i.id
  where i.set_aside_at is not null order by i.set_aside_at, i.id`
const RESUME = `
  update pgboss.job j
  set state = 'created', priority = 0, retry_count = 0, retry_limit = q.retry_limit, output = null,
    started_on = null, completed_on = null, start_after = pgboss.job_now()
  from platform.interrupted_job i, pgboss.queue q
  where i.id = $1 and i.set_aside_at is not null and j.name = i.kind and j.id = i.id and j.state = 'failed' and q.name = j.name`
