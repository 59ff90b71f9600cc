/**
 * Signatures that were accepted while the mirror was unavailable. They verify over the request's body, with keys known
 * when the request was made. They count once the mirror has passed the time of their arrival and shows that their
 * senders still hold these keys.
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
import type { Announcements } from '../../events/announcements.ts'
import { signersOf } from '../../model/access.ts'
import { alreadyRejected, keyRotated, notAnOwner } from '../../model/errors.ts'
import type { CountedSignature, Request } from '../../model/request.ts'
import { rejectedLeaves } from '../../model/signatures.ts'
import { confirmSignatures, type WithdrawnFor } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { checkFees } from '../checks/custom-fees.ts'
import { keysNeeded, leavesHeld, leavesOwned } from '../checks/needed-keys.ts'
import { readOnce } from '../reads.ts'
import type { RequestEvents } from '../request-events.ts'
import type { TellAdded } from './added-signatures.ts'
import { withdrawSignature } from './withdrawals.ts'

/** How long the job waits before its first check, in milliseconds. The pause doubles with each check. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

interface ConfirmJob {
  jobId: string
  pauseMs: number
}

/** Why a signature is withdrawn if its request ended before it was confirmed. */
const ENDED: WithdrawnFor = { code: 'REQUEST_CLOSED', message: 'The request has ended before this was confirmed' }

export const unconfirmedIn = ({ signatures }: Pick<Request, 'signatures'>): CountedSignature[] =>
  signatures.filter(({ unconfirmed }) => unconfirmed)

/** Whether an error says that the mirror does not answer. */
export const isMirrorAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'MIRROR_UNAVAILABLE'

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  announcements: Announcements
  tellAdded: TellAdded
  events: RequestEvents
}

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations(deps: Deps) {
  const { database, jobs, clock, ledgerOf, events } = deps

  const kind: JobKind<ConfirmJob> = jobs.define<ConfirmJob>('transaction.confirm', async (job, { final }) => {
    const request = await findRequest(database.read, job.jobId)
    if (!request) return
    const after = await confirm(deps, readOnce(ledgerOf(request)), request).catch((error: unknown) => {
      if (!final && !(error instanceof ApiError && error.statusCode === 503)) throw error
      return findRequest(database.read, job.jobId)
    })
    if (!after) return
    if (unconfirmedIn(after).length > 0) {
      const next = { ...job, pauseMs: Math.min(2 * job.pauseMs, LONGEST_PAUSE_MS) }
      await database.change((trx) => create(trx, next))
    }
    await events.emit('confirmed', after)
  })

  const create = (trx: Change<Tables>, job: ConfirmJob) =>
    jobs.create(trx, kind, job, { startAfter: new Date(clock.now() + job.pauseMs), singletonKey: job.jobId })

  return {
    /**
     * Creates the job that confirms a request's signatures. Called in the database transaction that stores an
     * unconfirmed one.
     */
    async schedule(trx: Change<Tables>, { jobId }: Request): Promise<void> {
      await create(trx, { jobId, pauseMs: FIRST_PAUSE_MS })
    },
    /**
     * Confirms or withdraws the request's unconfirmed signatures, and returns the resulting request. While the request
     * is being executed, they stay unchanged.
     *
     * @throws 503 if the mirror does not answer, or has not passed the time of a signature. The other signatures are
     * confirmed or withdrawn first
     */
    confirm: (ledger: Ledger, request: Request): Promise<Request> => confirm(deps, ledger, request),
  }
}

async function confirm(deps: Deps, ledger: Ledger, request: Request): Promise<Request> {
  const open = unconfirmedIn(request)
  if (open.length === 0 || request.state === 'executing') return request
  if (request.state !== 'pending') return write(deps, request, new Map())
  // A mirror that answers again may still lag, and show keys that were replaced before these signatures were given.
  const passed = ledger.quiet ? Number.POSITIVE_INFINITY : ((await ledger.mirror.newest()) ?? 0)
  const found = new Map<string, WithdrawnFor | undefined>()
  const failed: unknown[] = []
  for (const signature of open)
    try {
      found.set(signature.publicKey, await refusalOf(ledger, request, signature, { passed, now: deps.clock.now() }))
    } catch (error) {
      failed.push(error)
    }
  const after = found.size > 0 ? await write(deps, request, found) : request
  if (failed.length > 0) throw failed[0]
  return after
}

/** Why a signature does not count; undefined if it counts. @throws if that cannot be known now */
async function refusalOf(
  ledger: Ledger,
  request: Request,
  signature: CountedSignature,
  { passed, now }: { passed: number; now: number },
): Promise<WithdrawnFor | undefined> {
  if (signature.timestamp.getTime() >= passed)
    throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} has not passed the time of the signature yet`)
  try {
    await check(ledger, request, signature, now)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
    return { code: error.code, message: error.message }
  }
}

/** @throws as `Signatures.sign` would for this signature now */
async function check(
  ledger: Ledger,
  request: Request,
  { senderId, publicKey }: CountedSignature,
  now: number,
): Promise<void> {
  if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
  const [needed, held] = await Promise.all([keysNeeded(ledger, request, now), leavesHeld(ledger, senderId)])
  const asked = needed.flatMap(({ key }) => leaves(key)).some((leaf) => publicKeyText(leaf) === publicKey)
  if (!asked || !held.has(publicKey) || !leavesOwned(request, needed, senderId).has(publicKey))
    throw keyRotated(senderId)
  await checkFees(ledger, request)
}

/**
 * Stores the results for unconfirmed signatures, by their keys: the reason why a signature does not count, or undefined
 * if it does.
 */
const write = (deps: Deps, request: Request, found: Map<string, WithdrawnFor | undefined>): Promise<Request> =>
  deps.database.change(async (trx) => {
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
    // In the meantime, another process may have confirmed some, and more may have been added.
    const decided = unconfirmedIn(locked).filter(({ publicKey }) => locked.state !== 'pending' || found.has(publicKey))
    const confirmed = decided.filter((signature) => !whyOf(signature)).map(({ publicKey }) => publicKey)
    if (confirmed.length > 0) await confirmSignatures(trx, jobId, confirmed)
    for (const signature of decided) {
      const why = whyOf(signature)
      if (why) await withdrawSignature(deps, trx, locked, signature, why)
    }
    const left = (await findRequest(trx, jobId)) ?? locked
    if (left.state === 'pending') await noteWaiting(trx, [left])
    await deps.tellAdded(trx, left, confirmed)
    return left
  })
