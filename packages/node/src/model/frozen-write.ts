/** Freezes a write's transactions for one consensus node. A long message needs several. */
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
import type { UnfrozenWrite } from '@quorate/ledger/operations'
import { unprocessable } from '@quorate/platform'
import { decodeBody, entityIdText, transactionIdOf } from './transaction-body.ts'

/**
 * The shortest valid duration that leaves time to sign and submit. The network accepts 15 seconds or more. But a
 * transaction starts some seconds in the past, and consensus nodes subtract 10 seconds from its end.
 */
const SHORTEST_SECONDS = 30

/** One transaction, or the chunks of one message in order. */
export interface FrozenWrite {
  /** The id of the first transaction. */
  transactionId: string
  nodeId: string
  /** The body of each transaction: the bytes that are signed. */
  bodies: Uint8Array[]
  /** Milliseconds since 1970; the end of the ledger's window, of all chunks. */
  expiresAt: number
}

/** How many transactions a write needs. */
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
      `The transaction has ${frozen.bodyBytes.length} bytes without signatures: the ledger accepts at most ${MAX_TRANSACTION_BYTES}`,
    )
  if (!message || message.bytes.length <= MAX_MESSAGE_BYTES)
    return { transactionId, nodeId, expiresAt, bodies: [withExpiry(frozen.bodyBytes)] }
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

/** How long a new token exists before it must be renewed, in seconds: the SDK's default. */
const TOKEN_SECONDS = 90 * 86_400

/**
 * Gives a token's creation an expiry that follows from its valid start. The SDK computes the expiry from its own clock,
 * so no other node could check that the transaction is the one that the request makes.
 */
function withExpiry(bytes: Uint8Array): Uint8Array {
  const body = proto.TransactionBody.decode(bytes)
  if (!body.tokenCreation) return bytes
  const expiry = { seconds: Long.fromString(String(expiryOf(body))) }
  return Uint8Array.from(
    proto.TransactionBody.encode({ ...body, tokenCreation: { ...body.tokenCreation, expiry } }).finish(),
  )
}

const expiryOf = ({ transactionID }: proto.TransactionBody): bigint =>
  BigInt(String(transactionID?.transactionValidStart?.seconds ?? 0)) + BigInt(TOKEN_SECONDS)

/** Whether a body creates no token, or a token with the expiry that follows from the valid start. */
export function hasOwnExpiry(body: proto.TransactionBody): boolean {
  const { tokenCreation } = body
  if (!tokenCreation) return true
  const { seconds, nanos } = tokenCreation.expiry ?? {}
  return BigInt(String(seconds ?? 0)) === expiryOf(body) && !nanos
}

/**
 * The upper limit of the nanoseconds between the valid starts of two chunks. All chunks of the longest message fit in a
 * second.
 */
const MAX_GAP_NANOS = 50_000_000

/**
 * Gives each further chunk a valid start that nobody can guess from earlier ones. The SDK just uses the next
 * nanosecond, but anyone who knows a transaction's id can use it up before its payer does. The starts go back in time,
 * so that no chunk can be executed after the first chunk's window.
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
 * The same write, still unsigned, with a window that ends at `latest` (milliseconds since 1970); undefined if the
 * window would be too short.
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

/** The write with these bodies in this order. @throws 400 INVALID_TRANSACTION_BYTES */
export function frozenFrom(bodies: Uint8Array[]): FrozenWrite {
  const [first = new Uint8Array()] = bodies
  return {
    transactionId: transactionIdOf(first),
    nodeId: windowOf(first).nodeId,
    bodies,
    expiresAt: Math.max(...bodies.map((body) => windowOf(body).endsAt)),
  }
}

/** A body's window, in milliseconds since 1970, and its consensus node. */
export function windowOf(bytes: Uint8Array): { startsAt: number; endsAt: number; nodeId: string } {
  const { transactionID, transactionValidDuration, nodeAccountID: node } = decodeBody(bytes)
  const { seconds, nanos } = transactionID?.transactionValidStart ?? {}
  const startsAt = Number(String(seconds ?? 0)) * 1000 + Math.ceil((nanos ?? 0) / 1e6)
  const endsAt = startsAt + Number(String(transactionValidDuration?.seconds ?? 0)) * 1000
  return { startsAt, endsAt, nodeId: entityIdText(node, node?.accountNum) }
}

/** The TransactionList that SDKs and wallets read. `sign` gives the signatures of each body. */
export function listOf(bodies: readonly Uint8Array[], sign: (body: Uint8Array) => Signature[]): Uint8Array {
  return joined(bodies.map((body) => withSignatures(body, sign(body))))
}

/** The TransactionList of these transactions. */
export function joined(transactions: readonly Uint8Array[]): Uint8Array {
  const transactionList = transactions.map((bytes) => proto.Transaction.decode(bytes))
  return Uint8Array.from(proto.TransactionList.encode({ transactionList }).finish())
}
