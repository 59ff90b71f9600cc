import type { Intent } from '../bodies/intent.ts'

/** A request as the service answers it. */
export interface StatedRequest {
  jobId: string
  operation: Intent['operation']
  payload: Readonly<Record<string, unknown>>
  requesterId: string
  transactionId: string
  /** The bytes to sign. */
  bodyBytes: Uint8Array
  walletId: string | null
  /** `error` once it was withdrawn, refused or failed: all that may be signed then is that its schedule is deleted. */
  status?: string | undefined
  /** ISO 8601, of a timed request. */
  executeAt?: string | undefined
  schedule?: { scheduleId: string | null; expiresAt: string; execute: 'signed' | 'expiry' } | undefined
}

/** What a signer asked for itself: the operation, and the body of its POST. */
export interface Asked {
  operation: Intent['operation']
  payload: Readonly<Record<string, unknown>>
}

/** The request as its signer asked for it, whatever the service says that it was. */
export function asAsked(request: StatedRequest, { operation, payload }: Asked, signerId: string): StatedRequest {
  const { expiresAt, execute, executeAt, ...rest } = payload
  return {
    ...request,
    ...{ operation, payload: rest, requesterId: signerId },
    executeAt: executeAt === undefined ? undefined : String(executeAt),
    schedule:
      expiresAt === undefined
        ? undefined
        : {
            scheduleId: request.schedule?.scheduleId ?? null,
            expiresAt: String(expiresAt),
            execute: execute === 'expiry' ? 'expiry' : 'signed',
          },
  }
}
