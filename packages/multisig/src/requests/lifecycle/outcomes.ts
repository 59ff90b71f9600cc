import type { ChargedFee, FinalOutcome } from '@quorate/ledger'
import { type Change, type Clock, type Database, encodeAmount } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { allowanceIn, givesAllowance, LIMIT_ENDED } from '../../model/allowances.ts'
import { OWNERS_CHANGED } from '../../model/errors.ts'
import { keyToHex } from '../../model/keys.ts'
import { modeOf } from '../../model/modes.ts'
import { setsOwnKey } from '../../model/own-key.ts'
import { replacedBy } from '../../model/replacement.ts'
import type { Request, RequestState } from '../../model/request.ts'
import { isRejected, REJECTED } from '../../model/signatures.ts'
import { openApprovalsOf } from '../../store/allowances.ts'
import { hasOpenParts } from '../../store/groups.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { rivalsOf } from '../../store/replacements.ts'
import { endRequest, findRequests, lockPendingOf, lockWallet } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { storeCreatedWallet, storeNewOwners } from '../../wallets/governance-changes.ts'
import type { Notices } from './notices/notices.ts'
import { withdrawFormerOwners } from './withdrawals.ts'

/** How many requests are read at once after a wallet's owners have changed. */
const BATCH = 50

/** The code of a request whose id the ledger used for another transaction. */
export const SUPERSEDED = 'SUPERSEDED'

/**
 * Only the ledger's outcome moves a request out of `error`: anybody can submit signed bytes until their window ends.
 */
const unsettled: RequestState[] = ['pending', 'executing', 'error']
/**
 * A success that rests only on a consensus node's receipt is undone if the mirror shows that another body was executed,
 * or that this one failed.
 */
const supersedable: RequestState[] = ['pending', 'executing', 'success']

interface Deps {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
  notices: Notices
}

/** Why a request is closed, and the states that it may be closed from. */
interface Closing {
  code: string
  message: string
  from?: RequestState[]
}

interface Ending {
  from: RequestState[]
  payload: Record<string, unknown>
  /**
   * Called first in the database transaction. If it returns false, the transaction does nothing, because another check
   * has stored the same end.
   */
  isFirst?: (trx: Change<Tables>) => Promise<boolean>
}

export type Outcomes = ReturnType<typeof createOutcomes>

/**
 * Stores how requests end, with the consequences for their wallets. Each end is stored once, whoever finds it first.
 */
export function createOutcomes(deps: Deps) {
  return {
    /** Closes a request that accepts signatures. With `from`, also one that the ledger will never execute. */
    close: (trx: Change<Tables>, request: Request, why: Closing): Promise<void> => close(deps, trx, request, why),

    /** Applies a change of a wallet's owners to its open requests. */
    followOwners: (trx: Change<Tables>, wallet: { chain: string; wallet: string }, now: Date): Promise<void> =>
      followOwners(deps, trx, wallet, now),

    /** For a request that the ledger executed. `charged` are the custom fees that it charged. */
    async succeeded(
      request: Request,
      { status, receipt, consensusTimestamp }: FinalOutcome,
      charged: ChargedFee[] = [],
      isFirst?: Ending['isFirst'],
    ): Promise<Request> {
      const customFees = charged.length > 0 ? { customFees: charged.map(feeOut) } : {}
      const settled: Request = {
        ...request,
        wallet: request.operation === 'create' ? (receipt.accountId ?? null) : request.wallet,
        state: 'success',
        code: null,
        message: null,
        consensusTimestamp: consensusTimestamp ?? null,
        receipt: { ...receipt, ...customFees },
      }
      await end(deps, settled, { from: unsettled, payload: { status, ...customFees }, ...(isFirst && { isFirst }) })
      return settled
    },

    /** For a request that the ledger refused. With `isFirst`, also for one that was closed here before. */
    async failed(request: Request, outcome: FinalOutcome, isFirst?: Ending['isFirst']): Promise<Request> {
      const { status, consensusTimestamp, phase, receipt } = outcome
      const settled: Request = {
        ...(phase === 'consensus' ? modeOf(request).neverExecuted(request) : request),
        state: 'error',
        code: status,
        message: `The ledger refused the transaction: ${status}`,
        consensusTimestamp: consensusTimestamp ?? null,
        // A refusal at precheck is not final: a job asks the ledger again at the end of the window.
        receipt: phase === 'precheck' ? null : { ...receipt },
      }
      // A success that rested on a forged receipt is undone when the mirror shows the failure.
      const from: RequestState[] = consensusTimestamp ? supersedable : ['pending', 'executing']
      const payload = { status, code: status }
      await end(deps, settled, isFirst ? { from: [...from, 'error'], payload, isFirst } : { from, payload })
      return settled
    },

    /** For a request whose id the ledger used for another transaction. */
    async superseded(request: Request, { consensusTimestamp }: FinalOutcome, difference: string): Promise<Request> {
      const settled: Request = {
        ...modeOf(request).neverExecuted(request),
        state: 'error',
        code: SUPERSEDED,
        message: `Another transaction was executed with the id ${request.transactionId}, and this one never will be: ${difference}`,
        consensusTimestamp: consensusTimestamp ?? null,
        receipt: null,
      }
      await end(deps, settled, { from: supersedable, payload: { status: SUPERSEDED, code: SUPERSEDED, difference } })
      return settled
    },
  }
}

async function close(
  { clock, announcements, notices }: Deps,
  trx: Change<Tables>,
  request: Request,
  { code, message, from = ['pending'] }: Closing,
): Promise<void> {
  const ended = await endRequest(trx, request.jobId, from, {
    change: { state: 'error', code, message },
    payload: { transactionId: request.transactionId, status: code, code },
    at: new Date(clock.now()),
  })
  if (!ended) return
  const failed: Request = { ...request, state: 'error', code, message }
  await notices.tell(trx, failed, 'failed')
  trx.onCommit(() => announcements.transactionFailed(failed))
}

/** Stores how a request ended, unless that is already stored. */
async function end(deps: Deps, settled: Request, { from, payload, isFirst }: Ending): Promise<void> {
  const { database, clock, announcements, notices } = deps
  const now = new Date(clock.now())
  const success = settled.state === 'success'
  const { consensusTimestamp: at, transactionId } = settled
  await database.change(async (trx) => {
    // Locks the wallet first, so that no request for the former owners is stored in the meantime.
    if (success && settled.operation === 'update' && settled.wallet)
      await lockWallet(trx, settled.chain, settled.wallet)
    if (isFirst && !(await isFirst(trx))) return
    const ended = await endRequest(trx, settled.jobId, from, {
      change: {
        state: settled.state,
        code: settled.code,
        message: settled.message,
        wallet: settled.wallet,
        schedule_state: settled.schedule?.state ?? null,
        consensus_timestamp: at,
        ...(at ? { open: false } : {}),
        ...(settled.receipt ? { receipt: settled.receipt } : {}),
      },
      payload: { transactionId, ...payload, ...(at ? { consensusTimestamp: at } : {}) },
      at: now,
    })
    if (!ended) return
    if (success) await changeWallet(deps, trx, settled, now)
    await closeRivals(deps, trx, settled)
    if (success) await closeRenewals(deps, trx, settled)
    if (!success || !(await isAmongOthers(trx, settled)))
      await notices.tell(trx, settled, success ? 'executed' : 'failed')
    trx.onCommit(() =>
      success ? announcements.transactionExecuted(settled) : announcements.transactionFailed(settled),
    )
  })
}

/** Whether other parts of the request's group are still open. Only the last part to end sends a notice. */
const isAmongOthers = async (trx: Change<Tables>, { group, ...request }: Request): Promise<boolean> =>
  group !== null && (await hasOpenParts(trx, { ...request, groupId: group.groupId }))

/**
 * Closes the pending requests that can no longer succeed after this one ended: all rivals of an executed one, and those
 * with the same transaction id if the ledger has used it up.
 */
async function closeRivals(deps: Deps, trx: Change<Tables>, settled: Request): Promise<void> {
  const { jobId, state, transactionId, consensusTimestamp } = settled
  if (state !== 'success' && consensusTimestamp === null) return
  const rivals = (await rivalsOf(trx, jobId)).filter(
    (one) => state === 'success' || one.transactionId === transactionId,
  )
  if (rivals.length === 0) return
  const requests = await findRequests(
    trx,
    rivals.map((rival) => rival.jobId),
  )
  for (const rival of requests) await close(deps, trx, rival, replacedBy(jobId))
}

/** If a request ended a spending limit, also closes older requests that would renew it. */
async function closeRenewals(deps: Deps, trx: Change<Tables>, settled: Request): Promise<void> {
  const { chain, wallet, jobId } = settled
  const ended = allowanceIn(settled)
  if (!wallet || ended?.amount !== 0n) return
  for (const request of await openApprovalsOf(trx, { chain, wallet, before: jobId })) {
    const renewed = allowanceIn(request)
    if (renewed?.spenderId === ended.spenderId && renewed.tokenId === ended.tokenId)
      await close(deps, trx, request, LIMIT_ENDED)
  }
}

async function changeWallet(deps: Deps, trx: Change<Tables>, request: Request, now: Date): Promise<void> {
  const { wallet, operation } = request
  if (!wallet) return
  if (operation === 'create') {
    await storeCreatedWallet(deps, trx, { ...request, wallet }, now)
    await deps.notices.tell(trx, request, 'owner')
  }
  if (operation !== 'update') return
  const changed = await storeNewOwners(deps, trx, { ...request, wallet }, now)
  if (!changed) return
  await deps.notices.tell(trx, request, 'owner')
  await followOwners(deps, trx, changed, now)
}

/**
 * Follows a change of a wallet's owners: closes open requests that the current owners cannot execute, withdraws
 * signatures of former owners, and records which accounts the remaining requests wait for.
 */
async function followOwners(
  deps: Deps,
  trx: Change<Tables>,
  { chain, wallet }: { chain: string; wallet: string },
  now: Date,
): Promise<void> {
  const jobIds = await lockPendingOf(trx, chain, wallet, now)
  for (let start = 0; start < jobIds.length; start += BATCH) {
    const left: Request[] = []
    for (const request of await findRequests(trx, jobIds.slice(start, start + BATCH))) {
      const why = whyClosed(request)
      if (why) await close(deps, trx, request, why)
      else left.push(await withdrawFormerOwners(deps, trx, request))
    }
    await noteWaiting(trx, left)
  }
}

/** The reason why the current owners of its wallet cannot execute a request; undefined if they can. */
export function whyClosed(request: Request): { code: string; message: string } | undefined {
  if (isForOtherOwners(request)) return OWNERS_CHANGED
  return isRejected(request) ? REJECTED : undefined
}

/** Whether a request was made under an earlier key of the wallet, and its bytes depend on that key. */
const isForOtherOwners = (request: Request): boolean => {
  const { operation, signing, wallet, governance } = request
  return (
    governance !== null &&
    signing.accounts.some((asked) => asked.account === wallet && asked.key !== keyToHex(governance.key)) &&
    (operation === 'update' || setsOwnKey(request) || givesAllowance(request))
  )
}

/** A charged fee in the form of `maxCustomFees`, with its receiver and payer. */
const feeOut = ({ tokenId, amount, ...who }: ChargedFee) => ({
  token_id: tokenId ?? 'HBAR',
  amount: encodeAmount(amount),
  ...who,
})
