import type { Change, Clock, Database, JobKind, Jobs } from '@quorate/platform'
import type { Tables, Trx } from '../store/tables.ts'

/** A kind of job that goes on until it has succeeded, however long the ledger or its mirror is away, and how often processes end. */
export interface LastingKind<D> {
  /** With the change; runs as soon as that is committed, or at `startAfter`. One per key waits at a time. */
  add(trx: Trx, data: D, startAfter?: Date): Promise<void>
}

/** After the queue's attempts, a further round begins this much later, in milliseconds. */
const NEXT_ROUND_MS = 30_000
/**
 * A job that was running whenever its process ended may be innocent: one that goes on for long is there whatever ends the process. So a job that was set
 * aside begins anew after a minute, then after four times as long each time, so that one that is to blame ends processes a few times a day.
 */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 86_400_000

export function lastingKind<D extends object>(
  { jobs, database, clock }: { jobs: Jobs; database: Database<Tables>; clock: Clock },
  name: string,
  keyOf: (data: D) => string,
  work: (data: D) => Promise<void>,
): LastingKind<D> {
  /** `setAside`: how often the job was. */
  type Kept = D & { setAside?: number }
  const kind: JobKind<Kept> = jobs.define<Kept>(name, async (data, { final }) => {
    try {
      await jobs.forgetSetAside(kind, keyOf(data))
      await work(data)
    } catch (error) {
      if (!final) throw error
      await database.change((trx) => later(trx, data, new Date(clock.now() + NEXT_ROUND_MS)))
    }
  })
  jobs.whenSetAside(kind, async (data) => {
    const { setAside = 0 } = data
    const pauseMs = Math.min(FIRST_PAUSE_MS * 4 ** setAside, LONGEST_PAUSE_MS)
    const startAfter = new Date(clock.now() + pauseMs)
    await database.change((trx) => later(trx, { ...data, setAside: setAside + 1 }, startAfter))
  })
  const later = (trx: Change<Tables>, data: Kept, startAfter: Date) =>
    jobs.create(trx, kind, data, { startAfter, singletonKey: keyOf(data) })

  return {
    async add(trx, data, startAfter) {
      if (startAfter) {
        await later(trx, data, startAfter)
        return
      }
      await jobs.createAndRun(trx, kind, data, { singletonKey: keyOf(data) })
    },
  }
}
