import type { proto } from '@hiero-ledger/proto'
import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import type { State } from '#state/state.ts'
import type { Count } from '#transaction/prices.ts'

type Amounts = readonly proto.IAccountAmount[]
type Lists = readonly proto.ITokenTransferList[]

/** The extras of a transfer: its accounts, and its tokens if it has any. */
export const transferExtras = (
  { transfers, tokenTransfers }: Pick<proto.ICryptoTransferTransactionBody, 'transfers' | 'tokenTransfers'>,
  state: State,
): Count[] => [
  ['ACCOUNTS', partiesOf(transfers?.accountAmounts ?? [], tokenTransfers ?? []), 2],
  ...(tokenTransfers?.length ? tokenExtras(tokenTransfers, state) : []),
]

/** How many accounts take part in a transfer. */
function partiesOf(amounts: Amounts, lists: Lists): number {
  if (lists.length === 0) return amounts.length
  const ids = amounts.map(({ accountID }) => accountID)
  for (const { transfers, nftTransfers } of lists) {
    for (const { accountID } of transfers ?? []) ids.push(accountID)
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? [])
      ids.push(senderAccountID, receiverAccountID)
  }
  return new Set(ids.map(nameOf)).size
}

const nameOf = (id: proto.IAccountID | null | undefined): string | number =>
  id?.alias?.length ? Buffer.from(id.alias).toString('hex') : accountNumber(id)

/**
 * The extras of a transfer of tokens: its own price, a higher one if a token has custom fees, and one for each token or
 * NFT moved after the first.
 */
function tokenExtras(lists: Lists, state: State): Count[] {
  const tokens = lists.map(({ token }) => state.tokens.get(tokenNumber(token)))
  const moved = lists.reduce(
    (count, list) => count + (list.nftTransfers?.length || (list.transfers?.length ? 1 : 0)),
    0,
  )
  const hasCustomFees = tokens.some((token) => token?.customFees.length)
  const base = hasCustomFees ? 'TOKEN_TRANSFER_BASE_CUSTOM_FEES' : 'TOKEN_TRANSFER_BASE'
  return [
    [base, 1, 0],
    ['TOKEN_TYPES', moved, 1],
  ]
}
