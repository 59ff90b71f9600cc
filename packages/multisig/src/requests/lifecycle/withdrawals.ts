import type { Change, Clock } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { keyRotated, notAnOwner } from '../../model/errors.ts'
import type { CountedSignature, Request } from '../../model/request.ts'
import { formerOwnersSignatures } from '../../model/signatures.ts'
import { type WithdrawnFor, withdrawSignatures } from '../../store/events.ts'
import type { Tables } from '../../store/tables.ts'

interface Deps {
  clock: Clock
  announcements: Announcements
}

/** Withdraws a signature and announces the reason to the owners. */
export async function withdrawSignature(
  { clock, announcements }: Deps,
  trx: Change<Tables>,
  request: Request,
  signature: CountedSignature,
  { code, message }: WithdrawnFor,
): Promise<void> {
  const why = message === undefined ? { code } : { code, message }
  await withdrawSignatures(trx, request.jobId, [signature.publicKey], why)
  const withdrawn = { ...signature, timestamp: new Date(clock.now()), ...why }
  trx.onCommit(() => announcements.signatureWithdrawn(request, withdrawn))
}

/**
 * After a change of the wallet's owners, withdraws the signatures of former owners, which no longer count on the
 * ledger. Returns the request without them.
 */
export async function withdrawFormerOwners(deps: Deps, trx: Change<Tables>, request: Request): Promise<Request> {
  const former = formerOwnersSignatures(request)
  if (former.length === 0) return request
  const left = { ...request, signatures: request.signatures.filter((signature) => !former.includes(signature)) }
  for (const signature of former) {
    const isOwner = request.governance?.owners.some(({ wallet }) => wallet === signature.senderId)
    const { code, message } = isOwner ? keyRotated(signature.senderId) : notAnOwner(signature.senderId)
    await withdrawSignature(deps, trx, left, signature, { code, message })
  }
  return left
}
