/**
 * Jobs whose process ended while they ran. A job that crashes its process would crash it again after every start. So an
 * interrupted job is counted when it begins, before its handler runs, and is set aside once its process has ended
 * `jobInterruptions` times while it ran.
 *
 * Many jobs run when a process dies, and at most one of them is the cause. So interrupted jobs run one at a time from
 * then on, and only the running one is counted again.
 */

import { jobsSetAside } from '../base/metrics.ts'
import { limits } from '../bounds/platform-limits.ts'
import { type Connections, withSession } from '../database/connection.ts'
import type { JobKey } from './table.ts'

/**
 * How long other interrupted jobs wait while one runs, in milliseconds. A job that runs longer than this is probably
 * harmless.
 */
const ALONE_MS = 2000

export class JobInterruptions {
  readonly #connections: Connections
  #last: Promise<void> = Promise.resolve()

  constructor(connections: Connections) {
    this.#connections = connections
  }

  /** Creates the table. Call it before any job begins. */
  async prepare(): Promise<void> {
    await withSession(this.#connections, (session) => session.script(CREATE))
    await this.#measure()
  }

  /** The ids among `ids` of jobs that were interrupted before. */
  async among(ids: string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await withSession(this.#connections, (session) => session.query(AMONG, [ids]))
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** Resolves when the earlier turn has ended, or has lasted {@link ALONE_MS}. The returned function ends this turn. */
  async turn(): Promise<() => void> {
    const over = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = over.promise
    await before
    const timer = setTimeout(over.resolve, ALONE_MS)
    return () => {
      clearTimeout(timer)
      over.resolve()
    }
  }

  /**
   * Counts in the database that the job begins. Returns false if its process ended too often while it ran. If so, the
   * job is set aside and must not begin.
   */
  async begin({ id, name }: JobKey): Promise<boolean> {
    const { rows } = await withSession(this.#connections, (session) => session.query(BEGIN, [id, name]))
    if (Number(rows[0]?.begun) <= limits.jobInterruptions.value) return true
    await withSession(this.#connections, (session) => session.query(SET_ASIDE, [id]))
    await this.#measure()
    return false
  }

  /** Records that the job ended, with success or not, and that its process survived. */
  async ended({ id }: JobKey, done: boolean): Promise<void> {
    await withSession(this.#connections, (session) => session.query(done ? FORGET : ENDED, [id]))
  }

  /** Deletes the set-aside jobs of a key. */
  async forget(kind: string, singletonKey: string): Promise<void> {
    const { affectedRows } = await withSession(this.#connections, (session) =>
      session.query(FORGET_KEY, [kind, singletonKey]),
    )
    if (affectedRows) await this.#measure()
  }

  async #measure(): Promise<void> {
    const { rows } = await withSession(this.#connections, (session) => session.query(COUNT))
    jobsSetAside().set(Number(rows[0]?.count ?? 0))
  }
}

const CREATE = `
  begin;
  select pg_advisory_xact_lock(hashtext('quorate interrupted jobs'));
  create schema if not exists platform;
  create table if not exists platform.interrupted_job (
    id uuid primary key, kind text not null, begun integer not null, set_aside_at timestamptz);
  commit`
const AMONG = 'select id from platform.interrupted_job where id = any($1::uuid[])'
/** A job without a row began once before, when it was interrupted, so this is its second time. */
const BEGIN = `
  insert into platform.interrupted_job as job (id, kind, begun) values ($1, $2, 2)
  on conflict (id) do update set begun = job.begun + 1 returning begun`
const ENDED = 'update platform.interrupted_job set begun = begun - 1 where id = $1'
const FORGET = 'delete from platform.interrupted_job where id = $1'
const FORGET_KEY = `
  with forgotten as (
    delete from platform.interrupted_job i using pgboss.job j
    where i.kind = $1 and i.set_aside_at is not null and j.name = i.kind and j.id = i.id and j.singleton_key = $2
    returning i.id)
  delete from pgboss.job where name = $1 and id in (select id from forgotten) and state = 'failed'`
const SET_ASIDE = 'update platform.interrupted_job set set_aside_at = now() where id = $1'
const COUNT = 'select count(*) from platform.interrupted_job where set_aside_at is not null'
