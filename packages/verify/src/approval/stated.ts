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
  /** ISO 8601, of a timed request. */
  executeAt?: string | undefined
  schedule?: { scheduleId: string | null; expiresAt: string; execute: 'signed' | 'expiry' } | undefined
}
