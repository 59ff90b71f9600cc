import type { Intent } from '../bodies/intent.ts'
import { VerifyError } from '../error.ts'

/** The parts of a service's answer about a request that are compared. */
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
  /** `error` if the request was withdrawn, refused or failed. Then only the deletion of its schedule may be signed. */
  status: 'pending' | 'success' | 'error'
  /** ISO 8601, of a timed request. */
  executeAt?: string | undefined
  schedule?: { scheduleId: string | null; expiresAt: string; execute: 'signed' | 'expiry' } | undefined
  /** The request that this one replaces. */
  replaces?: { jobId: string; transactionId: string } | undefined
}

/** A signer's own request: the operation, and the body of its POST. */
export interface Asked {
  operation: Intent['operation']
  payload: Readonly<Record<string, unknown>>
}

/**
 * The request with the operation and payload that its signer asked for, whatever the service says.
 *
 * @throws VerifyError INVALID_INTENT if a time cannot be read
 */
export function asAsked(request: StatedRequest, { operation, payload }: Asked, signerId: string): StatedRequest {
  const { expiresAt, execute, executeAt, payer: _payer, force: _force, group: _group, replaces, ...rest } = payload
  if (replaces !== request.replaces?.jobId)
    throw new VerifyError(
      'INVALID_INTENT',
      `You asked to replace ${replaces ?? 'no request'}, and the service states ${request.replaces?.jobId ?? 'none'}`,
    )
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

/** Converts a time of a POST, ISO 8601 or `seconds.nanoseconds`, to ISO 8601. */
function isoIn(time: unknown, name: string): string {
  const isSeconds = typeof time === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(time)
  const ms = isSeconds ? Number(time) * 1000 : Date.parse(String(time))
  if (typeof time === 'string' && Number.isFinite(ms)) return new Date(ms).toISOString()
  throw new VerifyError('INVALID_INTENT', `${name} is ${JSON.stringify(time)}: send a time in ISO 8601`)
}
