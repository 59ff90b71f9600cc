/**
 * Jobs: work that must be done even if this process dies, kept by pg-boss in the same database.
 *
 * A job is created inside the change that needs it, so that both exist or neither. On the hot path the process
 * that took the request runs the handler itself as soon as the change is committed ({@link Jobs.run}). Until it is done,
 * the job waits in the queue with a *lease*: a start some seconds ahead, renewed while the handler runs. If the
 * process dies, the lease ends and the queue hands the job to whoever is there. A failed attempt, too, is the queue's.
 * Handlers run at least once: they must be idempotent, or mark their own job done in their change ({@link Jobs.complete}).
 */
import { createHash, randomUUIDv7 } from 'node:crypto'
import { fromKysely, type JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { bossSession, newBoss, timersOf } from './boss.ts'
import type { Clock } from './clock.ts'
import type { Change, DatabaseServer } from './database.ts'
import {
  endAttempts,
  type JobKey,
  LEASED,
  queuesWithWork,
  REMOVE_BY_ID,
  REMOVE_FAILED,
  reclaim,
  removeJobs,
  renewLeases,
  takeLeased,
} from './job-table.ts'
import { withSession } from './store.ts'

/** Not worth another attempt, whatever the queue's settings: the job goes to the dead letters at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}

export interface JobAttempt {
  id: string
  /** From 1. */
  attempt: number
  /** No further attempt follows if this one fails: record the failure now. */
  final: boolean
}

export type JobHandler<D> = (data: D, job: JobAttempt) => Promise<void>

export interface JobKind<D> {
  readonly name: string
  readonly handler: JobHandler<D>
}

export type JobOutcome = 'done' | 'retrying' | 'dead'

export interface JobOptions {
  /** When the queue is to start it. Absent for a job that {@link Jobs.run} follows: the queue then waits out the lease. */
  startAfter?: Date
  /** While a job of this kind and key is waiting or running, creating another does nothing and answers its id. */
  singletonKey?: string
}

export interface JobSettings {
  /** Attempts in all, QUEUE_ATTEMPTS. */
  attempts: number
  /** Before the second attempt; doubled, with jitter, before each further one. QUEUE_BACKOFF_DELAY; counted in whole seconds. */
  backoffDelayMs: number
}

export interface Jobs {
  /** A kind of job, which is also the name of its queue. `data` must survive JSON. Before {@link Jobs.start}. */
  define<D extends object>(name: string, handler: JobHandler<D>): JobKind<D>
  /** Creates a job in the caller's change and answers its id. After {@link Jobs.start}. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  create<D extends object>(change: Change<any>, kind: JobKind<D>, data: D, options?: JobOptions): Promise<string>
  /**
   * Runs a job that has just been committed, here and now; never throws. A job that already runs in this process is
   * waited for instead. `retrying`: it failed in a way that may pass, or this process is stopping; the queue will see to it.
   */
  run<D extends object>(kind: JobKind<D>, id: string, data: D): Promise<JobOutcome>
  /** Marks jobs done as part of a change: they will not start. One that runs already is not interrupted. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  complete(change: Change<any>, ids: string[]): Promise<void>
  /** Starts the queue. After an embedded database was left by a dead process, what that one had begun begins anew. */
  start(): Promise<void>
  /** Takes nothing more, and waits for the handlers that run. */
  stop(): Promise<void>
  /** Resolves when no handler runs and all that are done are marked so. */
  idle(): Promise<void>
}

export interface JobsOptions {
  server: DatabaseServer
  settings: JobSettings
  clock: Clock
  logger: Logger
}

const DEAD_LETTERS = 'dead-letters'
const POLL_MS = 500
/** Jobs that are done within so long are marked together. */
const GATHER_MS = 10
const LEASE_SECONDS = 10
/** How often what runs is announced to the queue: leases renewed, heartbeats sent. */
const KEEP_MS = 3_000
const HEARTBEAT_SECONDS = 10
const BATCH = 20
const RUNNING_AT_MOST = 100
const DAY_SECONDS = 86_400
/** So many attempts may end with their process before a job counts as dead: an attempt that fails says so itself. */
const CRASHES = 5

// biome-ignore lint/suspicious/noExplicitAny: kinds of all sorts of data in one map.
type AnyKind = JobKind<any>

interface Running {
  key: JobKey
  /** How often the queue had handed it out before; absent for a leased job, which the queue still holds. */
  retryCount: number | undefined
  outcome: Promise<JobOutcome>
}

export const openJobs = (options: JobsOptions): Jobs => new BossJobs(options)

class BossJobs implements Jobs {
  readonly #store
  readonly #settings
  readonly #timers
  readonly #logger
  readonly #boss
  readonly #kinds = new Map<string, AnyKind>()
  readonly #running = new Map<string, Running>()
  /** Done, and not yet removed from the queue. */
  readonly #done = new Map<string, JobKey>()
  #removing: Promise<void> | undefined
  #polling: Promise<void> | undefined
  #accepting = false
  #stopTimers = () => {}

  constructor({ server, settings, clock, logger }: JobsOptions) {
    this.#store = server.store
    this.#settings = settings
    this.#timers = timersOf(clock)
    this.#logger = logger
    this.#boss = newBoss(server.store, clock, logger)
  }

  define<D extends object>(name: string, handler: JobHandler<D>): JobKind<D> {
    if (this.#accepting) throw new Error(`Define the job kind ${name} before the jobs are started`)
    const kind = { name, handler }
    this.#kinds.set(name, kind)
    return kind
  }

  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  async create<D extends object>(change: Change<any>, kind: JobKind<D>, data: D, options: JobOptions = {}) {
    const { startAfter, singletonKey } = options
    const id = singletonKey === undefined ? randomUUIDv7() : idOfKey(kind.name, singletonKey)
    const start = startAfter
      ? { startAfter: startAfter.toISOString() }
      : { startAfter: LEASE_SECONDS, priority: LEASED }
    const db = fromKysely(change)
    // A statement without parameters but $1: the same text for each job of a kind, so that it stays prepared.
    if (singletonKey !== undefined) await db.executeSql(REMOVE_FAILED, [kind.name, id])
    await this.#boss.insert(kind.name, [{ id, data, ...start }], { db })
    return id
  }

  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  async complete(change: Change<any>, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await fromKysely(change).executeSql(REMOVE_BY_ID, [[...this.#kinds.keys()], ids])
  }

  async run<D extends object>(kind: JobKind<D>, id: string, data: D): Promise<JobOutcome> {
    if (this.#done.has(id)) return 'done'
    if (!this.#accepting) return this.#running.get(id)?.outcome ?? 'retrying'
    return this.#begin(kind, id, data)
  }

  async start(): Promise<void> {
    await this.#boss.start()
    await this.#prepareQueues()
    if (this.#store.kind === 'pglite') await reclaim(this.#store, [...this.#kinds.keys()])
    const timers = [
      this.#timers.setInterval(() => this.#poll(), POLL_MS),
      this.#timers.setInterval(() => this.#keep(), KEEP_MS),
    ]
    this.#stopTimers = () => timers.map((timer) => this.#timers.clearInterval(timer as never))
    this.#accepting = true
    this.#poll()
  }

  async stop(): Promise<void> {
    this.#accepting = false
    await this.idle()
    this.#stopTimers()
    await this.#boss.stop({ graceful: false })
  }

  async idle(): Promise<void> {
    while (this.#polling || this.#removing || this.#running.size > 0) {
      await Promise.all([this.#polling, this.#removing, ...[...this.#running.values()].map(({ outcome }) => outcome)])
    }
  }

  /** A queue keeps the settings that it was made with, so they are brought up to date where they differ. */
  async #prepareQueues(): Promise<void> {
    const options = {
      retryLimit: this.#settings.attempts - 1 + CRASHES,
      retryDelay: Math.max(1, Math.round(this.#settings.backoffDelayMs / 1000)),
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: DAY_SECONDS - 1,
      retentionSeconds: 365 * DAY_SECONDS,
      deleteAfterSeconds: 30 * DAY_SECONDS,
      deadLetter: DEAD_LETTERS,
    }
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]))
    if (!known.has(DEAD_LETTERS)) {
      await this.#boss.createQueue(DEAD_LETTERS, { retentionSeconds: 365 * DAY_SECONDS })
    }
    for (const name of this.#kinds.keys()) {
      const queue = known.get(name)
      if (!queue) await this.#boss.createQueue(name, options)
      else if (Object.entries(options).some(([key, value]) => queue[key as keyof typeof queue] !== value))
        await this.#boss.updateQueue(name, options)
      // Fills pg-boss's cache of queues, which it would otherwise read in the middle of the first change.
      await this.#boss.insert(name, [])
    }
  }

  #begin(kind: AnyKind, id: string, data: object, retryCount?: number): Promise<JobOutcome> {
    const known = this.#running.get(id)
    if (known) {
      // Its lease ran out under a handler that still runs, and our own queue gave it to us.
      known.retryCount ??= retryCount
      return known.outcome
    }
    const running: Running = { key: { name: kind.name, id }, retryCount, outcome: Promise.resolve('retrying') }
    this.#running.set(id, running)
    running.outcome = this.#attempt(kind, running, data).finally(() => this.#running.delete(id))
    return running.outcome
  }

  async #attempt(kind: AnyKind, running: Running, data: object): Promise<JobOutcome> {
    const { key } = running
    const attempt = (running.retryCount ?? 0) + 1
    const final = attempt >= this.#settings.attempts
    try {
      await kind.handler(data, { id: key.id, attempt, final })
    } catch (error) {
      return this.#failed(running, error, final || error instanceof PermanentJobError)
    }
    this.#done.set(key.id, key)
    this.#removing ??= this.#removeDone()
    return 'done'
  }

  /** Off the response's path, as many at once as have come together. */
  async #removeDone(): Promise<void> {
    while (this.#done.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const keys = [...this.#done.values()]
      try {
        await removeJobs(this.#store, keys)
      } catch (error) {
        this.#logger.error({ err: error, jobs: keys.length }, 'finished jobs could not be marked: trying again')
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        continue
      }
      for (const { id } of keys) this.#done.delete(id)
    }
    this.#removing = undefined
  }

  async #failed({ key, retryCount }: Running, error: unknown, dead: boolean): Promise<JobOutcome> {
    const outcome = dead ? 'dead' : 'retrying'
    this.#logger.warn({ err: error, job: key.id, kind: key.name, outcome }, `the job ${key.name} failed`)
    try {
      await withSession(this.#store, async (session) => {
        await session.query('begin')
        try {
          if (retryCount !== undefined || (await takeLeased(session, key))) {
            if (dead) await endAttempts(session, key)
            const fetched = [{ id: key.id, retryCount: retryCount ?? 0 }]
            await this.#boss.fail(key.name, fetched, asOutput(error), { db: bossSession(session) })
          }
        } finally {
          await session.query('commit')
        }
      })
    } catch (failure) {
      // Its lease or heartbeat runs out, and it is tried again.
      this.#logger.error({ err: failure, job: key.id, kind: key.name }, 'a failed job could not be recorded as such')
    }
    return outcome
  }

  #poll(): void {
    this.#polling ??= this.#takeWork()
      .catch((error) => this.#logger.warn({ err: error }, 'the job queue could not be read: trying again'))
      .finally(() => {
        this.#polling = undefined
      })
  }

  async #takeWork(): Promise<void> {
    for (let more = true; more; ) {
      more = false
      for (const name of await queuesWithWork(this.#store, [...this.#kinds.keys()])) {
        const kind = this.#kinds.get(name)
        if (!kind || !this.#accepting || this.#running.size >= RUNNING_AT_MOST) return
        const fetched = await this.#boss.fetch<object>(name, { batchSize: BATCH, includeMetadata: true })
        for (const job of fetched) this.#take(kind, job)
        more ||= fetched.length === BATCH
      }
    }
  }

  #take(kind: AnyKind, job: JobWithMetadata<object>): void {
    if (this.#done.has(job.id)) return
    void this.#begin(kind, job.id, job.data, job.retryCount)
  }

  /** What runs keeps its lease, or its heartbeat. */
  #keep(): void {
    const running = [...this.#running.values()]
    const leased = running.filter(({ retryCount }) => retryCount === undefined).map(({ key }) => key)
    const kept: Promise<unknown>[] = leased.length > 0 ? [renewLeases(this.#store, leased, LEASE_SECONDS)] : []
    const fetched = Map.groupBy(
      running.filter(({ retryCount }) => retryCount !== undefined),
      ({ key }) => key.name,
    )
    for (const [name, jobs] of fetched) {
      const attempts = jobs.map(({ key, retryCount }) => ({ id: key.id, retryCount: retryCount ?? 0 }))
      kept.push(this.#boss.touch(name, attempts))
    }
    Promise.all(kept).catch((error) => this.#logger.warn({ err: error }, 'running jobs could not be kept'))
  }
}

/** The same key of the same kind is the same job. */
function idOfKey(kind: string, key: string): string {
  const hex = createHash('sha256').update(`${kind}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const asOutput = (error: unknown): object =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { message: String(error) }
