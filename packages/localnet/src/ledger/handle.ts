import { isDeepStrictEqual } from 'node:util'
import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId } from '#protocol/ids.ts'
import { isActive, type KeyRule } from '#protocol/keys.ts'
import { check, codeNumber, type ResponseCode, StatusError } from '#protocol/status-error.ts'
import { targetOf } from '#protocol/target.ts'
import { payGas } from '#services/contract/gas.ts'
import { completeHollowAccounts } from '#services/crypto/hollow-accounts.ts'
import { applyStaking } from '#staking/apply-staking.ts'
import { type Originals, originalsOf } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { Executed } from '#store/executed.ts'
import type { Dispatch, DispatchedTransaction, HandleContext, Handled } from '#transaction/definition.ts'
import { chargeFee, EXCHANGE_RATES } from '#transaction/fees.ts'

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
  const handled = withoutStaking(transaction, state, now, dispatch, [], savepoint)
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
function withoutStaking(
  following: DispatchedTransaction,
  state: State,
  now: bigint,
  dispatch: Dispatch,
  preceding: Executed[] = [],
  started = state.journal.savepoint(),
): Handled {
  const { admitted, outcome } = following
  const precedingBefore = preceding.length
  const fee = feeOf(following, state)
  chargeFee(state, admitted.payer, fee)
  const gas = following.gas ? payGas(following.gas, state) : 0n
  const savepoint = state.journal.savepoint()
  const context = { ...newContext(following, fee, state, now, dispatch), preceding, savepoint: started }
  try {
    check(outcome === undefined, outcome ?? 'OK')
    admitted.definition.checkLengths?.(admitted.op)
    completeHollowAccounts(context)
    checkSignatures(following, context)
    admitted.definition.handle(admitted.op, context)
    context.receipt.status ??= codeNumber('SUCCESS')
    return { ...context, fee: fee + context.chargedMore }
  } catch (error) {
    state.journal.rollback(savepoint)
    preceding.length = precedingBefore
    const failure = { following: [], preceding: [], record: { ...following.record }, receipt: failed(codeOf(error)) }
    const { actions, rerun, ...rest } = context
    return { ...rest, fee: fee + gas, ...failure, entity: targetOf(admitted.bodyCase, admitted.op) }
  }
}

/** Handles a transaction that a contract dispatches: see {@link Dispatch.handleCall}. */
export function handleCall(
  transaction: DispatchedTransaction,
  state: State,
  now: bigint,
  dispatch: Dispatch,
  preceding: Executed[],
): Handled {
  const { definition, op, body } = transaction.admitted
  const refusal = codeIn(() => definition.precheck?.(op, body))
  const known = refusal ? { ...transaction, outcome: refusal } : transaction
  return withoutStaking(known, state, now, dispatch, preceding)
}

function codeIn(work: () => void): ResponseCode | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/**
 * The fee to charge. If the outcome is known already, the fee is at most the payer's balance, so that the transaction
 * can always be recorded.
 */
function feeOf({ admitted, outcome }: DispatchedTransaction, state: State): bigint {
  const balance = state.accounts.get(admitted.payer)?.balance ?? 0n
  return outcome && balance < admitted.fee ? balance : admitted.fee
}

function newContext(
  { admitted, record, isPaidInGas = false }: DispatchedTransaction,
  fee: bigint,
  state: State,
  now: bigint,
  dispatch: Dispatch,
): Omit<HandleContext, 'savepoint'> {
  const { payer, signatures, validStart, body: transaction } = admitted
  const receipt = { exchangeRate: EXCHANGE_RATES }
  const result = { receipt, record: { ...record }, following: [], preceding: [], chargedMore: 0n, entity: null }
  return { state, payer, fee, validStart, signatures, transaction, dispatch, now, isPaidInGas, ...result }
}

function failed(code: ResponseCode): proto.ITransactionReceipt {
  return { status: codeNumber(code), exchangeRate: EXCHANGE_RATES }
}

/**
 * Checks the signatures that are required besides the payer's. A contract, or the account that calls a system contract,
 * is the payer of the transactions that it dispatches, and so authorises them for itself. Its key counts for others
 * with an equal key only if it signed: anybody may make an account with somebody else's key and an EVM address of their
 * own, and a contract gives its key to the contracts that it makes for anybody.
 */
function checkSignatures({ admitted, isPaidInGas, isKeySigned }: DispatchedTransaction, context: HandleContext): void {
  const { definition, op, signatures, payer } = admitted
  const own = isPaidInGas ? context.state.accounts.get(payer)?.key.rule : undefined
  // Each account has a rule object of its own, and `signers` returns the very object.
  const isOwn = (rule: KeyRule): boolean =>
    own !== undefined && (rule === own || (isKeySigned === true && isDeepStrictEqual(rule, own)))
  for (const rule of definition.signers(op, context))
    check(isOwn(rule) || isActive(rule, signatures.signedBy), 'INVALID_SIGNATURE')
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
