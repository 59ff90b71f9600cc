import { EventEmitter, once } from 'node:events'
import {
  type FoundSignature,
  type Key,
  keyFromText,
  type Ledger,
  leaves,
  missing,
  publicKeyText,
  satisfied,
  signaturesIn,
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
import { keysNeeded, leavesHeld } from './keys.ts'
import {
  type CountedSignature,
  keyToHex,
  type OperationName,
  operations,
  people,
  type Request,
  signedKeys,
} from './request.ts'
import { type Settlement, timed } from './settlement.ts'
import { checkOpen } from './signing.ts'
import { findRequest, findWallet, insertSignatures, lockGovernance, moveState, type Tables } from './store.ts'

/** How long an execute waits for the ledger before it answers `pending`, in milliseconds. */
const patience = 15_000
/** When a transaction that may have arrived is looked for again, in milliseconds. */
const askAgain = 5_000
/** How often a wait looks whether another process has finished the request, in milliseconds. */
const lookAgain = 250

export interface Execution {
  /**
   * Hands a request to the ledger once its keys are satisfied, and waits for the outcome. The bytes may carry signatures
   * that were not sent before; only verified ones count. Answers the finished request, or after 15 s the pending one.
   *
   * Throws 422 `BODY_MISMATCH` or `THRESHOLD_NOT_MET`, 410 `REQUEST_EXPIRED`, 409 as `keysNeeded`, 503 `LEDGER_UNAVAILABLE`
   * where every attempt failed before the ledger had the transaction: the request is open again.
   */
  execute(request: Request, by: { session: Session; bytes: Uint8Array }): Promise<Request>
}

type ExecuteJob = { jobId: string }

export function createExecution(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  clock: Clock
  settlement: Settlement
}): Execution {
  const { database, jobs, ledgerOf, clock, settlement } = deps
  const finished = new EventEmitter().setMaxListeners(0)
  /** The requests of executions that this process runs itself: it need not read again what it has just written. */
  const atHand = new Map<string, Request>()
  const kinds = new Map<OperationName, JobKind<ExecuteJob>>(
    operations.map((name) => [
      name,
      jobs.define<ExecuteJob>(`${name}.execute`, ({ jobId }, job) => carryOut(jobId, job)),
    ]),
  )

  /** One attempt. Its process may die at any moment, so what it may have done is written down before, and taken back after. */
  async function carryOut(jobId: string, { id, final }: JobAttempt): Promise<void> {
    const begun = atHand.get(id)
    const request = begun ?? (await findRequest(database.read, jobId))
    if (request?.state !== 'executing') return
    // The first attempt is announced where the execution begins; an earlier one that was not taken back may have arrived.
    const uncertain = !begun && request.maybeSubmitted
    if (!begun && !uncertain) await note(request, { maybe_submitted: true })
    try {
      const settled = await submit(request, uncertain)
      if (begun) atHand.set(id, settled)
    } catch (error) {
      if (nothingWasSubmitted(error) && !uncertain)
        await note(request, final ? { state: 'pending', maybe_submitted: false } : { maybe_submitted: false })
      else if (final) await askAgainLater(request)
      throw error
    } finally {
      finished.emit(jobId)
    }
  }

  async function submit(request: Request, again: boolean): Promise<Request> {
    const signatures = request.signatures.map(({ publicKey, signature }) => ({
      publicKey: keyFromText(publicKey),
      signature,
    }))
    const ledger = ledgerOf(request)
    const outcome = await ledger.submit(withSignatures(request.bodyBytes, signatures), { again })
    if (outcome.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger has not yet said what became of ${request.transactionId}`)
    return settlement.settle(request, await timed(ledger, outcome))
  }

  const note = (request: Request, change: { state?: 'pending'; maybe_submitted: boolean }) =>
    database.change((trx) =>
      moveState(trx, request.jobId, ['executing'], { ...change, updated_at: new Date(clock.now()) }),
    )

  /** What may have arrived is not open again: it is looked for, and sent again, as long as its window lasts. */
  async function askAgainLater({ jobId, operation, windowEndsAt }: Request): Promise<void> {
    const kind = kinds.get(operation)
    const at = clock.now() + askAgain
    if (kind && at < windowEndsAt.getTime())
      await database.change((trx) => jobs.create(trx, kind, { jobId }, { startAfter: new Date(at) }))
  }

  /** Hands the request to the ledger, unless somebody else has; answers it settled, if that is how it ended here. */
  async function begin(request: Request, found: CountedSignature[]): Promise<Request | undefined> {
    const kind = kinds.get(request.operation)
    if (!kind) return undefined
    const data = { jobId: request.jobId }
    const job = await database.change(async (trx) => {
      if (request.operation === 'update') await checkAlone(trx, request)
      const executing = { state: 'executing' as const, maybe_submitted: true, updated_at: new Date(clock.now()) }
      if (!(await moveState(trx, request.jobId, ['pending'], executing))) return undefined
      await insertSignatures(trx, request.jobId, found)
      return jobs.create(trx, kind, data)
    })
    if (!job) return undefined
    atHand.set(job, { ...request, state: 'executing', signatures: [...request.signatures, ...found] })
    const ended = await jobs.run(kind, job, data)
    const left = atHand.get(job)
    atHand.delete(job)
    return ended === 'done' && left?.state !== 'executing' ? left : undefined
  }

  /** Owners change one change at a time, each from the key that it was asked for. Throws 409 `WALLET_CHANGING` or `WALLET_CHANGED`. */
  async function checkAlone(trx: Change<Tables>, { chain, wallet, jobId, signing }: Request): Promise<void> {
    if (!wallet) return
    if (await lockGovernance(trx, chain, wallet, jobId))
      throw conflict('WALLET_CHANGING', `Another change of the owners of ${wallet} is with the ledger: ask again`)
    const present = await findWallet(trx, chain, wallet)
    const asked = signing.accounts.find(({ account }) => account === wallet)
    if (!present || keyToHex(present.key) !== asked?.key)
      throw conflict('WALLET_CHANGED', 'The owners or the threshold have changed since this was asked: ask again')
  }

  async function result(jobId: string, deadline: number): Promise<Request> {
    for (;;) {
      const wake = new AbortController()
      const done = once(finished, jobId, { signal: AbortSignal.any([wake.signal, AbortSignal.timeout(lookAgain)]) })
      done.catch(() => {})
      const request = await findRequest(database.read, jobId)
      if (!request) throw new Error(`The request ${jobId} has vanished from the database`)
      if (request.state !== 'executing' || Date.now() >= deadline) {
        wake.abort()
        return request
      }
      await done.catch(() => {})
    }
  }

  /** Signatures that came with the bytes count as those that were sent: while their owner still holds the key on the ledger. */
  async function stillHeld(request: Request, found: CountedSignature[]): Promise<CountedSignature[]> {
    const known = people(request)
    const held = await Promise.all(
      found.map(async ({ senderId, publicKey }) =>
        known.has(senderId) ? (await leavesHeld(ledgerOf(request), senderId)).has(publicKey) : true,
      ),
    )
    return found.filter((_signature, index) => held[index])
  }

  return {
    async execute(request, { session, bytes }) {
      const signed = signaturesOf(request, bytes)
      if (request.state === 'success' || request.state === 'error') return request
      const deadline = Date.now() + patience
      if (request.state === 'pending') {
        checkOpen(request, clock.now())
        const keys = await keysNeeded(ledgerOf(request), request, clock.now())
        const found = await stillHeld(
          request,
          verifiedIn(signed, request, keys, session.walletId, new Date(clock.now())),
        )
        checkSatisfied(request, keys, found)
        const settled = await begin(request, found)
        if (settled) return settled
      }
      const settled = await result(request.jobId, deadline)
      if (settled.state === 'pending')
        throw unavailable(
          'LEDGER_UNAVAILABLE',
          `The consensus node did not take the transaction; the request is open until ${request.expiresAt.toISOString()}`,
        )
      return settled
    },
  }
}

/** So `Ledger.submit` says that the network surely never had the transaction; another 503 may come after it had. */
const nothingWasSubmitted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'LEDGER_UNAVAILABLE'

/** What stands as signatures in submitted bytes; throws 422 `BODY_MISMATCH` unless every body is the stored one. */
function signaturesOf(request: Request, bytes: Uint8Array): FoundSignature[] {
  const signed = signaturesIn(bytes)
  if (signed.some(({ bodyBytes }) => !bodyBytes || Buffer.compare(bodyBytes, request.bodyBytes) !== 0))
    throw unprocessable('BODY_MISMATCH', `The bytes are not those of the request ${request.jobId}`)
  return signed.flatMap((body) => body.signatures)
}

/** Those that verify against a leaf of the keys, and were not counted yet. */
function verifiedIn(
  signatures: FoundSignature[],
  request: Request,
  keys: Key[],
  senderId: string,
  timestamp: Date,
): CountedSignature[] {
  const counted = signedKeys(request)
  const candidates = new Map(
    keys
      .flatMap(leaves)
      .map((leaf) => [publicKeyText(leaf), leaf] as const)
      .filter(([text]) => !counted.has(text)),
  )
  return verifiedSignatures(request.bodyBytes, signatures, [...candidates.values()]).map(
    ({ publicKey, signature }) => ({
      senderId: holderOf(publicKeyText(publicKey), request) ?? senderId,
      publicKey: publicKeyText(publicKey),
      signature,
      timestamp,
    }),
  )
}

const holderOf = (publicKey: string, request: Request): string | undefined =>
  [...people(request)].find(([, keys]) => keys.flatMap(leaves).some((leaf) => publicKeyText(leaf) === publicKey))?.[0]

function checkSatisfied(request: Request, keys: Key[], found: CountedSignature[]): void {
  const signers = signedKeys(request).union(new Set(found.map(({ publicKey }) => publicKey)))
  const open = keys.filter((key) => !satisfied(key, signers))
  if (open.length === 0) return
  const lacking = Math.max(...open.map((key) => missing(key, signers).count))
  throw unprocessable(
    'THRESHOLD_NOT_MET',
    `${signers.size} verified signature${signers.size === 1 ? '' : 's'}: at least ${lacking} more needed`,
    [...new Set(open.flatMap((key) => missing(key, signers).leaves).map(publicKeyText))].map((publicKey) => ({
      publicKey,
    })),
  )
}
