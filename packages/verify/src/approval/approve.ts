/** The one way to a signature: nothing is signed that was not decoded, compared, shown and agreed to. */
import { VerifyError } from '../error.ts'
import { leaves } from '../keys/keys.ts'
import { verify } from '../keys/verify.ts'
import { type Review, type ReviewOptions, review } from './review.ts'
import type { StatedRequest } from './stated.ts'

export interface Approval<T> extends ReviewOptions {
  /** Shows it to the signer; called also where something differs, and then nobody is asked. */
  show(review: Review): void
  /** Whether the signer agrees. */
  confirm(review: Review): Promise<boolean>
  /** 64 bytes over the body's. */
  sign(bodyBytes: Uint8Array): Promise<Uint8Array> | Uint8Array
  send(signature: Uint8Array): Promise<T>
}

/**
 * Decodes the bytes, compares them with the stated intent and the ledger, refuses what differs or is not understood,
 * shows it, asks, signs, verifies the signature against the key on the ledger, and sends it.
 *
 * @throws VerifyError BYTES_DIFFER, NOT_CONFIRMED, NOT_THE_KEY and those of {@link review}: nothing was sent
 */
export async function approve<T>(request: StatedRequest, approval: Approval<T>): Promise<T> {
  const { ledger, signerId, show, confirm, sign, send } = approval
  const seen = await review(request, approval)
  show(seen)
  if (seen.differences.length > 0)
    throw new VerifyError(
      'BYTES_DIFFER',
      `Nothing was signed: the bytes are not what the request states. ${seen.differences.map(({ message }) => message).join('; ')}`,
    )
  if (request.status === 'error' && seen.act !== 'scheduleDelete')
    throw new VerifyError('BYTES_DIFFER', 'Nothing was signed: the request has ended, and the bytes would carry it out')
  if (!(await confirm(seen))) throw new VerifyError('NOT_CONFIRMED', 'Nothing was signed')
  const signature = await sign(request.bodyBytes)
  const key = await ledger.key(signerId)
  if (!key || !leaves(key).some((leaf) => verify(leaf, request.bodyBytes, signature)))
    throw new VerifyError(
      'NOT_THE_KEY',
      `Nothing was sent: the signature is not by the key that ${signerId} has on the ledger`,
    )
  return send(signature)
}
