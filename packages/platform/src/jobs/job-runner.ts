/**
 * Implements {@link Jobs} on pg-boss, which keeps the queues. This module fetches jobs, runs them and records how they
 * end.
 */
import { randomUUIDv7 } from 'node:crypto'
import { fromKysely } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { jobAttempts } from '../base/metrics.ts'
import { limits } from '../bounds/platform-limits.ts'
import { withSession } from '../database/connection.ts'
import type { Change, DatabaseServer } from '../database/database.ts'
import { behind } from '../database/fences.ts'
import { bossSession, newBoss, timersOf } from './boss.ts'
import { FinishedJobs } from './finished-jobs.ts'
import { JobInterruptions } from './interruptions.ts'
import {
  type JobHandler,
  type JobKind,
  type JobOptions,
  type JobOutcome,
  type JobPlaces,
  type JobSettings,
  type Jobs,
  PermanentJobError,
  type SetAsideHandler,
} from './jobs.ts'
import { OwnerTurns } from './owner-turns.ts'
import { prepareQueues } from './queues.ts'
import {
  BRING_FORWARD,
  createIndexes,
  earliestStart,
  endAttempts,
  endLease,
  type HandedOut,
  type HeldJob,
  type JobKey,
  keepJobs,
  LEASED,
  LOCK_KEY,
  moveStarts,
  queuesWithWork,
  REMOVE_BY_ID,
  REMOVE_WAITING,
  reclaim,
  reclaimSilent,
  STILL_HELD,
  takeLeased,
  WAITING_WITH_KEY,
} from './table.ts'

export interface JobsOptions {
  server: DatabaseServer
  settings: JobSettings
  /** A test clock also drives the queue's timers. */
  clock: Clock
  logger: Logger
}

export const openJobs = (options: JobsOptions): Jobs => new BossJobs(options)

const POLL_MS = 500
/** After how long, in seconds, a job may be taken over if its process does not report that it is running it. */
const LEASE_SECONDS = 2
/** How often the process reports its running jobs, in milliseconds. */
const KEEP_MS = 500
const BATCH = 20

// biome-ignore lint/suspicious/noExplicitAny: kinds of all sorts of data in one map.
type AnyKind = JobKind<any, any>
// biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
type AnyChange = Change<any>

interface Running {
  key: JobKey
  /** How often the queue had handed out the job before; undefined for a leased job, which is still in the queue. */
  retryCount: number | undefined
  /** The number of earlier attempts with a recorded failure. */
  failures: number
  /** Whether its process ended during an earlier attempt. */
  interrupted: boolean
  /** Undefined if its kind has no owners. */
  owner: string | undefined
  /** Whether a change has marked it done, see {@link Jobs.complete}. */
  completed: boolean
  local: unknown
  outcome: Promise<JobOutcome>
}

/** The queue's data about a job that it hands out. */
type Fetched = Pick<Running, 'failures' | 'interrupted'> & { retryCount: number }

class BossJobs implements Jobs {
  readonly #connections
  readonly #settings
  readonly #clock
  readonly #timers
  readonly #logger
  readonly #boss
  readonly #kinds = new Map<string, AnyKind>()
  // biome-ignore lint/suspicious/noExplicitAny: handlers of all sorts of data in one map.
  readonly #setAside = new Map<string, SetAsideHandler<any>>()
  readonly #running = new Map<string, Running>()
  /** Kinds that may have jobs waiting in the queue. Whenever a job of such a kind ends, the queue is polled. */
  readonly #waiting = new Set<string>()
  /** Kinds that were added to {@link #waiting} since the queue was last asked which kinds have jobs. */
  readonly #addedSince = new Set<string>()
  /** By kind, for kinds with owners. */
  readonly #turns = new Map<string, OwnerTurns>()
  readonly #finished
  readonly #interruptions
  #keeping: Promise<void> | undefined
  #keptAt = Number.NEGATIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  #polling: Promise<void> | undefined
  #pollAgain = false
  #started = false
  #accepting = false
  #stopTimers = () => {}

  constructor({ server, settings, clock, logger }: JobsOptions) {
    this.#connections = server.connections
    this.#settings = settings
    this.#clock = clock
    this.#timers = timersOf(clock)
    this.#logger = logger
    this.#boss = newBoss(server.connections, clock, logger)
    this.#finished = new FinishedJobs(server.connections, logger)
    this.#interruptions = new JobInterruptions(server.connections)
  }

  define<D extends object, Local = unknown>(
    name: string,
    handler: JobHandler<D, Local>,
    {
      ownerOf,
      places,
      stopsClock = false,
    }: { ownerOf?: (data: D) => string; places?: JobPlaces; stopsClock?: boolean } = {},
  ): JobKind<D, Local> {
    if (this.#started) throw new Error(`Define the job kind ${name} before the jobs are started`)
    const kind = { name, handler, ownerOf, places, stopsClock }
    this.#kinds.set(name, kind)
    if (ownerOf) this.#turns.set(name, new OwnerTurns(name, places))
    return kind
  }

  whenSetAside<D extends object>(kind: JobKind<D>, handler: SetAsideHandler<D>): void {
    this.#setAside.set(kind.name, handler)
  }

  forgetSetAside<D extends object>({ name }: JobKind<D>, singletonKey: string): Promise<void> {
    return this.#interruptions.forget(name, singletonKey)
  }

  async create<D extends object>(trx: AnyChange, kind: JobKind<D>, data: D, options: JobOptions = {}) {
    if (!this.#started) throw new Error(`Start the jobs before creating one of ${kind.name}`)
    const { startAfter, singletonKey } = options
    const { aheadMs } = this.#clock
    const startAt = startAfter && new Date(startAfter.getTime() - (aheadMs ?? 0)).toISOString()
    const db = fromKysely(trx)
    if (singletonKey !== undefined) {
      await db.executeSql(LOCK_KEY, [kind.name, singletonKey])
      const { rows } = await db.executeSql(startAfter ? WAITING_WITH_KEY : REMOVE_WAITING, [kind.name, singletonKey])
      if (rows[0]) {
        const waiting = String(rows[0].id)
        // Only a clock that development has moved ahead can have been set back.
        if (aheadMs !== undefined) await db.executeSql(BRING_FORWARD, [kind.name, waiting, startAt])
        return waiting
      }
    }
    const id = randomUUIDv7()
    const start = startAt ? { startAfter: startAt } : { startAfter: LEASE_SECONDS, priority: LEASED }
    // One statement, with the same text for all jobs of a kind, so that it stays prepared.
    const keyed = singletonKey === undefined ? {} : { singletonKey }
    const owned = kind.ownerOf ? { group: { id: kind.ownerOf(data) } } : {}
    await this.#boss.insert(kind.name, [{ id, data, ...start, ...keyed, ...owned }], { db })
    return id
  }

  async createAndRun<D extends object, Local>(
    trx: AnyChange,
    kind: JobKind<D, Local>,
    data: D,
    { local, ...options }: { singletonKey?: string; local?: Local } = {},
  ): Promise<void> {
    const id = await this.create(trx, kind as AnyKind, data, options)
    trx.onCommit(() => void this.#runHere(kind, id, data, local))
  }

  async complete(trx: AnyChange, ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await fromKysely(trx).executeSql(REMOVE_BY_ID, [[...this.#kinds.keys()], ids])
    trx.onCommit(() => {
      for (const running of ids.flatMap((id) => this.#running.get(id) ?? [])) running.completed = true
    })
  }

  run<D extends object>(kind: JobKind<D>, id: string, data: D): Promise<JobOutcome> {
    return this.#runHere(kind, id, data)
  }

  async #runHere(kind: AnyKind, id: string, data: object, local?: unknown): Promise<JobOutcome> {
    if (this.#finished.has(id)) return 'done'
    if (!this.#accepting) return this.#running.get(id)?.outcome ?? 'retrying'
    if (this.#running.has(id) || this.#mayBegin(kind, data)) return this.#begin(kind, id, data, { local })
    await this.#leaveToQueue({ name: kind.name, id })
    return 'retrying'
  }

  /** For a kind with owners: a new job does not overtake jobs that wait in the queue. */
  #mayBegin(kind: AnyKind, data: object): boolean {
    const turns = this.#turns.get(kind.name)
    if (!turns || !kind.ownerOf) return true
    if (this.#waiting.has(kind.name) || this.#isFull(kind)) return false
    return !turns.withoutTurn(this.#ownersOf(kind)).includes(kind.ownerOf(data))
  }

  async #leaveToQueue(key: JobKey): Promise<void> {
    this.#addWaiting(key.name)
    await endLease(this.#connections, key).catch((error) =>
      this.#logger.warn({ err: error, job: key.id, kind: key.name }, 'a lease could not be ended: it runs out'),
    )
    // Once more, because the queue may have been polled before the lease ended.
    this.#addWaiting(key.name)
    if (this.#accepting) this.#poll()
  }

  #addWaiting(name: string): void {
    this.#waiting.add(name)
    this.#addedSince.add(name)
  }

  async moveStarts(ms: number): Promise<void> {
    await moveStarts(this.#connections, [...this.#kinds.keys()], ms)
    if (this.#accepting) this.#poll()
  }

  async nextStart(kinds: 'stopping' | 'all'): Promise<number | undefined> {
    const chosen = [...this.#kinds.values()].filter(({ stopsClock }) => stopsClock || kinds === 'all')
    const names = chosen.map(({ name }) => name)
    const start = await earliestStart(this.#connections, names)
    return start === undefined ? undefined : start + (this.#clock.aheadMs ?? 0)
  }

  async settled(): Promise<void> {
    do {
      if (this.#accepting) this.#poll()
      await this.idle()
    } while (this.#accepting && (await queuesWithWork(this.#connections, [...this.#kinds.keys()])).length > 0)
  }

  async start(): Promise<void> {
    await this.#boss.start()
    await createIndexes(this.#connections)
    await this.#interruptions.prepare()
    await prepareQueues(this.#boss, this.#kinds.keys(), this.#settings)
    if (this.#connections.kind === 'pglite') await reclaim(this.#connections, [...this.#kinds.keys()])
    const timers = [
      this.#timers.setInterval(() => this.#poll(), POLL_MS),
      this.#timers.setInterval(() => void this.#keep(), KEEP_MS),
    ]
    this.#stopTimers = () => timers.map((timer) => this.#timers.clearInterval(timer as never))
    this.#started = true
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
    while (this.#polling || this.#finished.removing || this.#running.size > 0) {
      const running = [...this.#running.values()].map(({ outcome }) => outcome)
      await Promise.all([this.#polling, this.#finished.removing, ...running])
    }
  }

  #begin(kind: AnyKind, id: string, data: object, known: Partial<Fetched> & { local?: unknown }): Promise<JobOutcome> {
    const { retryCount, failures = 0, interrupted = false, local } = known
    const already = this.#running.get(id)
    if (already) {
      // This process was paused so long that the queue handed out the job again, to the same process.
      already.retryCount = retryCount ?? already.retryCount
      return already.outcome
    }
    const key = { name: kind.name, id }
    const owner = kind.ownerOf?.(data)
    const outcome: Promise<JobOutcome> = Promise.resolve('retrying')
    const running: Running = { key, retryCount, failures, interrupted, owner, completed: false, local, outcome }
    this.#running.set(id, running)
    const counted = this.#attempt(kind, running, data).then((result) => {
      jobAttempts().inc({ kind: kind.name, outcome: result })
      return result
    })
    running.outcome = counted.finally(() => {
      this.#running.delete(id)
      if (this.#waiting.has(kind.name)) this.#poll()
    })
    return running.outcome
  }

  async #attempt(kind: AnyKind, running: Running, data: object): Promise<JobOutcome> {
    const { key } = running
    const attempt = (running.retryCount ?? 0) + 1
    const final = attempt >= this.#settings.attempts
    const local = running.local === undefined ? {} : { local: running.local }
    const attempted = () => kind.handler(data, { id: key.id, attempt, final, ...local })
    // Nobody takes over the jobs of an embedded database.
    const handle =
      this.#connections.kind === 'postgres' ? () => behind((trx) => this.#check(trx, running), attempted) : attempted
    try {
      await (running.interrupted ? this.#alone(key, handle) : handle())
    } catch (caught) {
      if (caught instanceof LeaseLost) {
        this.#logger.warn({ job: key.id, kind: key.name }, caught.message)
        return 'retrying'
      }
      const error = caught instanceof SetAsideError ? await this.#tellSetAside(kind, data, caught) : caught
      return this.#failed(running, error, final || error instanceof PermanentJobError)
    }
    this.#finished.add(held(running))
    return 'done'
  }

  /**
   * The fence of a job's changes.
   *
   * @throws LeaseLost if another process has taken the job over
   */
  async #check(trx: Parameters<typeof fromKysely>[0], running: Running): Promise<void> {
    const { key, retryCount, completed } = running
    // Work that a handler left running after its end belongs to no job.
    if (completed || this.#running.get(key.id) !== running) return
    const { rows } = await fromKysely(trx).executeSql(STILL_HELD, [key.name, key.id, retryCount ?? null])
    if (rows.length === 0) throw new LeaseLost(key)
  }

  /**
   * Calls the kind's set-aside handler. Returns the error that ends the attempt: the handler's own if it throws, so
   * that it is called again.
   */
  async #tellSetAside({ name }: AnyKind, data: object, error: SetAsideError): Promise<unknown> {
    try {
      await this.#setAside.get(name)?.(data, NOT_TRIED_AGAIN)
      return error
    } catch (failure) {
      return failure
    }
  }

  /**
   * Runs an interrupted job while no other one runs.
   * @throws SetAsideError if its process ended too often while it ran
   */
  async #alone(key: JobKey, handle: () => Promise<void>): Promise<void> {
    const end = await this.#interruptions.turn()
    try {
      if (!(await this.#interruptions.begin(key))) throw new SetAsideError(key)
      let done = false
      try {
        await handle()
        done = true
      } finally {
        await this.#interruptions.ended(key, done)
      }
    } finally {
      end()
    }
  }

  async #failed({ key, retryCount, failures }: Running, error: unknown, dead: boolean): Promise<JobOutcome> {
    const outcome = dead ? 'dead' : 'retrying'
    if (error instanceof SetAsideError) this.#logger.error({ job: key.id, kind: key.name }, error.message)
    else this.#logger.warn({ err: error, job: key.id, kind: key.name, outcome }, `the job ${key.name} failed`)
    try {
      await withSession(this.#connections, async (session) => {
        await session.query('begin')
        try {
          if (retryCount !== undefined || (await takeLeased(session, key))) {
            if (dead) await endAttempts(session, key, retryCount ?? 0)
            const fetched = [{ id: key.id, retryCount: retryCount ?? 0 }]
            const output = { ...asOutput(error), failures: failures + 1 }
            await this.#boss.fail(key.name, fetched, output, { db: bossSession(session) })
          }
        } finally {
          await session.query('commit')
        }
      })
    } catch (failure) {
      // The job's lease or heartbeat expires, and the queue starts another attempt.
      this.#logger.error({ err: failure, job: key.id, kind: key.name }, 'a failed job could not be recorded as such')
    }
    return outcome
  }

  #poll(): void {
    this.#pollAgain = true
    this.#polling ??= this.#takeUntilNothingIsDue()
  }

  async #takeUntilNothingIsDue(): Promise<void> {
    try {
      while (this.#pollAgain) await this.#takeWhatIsDue()
    } catch (error) {
      this.#logger.warn({ err: error }, 'the job queue could not be read: trying again')
    } finally {
      // Cleared in the same tick as the check of #pollAgain. Otherwise a poll that is requested between the two would
      // be lost.
      this.#polling = undefined
    }
  }

  async #takeWhatIsDue(): Promise<void> {
    this.#pollAgain = false
    await this.#lookForSilent()
    this.#addedSince.clear()
    const due = await queuesWithWork(this.#connections, [...this.#kinds.keys()])
    for (const name of this.#waiting) if (!due.includes(name) && !this.#addedSince.has(name)) this.#waiting.delete(name)
    for (const name of due) {
      const kind = this.#kinds.get(name)
      if (!kind || !this.#accepting) return
      const turns = this.#turns.get(name)
      if (turns) await this.#takeInTurns(kind, turns)
      else await this.#takeBatch(kind)
    }
  }

  /** On a server, lets the queue hand out the jobs of silent processes again, every {@link KEEP_MS}. */
  async #lookForSilent(): Promise<void> {
    // A process that was paused renews its own jobs before it takes over those of other processes. It may have been
    // paused during a renewal.
    await this.#keeping
    const now = this.#clock.now()
    if (now - this.#keptAt >= KEEP_MS) await this.#keep()
    if (this.#connections.kind !== 'postgres' || now - this.#lookedAt < KEEP_MS) return
    this.#lookedAt = now
    await reclaimSilent(this.#connections, [...this.#kinds.keys()], LEASE_SECONDS, [...this.#running.keys()])
  }

  async #takeBatch(kind: AnyKind): Promise<void> {
    const isFull = this.#isFull(kind)
    if (isFull) this.#waiting.add(kind.name)
    else this.#waiting.delete(kind.name)
    if (isFull) return
    const jobs = await this.#boss.fetch<object>(kind.name, { batchSize: BATCH, includeMetadata: true })
    if (jobs.length === BATCH) this.#pollAgain = true
    await this.#beginHandedOut(kind, jobs)
  }

  /** Fetches jobs one by one, since each changes whose turn it is. */
  async #takeInTurns(kind: AnyKind, turns: OwnerTurns): Promise<void> {
    // While the kind is marked as waiting, no new job of it begins, so no limit is exceeded.
    this.#waiting.add(kind.name)
    while (this.#accepting && !this.#isFull(kind)) {
      const owners = turns.withoutTurn(this.#ownersOf(kind))
      const job = await turns.next(this.#connections, { owners, running: [...this.#running.keys()] })
      if (!job) {
        if (owners.length === 0) this.#waiting.delete(kind.name)
        return
      }
      await this.#beginHandedOut(kind, [job])
    }
  }

  async #beginHandedOut(kind: AnyKind, jobs: Omit<HandedOut, 'position'>[]): Promise<void> {
    const before = await this.#interruptions.among(jobs.filter(beganBefore).map(({ id }) => id))
    for (const job of jobs) {
      const { id, data, retryCount } = job
      const failures = failuresOf(job)
      const interrupted = before.has(id) || lost(job)
      if (this.#finished.has(id)) this.#finished.add({ name: kind.name, id, retryCount })
      else void this.#begin(kind, id, data, { retryCount, failures, interrupted })
    }
  }

  /**
   * Each kind is counted separately, so that hanging jobs block no other kind. Jobs of the hot path count only for
   * kinds with owners.
   */
  #isFull(kind: AnyKind): boolean {
    const running = kind.ownerOf ? this.#ownersOf(kind) : this.#fetchedOf(kind.name)
    return running.length >= (kind.places?.inAll ?? limits.runningJobs.value)
  }

  /** The owner of each running job of a kind that takes a place. */
  #ownersOf({ name }: AnyKind): string[] {
    return [...this.#running.values()].flatMap(({ key, owner }) =>
      key.name === name && owner !== undefined ? [owner] : [],
    )
  }

  #fetchedOf(name: string): Running[] {
    return [...this.#running.values()].filter(({ key, retryCount }) => key.name === name && retryCount !== undefined)
  }

  /** Reports that this process is running its jobs. */
  #keep(): Promise<void> {
    this.#keeping ??= this.#keepJobs().finally(() => {
      this.#keeping = undefined
    })
    return this.#keeping
  }

  async #keepJobs(): Promise<void> {
    this.#keptAt = this.#clock.now()
    const jobs = [...this.#running.values()].map(held)
    if (jobs.length === 0) return
    await keepJobs(this.#connections, jobs, LEASE_SECONDS).catch((error) =>
      this.#logger.warn({ err: error }, 'running jobs could not be kept'),
    )
  }
}

const held = ({ key, retryCount }: Running): HeldJob => ({ ...key, retryCount })

/** Ends an attempt whose job another process took over while this one was paused. */
class LeaseLost extends Error {
  constructor({ name, id }: JobKey) {
    super(`the job ${id} of ${name} was taken over by another process while this one was held up`)
  }
}

type Handed = Pick<HandedOut, 'retryCount' | 'priority' | 'output'>

/**
 * Whether an attempt may have begun before: the queue handed out the job, or the process that created it held a lease.
 */
const beganBefore = ({ retryCount, priority }: Handed): boolean => retryCount > 0 || priority === LEASED

/** The number of attempts whose failure {@link BossJobs} has recorded. */
const failuresOf = ({ output }: Handed): number => Number((output as { failures?: unknown } | null)?.failures ?? 0)

/** Whether an earlier attempt began but its end was not recorded. */
const lost = (job: Handed): boolean =>
  job.retryCount === 0 ? job.priority === LEASED : job.retryCount > failuresOf(job)

/** The message for clients that wait for the job's result. */
const NOT_TRIED_AGAIN = 'It ended its process too often, and is not tried again'

class SetAsideError extends PermanentJobError {
  constructor({ name, id }: JobKey) {
    const times = limits.jobInterruptions.value
    super(
      `the job ${id} of ${name} was running ${times} times when its process ended: it is set aside and not begun again`,
    )
  }
}

const asOutput = (error: unknown): object =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : { message: String(error) }
