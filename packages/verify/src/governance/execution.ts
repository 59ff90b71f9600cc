/** Reads from a DAO's topic whether a decision may be carried out now. */
import { unavailable, unprocessable } from '../error.ts'
import type { TopicReads } from '../mirror/topics.ts'
import { type DecisionRecord, decodeRecord } from './records/records.ts'
import { executableAt, isVetoed, type Placed } from './vetoes.ts'

export interface ExecutionQuestion {
  topicId: string
  /** The decision, and the consensus timestamp that identifies it. */
  decision: Placed<DecisionRecord>
  consensusTimestamp: string
  /** The accounts that may write records. */
  payers: ReadonlySet<string>
  /** The current time, in milliseconds. */
  now: number
  /** Returns the time in milliseconds that the mirror has completely reached. */
  shownUntil: () => Promise<number>
}

export type Execution =
  /** Nothing is carried out before this time, in milliseconds. */
  { state: 'delayed'; until: number } | { state: 'vetoed'; by: string } | { state: 'permitted' }

/** The maximum number of messages that are read between a decision and the end of its delay. */
const MOST_MESSAGES = 50_000

/**
 * @throws VerifyError 503 `MIRROR_UNAVAILABLE` while the mirror may not show a veto yet; 422 `TOPIC_TOO_LONG`; errors
 *     of the mirror's reads
 */
export async function executionOf(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  { topicId, decision, consensusTimestamp, payers, now, shownUntil }: ExecutionQuestion,
): Promise<Execution> {
  const { executionDelay = 0, veto } = decision.record
  if (executionDelay === 0) return { state: 'permitted' }
  const until = executableAt(decision.record, decision.completedAt)
  if (now < until) return { state: 'delayed', until }
  // This clock may be ahead of the ledger's, and a veto may not be shown yet.
  if ((await shownUntil()) < until)
    throw unavailable('MIRROR_UNAVAILABLE', 'The mirror has not reached the end of the execution delay yet')
  if (veto === undefined) return { state: 'permitted' }
  let messages = 0
  const onRaw = () => {
    if (++messages > MOST_MESSAGES)
      throw unprocessable('TOPIC_TOO_LONG', `${topicId} has more than ${MOST_MESSAGES} messages since the decision`)
  }
  const options = { payers, all: true, onRaw }
  for await (const message of topicMessages(topicId, { timestamp: consensusTimestamp }, options)) {
    const completedAt = Math.floor(Number(message.completedAt) * 1000)
    // Messages come in the order of their last chunks.
    if (completedAt >= until) break
    const record = decodeRecord(message.bytes)
    if (record?.type === 'veto' && isVetoed(decision, { record, completedAt }))
      return { state: 'vetoed', by: record.vetoedBy }
  }
  return { state: 'permitted' }
}
