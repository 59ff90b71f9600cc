/** Whether a request still accepts signatures, and the errors if it does not. */
import { type ApiError, conflict, gone, unprocessable } from '@quorate/platform'
import { alreadyRejected } from '../../model/errors.ts'
import type { CountedSignature, Request } from '../../model/request.ts'
import { rejectedLeaves } from '../../model/signatures.ts'
import { CLOSED_HERE } from '../../store/schedules.ts'

/** The service's own codes of ended requests that answer 409: a new request may help, or others have decided. */
const CONFLICTS = [...CLOSED_HERE, 'OWNER_KEY_ROTATED']

/**
 * The error for a request that ended in `error`: 410 `REQUEST_EXPIRED`, 409 for {@link CONFLICTS}, or 422 with the
 * ledger's code.
 */
export function failure(request: Request): ApiError {
  const { code, message } = { code: request.code ?? 'UNKNOWN', message: request.message ?? 'The request has failed' }
  if (code === 'REQUEST_EXPIRED') return gone(code, message)
  return CONFLICTS.includes(code) ? conflict(code, message) : unprocessable(code, message)
}

export const isOpen = ({ state, expiresAt }: Request, now: number): boolean =>
  state === 'pending' && now < expiresAt.getTime()

/**
 * @throws unless the request still accepts signatures: 410 `REQUEST_EXPIRED`, 409 `REQUEST_CLOSED`, or as {@link
 * failure}
 */
export function checkOpen(request: Request, now: number): void {
  if (request.state === 'error') throw failure(request)
  if (request.state !== 'pending')
    throw conflict('REQUEST_CLOSED', `The request ${request.jobId} has been handed to the ledger`)
  if (now >= request.expiresAt.getTime())
    throw gone(
      'REQUEST_EXPIRED',
      `The request ${request.jobId} expired at ${request.expiresAt.toISOString()}: create the request again`,
    )
}

/** @throws 409 `ALREADY_REJECTED`, and as {@link checkOpen} */
export function checkMaySign(request: Request, senderId: string, now: number): void {
  checkOpen(request, now)
  if (request.rejections.some((rejection) => rejection.account === senderId)) throw alreadyRejected(senderId)
}

/** @throws 409 `ALREADY_REJECTED` if one of these signatures is by a leaf of an owner who has rejected the request */
export function checkNotRejected(
  request: Parameters<typeof rejectedLeaves>[0],
  signatures: Pick<CountedSignature, 'publicKey'>[],
): void {
  const rejected = rejectedLeaves(request)
  for (const { publicKey } of signatures) {
    const owner = rejected.get(publicKey)
    if (owner) throw alreadyRejected(owner)
  }
}
