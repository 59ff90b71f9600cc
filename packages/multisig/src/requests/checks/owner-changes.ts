import { type Change, conflict } from '@quorate/platform'
import type { Request } from '../../model/request.ts'
import { scheduledUpdateOf } from '../../store/schedules.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Refuses a change of owners while the ledger keeps another one that the owners have not rejected. If they have
 * rejected it, its requester must still delete its schedule before requesting another scheduled change.
 *
 * @throws 409 `WALLET_CHANGING`
 */
export async function checkNoScheduledUpdate(
  trx: Change<Tables>,
  { chain, wallet, requester, mode }: Request & { wallet: string },
): Promise<void> {
  const schedule = await scheduledUpdateOf(trx, { chain, wallet, ...(mode === 'scheduled' ? { by: requester } : {}) })
  if (schedule !== undefined) throw walletChanging(wallet, schedule)
}

/** The error while the ledger keeps another change of a wallet's owners. */
export const walletChanging = (wallet: string, schedule: string | null) =>
  conflict(
    'WALLET_CHANGING',
    schedule === null
      ? `Another change of the owners of ${wallet} is being executed: try again when it has ended`
      : `Schedule ${schedule} on the ledger contains another change of the owners of ${wallet}: wait until it is executed, or reject its request. Its requester can delete it with a ScheduleDelete`,
  )
