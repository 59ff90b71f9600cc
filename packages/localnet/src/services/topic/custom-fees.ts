import type { proto } from '@hiero-ledger/proto'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountId, accountName, accountNumber, tokenId, tokenNumber } from '#protocol/ids.ts'
import { isActive } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { usableAccount } from '#services/validation.ts'
import type { Topic } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'

/** topics.maxCustomFeeEntriesForTopics */
const MAX_FEES = 10

/** HIP-991: checks that a topic's custom fees can be paid. */
export function checkTopicFees(fees: readonly proto.IFixedCustomFee[], state: State): void {
  check(fees.length <= MAX_FEES, 'CUSTOM_FEES_LIST_TOO_LONG')
  for (const { feeCollectorAccountId, fixedFee } of fees) {
    check(!feeCollectorAccountId?.alias?.length, 'INVALID_CUSTOM_FEE_COLLECTOR')
    const collector = usableAccount(state, feeCollectorAccountId, 'INVALID_CUSTOM_FEE_COLLECTOR')
    check(collector.num !== FEE_COLLECTION, 'INVALID_CUSTOM_FEE_COLLECTOR')
    check(fixedFee != null, 'CUSTOM_FEE_NOT_FULLY_SPECIFIED')
    check(int64(fixedFee.amount) > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
    if (fixedFee.denominatingTokenId) checkDenomination(fixedFee, collector.num, state)
  }
}

function checkDenomination({ denominatingTokenId, amount }: proto.IFixedFee, collector: number, state: State): void {
  const token = state.tokens.get(tokenNumber(denominatingTokenId))
  check(token !== undefined && !token.deleted, 'INVALID_TOKEN_ID_IN_CUSTOM_FEES')
  check(!token.paused, 'TOKEN_IS_PAUSED')
  check(token.supplyType === 'INFINITE' || int64(amount) <= token.maxSupply, 'AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY')
  check(token.type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON')
  const relation = state.relation(collector, token.num)
  check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
  check(!relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
}

/** A custom fee of a topic, decoded. `token` 0 is hbar. */
interface Fee {
  readonly token: number
  readonly amount: bigint
  readonly collector: number
}

const feeOf = ({ fixedFee, feeCollectorAccountId }: proto.IFixedCustomFee): Fee => ({
  token: fixedFee?.denominatingTokenId ? tokenNumber(fixedFee.denominatingTokenId) : 0,
  amount: int64(fixedFee?.amount),
  collector: accountNumber(feeCollectorAccountId),
})

/**
 * HIP-991: charges the payer of a message the topic's fees, unless a fee-exempt key signed.
 *
 * @throws StatusError if the fees exceed the payer's limits
 */
export function chargeTopicFees(topic: Topic, context: HandleContext): void {
  const { signatures, payer, state, transaction } = context
  if (topic.feeExemptKeys.some(({ rule }) => isActive(rule, signatures.signedBy))) return
  const fees = topic.customFees.map(feeOf).filter((fee) => !isOwn(fee, payer, state))
  const limits = transaction.maxCustomFees ?? []
  if (limits.length > 0) checkLimits(fees, limitsOf(payer, limits, state))
  for (const fee of fees) charge(fee, context)
}

/**
 * Whether the payer is exempt: a collector does not pay the fee that it collects, and a treasury pays no fees in its
 * own token.
 */
function isOwn({ token, collector }: Fee, payer: number, state: State): boolean {
  return collector === payer || (token !== 0 && state.tokens.get(token)?.treasury === payer)
}

/** The fee limits that the payer set; limits of other accounts do not count. */
function limitsOf(payer: number, limits: readonly proto.ICustomFeeLimit[], state: State): proto.IFixedFee[] {
  const own = limits.filter(({ accountId: id }) => state.account(id)?.num === payer)
  check(own.length <= 1, 'DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST')
  return own[0]?.fees ?? []
}

function checkLimits(fees: readonly Fee[], limits: readonly proto.IFixedFee[]): void {
  const totals = new Map<number, bigint>()
  for (const { token, amount } of fees) totals.set(token, (totals.get(token) ?? 0n) + amount)
  for (const [token, total] of totals) {
    const limit = limits.find(({ denominatingTokenId: id }) => (id ? tokenNumber(id) : 0) === token)
    check(limit !== undefined, 'NO_VALID_MAX_CUSTOM_FEE')
    check(int64(limit.amount) >= total, 'MAX_CUSTOM_FEE_LIMIT_EXCEEDED')
  }
}

/** Transfers the fee like any transfer: its token may have custom fees itself. */
function charge(fee: Fee, context: HandleContext): void {
  const { dispatch, payer, record } = context
  const transfer = dispatch.definitionOf('cryptoTransfer')
  check(transfer !== undefined, 'NOT_SUPPORTED')
  transfer.handle(transferOf(fee, payer), context)
  const assessed = {
    amount: toLong(fee.amount),
    tokenId: fee.token === 0 ? null : tokenId(fee.token),
    feeCollectorAccountId: accountId(fee.collector),
    effectivePayerAccountId: [accountId(payer)],
  }
  record.assessedCustomFees = [...(record.assessedCustomFees ?? []), assessed]
}

function transferOf({ token, amount, collector }: Fee, payer: number): proto.ICryptoTransferTransactionBody {
  const accountAmounts = [
    { accountID: accountId(payer), amount: toLong(-amount) },
    { accountID: accountId(collector), amount: toLong(amount) },
  ]
  if (token === 0) return { transfers: { accountAmounts } }
  return { tokenTransfers: [{ token: tokenId(token), transfers: accountAmounts }] }
}

/** Checks that the limits name each account once, and each denomination once per account. */
export function checkLimitsOnce(limits: readonly proto.ICustomFeeLimit[]): void {
  const accounts = new Set(limits.map(({ accountId: id }) => accountName(id)))
  check(accounts.size === limits.length, 'DUPLICATE_ACCOUNT_ID_IN_MAX_CUSTOM_FEE_LIST')
  for (const { fees } of limits) {
    const denominations = (fees ?? []).map(denominationOf)
    check(new Set(denominations).size === denominations.length, 'DUPLICATE_DENOMINATION_IN_MAX_CUSTOM_FEE_LIST')
  }
}

/** A limit's denomination as text. Two limits in hbar only count as the same if their amounts are equal, too. */
function denominationOf({ denominatingTokenId, amount }: proto.IFixedFee): string {
  return denominatingTokenId ? `token ${tokenNumber(denominatingTokenId)}` : `${int64(amount)} tinybars`
}
