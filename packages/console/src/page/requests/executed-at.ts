import type { MultisigTypes } from '@quorate/client'
import { isoTimeOf } from '@quorate/verify'

/** When the ledger executed a request, in ISO 8601; undefined if it did not, or if that is not known. */
export function executedAt({
  status,
  events,
}: Pick<MultisigTypes['HistoryEntry'], 'status' | 'events'>): string | undefined {
  if (status !== 'success') return undefined
  const done = events.findLast(
    ({ action, payload }) => action === 'execute' && payload.consensusTimestamp !== undefined,
  )
  return done && isoTimeOf(String(done.payload.consensusTimestamp))
}
