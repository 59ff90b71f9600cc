/**
 * What wallets use of their quotas: their pins, what they have unpinned and is not removed yet, and what is being stored or fetched for them now. The
 * last is counted in this process's memory alone: a restart also discards the staged blocks themselves.
 */
import type { ApiError } from '@quorate/platform'
import type { Service } from '../service.ts'
import { type Owner, usageOf } from '../store/store.ts'
import { overQuota, type Quota } from './quota.ts'

export interface Accounts {
  /** Begins to count blocks for this wallet as they arrive, until `end`. */
  open(owner: Owner): Promise<Reservation>
}

export interface Reservation {
  /**
   * Sets the reservation to this many bytes in total. Where they don't fit, blocks that the wallet has unpinned are removed first.
   *
   * @throws 413 `QUOTA_EXCEEDED`
   */
  grow(bytes: number): Promise<void>
  /** Does the same, except that one reservation of each wallet may exceed the quota: its content may turn out to be pinned already. */
  growBeyond(bytes: number): Promise<void>
  /** Whether the whole reservation fits into the quota now. */
  fits(): boolean
  /** Turns reserved bytes into used ones. */
  commit(bytes: number): void
  end(): void
}

interface Account {
  used: number
  reserved: number
  beyond: object | undefined
  open: number
}

/** @param collect Removes the blocks that nobody pins; it does nothing if this wallet has caused enough collections lately. */
export function createAccounts(
  { database, quotaOf }: Pick<Service, 'database' | 'quotaOf'>,
  collect: (owner: Owner) => Promise<void>,
): Accounts {
  const accounts = new Map<string, Account>()

  const load = async (owner: Owner) => {
    const { bytes, released } = await usageOf(database.read, owner)
    return { used: bytes + released, released }
  }
  const keyOf = ({ chain, owner }: Owner): string => `${chain} ${owner}`

  function accountOf(owner: Owner): Account {
    const known = accounts.get(keyOf(owner))
    if (known) return known
    const account: Account = { used: 0, reserved: 0, beyond: undefined, open: 0 }
    accounts.set(keyOf(owner), account)
    return account
  }

  return {
    async open(owner) {
      const account = accountOf(owner)
      account.open++
      const me = {}
      const quota: Quota = quotaOf(owner)
      let bytes = 0
      let isOpen = true
      const held = (): number => (account.beyond === me ? 0 : bytes)
      const room = (): number => quota.bytes - account.used - account.reserved + held()

      async function makeRoom(wanted: number): Promise<boolean> {
        if (wanted <= room()) return true
        if ((await refresh()) > 0 && wanted > room()) {
          await collect(owner)
          await refresh()
        }
        return wanted <= room()
      }
      async function refresh(): Promise<number> {
        const { used, released } = await load(owner)
        account.used = used
        return released
      }
      const set = (total: number): void => {
        if (total <= held()) return
        account.reserved += total - held()
        bytes = total
      }
      const comeBack = (): void => {
        if (account.beyond !== me) return
        account.beyond = undefined
        bytes = 0
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
          if (!(await makeRoom(total))) throw refuse()
          comeBack()
          set(total)
        },
        async growBeyond(total) {
          if (account.beyond === me) bytes = Math.max(bytes, total)
          else if (await makeRoom(total)) set(total)
          else if (account.beyond) throw refuse()
          else {
            account.reserved -= bytes
            account.beyond = me
            bytes = total
          }
        },
        fits: () => bytes <= room(),
        commit(used) {
          account.used += used
          account.reserved -= held()
          comeBack()
          bytes = 0
        },
        end,
      }
    },
  }
}
