import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { checkPrefixes, type Envelope } from '#protocol/envelope.ts'
import { accountNumber, NOWHERE } from '#protocol/ids.ts'
import { isActive } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, nanosOf } from '#protocol/time.ts'
import { hollowKey } from '#services/crypto/hollow-accounts.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { RecordCache } from '#store/record-cache.ts'
import type { Admitted, TransactionDefinition } from '#transaction/definition.ts'
import { isExempt, tinybars } from '#transaction/fees.ts'
import type { HighVolumeThrottles } from '#transaction/high-volume.ts'
import { checkMaxCustomFees } from '#transaction/max-custom-fees.ts'
import { feeOf } from '#transaction/prices.ts'
import type { ConsensusClock } from './clock.ts'
import { definitionOf } from './registry.ts'

/** HIP-551: transactions of a batch name 0.0.0 as their node. */
const BATCH_NODE = 0
/**
 * Seconds that a transaction may be valid for (consensus node: hedera.transaction.minValidDuration, maxValidDuration).
 */
const MIN_DURATION = 15n
const MAX_DURATION = 180n
/** Seconds that a transaction must still be valid for at the precheck (hedera.transaction.minValidityBufferSecs). */
const VALIDITY_BUFFER = 10n

export interface PrecheckContext {
  readonly state: State
  readonly clock: ConsensusClock
  readonly recordCache: RecordCache
  readonly highVolume: HighVolumeThrottles
}

/**
 * Decides whether a node admits a transaction; checks in the order of the consensus node's ingest.
 *
 * @throws StatusError if the transaction is not admitted
 */
export function precheck(envelope: Envelope, context: PrecheckContext, node: number): Admitted {
  check(envelope.body.batchKey == null, 'BATCH_KEY_SET_ON_NON_INNER_TRANSACTION')
  return admit(envelope, context, context.state.nodeAccount(node))
}

/**
 * Like {@link precheck}, for a transaction of a batch. The payer's signature is checked first: a transaction that the
 * payer did not sign must not use up the payer's transaction id.
 *
 * @throws StatusError INVALID_PAYER_SIGNATURE, or the reason why it is not admitted
 */
export function precheckInner(envelope: Envelope, context: PrecheckContext): Admitted {
  const payer = context.state.accounts.get(accountNumber(envelope.body.transactionID?.accountID))
  check(!payer || hasSigned(payer, envelope), 'INVALID_PAYER_SIGNATURE')
  return admit(envelope, context, BATCH_NODE)
}

/** `node` is the account that the transaction must name as its node. */
function admit(envelope: Envelope, context: PrecheckContext, node: number): Admitted {
  const { body } = envelope
  checkIdPresent(body)
  checkPrefixes(envelope.pairs)
  const payer = checkId(body.transactionID)
  checkAttributes(body)
  check(accountNumber(body.nodeAccountID) === node, 'INVALID_NODE_ACCOUNT')
  const validStart = nanosOf(body.transactionID?.transactionValidStart)
  checkTimeBox(body, validStart, context.clock.now())
  check(!context.recordCache.has({ payer, validStart, scheduled: false, nonce: 0 }), 'DUPLICATE_TRANSACTION')
  const definition = definitionOf(envelope.bodyCase)
  check(definition !== undefined, 'NOT_SUPPORTED')
  const op = body[envelope.bodyCase]
  definition.precheck?.(op, body)
  checkPayer(context.state, payer, envelope)
  const { total, multiplier } = feeOf(envelope, definition, context.state, highVolumeUse(body, definition, context))
  const fee = isExempt(payer) ? 0n : tinybars(total)
  checkSolvency(context.state, payer, fee, int64(body.transactionFee), definition.debit?.(op, payer) ?? 0n)
  const admitted = { ...envelope, payer, fee, validStart, definition, op }
  return body.highVolume && definition.price?.highVolume ? { ...admitted, multiplier } : admitted
}

/** Counts a high-volume transaction, and returns how much of its throttle is used; 0 for other transactions. */
function highVolumeUse(
  { highVolume }: proto.ITransactionBody,
  { type, price }: TransactionDefinition<unknown>,
  context: PrecheckContext,
): number {
  return highVolume && price?.highVolume ? context.highVolume.use(type, price.highVolume, context.clock.now()) : 0
}

function checkIdPresent(body: proto.ITransactionBody): void {
  check(body.transactionID != null, 'INVALID_TRANSACTION_ID')
  check(body.transactionID.accountID != null, 'PAYER_ACCOUNT_NOT_FOUND')
}

function checkId(id: proto.ITransactionID | null | undefined): number {
  const payer = accountNumber(id?.accountID)
  check(payer !== NOWHERE && payer > 0, 'PAYER_ACCOUNT_NOT_FOUND')
  check(!id?.scheduled && !id?.nonce, 'TRANSACTION_ID_FIELD_NOT_ALLOWED')
  check(id?.transactionValidStart != null, 'INVALID_TRANSACTION_START')
  return payer
}

function checkAttributes(body: proto.TransactionBody): void {
  checkMemo(body.memo ?? '')
  checkMaxCustomFees(body.maxCustomFees ?? [], body.data)
  check(int64(body.transactionFee) >= 0n, 'INSUFFICIENT_TX_FEE')
}

function checkTimeBox(body: proto.ITransactionBody, validStart: bigint, now: bigint): void {
  const duration = int64(body.transactionValidDuration?.seconds)
  check(duration >= MIN_DURATION && duration <= MAX_DURATION, 'INVALID_TRANSACTION_DURATION')
  check(validStart + (duration - VALIDITY_BUFFER) * NANOS_PER_SECOND >= now, 'TRANSACTION_EXPIRED')
  check(validStart <= now, 'INVALID_TRANSACTION_START')
}

function checkPayer(state: State, payer: number, envelope: Envelope): void {
  const account = state.accounts.get(payer)
  check(account !== undefined, 'PAYER_ACCOUNT_NOT_FOUND')
  check(!account.deleted, 'PAYER_ACCOUNT_DELETED')
  // A contract pays nothing, even if its administrator signs (SolvencyPreCheck.getPayerAccount).
  check(state.contracts.get(payer) === undefined, 'PAYER_ACCOUNT_NOT_FOUND')
  check(hasSigned(account, envelope), 'INVALID_SIGNATURE')
}

const hasSigned = (account: Account, { signatures }: Envelope): boolean =>
  isActive(account.key.rule, signatures.signedBy) || hollowKey(account, signatures) !== undefined

function checkSolvency(state: State, payer: number, fee: bigint, offered: bigint, debit: bigint): void {
  check(offered >= fee, 'INSUFFICIENT_TX_FEE')
  const balance = state.accounts.get(payer)?.balance ?? 0n
  check(balance >= fee + debit, 'INSUFFICIENT_PAYER_BALANCE')
}
