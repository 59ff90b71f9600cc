/** The only path to a signature: a body is signed only after it was decoded, compared, shown and confirmed. */
import { type Difference, difference } from '../bodies/compare.ts'
import { fingerprint } from '../bodies/fingerprint.ts'
import { compareCall, type StatedCall } from '../bodies/intent.ts'
import { statementsIn } from '../bodies/statements.ts'
import { giving, VerifyError } from '../error.ts'
import { type Leaf, leaves } from '../keys/keys.ts'
import { verify } from '../keys/verify.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { readAnswer } from './answer.ts'
import { topicFees } from './costs/topic-fees.ts'
import { type LedgerReads, type Review, type ReviewOptions, review } from './review.ts'
import type { StatedRequest } from './stated.ts'

/** The steps after the review: show it, ask for confirmation, sign. */
interface Decision<R> {
  /** Shows the review to the signer, even if something differs. In that case the signer is not asked to confirm. */
  show(review: R): void
  /** Whether the signer agrees. */
  confirm(review: R): Promise<boolean>
  /** Returns 64 bytes: the signature of the body's bytes. */
  sign(bodyBytes: Uint8Array): Promise<Uint8Array> | Uint8Array
}

export interface Approval<T> extends ReviewOptions, Decision<Review> {
  send(signature: Uint8Array): Promise<T>
}

/**
 * Reads the service's answer about a request (`RequestStatus`), decodes the bytes, and compares them with the answer
 * and the ledger. Shows them to the signer, refuses bytes that differ or can't be understood, asks, signs, verifies the
 * signature against the key on the ledger, and sends it.
 *
 * @throws VerifyError BYTES_DIFFER, NOT_CONFIRMED, NOT_THE_KEY and the errors of {@link review}: nothing was sent. For
 * errors of `send`, `wasSigned` returns true
 */
export async function approve<T>(answer: unknown, approval: Approval<T>): Promise<T> {
  const { bodyBytes, ...request } = readAnswer(answer)
  const seen = await review(answer, approval)
  const done = seen.differences.length === 0 ? doneBefore(seen.act, request) : undefined
  if (done !== undefined) {
    approval.show(seen)
    throw new VerifyError('BYTES_DIFFER', `Nothing was signed: ${done}`)
  }
  const [signed] = await decided(seen, [bodyBytes], approval)
  return giving(() => approval.send((signed as Signed).signature))
}

/**
 * Returns the reason if signing would repeat something that is done, or carry out a request that has ended; otherwise
 * undefined.
 */
function doneBefore(act: Review['act'], { status, schedule }: Pick<StatedRequest, 'status' | 'schedule'>) {
  if (status !== 'pending' && act !== 'scheduleDelete') return 'the request has ended, and the bytes would carry it out'
  if (act === 'scheduleCreate' && schedule?.scheduleId)
    return `the ledger keeps schedule ${schedule.scheduleId}, and the bytes would make another one`
  return undefined
}

/** A review of transactions that the payer asked a service to prepare. */
export interface CallReview {
  decoded: Decoded[]
  fingerprints: string[]
  /** Empty if the bytes say exactly what the payer requested. */
  differences: Difference[]
}

/** The statements that each requested transaction must make, apart from its payer. */
export type AskedCalls = Omit<StatedCall, 'says'> & { says: readonly StatedCall['says'][] }

/** @throws VerifyError TOO_MANY_BYTES */
export function reviewCalls(bodies: readonly Uint8Array[], { says, ...header }: AskedCalls): CallReview {
  const decoded = bodies.map((bytes) => decode(bytes))
  const differences = decoded.flatMap((body, index) => [
    ...compareCall(body, { ...header, says: says[index] ?? {} }),
    ...chunkDifferences(body, decoded[0]),
  ])
  return { decoded, fingerprints: bodies.map(fingerprint), differences }
}

/**
 * All chunks of a message must name the first chunk's transaction. Otherwise a chunk could be joined to another
 * message.
 */
function chunkDifferences(body: Decoded, first: Decoded | undefined): Difference[] {
  const [said, meant] = [body, first].map((one) => statementsIn(one?.fields ?? [], body.message))
  return ['accountID', 'transactionValidStart'].flatMap((name) => {
    const text = said?.get(`${INITIAL_ID}.${name}`)?.text
    const stated = meant?.get(`transactionID.${name}`)?.text
    if (text === undefined || text === stated) return []
    return [difference(`${INITIAL_ID}.${name}`, `${INITIAL_ID}.${name} is ${text}, and the first chunk is ${stated}`)]
  })
}
const INITIAL_ID = 'consensusSubmitMessage.chunkInfo.initialTransactionID'

/** Reads of the ledger, from a mirror that the payer trusts. */
export type CallLedger = Pick<LedgerReads, 'key' | 'topic'>

export interface Signed {
  leaf: Leaf
  signature: Uint8Array
}

export interface CallApproval<T> extends AskedCalls, Decision<CallReview> {
  ledger: CallLedger
  /** @param signatures In the order of the bodies. */
  send(signatures: Signed[]): Promise<T>
}

/**
 * Like {@link approve}, for transactions that the payer asked for itself, such as the chunks of a message.
 *
 * @throws VerifyError BYTES_DIFFER, NOT_CONFIRMED, NOT_THE_KEY, TOO_MANY_BYTES: nothing was sent
 */
export async function approveCalls<T>(bodies: readonly Uint8Array[], approval: CallApproval<T>): Promise<T> {
  const { says } = approval
  if (bodies.length !== says.length || bodies.length === 0)
    throw new VerifyError(
      'BYTES_DIFFER',
      `Nothing was signed: the bytes contain ${bodies.length} transactions, but you asked for ${says.length}`,
    )
  const seen = reviewCalls(bodies, approval)
  const differences = [...seen.differences, ...(await topicFees(seen.decoded, approval))]
  const signed = await decided({ ...seen, differences }, bodies, { ...approval, signerId: approval.payerId })
  return giving(() => approval.send(signed))
}

async function decided<R extends { differences: Difference[] }>(
  seen: R,
  bodies: readonly Uint8Array[],
  { show, confirm, sign, ledger, signerId }: Decision<R> & { ledger: Pick<LedgerReads, 'key'>; signerId: string },
): Promise<Signed[]> {
  show(seen)
  if (seen.differences.length > 0)
    throw new VerifyError(
      'BYTES_DIFFER',
      `Nothing was signed: the bytes are not what the request states. ${seen.differences.map(({ message }) => message).join('; ')}`,
    )
  if (!(await confirm(seen))) throw new VerifyError('NOT_CONFIRMED', 'Nothing was signed')
  const signed: Signed[] = []
  for (const bodyBytes of bodies) {
    const signature = await sign(bodyBytes)
    const key = await ledger.key(signerId)
    const leaf = key && leaves(key).find((one) => verify(one, bodyBytes, signature))
    if (!leaf)
      throw new VerifyError(
        'NOT_THE_KEY',
        `Nothing was sent: the signature does not match the key that ${signerId} has on the ledger`,
      )
    signed.push({ leaf, signature })
  }
  return signed
}
