import type { Mirror } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { knownTime } from '../signatures/proofs.ts'

type On = { chain: string; mirror: Pick<Mirror, 'account' | 'newestTimestamp'> }

/**
 * Checks that the account exists. A recount checks this, too, allowing for a lagging mirror.
 *
 * @throws 422 `INVALID_ACCOUNT_ID`, 422 `ACCOUNT_DELETED`, 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export const checkExists = (ledger: On, account: string, now: number): Promise<void> =>
  checkAllExist(ledger, [account], now)

/** How many accounts are read from the mirror at once. */
const READS_AT_ONCE = 8

/** @throws as {@link checkExists} */
export async function checkAllExist(ledger: On, accounts: readonly string[], now: number): Promise<void> {
  if (accounts.length === 0) return
  await knownTime(ledger, new Date(now), 'whether the accounts exist now')
  for (let first = 0; first < accounts.length; first += READS_AT_ONCE)
    await Promise.all(accounts.slice(first, first + READS_AT_ONCE).map((account) => checkOne(ledger, account)))
}

async function checkOne({ mirror }: On, account: string): Promise<void> {
  const found = await mirror.account(account)
  if (!found) throw unprocessable('INVALID_ACCOUNT_ID', `${account} does not exist on the ledger`)
  if (found.deleted) throw unprocessable('ACCOUNT_DELETED', `${account} was deleted on the ledger`)
}
