/** The payers and receivers of a transaction. The reader may be none of them. */
import type { Transaction } from '../mirror/answers.ts'
import { type Movement, movementsIn } from './movements.ts'

/**
 * The account that paid most, and what it paid. Undefined if nothing was paid between accounts, for example when only
 * fees were charged or tokens were minted.
 */
export function paymentIn(transaction: Transaction): { from: string; movements: Movement[] } | undefined {
  for (const from of likelyPayers(transaction)) {
    const movements = movementsIn(transaction, from).filter(({ change, other }) => change < 0n && other !== undefined)
    if (movements.length > 0) return { from, movements }
  }
  return undefined
}

/** At most four accounts, so that the work is linear: the payer of the fee, and who lost most of each kind. */
function likelyPayers(transaction: Transaction): Set<string> {
  const { transaction_id: id, transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  const least = (lines: readonly { account?: string | null | undefined; amount: number | bigint }[]) =>
    lines.filter(({ amount }) => amount < 0).toSorted((a, b) => (a.amount < b.amount ? -1 : 1))[0]?.account
  const found = [id.split('-')[0], least(transfers), least(tokens), nfts[0]?.sender_account_id]
  return new Set(found.flatMap((one) => one || []))
}
