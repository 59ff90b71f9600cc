import {
  type CountVerifications,
  type FoundSignature,
  type Ledger,
  type Signature,
  signaturesFrom,
  verifiedSignatures,
} from '@quorate/ledger'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  gone,
  type Jobs,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { leaves, publicKeyText } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { notAnOwner, notFoundOrDenied } from '../model/errors.ts'
import { type CountedSignature, type Request, rejectedLeaves, signersOf } from '../model/request.ts'
import { insertSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import { CLOSED_HERE } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { checkFees } from './fees.ts'
import { keysNeeded, leavesHeld, leavesOwned, type NeededKey } from './keys.ts'
import { type Meter, readOnce } from './meter.ts'

export interface Signatures {
  /**
   * Counts the signatures of `senderId` under a request (`transaction/sign`), of which an account under several keys
   * sends several; answers the first. Any owner's session may send them. Repeated ones get the same answer.
   *
   * @throws 422 `INVALID_SIGNATURE`, `NOT_AN_OWNER`; 409 `OWNER_KEY_ROTATED`, `ALREADY_REJECTED`, `CUSTOM_FEES_CHANGED`
   *     or `REQUEST_CLOSED`; 410 `REQUEST_EXPIRED`
   */
  sign(
    request: Request,
    by: { session: Session; senderId: string; signature: Uint8Array } & Meter,
  ): Promise<CountedSignature>
  /**
   * Counts verified signatures, and tells the owners of those that are new.
   *
   * @throws as `sign` where the request was closed or one of the owners has rejected it since it was read
   */
  add(request: Request, verified: CountedSignature[]): Promise<void>
}

/** Codes of ours with which a request ends, where asking again may help or others have decided. */
const CONFLICTS = [...CLOSED_HERE, 'OWNER_KEY_ROTATED']

/**
 * The error for a request that ended in `error`: 410 `REQUEST_EXPIRED`, 409 for {@link CONFLICTS}, or 422 with the
 * ledger's code.
 */
export function failure(request: Request): ApiError {
  const { code, message } = { code: request.code ?? 'UNKNOWN', message: request.message ?? 'The request has failed' }
  if (code === 'REQUEST_EXPIRED') return gone(code, message)
  return CONFLICTS.includes(code) ? conflict(code, message) : unprocessable(code, message)
}

const isOpen = ({ state, expiresAt }: Request, now: number): boolean => state === 'pending' && now < expiresAt.getTime()

/**
 * @throws unless the request still takes signatures: 410 `REQUEST_EXPIRED`, 409 `REQUEST_CLOSED`, or as {@link failure}
 */
export function checkOpen(request: Request, now: number): void {
  if (request.state === 'error') throw failure(request)
  if (request.state !== 'pending')
    throw conflict('REQUEST_CLOSED', `The request ${request.jobId} has been handed to the ledger`)
  if (now >= request.expiresAt.getTime())
    throw gone(
      'REQUEST_EXPIRED',
      `The request ${request.jobId} expired at ${request.expiresAt.toISOString()}: ask again`,
    )
}

/** @throws 409 `ALREADY_REJECTED`, and as {@link checkOpen} */
export function checkMaySign(request: Request, senderId: string, now: number): void {
  checkOpen(request, now)
  if (request.rejections.some((rejection) => rejection.account === senderId)) throw alreadyRejected(senderId)
}

/** @throws 409 `ALREADY_REJECTED` where an owner has rejected the request whose leaf one of these signatures is by */
export function checkNotRejected(
  request: Parameters<typeof rejectedLeaves>[0],
  signatures: Pick<CountedSignature, 'publicKey'>[],
): void {
  const rejected = rejectedLeaves(request)
  for (const { publicKey } of signatures) {
    const owner = rejected.get(publicKey)
    if (owner) throw alreadyRejected(owner)
  }
}

const alreadyRejected = (account: string): ApiError =>
  conflict('ALREADY_REJECTED', `${account} has rejected this request`)

export function createSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  ledgerOf: (session: Session) => Ledger
  jobs: Jobs
  announcements: Announcements
}): Signatures {
  const { database, clock, ledgerOf, jobs, announcements } = deps

  /** Tells the owners of a signature that was counted. */
  const kind = jobs.define<{ jobId: string; publicKey: string }, Request>(
    'transaction.sign',
    async ({ jobId, publicKey }, { local }) => {
      const request = local ?? (await findRequest(database.read, jobId))
      const signature = request?.signatures.find((counted) => counted.publicKey === publicKey)
      if (request && signature) announcements.signatureAdded(request, signature)
    },
  )

  /** Stores signatures, except by keys of which there is one: then answers that one. */
  async function store(trx: Change<Tables>, jobId: string, counted: CountedSignature[]): Promise<CountedSignature[]> {
    // The lock keeps an owner's rejection, which may have come since the request was read, from counting beside the
    // signatures.
    await lockRequest(trx, jobId)
    const locked = await findRequest(trx, jobId)
    if (!locked) throw notFoundOrDenied()
    const earlier = new Map(locked.signatures.map((signature) => [signature.publicKey, signature]))
    const added = counted.filter(({ publicKey }) => !earlier.has(publicKey))
    if (added.length > 0) {
      for (const { senderId } of added) checkMaySign(locked, senderId, clock.now())
      checkNotRejected(locked, added)
      await insertSignatures(trx, jobId, added)
      const signed = { ...locked, signatures: [...locked.signatures, ...added] }
      await noteWaiting(trx, [signed])
      for (const { publicKey } of added) await jobs.createAndRun(trx, kind, { jobId, publicKey }, { local: signed })
    }
    return counted.map((signature) => earlier.get(signature.publicKey) ?? signature)
  }

  return {
    async sign(request, { session, senderId, signature, count, countRead }) {
      if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
      const found = signaturesFrom(signature)
      const { repeated, isWhole } = repeatedIn(request, senderId, found)
      if (repeated && (isWhole || !isOpen(request, clock.now()))) return repeated
      checkMaySign(request, senderId, clock.now())

      const ledger = readOnce(ledgerOf(session), countRead)
      const [needed, held] = await Promise.all([keysNeeded(ledger, request, clock.now()), leavesHeld(ledger, senderId)])
      const timestamp = new Date(clock.now())
      const counted = verifiedBy(request, found, needed, { senderId, held, count }).map(
        ({ publicKey, signature }): CountedSignature => ({
          ...{ senderId, publicKey: publicKeyText(publicKey), signature, timestamp },
        }),
      )
      const [first] = counted
      if (!first)
        throw unprocessable('INVALID_SIGNATURE', `This is no signature of ${senderId} over the request's bodyBytes`)
      const present = request.signatures.filter((one) => counted.some(({ publicKey }) => publicKey === one.publicKey))
      if (present[0] && present.length === counted.length) return present[0]
      // The fees take the most reads, so wrong signatures are refused before them.
      await checkFees(ledger, request)
      const [stored] = await database.change((trx) => store(trx, request.jobId, counted))
      return stored ?? first
    },
    async add({ jobId }, verified) {
      await database.change((trx) => store(trx, jobId, verified))
    },
  }
}

/** The sender's counted signature that is among these, and whether these are all counted already. */
function repeatedIn({ signatures }: Request, senderId: string, found: FoundSignature[]) {
  const given = new Set(found.map(({ signature }) => Buffer.from(signature).toString('hex')))
  const counted = signatures.filter(
    (one) => one.senderId === senderId && given.has(Buffer.from(one.signature).toString('hex')),
  )
  return { repeated: counted[0], isWhole: counted.length === given.size }
}

/**
 * The sender's signatures that the ledger will count. A leaf counts if the ledger will ask for it, the sender owns by
 * it, and the sender's account still holds it: a key that one owner gave up does not count for another owner whose
 * account got it.
 *
 * @throws 409 `OWNER_KEY_ROTATED` where the sender owns by a leaf that its account does not hold any more
 */
function verifiedBy(
  request: Request,
  found: FoundSignature[],
  needed: NeededKey[],
  { senderId, held, count }: { senderId: string; held: Set<string>; count: CountVerifications },
): Signature[] {
  const candidates = needed.flatMap(({ key }) => leaves(key))
  const owned = leavesOwned(request, needed, senderId)
  const joinedWith = candidates.filter((leaf) => owned.has(publicKeyText(leaf)))
  const own = joinedWith.filter((leaf) => held.has(publicKeyText(leaf)))
  const verified = verifiedSignatures(request.bodyBytes, found, own, { count })
  if (verified.length > 0) return verified
  const givenUp = joinedWith.filter((leaf) => !own.includes(leaf))
  if (own.length === 0 || verifiedSignatures(request.bodyBytes, found, givenUp, { count }).length > 0)
    throw conflict(
      'OWNER_KEY_ROTATED',
      `The key of ${senderId} on the ledger is not the one by which it owns the wallet: refresh it with update/request, action add`,
    )
  return []
}
