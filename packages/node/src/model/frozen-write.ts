/** Freezes a write's transactions for one consensus node. A long message takes several. */
import { randomInt } from 'node:crypto'
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
import type { UnfrozenWrite } from './write.ts'

/**
 * The shortest valid duration that leaves time to sign and submit. The network accepts 15 seconds or more, but a
 * transaction starts some seconds in the past, and consensus nodes take 10 off its end.
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
export const chunksOf = ({ message }: UnfrozenWrite): number => (message ? messageChunks(message.bytes).length : 1)

/** @throws 422 TRANSACTION_OVERSIZE */
export function freezeWrite(
  ledger: Ledger,
  { transaction, message }: UnfrozenWrite,
  payer: string,
  validDurationSeconds: number,
): FrozenWrite {
  const frozen = ledger.freeze(transaction, { payer, validStart: ledger.validStart(), validDurationSeconds })
  const { transactionId, nodeId, expiresAt } = frozen
  if (frozen.bodyBytes.length > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'TRANSACTION_OVERSIZE',
      `The transaction has ${frozen.bodyBytes.length} bytes without signatures: the ledger takes ${MAX_TRANSACTION_BYTES}`,
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
  return { transactionId, nodeId, expiresAt, bodies: startedApart(bodiesIn(chunked.toBytes())) }
}

/**
 * More nanoseconds than lie between the valid starts of two chunks: even those of the longest message fit in a second.
 */
const MAX_GAP_NANOS = 50_000_000

/**
 * Gives each further chunk a valid start that nobody can guess from earlier ones. Anyone who knows a transaction's id
 * can use it up before its payer does, and the SDK just takes the next nanosecond. The starts go back in time, so that
 * no chunk can be executed after the window of the first.
 */
function startedApart(bodies: Uint8Array[]): Uint8Array[] {
  let start = 0n
  return bodies.map((bytes, index) => {
    const body = proto.TransactionBody.decode(bytes)
    const { seconds, nanos } = body.transactionID?.transactionValidStart ?? {}
    if (index === 0) {
      start = BigInt(String(seconds ?? 0)) * 1_000_000_000n + BigInt(nanos ?? 0)
      return bytes
    }
    start -= BigInt(randomInt(1, MAX_GAP_NANOS))
    const transactionValidStart = {
      seconds: Long.fromString(String(start / 1_000_000_000n)),
      nanos: Number(start % 1_000_000_000n),
    }
    const transactionID = { ...body.transactionID, transactionValidStart }
    return Uint8Array.from(proto.TransactionBody.encode({ ...body, transactionID }).finish())
  })
}

/**
 * The same write, still unsigned, with a window that ends at `latest` (milliseconds since 1970); undefined if that is
 * too short.
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
