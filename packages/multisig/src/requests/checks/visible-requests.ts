import { badRequest, type Database, type Session } from '@quorate/platform'
import { mayOnlyWithdraw, mayTakeBack, signersOf, viewersOf } from '../../model/access.ts'
import { notFoundOrDenied } from '../../model/errors.ts'
import type { OperationName, Request } from '../../model/request.ts'
import { findRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Reads a request that the session's account may see. With `operation`, the request must be of that operation.
 *
 * @throws 403 `FORBIDDEN` for other accounts, and if there is no such request; 400 `WRONG_OPERATION`
 */
export function createVisibleRequests(database: Database<Tables>) {
  const finder =
    (maySee: (request: Request, account: string) => boolean) =>
    async (jobId: string, session: Session, operation?: OperationName): Promise<Request> => {
      const request = await findRequest(database.read, jobId)
      if (request?.chain !== session.chain || !maySee(request, session.walletId)) throw notFoundOrDenied()
      if (operation && request.operation !== operation)
        throw badRequest(
          'WRONG_OPERATION',
          `The request ${jobId} is executed at /multisig/wallet/${request.operation}/execute`,
        )
      return request
    }
  const isSigner = (request: Request, account: string): boolean => signersOf(request).includes(account)
  const isViewer = (request: Request, account: string): boolean => viewersOf(request).includes(account)
  return {
    findVisible: finder(isViewer),
    /** Also finds requests that the session's account may withdraw although it is no longer an owner. */
    findShown: finder((request, account) => isViewer(request, account) || mayOnlyWithdraw(request, account)),
    /** Requests that the session may execute, or send owners' signatures for. */
    findSigned: finder(isSigner),
    /** Also finds requests whose schedule the session's account may delete although it is no longer an owner. */
    findSignable: finder((request, account) => isSigner(request, account) || mayOnlyWithdraw(request, account)),
    /** Requests that the session may reject or withdraw. */
    findRejectable: finder(
      (request, account) =>
        isSigner(request, account) || mayOnlyWithdraw(request, account) || mayTakeBack(request, account),
    ),
  }
}
