import { proto, Reader } from '@hiero-ledger/proto'
import type { Store } from '#store/store.ts'

/** A message as it is on a topic. Times are nanoseconds. */
export interface Message {
  readonly topic: number
  readonly sequence: bigint
  readonly consensusTimestamp: bigint
  readonly payer: number
  readonly message: Uint8Array
  readonly runningHash: Uint8Array
  readonly chunk: proto.IConsensusMessageChunkInfo | null
}

/** The columns of a message, from `topic_message m` and `transactions t`. */
export const MESSAGE_COLUMNS = 'm.topic, m.sequence, m.consensus_timestamp, t.payer, t.bytes, t.record'
export const MESSAGE_TABLES = 'topic_message m JOIN transactions t USING (consensus_timestamp)'

/** The message in a row with these columns. */
export function messageOf(row: Record<string, unknown>): Message {
  const signed = proto.SignedTransaction.decode(Reader.create(row.bytes as Uint8Array))
  const body = proto.TransactionBody.decode(Reader.create(signed.bodyBytes)).consensusSubmitMessage
  const record = proto.TransactionRecord.decode(Reader.create(row.record as Uint8Array))
  return {
    topic: Number(row.topic),
    sequence: row.sequence as bigint,
    consensusTimestamp: row.consensus_timestamp as bigint,
    payer: Number(row.payer),
    message: body?.message ?? new Uint8Array(),
    runningHash: record.receipt?.topicRunningHash ?? new Uint8Array(),
    chunk: body?.chunkInfo ?? null,
  }
}

/** The messages of a topic after `sequence`, the oldest first. */
export function messagesAfter(store: Store, topic: number, sequence: bigint, limit: number): Message[] {
  const sql = `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE m.topic = ? AND m.sequence > ? ORDER BY m.sequence LIMIT ?`
  return store.prepared(sql).all(topic, sequence, limit).map(messageOf)
}

/**
 * How many messages of a topic came before `time`. Sequence numbers and times have the same order, so a binary search
 * finds it.
 */
export function countBefore(store: Store, topic: number, time: bigint): bigint {
  const at = store.prepared('SELECT consensus_timestamp FROM topic_message WHERE topic = ? AND sequence = ?')
  const last = store.prepared('SELECT max(sequence) AS last FROM topic_message WHERE topic = ?').get(topic)?.last
  let low = 0n
  let high = (last as bigint | null) ?? 0n
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if ((at.get(topic, middle)?.consensus_timestamp as bigint) < time) low = middle
    else high = middle - 1n
  }
  return low
}
