/**
 * How owners sign schedules. Each sends a separate ScheduleSign, which the owner pays for and which is submitted at
 * once.
 */
import {
  type FinalOutcome,
  type FoundSignature,
  type Ledger,
  type Signature,
  verifiedSignatures,
  withSignatures,
} from '@quorate/ledger'
import { type Clock, conflict, type Database, type Session, unavailable, unprocessable } from '@quorate/platform'
import { type Key, leaves, publicKeyText, satisfied } from '@quorate/verify'
import { signersOf } from '../../../model/access.ts'
import { keyRotated, notAnOwner } from '../../../model/errors.ts'
import type { KeptRequest } from '../../../model/modes.ts'
import type { CountedSignature, Request } from '../../../model/request.ts'
import { missingKeys, people, signedKeys } from '../../../model/signatures.ts'
import { involvedNow } from '../../../operations/involved-keys.ts'
import { type Draft, markSubmitted } from '../../../store/schedules.ts'
import type { Tables } from '../../../store/tables.ts'
import { checkFees } from '../../checks/custom-fees.ts'
import {
  checkNewOwners,
  keysNeeded,
  leavesHeld,
  leavesOwned,
  type NeededKey,
  receiversKeys,
} from '../../checks/needed-keys.ts'
import { checkMaySign, checkNotRejected } from '../../checks/open-request.ts'
import { readOnce } from '../../reads.ts'
import { type Drafts, mayDelete, ownLeaves } from './drafts.ts'
import type { SchedulePayer } from './payer.ts'
import type { ScheduleWatch } from './watch.ts'

/** The ledger's answers if it has the signatures, from this transaction or an earlier one. */
const TAKEN = new Set(['SUCCESS', 'NO_NEW_VALID_SIGNATURES', 'SCHEDULE_ALREADY_EXECUTED', 'SCHEDULE_ALREADY_DELETED'])

interface Deps {
  database: Database<Tables>
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  watch: ScheduleWatch
  schedulePayer: SchedulePayer
  drafts: Drafts
}

/** A draft with a sender's signatures over it. */
interface Signed {
  draft: Draft
  verified: Signature[]
  senderId: string
}

export type ScheduleSignatures = ReturnType<typeof createScheduleSignatures>

export const createScheduleSignatures = (deps: Deps) => ({
  /**
   * Submits the sender's draft that these signatures sign, and counts what the ledger counts.
   *
   * @throws as `Signatures.sign`; 409 `DRAFT_EXPIRED`; 422 with the ledger's code; 429 `SCHEDULE_BUDGET_USED` if the
   * service is to pay
   */
  submit: (request: KeptRequest, senderId: string, found: FoundSignature[]): Promise<CountedSignature> =>
    mayDelete(request, senderId)
      ? submitDeletion(deps, request, senderId, found)
      : submitSign(deps, request, senderId, found),
})

async function submitDeletion(
  deps: Deps,
  request: KeptRequest,
  senderId: string,
  found: FoundSignature[],
): Promise<CountedSignature> {
  const key = await keyOnLedger(readOnce(deps.ledgerOf(request)), senderId)
  const { draft, verified } = await deps.drafts.signedDraft(request, senderId, 'delete', ({ body_bytes }) =>
    verifiedSignatures(body_bytes, found, onceEach([key])),
  )
  checkPays(key, { draft, verified, senderId })
  await send(deps, request, { draft, verified, senderId }, [])
  return sentBy(deps, senderId, verified)
}

async function submitSign(
  deps: Deps,
  request: KeptRequest,
  senderId: string,
  found: FoundSignature[],
): Promise<CountedSignature> {
  const { clock, drafts } = deps
  if (!signersOf(request).includes(senderId)) throw notAnOwner(senderId)
  checkMaySign(request, senderId, clock.now())
  const ledger = readOnce(deps.ledgerOf(request))
  const [needed, receivers, key] = await Promise.all([
    keysNeeded(ledger, request, clock.now()),
    receiversKeys(ledger, request),
    keyOnLedger(ledger, senderId),
  ])
  const asked = [...needed, ...receivers]
  const candidates = onceEach([key, ...asked.map((one) => one.key)])
  const { draft, verified: all } = await drafts.signedDraft(request, senderId, 'sign', ({ body_bytes }) =>
    verifiedSignatures(body_bytes, found, candidates),
  )
  const own = ownLeaves(request, senderId)
  const verified = draft.paid ? all.filter(({ publicKey }) => own.has(publicKeyText(publicKey))) : all
  if (verified.length === 0) throw keyRotated(senderId)
  checkPays(key, { draft, verified, senderId })
  const counted = await countable(ledger, request, asked, { verified, now: clock.now() })
  const { signatures: lacking } = missingKeys(request)
  if (counted.length === 0 && lacking > 0) throw keyRotated(senderId)
  checkNotRejected(request, counted)
  const first = counted.find((one) => one.senderId === senderId) ?? counted[0]
  const known = signedKeys(request)
  // The service never pays for a signature that the ledger already has.
  if (draft.paid && first && lacking > 0 && counted.every((one) => known.has(one.publicKey))) return first
  await checkNewOwners(ledger, request)
  await checkFees(ledger, request)
  const keys = [...asked.map((one) => one.key), ...(draft.paid ? await involvedNow(ledger, request) : [])]
  const { outcome, after } = await send(deps, request, { draft, verified, senderId }, keys)
  // The ledger has a signature by this key that was not sent here. It counts on the ledger, but has not been verified
  // here.
  if (outcome.status === 'NO_NEW_VALID_SIGNATURES' && first && !signedKeys(after).has(first.publicKey))
    throw refusedByLedger(outcome)
  return first ?? sentBy(deps, senderId, verified)
}

/** @throws 409 `SIGNER_GONE` */
async function keyOnLedger({ mirror }: Ledger, account: string): Promise<Key> {
  const sender = await mirror.account(account)
  if (sender?.key && !sender.deleted) return sender.key
  throw conflict('SIGNER_GONE', `${account} was deleted or has no key on the ledger`)
}

const onceEach = (keys: Key[]) => [...new Map(keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), leaf])).values()]

/** @throws 422 `INVALID_SIGNATURE` if the sender pays and its key is not satisfied */
function checkPays(key: Key, { draft, verified, senderId }: Signed): void {
  const signers = new Set(verified.map(({ publicKey }) => publicKeyText(publicKey)))
  if (draft.paid || satisfied(key, signers)) return
  throw unprocessable(
    'INVALID_SIGNATURE',
    `${senderId} pays for this transaction, and its key on the ledger requires more signatures: send them together as a SignatureMap`,
  )
}

/**
 * Submits a signed draft, and then reads the result from the mirror. An executed id does not prove that this body was
 * executed, so a receipt neither counts nor ends anything.
 *
 * @throws 422 with the ledger's code; 429 `SCHEDULE_BUDGET_USED`; 503 `OUTCOME_UNKNOWN`
 */
async function send(
  { database, ledgerOf, watch, schedulePayer }: Deps,
  request: KeptRequest,
  { draft, verified, senderId }: Signed,
  asked: Key[],
): Promise<{ outcome: FinalOutcome; after: Request }> {
  const payment = draft.paid ? schedulePayer.signSign(request, draft.body_bytes, asked) : []
  // If this process ends, the next check finds what the ledger accepted.
  await database.change(async (trx) => {
    const isNew = await markSubmitted(trx, draft)
    await watch.begin(trx, request)
    // The ledger executes a body once, however often it is submitted.
    if (draft.paid && isNew) await schedulePayer.reserve(trx, request, senderId, draft.body_bytes)
  })
  const outcome = await ledgerOf(request).submit(withSignatures(draft.body_bytes, [...verified, ...payment]))
  if (outcome.state === 'unknown')
    throw unavailable('OUTCOME_UNKNOWN', `It is not known yet whether the ledger accepted the signature of ${senderId}`)
  const after = await watch.look(request)
  if (!TAKEN.has(outcome.status)) throw refusedByLedger(outcome)
  return { outcome, after }
}

/** The signatures that the ledger will count for the scheduled transaction, each by a key that its account holds. */
async function countable(
  ledger: Ledger,
  request: Request,
  asked: NeededKey[],
  { verified, now }: { verified: Signature[]; now: number },
): Promise<CountedSignature[]> {
  const needed = new Set(asked.flatMap(({ key }) => leaves(key)).map(publicKeyText))
  const accounts = new Set([...people(request).keys(), ...asked.flatMap(({ account }) => account ?? [])])
  const found = await Promise.all(
    verified.map(async ({ publicKey, signature }): Promise<CountedSignature[]> => {
      const text = publicKeyText(publicKey)
      if (!needed.has(text)) return []
      for (const account of accounts)
        if (leavesOwned(request, asked, account).has(text) && (await leavesHeld(ledger, account)).has(text))
          return [{ senderId: account, publicKey: text, signature, timestamp: new Date(now) }]
      return []
    }),
  )
  return found.flat()
}

/** The answer for a signature that does not count for the request itself. */
function sentBy({ clock }: Deps, senderId: string, [sent]: Signature[]): CountedSignature {
  if (!sent) throw new Error('A draft was verified without a signature')
  const { publicKey, signature } = sent
  return { senderId, publicKey: publicKeyText(publicKey), signature, timestamp: new Date(clock.now()) }
}

const refusedByLedger = ({ status }: FinalOutcome) =>
  unprocessable(status, `The ledger refused the transaction that was signed: ${status}`)
