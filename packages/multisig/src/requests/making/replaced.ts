/** Checks and stores that a new request replaces another. */
import { proto } from '@hiero-ledger/proto'
import { badRequest, type Change, type Clock, conflict, type Database, type Session } from '@quorate/platform'
import { mayTakeBack, signersOf } from '../../model/access.ts'
import { notFoundOrDenied } from '../../model/errors.ts'
import type { Request } from '../../model/request.ts'
import { noteReplacement, openReplacementOf } from '../../store/replacements.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { checkOpen } from '../checks/open-request.ts'

/**
 * Reads the request that `asker` wants to replace.
 *
 * @throws 403 `FORBIDDEN`; 409 `NOT_REPLACEABLE`, and as `checkOpen`
 */
export async function requestToReplace(
  { database, clock }: { database: Database<Tables>; clock: Clock },
  jobId: string,
  asker: Pick<Session, 'chain' | 'walletId'>,
): Promise<Request> {
  const request = await findRequest(database.read, jobId)
  const isOwn = request !== undefined && mayTakeBack(request, asker.walletId)
  if (request?.chain !== asker.chain || !(isOwn || signersOf(request).includes(asker.walletId)))
    throw notFoundOrDenied()
  checkOpen(request, clock.now())
  if (request.payload.proposal !== undefined)
    throw conflict('NOT_REPLACEABLE', `A DAO decided on the request ${jobId}: reject it if it should not be executed`)
  if (request.wallet === null)
    throw conflict('NOT_REPLACEABLE', `The request ${jobId} creates a wallet: withdraw it, and create another one`)
  return request
}

/**
 * Refuses a replacement at another wallet, and one with the same content: nobody could tell which of the two the ledger
 * executed.
 *
 * @throws 400 `WRONG_WALLET`; 409 `NOT_REPLACEABLE`
 */
export function checkReplacement(
  replaced: Request,
  { wallet, bodyBytes }: { wallet: string | null; bodyBytes: Uint8Array },
): void {
  if (wallet !== replaced.wallet)
    throw badRequest('WRONG_WALLET', `walletId is ${wallet}: send ${replaced.wallet}, the wallet of ${replaced.jobId}`)
  if (Buffer.compare(onAnyNode(bodyBytes), onAnyNode(replaced.bodyBytes)) === 0)
    throw conflict(
      'NOT_REPLACEABLE',
      `The new request would be identical to ${replaced.jobId}: change something, or sign ${replaced.jobId}`,
    )
}

/** A body without the node that it is frozen for. */
function onAnyNode(bodyBytes: Uint8Array): Uint8Array {
  const { nodeAccountID: _, ...body } = proto.TransactionBody.decode(bodyBytes)
  return proto.TransactionBody.encode(body).finish()
}

/**
 * Stores that a new request replaces another one.
 *
 * @throws 409 `ALREADY_REPLACED` while another open request replaces it, and as `checkOpen`
 */
export async function replace(trx: Change<Tables>, { jobId, replaces }: Request, now: number): Promise<void> {
  if (replaces === null) return
  // Concurrent replacements of the same request wait here.
  await lockRequest(trx, replaces.jobId)
  const replaced = await findRequest(trx, replaces.jobId)
  if (!replaced) throw notFoundOrDenied()
  checkOpen(replaced, now)
  const other = await openReplacementOf(trx, replaced.jobId, new Date(now))
  if (other !== undefined)
    throw conflict('ALREADY_REPLACED', `The request ${other} replaces ${replaced.jobId} already: replace that one`)
  await noteReplacement(trx, { jobId, replaces: replaced.jobId })
}
