import type { Change, Clock, Database, Jobs } from '@quorate/platform'
import { deleteExpired } from '../store/expired.ts'
import type { Tables } from '../store/tables.ts'

/** All rows that expire in the same ten minutes are deleted by one job, which runs when these minutes end. */
const SPAN_MS = 600_000

/**
 * Creates the job that deletes a row after `expiresAt` (milliseconds). Call it in the database transaction that writes
 * the row.
 */
export type Cleanup = (trx: Change<Tables>, expiresAt: number) => Promise<void>

export function createCleanup({
  jobs,
  database,
  clock,
}: {
  jobs: Jobs
  database: Database<Tables>
  clock: Clock
}): Cleanup {
  const kind = jobs.define<{ until: number }>('node.clean', async () => {
    await deleteExpired(database, new Date(clock.now()))
  })
  const planned = new Set<number>()
  return async (trx, expiresAt) => {
    const until = Math.ceil((expiresAt + 1) / SPAN_MS) * SPAN_MS
    if (planned.has(until)) return
    await jobs.create(trx, kind, { until }, { startAfter: new Date(until), singletonKey: String(until) })
    trx.onCommit(() => {
      for (const past of planned) if (past < clock.now()) planned.delete(past)
      planned.add(until)
    })
  }
}
