/**
 * Requests that replace others. Each signature of the new request rejects the old one. The old one is closed when the
 * new one has all its signatures, or is executed.
 */
import { type Change, type Clock, conflict } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { signersOf } from '../../model/access.ts'
import { alreadyRejected } from '../../model/errors.ts'
import { replacedBy } from '../../model/replacement.ts'
import type { Request } from '../../model/request.ts'
import { counts, isRejected, needsOf, rejectedLeaves } from '../../model/signatures.ts'
import { insertRejection } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { executingRivalOf, rivalsOf } from '../../store/replacements.ts'
import { findRequests } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import type { Outcomes } from './outcomes.ts'
import { withdrawSignature } from './withdrawals.ts'

interface Deps {
  clock: Clock
  outcomes: Outcomes
  announcements: Announcements
}

export type Replacements = ReturnType<typeof createReplacements>

export function createReplacements(deps: Deps) {
  return {
    /**
     * Counts signatures of `senders` under a request as their rejections of the requests that it replaces. A replaced
     * request ends as `REPLACED` if its requester is among the senders, if the others can no longer reach the
     * threshold, or if the new request has all its signatures.
     */
    async signed(trx: Change<Tables>, request: Request, senders: readonly string[]): Promise<void> {
      const isComplete = needsOf(request).every(({ missing }) => missing === 0)
      for (const older of await olderThan(trx, request)) {
        const rejecting = senders.filter((account) => mayReject(older, account))
        const rejected = await reject(deps, trx, older, rejecting)
        if (isComplete || rejecting.includes(older.requester) || isRejected(rejected))
          await deps.outcomes.close(trx, rejected, replacedBy(request.jobId))
        else if (rejecting.length > 0) await noteWaiting(trx, [rejected])
      }
    },

    /**
     * Closes the requests that a request replaces, because it is now executed. If one of them is being executed as
     * well, the two may have different transaction ids, and the ledger could execute both.
     *
     * @throws 409 `REQUEST_CLOSED` while a rival is being executed
     */
    async executing(trx: Change<Tables>, request: Request): Promise<void> {
      // If the execution of an older request begins now, it waits for the locks, and then finds the request closed.
      const older = await olderThan(trx, request)
      const rival = await executingRivalOf(trx, request.jobId)
      if (rival !== undefined)
        throw conflict(
          'REQUEST_CLOSED',
          `The request ${rival}, which excludes ${request.jobId}, is already being executed: wait for its outcome`,
        )
      for (const one of older) await deps.outcomes.close(trx, one, replacedBy(request.jobId))
    },
  }
}

async function olderThan(trx: Change<Tables>, { jobId, replaces }: Request): Promise<Request[]> {
  if (replaces === null) return []
  const older = (await rivalsOf(trx, jobId)).filter(({ isOlder }) => isOlder)
  return older.length === 0
    ? []
    : findRequests(
        trx,
        older.map((rival) => rival.jobId),
      )
}

/** An owner cannot take an earlier signature back. Only the requester can, by withdrawing the request. */
function mayReject(older: Request, account: string): boolean {
  if (!signersOf(older).includes(account)) return false
  if (older.rejections.some((rejection) => rejection.account === account)) return false
  const own = rejectedLeaves({ ...older, rejections: [{ account }] })
  const hasSigned = older.signatures.some(
    (signature) => counts(signature) && (signature.senderId === account || own.has(signature.publicKey)),
  )
  return !hasSigned || account === older.requester
}

async function reject(deps: Deps, trx: Change<Tables>, older: Request, accounts: readonly string[]): Promise<Request> {
  const timestamp = new Date(deps.clock.now())
  let rejected = older
  for (const account of accounts) {
    const rejection = { account, reason: '', timestamp }
    await insertRejection(trx, { job_id: older.jobId, ...rejection })
    const own = rejectedLeaves({ ...older, rejections: [{ account }] })
    for (const signature of older.signatures)
      if (signature.unconfirmed && (signature.senderId === account || own.has(signature.publicKey)))
        await withdrawSignature(deps, trx, older, signature, alreadyRejected(account))
    const after = { ...rejected, rejections: [...rejected.rejections, rejection] }
    rejected = after
    trx.onCommit(() => deps.announcements.transactionRejected(after, rejection))
  }
  return rejected
}
