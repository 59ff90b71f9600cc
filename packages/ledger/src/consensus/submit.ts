import { setTimeout as delay } from 'node:timers/promises'
import { proto } from '@hiero-ledger/proto'
import { type Clock, unavailable, unprocessable } from '@quorate/platform'
import { assertFits, readSubmission, type Submission } from '../transactions/body.ts'
import type { Outcome } from '../transactions/freeze.ts'
import { codeName, finalOutcome } from '../transactions/receipts.ts'
import { GrpcFailure } from './grpc.ts'
import type { Nodes } from './nodes.ts'
import type { Resolve } from './outcome.ts'

/** Response codes of a node that refused the bytes and kept nothing. The same bytes may be sent again. */
const NOT_TAKEN = new Set([
  'BUSY',
  'PLATFORM_NOT_ACTIVE',
  'PLATFORM_TRANSACTION_NOT_CREATED',
  'CREATING_SYSTEM_ENTITIES',
  'WAITING_FOR_LEDGER_ID',
  // The node's clock is behind ours, so the transaction becomes valid in a moment.
  'INVALID_TRANSACTION_START',
])

const ANSWER_TIMEOUT_MS = 5_000
/**
 * A transaction whose validity starts later than this is refused. If it starts sooner, the node's clock may just be
 * slow.
 */
const SOON_MS = 60_000

export interface SubmitOptions {
  /** Milliseconds to wait for the outcome before `unknown` is returned. Default: 15,000. */
  deadlineMs?: number
  /** These bytes may have been submitted before, so a node's refusal does not decide their outcome. */
  mayHaveBeenSubmitted?: boolean
}

/** See `Ledger.submit`. */
export function createSubmit(nodes: Nodes, resolve: Resolve, clock: Clock) {
  return async (
    bytes: Uint8Array,
    { deadlineMs = 15_000, mayHaveBeenSubmitted = false }: SubmitOptions = {},
  ): Promise<Outcome> => {
    const deadline = performance.now() + deadlineMs
    const submission = readSubmission(bytes)
    assertFits(bytes)
    if (mayHaveBeenSubmitted) return insist(nodes, resolve, submission, bytes, deadline)
    const precheck = await send(nodes, submission, bytes, deadline)
    if (precheck === undefined) return insist(nodes, resolve, submission, bytes, deadline)
    if (precheck === 'INVALID_TRANSACTION_START' && submission.startsAt > clock.now() + SOON_MS)
      throw unprocessable(
        precheck,
        `${submission.transactionId} is valid only from ${isoOf(submission.startsAt)} on: submit it after that`,
      )
    if (NOT_TAKEN.has(precheck)) {
      throw unavailable(
        'LEDGER_UNAVAILABLE',
        `consensus node ${submission.nodeId} accepts no transactions now: ${precheck}`,
      )
    }
    return concluded(resolve, submission, precheck, deadline)
  }
}

/** A start time can be beyond what a Date can represent. */
const isoOf = (ms: number): string => (ms <= MAX_DATE_MS ? new Date(ms).toISOString() : `second ${ms / 1000}`)
const MAX_DATE_MS = 8.64e15

/** The outcome of bytes that were not submitted before, once their precheck is known. */
async function concluded(
  resolve: Resolve,
  submission: Submission,
  precheck: string,
  deadline: number,
): Promise<Outcome> {
  switch (precheck) {
    case 'OK':
      return accepted(await resolve(submission, deadline))
    // These two codes prove nothing about an earlier submission: a duplicate was submitted before, and nodes check the
    // window before they check for duplicates. They also do not prove that the window has ended.
    case 'DUPLICATE_TRANSACTION':
    case 'TRANSACTION_EXPIRED':
      return resolve(submission, deadline)
    default:
      return finalOutcome(submission.transactionId, { status: precheck }, 'precheck')
  }
}

const accepted = (outcome: Outcome): Outcome => (outcome.state === 'final' ? { ...outcome, accepted: true } : outcome)

const INSIST_PAUSES_MS = [50, 200, 500, 1_000]

/**
 * Follows up an attempt that may or may not have arrived. It asks for the outcome and sends the same bytes again, since
 * the ledger executes an id only once. From here on, a node's refusal does not prove that nothing was submitted.
 */
async function insist(
  nodes: Nodes,
  resolve: Resolve,
  submission: Submission,
  bytes: Uint8Array,
  deadline: number,
): Promise<Outcome> {
  for (let round = 0; ; round++) {
    const outcome = await resolve(submission, performance.now())
    const pauseMs = Math.min(INSIST_PAUSES_MS[round] ?? 1_000, deadline - performance.now())
    if (outcome.state === 'final' || pauseMs <= 0) return outcome
    await delay(pauseMs)
    const precheck = await send(nodes, submission, bytes, deadline).catch(() => undefined)
    if (precheck === 'OK') return accepted(await resolve(submission, deadline))
    if (precheck !== undefined && !NOT_TAKEN.has(precheck)) return resolve(submission, deadline)
  }
}

/**
 * Whether bytes of a transaction left this process although its submission threw. A peer that claims to have refused
 * them may have kept them.
 */
export const wasSent = (error: unknown): boolean =>
  !(error instanceof Error && error.cause instanceof GrpcFailure && !error.cause.wasSent)

/** The precheck's response code; undefined if it is unknown whether the node has the transaction. */
async function send(
  nodes: Nodes,
  { nodeId, path }: Submission,
  bytes: Uint8Array,
  deadline: number,
): Promise<string | undefined> {
  const timeoutMs = Math.max(1, Math.min(ANSWER_TIMEOUT_MS, deadline - performance.now()))
  try {
    const answer = await nodes.call(nodeId, path, bytes, timeoutMs)
    return codeName(proto.TransactionResponse.decode(answer).nodeTransactionPrecheckCode)
  } catch (error) {
    if (!(error instanceof GrpcFailure) || error.mayHaveArrived) return undefined
    throw unavailable('LEDGER_UNAVAILABLE', `Nothing was submitted: ${error.message}`, 5, error)
  }
}
