import { type Change, type Clock, type Database, giveBack, type Jobs, takeFrom, tooMany } from '@quorate/platform'
import { leaves } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { keysAtRequest, type Request } from '../model/request.ts'
import type { Settings } from '../settings.ts'
import { deleteComments } from '../store/events.ts'
import { deleteRequests, failedBefore, findRequests } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Bounds what people have stored: a budget of bytes in an hour, and some days for requests that were rejected, refused
 * or expired.
 */
export interface Storage {
  /**
   * Counts the bytes that an account stores. To be called last in its change, as all other changes of the chain wait
   * for it.
   *
   * @throws 429 `STORAGE_BUDGET_USED`
   */
  take(trx: Change<Tables>, by: { chain: string; account: string }, bytes: number): Promise<void>
  /** Gives the bytes of an executed request back to the budget. */
  giveBack(trx: Change<Tables>, request: Request): Promise<void>
  /** Creates the job that deletes the request if it is rejected, refused or expired. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

const DAY_MS = 86_400_000
/** Length of a slot, in milliseconds: one job deletes the requests that ended unexecuted within it. */
const SLOT_MS = 3_600_000
/**
 * How many requests one change deletes, each with its events and rejections. Their comments, which may be more, are
 * deleted before.
 */
const BATCH = 20

/** The size of a row with its place in indexes, in bytes. */
const ROW_BYTES = 300

/** How much a stored text takes, in bytes. */
export const storedText = (text: string): number => ROW_BYTES + Buffer.byteLength(text)

/** How much a stored request takes with its event and every signature that it may get, in bytes. */
export function storedRequest(request: Request): number {
  const { payload, signing, newGovernance, bytes, bodyBytes } = request
  const signers = keysAtRequest(request).flatMap(leaves).length
  const texts = JSON.stringify([payload, signing, newGovernance])
  return ROW_BYTES + storedText(texts) + 2 * bytes.length + bodyBytes.length + signers * 2 * ROW_BYTES
}

export function createStorage(deps: {
  database: Database<Tables>
  jobs: Jobs
  settings: Settings
  clock: Clock
  announcements: Announcements
}): Storage {
  const { database, jobs, settings, clock, announcements } = deps
  const budgetOf = (chain: string) => ({ name: `stored ${chain}`, perHour: settings.REQUEST_BYTES_PER_HOUR })
  /** The latest slot of requests that end soon whose job this process knows to be committed. */
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
    async take(trx, { chain, account }, bytes) {
      const budget = budgetOf(chain)
      const holder = { id: account, atLeast: limits.storedSure.value, percent: limits.storedShare.value }
      const refused = await takeFrom(trx, 'multisig.storing', budget, { amount: bytes, holder }, clock.now())
      if (!refused) return
      const whose = refused.of === 'all' ? 'of all together' : `of ${account}`
      throw tooMany(
        'STORAGE_BUDGET_USED',
        `At most ${budget.perHour} bytes of comments and requests are stored in an hour for each chain (REQUEST_BYTES_PER_HOUR), and the part ${whose} is used: ask again in the next hour`,
        Math.ceil((Number.isFinite(refused.waitMs) ? refused.waitMs : SLOT_MS) / 1000),
      )
    },
    giveBack: (trx, request) =>
      giveBack(trx, 'multisig.storing', budgetOf(request.chain), {
        amount: storedRequest(request),
        holder: request.countedFor,
        takenAt: request.createdAt.getTime(),
      }),
    async schedule(trx, { windowEndsAt, executeAt, schedule }) {
      const ended = windowEndsAt.getTime() + settings.REQUEST_RETENTION * DAY_MS
      const at = (Math.ceil(ended / SLOT_MS) + 1) * SLOT_MS
      const isFar = executeAt !== null || schedule?.state === 'open'
      if (at <= scheduled && !isFar) return
      await jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey: String(at) })
      if (isFar) return
      trx.onCommit(() => {
        scheduled = Math.max(scheduled, at)
      })
    },
  }
}
