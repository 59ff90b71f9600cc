import { proto } from '@hiero-ledger/proto'
import { unavailable } from '@quorate/platform'
import { readSubmission, type Submission } from './body.ts'
import { GrpcFailure } from './grpc.ts'
import type { Nodes } from './nodes.ts'
import type { Resolve } from './outcome.ts'
import { codeName, finalOutcome } from './receipts.ts'
import type { Outcome } from './transactions.ts'

/** The node looked, refused, and kept nothing: the same bytes may be sent again. */
const NOT_TAKEN = new Set([
  'BUSY',
  'PLATFORM_NOT_ACTIVE',
  'PLATFORM_TRANSACTION_NOT_CREATED',
  'CREATING_SYSTEM_ENTITIES',
  'WAITING_FOR_LEDGER_ID',
  // Its clock is behind ours: valid in a moment.
  'INVALID_TRANSACTION_START',
])

const ANSWER_TIMEOUT_MS = 10_000

export interface SubmitOptions {
  /** How long to wait for the outcome before `unknown` is answered. Default 15,000. */
  deadlineMs?: number
}

/** See `Ledger.submit`. */
export function createSubmit(nodes: Nodes, resolve: Resolve) {
  return async (bytes: Uint8Array, { deadlineMs = 15_000 }: SubmitOptions = {}): Promise<Outcome> => {
    const deadline = performance.now() + deadlineMs
    const submission = readSubmission(bytes)
    const precheck = await send(nodes, submission, bytes, deadline)
    switch (precheck) {
      case 'OK':
      // The two below prove nothing about an earlier submission: a duplicate was submitted before, and a node looks at the window
      // before it looks for duplicates.
      case 'DUPLICATE_TRANSACTION':
      case undefined:
        return resolve(submission, deadline)
      case 'TRANSACTION_EXPIRED':
        return resolve({ ...submission, windowEnded: true }, deadline)
    }
    if (!NOT_TAKEN.has(precheck)) return finalOutcome(submission.transactionId, { status: precheck }, 'precheck')
    throw unavailable(
      'LEDGER_UNAVAILABLE',
      `consensus node ${submission.nodeId} takes no transactions now: ${precheck}`,
    )
  }
}

/** The precheck's code; undefined when the node may or may not have the transaction. */
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
    throw unavailable('LEDGER_UNAVAILABLE', `nothing was submitted: ${error.message}`, 5, error)
  }
}
