import type { proto } from '@hiero-ledger/proto'
import type { Dispatch, Following, Handling } from './definition.ts'
import { chargeFee, EXCHANGE_RATES } from './fees.ts'
import { isActive } from './keys.ts'
import type { Admitted } from './precheck.ts'
import { codeNumber, Refusal, type ResponseCode, require } from './refusal.ts'
import { completeHollowAccounts } from './services/crypto/hollowAccounts.ts'
import type { State } from './state/state.ts'
import type { Executed } from './store/executed.ts'
import { targetOf } from './target.ts'

/** What the handler said: the receipt, further fields of the record, the entity concerned. */
export interface Handled {
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  readonly entity: number | null
  /** What was charged, in tinybars. */
  readonly fee: bigint
  readonly following: readonly Following[]
  readonly preceding: readonly Executed[]
}

/**
 * Takes the fee, then runs the transaction on a savepoint of its own: one that fails leaves only its fee.
 * Required signatures are asked for before the handler looks at anything else.
 */
export function handle(following: Following, state: State, now: bigint, dispatch: Dispatch): Handled {
  const { admitted, outcome } = following
  const fee = feeOf(following, state)
  chargeFee(state, admitted.payer, fee)
  const savepoint = state.journal.savepoint()
  const handling = newHandling(following, state, now, dispatch)
  try {
    require(outcome === undefined, outcome ?? 'OK')
    completeHollowAccounts(handling)
    checkSignatures(admitted, handling)
    admitted.definition.handle(admitted.op, handling)
    handling.receipt.status ??= codeNumber('SUCCESS')
    return { ...handling, fee }
  } catch (error) {
    state.journal.rollback(savepoint)
    const failure = { following: [], preceding: [], record: { ...following.record }, receipt: failed(codeOf(error)) }
    return { ...handling, fee, ...failure, entity: targetOf(admitted.bodyCase, admitted.op) }
  }
}

/** The fee, or what the payer has left of it when the outcome is known: nothing may stand in the way of recording that. */
function feeOf({ admitted, outcome }: Following, state: State): bigint {
  const balance = state.accounts.get(admitted.payer)?.balance ?? 0n
  return outcome && balance < admitted.fee ? balance : admitted.fee
}

function newHandling({ admitted, record }: Following, state: State, now: bigint, dispatch: Dispatch): Handling {
  const { payer, signatures, validStart, body: transaction } = admitted
  const receipt = { exchangeRate: EXCHANGE_RATES }
  const result = { receipt, record: { ...record }, following: [], preceding: [], entity: null }
  return { state, payer, validStart, signatures, transaction, dispatch, now, ...result }
}

function failed(code: ResponseCode): proto.ITransactionReceipt {
  return { status: codeNumber(code), exchangeRate: EXCHANGE_RATES }
}

function checkSignatures({ definition, op, signatures }: Admitted, handling: Handling): void {
  for (const rule of definition.signers(op, handling)) require(isActive(rule, signatures.signedBy), 'INVALID_SIGNATURE')
}

/** A fault of ours must not stop the ledger: it fails the transaction, as the network's FAIL_INVALID does. */
export function codeOf(error: unknown): ResponseCode {
  if (error instanceof Refusal) return error.code
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'LocalnetHandlerFault')
  return 'FAIL_INVALID'
}
