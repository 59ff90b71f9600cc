/** The reader's wallets in a transaction, and the names that they give to its accounts. */
import { useQuery } from '@tanstack/react-query'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { everyWalletQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import type { Transaction } from '../../mirror/answers.ts'

/** The ids of the reader's wallets that the transaction concerns: as payer, as changed account, or by their balance. */
export function useWalletsIn(transaction: Transaction | undefined): string[] {
  const { account } = useSession()
  const { data: wallets = [] } = useQuery({ ...everyWalletQuery(), enabled: account !== null })
  if (!transaction) return []
  const touched = accountsIn(transaction)
  return wallets.filter(({ wallet }) => touched.has(wallet)).map(({ wallet }) => wallet)
}

/** Returns the name of an account in the transaction: the reader's own, or the one in the reader's wallet. */
export function useNamesIn(transaction: Transaction | undefined): (account: string) => string | undefined {
  const [wallet = null] = useWalletsIn(transaction)
  const nameOf = useOwnerNames()
  return (account) => nameOf(wallet, account)
}

function accountsIn({ transaction_id: id, entity_id: entity, ...transaction }: Transaction): Set<string> {
  const { transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  const parties = [...transfers, ...tokens].map(({ account }) => account)
  const holders = nfts.flatMap(({ sender_account_id: from, receiver_account_id: to }) => [from, to])
  return new Set([id.split('-')[0], entity, ...parties, ...holders].flatMap((one) => one || []))
}
