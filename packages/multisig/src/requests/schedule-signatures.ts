/** How owners sign schedules: each by a ScheduleSign of its own, which it pays, and which is submitted at once. */
import { setTimeout } from 'node:timers/promises'
import { Hbar, ScheduleDeleteTransaction, ScheduleSignTransaction } from '@hiero-ledger/sdk'
import {
  type FinalOutcome,
  type FoundSignature,
  type Ledger,
  type Signature,
  signaturesFrom,
  signaturesIn,
  verifiedSignatures,
  withSignatures,
} from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  conflict,
  type Database,
  type Session,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { leaves, publicKeyText, satisfied } from '@quorate/verify'
import { limits } from '../limits.ts'
import { keyRotated, notAnOwner } from '../model/errors.ts'
import {
  type CountedSignature,
  isScheduled,
  missingKeys,
  people,
  presentKeys,
  type Request,
  signedKeys,
  signersOf,
} from '../model/request.ts'
import { ledgerWindow } from '../model/window.ts'
import type { Settings } from '../settings.ts'
import { findRequest } from '../store/requests.ts'
import { CLOSED_HERE, type Draft, draftsOf, insertDraft, markSubmitted } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import type { Execution } from './execute.ts'
import { checkFees } from './fees.ts'
import { checkNewOwners, keysNeeded, leavesHeld, leavesOwned, receiversKey } from './keys.ts'
import { readOnce } from './reads.ts'
import type { Payment, SchedulePayer } from './schedule-payer.ts'
import type { ScheduledRequest, ScheduleWatch } from './schedule-watch.ts'
import { checkMaySign, checkNotRejected, failure, type Signatures } from './sign.ts'

/** A draft that lapses sooner is answered no more, but still taken, in milliseconds. */
const LEAST_LEFT_MS = 60_000
/** How long an execute waits until the mirror shows what became of a signed schedule, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 15_000
const FIRST_PAUSE_MS = 250
/** What the ledger says where it has what was signed, from this transaction or an earlier one. */
const TAKEN = new Set(['SUCCESS', 'NO_NEW_VALID_SIGNATURES', 'SCHEDULE_ALREADY_EXECUTED', 'SCHEDULE_ALREADY_DELETED'])
/** The most that a sender offers as fee for a ScheduleSign or ScheduleDelete. */
const MAX_FEE = new Hbar(5)

type Sender = { session: Session; senderId: string; signature: Uint8Array }

export interface ScheduleSignatures {
  /**
   * What a sender may sign now, kept for two minutes: a ScheduleSign, or the ScheduleDelete for who has withdrawn the
   * request. Undefined where its signature can't help. The service pays where it does, unless `payer` is `owner`.
   *
   * @throws 422 as `SchedulePayer.accountFor`
   */
  draftFor(request: Request, senderId: string, payer?: Payment): Promise<Draft | undefined>
  /**
   * Takes a signature under a scheduled request: over the ScheduleCreate of who asked for it, or over the sender's
   * draft. It is submitted at once, and counted as the ledger does.
   *
   * @throws as `Signatures.sign`; 409 `SCHEDULE_NOT_CREATED`, `DRAFT_EXPIRED`; 422 with the ledger's code; 429
   *     `SCHEDULE_BUDGET_USED` where the service is to pay
   */
  sign(request: Request, by: Sender): Promise<CountedSignature>
  /**
   * Submits the ScheduleCreate of a request whose signatures were confirmed since they were sent.
   *
   * @throws as `Execution.execute`
   */
  create(request: Request): Promise<void>
  /**
   * Submits the signed drafts in these bytes, and waits for the outcome where no signature is missing any more.
   *
   * @throws as {@link ScheduleSignatures.sign}; 422 `BODY_MISMATCH`
   */
  execute(request: Request, bytes: Uint8Array): Promise<Request>
}

export function createScheduleSignatures(deps: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  signatures: Signatures
  execution: Execution
  watch: ScheduleWatch
  schedulePayer: SchedulePayer
}): ScheduleSignatures {
  const { schedulePayer, database, clock, settings, ledgerOf, signatures, execution, watch } = deps
  /** The waits for schedules that nothing is missing for, by chain, wallet and `jobId`. */
  const waits = new Map<string, Promise<Request>>()

  const latest = async (request: Request): Promise<Request> =>
    (await findRequest(database.read, request.jobId)) ?? request

  /** The first draft of this kind that a sender was given which some of these signatures are over, with those. */
  async function signedDraft(
    { jobId }: Request,
    senderId: string,
    kind: Draft['kind'],
    verify: (draft: Draft) => Signature[],
  ): Promise<{ draft: Draft; verified: Signature[] }> {
    const given = await draftsOf(database.read, jobId, new Date(clock.now()), senderId)
    const drafts = given.filter((draft) => draft.kind === kind)
    if (drafts.length === 0)
      throw conflict(
        'DRAFT_EXPIRED',
        `There is nothing for ${senderId} to sign, or no more: GET /multisig/transaction/status/${jobId}?senderId=${senderId} answers bytes that can be signed for two minutes`,
      )
    for (const draft of drafts) {
      const verified = verify(draft)
      if (verified.length > 0) return { draft, verified }
    }
    throw unprocessable(
      'INVALID_SIGNATURE',
      `This is no signature of ${senderId} over its bodyBytes: decode those of GET /multisig/transaction/status/${jobId}?senderId=${senderId} from base64 and sign them. bytes is the transaction around them; the ledger takes no signature over that`,
    )
  }

  async function submitSigned(
    request: ScheduledRequest,
    senderId: string,
    found: FoundSignature[],
  ): Promise<CountedSignature> {
    const isDeletion = mayDelete(request, senderId)
    if (!isDeletion && !signersOf(request).includes(senderId)) throw notAnOwner(senderId)
    if (!isDeletion) checkMaySign(request, senderId, clock.now())
    const ledger = readOnce(ledgerOf(request))
    const [needed, receivers, sender] = await Promise.all([
      isDeletion ? [] : keysNeeded(ledger, request, clock.now()),
      isDeletion ? [] : receiversKey(ledger, request),
      ledger.mirror.account(senderId),
    ])
    if (!sender?.key || sender.deleted)
      throw conflict('SIGNER_GONE', `${senderId} was deleted or has no key on the ledger`)
    const { key } = sender
    const asked = [...needed, ...receivers]
    const candidates = [key, ...asked.map((one) => one.key)].flatMap(leaves)
    const once = [...new Map(candidates.map((leaf) => [publicKeyText(leaf), leaf])).values()]
    const kind = isDeletion ? 'delete' : 'sign'
    const { draft, verified: all } = await signedDraft(request, senderId, kind, ({ body_bytes }) =>
      verifiedSignatures(body_bytes, found, once),
    )
    const own = ownLeaves(request, senderId)
    const verified = draft.paid ? all.filter(({ publicKey }) => own.has(publicKeyText(publicKey))) : all
    if (verified.length === 0) throw keyRotated(senderId)
    const signers = new Set(verified.map(({ publicKey }) => publicKeyText(publicKey)))
    if (!draft.paid && !satisfied(key, signers))
      throw unprocessable(
        'INVALID_SIGNATURE',
        `${senderId} pays for this transaction, and its key on the ledger asks for more signatures: send them together as a SignatureMap`,
      )
    const counted = isDeletion ? [] : await countable(ledger, request, asked, verified)
    if (!isDeletion && counted.length === 0 && missingKeys(request).signatures > 0) throw keyRotated(senderId)
    checkNotRejected(request, counted)
    const first = counted.find((one) => one.senderId === senderId) ?? counted[0]
    const known = signedKeys(request)
    // Nobody lets the service pay for a signature that the ledger has.
    if (draft.paid && first && missingKeys(request).signatures > 0 && counted.every((one) => known.has(one.publicKey)))
      return first
    if (!isDeletion) {
      await checkNewOwners(ledger, request)
      await checkFees(ledger, request)
    }
    // Should this process end, the next look finds what the ledger took.
    const payment = draft.paid
      ? schedulePayer.signSign(
          request,
          draft.body_bytes,
          asked.map((one) => one.key),
        )
      : []
    await database.change(async (trx) => {
      const isNew = await markSubmitted(trx, draft)
      await watch.begin(trx, request.jobId)
      // The ledger executes a body once, however often it is submitted.
      if (draft.paid && isNew) await schedulePayer.reserve(trx, request, senderId, draft.body_bytes)
    })
    const outcome = await ledgerOf(request).submit(withSignatures(draft.body_bytes, [...verified, ...payment]))
    if (outcome.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger has not yet said whether it took the signature of ${senderId}`)
    const after = await takenOver(request, outcome)
    const [sent] = verified
    if (!sent) throw new Error('A draft was verified without a signature')
    // The ledger has one by this key that was not sent here, which counts there, and is not known to be valid here.
    if (outcome.status === 'NO_NEW_VALID_SIGNATURES' && first && !signedKeys(after).has(first.publicKey))
      throw refusedByLedger(outcome)
    return (
      first ?? {
        senderId,
        publicKey: publicKeyText(sent.publicKey),
        signature: sent.signature,
        timestamp: new Date(clock.now()),
      }
    )
  }

  /**
   * What the mirror shows after a ScheduleSign or ScheduleDelete. That an id was executed does not mean that this body
   * was, so nothing is counted or ended by a receipt.
   *
   * @throws 422 with the ledger's code
   */
  async function takenOver(request: ScheduledRequest, outcome: FinalOutcome): Promise<Request> {
    const after = await watch.look(request)
    if (TAKEN.has(outcome.status)) return after
    throw refusedByLedger(outcome)
  }

  /** The signatures that the ledger will count for the scheduled transaction, each by a key that its account holds. */
  async function countable(
    ledger: Ledger,
    request: Request,
    asked: Awaited<ReturnType<typeof keysNeeded>>,
    verified: Signature[],
  ): Promise<CountedSignature[]> {
    const needed = new Set(asked.flatMap(({ key }) => leaves(key)).map(publicKeyText))
    const accounts = new Set([...people(request).keys(), ...asked.flatMap(({ account }) => account ?? [])])
    const found = await Promise.all(
      verified.map(async ({ publicKey, signature }): Promise<CountedSignature[]> => {
        const text = publicKeyText(publicKey)
        if (!needed.has(text)) return []
        for (const account of accounts)
          if (leavesOwned(request, asked, account).has(text) && (await leavesHeld(ledger, account)).has(text))
            return [{ senderId: account, publicKey: text, signature, timestamp: new Date(clock.now()) }]
        return []
      }),
    )
    return found.flat()
  }

  /** Looks until the request has ended, or its time to answer is over; all callers share one wait. */
  function outcomeOf(request: Request): Promise<Request> {
    const of = `${request.chain} ${request.wallet} `
    const wait = waits.get(of + request.jobId)
    if (wait) return wait
    const others = waits.keys().filter((key) => key.startsWith(of))
    if (others.toArray().length >= limits.maxRequestsWaitedFor.value) return Promise.resolve(request)
    const begun = lookToEnd(request).finally(() => waits.delete(of + request.jobId))
    waits.set(of + request.jobId, begun)
    return begun
  }

  async function lookToEnd(request: Request): Promise<Request> {
    const deadline = performance.now() + RESPONSE_TIMEOUT_MS
    let current = request
    for (let pauseMs = FIRST_PAUSE_MS; awaitsExecution(current) && performance.now() < deadline; pauseMs *= 2) {
      current = await watch.look(current)
      if (awaitsExecution(current)) await setTimeout(pauseMs, undefined, { ref: false })
    }
    return current
  }

  /** Submits the ScheduleCreate of a request that has its signatures; undefined where there is none to be submitted. */
  async function createSchedule(request: Request): Promise<Request | undefined> {
    const isDue = request.state === 'pending' && request.schedule?.state === 'creating'
    return isDue && missingKeys(request).signatures === 0 ? execution.execute(request, request.bytes) : undefined
  }

  return {
    async draftFor(request, senderId, asked) {
      const kind = kindOfDraft(request, senderId, clock.now())
      if (!kind || !isScheduled(request)) return undefined
      const now = clock.now()
      const ledger = ledgerOf(request)
      const keys = presentKeys(request)
      const payer =
        kind === 'delete'
          ? undefined
          : schedulePayer.accountFor(request.chain, asked, {
              accounts: [...people(request).keys(), String(request.payload.receiverId)],
              keys,
            })
      const paid = payer !== undefined
      const drafts = await draftsOf(database.read, request.jobId, new Date(now), senderId)
      const isAsked = (draft: Draft) => draft.kind === kind && draft.paid === paid
      const usable = drafts.find((draft) => isAsked(draft) && draft.expires_at.getTime() - now > LEAST_LEFT_MS)
      if (usable) return usable
      const transaction =
        kind === 'sign'
          ? new ScheduleSignTransaction().setScheduleId(request.schedule.id)
          : new ScheduleDeleteTransaction().setScheduleId(request.schedule.id)
      // What the service pays has the sender's own signatures alone.
      const signatures = ownLeaves(request, senderId).size
      const fee = paid ? await schedulePayer.maxFee(ledger, { kind: 'sign', keys: 0, signatures }) : MAX_FEE
      const { bytes, bodyBytes } = ledger.freeze(transaction.setMaxTransactionFee(fee), {
        payer: payer ?? senderId,
        ...ledgerWindow(ledger.validStart(), now, settings),
      })
      const expiresAt = new Date(now + settings.TRANSACTION_TIMEOUT)
      const draft = {
        job_id: request.jobId,
        sender: senderId,
        kind,
        paid,
        bytes,
        body_bytes: bodyBytes,
        expires_at: expiresAt,
      }
      await database.change((trx) => insertDraft(trx, draft, new Date(now)))
      // Where two were made at once, the one that was stored.
      const stored = await draftsOf(database.read, request.jobId, new Date(now), senderId)
      return stored.find(isAsked)
    },

    async sign(request, by) {
      const found = signaturesFrom(by.signature)
      const repeated = request.signatures.find(
        ({ senderId, signature, byMirror }) =>
          !byMirror && senderId === by.senderId && found.some((one) => Buffer.compare(one.signature, signature) === 0),
      )
      if (isScheduled(request)) return repeated ?? submitSigned(request, by.senderId, found)
      if (by.senderId !== request.requester && request.state === 'pending')
        throw conflict(
          'SCHEDULE_NOT_CREATED',
          `${request.requester}, who asked for this, signs its ScheduleCreate first; then ask for bytes of your own`,
        )
      const counted = await signatures.sign(request, by)
      const created = await createSchedule(await latest(request))
      if (created?.state === 'error') throw failure(created)
      return counted
    },

    async create(request) {
      try {
        await createSchedule(request)
      } catch (error) {
        // What is refused stays as it is: who asked may execute it, while there is time.
        if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
      }
    },

    async execute(request, bytes) {
      const drafts = await draftsOf(database.read, request.jobId, new Date(clock.now()))
      // The same body several times is submitted once.
      const bodies = Map.groupBy(signaturesIn(bytes), ({ bodyBytes }) => Buffer.from(bodyBytes ?? []).toString('hex'))
      for (const [hex, same] of bodies) {
        const bodyBytes = hex === '' ? null : Buffer.from(hex, 'hex')
        const found = same.flatMap(({ signatures }) => signatures)
        if (bodyBytes && Buffer.compare(bodyBytes, request.bodyBytes) === 0) continue
        const draft = bodyBytes && drafts.find(({ body_bytes }) => Buffer.compare(bodyBytes, body_bytes) === 0)
        const present = await latest(request)
        if (draft && isScheduled(present)) {
          // Where nobody has signed it, it is sent to say which request is meant.
          if (found.length > 0) await submitSigned(present, draft.sender, found)
        } else if (request.state === 'pending')
          throw unprocessable(
            'BODY_MISMATCH',
            `The bytes are neither those of the request ${request.jobId} nor those that its status has answered within two minutes`,
          )
      }
      return outcomeOf(await latest(request))
    },
  }
}

/** Whether nothing is missing for the ledger to execute the request's schedule at once. */
const awaitsExecution = (request: Request): request is ScheduledRequest =>
  isScheduled(request) &&
  request.state === 'pending' &&
  request.schedule.execute === 'signed' &&
  missingKeys(request).signatures === 0

/** Whether an account has withdrawn a request whose schedule the ledger still keeps: it may delete that. */
const mayDelete = ({ state, code, requester }: Request, account: string): boolean =>
  state === 'error' && code !== null && CLOSED_HERE.includes(code) && account === requester

/**
 * What an account may sign: nothing where its signature counts already, unless anybody's makes the ledger look again.
 */
function kindOfDraft(request: Request, account: string, now: number): Draft['kind'] | undefined {
  if (!isScheduled(request) || now >= request.schedule.expiresAt.getTime()) return undefined
  if (mayDelete(request, account)) return 'delete'
  if (!signersOf(request).includes(account)) return undefined
  if (request.state !== 'pending' || request.rejections.some((rejection) => rejection.account === account))
    return undefined
  const lacking = missingKeys(request)
  if (lacking.signatures === 0) return request.schedule.execute === 'signed' ? 'sign' : undefined
  const own = ownLeaves(request, account)
  return own.isDisjointFrom(lacking.publicKeys) ? undefined : 'sign'
}

/** The leaves by which an account signs a request, as raw hex. */
const ownLeaves = (request: Request, account: string): Set<string> =>
  new Set((people(request).get(account) ?? []).flatMap(leaves).map(publicKeyText))

const refusedByLedger = ({ status }: FinalOutcome) =>
  unprocessable(status, `The ledger refused the transaction that was signed: ${status}`)
