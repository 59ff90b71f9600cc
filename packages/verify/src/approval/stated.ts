import type { Intent } from '../bodies/intent.ts'
import { VerifyError } from '../error.ts'

/** What counts of a request as the service answers it. */
export interface StatedRequest {
  jobId: string
  chain: string
  operation: Intent['operation']
  payload: Readonly<Record<string, unknown>>
  requesterId: string
  transactionId: string
  /** The bytes to sign. */
  bodyBytes: Uint8Array
  walletId: string | null
  /** `error` once it was withdrawn, refused or failed: all that may be signed then is that its schedule is deleted. */
  status: 'pending' | 'success' | 'error'
  /** ISO 8601, of a timed request. */
  executeAt?: string | undefined
  schedule?: { scheduleId: string | null; expiresAt: string; execute: 'signed' | 'expiry' } | undefined
}

/** What a signer asked for itself: the operation, and the body of its POST. */
export interface Asked {
  operation: Intent['operation']
  payload: Readonly<Record<string, unknown>>
}

/**
 * The request as its signer asked for it, whatever the service says that it was.
 *
 * @throws VerifyError INVALID_INTENT where a time is none
 */
export function asAsked(request: StatedRequest, { operation, payload }: Asked, signerId: string): StatedRequest {
  const { expiresAt, execute, executeAt, payer: _payer, force: _force, ...rest } = payload
  return {
    ...request,
    operation,
    payload: rest,
    requesterId: signerId,
    executeAt: executeAt === undefined ? undefined : isoIn(executeAt, 'executeAt'),
    schedule:
      expiresAt === undefined
        ? undefined
        : {
            scheduleId: request.schedule?.scheduleId ?? null,
            expiresAt: isoIn(expiresAt, 'expiresAt'),
            execute: execute === 'expiry' ? 'expiry' : 'signed',
          },
  }
}

/** ISO 8601 of a time as a POST may have it: that, or `seconds.nanoseconds`. */
function isoIn(time: unknown, name: string): string {
  const isSeconds = typeof time === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(time)
  const ms = isSeconds ? Number(time) * 1000 : Date.parse(String(time))
  if (typeof time === 'string' && Number.isFinite(ms)) return new Date(ms).toISOString()
  throw new VerifyError('INVALID_INTENT', `${name} is ${JSON.stringify(time)}: send a time in ISO 8601`)
}
