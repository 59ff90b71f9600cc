/** Messages to a consensus topic, each chunk a transaction of its own that can be kept and submitted again. */
import { proto } from '@hiero-ledger/proto'
import { TopicId, TopicMessageSubmitTransaction, TransactionId } from '@hiero-ledger/sdk'
import type { Ledger } from './ledger.ts'
import type { Frozen } from './transactions.ts'

/** What one message holds (consensus.message.maxBytesAllowed). */
export const MAX_MESSAGE_BYTES = 1_024

export interface MessageChunk {
  topicId: string
  /** At most {@link MAX_MESSAGE_BYTES}. */
  chunk: Uint8Array
  /** From 1 to `total`. */
  number: number
  total: number
  /** The transaction id of the first chunk, for those that follow it. */
  initialTransactionId?: string
}

/** The message in pieces that fit. */
export const messageChunks = (message: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(message.length / MAX_MESSAGE_BYTES)) }, (_, index) =>
    message.subarray(index * MAX_MESSAGE_BYTES, (index + 1) * MAX_MESSAGE_BYTES),
  )

/** The transaction of one chunk, to be signed and submitted; paid by `payer` for 120 seconds from now. */
export function freezeMessage(
  ledger: Pick<Ledger, 'freeze' | 'validStart'>,
  payer: string,
  what: MessageChunk,
): Frozen {
  const submit = new TopicMessageSubmitTransaction().setTopicId(TopicId.fromString(what.topicId)).setMessage(what.chunk)
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

/** Writes a message, whatever its length, through `submit`, one chunk after the other; answers what that said of the first, which names it. */
export async function writeMessage<T extends { transactionId: string }>(
  ledger: Pick<Ledger, 'freeze' | 'validStart'>,
  { payer, topicId, bytes }: { payer: string; topicId: string; bytes: Uint8Array },
  submit: (index: number, freeze: () => Frozen) => Promise<T>,
): Promise<T> {
  const [chunk = bytes, ...others] = messageChunks(bytes)
  const total = others.length + 1
  const first = await submit(0, () => freezeMessage(ledger, payer, { topicId, chunk, number: 1, total }))
  const initialTransactionId = first.transactionId
  for (const [index, chunk] of others.entries())
    await submit(index + 1, () =>
      freezeMessage(ledger, payer, { topicId, chunk, number: index + 2, total, initialTransactionId }),
    )
  return first
}
