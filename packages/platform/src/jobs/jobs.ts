/**
 * Jobs: work that must be done even if this process dies, kept by pg-boss in the same database.
 *
 * A job is created inside the change that needs it, so that both exist or neither. On the hot path, the process that
 * received the request runs the handler itself as soon as the change is committed ({@link Jobs.run}). Until it is done,
 * the job waits in the queue with a *lease*: a start some seconds ahead, renewed while the handler runs. If the process
 * dies, the lease ends and the queue hands the job to any process. After a failed attempt the queue starts the next.
 * Handlers run at least once: they must be idempotent, or mark their own job done in their change
 * ({@link Jobs.complete}).
 */
import type { Change } from '../database/database.ts'

/**
 * Thrown by a handler if another attempt would be useless: the job moves to the dead letters immediately, whatever the
 * queue's settings.
 */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}

export interface JobAttempt<Local = unknown> {
  id: string
  /** The `local` value given to {@link Jobs.createAndRun}; absent if the queue hands out the job. */
  local?: Local | undefined
  /** From 1. */
  attempt: number
  /** No further attempt follows if this one fails: record the failure now. */
  final: boolean
}

export type JobHandler<D, Local = unknown> = (data: D, job: JobAttempt<Local>) => Promise<void>

/** Records that a job is not tried again, so that nobody waits for it. It must not do the job's own work. */
export type SetAsideHandler<D> = (data: D, message: string) => Promise<void>

export interface JobKind<D, Local = unknown> {
  readonly name: string
  readonly handler: JobHandler<D, Local>
  /**
   * The owner that a job is done for. One process runs at most 40 jobs of a kind with owners at the same time, or as
   * many as {@link JobPlaces} says, including those that it runs right after their commit. Other jobs wait in the
   * queue, where owners take turns.
   */
  readonly ownerOf: ((data: D) => string) | undefined
  readonly places: JobPlaces | undefined
  /** Development can move the clock ahead. If true, it stops at the start of such a job until the job is done. */
  readonly stopsClock: boolean
}

/** How many jobs of a kind with owners run in one process at the same time. */
export interface JobPlaces {
  inAll: number
  /** The maximum number of jobs of one owner, even while places are free. */
  each: number
}

export type JobOutcome = 'done' | 'retrying' | 'dead'

export interface JobOptions {
  /**
   * When the queue starts the job. Absent for a job that is passed to {@link Jobs.run}: then the queue starts it only
   * after its lease has ended.
   */
  startAfter?: Date
  /**
   * While a job of this kind and key waits for its start or its next attempt, creating another with `startAfter` does
   * nothing and returns the waiting job's id. A new job without `startAfter` replaces the waiting one, and starts again
   * with its first attempt.
   */
  singletonKey?: string
}

export interface JobSettings {
  /** The total number of attempts, QUEUE_ATTEMPTS. */
  attempts: number
  /**
   * The delay before the second attempt; doubled, with jitter, before each further one. QUEUE_BACKOFF_DELAY, in whole
   * seconds.
   */
  backoffDelayMs: number
}

export interface Jobs {
  /**
   * Defines a kind of job; `name` is also the name of its queue. `data` must survive JSON. Call it before
   * {@link Jobs.start}.
   */
  define<D extends object, Local = unknown>(
    name: string,
    handler: JobHandler<D, Local>,
    options?: { ownerOf?: (data: D) => string; places?: JobPlaces; stopsClock?: boolean },
  ): JobKind<D, Local>
  /**
   * Registers a function that is called instead of the handler when a job of this kind is set aside, because its
   * process ended too often while it ran. If `handler` throws, it is called again in a further attempt.
   */
  whenSetAside<D extends object>(kind: JobKind<D>, handler: SetAsideHandler<D>): void
  /** Deletes the set-aside jobs of this kind and key, once another job with that key has begun. */
  forgetSetAside<D extends object>(kind: JobKind<D>, singletonKey: string): Promise<void>
  /** Creates a job in the caller's change and returns its id. Call it after {@link Jobs.start}. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  create<D extends object>(trx: Change<any>, kind: JobKind<D>, data: D, options?: JobOptions): Promise<string>
  /**
   * Creates a job in the caller's change, and runs it in this process as soon as the change is committed. `local` is
   * data that saves its handler a read. The handler does not get it if the queue hands out the job, as after the death
   * of this process.
   */
  createAndRun<D extends object, Local>(
    // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
    trx: Change<any>,
    kind: JobKind<D, Local>,
    data: D,
    options?: { singletonKey?: string; local?: Local },
  ): Promise<void>
  /**
   * Runs a job that has just been committed, immediately and in this process; never throws. If the job already runs in
   * this process, waits for that run instead. `retrying` means that the queue hands out the job later: the attempt
   * failed and another follows, this process is stopping, or it is not the owner's turn (any more).
   */
  run<D extends object>(kind: JobKind<D>, id: string, data: D): Promise<JobOutcome>
  /** Marks jobs done as part of a change: they will not start. A job that already runs is not interrupted. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  complete(trx: Change<any>, ids: string[]): Promise<void>
  /** Brings the starts of waiting jobs forward by `ms` milliseconds, after the clock was moved ahead by as much. */
  moveStarts(ms: number): Promise<void>
  /**
   * The earliest start of a waiting job, in milliseconds by the services' clock, among the kinds that stop the clock or
   * among all; undefined if none waits.
   */
  nextStart(kinds: 'stopping' | 'all'): Promise<number | undefined>
  /** Resolves when no job is due and none runs in this process. */
  settled(): Promise<void>
  /** Starts the queue. In an embedded database, jobs that a dead process had begun begin again. */
  start(): Promise<void>
  /** Takes no more jobs, and waits for the running handlers, however long they run. */
  stop(): Promise<void>
  /** Resolves when no handler runs and all finished jobs are removed from the queue. */
  idle(): Promise<void>
}
