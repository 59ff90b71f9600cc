/** Writes a ceremony's records on its topic, each exactly once, even if the process crashes midway. */
import { createPrices, writeMessage } from '@quorate/ledger'
import type { Clock } from '@quorate/platform'
import { CENTS, CHUNK_BYTES } from '../node-topic/node-topic.ts'
import type { Submissions } from '../node-topic/submissions.ts'
import type { OperatedLedger } from '../operated-ledger.ts'

/**
 * @param name identifies the record among everything that the node submits
 * @throws 503 LEDGER_UNAVAILABLE while it is unknown whether the record is on the topic; 429 SPENDING_BUDGET_USED
 */
export type WriteRecord = (name: string, bytes: Uint8Array) => Promise<void>

export function createRecordWriter(
  { submissions, clock }: { submissions: Submissions; clock: Clock },
  ledger: OperatedLedger,
  topicId: string,
): WriteRecord {
  const priceOf = createPrices(clock)
  return async (name, bytes) => {
    const each = await priceOf(ledger, CENTS.message)
    const message = { payer: ledger.operator.accountId, topicId, bytes, chunkBytes: CHUNK_BYTES, maxFee: each }
    await writeMessage(ledger, message, (index, freeze) =>
      submissions.once(ledger, { name: `${name} ${index + 1}`, cost: { each, isCeremonys: true }, freeze }),
    )
  }
}
