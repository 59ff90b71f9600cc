import type { Ledger } from '@quorate/ledger'
import { type Clock, type Database, forbidden } from '@quorate/platform'
import { type HoldingQuestion, weightAt } from '@quorate/verify/recount'
import type { Budgets } from '../anchoring/budgets.ts'
import type { Dao } from '../model/dao.ts'
import { knownTime } from '../signatures/proofs.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Checks that the account holds the balance that the DAO's rules require of proposers. Returns the ledger time of the
 * balance, or undefined if the rules require none. The mirror reads count for the account.
 *
 * @throws 403 `TOO_LITTLE_WEIGHT`, 429 `WALLET_BUDGET_USED`, 503 `MIRROR_UNAVAILABLE`
 */
export function createProposerWeight(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, budgets, ledgerOf } = deps
  return async (dao: Dao, account: string): Promise<string | undefined> => {
    const { proposalWeight: least, tokenId } = dao.rules
    if (least === undefined) return undefined
    const { chain } = dao
    const { mirror } = ledgerOf(dao)
    const at = await knownTime({ chain, mirror }, new Date(clock.now()), `what ${account} holds now`)
    const read: HoldingQuestion['read'] = async (ask) => {
      await database.change((trx) => budgets.reserveReads(trx, { chain, wallet: account, reads: 1 }))
      return ask()
    }
    const held = await weightAt(mirror, { account, tokenId, at, payer: account, read })
    if (held !== null && held >= BigInt(least)) return at
    throw forbidden(
      'TOO_LITTLE_WEIGHT',
      held === null
        ? `${account} had too many transactions to tell what it holds`
        : `${account} holds ${held}: to propose, the rules of ${dao.name} require ${least}, in smallest units`,
    )
  }
}
