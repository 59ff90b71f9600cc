import { proto, Reader } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountId, scheduleId } from '#protocol/ids.ts'
import { isActive } from '#protocol/keys.ts'
import { Signatures } from '#protocol/signatures.ts'
import { check, type ResponseCode, StatusError } from '#protocol/status-error.ts'
import { toTimestamp } from '#protocol/time.ts'
import type { Schedule } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { Admitted, DispatchedTransaction, Reading } from '#transaction/definition.ts'
import { isExempt, tinybars } from '#transaction/fees.ts'
import { priceOf } from '#transaction/prices.ts'

/** The transaction of a schedule, and how it is handled. */
export interface Scheduled {
  readonly admitted: Admitted
  readonly following: DispatchedTransaction
}

/** The id of the scheduled transaction: that of the transaction that created the schedule, with the scheduled flag. */
export function scheduledId({ idAccount, validStart, nonce }: Schedule): proto.ITransactionID {
  const id = { accountID: accountId(idAccount), transactionValidStart: toTimestamp(validStart), scheduled: true }
  return nonce === 0 ? id : { ...id, nonce }
}

/** Makes the transaction of a schedule, signed by its signatories and paid by its payer. */
export function scheduledTransaction(
  schedule: Schedule,
  { state, dispatch }: Pick<Reading, 'state' | 'dispatch'>,
): Scheduled {
  const { body, bodyBytes } = ordinaryBody(schedule)
  const bodyCase = body.data
  const definition = bodyCase && dispatch.definitionOf(bodyCase)
  check(bodyCase != null && definition != null, 'NOT_SUPPORTED')
  const admitted = {
    signedBytes: proto.SignedTransaction.encode({ bodyBytes, sigMap: {} }).finish(),
    body,
    bodyCase,
    pairs: [],
    signatures: Signatures.given(schedule.signatories.map(({ key }) => key)),
    payer: schedule.payer,
    fee: isExempt(schedule.payer) ? 0n : tinybars(priceOf({ body, bodyCase }, definition, state)),
    validStart: schedule.validStart,
    definition,
    op: body[bodyCase],
  }
  return { admitted, following: followingOf(admitted, schedule, state) }
}

/** The body as a client would send it without a schedule. */
function ordinaryBody(schedule: Schedule): { body: proto.TransactionBody; bodyBytes: Uint8Array } {
  const { transactionFee, memo, maxCustomFees, ...data } = proto.SchedulableTransactionBody.decode(
    Reader.create(schedule.body),
  )
  const transactionID = scheduledId(schedule)
  const bodyBytes = proto.TransactionBody.encode({
    transactionID,
    transactionFee,
    memo,
    maxCustomFees,
    ...data,
  }).finish()
  return { body: proto.TransactionBody.decode(Reader.create(bodyBytes)), bodyBytes }
}

/**
 * The transaction. If the precheck would refuse it without a schedule, its outcome is already set: it fails without a
 * fee.
 */
function followingOf(admitted: Admitted, schedule: Schedule, state: State): DispatchedTransaction {
  const record = { scheduleRef: scheduleId(schedule.num) }
  const outcome = refusalOf(admitted, state)
  if (!outcome) return { admitted, parent: null, record }
  return { admitted: { ...admitted, fee: 0n }, parent: null, record, outcome }
}

function refusalOf(admitted: Admitted, state: State): ResponseCode | undefined {
  try {
    checkPayer(admitted, state)
    admitted.definition.precheck?.(admitted.op, admitted.body)
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error.code
    throw error
  }
}

function checkPayer({ payer, body, fee, op, definition, signatures }: Admitted, state: State): void {
  const account = state.accounts.get(payer)
  check(account !== undefined, 'PAYER_ACCOUNT_NOT_FOUND')
  check(!account.deleted, 'PAYER_ACCOUNT_DELETED')
  check(isActive(account.key.rule, signatures.signedBy), 'INVALID_PAYER_SIGNATURE')
  check(int64(body.transactionFee) >= fee, 'INSUFFICIENT_TX_FEE')
  check(account.balance >= fee + (definition.debit?.(op, payer) ?? 0n), 'INSUFFICIENT_PAYER_BALANCE')
}
