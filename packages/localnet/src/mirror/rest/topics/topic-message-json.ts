import type { proto } from '@hiero-ledger/proto'
import { int64Json } from '#mirror/rest/json.ts'
import type { Message } from '#mirror/topic-messages.ts'
import { accountNumber, idText } from '#protocol/ids.ts'
import { nanosOf, timestampText } from '#protocol/time.ts'

const RUNNING_HASH_VERSION = 3

/** A topic's message as the Mirror Node writes it. */
export function messageJson(message: Message, encoding: 'base64' | 'utf-8' = 'base64'): object {
  return {
    chunk_info: message.chunk && chunkJson(message.chunk),
    consensus_timestamp: timestampText(message.consensusTimestamp),
    message: Buffer.from(message.message).toString(encoding),
    payer_account_id: idText(message.payer),
    running_hash: Buffer.from(message.runningHash).toString('base64'),
    running_hash_version: RUNNING_HASH_VERSION,
    sequence_number: int64Json(message.sequence),
    topic_id: idText(message.topic),
  }
}

function chunkJson({ initialTransactionID: id, number, total }: proto.IConsensusMessageChunkInfo): object {
  const initial = {
    account_id: idText(accountNumber(id?.accountID)),
    nonce: id?.nonce ?? 0,
    scheduled: id?.scheduled ?? false,
    transaction_valid_start: timestampText(nanosOf(id?.transactionValidStart)),
  }
  return { initial_transaction_id: initial, number: number ?? 0, total: total ?? 0 }
}
