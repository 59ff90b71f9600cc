import type { proto } from '@hiero-ledger/proto'
import { accountId } from '#protocol/ids.ts'
import { toLong } from '#protocol/int64.ts'
import { isActive } from '#protocol/keys.ts'
import { check, codeNumber, type ResponseCode, StatusError } from '#protocol/status-error.ts'
import { targetOf } from '#protocol/target.ts'
import { completeHollowAccounts } from '#services/crypto/hollow-accounts.ts'
import { applyStaking } from '#staking/apply-staking.ts'
import { type Originals, originalsOf } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { Admitted, Dispatch, DispatchedTransaction, HandleContext } from '#transaction/definition.ts'
import { chargeFee, EXCHANGE_RATES } from '#transaction/fees.ts'
import type { Handled } from '#transaction/record.ts'

/** The result of a transaction, and the rows that it and its staking rewards changed. */
interface Settled {
  readonly handled: Handled
  readonly originals: Originals
}

/**
 * Handles a transaction, pays the staking rewards that it makes due, and moves stakes with the balances. `savepoint` is
 * where its changes begin.
 */
export function handle(
  transaction: DispatchedTransaction,
  state: State,
  now: bigint,
  dispatch: Dispatch,
  savepoint = state.journal.savepoint(),
): Settled {
  const handled = withoutStaking(transaction, state, now, dispatch)
  const originals = originalsOf(state.journal.since(savepoint))
  const rewards = applyStaking(state, originals, handled.heir)
  if (!rewards) return { handled, originals }
  handled.record.paidStakingRewards = rewards.map((r) => ({
    accountID: accountId(r.account),
    amount: toLong(r.amount),
  }))
  return { handled, originals: originalsOf(state.journal.since(savepoint)) }
}

/**
 * Charges the fee, then runs the transaction on a separate savepoint, so a failed transaction leaves only its fee.
 * Required signatures are checked before the handler checks anything else.
 */
function withoutStaking(following: DispatchedTransaction, state: State, now: bigint, dispatch: Dispatch): Handled {
  const { admitted, outcome } = following
  const fee = feeOf(following, state)
  chargeFee(state, admitted.payer, fee)
  const savepoint = state.journal.savepoint()
  const context = newContext(following, fee, state, now, dispatch)
  try {
    check(outcome === undefined, outcome ?? 'OK')
    admitted.definition.checkLengths?.(admitted.op)
    completeHollowAccounts(context)
    checkSignatures(admitted, context)
    admitted.definition.handle(admitted.op, context)
    context.receipt.status ??= codeNumber('SUCCESS')
    return { ...context, fee: fee + context.chargedMore }
  } catch (error) {
    state.journal.rollback(savepoint)
    const failure = { following: [], preceding: [], record: { ...following.record }, receipt: failed(codeOf(error)) }
    return { ...context, fee, ...failure, entity: targetOf(admitted.bodyCase, admitted.op) }
  }
}

/**
 * The fee. If the outcome is known already, it is at most what the payer has left, so that the transaction can always
 * be recorded.
 */
function feeOf({ admitted, outcome }: DispatchedTransaction, state: State): bigint {
  const balance = state.accounts.get(admitted.payer)?.balance ?? 0n
  return outcome && balance < admitted.fee ? balance : admitted.fee
}

function newContext(
  { admitted, record }: DispatchedTransaction,
  fee: bigint,
  state: State,
  now: bigint,
  dispatch: Dispatch,
): HandleContext {
  const { payer, signatures, validStart, body: transaction } = admitted
  const receipt = { exchangeRate: EXCHANGE_RATES }
  const result = { receipt, record: { ...record }, following: [], preceding: [], chargedMore: 0n, entity: null }
  return { state, payer, fee, validStart, signatures, transaction, dispatch, now, ...result }
}

function failed(code: ResponseCode): proto.ITransactionReceipt {
  return { status: codeNumber(code), exchangeRate: EXCHANGE_RATES }
}

function checkSignatures({ definition, op, signatures }: Admitted, context: HandleContext): void {
  for (const rule of definition.signers(op, context)) check(isActive(rule, signatures.signedBy), 'INVALID_SIGNATURE')
}

/**
 * The response code of an error. A bug in the ledger must not stop it: it fails the transaction with FAIL_INVALID, as
 * on the network.
 */
export function codeOf(error: unknown): ResponseCode {
  if (error instanceof StatusError) return error.code
  logFault(error)
  return 'FAIL_INVALID'
}

export const logFault = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'LocalnetHandlerFault')
