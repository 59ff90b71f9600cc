import type { FreezeOptions, LedgerTime } from '@quorate/ledger'

/** How long the ledger's transaction outlives the window for signatures, in milliseconds. */
const afterWindow = 30_000
/** What consensus nodes take off the end of a transaction's window, in milliseconds. */
const nodeBuffer = 10_000
/** The longest valid duration that the network takes, in seconds. */
const longestDuration = 180

/** Starts and durations are of whole seconds, each of which may be longer by nearly one. */
const rounding = 2_000

/** How long the ledger may take a transaction after the time from which it takes signatures, in milliseconds. */
export const openOnLedgerMs = ({ TRANSACTION_TIMEOUT }: { TRANSACTION_TIMEOUT: number }): number =>
  Math.min(longestDuration * 1000, TRANSACTION_TIMEOUT + afterWindow + nodeBuffer) + rounding

/**
 * The window on the ledger of a transaction that takes signatures from `opensAt` on, or that is executed then: it ends
 * after the window for signatures.
 */
export function ledgerWindow(
  validStart: LedgerTime,
  opensAt: number,
  { TRANSACTION_TIMEOUT }: { TRANSACTION_TIMEOUT: number },
): Omit<FreezeOptions, 'payer'> {
  const started = opensAt - Number(validStart.seconds) * 1000
  const duration = Math.ceil((started + TRANSACTION_TIMEOUT + afterWindow + nodeBuffer) / 1000)
  return { validStart, validDurationSeconds: Math.min(longestDuration, duration) }
}
