/** Freezes the transactions of writes for one consensus node; a long message takes several. */
import { proto } from '@hiero-ledger/proto'
import { AccountId, Long, TopicMessageSubmitTransaction, TransactionId } from '@hiero-ledger/sdk'
import {
  type Ledger,
  MAX_MESSAGE_BYTES,
  MAX_TRANSACTION_BYTES,
  messageChunks,
  type Signature,
  withSignatures,
} from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import type { Prepared } from '../operations/operation.ts'

/**
 * The shortest valid duration that leaves time to sign and submit: the network takes 15 seconds at least, but a transaction starts some seconds in
 * the past, and consensus nodes take 10 off its end.
 */
const SHORTEST_SECONDS = 30

/** One transaction, or the chunks of one message in order. */
export interface FrozenWrite {
  /** The id of the first transaction. */
  transactionId: string
  nodeId: string
  /** The body of each transaction: the bytes that are signed. */
  bodies: Uint8Array[]
  /** Milliseconds since 1970; the end of the ledger's window. */
  expiresAt: number
}

/** How many transactions a write takes. */
export const chunksOf = ({ message }: Prepared): number => (message ? messageChunks(message.bytes).length : 1)

/** @throws 422 TRANSACTION_OVERSIZE */
export function freezeWrite(
  ledger: Ledger,
  { transaction, message }: Prepared,
  payer: string,
  validDurationSeconds: number,
): FrozenWrite {
  const frozen = ledger.freeze(transaction, { payer, validStart: ledger.validStart(), validDurationSeconds })
  const { transactionId, nodeId, expiresAt } = frozen
  if (frozen.bodyBytes.length > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'TRANSACTION_OVERSIZE',
      `the transaction has ${frozen.bodyBytes.length} bytes without signatures: the ledger takes ${MAX_TRANSACTION_BYTES}`,
    )
  if (!message || message.bytes.length <= MAX_MESSAGE_BYTES)
    return { transactionId, nodeId, expiresAt, bodies: [frozen.bodyBytes] }
  const chunked = new TopicMessageSubmitTransaction()
    .setTopicId(message.topicId)
    .setMessage(message.bytes)
    .setChunkSize(MAX_MESSAGE_BYTES)
    .setCustomFeeLimits(message.limits)
    .setNodeAccountIds([AccountId.fromString(nodeId)])
    .setTransactionId(TransactionId.fromString(transactionId))
    .setTransactionValidDuration(validDurationSeconds)
    .freeze()
  const bodies = bodiesIn(chunked.toBytes())
  // The SDK gives each further chunk the next nanosecond as its valid start: those are marked as taken.
  for (let chunk = 1; chunk < bodies.length; chunk++) ledger.validStart()
  return { transactionId, nodeId, expiresAt, bodies }
}

/**
 * The same write, which nobody has signed yet, with a window that ends at `latest` (milliseconds since 1970); undefined where that would be too
 * short.
 */
export function shortened(frozen: FrozenWrite, latest: number): FrozenWrite | undefined {
  const over = Math.ceil((frozen.expiresAt - latest) / 1000)
  if (over <= 0) return frozen
  const bodies = frozen.bodies.map((bytes) => {
    const body = proto.TransactionBody.decode(bytes)
    const left = Number(String(body.transactionValidDuration?.seconds ?? 0)) - over
    return left < SHORTEST_SECONDS
      ? undefined
      : Uint8Array.from(
          proto.TransactionBody.encode({
            ...body,
            transactionValidDuration: { seconds: Long.fromNumber(left) },
          }).finish(),
        )
  })
  if (bodies.includes(undefined)) return undefined
  return { ...frozen, bodies: bodies as Uint8Array[], expiresAt: frozen.expiresAt - over * 1000 }
}

const bodiesIn = (bytes: Uint8Array): Uint8Array[] =>
  (proto.TransactionList.decode(bytes).transactionList ?? []).map(({ signedTransactionBytes }) =>
    Uint8Array.from(proto.SignedTransaction.decode(signedTransactionBytes ?? new Uint8Array()).bodyBytes ?? []),
  )

/** The TransactionList that SDKs and wallets read, each transaction with the signatures that `sign` gives for it. */
export function listOf(bodies: readonly Uint8Array[], sign: (body: Uint8Array) => Signature[]): Uint8Array {
  const transactionList = bodies.map((body) => proto.Transaction.decode(withSignatures(body, sign(body))))
  return Uint8Array.from(proto.TransactionList.encode({ transactionList }).finish())
}
