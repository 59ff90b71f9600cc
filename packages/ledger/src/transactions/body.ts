import { proto } from '@hiero-ledger/proto'
import { badRequest } from '@quorate/platform'
import { methodOf } from './methods.ts'
import { idText } from './receipts.ts'

/** What a signed transaction says of itself. */
export interface Submission {
  transactionId: string
  id: proto.ITransactionID
  /** The account of the only node that takes it. */
  nodeId: string
  /** The gRPC method's path. */
  path: string
  /** Milliseconds; the end of its window. */
  expiresAt: number
}

/** @throws 400 INVALID_TRANSACTION_BYTES */
export function readSubmission(bytes: Uint8Array): Submission {
  const body = bodyOf(bytes)
  const path = methodOf(body?.data)
  if (!body?.transactionID?.transactionValidStart || !path) {
    throw badRequest(
      'INVALID_TRANSACTION_BYTES',
      'the bytes are not a signed transaction of a type that can be submitted',
    )
  }
  const node = body.nodeAccountID
  return {
    path,
    id: body.transactionID,
    transactionId: idText(body.transactionID),
    nodeId: `${node?.shardNum ?? 0}.${node?.realmNum ?? 0}.${node?.accountNum ?? 0}`,
    expiresAt: windowEnd(body.transactionID.transactionValidStart, body.transactionValidDuration),
  }
}

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
