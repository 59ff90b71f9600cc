import type { FoundSignature, Ledger } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { isKept, modeOf } from '../../model/modes.ts'
import type { Request } from '../../model/request.ts'
import { findRequest, stateOf } from '../../store/requests.ts'
import { checkExecutable, signaturesOver } from '../checks/executable.ts'
import { readOnce } from '../reads.ts'
import { createAttempts } from './attempts.ts'
import type { Confirmations } from './confirmations.ts'
import type { ReplacedKeys } from './replaced-keys.ts'
import type { Signatures } from './signatures.ts'

/** How long an execute waits for the ledger before it returns `pending`, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 15_000
/** How often an execute checks whether another process has finished its request, in milliseconds. */
const POLL_INTERVAL_MS = 250

export type Executions = ReturnType<typeof createExecutions>

export function createExecutions(
  deps: Parameters<typeof createAttempts>[0] & {
    signatures: Signatures
    confirmations: Confirmations
    replacedKeys: ReplacedKeys
  },
) {
  const { database, ledgerOf, clock, signatures, confirmations, replacedKeys } = deps
  const attempts = createAttempts(deps)

  async function latest(jobId: string): Promise<Request> {
    const request = await findRequest(database.read, jobId)
    if (!request) throw new Error(`The request ${jobId} has vanished from the database`)
    return request
  }

  /** Waits until the request is no longer being executed, or the deadline has passed. */
  async function result(jobId: string, deadline: number): Promise<Request> {
    for (;;) {
      const ended = attempts.endOf(jobId, POLL_INTERVAL_MS)
      if (Date.now() >= deadline || (await stateOf(database.read, jobId)) !== 'executing') return latest(jobId)
      await ended
    }
  }

  /** Begins an attempt if the keys are satisfied. @throws as `execute` */
  async function beginDue(ledger: Ledger, given: Request, signed: FoundSignature[]) {
    const confirmed = await confirmations.confirm(ledger, given)
    // Owners of a timed request may have signed weeks ago.
    const request = modeOf(given).executesAt(given) ? await replacedKeys.withdraw(ledger, confirmed) : confirmed
    if (request.state !== 'pending') return undefined
    return attempts.begin(request, await checkExecutable(ledger, request, signed, clock.now()))
  }

  /** Counts signatures that come with an execution before its time. */
  async function addEarly(ledger: Ledger, given: Request, signed: FoundSignature[]): Promise<Request> {
    const request = await confirmations.confirm(ledger, given)
    await signatures.add(request, await checkExecutable(ledger, request, signed, clock.now()))
    return latest(request.jobId)
  }

  return {
    /**
     * Submits a request once its keys are satisfied, and waits for the outcome. The bytes may contain signatures that
     * were not sent before. Only verified ones count, and unconfirmed ones are checked first. Returns the finished
     * request; the pending request after 15 s; or a timed request before its time immediately.
     *
     * @throws 422 `BODY_MISMATCH`, `RECEIVER_MUST_SIGN` or `THRESHOLD_NOT_MET`, 410 `REQUEST_EXPIRED`, 409 as
     * `neededKeys`, `CUSTOM_FEES_CHANGED` or `ALREADY_REJECTED`, 503 `LEDGER_UNAVAILABLE` if every attempt failed
     * before the ledger had the transaction: the request is open again
     */
    async execute(given: Request, bytes: Uint8Array): Promise<Request> {
      const signed = signaturesOver(given, bytes)
      if (given.state === 'success' || given.state === 'error') return given
      const deadline = Date.now() + RESPONSE_TIMEOUT_MS
      if (given.state === 'pending') {
        const ledger = readOnce(ledgerOf(given))
        const time = modeOf(given).executesAt(given)?.getTime() ?? 0
        if (clock.now() < time) return addEarly(ledger, given, signed)
        const begun = await beginDue(ledger, given, signed)
        const settled = await begun?.ended
        if (settled) return settled
      }
      const settled = await result(given.jobId, deadline)
      if (settled.state === 'pending' && !isKept(settled))
        throw unavailable(
          'LEDGER_UNAVAILABLE',
          `The consensus node did not accept the transaction; the request is open until ${settled.expiresAt.toISOString()}`,
        )
      return settled
    },

    /**
     * Begins an attempt to execute a pending timed request that is due, with the signatures that it has. Does not wait
     * for the ledger.
     *
     * @throws as `execute`, except that an unreachable ledger is not an error: another attempt follows
     */
    async executeDue(request: Request): Promise<void> {
      await beginDue(readOnce(ledgerOf(request)), request, [])
    },
  }
}
