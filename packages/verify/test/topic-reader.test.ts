import assert from 'node:assert/strict'
import { test } from 'node:test'
import { topicReads } from '@quorate/verify/recount'

const MEMBER = '0.0.1001'

/** A chunk as the mirror shows it. */
const chunk = (payer: string, sequence: number, { start, number }: { start: number; number: number }) => ({
  consensus_timestamp: `1764000000.${String(sequence).padStart(9, '0')}`,
  payer_account_id: payer,
  message: Buffer.from(`part ${number} `).toString('base64'),
  sequence_number: sequence,
  chunk_info: {
    initial_transaction_id: { account_id: payer, transaction_valid_start: `1764000000.${start}` },
    number,
    total: 2,
  },
})

test('a reader that reads only its payers keeps their unfinished messages, whatever strangers begin', async () => {
  const strangers = Array.from({ length: 1_000 }, (_, index) =>
    chunk(`0.0.${2000 + Math.floor(index / 8)}`, index + 2, { start: index, number: 1 }),
  )
  const messages = [
    chunk(MEMBER, 1, { start: 1, number: 1 }),
    ...strangers,
    chunk(MEMBER, 1_002, { start: 1, number: 2 }),
  ]
  const read = async (accept?: (payer: string) => boolean) => {
    const reader = topicReads({ get: async () => ({ messages }) as never }).topicReader('0.0.5005')
    const found: string[] = []
    for await (const { payer, bytes } of reader.next(1, accept)) found.push(`${payer} ${Buffer.from(bytes).toString()}`)
    return found
  }
  assert.deepEqual(await read((payer) => payer === MEMBER), [`${MEMBER} part 1 part 2 `])
  // The limit of chunks that are kept for all payers together.
  assert.deepEqual(await read(), [])
})
