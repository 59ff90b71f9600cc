/** Joins the parts of long messages on a topic, as the SDKs split them (HIP-478's `chunkInfo`). */
import type { Message } from '../mirror/answers.ts'
import { bytesIn, toBase64 } from '../parts/ledger/bytes.ts'

/** A whole message, or a part whose other parts are not in the list. */
export interface JoinedMessage {
  /** In the order of the message; one for a message that was not split. */
  parts: readonly [Message, ...Message[]]
  /** In base64. */
  message: string
}

/**
 * Joins parts of one payer that name the same first transaction. A joined message takes the position of its newest
 * part. A part number that occurs twice makes a message ambiguous, so its parts stay separate.
 *
 * @param messages Newest first
 */
export function joinedMessages(messages: readonly Message[]): JoinedMessage[] {
  const groups = Map.groupBy(messages, groupOf)
  return messages.flatMap((message): JoinedMessage[] => {
    const group = groups.get(groupOf(message)) ?? []
    const parts = [...group].sort((a, b) => numberOf(a) - numberOf(b))
    const isWhole = parts.length > 1 && parts.length === message.chunk_info?.total && parts.every(isNumbered)
    if (!isWhole) return [{ parts: [message], message: message.message }]
    if (message !== group[0]) return []
    const bytes = parts.flatMap((part) => [...(bytesIn(part.message) ?? [])])
    return [{ parts: parts as [Message, ...Message[]], message: toBase64(Uint8Array.from(bytes)) }]
  })
}

const numberOf = ({ chunk_info: chunk }: Message): number => chunk?.number ?? 1
const isNumbered = (part: Message, index: number): boolean => numberOf(part) === index + 1

/** The same text for all parts of one message; a unique one for a message that was not split. */
function groupOf({ chunk_info: chunk, payer_account_id: payer, sequence_number: sequence }: Message): string {
  const { account_id: account, transaction_valid_start: start } = chunk?.initial_transaction_id ?? {}
  const isSplit = chunk && chunk.total > 1 && account && start
  return isSplit ? JSON.stringify([payer, account, start, chunk.total]) : String(sequence)
}
