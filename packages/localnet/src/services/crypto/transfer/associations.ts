import type { proto } from '@hiero-ledger/proto'
import type { Handling } from '../../../definition.ts'
import { FEE_COLLECTION } from '../../../fees.ts'
import { int64 } from '../../../int64.ts'
import { require } from '../../../refusal.ts'
import type { Account, Token } from '../../../state/entities.ts'
import { associateAutomatically, usableToken } from '../../token/relations.ts'
import { usableAccount } from '../../validation.ts'
import { checkNftSpender, spendToken } from '../allowances.ts'

type List = proto.ITokenTransferList

/**
 * Associates everybody who is named beside a token and has a free slot for it. Comes before anything moves: who has no
 * association is told so before it is told what else is wrong.
 */
export function associateParties(lists: readonly List[], handling: Handling): void {
  for (const { token: id, transfers, nftTransfers } of lists) {
    const token = usableToken(handling.state, id)
    for (const entry of transfers ?? []) associateHolder(entry, token, handling)
    for (const transfer of nftTransfers ?? []) associateReceiver(transfer, token, handling)
  }
}

/** A spender without an allowance hears of that first. */
function associateHolder({ accountID, amount, isApproval }: proto.IAccountAmount, token: Token, handling: Handling) {
  const { state, payer } = handling
  const account = usableAccount(state, accountID)
  if (int64(amount) > 0n) checkMayReceive(account)
  if (isAssociated(account, token, handling)) return
  if (isApproval && int64(amount) < 0n) spendToken(state, account.num, token.num, payer, -int64(amount))
  require(false, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function associateReceiver(
  { senderAccountID, receiverAccountID, serialNumber, isApproval }: proto.INftTransfer,
  token: Token,
  handling: Handling,
): void {
  const { state, payer } = handling
  const sender = usableAccount(state, senderAccountID)
  const nft = state.nft(token.num, int64(serialNumber))
  if (!state.relation(sender.num, token.num)) {
    if (nft && isApproval) checkNftSpender(state, nft, payer)
    require(false, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  }
  require(nft !== undefined, 'INVALID_NFT_ID')
  const receiver = usableAccount(state, receiverAccountID)
  checkMayReceive(receiver)
  require(isAssociated(receiver, token, handling), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function checkMayReceive({ num }: Account): void {
  require(num !== FEE_COLLECTION, 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
}

/** Makes the association if there is none but a slot for it. */
function isAssociated(account: Account, token: Token, handling: Handling): boolean {
  const known = handling.state.relation(account.num, token.num)
  const relation = known ?? associateAutomatically(handling, account, token)
  require(!relation?.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  return relation !== undefined
}
