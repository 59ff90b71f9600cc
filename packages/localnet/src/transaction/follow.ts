import type { proto } from '@hiero-ledger/proto'
import type { BodyCase } from '#protocol/envelope.ts'
import { codeNumber } from '#protocol/status-error.ts'
import type { HandleContext } from './definition.ts'
import { EXCHANGE_RATES } from './fees.ts'
import { admittedChild } from './precede.ts'
import { recordOf } from './record.ts'

/** A child transaction whose changes are made already, as part of its parent's. */
interface Followed {
  readonly bodyCase: BodyCase
  readonly body: proto.ITransactionBody
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  readonly entity: number
}

/**
 * Adds a child's record right after that of the transaction being handled; returns its consensus time. Its changes of
 * balances are in the parent's record.
 */
export function follow(context: HandleContext, { bodyCase, body, receipt, record, entity }: Followed): bigint {
  const { state, dispatch, preceding, transaction, now } = context
  const at = dispatch.followingTime()
  const nonce = preceding.length + 1
  const whole = { ...body, transactionID: { ...transaction.transactionID, nonce } }
  const admitted = admittedChild(whole, bodyCase, context, 0n)
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
