/** Decisions of DAOs for tests. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { withSignatures, writeMessage } from '@quorate/ledger'
import { type DecisionRecord, encodeRecord, type GovernanceRecord } from '@quorate/verify/recount'
import { CHAIN, type Harness, OPERATOR } from './harness.ts'

/**
 * Writes a passed decision on the topic as the operator. First waits until earlier creations are bound, because that
 * writes records on the node topic, and tests count submissions.
 */
export async function decidedOn(
  harness: Harness,
  topicId: string,
  operation: object,
  more: Partial<DecisionRecord> = {},
) {
  await harness.jobs.idle()
  const proposalId = randomUUID()
  const record: DecisionRecord = {
    ...{ quorate: 1, type: 'decision', chain: CHAIN, daoId: 'd', proposalId, status: 'PASSED', cancelled: false },
    ...{ decidedAt: '2026-01-01T00:00:00.000Z', batches: 0, proposalData: { operation } },
    result: { options: [], totalVotes: 0, totalWeight: '0', eligibleWeight: null, winner: 'YES' },
    ...more,
  }
  return recordedOn(harness, topicId, record)
}

/** Writes a record on a topic as the operator. Returns the record's topic and timestamp. */
export async function recordedOn(harness: Harness, topicId: string, record: GovernanceRecord) {
  const operator = harness.signers.get(OPERATOR)
  assert.ok(operator)
  const message = { payer: OPERATOR, topicId, bytes: encodeRecord(record) }
  const { transactionId } = await writeMessage(harness.ledger, message, async (_index, freeze) => {
    const frozen = freeze()
    const { publicKey, sign } = operator
    await harness.ledger.submit(withSignatures(frozen.bodyBytes, [{ publicKey, signature: sign(frozen.bodyBytes) }]))
    return frozen
  })
  const found = await harness.ledger.mirror.transaction(transactionId)
  return { topicId, consensusTimestamp: found?.consensusTimestamp }
}
