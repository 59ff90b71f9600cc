import { proto } from '@hiero-ledger/proto'
import type { Handling } from './definition.ts'
import type { BodyCase } from './envelope.ts'
import { chargeFee, EXCHANGE_RATES, isExempt, tinybars } from './fees.ts'
import { priceOf } from './prices.ts'
import { recordOf } from './record.ts'
import { codeNumber, require } from './refusal.ts'
import { Signatures } from './signatures.ts'
import { beforesOf } from './state/journal.ts'

/** A transaction that another one brings about before itself. */
interface Preceding {
  readonly bodyCase: BodyCase
  readonly body: proto.ITransactionBody
  /** The payer of the other one need not pay for it. */
  readonly isFree?: boolean
}

/**
 * Makes a change that gets a record of its own, just before that of the transaction that needs it; its id is the same
 * with a nonce. It stands and falls with that transaction.
 */
export function precede(
  handling: Handling,
  { bodyCase, body, isFree }: Preceding,
  change: (child: Handling) => void,
): void {
  const { state, payer, dispatch, preceding, transaction } = handling
  const savepoint = state.journal.savepoint()
  const now = dispatch.precedingTime()
  const charged = isFree || isExempt(payer) ? 0n : tinybars(priceOf({ bodyCase, body }, state))
  chargeFee(state, payer, charged)
  const receipt: proto.ITransactionReceipt = { status: codeNumber('SUCCESS'), exchangeRate: EXCHANGE_RATES }
  const child = { ...handling, now, receipt, record: {}, following: [], preceding: [], entity: null }
  change(child)
  const nonce = preceding.length + 1
  const whole = { ...body, transactionID: { ...transaction.transactionID, nonce } }
  const admitted = admittedOf(whole, bodyCase, handling, charged)
  const befores = beforesOf(state.journal.since(savepoint))
  preceding.push(recordOf({ admitted, parent: null }, { ...child, fee: charged }, state, befores, now))
}

function admittedOf(
  fields: proto.ITransactionBody,
  bodyCase: BodyCase,
  { payer, dispatch, validStart }: Handling,
  fee: bigint,
) {
  const definition = dispatch.definitionOf(bodyCase)
  require(definition !== undefined, 'NOT_SUPPORTED')
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  const body = proto.TransactionBody.decode(bodyBytes)
  const signedBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish()
  const signatures = Signatures.given([])
  return { signedBytes, body, bodyCase, pairs: [], signatures, payer, fee, validStart, definition, op: body[bodyCase] }
}
