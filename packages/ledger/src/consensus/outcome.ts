import { setTimeout as delay } from 'node:timers/promises'
import { proto } from '@hiero-ledger/proto'
import { TransactionId } from '@hiero-ledger/sdk'
import { badRequest, type Clock } from '@quorate/platform'
import type { Mirror } from '../mirror/mirror.ts'
import { REPLICAS_APART_MS } from '../mirror/replicas.ts'
import type { Submission } from '../transactions/body.ts'
import type { FinalOutcome, Outcome } from '../transactions/freeze.ts'
import { codeName, finalOutcome, isProvisional, receiptFrom, transactionIdText } from '../transactions/receipts.ts'
import { GrpcFailure } from './grpc.ts'
import type { Nodes } from './nodes.ts'

/** What is known about a transaction that may have been submitted. */
export type Known = Pick<Submission, 'id' | 'transactionId' | 'nodeId' | 'expiresAt'> & {
  /** Only the mirror's answer is final; a receipt is not. */
  mirrorOnly?: boolean
}

/** Asks until the outcome is final, at least once. Returns `unknown` at the deadline (of `performance.now()`). */
export type Resolve = (known: Known, deadline: number) => Promise<Outcome>

interface Sources {
  nodes: Nodes
  mirror: Mirror
  clock: Clock
  /**
   * True for a network that may have no transactions for hours, so that an old newest transaction does not mean that
   * the mirror lags.
   */
  quiet: boolean
}

/** Pauses between queries. The embedded ledger has an outcome immediately, a public network after seconds. */
const PAUSES_MS = [1, 5, 10, 25, 50, 100, 200, 300, 400]
const LONGEST_PAUSE_MS = 500
const ANSWER_TIMEOUT_MS = 10_000
const MIRROR_PAUSE_MS = 1_000
/** How far clocks may differ: this long after a window's end, it has ended by every node's clock. */
const SETTLE_MS = 10_000

export function createResolve(sources: Sources): Resolve {
  return async (known, deadline) => {
    let mirrorAt = Number.NEGATIVE_INFINITY
    for (let round = 0; ; round++) {
      const said = await askNode(sources.nodes, known, deadline)
      if (typeof said === 'object' && !known.mirrorOnly) return said
      if ((said !== 'pending' || known.mirrorOnly) && performance.now() - mirrorAt >= MIRROR_PAUSE_MS) {
        const found = await askMirror(sources, known, said)
        if (found) return found
        mirrorAt = performance.now()
      }
      const pauseMs = Math.min(PAUSES_MS[round] ?? LONGEST_PAUSE_MS, deadline - performance.now())
      if (pauseMs <= 0) return said === 'pending' ? { state: 'unknown', isUnderWay: true } : { state: 'unknown' }
      await delay(pauseMs)
    }
  }
}

/**
 * `pending`: the node has the transaction but no outcome. `absent`: the node has no receipt. `silent`: the node did not
 * answer.
 */
type Said = FinalOutcome | 'pending' | 'absent' | 'silent'

async function askNode(nodes: Nodes, { id, transactionId, nodeId }: Known, deadline: number): Promise<Said> {
  const query = proto.Query.encode({ transactionGetReceipt: { header: {}, transactionID: id } }).finish()
  const timeoutMs = Math.min(ANSWER_TIMEOUT_MS, Math.max(1_000, deadline - performance.now()))
  try {
    const answer = await nodes.call(nodeId, '/proto.CryptoService/getTransactionReceipts', query, timeoutMs)
    return read(transactionId, proto.Response.decode(answer).transactionGetReceipt)
  } catch (error) {
    if (error instanceof GrpcFailure || error instanceof RangeError) return 'silent'
    throw error
  }
}

function read(transactionId: string, answer: proto.ITransactionGetReceiptResponse | null | undefined): Said {
  const code = codeName(answer?.header?.nodeTransactionPrecheckCode)
  if (code === 'RECEIPT_NOT_FOUND') return 'absent'
  if (code !== 'OK' || !answer?.receipt) return 'silent'
  const receipt = receiptFrom(answer.receipt)
  return receipt.status === 'UNKNOWN' ? 'pending' : finalOutcome(transactionId, receipt, 'consensus')
}

async function askMirror(
  { mirror, clock, quiet }: Sources,
  known: Known,
  said: Said,
): Promise<FinalOutcome | undefined> {
  const { transactionId, expiresAt } = known
  const isOver = clock.now() >= expiresAt + (quiet ? 0 : SETTLE_MS)
  try {
    // Read this before looking up the transaction: otherwise the mirror could import both between the two reads.
    const isPassed = isOver && (quiet || ((await mirror.newest()) ?? 0) > expiresAt + REPLICAS_APART_MS)
    const found = await mirror.transaction(transactionId)
    if (found) return isProvisional(found) && !isPassed ? undefined : found
    return isPassed && isNever(quiet, said)
      ? finalOutcome(transactionId, { status: 'TRANSACTION_EXPIRED' }, 'expired')
      : undefined
  } catch {
    // The mirror client logs the failure itself.
    return undefined
  }
}

/**
 * Whether a transaction that the mirror does not have can no longer be executed: its window has ended by our clock and
 * by the mirror's newest transaction. A node's answer is not enough, since an attacker between us and the node can
 * forge it. On a network that may have no transactions for hours, the mirror's newest transaction cannot serve as a
 * clock; instead a node must have no receipt.
 */
const isNever = (quiet: boolean, said: Said): boolean => !quiet || said === 'absent'

/** The longest window that the network allows. */
const LONGEST_WINDOW_SECONDS = 180

/** What a transaction id alone reveals, combined with `more`. @throws 400 INVALID_TRANSACTION_ID */
export function knownFrom(
  transactionId: string,
  more: { nodeId?: string; expiresAt?: number; mirrorOnly?: boolean },
  anyNode: string,
): Known {
  const id = parse(transactionId)
  const startMs = Number(id.transactionValidStart?.seconds ?? 0) * 1000
  return {
    id,
    transactionId: transactionIdText(id),
    nodeId: more.nodeId ?? anyNode,
    expiresAt: more.expiresAt ?? startMs + LONGEST_WINDOW_SECONDS * 1000,
    mirrorOnly: more.mirrorOnly ?? false,
  }
}

function parse(transactionId: string): proto.TransactionID {
  try {
    return proto.TransactionID.decode(TransactionId.fromString(transactionId).toBytes())
  } catch {
    throw badRequest(
      'INVALID_TRANSACTION_ID',
      `"${transactionId.slice(0, 80)}" is not a transaction id such as 0.0.1001@1700000000.000000001`,
    )
  }
}
