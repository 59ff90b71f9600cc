import { type Clock, conflict, type Database } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { alreadyRejected } from '../../model/errors.ts'
import type { Request } from '../../model/request.ts'
import { counts, isRejected, REJECTED, rejectedLeaves, withdrawnBy } from '../../model/signatures.ts'
import { insertRejection } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { checkOpen } from '../checks/open-request.ts'
import { unconfirmedIn } from './confirmations.ts'
import type { Notices } from './notices/notices.ts'
import type { Outcomes } from './outcomes.ts'
import { withdrawSignature } from './withdrawals.ts'

export type Rejections = ReturnType<typeof createRejections>

export function createRejections(deps: {
  database: Database<Tables>
  clock: Clock
  outcomes: Outcomes
  announcements: Announcements
  notices: Notices
}) {
  const { database, clock, outcomes, announcements, notices } = deps
  return {
    /**
     * Records that an owner rejects a request. The request is closed with `REJECTED` once the others cannot reach the
     * threshold, or with `WITHDRAWN` immediately if the owner is its requester. The owner's unconfirmed signatures are
     * withdrawn. Repeating a rejection changes nothing.
     *
     * @throws 409 `ALREADY_SIGNED`, and as `checkOpen`
     */
    async reject(
      { jobId, rejections }: Request,
      { account, reason }: { account: string; reason: string },
    ): Promise<void> {
      if (rejections.some((rejection) => rejection.account === account)) return
      const timestamp = new Date(clock.now())
      await database.change(async (trx) => {
        // The lock makes concurrent rejections see each other, and excludes an execution that begins at the same time.
        await lockRequest(trx, jobId)
        const request = await findRequest(trx, jobId)
        if (!request) return
        checkOpen(request, clock.now())
        const withdraws = account === request.requester
        const own = rejectedLeaves({ ...request, rejections: [{ account }] })
        const isOwn = ({ senderId, publicKey }: Request['signatures'][number]): boolean =>
          senderId === account || own.has(publicKey)
        if (!withdraws && request.signatures.some((signature) => counts(signature) && isOwn(signature)))
          throw conflict('ALREADY_SIGNED', `${account} has signed this request, which cannot be undone`)
        await insertRejection(trx, { job_id: jobId, account, reason, timestamp })
        // An unconfirmed signature does not count yet, and its key may be one that the owner has replaced.
        for (const signature of unconfirmedIn(request).filter(isOwn))
          await withdrawSignature(deps, trx, request, signature, alreadyRejected(account))
        const rejection = { account, reason, timestamp }
        const rejected = { ...request, rejections: [...request.rejections, rejection] }
        trx.onCommit(() => announcements.transactionRejected(rejected, rejection))
        await notices.tell(trx, rejected, 'rejected', account)
        const why = withdraws ? withdrawnBy(account) : isRejected(rejected) && REJECTED
        if (why) await outcomes.close(trx, rejected, why)
        else await noteWaiting(trx, [rejected])
      })
    },
  }
}
