import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { checkNftSpender } from '#services/crypto/allowances.ts'
import { changeNftCount, relationForTransfer, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { isAlias } from './aliases.ts'

type List = proto.ITokenTransferList

/** The rules of senders without an allowance, and of receivers that require their signature. */
export function nftSigners({ nftTransfers }: List, state: State): KeyRule[] {
  const rules: KeyRule[] = []
  for (const { senderAccountID, receiverAccountID, isApproval } of nftTransfers ?? []) {
    const sender = state.account(senderAccountID)
    check(sender !== undefined, 'INVALID_ACCOUNT_ID')
    if (!isApproval) rules.push(sender.key.rule)
    const receiver = state.account(receiverAccountID)
    check(receiver !== undefined || isAlias(receiverAccountID), 'INVALID_ACCOUNT_ID')
    if (receiver?.receiverSigRequired) rules.push(receiver.key.rule)
  }
  return rules
}

/** Moves NFTs to their new owners. */
export function applyNfts(list: List, context: HandleContext): void {
  const { state } = context
  if (!list.nftTransfers?.length) return
  const token = usableToken(state, list.token)
  for (const { senderAccountID, receiverAccountID, serialNumber, isApproval } of list.nftTransfers) {
    const sender = usableAccount(state, senderAccountID)
    const receiver = usableAccount(state, receiverAccountID)
    moveNft(context, token, int64(serialNumber), sender, receiver, isApproval ?? false)
  }
}

function moveNft(
  context: HandleContext,
  token: Token,
  serial: bigint,
  sender: Account,
  receiver: Account,
  isApproval: boolean,
): void {
  const { state } = context
  const from = relationForTransfer(state, sender, token)
  const to = relationForTransfer(state, receiver, token)
  const nft = state.nft(token.num, serial)
  check(nft !== undefined, 'INVALID_NFT_ID')
  check(nft.owner === sender.num, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
  if (isApproval) checkNftSpender(state, nft, context.payer)
  state.putNft({ ...nft, owner: receiver.num, spender: null, delegatingSpender: null })
  state.putRelation({ ...from, balance: from.balance - 1n })
  state.putRelation({ ...to, balance: to.balance + 1n })
  changeNftCount(state, sender.num, -1)
  changeNftCount(state, receiver.num, 1)
}
