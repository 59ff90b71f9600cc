import { type FoundSignature, type Ledger, type Signature, signaturesFrom, verifiedSignatures } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Session, unprocessable } from '@quorate/platform'
import { leaves, publicKeyText } from '@quorate/verify'
import { signersOf } from '../../model/access.ts'
import { keyRotated, notAnOwner, notFoundOrDenied } from '../../model/errors.ts'
import type { CountedSignature, Request } from '../../model/request.ts'
import { people, withAdded } from '../../model/signatures.ts'
import { insertSignatures } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { checkFees } from '../checks/custom-fees.ts'
import { keysKnown, keysNeeded, leavesHeld, leavesOwned, type NeededKey } from '../checks/needed-keys.ts'
import { checkMaySign, checkNotRejected, isOpen } from '../checks/open-request.ts'
import { readOnce } from '../reads.ts'
import type { TellAdded } from './added-signatures.ts'
import { type Confirmations, isMirrorAway } from './confirmations.ts'

const notOverBody = (senderId: string, { jobId }: Request): string =>
  `This is not a signature of ${senderId} over bodyBytes: decode those of GET /multisig/transaction/status/${jobId} from base64 and sign them. bytes is the transaction around them; the ledger does not accept a signature over that`

export type Signatures = ReturnType<typeof createSignatures>

export function createSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  tellAdded: TellAdded
  confirmations: Confirmations
}) {
  const { database, clock, ledgerOf, tellAdded, confirmations } = deps

  /**
   * Stores signatures, one for each key, and returns those that are stored. A signature whose key was seen on the
   * ledger replaces an unconfirmed one.
   */
  async function store(trx: Change<Tables>, read: Request, counted: CountedSignature[]): Promise<CountedSignature[]> {
    // An owner may have rejected the request since it was read. The lock prevents the rejection and the owner's
    // signature from both counting.
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
      await insertSignatures(trx, locked, added)
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

  return {
    /**
     * Counts the signatures of `senderId` under a request (`transaction/sign`) and returns the first. An account with
     * several keys may send several. Any owner's session may send them. Repeated signatures get the same answer. While
     * the mirror is unavailable, signatures by keys known when the request was made are stored as `unconfirmed`.
     *
     * @throws 422 `INVALID_SIGNATURE`, `NOT_AN_OWNER`; 409 `OWNER_KEY_ROTATED`, `ALREADY_REJECTED`,
     * `CUSTOM_FEES_CHANGED` or `REQUEST_CLOSED`; 410 `REQUEST_EXPIRED`
     */
    async sign(
      request: Request,
      { senderId, signature }: { senderId: string; signature: Uint8Array },
    ): Promise<CountedSignature> {
      if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
      const found = signaturesFrom(signature)
      const { repeated, isWhole } = repeatedIn(request, senderId, found)
      if (repeated && ((isWhole && !repeated.unconfirmed) || !isOpen(request, clock.now()))) return repeated
      checkMaySign(request, senderId, clock.now())

      const ledger = readOnce(ledgerOf(request))
      const by = { senderId, now: clock.now() }
      const counted = await countable(ledger, request, found, by).catch((error: unknown) => {
        const taken = isMirrorAway(error) ? unconfirmed(request, found, by) : []
        if (taken.length === 0) throw error
        return taken
      })
      const [first] = storedBefore(request, counted) ?? (await database.change((trx) => store(trx, request, counted)))
      if (!first) throw new Error('Signatures were verified, and none was stored')
      return first
    },
    /**
     * Counts verified signatures and announces the new ones to the owners.
     *
     * @throws as `sign` if the request was closed or one of the owners has rejected it since it was read
     */
    async add(request: Request, verified: CountedSignature[]): Promise<void> {
      await database.change((trx) => store(trx, request, verified))
    },
  }
}

/** The sender's signatures that count now. @throws as `sign` */
async function countable(
  ledger: Ledger,
  request: Request,
  found: FoundSignature[],
  { senderId, now }: { senderId: string; now: number },
): Promise<CountedSignature[]> {
  const [needed, held] = await Promise.all([keysNeeded(ledger, request, now), leavesHeld(ledger, senderId)])
  const verified = verifiedBy(request, found, needed, { senderId, held })
  if (verified.length === 0) throw unprocessable('INVALID_SIGNATURE', notOverBody(senderId, request))
  const counted = verified.map((one) => countedFrom(one, senderId, now))
  // The fee check takes the most reads, so wrong signatures are refused before it.
  if (!storedBefore(request, counted)) await checkFees(ledger, request)
  return counted
}

/**
 * The sender's signatures by keys known when the request was made, while it is not known whether these keys still
 * count. At most one is stored for each of these keys.
 */
const unconfirmed = (
  request: Request,
  found: FoundSignature[],
  { senderId, now }: { senderId: string; now: number },
): CountedSignature[] =>
  verifiedBy(request, found, keysKnown(request), { senderId }).map((one) => ({
    ...countedFrom(one, senderId, now),
    unconfirmed: true,
  }))

const countedFrom = ({ publicKey, signature }: Signature, senderId: string, now: number): CountedSignature => ({
  senderId,
  publicKey: publicKeyText(publicKey),
  signature,
  timestamp: new Date(now),
})

/** Whether to store a signature, given the one that is stored for its key, if any. */
const isNew = ({ unconfirmed }: CountedSignature, present: CountedSignature | undefined): boolean =>
  !present || (present.unconfirmed === true && !unconfirmed)

/** The stored signatures for the same keys, if none of the given ones is new. */
function storedBefore({ signatures }: Request, given: CountedSignature[]): CountedSignature[] | undefined {
  const earlier = new Map(signatures.map((signature) => [signature.publicKey, signature]))
  const present = given.flatMap(({ publicKey }) => earlier.get(publicKey) ?? [])
  return given.some((one) => isNew(one, earlier.get(one.publicKey))) ? undefined : present
}

/** Which of the found signatures is the first to count already for the sender, and whether all of them do. */
function repeatedIn({ signatures }: Request, senderId: string, found: FoundSignature[]) {
  const given = new Set(found.map(({ signature }) => Buffer.from(signature).toString('hex')))
  const counted = signatures.filter(
    (one) => one.senderId === senderId && given.has(Buffer.from(one.signature).toString('hex')),
  )
  return { repeated: counted[0], isWhole: counted.length === given.size }
}

/**
 * The sender's signatures that the ledger will count. A leaf counts if the ledger will ask for it, the sender is an
 * owner through it, and the sender's account still holds it. A key that one owner gave up does not count for another
 * owner whose account has it now. Without `held`, this assumes that the account holds it.
 *
 * @throws 409 `OWNER_KEY_ROTATED` if the sender is an owner through a leaf that its account no longer holds
 */
function verifiedBy(
  request: Request,
  found: FoundSignature[],
  needed: NeededKey[],
  { senderId, held }: { senderId: string; held?: Set<string> },
): Signature[] {
  // A new owner's key is both its account's key and a part of the wallet's new key.
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
