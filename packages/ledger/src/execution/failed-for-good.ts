import type { Mirror } from '../mirror/mirror.ts'
import { REPLICAS_APART_MS } from '../mirror/replicas.ts'
import type { FinalOutcome } from '../transactions/freeze.ts'
import { isProvisional } from '../transactions/receipts.ts'

/**
 * Whether a failed transaction can no longer be executed under its id. The connection to consensus nodes is not
 * encrypted, so the mirror must show the failure, too.
 *
 * @throws 503 MIRROR_UNAVAILABLE
 */
export async function failedForGood(
  { mirror }: { mirror: Pick<Mirror, 'transaction'> },
  { phase, transactionId }: FinalOutcome,
  expiresAt: number,
  now: number,
): Promise<boolean> {
  if (phase === 'expired') return true
  const shown = await mirror.transaction(transactionId)
  return shown?.success === false && (!isProvisional(shown) || now >= expiresAt + REPLICAS_APART_MS)
}
