/** Decides whether the ledger executed the transaction that was frozen here, or another one with the same id. */
import { hash } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import { ApiError, type Clock } from '@quorate/platform'
import type { TokenAmount } from '@quorate/verify'
import { differenceInRow, type ExecutedRow } from '../mirror/body-comparison.ts'
import type { Mirror } from '../mirror/mirror.ts'
import type { FinalOutcome, Outcome } from '../transactions/freeze.ts'
import { createdField, isProvisional } from '../transactions/receipts.ts'
import { compareEntity } from './entity-comparison.ts'

/**
 * The result for a body. A transaction's payer can execute another body under the same id, so a receipt alone proves
 * nothing.
 *
 * `executed`    the ledger executed this body. `proof` says how that is known, strongest first:
 *               `bytes`     the mirror shows the bytes or the hash of a submission of this body
 *               `state`     the mirror shows a transaction with effects that this body requests
 *               `row`       the mirror shows such a transaction, but not (or no longer) its effects
 *               `precheck`  a node accepted our submission, and the mirror does not show it yet. Another body with the
 *                           id may have been sent to another node, so before an irreversible step, ask again until the
 *                           proof is another one
 * `superseded`  another body was executed under the id, and this one never will be
 * `failed`      the id was used up by a failure, or nothing was executed before the window ended: see the outcome. If
 *               the outcome has a consensus timestamp, the mirror shows the failure; otherwise only a node has reported
 *               it. With `inBatch`, another body failed in a batch, so no node accepts this one
 * `unknown`     ask again: it is not decided or not shown yet, or the receipt and the mirror name different entities
 */
export type Execution =
  | {
      state: 'executed'
      outcome: FinalOutcome
      proof: 'bytes' | 'state' | 'row' | 'precheck'
      /** The fees that the mirror shows as charged; absent if there are none, or if they are not shown yet. */
      customFees?: ChargedFee[]
    }
  | { state: 'superseded'; outcome: FinalOutcome; difference: string }
  | { state: 'failed'; outcome: FinalOutcome }
  | { state: 'unknown' }

/** A custom fee that a transaction has charged. */
export interface ChargedFee extends TokenAmount {
  collector: string | null
  payers: string[]
}

export interface ExecutionQuestion {
  bodyBytes: Uint8Array
  /** The outcome that `submit` or `outcome` returned for the body's transaction id. */
  outcome: Outcome
  /** The {@link transactionHash} of each submission of this body. */
  submitted?: readonly string[]
}

/** SHA-384 of a Transaction's signed bytes, in hex. Records and mirrors identify a submission by it. */
export function transactionHash(bytes: Uint8Array): string {
  const { signedTransactionBytes } = proto.Transaction.decode(bytes)
  return hash('sha384', signedTransactionBytes?.length ? signedTransactionBytes : bytes, 'hex')
}

/**
 * `quietClock` is set if the network may have no transactions for hours. Then the clock shows whether a minute has
 * passed; otherwise the mirror's later transactions do.
 */
type Reads = Pick<Mirror, 'executed' | 'transaction' | 'get'> & { quietClock: Clock | undefined }

export async function executionOf(
  mirror: Reads,
  { bodyBytes, outcome: said, submitted = [] }: ExecutionQuestion,
): Promise<Execution> {
  if (said.state === 'unknown') return { state: 'unknown' }
  const outcome = said.success ? said : await shownOf(mirror, said)
  if (!outcome.success) return { state: 'failed', outcome }
  try {
    const row = await mirror.executed(outcome.transactionId)
    const execution = row && (await judged(mirror, row, bodyBytes, submitted, timed(outcome, row)))
    if (execution) return execution
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 503) throw error
  }
  if (!outcome.accepted) return { state: 'unknown' }
  // The timestamp is omitted, since the mirror may show another body under the id. Callers that get a timestamp do not
  // ask again.
  const { consensusTimestamp: _unproven, ...unproven } = outcome
  return { state: 'executed', outcome: unproven, proof: 'precheck' }
}

/**
 * Receipts are not encrypted in transit. So if a receipt says that the transaction failed but the mirror shows an
 * outcome at consensus, the mirror's outcome counts. A provisional failure counts only if the node reports the same one
 * and did not accept this body.
 */
async function shownOf({ transaction }: Reads, failure: FinalOutcome): Promise<FinalOutcome> {
  if (failure.phase !== 'consensus' || failure.consensusTimestamp) return failure
  try {
    const shown = (await transaction(failure.transactionId)) ?? failure
    if (!isProvisional(shown)) return shown
    const isSame = shown.inBatch && shown.status === failure.status && !failure.accepted
    return isSame ? { ...failure, inBatch: true } : failure
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode !== 503) throw error
    return failure
  }
}

/** Undefined if the mirror shows the transaction but not its effect yet. */
async function judged(
  mirror: Reads,
  row: ExecutedRow,
  bodyBytes: Uint8Array,
  submitted: readonly string[],
  outcome: FinalOutcome,
): Promise<Execution | undefined> {
  if (submitted.includes(hexOf(row.transaction_hash))) return proven(outcome, row, 'bytes')
  const shown = bodyIn(row.bytes)
  if (shown)
    return Buffer.compare(shown, bodyBytes) === 0
      ? proven(outcome, row, 'bytes')
      : { state: 'superseded', outcome, difference: 'its body is different' }
  const body = proto.TransactionBody.decode(bodyBytes)
  const difference = differenceInRow(row, body)
  if (difference !== undefined) return { state: 'superseded', outcome, difference }
  const entity = await compareEntity(body, row, mirror)
  if (entity === 'late') return undefined
  if (typeof entity === 'object') return { state: 'superseded', outcome, difference: entity.difference }
  return proven(outcome, row, entity === 'same' ? 'state' : 'row')
}

/**
 * The mirror's row is the evidence. If a receipt names a different created entity, neither counts until a node confirms
 * the row's entity or, three minutes after consensus, no node has the receipt any more.
 */
function proven(outcome: FinalOutcome, row: ExecutedRow, proof: 'bytes' | 'state' | 'row'): Execution {
  const field = createdField(row.name)
  const charged = chargedFees(row)
  const customFees = charged.length > 0 ? { customFees: charged } : {}
  if (!field || !row.entity_id) return { state: 'executed', outcome, proof, ...customFees }
  const { [field]: named = row.entity_id } = outcome.receipt
  if (named !== row.entity_id) return { state: 'unknown' }
  const receipt = { ...outcome.receipt, [field]: named }
  return { state: 'executed', outcome: { ...outcome, receipt }, proof, ...customFees }
}

/** The custom fees in a mirror's transaction. */
export const chargedFees = ({ assessed_custom_fees }: ExecutedRow): ChargedFee[] =>
  (assessed_custom_fees ?? []).map(({ token_id, amount, collector_account_id, effective_payer_account_ids }) => ({
    tokenId: token_id ?? null,
    amount: BigInt(amount),
    collector: collector_account_id ?? null,
    payers: effective_payer_account_ids ?? [],
  }))

const timed = (outcome: FinalOutcome, row: ExecutedRow): FinalOutcome => ({
  ...outcome,
  consensusTimestamp: row.consensus_timestamp,
})

const hexOf = (base64: string | null | undefined): string => Buffer.from(base64 ?? '', 'base64').toString('hex')

/** The body inside a signed transaction, or inside a Transaction that wraps one, for mirrors that show the bytes. */
function bodyIn(base64: string | null | undefined): Uint8Array | undefined {
  if (!base64) return undefined
  const bytes = Buffer.from(base64, 'base64')
  try {
    const { signedTransactionBytes } = proto.Transaction.decode(bytes)
    const { bodyBytes } = proto.SignedTransaction.decode(
      signedTransactionBytes?.length ? signedTransactionBytes : bytes,
    )
    return bodyBytes?.length ? bodyBytes : undefined
  } catch {
    return undefined
  }
}
