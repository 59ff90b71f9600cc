/** Times from now, such as `+2h`, are counted from the time of the ledger. */
import type { Command } from '../table/declare.ts'
import { fromNow } from '../table/program.ts'
import { chainOf } from './typed-ids.ts'

/** The values of a call, with all times in ISO 8601. */
export async function withTimes(
  { options = {} }: Command,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const relative = Object.entries(options).flatMap(([name, { kind }]) => {
    const value = given[name]
    const ms = kind === 'time' && typeof value === 'string' ? fromNow(value) : undefined
    return ms === undefined ? [] : [[name, ms] as const]
  })
  if (relative.length === 0) return given
  // Imported on demand, because most commands have no times.
  const { ledgerClock } = await import('./ledger.ts')
  const { mirrorUrl } = given as { mirrorUrl?: string }
  const now = (await ledgerClock({ chain: chainOf(given) ?? 'hedera:devnet', mirrorUrl })).now()
  return { ...given, ...Object.fromEntries(relative.map(([name, ms]) => [name, new Date(now + ms).toISOString()])) }
}
