/**
 * Jobs: work that must be done even if this process dies, kept by pg-boss in the same database.
 *
 * A job is created inside the change that needs it, so that both exist or neither. On the hot path the process
 * that took the request runs the handler itself as soon as the change is committed ({@link Jobs.run}). Until it is done,
 * the job waits in the queue with a *lease*: a start some seconds ahead, renewed while the handler runs. If the
 * process dies, the lease ends and the queue hands the job to whoever is there. A failed attempt, too, is the queue's.
 * Handlers run at least once: they must be idempotent, or mark their own job done in their change ({@link Jobs.complete}).
 */
import type { Change } from '../database/database.ts'

/** Not worth another attempt, whatever the queue's settings: the job goes to the dead letters at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}

export interface JobAttempt<Local = unknown> {
  id: string
  /** What {@link Jobs.createAndRun} was given beside the data; absent where the queue hands the job out. */
  local?: Local | undefined
  /** From 1. */
  attempt: number
  /** No further attempt follows if this one fails: record the failure now. */
  final: boolean
}

export type JobHandler<D, Local = unknown> = (data: D, job: JobAttempt<Local>) => Promise<void>

/** Records that a job is not tried again, so that nobody waits for it. It must not do what the job does. */
export type SetAsideHandler<D> = (data: D, message: string) => Promise<void>

export interface JobKind<D, Local = unknown> {
  readonly name: string
  readonly handler: JobHandler<D, Local>
  /**
   * For whom a job is done. Of a kind that has owners only so many jobs run in one process at the same time (40, or {@link JobPlaces}), those that are
   * run at once included; others wait in the queue, where owners take turns.
   */
  readonly ownerOf: ((data: D) => string) | undefined
  readonly places: JobPlaces | undefined
}

/** How many jobs of a kind with owners run in one process at the same time. */
export interface JobPlaces {
  inAll: number
  /** Of one owner, also while places are free. */
  each: number
}

export type JobOutcome = 'done' | 'retrying' | 'dead'

export interface JobOptions {
  /** When the queue is to start it. Absent for a job that {@link Jobs.run} follows: the queue then waits out the lease. */
  startAfter?: Date
  /**
   * While a job of this kind and key waits for its time or its next attempt, creating another with `startAfter` does nothing and answers its id; one
   * without `startAfter` takes its place, with all attempts.
   */
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
  define<D extends object, Local = unknown>(
    name: string,
    handler: JobHandler<D, Local>,
    options?: { ownerOf?: (data: D) => string; places?: JobPlaces },
  ): JobKind<D, Local>
  /**
   * What is called in the handler's place for a job of this kind that is set aside, since its process ended under it too often.
   * Where it fails, it is called again as a further attempt.
   */
  whenSetAside<D extends object>(kind: JobKind<D>, handler: SetAsideHandler<D>): void
  /** Takes those of this kind and key from the list of what is set aside, as another of them has begun. */
  forgetSetAside<D extends object>(kind: JobKind<D>, singletonKey: string): Promise<void>
  /** Creates a job in the caller's change and answers its id. After {@link Jobs.start}. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  create<D extends object>(change: Change<any>, kind: JobKind<D>, data: D, options?: JobOptions): Promise<string>
  /**
   * Creates a job in the caller's change, and runs it in this process as soon as that is committed. `local` is what its handler need not read again;
   * it is lost where this process dies, and the queue hands the job out.
   */
  createAndRun<D extends object, Local>(
    // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
    change: Change<any>,
    kind: JobKind<D, Local>,
    data: D,
    options?: { singletonKey?: string; local?: Local },
  ): Promise<void>
  /**
   * Runs a job that has just been committed, here and now; never throws. A job that already runs in this process is
   * waited for instead. `retrying`: it failed in a way that may pass, this process is stopping, or it is not its owner's turn;
   * the queue will see to it.
   */
  run<D extends object>(kind: JobKind<D>, id: string, data: D): Promise<JobOutcome>
  /** Marks jobs done as part of a change: they will not start. One that runs already is not interrupted. */
  // biome-ignore lint/suspicious/noExplicitAny: any service's change will do.
  complete(change: Change<any>, ids: string[]): Promise<void>
  /** Starts the queue. After an embedded database was left by a dead process, what that one had begun begins anew. */
  start(): Promise<void>
  /** Takes nothing more, and waits for the handlers that run, however long they do. */
  stop(): Promise<void>
  /** Resolves when no handler runs and all that are done are marked so. */
  idle(): Promise<void>
}
