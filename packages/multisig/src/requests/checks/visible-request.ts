import { badRequest, type Database, type Session } from '@quorate/platform'
import { signersOf } from '../../model/access.ts'
import { notFoundOrDenied } from '../../model/errors.ts'
import type { OperationName, Request } from '../../model/request.ts'
import { findRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'

/**
 * Reads a request that the session's account may see; with `operation`, one of that operation.
 *
 * @throws 403 `FORBIDDEN` for other accounts, and where there is no such request; 400 `WRONG_OPERATION`
 */
export type FindVisible = (jobId: string, session: Session, operation?: OperationName) => Promise<Request>

export const createFindVisible =
  (
    database: Database<Tables>,
    maySee = (request: Request, account: string): boolean => signersOf(request).includes(account),
  ): FindVisible =>
  async (jobId, session, operation) => {
    const request = await findRequest(database.read, jobId)
    if (request?.chain !== session.chain || !maySee(request, session.walletId)) throw notFoundOrDenied()
    if (operation && request.operation !== operation)
      throw badRequest(
        'WRONG_OPERATION',
        `The request ${jobId} is executed at /multisig/wallet/${request.operation}/execute`,
      )
    return request
  }
