import { type FoundSignature, type Ledger, type Signature, signaturesFrom, verifiedSignatures } from '@quorate/ledger'
import {
  type ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  gone,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { leaves, publicKeyText } from '@quorate/verify'
import { alreadyRejected, keyRotated, notAnOwner, notFoundOrDenied } from '../model/errors.ts'
import { type CountedSignature, people, type Request, rejectedLeaves, signersOf, withAdded } from '../model/request.ts'
import { insertSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import { CLOSED_HERE } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { type Confirmations, isMirrorAway } from './confirm.ts'
import { checkFees } from './fees.ts'
import { keysKnown, keysNeeded, leavesHeld, leavesOwned, type NeededKey } from './keys.ts'
import { readOnce } from './reads.ts'
import type { TellAdded } from './signature-added.ts'

export interface Signatures {
  /**
   * Counts the signatures of `senderId` under a request (`transaction/sign`), of which an account under several keys
   * sends several; answers the first. Any owner's session may send them. Repeated ones get the same answer. While the
   * mirror is away, those by keys that were known when the request was made are stored `unconfirmed`.
   *
   * @throws 422 `INVALID_SIGNATURE`, `NOT_AN_OWNER`; 409 `OWNER_KEY_ROTATED`, `ALREADY_REJECTED`, `CUSTOM_FEES_CHANGED`
   *     or `REQUEST_CLOSED`; 410 `REQUEST_EXPIRED`
   */
  sign(request: Request, by: { session: Session; senderId: string; signature: Uint8Array }): Promise<CountedSignature>
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

const notOverBody = (senderId: string, { jobId }: Request): string =>
  `This is no signature of ${senderId} over bodyBytes: decode those of GET /multisig/transaction/status/${jobId} from base64 and sign them. bytes is the transaction around them; the ledger takes no signature over that`

export function createSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  ledgerOf: (session: Session) => Ledger
  tellAdded: TellAdded
  confirmations: Confirmations
}): Signatures {
  const { database, clock, ledgerOf, tellAdded, confirmations } = deps

  /**
   * Stores signatures, except by keys of which there is one: then answers that one. An unconfirmed one makes room for
   * one whose key was seen on the ledger.
   */
  async function store(trx: Change<Tables>, read: Request, counted: CountedSignature[]): Promise<CountedSignature[]> {
    // The lock keeps an owner's rejection, which may have come since the request was read, from counting beside the
    // signatures.
    const { jobId } = read
    await lockRequest(trx, jobId)
    const locked = await findRequest(trx, jobId)
    if (!locked) throw notFoundOrDenied()
    const earlier = new Map(locked.signatures.map((signature) => [signature.publicKey, signature]))
    const added = counted.filter((signature) => isNew(signature, earlier.get(signature.publicKey)))
    if (added.length > 0) {
      for (const { senderId } of added) checkMaySign(locked, senderId, clock.now())
      checkNotRejected(locked, added)
      // An owner may have been removed since the request was read.
      for (const { senderId } of added)
        if (people(read).has(senderId) && !people(locked).has(senderId)) throw notAnOwner(senderId)
      await insertSignatures(trx, jobId, added)
      const signed = { ...locked, signatures: withAdded(locked.signatures, added) }
      await noteWaiting(trx, [signed])
      await tellAdded(
        trx,
        signed,
        added.map(({ publicKey }) => publicKey),
      )
      if (added.some(({ unconfirmed }) => unconfirmed)) await confirmations.schedule(trx, signed)
    }
    return counted.map((one) => (added.includes(one) ? one : (earlier.get(one.publicKey) ?? one)))
  }

  /** The sender's signatures that count now. @throws as `sign` */
  async function countable(
    ledger: Ledger,
    request: Request,
    found: FoundSignature[],
    senderId: string,
  ): Promise<CountedSignature[]> {
    const [needed, held] = await Promise.all([keysNeeded(ledger, request, clock.now()), leavesHeld(ledger, senderId)])
    const verified = verifiedBy(request, found, needed, { senderId, held })
    if (verified.length === 0) throw unprocessable('INVALID_SIGNATURE', notOverBody(senderId, request))
    const counted = verified.map((one) => countedFrom(one, senderId))
    // The fees take the most reads, so wrong signatures are refused before them.
    if (!storedBefore(request, counted)) await checkFees(ledger, request)
    return counted
  }

  /**
   * The sender's signatures by keys that were known when the request was made, while nobody can tell whether they still
   * count: at most one for each of these keys is stored.
   */
  const unconfirmed = (request: Request, found: FoundSignature[], senderId: string): CountedSignature[] =>
    verifiedBy(request, found, keysKnown(request), { senderId }).map((one) => ({
      ...countedFrom(one, senderId),
      unconfirmed: true,
    }))

  const countedFrom = ({ publicKey, signature }: Signature, senderId: string): CountedSignature => ({
    ...{ senderId, publicKey: publicKeyText(publicKey), signature, timestamp: new Date(clock.now()) },
  })

  return {
    async sign(request, { session, senderId, signature }) {
      if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
      const found = signaturesFrom(signature)
      const { repeated, isWhole } = repeatedIn(request, senderId, found)
      if (repeated && ((isWhole && !repeated.unconfirmed) || !isOpen(request, clock.now()))) return repeated
      checkMaySign(request, senderId, clock.now())

      const ledger = readOnce(ledgerOf(session))
      const counted = await countable(ledger, request, found, senderId).catch((error: unknown) => {
        const taken = isMirrorAway(error) ? unconfirmed(request, found, senderId) : []
        if (taken.length === 0) throw error
        return taken
      })
      const [first] = storedBefore(request, counted) ?? (await database.change((trx) => store(trx, request, counted)))
      if (!first) throw new Error('Signatures were verified, and none was stored')
      return first
    },
    async add(request, verified) {
      await database.change((trx) => store(trx, request, verified))
    },
  }
}

/** Whether a signature is to be stored where there is perhaps one by its key. */
const isNew = ({ unconfirmed }: CountedSignature, present: CountedSignature | undefined): boolean =>
  !present || (present.unconfirmed === true && !unconfirmed)

/** The signatures by the keys of these that are stored, if none of these is new. */
function storedBefore({ signatures }: Request, given: CountedSignature[]): CountedSignature[] | undefined {
  const earlier = new Map(signatures.map((signature) => [signature.publicKey, signature]))
  const present = given.flatMap(({ publicKey }) => earlier.get(publicKey) ?? [])
  return given.some((one) => isNew(one, earlier.get(one.publicKey))) ? undefined : present
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
 * account got it. Without `held`, the account is taken to hold it.
 *
 * @throws 409 `OWNER_KEY_ROTATED` where the sender owns by a leaf that its account does not hold any more
 */
function verifiedBy(
  request: Request,
  found: FoundSignature[],
  needed: NeededKey[],
  { senderId, held }: { senderId: string; held?: Set<string> },
): Signature[] {
  // A new owner's key is its account's and a part of the wallet's new one.
  const asked = needed.flatMap(({ key }) => leaves(key)).map((leaf) => [publicKeyText(leaf), leaf] as const)
  const candidates = [...new Map(asked).values()]
  const owned = leavesOwned(request, needed, senderId)
  const joinedWith = candidates.filter((leaf) => owned.has(publicKeyText(leaf)))
  const own = held ? joinedWith.filter((leaf) => held.has(publicKeyText(leaf))) : joinedWith
  const verified = verifiedSignatures(request.bodyBytes, found, own)
  if (verified.length > 0) return verified
  if (!held) return []
  const givenUp = joinedWith.filter((leaf) => !own.includes(leaf))
  if (own.length === 0 || verifiedSignatures(request.bodyBytes, found, givenUp).length > 0) throw keyRotated(senderId)
  return []
}
