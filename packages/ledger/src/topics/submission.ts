/**
 * Writes messages to a consensus topic. Each chunk is a separate transaction, which can be stored and submitted again.
 */
import { proto } from '@hiero-ledger/proto'
import { Hbar, TopicId, TopicMessageSubmitTransaction, TransactionId } from '@hiero-ledger/sdk'
import type { Ledger } from '../ledger.ts'
import type { Frozen } from '../transactions/freeze.ts'

/** The maximum number of bytes in one chunk (consensus.message.maxBytesAllowed). */
export const MAX_MESSAGE_BYTES = 1_024

export interface MessageChunk {
  topicId: string
  /** At most {@link MAX_MESSAGE_BYTES}. */
  chunk: Uint8Array
  /** From 1 to `total`. */
  number: number
  total: number
  /** The first chunk's transaction id; absent for the first chunk itself. */
  initialTransactionId?: string
  /** The maximum fee in tinybars. Default: the SDK's. */
  maxFee?: number | undefined
}

/** Splits a message into pieces of `chunkBytes` bytes. */
export const messageChunks = (message: Uint8Array, chunkBytes: number = MAX_MESSAGE_BYTES): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(message.length / chunkBytes)) }, (_, index) =>
    message.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  )

/**
 * The transaction of one chunk, ready to be signed and submitted. `payer` pays for it. It is valid for 120 seconds from
 * now.
 */
export function freezeMessage(
  ledger: Pick<Ledger, 'freeze' | 'validStart'>,
  payer: string,
  what: MessageChunk,
): Frozen {
  const submit = new TopicMessageSubmitTransaction().setTopicId(TopicId.fromString(what.topicId)).setMessage(what.chunk)
  if (what.maxFee !== undefined) submit.setMaxTransactionFee(Hbar.fromTinybars(String(what.maxFee)))
  const frozen = ledger.freeze(submit, { payer, validStart: ledger.validStart(), validDurationSeconds: 120 })
  if (what.total === 1) return frozen
  const body = proto.TransactionBody.decode(frozen.bodyBytes)
  const initial = TransactionId.fromString(what.initialTransactionId ?? frozen.transactionId)
  const { topicID, message } = body.consensusSubmitMessage ?? {}
  body.consensusSubmitMessage = {
    ...(topicID ? { topicID } : {}),
    ...(message ? { message } : {}),
    chunkInfo: {
      initialTransactionID: proto.TransactionID.decode(initial.toBytes()),
      number: what.number,
      total: what.total,
    },
  }
  return { ...frozen, bodyBytes: Uint8Array.from(proto.TransactionBody.encode(body).finish()) }
}

export interface Message {
  payer: string
  topicId: string
  bytes: Uint8Array
  /** The size in bytes of all chunks but the last. Default: {@link MAX_MESSAGE_BYTES}. */
  chunkBytes?: number
  /** The maximum fee of each chunk in tinybars. */
  maxFee?: number
}

/**
 * Writes a message of any length through `submit`, one chunk after the other. Returns the result for the first chunk,
 * whose timestamp identifies the message.
 */
export async function writeMessage<T extends { transactionId: string }>(
  ledger: Pick<Ledger, 'freeze' | 'validStart'>,
  { payer, topicId, bytes, chunkBytes, maxFee }: Message,
  submit: (index: number, freeze: () => Frozen) => Promise<T>,
): Promise<T> {
  const [chunk = bytes, ...others] = messageChunks(bytes, chunkBytes)
  const total = others.length + 1
  const first = await submit(0, () => freezeMessage(ledger, payer, { topicId, chunk, number: 1, total, maxFee }))
  const initialTransactionId = first.transactionId
  for (const [index, chunk] of others.entries())
    await submit(index + 1, () =>
      freezeMessage(ledger, payer, { topicId, chunk, number: index + 2, total, initialTransactionId, maxFee }),
    )
  return first
}
