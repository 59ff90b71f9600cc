interface Schedule {
  deleted?: boolean | null
  executed_timestamp?: string | null
  expiration_time?: string | null
  consensus_timestamp?: string | null
}

/** A schedule without an expiration time expires this long after its creation (`scheduling.lifetime`). */
const DEFAULT_LIFETIME_MS = 1_800_000

/** The state of a schedule; `now` in milliseconds. Mirrors do not mark expired schedules. */
export function scheduleState(schedule: Schedule, now: number): 'deleted' | 'executed' | 'expired' | 'waiting' {
  if (schedule.executed_timestamp) return 'executed'
  if (schedule.deleted) return 'deleted'
  const { expiration_time: expires, consensus_timestamp: created } = schedule
  const end = expires ? Number(expires) * 1000 : created ? Number(created) * 1000 + DEFAULT_LIFETIME_MS : undefined
  return end !== undefined && end < now ? 'expired' : 'waiting'
}
