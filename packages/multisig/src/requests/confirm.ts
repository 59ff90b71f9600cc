/**
 * Signatures that were taken while the mirror was away. They verify over the request's body, by keys that were known
 * when it was made, and count for nothing until the mirror, once it has passed the time at which they were given, shows
 * that their senders still hold these keys.
 */
import type { Ledger } from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
  unavailable,
} from '@quorate/platform'
import { leaves, publicKeyText } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { alreadyRejected, keyRotated, notAnOwner } from '../model/errors.ts'
import {
  type CountedSignature,
  formerOwnersSignatures,
  type Request,
  rejectedLeaves,
  signersOf,
} from '../model/request.ts'
import { confirmSignatures, type WithdrawnFor, withdrawSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { checkFees } from './fees.ts'
import { keysNeeded, leavesHeld, leavesOwned } from './keys.ts'
import { holderOf, readOnce } from './reads.ts'
import type { TellAdded } from './signature-added.ts'

/** How long the job waits before its first look; the pause doubles with each look, in milliseconds. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

export interface Confirmations {
  /** Creates the job that confirms a request's signatures, in the change that stores one that is unconfirmed. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
  /**
   * Confirms the request's unconfirmed signatures or withdraws them; answers the request as it is then. While it is
   * being executed they stay as they are.
   *
   * @throws 503 where the mirror does not answer, or has not passed the time of a signature; the others are confirmed
   *     or withdrawn before
   */
  confirm(ledger: Ledger, request: Request): Promise<Request>
}

interface ConfirmJob {
  jobId: string
  chain: string
  /** See {@link holderOf}. */
  holder: string
  pauseMs: number
}

/** Why a signature is withdrawn that was not confirmed before its request ended. */
const ENDED: WithdrawnFor = { code: 'REQUEST_CLOSED', message: 'The request has ended before this was confirmed' }

export const unconfirmedIn = ({ signatures }: Pick<Request, 'signatures'>): CountedSignature[] =>
  signatures.filter(({ unconfirmed }) => unconfirmed)

/** Whether an error says that the mirror does not answer. */
export const isMirrorAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'MIRROR_UNAVAILABLE'

export function createConfirmations(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  announcements: Announcements
  tellAdded: TellAdded
  /** Goes on with a request whose signatures a job has confirmed. */
  goOn(request: Request): Promise<void>
}): Confirmations {
  const { database, jobs, clock, ledgerOf, announcements, tellAdded, goOn } = deps

  const kind: JobKind<ConfirmJob> = jobs.define<ConfirmJob>(
    'transaction.confirm',
    async (job, { final }) => {
      const request = await findRequest(database.read, job.jobId)
      if (!request) return
      const after = await confirm(readOnce(ledgerOf(request)), request).catch((error: unknown) => {
        if (!final && !(error instanceof ApiError && error.statusCode === 503)) throw error
        return findRequest(database.read, job.jobId)
      })
      if (!after) return
      if (unconfirmedIn(after).length > 0) {
        const next = { ...job, pauseMs: Math.min(2 * job.pauseMs, LONGEST_PAUSE_MS) }
        await database.change((trx) => create(trx, next))
      }
      await goOn(after)
    },
    // Any number of requests may have been signed while the mirror was away: wallets take turns.
    { ownerOf: ({ chain, holder }) => `${chain} ${holder}` },
  )

  const create = (trx: Change<Tables>, job: ConfirmJob) =>
    jobs.create(trx, kind, job, { startAfter: new Date(clock.now() + job.pauseMs), singletonKey: job.jobId })

  /** @throws as `Signatures.sign` would for this signature now */
  async function check(ledger: Ledger, request: Request, { senderId, publicKey }: CountedSignature): Promise<void> {
    if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
    const [needed, held] = await Promise.all([keysNeeded(ledger, request, clock.now()), leavesHeld(ledger, senderId)])
    const asked = needed.flatMap(({ key }) => leaves(key)).some((leaf) => publicKeyText(leaf) === publicKey)
    if (!asked || !held.has(publicKey) || !leavesOwned(request, needed, senderId).has(publicKey))
      throw keyRotated(senderId)
    await checkFees(ledger, request)
  }

  /** Why a signature does not count, if it does not. @throws where that cannot be told now */
  async function refusalOf(
    ledger: Ledger,
    request: Request,
    signature: CountedSignature,
    passed: number,
  ): Promise<WithdrawnFor | undefined> {
    if (signature.timestamp.getTime() >= passed)
      throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} has not passed the time of the signature yet`)
    try {
      await check(ledger, request, signature)
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
      return { code: error.code, message: error.message }
    }
  }

  async function confirm(ledger: Ledger, request: Request): Promise<Request> {
    const open = unconfirmedIn(request)
    if (open.length === 0 || request.state === 'executing') return request
    if (request.state !== 'pending') return write(request, new Map())
    // A mirror that is back may still be behind, and show keys that were replaced before these signatures were given.
    const passed = ledger.quiet ? Number.POSITIVE_INFINITY : ((await ledger.mirror.newest()) ?? 0)
    const found = new Map<string, WithdrawnFor | undefined>()
    const failed: unknown[] = []
    for (const signature of open)
      try {
        found.set(signature.publicKey, await refusalOf(ledger, request, signature, passed))
      } catch (error) {
        failed.push(error)
      }
    const after = found.size > 0 ? await write(request, found) : request
    if (failed.length > 0) throw failed[0]
    return after
  }

  /** Stores what was found of unconfirmed signatures, by their keys: why each does not count, if it does not. */
  const write = (request: Request, found: Map<string, WithdrawnFor | undefined>): Promise<Request> =>
    database.change(async (trx) => {
      const { jobId } = request
      await lockRequest(trx, jobId)
      const locked = await findRequest(trx, jobId)
      if (!locked || locked.state === 'executing') return locked ?? request
      const rejected = rejectedLeaves(locked)
      const whyOf = ({ publicKey }: CountedSignature): WithdrawnFor | undefined => {
        if (locked.state !== 'pending') return ENDED
        const owner = rejected.get(publicKey)
        return owner === undefined ? found.get(publicKey) : alreadyRejected(owner)
      }
      // Another process may have confirmed some meanwhile, and others may have come.
      const decided = unconfirmedIn(locked).filter(
        ({ publicKey }) => locked.state !== 'pending' || found.has(publicKey),
      )
      const confirmed = decided.filter((signature) => !whyOf(signature)).map(({ publicKey }) => publicKey)
      if (confirmed.length > 0) await confirmSignatures(trx, jobId, confirmed)
      for (const signature of decided) {
        const why = whyOf(signature)
        if (why) await withdrawUnconfirmed(trx, locked, signature, why)
      }
      const left = (await findRequest(trx, jobId)) ?? locked
      if (left.state === 'pending') await noteWaiting(trx, [left])
      await tellAdded(trx, left, confirmed)
      return left
    })

  const withdrawUnconfirmed = withdrawer({ clock, announcements })

  return {
    schedule: async (trx, { jobId, chain, ...request }) => {
      await create(trx, { jobId, chain, holder: holderOf(request), pauseMs: FIRST_PAUSE_MS })
    },
    confirm,
  }
}

/** Withdraws a signature that was not confirmed, and tells the owners why. */
export const withdrawer =
  ({ clock, announcements }: { clock: Clock; announcements: Announcements }) =>
  async (
    trx: Change<Tables>,
    request: Request,
    signature: CountedSignature,
    { code, message }: WithdrawnFor,
  ): Promise<void> => {
    const why = { code, ...(message === undefined ? {} : { message }) }
    await withdrawSignatures(trx, request.jobId, [signature.publicKey], why)
    const withdrawn = { ...signature, timestamp: new Date(clock.now()), ...why }
    trx.onCommit(() => announcements.signatureWithdrawn(request, withdrawn))
  }

/**
 * Withdraws the signatures of former owners, which the ledger counts no more, after the wallet's owners have changed;
 * answers the request without them.
 */
export const formerOwnersWithdrawer = (deps: { clock: Clock; announcements: Announcements }) => {
  const withdraw = withdrawer(deps)
  return async (trx: Change<Tables>, request: Request): Promise<Request> => {
    const former = formerOwnersSignatures(request)
    if (former.length === 0) return request
    const left = { ...request, signatures: request.signatures.filter((signature) => !former.includes(signature)) }
    for (const signature of former) {
      const isOwner = request.governance?.owners.some(({ wallet }) => wallet === signature.senderId)
      const { code, message } = isOwner ? keyRotated(signature.senderId) : notAnOwner(signature.senderId)
      await withdraw(trx, left, signature, { code, message })
    }
    return left
  }
}
