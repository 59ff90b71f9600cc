import { type Clock, conflict, type Database } from '@quorate/platform'
import { canStillPass, type Request } from './request.ts'
import type { Settlement } from './settlement.ts'
import { checkOpen } from './signing.ts'
import { findRequest, insertRejection, lockRequest, type Tables } from './store.ts'

export interface Rejecting {
  /**
   * Records that an owner refuses a request. It is closed with `REJECTED` once the others cannot reach the threshold, or at
   * once where the requester withdraws it. Repeating changes nothing. Throws 409 `ALREADY_SIGNED`, and as `checkOpen`.
   */
  reject(request: Request, by: { account: string; reason: string }): Promise<void>
}

export function createRejecting(deps: { database: Database<Tables>; clock: Clock; settlement: Settlement }): Rejecting {
  const { database, clock, settlement } = deps
  return {
    async reject(request, { account, reason }) {
      if (request.rejections.some((rejection) => rejection.account === account)) return
      checkOpen(request, clock.now())
      const withdraws = account === request.requester
      if (!withdraws && request.signatures.some((signature) => signature.senderId === account))
        throw conflict('ALREADY_SIGNED', `${account} has signed this request, which can't be taken back`)
      // One rejection at a time, so that of two at once the second sees the first when it counts who is left.
      const after = await database.change(async (trx) => {
        await lockRequest(trx, request.jobId)
        await insertRejection(trx, { job_id: request.jobId, account, reason, timestamp: new Date(clock.now()) })
        return findRequest(trx, request.jobId)
      })
      if (after?.state !== 'pending') return
      if (withdraws) await settlement.close(after, 'REJECTED', `${account} has withdrawn the request`)
      else if (!canStillPass(after))
        await settlement.close(
          after,
          'REJECTED',
          'The owners who have not rejected the request cannot reach its threshold',
        )
    },
  }
}
