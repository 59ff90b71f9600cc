import type { proto } from '@hiero-ledger/proto'
import type { Handling } from './definition.ts'
import { chargeFee, EXCHANGE_RATES } from './fees.ts'
import { isActive } from './keys.ts'
import type { Admitted } from './precheck.ts'
import { codeNumber, Refusal, type ResponseCode, require } from './refusal.ts'
import type { State } from './state/state.ts'

/** What the handler said: the receipt, further fields of the record, the entity concerned. */
export interface Handled {
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  readonly entity: number | null
}

/**
 * Takes the fee, then runs the transaction on a savepoint of its own: one that fails leaves only its fee.
 * Required signatures are asked for before the handler looks at anything else.
 */
export function handle(admitted: Admitted, state: State, now: bigint): Handled {
  chargeFee(state, admitted.payer, admitted.fee)
  const savepoint = state.journal.savepoint()
  const handling = newHandling(admitted, state, now)
  try {
    checkSignatures(admitted, handling)
    admitted.definition.handle(admitted.op, handling)
    handling.receipt.status = codeNumber('SUCCESS')
    return handling
  } catch (error) {
    state.journal.rollback(savepoint)
    return { ...handling, record: {}, receipt: failed(codeOf(error)) }
  }
}

function newHandling({ payer, signatures }: Admitted, state: State, now: bigint): Handling {
  const receipt = { exchangeRate: EXCHANGE_RATES }
  return { state, payer, signatures, now, receipt, record: {}, entity: null }
}

function failed(code: ResponseCode): proto.ITransactionReceipt {
  return { status: codeNumber(code), exchangeRate: EXCHANGE_RATES }
}

function checkSignatures({ definition, op, signatures }: Admitted, handling: Handling): void {
  for (const rule of definition.signers(op, handling)) require(isActive(rule, signatures.signedBy), 'INVALID_SIGNATURE')
}

/** A fault of ours must not stop the ledger: it fails the transaction, as the network's FAIL_INVALID does. */
function codeOf(error: unknown): ResponseCode {
  if (error instanceof Refusal) return error.code
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'LocalnetHandlerFault')
  return 'FAIL_INVALID'
}
