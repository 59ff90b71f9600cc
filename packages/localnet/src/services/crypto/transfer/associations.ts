import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import { checkNftSpender, spendToken } from '#services/crypto/allowances.ts'
import { associateAutomatically, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Token } from '#state/entities.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { chargeWhileHandling, FEE_COLLECTION } from '#transaction/fees.ts'
import { ASSOCIATION_PRICE } from '#transaction/prices.ts'

type List = proto.ITokenTransferList

/**
 * Associates every party of a token transfer that has a free slot for the token. This comes before anything moves: as
 * on the network, TOKEN_NOT_ASSOCIATED_TO_ACCOUNT comes before most other errors.
 */
export function associateParties(lists: readonly List[], context: HandleContext): void {
  for (const { token: id, transfers, nftTransfers } of lists) {
    const token = usableToken(context.state, id)
    for (const entry of transfers ?? []) associateHolder(entry, token, context)
    for (const transfer of nftTransfers ?? []) associateReceiver(transfer, token, context)
  }
}

/** Checks a spender's allowance before the association, because its error comes first. */
function associateHolder(
  { accountID, amount, isApproval }: proto.IAccountAmount,
  token: Token,
  context: HandleContext,
) {
  const { state, payer } = context
  const account = usableAccount(state, accountID)
  if (int64(amount) > 0n) checkMayReceive(account)
  if (isAssociated(account, token, context)) return
  if (isApproval && int64(amount) < 0n) spendToken(state, account.num, token.num, payer, -int64(amount))
  check(false, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function associateReceiver(
  { senderAccountID, receiverAccountID, serialNumber, isApproval }: proto.INftTransfer,
  token: Token,
  context: HandleContext,
): void {
  const { state, payer } = context
  const sender = usableAccount(state, senderAccountID)
  const nft = state.nft(token.num, int64(serialNumber))
  if (!state.relation(sender.num, token.num)) {
    if (nft && isApproval) checkNftSpender(state, nft, payer)
    check(false, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  }
  check(nft !== undefined, 'INVALID_NFT_ID')
  const receiver = usableAccount(state, receiverAccountID)
  checkMayReceive(receiver)
  check(isAssociated(receiver, token, context), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function checkMayReceive({ num }: Account): void {
  check(num !== FEE_COLLECTION, 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
}

/** Says whether the account is associated with the token; associates it first, if it has a free slot. */
function isAssociated(account: Account, token: Token, context: HandleContext): boolean {
  const known = context.state.relation(account.num, token.num)
  const relation = known ?? associateAutomatically(context, account, token)
  if (relation && !known) chargeWhileHandling(context, ASSOCIATION_PRICE)
  check(!relation?.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  return relation !== undefined
}
