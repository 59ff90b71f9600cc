/**
 * What wallets use of their quotas: their pins, what they have unpinned and is not removed yet, and what is being
 * stored or fetched for them now. The last is counted in this process's memory alone: a restart also discards the
 * staged blocks themselves.
 */
import type { ApiError } from '@quorate/platform'
import type { Drive } from '../blocks/drive.ts'
import type { Quota, Service } from '../service.ts'
import { type PinOwner, usageOf } from '../store/store.ts'
import { isWithinShare, overQuota, overShare } from './quota.ts'

export interface QuotaReservations {
  /** Begins to count blocks for this wallet as they arrive, until `end`. */
  open(owner: PinOwner): Promise<Reservation>
}

export interface Reservation {
  /**
   * Sets the reservation to this many bytes in total. Where they don't fit, blocks that the wallet has unpinned are
   * removed first.
   *
   * @throws 413 `QUOTA_EXCEEDED`; 507 `STORAGE_SHARE_EXCEEDED`
   */
  grow(bytes: number): Promise<void>
  /**
   * Does the same, except that one reservation of each wallet may exceed the quota: its content may turn out to be
   * pinned already. It may not exceed the wallet's share of the drive: until it ends, it would take the room of others.
   */
  growBeyondQuota(bytes: number): Promise<void>
  /** Whether the whole reservation fits into the quota now. */
  fits(): boolean
  /** Turns reserved bytes into used ones. */
  commit(bytes: number): void
  end(): void
}

interface Account {
  used: number
  reserved: number
  /** The reservation that may exceed the quota. Its bytes are not among `reserved`. */
  beyondQuota: { bytes: number } | undefined
  open: number
}

/**
 * @param collect Removes the blocks that nobody pins; it does nothing if this wallet has caused enough collections
 *     lately.
 * @param drive The drive that stores what wallets pin, of which each has a share; absent where another node stores it.
 */
export function createQuotaReservations(
  { database, quotaOf }: Pick<Service, 'database' | 'quotaOf'>,
  collect: (owner: PinOwner) => Promise<void>,
  drive: Drive | undefined,
): QuotaReservations {
  const accounts = new Map<string, Account>()

  const load = async (owner: PinOwner) => {
    const { bytes, released } = await usageOf(database.read, owner)
    return { used: bytes + released, released }
  }
  const keyOf = ({ chain, owner }: PinOwner): string => `${chain} ${owner}`

  function accountOf(owner: PinOwner): Account {
    const known = accounts.get(keyOf(owner))
    if (known) return known
    const account: Account = { used: 0, reserved: 0, beyondQuota: undefined, open: 0 }
    accounts.set(keyOf(owner), account)
    return account
  }

  return {
    async open(owner) {
      const account = accountOf(owner)
      account.open++
      const me = { bytes: 0 }
      const quota: Quota = quotaOf(owner)
      let isOpen = true
      const held = (): number => (account.beyondQuota === me ? 0 : me.bytes)
      const room = (): number => quota.bytes - account.used - account.reserved + held()

      /** What the wallet has if this reservation is of `total` bytes. */
      const ownWith = (total: number): number => {
        const beyond = account.beyondQuota === me ? 0 : (account.beyondQuota?.bytes ?? 0)
        return account.used + account.reserved - held() + beyond + total
      }

      /** Whether it fits; where it does not, blocks that the wallet has unpinned are removed first. */
      async function makeRoom(fits: () => boolean | Promise<boolean>): Promise<boolean> {
        if (await fits()) return true
        if ((await refresh()) > 0 && !(await fits())) {
          await collect(owner)
          await refresh()
        }
        return fits()
      }
      async function assertShare(total: number): Promise<void> {
        if (!drive || !quota.sharesDrive) return
        const fits = async () => {
          const free = await drive.free()
          return isWithinShare(ownWith(total), free)
        }
        if (await makeRoom(fits)) return
        drive.full()
        throw overShare()
      }
      async function refresh(): Promise<number> {
        const { used, released } = await load(owner)
        account.used = used
        return released
      }
      const set = (total: number): void => {
        if (total <= held()) return
        account.reserved += total - held()
        me.bytes = total
      }
      const comeBack = (): void => {
        if (account.beyondQuota !== me) return
        account.beyondQuota = undefined
        me.bytes = 0
      }
      const end = (): void => {
        if (!isOpen) return
        isOpen = false
        account.reserved -= held()
        comeBack()
        if (--account.open === 0) accounts.delete(keyOf(owner))
      }
      await refresh().catch((error) => {
        end()
        throw error
      })
      const refuse = (): ApiError => overQuota(quota)
      return {
        async grow(total) {
          await assertShare(total)
          await makeRoom(() => total <= room())
          // Other reservations may have grown meanwhile.
          if (total > room()) throw refuse()
          comeBack()
          set(total)
        },
        async growBeyondQuota(total) {
          await assertShare(total)
          if (account.beyondQuota !== me) await makeRoom(() => total <= room())
          // Another call for this reservation may have taken it beyond the quota meanwhile.
          if (account.beyondQuota === me) me.bytes = Math.max(me.bytes, total)
          else if (total <= room()) set(total)
          else if (account.beyondQuota) throw refuse()
          else {
            account.reserved -= me.bytes
            account.beyondQuota = me
            me.bytes = total
          }
        },
        fits: () => me.bytes <= room(),
        commit(used) {
          account.used += used
          account.reserved -= held()
          comeBack()
          me.bytes = 0
        },
        end,
      }
    },
  }
}
