import { proto } from '@hiero-ledger/proto'
import { badRequest, unprocessable } from '@quorate/platform'
import { MAX_TRANSACTION_BYTES } from './freeze.ts'
import { methodOf } from './methods.ts'
import { transactionIdText } from './receipts.ts'

/** The parts of a signed transaction's body that say where and until when it can be submitted. */
export interface Submission {
  transactionId: string
  id: proto.ITransactionID
  /** The account of the only node that accepts it. */
  nodeId: string
  /** The gRPC method's path. */
  path: string
  /** When it becomes valid, in milliseconds. */
  startsAt: number
  /** The end of its window, in milliseconds. */
  expiresAt: number
}

/** @throws 400 INVALID_TRANSACTION_BYTES */
export function readSubmission(bytes: Uint8Array): Submission {
  const body = bodyOf(bytes)
  const path = methodOf(body?.data)
  if (!body?.transactionID?.transactionValidStart || !path) {
    throw badRequest(
      'INVALID_TRANSACTION_BYTES',
      'The bytes are not a signed transaction of a type that can be submitted',
    )
  }
  const node = body.nodeAccountID
  return {
    path,
    id: body.transactionID,
    transactionId: transactionIdText(body.transactionID),
    nodeId: `${node?.shardNum ?? 0}.${node?.realmNum ?? 0}.${node?.accountNum ?? 0}`,
    startsAt: windowEnd(body.transactionID.transactionValidStart, undefined),
    expiresAt: windowEnd(body.transactionID.transactionValidStart, body.transactionValidDuration),
  }
}

/**
 * Refuses a transaction that is too large for consensus nodes. Only Ethereum transactions may exceed the limit
 * (HIP-1086).
 *
 * @throws 422 TRANSACTION_OVERSIZE; 400 INVALID_TRANSACTION_BYTES
 */
export function assertFits(bytes: Uint8Array): void {
  if (bytes.length <= MAX_TRANSACTION_BYTES || readSubmission(bytes).path === ETHEREUM) return
  throw unprocessable(
    'TRANSACTION_OVERSIZE',
    `with its signatures the transaction has ${bytes.length} bytes, but the ledger accepts at most ${MAX_TRANSACTION_BYTES}: send only the signatures that it needs`,
  )
}

const ETHEREUM = methodOf('ethereumTransaction')

function bodyOf(bytes: Uint8Array): proto.TransactionBody | undefined {
  try {
    const { signedTransactionBytes } = proto.Transaction.decode(bytes)
    const { bodyBytes } = proto.SignedTransaction.decode(signedTransactionBytes ?? new Uint8Array())
    return proto.TransactionBody.decode(bodyBytes ?? new Uint8Array())
  } catch {
    return undefined
  }
}

function windowEnd(start: proto.ITimestamp, duration: proto.IDuration | null | undefined): number {
  const seconds = Number(start.seconds ?? 0) + Number(duration?.seconds ?? 0)
  return seconds * 1000 + Math.ceil((start.nanos ?? 0) / 1e6)
}
