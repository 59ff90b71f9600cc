/** Whether a DAO's decision may be carried out now: its delay must have ended, and nobody may have vetoed it. */
import { conflict, forbidden } from '@quorate/platform'
import { type DecisionRecord, executionOf, type TopicMessage } from '@quorate/verify/recount'
import type { Mirror } from '../mirror/mirror.ts'

/** A ledger that may have no transactions for hours: an old newest transaction does not mean that its mirror lags. */
const QUIET_CHAIN = 'hedera:devnet'

export interface DecidedAt {
  topicId: string
  decision: DecisionRecord
  message: Pick<TopicMessage, 'consensusTimestamp' | 'completedAt'>
  /** The accounts that may write records. */
  publishers: ReadonlySet<string>
  /** In milliseconds. */
  now: number
}

/**
 * @throws 409 `DECISION_DELAYED`, 403 `DECISION_VETOED`, 503 `MIRROR_UNAVAILABLE` if the mirror does not show the end
 *     of the delay yet
 */
export async function assertExecutable(
  { chain, mirror }: { chain: string; mirror: Pick<Mirror, 'topicMessages' | 'newest'> },
  { topicId, decision, message, publishers, now }: DecidedAt,
): Promise<void> {
  const { consensusTimestamp, completedAt } = message
  const execution = await executionOf(mirror, {
    topicId,
    consensusTimestamp,
    decision: { record: decision, completedAt: Math.floor(Number(completedAt) * 1000) },
    payers: publishers,
    now,
    shownUntil: async () => (chain === QUIET_CHAIN ? now : ((await mirror.newest()) ?? 0)),
  })
  const where = `the decision at ${consensusTimestamp} of the topic ${topicId}`
  if (execution.state === 'delayed')
    throw conflict(
      'DECISION_DELAYED',
      `${where} may be carried out from ${new Date(execution.until).toISOString()} on: its execution delay has not ended`,
    )
  if (execution.state === 'vetoed') throw forbidden('DECISION_VETOED', `${where} was vetoed by ${execution.by}`)
}
