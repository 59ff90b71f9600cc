import type { FreezeOptions, LedgerTime } from '@quorate/ledger'

/** How much longer the ledger accepts the transaction than this service accepts signatures, in milliseconds. */
const AFTER_WINDOW_MS = 30_000
/** The time that consensus nodes subtract from the end of a transaction's window, in milliseconds. */
const NODE_BUFFER_MS = 10_000
/** The longest valid duration that the network accepts, in seconds. */
const LONGEST_DURATION_S = 180

/** Starts and durations are whole seconds, and rounding up may add nearly one second to each. */
const ROUNDING_MS = 2_000

/** How long the ledger may accept a request's transaction after the request opens for signatures, in milliseconds. */
export const openOnLedgerMs = ({ TRANSACTION_TIMEOUT }: { TRANSACTION_TIMEOUT: number }): number =>
  Math.min(LONGEST_DURATION_S * 1000, TRANSACTION_TIMEOUT + AFTER_WINDOW_MS + NODE_BUFFER_MS) + ROUNDING_MS

/**
 * The ledger window of a transaction that accepts signatures, or is executed, from `opensAt` on. It ends after the
 * window for signatures.
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
