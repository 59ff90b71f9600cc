import type { MultisigTypes } from '@quorate/client'
import { isoTimeOf } from '@quorate/verify'

type Executed = Pick<MultisigTypes['HistoryEntry'], 'status' | 'events'>

/** The consensus time of an executed request, which identifies its transaction; undefined if that is not known. */
export function consensusTimeOf({ status, events }: Executed): string | undefined {
  if (status !== 'success') return undefined
  const done = events.findLast(
    ({ action, payload }) => action === 'execute' && payload.consensusTimestamp !== undefined,
  )
  return done && String(done.payload.consensusTimestamp)
}

/** When the ledger executed a request, in ISO 8601; undefined if it did not, or if that is not known. */
export function executedAt(entry: Executed): string | undefined {
  const time = consensusTimeOf(entry)
  return time === undefined ? undefined : isoTimeOf(time)
}
