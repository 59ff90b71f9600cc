/** The one way to a signature: nothing is signed that was not decoded, compared, shown and agreed to. */
import { type Difference, difference } from '../bodies/compare.ts'
import { fingerprint } from '../bodies/fingerprint.ts'
import { compareCall, type StatedCall } from '../bodies/intent.ts'
import { statementsIn } from '../bodies/statements.ts'
import { VerifyError } from '../error.ts'
import { type Leaf, leaves } from '../keys/keys.ts'
import { verify } from '../keys/verify.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { readAnswer } from './answer.ts'
import { type LedgerReads, type Review, type ReviewOptions, review } from './review.ts'
import type { StatedRequest } from './stated.ts'

/** What becomes of what was looked at. */
interface Decision<R> {
  /** Shows it to the signer; called also where something differs, and then nobody is asked. */
  show(review: R): void
  /** Whether the signer agrees. */
  confirm(review: R): Promise<boolean>
  /** 64 bytes over the body's. */
  sign(bodyBytes: Uint8Array): Promise<Uint8Array> | Uint8Array
}

export interface Approval<T> extends ReviewOptions, Decision<Review> {
  send(signature: Uint8Array): Promise<T>
}

/**
 * Reads what the service answers of a request (`RequestStatus`), decodes the bytes, compares them with that and the
 * ledger, refuses what differs or is not understood, shows it, asks, signs, verifies the signature against the key on
 * the ledger, and sends it.
 *
 * @throws VerifyError BYTES_DIFFER, NOT_CONFIRMED, NOT_THE_KEY and those of {@link review}: nothing was sent
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
  return approval.send((signed as Signed).signature)
}

/** Why bytes that are the request's would do once more what was done, or ended; undefined where they would not. */
function doneBefore(act: Review['act'], { status, schedule }: Pick<StatedRequest, 'status' | 'schedule'>) {
  if (status !== 'pending' && act !== 'scheduleDelete') return 'the request has ended, and the bytes would carry it out'
  if (act === 'scheduleCreate' && schedule?.scheduleId)
    return `the ledger keeps schedule ${schedule.scheduleId}, and the bytes would make another one`
  return undefined
}

/** Transactions that the payer asked a service to prepare, looked at before they are signed. */
export interface CallReview {
  decoded: Decoded[]
  fingerprints: string[]
  /** Empty where the bytes say what was asked for, and nothing else. */
  differences: Difference[]
}

/** What was asked for: what each of the transactions must say beside its payer. */
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
 * The chunks of a message name the transaction of the first one: otherwise a chunk could be joined to another message.
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

export interface Signed {
  leaf: Leaf
  signature: Uint8Array
}

export interface CallApproval<T> extends AskedCalls, Decision<CallReview> {
  ledger: Pick<LedgerReads, 'key'>
  /** @param signatures In the order of the bodies. */
  send(signatures: Signed[]): Promise<T>
}

/**
 * The same for transactions that the payer asked for itself, such as the chunks of a message.
 *
 * @throws VerifyError BYTES_DIFFER, NOT_CONFIRMED, NOT_THE_KEY, TOO_MANY_BYTES: nothing was sent
 */
export async function approveCalls<T>(bodies: readonly Uint8Array[], approval: CallApproval<T>): Promise<T> {
  const { says } = approval
  if (bodies.length !== says.length || bodies.length === 0)
    throw new VerifyError(
      'BYTES_DIFFER',
      `Nothing was signed: the bytes are ${bodies.length} transactions, and not ${says.length}`,
    )
  return approval.send(
    await decided(reviewCalls(bodies, approval), bodies, { ...approval, signerId: approval.payerId }),
  )
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
        `Nothing was sent: the signature is not by the key that ${signerId} has on the ledger`,
      )
    signed.push({ leaf, signature })
  }
  return signed
}
