import type { FreezeOptions, LedgerTime } from '@quorate/ledger'

/** How long the ledger's transaction outlives the window for signatures, in milliseconds. */
const afterWindow = 30_000
/** What consensus nodes take off the end of a transaction's window, in milliseconds. */
const nodeBuffer = 10_000
/** The longest valid duration that the network takes, in seconds. */
const longestDuration = 180

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
