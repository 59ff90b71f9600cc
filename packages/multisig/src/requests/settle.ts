import type { ChargedFee, FinalOutcome, Ledger } from '@quorate/ledger'
import { type Change, type Clock, type Database, encodeAmount, unavailable } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import { OWNERS_CHANGED } from '../model/errors.ts'
import {
  isRejected,
  keyToHex,
  type OperationName,
  REJECTED,
  type Request,
  type RequestState,
} from '../model/request.ts'
import { walletKey } from '../model/wallet.ts'
import { noteKnownByCreation } from '../store/acquaintances.ts'
import { insertExecution } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, findRequests, lockPendingOf, lockWallet, moveState } from '../store/requests.ts'
import { endSchedule, openSchedule, scheduledUpdateOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { findWallet, insertWallet, replaceGovernance, type Wallet } from '../store/wallets.ts'
import { formerOwnersWithdrawer } from './confirm.ts'
import type { Reminders } from './reminders.ts'
import { walletChanging } from './schedule.ts'
import { differenceOf } from './schedule-difference.ts'
import type { Storage } from './storage-budget.ts'

/** How many requests are read at once when a wallet's owners have changed. */
const BATCH = 50

/** The code of a request under whose id the ledger executed something else. */
export const SUPERSEDED = 'SUPERSEDED'

export interface Settlement {
  /**
   * Stores the ledger's outcome of a request that was submitted or whose id was found there, and its consequences for
   * the wallet; once, whichever process is first. A success is the request's only if the ledger executed its very body:
   * the payer can execute another one under the same id, and then the request ends as `SUPERSEDED`.
   *
   * @throws 503 `OUTCOME_UNKNOWN` while it cannot be told which of the two it was
   */
  settle(ledger: Ledger, request: Request, outcome: FinalOutcome): Promise<Request>
  /**
   * Stores what became of the transaction of a scheduled request, which the ledger kept itself, with the custom fees
   * that it charged: only the mirror's answers may come here.
   */
  conclude(request: Request, outcome: FinalOutcome, charged: ChargedFee[]): Promise<Request>
  /**
   * Closes a request that takes signatures and was rejected or withdrawn, or was made for other owners; or, with
   * `from`, one that the ledger will never execute.
   */
  close(
    trx: Change<Tables>,
    request: Request,
    why: { code: string; message: string; from?: RequestState[] },
  ): Promise<void>
}

/**
 * Only the ledger moves a request out of `error`: bytes that were signed can be submitted by anybody while they live.
 */
const unsettled: RequestState[] = ['pending', 'executing', 'error']
/**
 * A success that rested on the consensus node's receipt alone is taken back when the mirror shows that another body was
 * executed.
 */
const supersedable: RequestState[] = ['pending', 'executing', 'success']
/**
 * Operations whose consequences for owners cannot be taken back: their success waits for the mirror to show the body
 * itself.
 */
const needsProof: OperationName[] = ['create', 'update']

export function createSettlement(deps: {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
  storage: Storage
  reminders: Reminders
  /** Begins to look at the schedule of a request. */
  watch(trx: Change<Tables>, request: Request): Promise<void>
}): Settlement {
  const { database, clock, announcements, storage, reminders, watch } = deps
  const withdrawFormerOwners = formerOwnersWithdrawer(deps)

  async function createWallet(trx: Change<Tables>, request: Request, id: string, now: Date): Promise<void> {
    const governance = request.newGovernance
    if (!governance) return
    const { name = '', description = '', smartApp = '' } = governance
    const wallet: Wallet = {
      ...governance,
      chain: request.chain,
      wallet: id,
      name,
      description,
      smartApp,
      key: walletKey(governance),
      previousKey: null,
      governedSince: request.consensusTimestamp,
      createdAt: now,
      updatedAt: now,
    }
    if (!(await insertWallet(trx, wallet))) return
    await noteKnownByCreation(trx, { jobId: request.jobId, chain: request.chain, wallet: id, at: now })
    trx.onCommit(() => announcements.walletCreated(wallet))
  }

  async function changeOwners(trx: Change<Tables>, request: Request, id: string, now: Date): Promise<void> {
    const { newGovernance } = request
    const before = newGovernance && (await findWallet(trx, request.chain, id))
    if (!before) return
    const { owners, threshold } = newGovernance
    const governedSince = request.consensusTimestamp
    // The node may find two changes that others submitted in another order than the ledger executed them.
    if (before.governedSince && governedSince && governedSince < before.governedSince) return
    const wallet: Wallet = {
      ...before,
      owners,
      threshold,
      key: walletKey(newGovernance),
      governedSince,
      updatedAt: now,
    }
    await replaceGovernance(trx, wallet, before.key)
    await follow(trx, wallet, now)
    const stay = new Set(owners.map((owner) => owner.wallet))
    const former = before.owners.map((owner) => owner.wallet).filter((account) => !stay.has(account))
    trx.onCommit(() => announcements.walletUpdated(wallet, { former }))
  }

  /**
   * Notes anew whom the open requests of a wallet wait for, whose owners or threshold have changed; closes those that
   * the present owners cannot execute any more; and withdraws the signatures of former owners.
   */
  async function follow(trx: Change<Tables>, { chain, wallet }: Wallet, now: Date): Promise<void> {
    const jobIds = await lockPendingOf(trx, chain, wallet, now)
    for (let start = 0; start < jobIds.length; start += BATCH) {
      const requests = await findRequests(trx, jobIds.slice(start, start + BATCH))
      const left: Request[] = []
      for (const request of requests) {
        const why = whyClosed(request)
        if (why) await close(trx, request, why)
        else left.push(await withdrawFormerOwners(trx, request))
      }
      await noteWaiting(trx, left)
    }
  }

  async function applySuccess(trx: Change<Tables>, request: Request, id: string | null, now: Date): Promise<void> {
    if (!id) return
    if (request.operation === 'create') await createWallet(trx, request, id, now)
    else if (request.operation === 'update') await changeOwners(trx, request, id, now)
  }

  async function close(...[trx, request, why]: Parameters<Settlement['close']>): Promise<void> {
    const { code, message, from = ['pending'] } = why
    const now = new Date(clock.now())
    if (!(await moveState(trx, request.jobId, from, { state: 'error', code, message, updated_at: now }))) return
    await insertExecution(trx, {
      jobId: request.jobId,
      status: 'error',
      payload: { transactionId: request.transactionId, status: code, code },
      timestamp: now,
    })
    trx.onCommit(() => announcements.transactionFailed({ ...request, state: 'error', code, message }))
  }

  /** Stores how a request ended, unless it ended before. */
  async function write(
    request: Request,
    settled: Request,
    from: RequestState[],
    payload: Record<string, unknown>,
  ): Promise<void> {
    const now = new Date(clock.now())
    const success = settled.state === 'success'
    await database.change(async (trx) => {
      // No request for the former owners is stored meanwhile.
      if (success && request.operation === 'update' && request.wallet)
        await lockWallet(trx, request.chain, request.wallet)
      // Of several looks that find the same end, the first tells of it.
      if (settled.schedule?.state === 'executed' && !(await endSchedule(trx, request.jobId, 'executed'))) return
      const moved = await moveState(trx, request.jobId, from, {
        state: settled.state,
        code: settled.code,
        message: settled.message,
        wallet: settled.wallet,
        ...(settled.schedule ? { schedule_state: settled.schedule.state } : {}),
        consensus_timestamp: settled.consensusTimestamp,
        ...(settled.consensusTimestamp ? { open: false } : {}),
        ...(settled.receipt ? { receipt: settled.receipt } : {}),
        updated_at: now,
      })
      if (!moved) return
      const { consensusTimestamp: at } = settled
      await insertExecution(trx, {
        jobId: request.jobId,
        status: success ? 'success' : 'error',
        payload: { transactionId: request.transactionId, ...payload, ...(at ? { consensusTimestamp: at } : {}) },
        timestamp: now,
      })
      if (success) {
        await applySuccess(trx, settled, settled.wallet, now)
        await storage.giveBack(trx, request)
      }
      trx.onCommit(() =>
        success ? announcements.transactionExecuted(settled) : announcements.transactionFailed(settled),
      )
    })
  }

  /**
   * The ledger keeps the request's transaction from now on: owners can sign it. Nothing is signed before the mirror
   * shows that it is the one that they were asked for.
   */
  async function scheduled(ledger: Ledger, request: Request, outcome: FinalOutcome, isOurs: boolean): Promise<Request> {
    const { scheduleId } = outcome.receipt
    const shown = scheduleId === undefined ? null : await ledger.mirror.schedule(scheduleId)
    const difference = shown ? differenceOf(shown, request) : undefined
    if (difference !== undefined && !isOurs) return superseded(request, outcome, difference)
    if (scheduleId === undefined || !shown || difference !== undefined)
      throw unavailable(
        'OUTCOME_UNKNOWN',
        `The mirror of ${ledger.chain} does not show yet which schedule ${request.transactionId} created`,
      )
    const opened = await database.change(async (trx) => {
      // No owners change between their being read and the request's waiting for them.
      if (request.wallet) await lockWallet(trx, request.chain, request.wallet)
      const isNew = await openSchedule(trx, request.jobId, scheduleId, new Date(clock.now()))
      const open = await findRequest(trx, request.jobId)
      if (!isNew || !open) return open
      const why = whyClosed(open) ?? (await whyNotAlone(trx, open))
      if (why) await close(trx, open, why)
      await storage.schedule(trx, open)
      await watch(trx, open)
      if (open.state !== 'pending') return open
      if (why) return { ...open, state: 'error' as const, ...why }
      await noteWaiting(trx, [open])
      await reminders.schedule(trx, open)
      trx.onCommit(() => announcements.transactionPending(open))
      return open
    })
    return opened ?? request
  }

  async function succeeded(
    request: Request,
    { status, receipt, consensusTimestamp }: FinalOutcome,
    charged: ChargedFee[] = [],
  ): Promise<Request> {
    const customFees = charged.length > 0 ? { customFees: charged.map(feeOut) } : {}
    const wallet = request.operation === 'create' ? (receipt.accountId ?? null) : request.wallet
    const settled = {
      ...request,
      wallet,
      state: 'success' as const,
      code: null,
      message: null,
      consensusTimestamp: consensusTimestamp ?? null,
      receipt: { ...receipt, ...customFees },
    }
    await write(request, settled, unsettled, { status, ...customFees })
    return settled
  }

  async function failed(request: Request, outcome: FinalOutcome, more: RequestState[] = []): Promise<Request> {
    const { status, consensusTimestamp, phase, receipt } = outcome
    const settled = {
      ...withoutSchedule(request, phase),
      state: 'error' as const,
      code: status,
      message: `The ledger refused the transaction: ${status}`,
      consensusTimestamp: consensusTimestamp ?? null,
      // A refusal at precheck decided nothing for good: the end of the window looks at the ledger again.
      receipt: phase === 'precheck' ? null : { ...receipt },
    }
    // A success that rested on a forged receipt is taken back when the mirror shows the failure.
    const from: RequestState[] = consensusTimestamp ? ['pending', 'executing', 'success'] : ['pending', 'executing']
    await write(request, settled, [...from, ...more], { status, code: status })
    return settled
  }

  async function superseded(request: Request, { consensusTimestamp }: FinalOutcome, why: string): Promise<Request> {
    const settled = {
      ...withoutSchedule(request, 'consensus'),
      state: 'error' as const,
      code: SUPERSEDED,
      message: `Another transaction was executed under the id ${request.transactionId}, and this one never will be: ${why}`,
      consensusTimestamp: consensusTimestamp ?? null,
      receipt: null,
    }
    await write(request, settled, supersedable, { status: SUPERSEDED, code: SUPERSEDED, difference: why })
    return settled
  }

  return {
    async settle(ledger, request, outcome) {
      const { bodyBytes, submitted, transactionId } = request
      const execution = await ledger.execution({ bodyBytes, outcome, submitted })
      switch (execution.state) {
        case 'failed':
          // Anybody can put the id of a request into a batch; nodes take its body no more.
          return execution.outcome.inBatch
            ? superseded(request, execution.outcome, 'it failed as part of a batch; ask again')
            : failed(request, execution.outcome)
        case 'superseded':
          return superseded(request, execution.outcome, execution.difference)
        case 'executed':
          if (request.schedule && request.schedule.id === null)
            return scheduled(ledger, request, execution.outcome, execution.proof === 'bytes')
          if (execution.proof !== 'precheck' || !needsProof.includes(request.operation))
            return succeeded(request, execution.outcome, execution.customFees)
      }
      throw unavailable(
        'OUTCOME_UNKNOWN',
        `The mirror of ${ledger.chain} does not show yet what was executed under ${transactionId}`,
      )
    },

    conclude(request, outcome, charged) {
      const { schedule } = request
      const executed = { ...request, schedule: schedule && { ...schedule, state: 'executed' as const } }
      return outcome.success ? succeeded(executed, outcome, charged) : failed(executed, outcome, ['error'])
    },

    close,
  }
}

/** Why the present owners of its wallet cannot execute a request; undefined where they can. */
function whyClosed(request: Request): { code: string; message: string } | undefined {
  if (isForOtherOwners(request)) return OWNERS_CHANGED
  return isRejected(request) ? REJECTED : undefined
}

/** Whether a change of owners was asked for under another key of the wallet than its present one. */
const isForOtherOwners = ({ operation, signing, wallet, governance }: Request): boolean =>
  operation === 'update' &&
  governance !== null &&
  signing.accounts.some((asked) => asked.account === wallet && asked.key !== keyToHex(governance.key))

/**
 * Why a change of owners that the ledger has begun to keep is not signed: it keeps another one. Several may have been
 * asked for before the first of them was created.
 */
async function whyNotAlone(
  trx: Change<Tables>,
  { operation, chain, wallet, jobId }: Request,
): Promise<{ code: string; message: string } | undefined> {
  if (operation !== 'update' || !wallet) return undefined
  const other = await scheduledUpdateOf(trx, { chain, wallet, except: jobId })
  return other === undefined ? undefined : walletChanging(wallet, other)
}

/** The request, whose schedule is never created once its ScheduleCreate has failed. */
const withoutSchedule = (request: Request, phase: FinalOutcome['phase']): Request =>
  request.schedule?.state === 'creating' && phase === 'consensus'
    ? { ...request, schedule: { ...request.schedule, state: 'expired' } }
    : request

/** A charged fee in the form of `maxCustomFees`, with who got it and who paid. */
const feeOut = ({ tokenId, amount, ...who }: ChargedFee) => ({
  token_id: tokenId ?? 'HBAR',
  amount: encodeAmount(amount),
  ...who,
})
