import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { nftsOwnedBy } from '#services/token/nfts.ts'
import { associateAutomatically, changeNftCount, changeTreasuryCount } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Token, TokenRelation } from '#state/entities.ts'
import type { HandleContext } from '#transaction/definition.ts'

/** The serial number that means all of the treasury's NFTs of a token in a record. */
const ALL_SERIALS = -1n

/**
 * Makes another account the token's treasury, and moves the old treasury's balance to it; returns the account's number.
 */
export function changeTreasury(id: proto.IAccountID, token: Token, context: HandleContext): number {
  const { state } = context
  const treasury = usableAccount(state, id, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
  const relation = relationOfNew(treasury, token, context)
  if (treasury.num === token.treasury) return treasury.num
  const old = state.relation(token.treasury, token.num)
  check(old !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  changeTreasuryCount(state, token.treasury, -1)
  changeTreasuryCount(state, treasury.num, 1)
  const accepted = {
    ...relation,
    frozen: token.freezeKey ? false : relation.frozen,
    kycGranted: token.kycKey ? true : relation.kycGranted,
  }
  state.putRelation(accepted)
  if (old.balance > 0n) moveHoldings(old, accepted, token, context)
  return treasury.num
}

/** The new treasury's association; it needs a free slot if it is not associated yet. */
function relationOfNew(treasury: Account, token: Token, context: HandleContext): TokenRelation {
  const known = context.state.relation(treasury.num, token.num)
  const relation = known ?? associateAutomatically(context, treasury, token)
  check(relation !== undefined, 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS')
  return relation
}

function moveHoldings(from: TokenRelation, to: TokenRelation, token: Token, context: HandleContext): void {
  const { state } = context
  check(!from.frozen && !to.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  check(token.kycKey === null || from.kycGranted, 'TOKEN_HAS_NO_KYC_KEY')
  state.putRelation({ ...from, balance: 0n })
  state.putRelation({ ...to, balance: to.balance + from.balance })
  if (token.type === 'NON_FUNGIBLE_UNIQUE') moveNfts(from, to, token, context)
}

/** Moves all NFTs of the treasury; spenders of single NFTs stay approved. */
function moveNfts(from: TokenRelation, to: TokenRelation, token: Token, { state, record }: HandleContext): void {
  check(to.balance === 0n, 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
  for (const nft of nftsOwnedBy(state, token, from.account)) state.putNft({ ...nft, owner: to.account })
  const count = Number(from.balance)
  changeNftCount(state, from.account, -count)
  changeNftCount(state, to.account, count)
  const nftTransfer = {
    senderAccountID: accountId(from.account),
    receiverAccountID: accountId(to.account),
    serialNumber: toLong(ALL_SERIALS),
  }
  record.tokenTransferLists = [{ token: tokenId(token.num), nftTransfers: [nftTransfer] }]
}
