import { EventEmitter, once } from 'node:events'
import { keyFromText, type Ledger, type Signature, transactionHash, withSignatures } from '@quorate/ledger'
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
} from '@quorate/platform'
import { requestOperations } from '@quorate/verify'
import type { Announcements } from '../../events/announcements.ts'
import { OWNERS_CHANGED } from '../../model/errors.ts'
import { keyToHex } from '../../model/keys.ts'
import type { CountedSignature, OperationName, Request } from '../../model/request.ts'
import { counts, withAdded } from '../../model/signatures.ts'
import { insertSignatures, rejectionsOf } from '../../store/events.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { findRequest, lockGovernance, lockWallet, moveState } from '../../store/requests.ts'
import { scheduledUpdateOf } from '../../store/schedules.ts'
import type { Tables } from '../../store/tables.ts'
import { findWallet } from '../../store/wallets.ts'
import { checkFees } from '../checks/custom-fees.ts'
import { checkNotRejected } from '../checks/open-request.ts'
import { walletChanging } from '../checks/owner-changes.ts'
import { readOnce } from '../reads.ts'
import type { Replacements } from './replacements.ts'
import type { Settlement } from './settlement.ts'
import { withdrawFormerOwners } from './withdrawals.ts'

/** How long a job waits before it asks again about a transaction that may have arrived, in milliseconds. */
const RETRY_DELAY_MS = 5_000

interface ExecuteJob {
  jobId: string
}

/** The bytes that an attempt submits, and the hashes of these and of all earlier bytes. */
interface Attempt {
  bytes: Uint8Array
  submitted: string[]
}

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  clock: Clock
  settlement: Settlement
  announcements: Announcements
  replacements: Pick<Replacements, 'executing'>
  /**
   * The service's signatures over transactions that it pays for. Both functions do nothing if it does not pay for the
   * request's.
   */
  payment: {
    signCreate(request: Request): Signature[]
    reserveCreate(trx: Change<Tables>, request: Request): Promise<void>
  }
}

interface State {
  /** Emits a request's `jobId` when an attempt of this process has ended. */
  ended: EventEmitter
  /**
   * Attempts that this process began itself, by job, so that it need not read from the database what it has just
   * written.
   */
  begun: Map<string, { request: Request; attempt: Attempt }>
  kinds: Map<OperationName, JobKind<ExecuteJob>>
}

/**
 * Attempts to execute requests. The process may end at any moment, so each attempt is stored before it is made, and
 * removed again if it certainly did not arrive.
 */
export function createAttempts(deps: Deps) {
  const state: State = { ended: new EventEmitter().setMaxListeners(0), begun: new Map(), kinds: new Map() }
  for (const name of requestOperations)
    state.kinds.set(
      name,
      deps.jobs.define<ExecuteJob>(`${name}.execute`, ({ jobId }, job) => carryOut(deps, state, jobId, job)),
    )
  return {
    /**
     * Submits the request to the ledger with these additional signatures, unless another call has done so. `ended`
     * resolves to the settled request if this call settled it; it never rejects.
     */
    begin: (request: Request, found: CountedSignature[]) => begin(deps, state, request, found),
    /** Resolves when this process ends an attempt for the request, or after `ms` milliseconds. */
    async endOf(jobId: string, ms: number): Promise<void> {
      await once(state.ended, jobId, { signal: AbortSignal.timeout(ms) }).catch(() => {})
    },
  }
}

async function carryOut(deps: Deps, state: State, jobId: string, { id, final }: JobAttempt): Promise<void> {
  const { database, ledgerOf } = deps
  const own = state.begun.get(id)
  const request = own?.request ?? (await findRequest(database.read, jobId))
  if (request?.state !== 'executing') return
  // The first attempt was stored by `begin`. An earlier attempt that was not removed may have arrived.
  const uncertain = !own && request.maybeSubmitted
  let isChecked = false
  try {
    const attempt = own?.attempt ?? (await prepare(deps, request))
    // The fees were checked just before the first attempt, but may have changed before a later one.
    if (!own) await checkFees(readOnce(ledgerOf(request)), request)
    isChecked = true
    const settled = await submit(deps, request, attempt, uncertain)
    if (own) state.begun.set(id, { ...own, request: settled })
  } catch (error) {
    if ((!isChecked || nothingWasSubmitted(error)) && !uncertain)
      await updateState(
        deps,
        request,
        final ? { state: 'pending', maybe_submitted: false } : { maybe_submitted: false },
      )
    else if (final) await retryLater(deps, state, request)
    throw error
  } finally {
    state.ended.emit(jobId)
  }
}

async function submit(
  { ledgerOf, settlement }: Deps,
  request: Request,
  { bytes, submitted }: Attempt,
  mayHaveBeenSubmitted: boolean,
): Promise<Request> {
  const ledger = ledgerOf(request)
  const outcome = await ledger.submit(bytes, { mayHaveBeenSubmitted })
  if (outcome.state === 'unknown')
    throw unavailable('OUTCOME_UNKNOWN', `The ledger has not yet reported the outcome of ${request.transactionId}`)
  return settlement.settle(ledger, { ...request, submitted }, outcome)
}

/** @throws as `SchedulePayer.signCreate` */
function attemptOf({ payment }: Deps, request: Request): Attempt {
  const signatures = request.signatures
    .filter(counts)
    .map(({ publicKey, signature }) => ({ publicKey: keyFromText(publicKey), signature }))
  const bytes = withSignatures(request.bodyBytes, [...signatures, ...payment.signCreate(request)])
  return { bytes, submitted: [...new Set([...request.submitted, transactionHash(bytes)])] }
}

/** Stores a later attempt before it is made. Signatures added since then change its bytes. */
async function prepare(deps: Deps, request: Request): Promise<Attempt> {
  const attempt = attemptOf(deps, request)
  if (!request.maybeSubmitted || attempt.submitted.length > request.submitted.length)
    await updateState(deps, request, { maybe_submitted: true, submitted: attempt.submitted })
  return attempt
}

const updateState = (
  deps: Deps,
  request: Request,
  change: { state?: 'pending'; maybe_submitted: boolean; submitted?: string[] },
) =>
  deps.database.change(async (trx) => {
    // With this lock, a concurrent change of owners comes either before this, or after and finds the request pending.
    if (change.state && request.wallet) await lockWallet(trx, request.chain, request.wallet)
    const updatedAt = new Date(deps.clock.now())
    const moved = await moveState(trx, request.jobId, ['executing'], { ...change, updated_at: updatedAt })
    const open = moved && change.state && (await findRequest(trx, request.jobId))
    if (open) await noteWaiting(trx, [await withdrawFormerOwners(deps, trx, open)])
  })

/**
 * A request whose transaction may have arrived is not opened for signatures again. A job asks for its outcome, and
 * submits it again until its window ends.
 */
async function retryLater(
  { database, jobs, clock }: Deps,
  { kinds }: State,
  { jobId, operation, windowEndsAt }: Request,
): Promise<void> {
  const kind = kinds.get(operation)
  const at = clock.now() + RETRY_DELAY_MS
  if (kind && at < windowEndsAt.getTime())
    await database.change((trx) => jobs.create(trx, kind, { jobId }, { startAfter: new Date(at) }))
}

async function begin(
  deps: Deps,
  { kinds, begun }: State,
  request: Request,
  found: CountedSignature[],
): Promise<{ ended: Promise<Request | undefined> } | undefined> {
  const { database, jobs, clock, payment } = deps
  const { jobId } = request
  const kind = kinds.get(request.operation)
  if (!kind) return undefined
  const signed: Request = { ...request, state: 'executing', signatures: withAdded(request.signatures, found) }
  const attempt = attemptOf(deps, signed)
  const executing = { ...signed, submitted: attempt.submitted }
  const job = await database.change(async (trx) => {
    if (request.operation === 'update') await checkAlone(trx, request)
    const moved = await moveState(trx, jobId, ['pending'], {
      state: 'executing',
      code: null,
      message: null,
      maybe_submitted: true,
      submitted: attempt.submitted,
      updated_at: new Date(clock.now()),
    })
    if (!moved) return undefined
    // An owner may have rejected the request since it was read. From here on, the row's lock prevents that.
    checkNotRejected({ ...request, rejections: await rejectionsOf(trx, jobId) }, found)
    await insertSignatures(trx, request, found)
    await deps.replacements.executing(trx, request)
    await payment.reserveCreate(trx, request)
    return jobs.create(trx, kind, { jobId })
  })
  if (!job) return undefined
  begun.set(job, { request: executing, attempt })
  const run = async () => {
    const outcome = await jobs.run(kind, job, { jobId })
    const left = begun.get(job)?.request
    begun.delete(job)
    return outcome === 'done' && left?.state !== 'executing' ? left : undefined
  }
  return { ended: run() }
}

/**
 * Allows only one change of owners to execute at a time, and only if the wallet still has the key that it had at the
 * request.
 *
 * @throws 409 `WALLET_CHANGING` or `WALLET_CHANGED`
 */
async function checkAlone(trx: Change<Tables>, { chain, wallet, jobId, signing, createdAt }: Request): Promise<void> {
  if (!wallet) return
  if (await lockGovernance(trx, chain, wallet, jobId)) throw walletChanging(wallet, null)
  // A later request does not block this one; otherwise one owner could keep the others from changing it.
  const schedule = await scheduledUpdateOf(trx, { chain, wallet, before: createdAt })
  if (schedule !== undefined) throw walletChanging(wallet, schedule)
  const present = await findWallet(trx, chain, wallet)
  const asked = signing.accounts.find(({ account }) => account === wallet)
  if (!present || keyToHex(present.key) !== asked?.key) throw conflict(OWNERS_CHANGED.code, OWNERS_CHANGED.message)
}

/**
 * Whether the network certainly never got the transaction. `Ledger.submit` uses this code for that. Other 503 errors
 * may come after the network got it.
 */
const nothingWasSubmitted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'LEDGER_UNAVAILABLE'
