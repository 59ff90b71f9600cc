import type { FreezeOptions, LedgerTime } from '@quorate/ledger'

/** How long the transaction's window on the ledger outlasts the window for signatures, in milliseconds. */
const AFTER_WINDOW_MS = 30_000
/** The time that consensus nodes take off the end of a transaction's window, in milliseconds. */
const NODE_BUFFER_MS = 10_000
/** The longest valid duration that the network accepts, in seconds. */
const LONGEST_DURATION_S = 180

/** Starts and durations are whole seconds, and rounding up may add nearly one second to each. */
const ROUNDING_MS = 2_000

/** How long after a request begins to accept signatures the ledger may accept its transaction, in milliseconds. */
export const openOnLedgerMs = ({ TRANSACTION_TIMEOUT }: { TRANSACTION_TIMEOUT: number }): number =>
  Math.min(LONGEST_DURATION_S * 1000, TRANSACTION_TIMEOUT + AFTER_WINDOW_MS + NODE_BUFFER_MS) + ROUNDING_MS

/**
 * The window on the ledger of a transaction that accepts signatures from `opensAt` on, or that is executed then. It
 * ends after the window for signatures.
 */
export function ledgerWindow(
  validStart: LedgerTime,
  opensAt: number,
  { TRANSACTION_TIMEOUT }: { TRANSACTION_TIMEOUT: number },
): Omit<FreezeOptions, 'payer'> {
  const started = opensAt - Number(validStart.seconds) * 1000
  const duration = Math.ceil((started + TRANSACTION_TIMEOUT + AFTER_WINDOW_MS + NODE_BUFFER_MS) / 1000)
  return { validStart, validDurationSeconds: Math.min(LONGEST_DURATION_S, duration) }
}
