/** The request that another one replaces. */
import { transactionIdIn } from '../bodies/statements.ts'
import { VerifyError } from '../error.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { readAnswer } from './answer.ts'
import type { StatedRequest } from './stated.ts'

/** The replaced request, and whether the bytes of both have the same transaction id. */
export interface Replaced {
  request: StatedRequest
  sharesId: boolean
}

/**
 * Reads the request that `request` replaces, and compares the transaction ids in the bytes of both.
 *
 * @param by.answer The service's answer about the replaced request. Without it, the result is undefined
 * @throws VerifyError ANSWER_REFUSED; INVALID_INTENT if the answer is about another request or wallet, or if its bytes
 * have another id than stated
 */
export function replacedIn(
  { replaces, walletId, schedule }: StatedRequest,
  { decoded, answer }: { decoded: Decoded; answer: unknown },
): Replaced | undefined {
  if (replaces === undefined || answer === undefined) return undefined
  const request = readAnswer(answer)
  if (request.jobId !== replaces.jobId || request.walletId !== walletId)
    throw new VerifyError(
      'INVALID_INTENT',
      `The service returned the request ${request.jobId} of ${request.walletId} instead of ${replaces.jobId} of ${walletId}`,
    )
  // The ledger gives a scheduled transaction a separate id.
  if (request.schedule || schedule) return { request, sharesId: false }
  const id = transactionIdIn(decode(request.bodyBytes))
  if (id !== replaces.transactionId)
    throw new VerifyError(
      'INVALID_INTENT',
      `The bytes of the replaced request have the transaction id ${id}, which is not ${replaces.transactionId}`,
    )
  return { request, sharesId: id === transactionIdIn(decoded) }
}
