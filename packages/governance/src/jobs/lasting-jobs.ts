import type { Clock, Database, JobHandler, JobKind, Jobs } from '@quorate/platform'
import type { Tables, Trx } from '../store/tables.ts'

/**
 * A kind of job that is retried until it succeeds, however long the ledger or its mirror is unavailable, and however
 * often processes end.
 */
export interface LastingKind<D> {
  /** Sets the work of such a job. Called once, before the jobs start. */
  does(work: (data: D) => Promise<void>): void
  /**
   * Creates a job in the database transaction. It runs once that is committed, or at `startAfter`. At most one job per
   * key waits at a time.
   */
  add(trx: Trx, data: D, startAfter?: Date): Promise<void>
}

/** The pause between the last of the queue's attempts and the next round of attempts, in milliseconds. */
const NEXT_ROUND_MS = 30_000
/**
 * The pause before a set-aside job starts again, in milliseconds. A job that was running each time its process ended
 * need not be the cause, since a long job is running most of the time. The first pause is a minute; each further one is
 * four times as long, up to a day. So a job that is the cause ends processes only a few times a day.
 */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 86_400_000

export function lastingKind<D extends object>(
  { jobs, database, clock }: { jobs: Jobs; database: Database<Tables>; clock: Clock },
  name: string,
  keyOf: (data: D) => string,
  options: { stopsClock?: boolean } = {},
): LastingKind<D> {
  /** `setAside` counts how many times the job was set aside. */
  type Kept = D & { setAside?: number }
  let work = async (_data: D): Promise<void> => {
    throw new Error(`The job ${name} has no handler`)
  }
  const handle: JobHandler<Kept> = async (data, { final }) => {
    try {
      await jobs.forgetSetAside(kind, keyOf(data))
      await work(data)
    } catch (error) {
      if (!final) throw error
      await database.change((trx) => later(trx, data, new Date(clock.now() + NEXT_ROUND_MS)))
    }
  }
  const kind: JobKind<Kept> = jobs.define<Kept>(name, handle, options)
  jobs.whenSetAside(kind, async (data) => {
    const { setAside = 0 } = data
    const pauseMs = Math.min(FIRST_PAUSE_MS * 4 ** setAside, LONGEST_PAUSE_MS)
    const startAfter = new Date(clock.now() + pauseMs)
    await database.change((trx) => later(trx, { ...data, setAside: setAside + 1 }, startAfter))
  })
  const later = (trx: Trx, data: Kept, startAfter: Date) =>
    jobs.create(trx, kind, data, { startAfter, singletonKey: keyOf(data) })

  return {
    does(given) {
      work = given
    },
    async add(trx, data, startAfter) {
      if (startAfter) await later(trx, data, startAfter)
      else await jobs.createAndRun(trx, kind, data, { singletonKey: keyOf(data) })
    },
  }
}
