import type { Ledger, Mirror } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { knownTime } from '../votes/proofs.ts'

/**
 * Checks that the account exists. A recount checks this, too, allowing for a lagging mirror.
 *
 * @throws 422 `INVALID_ACCOUNT_ID`, 422 `ACCOUNT_DELETED`, 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export async function checkExists(
  { chain, mirror }: { chain: string; mirror: Pick<Mirror, 'account' | 'newestTimestamp'> },
  account: string,
  now: number,
): Promise<void> {
  await knownTime({ chain, mirror }, new Date(now), `whether ${account} exists now`)
  const found = await mirror.account(account)
  if (!found) throw unprocessable('INVALID_ACCOUNT_ID', `${account} does not exist on the ledger`)
  if (found.deleted) throw unprocessable('ACCOUNT_DELETED', `${account} was deleted on the ledger`)
}

/** How many accounts are read from the mirror at once. */
const READS_AT_ONCE = 8

export async function checkAllExist(ledger: Ledger, accounts: readonly string[], now: number): Promise<void> {
  for (let first = 0; first < accounts.length; first += READS_AT_ONCE)
    await Promise.all(accounts.slice(first, first + READS_AT_ONCE).map((account) => checkExists(ledger, account, now)))
}
