/** Child transactions: each has a record, right before or right after its parent's. */
import { proto } from '@hiero-ledger/proto'
import type { BodyCase } from '#protocol/envelope.ts'
import { Signatures } from '#protocol/signatures.ts'
import { check, codeNumber } from '#protocol/status-error.ts'
import { originalsOf } from '#state/journal.ts'
import type { HandleContext } from './definition.ts'
import { chargeFee, EXCHANGE_RATES, isExempt, tinybars } from './fees.ts'
import { priceOf } from './prices.ts'
import { recordOf } from './record.ts'

/** A child transaction that precedes its parent. */
interface Preceding {
  readonly bodyCase: BodyCase
  readonly body: proto.ITransactionBody
  /** The parent's payer need not pay for it. */
  readonly isFree?: boolean
}

/** A child transaction whose changes are made already, as part of its parent's. */
interface Following {
  readonly bodyCase: BodyCase
  readonly body: proto.ITransactionBody
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  readonly entity: number
}

/** The id of a transaction's next child: the same, with the next nonce. */
export const childId = ({
  transaction: { transactionID },
  preceding,
}: Pick<HandleContext, 'transaction' | 'preceding'>): proto.ITransactionID => ({
  ...transactionID,
  nonce: (transactionID?.nonce ?? 0) + preceding.length + 1,
})

/**
 * Makes a change with a separate record, right before the record of the transaction that needs it. The child has the
 * same id with a nonce, and is undone if its parent fails.
 */
export function addPrecedingChild(
  context: HandleContext,
  { bodyCase, body, isFree }: Preceding,
  change: (child: HandleContext) => void,
): void {
  const { state, payer, dispatch, preceding } = context
  const savepoint = state.journal.savepoint()
  const now = dispatch.precedingTime()
  const charged =
    isFree || isExempt(payer) || context.isPaidInGas
      ? 0n
      : tinybars(priceOf({ bodyCase, body }, dispatch.definitionOf(bodyCase), state))
  chargeFee(state, payer, charged)
  const receipt: proto.ITransactionReceipt = { status: codeNumber('SUCCESS'), exchangeRate: EXCHANGE_RATES }
  const child = { ...context, now, receipt, record: {}, following: [], preceding: [], entity: null }
  change(child)
  const admitted = admittedChild({ ...body, transactionID: childId(context) }, bodyCase, context, charged)
  const originals = originalsOf(state.journal.since(savepoint))
  preceding.push(recordOf({ admitted, parent: null }, { ...child, fee: charged }, state, originals, now))
}

/**
 * Adds a child's record right after the record of the transaction being handled; returns its consensus time. The
 * child's balance changes are in the parent's record.
 */
export function addFollowingChild(
  context: HandleContext,
  { bodyCase, body, receipt, record, entity }: Following,
): bigint {
  const { state, dispatch, preceding, now } = context
  const at = dispatch.followingTime()
  const admitted = admittedChild({ ...body, transactionID: childId(context) }, bodyCase, context, 0n)
  const handled = {
    receipt: { status: codeNumber('SUCCESS'), exchangeRate: EXCHANGE_RATES, ...receipt },
    record,
    entity,
    fee: 0n,
    following: [],
    preceding: [],
  }
  preceding.push(recordOf({ admitted, parent: now }, handled, state, new Map(), at))
  return at
}

/** A child transaction as if a node had admitted it. */
function admittedChild(
  fields: proto.ITransactionBody,
  bodyCase: BodyCase,
  { payer, dispatch, validStart }: HandleContext,
  fee: bigint,
) {
  const definition = dispatch.definitionOf(bodyCase)
  check(definition !== undefined, 'NOT_SUPPORTED')
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  const body = proto.TransactionBody.decode(bodyBytes)
  const signedBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish()
  const signatures = Signatures.given([])
  return { signedBytes, body, bodyCase, pairs: [], signatures, payer, fee, validStart, definition, op: body[bodyCase] }
}
