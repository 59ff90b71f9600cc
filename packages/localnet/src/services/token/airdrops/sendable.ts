import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import { numberOf } from '#services/crypto/transfer/custom-fees/level.ts'
import { feesOf, isExempt } from '#services/fee-schedule.ts'
import { usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'

type List = proto.ITokenTransferList
type Body = proto.ITokenAirdropTransactionBody

/** Checks that the sender has what it gives, and that nobody would owe a royalty for it. */
export function checkSendable(list: List, body: Body, state: State): void {
  const token = usableToken(state, list.token)
  if (list.transfers?.length) checkAmounts(list, token, state)
  if (list.nftTransfers?.length) checkNfts(list.nftTransfers, token, body, state)
}

function checkAmounts({ transfers, expectedDecimals }: List, token: Token, state: State): void {
  check(token.type === 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
  const expected = expectedDecimals?.value
  check(expected == null || token.decimals === expected, 'UNEXPECTED_TOKEN_DECIMALS')
  const debit = (transfers ?? []).find(({ amount }) => int64(amount) < 0n)
  const balance = sendableBalance(debit?.accountID, token, state)
  check(balance + int64(debit?.amount) >= 0n, 'INSUFFICIENT_TOKEN_BALANCE')
}

function sendableBalance(sender: proto.IAccountID | null | undefined, token: Token, state: State): bigint {
  const relation = state.relation(usableAccount(state, sender).num, token.num)
  check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  check(!relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  return relation.balance
}

function checkNfts(transfers: readonly proto.INftTransfer[], token: Token, body: Body, state: State): void {
  for (const transfer of transfers) checkNoRoyalty(transfer, token, body, state)
  for (const { senderAccountID, serialNumber } of transfers) {
    sendableBalance(senderAccountID, token, state)
    const nft = state.nft(token.num, int64(serialNumber))
    check(nft !== undefined, 'INVALID_NFT_ID')
    check(nft.owner === numberOf(senderAccountID, state), 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
  }
}

/**
 * Checks that the receiver owes no fallback royalty, and the sender no share of what it receives in the same airdrop.
 */
function checkNoRoyalty(
  { senderAccountID, receiverAccountID }: proto.INftTransfer,
  token: Token,
  body: Body,
  state: State,
): void {
  const [sender, receiver] = [numberOf(senderAccountID, state), numberOf(receiverAccountID, state)]
  for (const fee of feesOf(token)) {
    if (fee.kind !== 'royalty') continue
    const isFree = !fee.fallback || isExempt(token, fee, receiver)
    const isExchange = !isExempt(token, fee, sender) && isCredited(sender, body, state)
    check(isFree && !isExchange, 'TOKEN_AIRDROP_WITH_FALLBACK_ROYALTY')
  }
}

function isCredited(account: number, { tokenTransfers }: Body, state: State): boolean {
  const entries = (tokenTransfers ?? []).flatMap(({ transfers }) => transfers ?? [])
  return entries.some(({ accountID, amount }) => int64(amount) > 0n && numberOf(accountID, state) === account)
}
