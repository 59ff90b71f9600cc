import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountName } from '#protocol/ids.ts'
import { isActive, type KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { createMissingAccounts, isAlias, withAccountNumbers } from '#services/crypto/transfer/aliases.ts'
import { applyTransfer } from '#services/crypto/transfer/apply.ts'
import { assessCustomFees } from '#services/crypto/transfer/custom-fees/assessment.ts'
import { checkLengths, checkSums } from '#services/crypto/transfer/limits.ts'
import { transferExtras } from '#services/crypto/transfer/price-extras.ts'
import { existingToken } from '#services/token-relations.ts'
import { isSystemEntity, usableAccount } from '#services/validation.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'
import { chargeWhileHandling } from '#transaction/fees.ts'
import { TOKENS } from '#transaction/high-volume.ts'
import { AIRDROP_PRICE, ASSOCIATION_PRICE } from '#transaction/prices.ts'
import { addAirdrop } from './airdrops/pending-airdrops.ts'
import { checkSendable } from './airdrops/sendable.ts'

type List = proto.ITokenTransferList

/**
 * TokenAirdrop (HIP-904): receivers that can receive the token get it. For the others, the airdrop is pending until
 * they claim it. The sender pays the custom fees immediately. The fee charged beforehand is a transfer's
 * (`TokenAirdropFeeCalculator`). Pending airdrops and associations are charged while the transaction is handled
 * (`TokenAirdropHandler.chargeAirdropFee`).
 */
export const airdropTokens = define('tokenAirdrop', {
  type: 58,
  name: 'TOKENAIRDROP',
  price: {
    functionality: 'TokenAirdrop',
    highVolume: { opsPerSec: 10_000, curve: TOKENS },
    base: 0n,
    extras: ({ tokenTransfers }, state) => transferExtras({ tokenTransfers: tokenTransfers ?? [] }, state),
  },

  precheck: checkLists,

  checkLengths,

  signers: ({ tokenTransfers }, { state }) => (tokenTransfers ?? []).flatMap((list) => senderRules(list, state)),

  handle(given, context) {
    createMissingAccounts(given, context)
    const body = withAccountNumbers(given, context.state)
    checkLists(body)
    for (const list of body.tokenTransfers ?? []) checkSendable(list, body, context.state)
    const [airdrop, ...fees] = assessCustomFees({ tokenTransfers: body.tokenTransfers ?? [] }, context)
    for (const fee of fees) applyTransfer(fee, context)
    const lists = (airdrop?.tokenTransfers ?? []).map((list) => keepPending(list, context))
    applyTransfer({ tokenTransfers: lists }, context)
  },
})

function checkLists(body: proto.ITokenAirdropTransactionBody): void {
  const lists = body.tokenTransfers ?? []
  check(lists.length > 0, 'EMPTY_TOKEN_TRANSFER_BODY')
  for (const list of lists) checkOneSender(list)
  for (const list of lists) checkNoApproval(list)
  checkSums(body)
}

function checkOneSender({ transfers, nftTransfers }: List): void {
  const [first, ...others] = nftTransfers ?? []
  check(!first || first.senderAccountID != null, 'INVALID_TRANSFER_ACCOUNT_ID')
  const sender = accountName(first?.senderAccountID)
  const isOne = others.every(({ senderAccountID }) => accountName(senderAccountID) === sender)
  const debits = (transfers ?? []).filter(({ amount }) => int64(amount) < 0n)
  check(isOne && (!transfers?.length || debits.length === 1), 'AIRDROP_CONTAINS_MULTIPLE_SENDERS_FOR_A_TOKEN')
}

function checkNoApproval({ transfers, nftTransfers }: List): void {
  const entries = [...(transfers ?? []), ...(nftTransfers ?? [])]
  check(!entries.some(({ isApproval }) => isApproval), 'NOT_SUPPORTED')
}

/**
 * The rules of the senders. Receivers need not sign: one that requires its signature and has not signed gets a pending
 * airdrop.
 */
function senderRules({ token, transfers, nftTransfers }: List, state: State): KeyRule[] {
  existingToken(state, token)
  const debits = (transfers ?? []).filter(({ amount }) => int64(amount) < 0n)
  const senders = [...debits.map((debit) => debit.accountID), ...(nftTransfers ?? []).map((nft) => nft.senderAccountID)]
  const credits = (transfers ?? []).filter(({ amount }) => int64(amount) >= 0n)
  const receivers = [...credits.map((c) => c.accountID), ...(nftTransfers ?? []).map((nft) => nft.receiverAccountID)]
  for (const id of receivers) check(state.account(id) !== undefined || isAlias(id), 'INVALID_ACCOUNT_ID')
  return senders.map((id) => {
    const account = state.account(id)
    check(account !== undefined, 'INVALID_ACCOUNT_ID')
    return account.key.rule
  })
}

/** Takes the transfers that have to wait out of the list; returns a list that can be moved immediately. */
function keepPending(list: List, context: HandleContext): List {
  const transfers = keepPendingAmounts(list, context)
  const nftTransfers = (list.nftTransfers ?? []).filter((transfer) => !keepPendingNft(list, transfer, context))
  return { ...list, transfers, nftTransfers }
}

function keepPendingAmounts(list: List, context: HandleContext): proto.IAccountAmount[] {
  const { state } = context
  const token = existingToken(state, list.token)
  const debit = (list.transfers ?? []).find(({ amount }) => int64(amount) < 0n)
  const sender = state.account(debit?.accountID)?.num ?? 0
  let sent = 0n
  const credits = (list.transfers ?? []).filter(({ accountID, amount }) => {
    const value = int64(amount)
    if (value <= 0n) return false
    const receiver = usableAccount(state, accountID)
    check(!isSystemEntity(receiver.num), 'INVALID_RECEIVING_NODE_ACCOUNT')
    const isKept = mustWait(receiver, token.num, context)
    charge({ sender, receiver: receiver.num, token: token.num, serial: 0n }, isKept, context)
    if (isKept) addAirdrop({ sender, receiver: receiver.num, token: token.num, serial: 0n, amount: value }, context)
    else sent += value
    return !isKept
  })
  return credits.length === 0 ? [] : [{ ...debit, amount: toLong(-sent) }, ...credits]
}

function keepPendingNft({ token: id }: List, transfer: proto.INftTransfer, context: HandleContext): boolean {
  const { state } = context
  const token = existingToken(state, id)
  const receiver = usableAccount(state, transfer.receiverAccountID)
  const sender = state.account(transfer.senderAccountID)?.num ?? 0
  const serial = int64(transfer.serialNumber)
  const isKept = mustWait(receiver, token.num, context)
  charge({ sender, receiver: receiver.num, token: token.num, serial }, isKept, context)
  if (!isKept) return false
  addAirdrop({ sender, receiver: receiver.num, token: token.num, serial, amount: 0n }, context)
  return true
}

/**
 * Charges for an airdrop that is pending, or that associates its receiver; the transfer charges for the association
 * itself. Adding to a pending airdrop does not charge for an association again.
 */
function charge(airdrop: Parameters<State['pendingAirdrop']>[0], isKept: boolean, context: HandleContext): void {
  const { state } = context
  if (!isKept && state.relation(airdrop.receiver, airdrop.token)) return
  const isNew = isKept && !state.pendingAirdrop(airdrop)
  chargeWhileHandling(context, AIRDROP_PRICE + (isNew ? ASSOCIATION_PRICE : 0n))
}

/**
 * Says whether the airdrop waits: the receiver has no association and no free slot for one, or requires its signature.
 */
function mustWait(
  receiver: Account,
  token: number,
  { state, signatures }: Pick<Reading, 'state' | 'signatures'>,
): boolean {
  const isSigned = !receiver.receiverSigRequired || isActive(receiver.key.rule, signatures.signedBy)
  if (!isSigned) return true
  const isAssociated = state.relation(receiver.num, token) !== undefined
  const { maxAutoAssociations, usedAutoAssociations } = receiver
  return !isAssociated && maxAutoAssociations !== -1 && usedAutoAssociations >= maxAutoAssociations
}
