import type { ChargedFee, FinalOutcome } from '@quorate/ledger'
import { type Change, type Clock, type Database, encodeAmount } from '@quorate/platform'
import type { Announcements } from '../../events/announcements.ts'
import { OWNERS_CHANGED } from '../../model/errors.ts'
import { keyToHex } from '../../model/keys.ts'
import { modeOf } from '../../model/modes.ts'
import type { Request, RequestState } from '../../model/request.ts'
import { isRejected, REJECTED } from '../../model/signatures.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { endRequest, findRequests, lockPendingOf, lockWallet } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import { storeCreatedWallet, storeNewOwners } from '../../wallets/governance-changes.ts'
import { withdrawFormerOwners } from './withdrawals.ts'

/** How many requests are read at once after a wallet's owners have changed. */
const BATCH = 50

/** The code of a request whose id the ledger used for another transaction. */
export const SUPERSEDED = 'SUPERSEDED'

/** Only the ledger moves a request out of `error`: anybody can submit signed bytes until their window ends. */
const unsettled: RequestState[] = ['pending', 'executing', 'error']
/**
 * A success that rests only on the consensus node's receipt is taken back if the mirror shows that another body was
 * executed, or that it failed.
 */
const supersedable: RequestState[] = ['pending', 'executing', 'success']

interface Deps {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
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
   * Called first in the change. The change does nothing if this returns false, because another check has stored the
   * same end.
   */
  isFirst?: (trx: Change<Tables>) => Promise<boolean>
}

export type Outcomes = ReturnType<typeof createOutcomes>

/**
 * Stores how requests end, with the consequences for their wallets. Each end is stored once, whoever finds it first.
 */
export function createOutcomes(deps: Deps) {
  return {
    /** Closes a request that accepts signatures or, with `from`, one that the ledger will never execute. */
    close: (trx: Change<Tables>, request: Request, why: Closing): Promise<void> => close(deps, trx, request, why),

    /** Applies a change of a wallet's owners to its open requests. */
    followOwners: (trx: Change<Tables>, wallet: { chain: string; wallet: string }, now: Date): Promise<void> =>
      followOwners(deps, trx, wallet, now),

    /** For a request that the ledger executed, charging these custom fees. */
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

    /** For a request that the ledger refused; with `isFirst`, also if it was closed here before. */
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
      // A success that rested on a forged receipt is taken back when the mirror shows the failure.
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
  { clock, announcements }: Deps,
  trx: Change<Tables>,
  request: Request,
  { code, message, from = ['pending'] }: Closing,
): Promise<void> {
  const ended = await endRequest(trx, request.jobId, from, {
    change: { state: 'error', code, message },
    payload: { transactionId: request.transactionId, status: code, code },
    at: new Date(clock.now()),
  })
  if (ended) trx.onCommit(() => announcements.transactionFailed({ ...request, state: 'error', code, message }))
}

/** Stores how a request ended, unless that is already stored. */
async function end(deps: Deps, settled: Request, { from, payload, isFirst }: Ending): Promise<void> {
  const { database, clock, announcements } = deps
  const now = new Date(clock.now())
  const success = settled.state === 'success'
  const { consensusTimestamp: at, transactionId } = settled
  await database.change(async (trx) => {
    // The wallet is locked first, so that no request for the former owners is stored meanwhile.
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
    trx.onCommit(() =>
      success ? announcements.transactionExecuted(settled) : announcements.transactionFailed(settled),
    )
  })
}

async function changeWallet(deps: Deps, trx: Change<Tables>, request: Request, now: Date): Promise<void> {
  const { wallet, operation } = request
  if (!wallet) return
  if (operation === 'create') await storeCreatedWallet(deps, trx, { ...request, wallet }, now)
  if (operation !== 'update') return
  const changed = await storeNewOwners(deps, trx, { ...request, wallet }, now)
  if (changed) await followOwners(deps, trx, changed, now)
}

/**
 * Follows a change of a wallet's owners: closes open requests that the present owners cannot execute, withdraws
 * signatures of former owners, and records which accounts the others wait for.
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

/** The reason why the present owners of its wallet cannot execute a request; undefined if they can. */
export function whyClosed(request: Request): { code: string; message: string } | undefined {
  if (isForOtherOwners(request)) return OWNERS_CHANGED
  return isRejected(request) ? REJECTED : undefined
}

/** Whether a change of owners was requested under a key of the wallet other than its present one. */
const isForOtherOwners = ({ operation, signing, wallet, governance }: Request): boolean =>
  operation === 'update' &&
  governance !== null &&
  signing.accounts.some((asked) => asked.account === wallet && asked.key !== keyToHex(governance.key))

/** A charged fee in the form of `maxCustomFees`, with its receiver and payer. */
const feeOut = ({ tokenId, amount, ...who }: ChargedFee) => ({
  token_id: tokenId ?? 'HBAR',
  amount: encodeAmount(amount),
  ...who,
})
