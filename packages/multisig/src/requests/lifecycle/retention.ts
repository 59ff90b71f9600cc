import type { Change, Clock, Database, Jobs } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { modeOf } from '../../model/modes.ts'
import type { Request } from '../../model/request.ts'
import type { Settings } from '../../settings.ts'
import { deleteComments } from '../../store/events.ts'
import { deleteRequests, failedBefore, findRequests } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'

const DAY_MS = 86_400_000
/** Length of a slot, in milliseconds: one job deletes the requests that ended unexecuted within it. */
const SLOT_MS = 3_600_000
/**
 * How many requests one change deletes, each with its events and rejections. Their comments may be more numerous and
 * are deleted before.
 */
const BATCH = 20

export type Retention = ReturnType<typeof createRetention>

/** Deletes rejected, refused and expired requests after REQUEST_RETENTION days. */
export function createRetention(deps: {
  database: Database<Tables>
  jobs: Jobs
  settings: Settings
  clock: Clock
  announcements: Announcements
}) {
  const { database, jobs, settings, clock, announcements } = deps
  /** The latest slot with a committed job that this process knows of, for requests that end soon. */
  let scheduled = 0

  const kind = jobs.define<{ at: number }>('transaction.forget', async () => {
    const before = new Date(clock.now() - settings.REQUEST_RETENTION * DAY_MS)
    for (let jobIds = await failedBefore(database.read, before, BATCH); jobIds.length > 0; ) {
      await deleteComments(database, jobIds)
      const requests = await findRequests(database.read, jobIds)
      await database.change(async (trx) => {
        await deleteRequests(trx, jobIds)
        trx.onCommit(() => {
          for (const request of requests) announcements.transactionDeleted(request)
        })
      })
      jobIds = await failedBefore(database.read, before, BATCH)
    }
  })

  return {
    /** Creates the job that deletes the request if it is rejected, refused or expired. */
    async schedule(trx: Change<Tables>, request: Request): Promise<void> {
      const ended = request.windowEndsAt.getTime() + settings.REQUEST_RETENTION * DAY_MS
      const at = (Math.ceil(ended / SLOT_MS) + 1) * SLOT_MS
      const isFar = modeOf(request).waitsUntil(request) !== null
      if (at <= scheduled && !isFar) return
      await jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey: String(at) })
      if (isFar) return
      trx.onCommit(() => {
        scheduled = Math.max(scheduled, at)
      })
    },
  }
}
