import type { proto } from '@hiero-ledger/proto'
import type { ConsensusClock } from './clock.ts'
import type { TransactionDefinition } from './definition.ts'
import { checkPrefixes, type Envelope } from './envelope.ts'
import { isExempt, tinybars } from './fees.ts'
import { accountNumber, NOWHERE } from './ids.ts'
import { int64 } from './int64.ts'
import { isActive } from './keys.ts'
import { checkMaxCustomFees } from './maxCustomFees.ts'
import { checkMemo } from './memo.ts'
import { NODE_ACCOUNT } from './nodes.ts'
import { priceOf } from './prices.ts'
import type { Recent } from './recent.ts'
import { require } from './refusal.ts'
import { hollowKey } from './services/crypto/hollowAccounts.ts'
import type { State } from './state/state.ts'
import { NANOS_PER_SECOND, nanosOf } from './time.ts'
import { definitionOf } from './transactions.ts'

/** Seconds that a transaction may be valid for (consensus node: hedera.transaction.minValidDuration, maxValidDuration). */
const MIN_DURATION = 15n
const MAX_DURATION = 180n
/** Seconds that must be left of it (hedera.transaction.minValidityBufferSecs). */
const VALIDITY_BUFFER = 10n

/** A transaction that the node lets in: the account that pays, the fee in tinybars, when it becomes valid. */
export interface Admitted extends Envelope {
  readonly payer: number
  readonly fee: bigint
  readonly validStart: bigint
  readonly definition: TransactionDefinition<unknown>
  readonly op: unknown
}

export interface PrecheckContext {
  readonly state: State
  readonly clock: ConsensusClock
  readonly recent: Recent
}

/** Decides whether to let a transaction in, in the order of the consensus node's ingest. Throws a Refusal if not. */
export function precheck(envelope: Envelope, context: PrecheckContext): Admitted {
  require(envelope.body.batchKey == null, 'BATCH_KEY_SET_ON_NON_INNER_TRANSACTION')
  return admit(envelope, context, NODE_ACCOUNT)
}

/** The same for a transaction that may be in a batch; `node` is the account that it must name as its node. */
export function admit(envelope: Envelope, context: PrecheckContext, node: number): Admitted {
  const { body } = envelope
  checkIdPresent(body)
  checkPrefixes(envelope.pairs)
  const payer = checkId(body.transactionID)
  checkAttributes(body)
  require(accountNumber(body.nodeAccountID) === node, 'INVALID_NODE_ACCOUNT')
  const validStart = nanosOf(body.transactionID?.transactionValidStart)
  checkTimeBox(body, validStart, context.clock.now())
  require(!context.recent.has({ payer, validStart, scheduled: false, nonce: 0 }), 'DUPLICATE_TRANSACTION')
  const definition = definitionOf(envelope.bodyCase)
  require(definition !== undefined, 'NOT_SUPPORTED')
  const op = body[envelope.bodyCase]
  definition.precheck?.(op, body)
  checkPayer(context.state, payer, envelope)
  const fee = isExempt(payer) ? 0n : tinybars(priceOf(envelope, context.state))
  checkSolvency(context.state, payer, fee, int64(body.transactionFee), definition.debit?.(op, payer) ?? 0n)
  return { ...envelope, payer, fee, validStart, definition, op }
}

function checkIdPresent(body: proto.ITransactionBody): void {
  require(body.transactionID != null, 'INVALID_TRANSACTION_ID')
  require(body.transactionID.accountID != null, 'PAYER_ACCOUNT_NOT_FOUND')
}

function checkId(id: proto.ITransactionID | null | undefined): number {
  const payer = accountNumber(id?.accountID)
  require(payer !== NOWHERE && payer > 0, 'PAYER_ACCOUNT_NOT_FOUND')
  require(!id?.scheduled && !id?.nonce, 'TRANSACTION_ID_FIELD_NOT_ALLOWED')
  require(id?.transactionValidStart != null, 'INVALID_TRANSACTION_START')
  return payer
}

function checkAttributes(body: proto.TransactionBody): void {
  checkMemo(body.memo ?? '')
  checkMaxCustomFees(body.maxCustomFees ?? [], body.data)
  require(int64(body.transactionFee) >= 0n, 'INSUFFICIENT_TX_FEE')
}

function checkTimeBox(body: proto.ITransactionBody, validStart: bigint, now: bigint): void {
  const duration = int64(body.transactionValidDuration?.seconds)
  require(duration >= MIN_DURATION && duration <= MAX_DURATION, 'INVALID_TRANSACTION_DURATION')
  require(validStart + (duration - VALIDITY_BUFFER) * NANOS_PER_SECOND >= now, 'TRANSACTION_EXPIRED')
  require(validStart <= now, 'INVALID_TRANSACTION_START')
}

function checkPayer(state: State, payer: number, { signatures }: Envelope): void {
  const account = state.accounts.get(payer)
  require(account !== undefined, 'PAYER_ACCOUNT_NOT_FOUND')
  require(!account.deleted, 'PAYER_ACCOUNT_DELETED')
  const hasSigned = isActive(account.key.rule, signatures.signedBy) || hollowKey(account, signatures) !== undefined
  require(hasSigned, 'INVALID_SIGNATURE')
}

function checkSolvency(state: State, payer: number, fee: bigint, offered: bigint, debit: bigint): void {
  require(offered >= fee, 'INSUFFICIENT_TX_FEE')
  const balance = state.accounts.get(payer)?.balance ?? 0n
  require(balance >= fee + debit, 'INSUFFICIENT_PAYER_BALANCE')
}
