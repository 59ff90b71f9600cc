import { EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  type FoundSignature,
  keyFromText,
  type Ledger,
  signaturesIn,
  transactionHash,
  verifiedSignatures,
  withSignatures,
} from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  type JobAttempt,
  type JobKind,
  type Jobs,
  type Session,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { type Key, leaves, missing, publicKeyText, satisfied } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { OWNERS_CHANGED } from '../model/errors.ts'
import {
  type CountedSignature,
  counts,
  isScheduled,
  keyToHex,
  type OperationName,
  operations,
  people,
  type Request,
  rejectedLeaves,
  signedKeys,
  withAdded,
} from '../model/request.ts'
import { insertSignatures, rejectionsOf } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockGovernance, lockWallet, moveState, stateOf } from '../store/requests.ts'
import { scheduledUpdateOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet } from '../store/wallets.ts'
import { type Confirmations, formerOwnersWithdrawer } from './confirm.ts'
import { checkFees } from './fees.ts'
import { checkNewOwners, keysNeeded, leavesHeld, leavesOwned, type NeededKey, receiversKey } from './keys.ts'
import { holderOf, readOnce } from './reads.ts'
import type { ReplacedKeys } from './replaced-keys.ts'
import { walletChanging } from './schedule.ts'
import type { SchedulePayer } from './schedule-payer.ts'
import type { Settlement } from './settle.ts'
import { checkNotRejected, checkOpen, type Signatures } from './sign.ts'

/** How long an execute waits for the ledger before it answers `pending`, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 15_000
/** How long a job waits before it asks again about a transaction that may have arrived, in milliseconds. */
const RETRY_DELAY_MS = 5_000
/** How often an execute reads whether another process has finished its request, in milliseconds. */
const POLL_INTERVAL_MS = 250

export interface Execution {
  /**
   * Submits a request once its keys are satisfied, and waits for the outcome. The bytes may carry signatures that were
   * not sent before; only verified ones count, and unconfirmed ones are looked at first. Answers the finished request,
   * or the pending one after 15 s; at once where enough other requests of the wallet are waited for, and for a timed
   * request before its time.
   *
   * @throws 422 `BODY_MISMATCH`, `RECEIVER_MUST_SIGN` or `THRESHOLD_NOT_MET`, 410 `REQUEST_EXPIRED`, 409 as
   *     `keysNeeded`, `CUSTOM_FEES_CHANGED` or `ALREADY_REJECTED`, 503 `LEDGER_UNAVAILABLE` where every attempt failed
   *     before the ledger had the transaction: the request is open again
   */
  execute(request: Request, bytes: Uint8Array): Promise<Request>
  /**
   * Begins an attempt to execute a pending timed request whose time has come, with the signatures that it has. Does not
   * wait for the ledger.
   *
   * @throws as `execute`, but for a failure to reach the ledger: another attempt follows
   */
  executeDue(request: Request): Promise<void>
}

interface ExecuteJob {
  jobId: string
  chain: string
  /** See {@link holderOf}. */
  holder: string
}

/** The wait for one request, which all its callers share. */
interface Wait {
  /** The chain and wallet of the request; for a creation, its requester. */
  of: string
  waiters: number
  finished: Promise<Request | undefined>
}

export function createExecution(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  clock: Clock
  settlement: Settlement
  signatures: Signatures
  confirmations: Confirmations
  replacedKeys: ReplacedKeys
  schedulePayer: SchedulePayer
  announcements: Announcements
}): Execution {
  const { schedulePayer, database, jobs, ledgerOf, clock, settlement, signatures, confirmations, replacedKeys } = deps
  const withdrawFormerOwners = formerOwnersWithdrawer(deps)
  const finished = new EventEmitter().setMaxListeners(0)
  /** Executions that this process began itself, by job: it need not read again what it has just written. */
  const ownRuns = new Map<string, { request: Request; attempt: Attempt }>()
  /** The waits, by `jobId`. */
  const waits = new Map<string, Wait>()
  const kinds = new Map<OperationName, JobKind<ExecuteJob>>(
    operations.map((name) => [
      name,
      // Wallets take turns in further attempts, so that one with many that wait for the ledger holds up no other.
      jobs.define<ExecuteJob>(`${name}.execute`, ({ jobId }, job) => carryOut(jobId, job), {
        ownerOf: ({ chain, holder }) => `${chain} ${holder}`,
        beginsAtOnce: true,
      }),
    ]),
  )

  /**
   * Makes one attempt to execute. The process may end at any moment, so the attempt is stored before it is made, and
   * taken back if it surely did not arrive.
   */
  async function carryOut(jobId: string, { id, final }: JobAttempt): Promise<void> {
    const begun = ownRuns.get(id)
    const request = begun?.request ?? (await findRequest(database.read, jobId))
    if (request?.state !== 'executing') return
    // `begin` has stored the first attempt; an earlier one that was not taken back may have arrived.
    const uncertain = !begun && request.maybeSubmitted
    let isChecked = false
    try {
      const attempt = begun?.attempt ?? (await prepare(request))
      // `execute` has checked this a moment before the first attempt; fees may have changed before a later one.
      if (!begun) await checkFees(readOnce(ledgerOf(request)), request)
      isChecked = true
      const settled = await submit(request, attempt, uncertain)
      if (begun) ownRuns.set(id, { ...begun, request: settled })
    } catch (error) {
      if ((!isChecked || nothingWasSubmitted(error)) && !uncertain)
        await updateState(request, final ? { state: 'pending', maybe_submitted: false } : { maybe_submitted: false })
      else if (final) await retryLater(request)
      throw error
    } finally {
      finished.emit(jobId)
    }
  }

  async function submit(
    request: Request,
    { bytes, submitted }: Attempt,
    mayHaveBeenSubmitted: boolean,
  ): Promise<Request> {
    const ledger = ledgerOf(request)
    const outcome = await ledger.submit(bytes, { mayHaveBeenSubmitted })
    if (outcome.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger has not yet said what became of ${request.transactionId}`)
    return settlement.settle(ledger, { ...request, submitted }, outcome)
  }

  /** @throws as `SchedulePayer.signCreate` */
  function attemptOf(request: Request): Attempt {
    const signatures = request.signatures.filter(counts).map(({ publicKey, signature }) => ({
      publicKey: keyFromText(publicKey),
      signature,
    }))
    const paid = isPaidByService(request) ? schedulePayer.signCreate(request) : []
    const bytes = withSignatures(request.bodyBytes, [...signatures, ...paid])
    return { bytes, submitted: [...new Set([...request.submitted, transactionHash(bytes)])] }
  }

  /** Stores a later attempt before it is made: a signature may have come since, so that other bytes are submitted. */
  async function prepare(request: Request): Promise<Attempt> {
    const attempt = attemptOf(request)
    if (!request.maybeSubmitted || attempt.submitted.length > request.submitted.length)
      await updateState(request, { maybe_submitted: true, submitted: attempt.submitted })
    return attempt
  }

  const updateState = (
    request: Request,
    change: { state?: 'pending'; maybe_submitted: boolean; submitted?: string[] },
  ) =>
    database.change(async (trx) => {
      // Owners who change meanwhile either find the request pending, or are the ones that it then waits for.
      if (change.state && request.wallet) await lockWallet(trx, request.chain, request.wallet)
      const moved = await moveState(trx, request.jobId, ['executing'], { ...change, updated_at: new Date(clock.now()) })
      const open = moved && change.state && (await findRequest(trx, request.jobId))
      if (open) await noteWaiting(trx, [await withdrawFormerOwners(trx, open)])
    })

  /**
   * A request whose transaction may have arrived is not opened again: a further job asks for it, and submits it again,
   * while its window lasts.
   */
  async function retryLater(request: Request): Promise<void> {
    const kind = kinds.get(request.operation)
    const at = clock.now() + RETRY_DELAY_MS
    if (kind && at < request.windowEndsAt.getTime())
      await database.change((trx) => jobs.create(trx, kind, jobFor(request), { startAfter: new Date(at) }))
  }

  /**
   * Hands the request to the ledger, unless another call has. `ended` answers the settled request if this call finished
   * it; it never throws.
   */
  async function begin(
    request: Request,
    found: CountedSignature[],
  ): Promise<{ ended: Promise<Request | undefined> } | undefined> {
    const kind = kinds.get(request.operation)
    if (!kind) return undefined
    const data = jobFor(request)
    const signed: Request = { ...request, state: 'executing', signatures: withAdded(request.signatures, found) }
    const attempt = attemptOf(signed)
    const executing = { ...signed, submitted: attempt.submitted }
    const job = await database.change(async (trx) => {
      if (request.operation === 'update') await checkAlone(trx, request)
      const change = {
        ...{ state: 'executing' as const, code: null, message: null },
        ...{ maybe_submitted: true, submitted: executing.submitted },
      }
      if (!(await moveState(trx, request.jobId, ['pending'], { ...change, updated_at: new Date(clock.now()) })))
        return undefined
      // An owner's rejection may have come since the request was read; none comes any more, as its row is locked now.
      const rejections = await rejectionsOf(trx, request.jobId)
      checkNotRejected({ ...request, rejections }, found)
      await insertSignatures(trx, request.jobId, found)
      if (isPaidByService(request)) await schedulePayer.reserve(trx, request, request.requester, request.bodyBytes)
      return jobs.create(trx, kind, data)
    })
    if (!job) return undefined
    ownRuns.set(job, { request: executing, attempt })
    const run = async () => {
      const outcome = await jobs.run(kind, job, data)
      const left = ownRuns.get(job)?.request
      ownRuns.delete(job)
      return outcome === 'done' && left?.state !== 'executing' ? left : undefined
    }
    return { ended: run() }
  }

  /**
   * Lets one change of owners execute at a time, and only from the key that it was asked for.
   * @throws 409 `WALLET_CHANGING` or `WALLET_CHANGED`
   */
  async function checkAlone(trx: Change<Tables>, { chain, wallet, jobId, signing, createdAt }: Request): Promise<void> {
    if (!wallet) return
    if (await lockGovernance(trx, chain, wallet, jobId)) throw walletChanging(wallet, null)
    // One that was asked for later does not hold this up, so that no owner can keep the others from changing it.
    const schedule = await scheduledUpdateOf(trx, { chain, wallet, before: createdAt })
    if (schedule !== undefined) throw walletChanging(wallet, schedule)
    const present = await findWallet(trx, chain, wallet)
    const asked = signing.accounts.find(({ account }) => account === wallet)
    if (!present || keyToHex(present.key) !== asked?.key) throw conflict(OWNERS_CHANGED.code, OWNERS_CHANGED.message)
  }

  /**
   * Waits until the request is finished or the deadline has passed; not at all where enough other requests of its
   * wallet are waited for.
   */
  async function result({ jobId, chain, ...request }: Request, deadline: number): Promise<Request> {
    const of = `${chain} ${holderOf(request)}`
    const others = () => [...waits.values()].filter((other) => other.of === of).length
    const wait = waits.get(jobId) ?? (others() < limits.maxRequestsWaitedFor.value ? startWait(jobId, of) : undefined)
    if (!wait) return latest(jobId)
    wait.waiters++
    try {
      const late = setTimeout(Math.max(0, deadline - Date.now()), undefined, { ref: false })
      return (await Promise.race([wait.finished, late])) ?? (await latest(jobId))
    } finally {
      wait.waiters--
    }
  }

  function startWait(jobId: string, of: string): Wait {
    const wait: Wait = { of, waiters: 0, finished: pollWhile(jobId, () => wait.waiters > 0) }
    waits.set(jobId, wait)
    return wait
  }

  /** Polls for all callers that wait for the request; undefined once nobody waits any more. */
  async function pollWhile(jobId: string, isWaitedFor: () => boolean): Promise<Request | undefined> {
    try {
      for (;;) {
        const wake = new AbortController()
        const signal = AbortSignal.any([wake.signal, AbortSignal.timeout(POLL_INTERVAL_MS)])
        const changed = once(finished, jobId, { signal }).catch(() => {})
        const state = await stateOf(database.read, jobId)
        if (state !== 'executing' || !isWaitedFor()) wake.abort()
        await changed
        if (!isWaitedFor()) return undefined
        if (state !== 'executing') return await latest(jobId)
      }
    } finally {
      waits.delete(jobId)
    }
  }

  async function latest(jobId: string): Promise<Request> {
    const request = await findRequest(database.read, jobId)
    if (!request) throw new Error(`The request ${jobId} has vanished from the database`)
    return request
  }

  /**
   * The verified signatures in the bytes that were not counted yet. They count like those that were sent: for an owner
   * by its leaf, while its account holds that leaf on the ledger. The leaves of owners who have rejected the request do
   * not count, whoever has them beside these.
   */
  async function countedIn(
    signatures: FoundSignature[],
    request: Request,
    needed: NeededKey[],
    ledger: Ledger,
  ): Promise<CountedSignature[]> {
    const [counted, rejected] = [signedKeys(request), rejectedLeaves(request)]
    const candidates = new Map(
      needed
        .flatMap(({ key }) => leaves(key))
        .map((leaf) => [publicKeyText(leaf), leaf] as const)
        .filter(([text]) => !counted.has(text) && !rejected.has(text)),
    )
    const verified = verifiedSignatures(request.bodyBytes, signatures, [...candidates.values()])
    const accounts = new Set([...people(request).keys(), ...needed.flatMap(({ account }) => account ?? [])])
    const rejecting = new Set(request.rejections.map(({ account }) => account))
    const owned = [...accounts.difference(rejecting)].map((account) => ({
      account,
      leaves: leavesOwned(request, needed, account),
    }))
    const found = await Promise.all(
      verified.map(async ({ publicKey, signature }) => {
        const text = publicKeyText(publicKey)
        for (const { account, leaves } of owned)
          if (leaves.has(text) && (await leavesHeld(ledger, account)).has(text))
            return { senderId: account, publicKey: text, signature, timestamp: new Date(clock.now()) }
        return []
      }),
    )
    return found.flat()
  }

  /**
   * The verified signatures in bytes that were not counted yet, once those and the counted ones satisfy every key.
   * @throws as `execute`
   */
  async function checkExecutable(
    ledger: Ledger,
    request: Request,
    signed: FoundSignature[],
  ): Promise<CountedSignature[]> {
    checkOpen(request, clock.now())
    const [keys, receivers] = await Promise.all([
      keysNeeded(ledger, request, clock.now()),
      receiversKey(ledger, request),
    ])
    const needed = [...keys, ...receivers]
    const found = await countedIn(signed, request, needed, ledger)
    checkSatisfied(request, needed, found)
    await checkNewOwners(ledger, request)
    // The fees take the most reads, so requests without the needed signatures are refused before them.
    await checkFees(ledger, request)
    return found
  }

  return {
    async executeDue(given) {
      const ledger = readOnce(ledgerOf(given))
      const request = await replacedKeys.withdraw(ledger, await confirmations.confirm(ledger, given))
      await checkExecutable(ledger, request, [])
      await begin(request, [])
    },
    async execute(given, bytes) {
      const signed = signaturesOf(given, bytes)
      if (given.state === 'success' || given.state === 'error') return given
      const deadline = Date.now() + RESPONSE_TIMEOUT_MS
      const ledger = readOnce(ledgerOf(given))
      const isEarly = given.executeAt !== null && clock.now() < given.executeAt.getTime()
      const isDue = given.state === 'pending' && given.executeAt !== null && !isEarly
      const confirmed = given.state === 'pending' ? await confirmations.confirm(ledger, given) : given
      const request = isDue ? await replacedKeys.withdraw(ledger, confirmed) : confirmed
      if (request.state === 'pending') {
        const found = await checkExecutable(ledger, request, signed)
        if (isEarly) {
          await signatures.add(request, found)
          return latest(request.jobId)
        }
        const begun = await begin(request, found)
        const settled = await begun?.ended
        if (settled) return settled
      }
      const settled = await result(request, deadline)
      if (settled.state === 'pending' && !isScheduled(settled))
        throw unavailable(
          'LEDGER_UNAVAILABLE',
          `The consensus node did not take the transaction; the request is open until ${request.expiresAt.toISOString()}`,
        )
      return settled
    },
  }
}

const jobFor = ({ jobId, chain, ...request }: Request): ExecuteJob => ({ jobId, chain, holder: holderOf(request) })

/** The bytes that an attempt submits, and the hashes of these and of all bytes before. */
interface Attempt {
  bytes: Uint8Array
  submitted: string[]
}

const isPaidByService = ({ schedule, signing }: Request): boolean =>
  schedule?.state === 'creating' && signing.creator?.payer !== undefined

/**
 * Whether the network surely never had the transaction: `Ledger.submit` says so with this code; another 503 may come
 * after it had.
 */
const nothingWasSubmitted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'LEDGER_UNAVAILABLE'

/** The signatures in submitted bytes, unverified. @throws 422 `BODY_MISMATCH` unless every body is the stored one */
function signaturesOf(request: Request, bytes: Uint8Array): FoundSignature[] {
  const signed = signaturesIn(bytes)
  if (signed.some(({ bodyBytes }) => !bodyBytes || Buffer.compare(bodyBytes, request.bodyBytes) !== 0))
    throw unprocessable('BODY_MISMATCH', `The bytes are not those of the request ${request.jobId}`)
  return signed.flatMap((body) => body.signatures)
}

function checkSatisfied(request: Request, needed: NeededKey[], found: CountedSignature[]): void {
  const keys = needed.map(({ key }) => key)
  const signers = signedKeys(request).union(new Set(found.map(({ publicKey }) => publicKey)))
  const open = keys.filter((key) => !satisfied(key, signers))
  if (open.length === 0) return
  const lacking = Math.max(...open.map((key) => missing(key, signers).count))
  const rejecting = request.rejections.map(({ account }) => account)
  const lackingLeaves = new Set(open.flatMap((key) => missing(key, signers).leaves).map(publicKeyText))
  const holders = holdersOf(request, needed)
  const helping = [...lackingLeaves.difference(rejectedLeaves(request))].map((publicKey) => ({
    publicKey,
    ...(holders.has(publicKey) ? { accountId: holders.get(publicKey) } : {}),
  }))
  const accounts = [...new Set(helping.map(({ accountId, publicKey }) => accountId ?? publicKey))]
  throw unprocessable(
    'THRESHOLD_NOT_MET',
    `${signers.size} verified signature${signers.size === 1 ? '' : 's'}: at least ${lacking} more needed, of ${accounts.join(', ') || 'nobody who may still sign'}${rejecting.length > 0 ? `; those of ${rejecting.join(', ')}, who rejected the request, do not count` : ''}`,
    helping,
  )
}

/**
 * The accounts by the keys with which they take part in a request: its owners, old and new, and others who must sign.
 */
function holdersOf(request: Request, needed: NeededKey[]): Map<string, string> {
  const others = needed.flatMap(({ account, key }) => (account && account !== request.wallet ? [[account, [key]]] : []))
  const all = [...(others as [string, Key[]][]), ...people(request)]
  return new Map(
    all.flatMap(([account, keys]) => keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), account] as const)),
  )
}
