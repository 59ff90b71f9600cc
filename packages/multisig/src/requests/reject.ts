import { type Clock, conflict, type Database } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import { alreadyRejected } from '../model/errors.ts'
import { counts, isRejected, REJECTED, type Request, rejectedLeaves } from '../model/request.ts'
import { insertRejection } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { unconfirmedIn, withdrawer } from './confirm.ts'
import type { Settlement } from './settle.ts'
import { checkOpen } from './sign.ts'
import { type Storage, storedText } from './storage-budget.ts'

export interface Rejections {
  /**
   * Records that an owner refuses a request. It is closed with `REJECTED` once the others cannot reach the threshold,
   * or at once where the requester withdraws it. A signature of its own that is unconfirmed is withdrawn. Repeating
   * changes nothing.
   *
   * @throws 409 `ALREADY_SIGNED`, 429 `STORAGE_BUDGET_USED` for a reason that is not stored, and as `checkOpen`
   */
  reject(request: Request, by: { account: string; reason: string }): Promise<void>
}

export function createRejections(deps: {
  database: Database<Tables>
  clock: Clock
  settlement: Settlement
  storage: Storage
  announcements: Announcements
}): Rejections {
  const { database, clock, settlement, storage, announcements } = deps
  const withdrawUnconfirmed = withdrawer(deps)
  return {
    async reject({ jobId, rejections }, { account, reason }) {
      if (rejections.some((rejection) => rejection.account === account)) return
      const timestamp = new Date(clock.now())
      await database.change(async (trx) => {
        // The lock lets the second of two concurrent rejections count the first, and none meet an execution that has
        // begun.
        await lockRequest(trx, jobId)
        const request = await findRequest(trx, jobId)
        if (!request) return
        checkOpen(request, clock.now())
        const withdraws = account === request.requester
        const own = rejectedLeaves({ ...request, rejections: [{ account }] })
        const isOwn = ({ senderId, publicKey }: Request['signatures'][number]): boolean =>
          senderId === account || own.has(publicKey)
        if (!withdraws && request.signatures.some((signature) => counts(signature) && isOwn(signature)))
          throw conflict('ALREADY_SIGNED', `${account} has signed this request, which can't be taken back`)
        await insertRejection(trx, { job_id: jobId, account, reason, timestamp })
        // It counts for nothing yet, and may be by a key that the owner has given up.
        for (const signature of unconfirmedIn(request).filter(isOwn))
          await withdrawUnconfirmed(trx, request, signature, alreadyRejected(account))
        const rejection = { account, reason, timestamp }
        const rejected = { ...request, rejections: [...request.rejections, rejection] }
        trx.onCommit(() => announcements.transactionRejected(rejected, rejection))
        const why = withdraws
          ? { code: 'REJECTED', message: `${account} has withdrawn the request` }
          : isRejected(rejected) && REJECTED
        if (why) await settlement.close(trx, rejected, why)
        else await noteWaiting(trx, [rejected])
        // An account that has used its part of the storage can still reject without a reason.
        if (reason) await storage.take(trx, { chain: request.chain, account }, storedText(reason))
      })
    },
  }
}
