import type { Ledger } from '@quorate/ledger'
import type { Clock, Database } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import type { CountedSignature, Request } from '../../model/request.ts'
import { withdrawSignatures } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { leavesHeld } from '../checks/needed-keys.ts'

export type ReplacedKeys = ReturnType<typeof createReplacedKeys>

export function createReplacedKeys(deps: { database: Database<Tables>; clock: Clock; announcements: Announcements }) {
  const { database, clock, announcements } = deps

  /** Withdraws the request's signatures by these keys, unless it is no longer pending. */
  const withdrawn = (request: Request, replaced: CountedSignature[]): Promise<Request> =>
    database.change(async (trx) => {
      await lockRequest(trx, request.jobId)
      const locked = (await findRequest(trx, request.jobId)) ?? request
      if (locked.state !== 'pending') return locked
      const keys = replaced.map(({ publicKey }) => publicKey)
      await withdrawSignatures(trx, request.jobId, keys, { code: 'OWNER_KEY_ROTATED' })
      const left = { ...locked, signatures: locked.signatures.filter(({ publicKey }) => !keys.includes(publicKey)) }
      await noteWaiting(trx, [left])
      trx.onCommit(() => {
        for (const signature of replaced)
          announcements.signatureWithdrawn(left, { ...signature, timestamp: new Date(clock.now()) })
      })
      return left
    })

  return {
    /**
     * Withdraws those signatures of a pending request whose key the sender's account no longer holds on the ledger, and
     * returns the resulting request.
     *
     * @throws 503 if the mirror does not answer or does not know a sender's account. Signatures of the other senders
     * are withdrawn first
     */
    async withdraw(ledger: Ledger, request: Request): Promise<Request> {
      const senders = [...new Set(request.signatures.map(({ senderId }) => senderId))]
      const answers = await Promise.allSettled(senders.map((sender) => leavesHeld(ledger, sender)))
      const isReplaced = ({ senderId, publicKey }: CountedSignature): boolean => {
        const held = answers[senders.indexOf(senderId)]
        return held?.status === 'fulfilled' && !held.value.has(publicKey)
      }
      const replaced = request.signatures.filter(isReplaced)
      const left = replaced.length > 0 ? await withdrawn(request, replaced) : request
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (failed) throw failed.reason
      return left
    },
  }
}
