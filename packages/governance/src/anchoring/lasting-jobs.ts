import type { Change, Clock, Database, JobKind, Jobs } from '@quorate/platform'
import type { Tables, Trx } from '../store/tables.ts'

/** A kind of job that goes on until it has succeeded, however long the ledger or its mirror is away. */
export interface LastingKind<D> {
  /** With the change; runs as soon as that is committed, or at `startAfter`. One per key waits at a time. */
  add(trx: Trx, data: D, startAfter?: Date): Promise<void>
}

/** After the queue's attempts, a further round begins this much later, in milliseconds. */
const NEXT_ROUND_MS = 30_000

export function lastingKind<D extends object>(
  { jobs, database, clock }: { jobs: Jobs; database: Database<Tables>; clock: Clock },
  name: string,
  keyOf: (data: D) => string,
  work: (data: D) => Promise<void>,
): LastingKind<D> {
  const kind: JobKind<D> = jobs.define<D>(name, async (data, { final }) => {
    try {
      await work(data)
    } catch (error) {
      if (!final) throw error
      await database.change((trx) => later(trx, data, new Date(clock.now() + NEXT_ROUND_MS)))
    }
  })
  const later = (trx: Change<Tables>, data: D, startAfter: Date) =>
    jobs.create(trx, kind, data, { startAfter, singletonKey: keyOf(data) })

  return {
    async add(trx, data, startAfter) {
      if (startAfter) {
        await later(trx, data, startAfter)
        return
      }
      const id = await jobs.create(trx, kind, data, { singletonKey: keyOf(data) })
      trx.onCommit(() => void jobs.run(kind, id, data))
    },
  }
}
