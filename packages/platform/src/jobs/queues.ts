import type { PgBoss } from 'pg-boss'
import type { JobSettings } from './jobs.ts'

const DEAD_LETTERS = 'dead-letters'
const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS
/** The shortest time that pg-boss accepts. We detect processes that are silent for a shorter time ourselves. */
const HEARTBEAT_SECONDS = 10
/**
 * pg-boss itself never gives up a job: we decide at each failure whether another attempt follows, and count interrupted
 * jobs when they begin. pg-boss would also count jobs that were only waiting for their turn when their process ended.
 */
const NO_LIMIT = 1_000_000

/** Creates one queue per kind, all with the same dead letter queue. Existing queues get the present settings. */
export async function prepareQueues(boss: PgBoss, kinds: Iterable<string>, settings: JobSettings): Promise<void> {
  const options = {
    retryLimit: NO_LIMIT,
    retryDelay: Math.max(1, Math.round(settings.backoffDelayMs / 1000)),
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: DAY_SECONDS - 1,
    retentionSeconds: YEAR_SECONDS,
    deleteAfterSeconds: 30 * DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
  }
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: YEAR_SECONDS })
  for (const name of kinds) {
    const queue = known.get(name)
    if (queue && Object.entries(options).every(([key, value]) => queue[key as keyof typeof queue] === value)) continue
    await (queue ? boss.updateQueue(name, options) : boss.createQueue(name, options))
    // pg-boss caches only the queues that exist when it starts. Without this, it would read the new queue in the middle
    // of the first change.
    await boss.insert(name, [])
  }
}
