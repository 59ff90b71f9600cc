import type { Database } from '@quorate/platform'
import type { PinOwner } from '../model/owner.ts'
import { overQuota, type Quota } from '../model/quota.ts'
import type { Tables } from '../store/tables.ts'
import { type Usage, usageOf } from '../store/usage.ts'
import type { Collection } from './collection.ts'

/**
 * Returns how many bytes the wallet may add, at least `bytes`. If these don't fit, the blocks that the wallet has
 * unpinned are removed first. The database transaction that pins the content checks again.
 *
 * @throws 413 `QUOTA_EXCEEDED`
 */
export type QuotaCheck = (owner: PinOwner, bytes: number) => Promise<number>

export function createQuotaCheck(deps: {
  database: Database<Tables>
  quotaOf(owner: PinOwner): Quota
  collection: Pick<Collection, 'collectReleased'>
}): QuotaCheck {
  const { database, quotaOf, collection } = deps
  return async (owner, bytes) => {
    const quota = quotaOf(owner)
    const roomBeside = ({ bytes: pinned, released }: Usage): number => quota.bytes - pinned - released
    const usage = await usageOf(database.read, owner)
    const room = roomBeside(usage)
    if (bytes <= room) return room
    if (usage.released > 0) {
      await collection.collectReleased()
      const now = roomBeside(await usageOf(database.read, owner))
      if (bytes <= now) return now
    }
    throw overQuota(quota)
  }
}
