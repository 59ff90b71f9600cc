import type { FinalOutcome, Ledger } from '@quorate/ledger'
import type { Change, Clock, Database } from '@quorate/platform'
import type { Announcements } from './announcements.ts'
import type { Request, RequestState } from './request.ts'
import {
  findWallet,
  insertExecution,
  insertWallet,
  moveState,
  replaceGovernance,
  type Tables,
  type Wallet,
} from './store.ts'
import { walletKey } from './wallet.ts'

export interface Settlement {
  /** Writes what the ledger decided, and what follows from it for the wallet; once, whoever comes first. */
  settle(request: Request, outcome: FinalOutcome): Promise<Request>
  /** Closes a request that takes signatures and is not wanted any more, or (`from`) that the ledger will never execute. */
  close(
    trx: Change<Tables>,
    request: Request,
    why: { code: string; message: string; from?: RequestState[] },
  ): Promise<void>
}

/** Only the ledger moves a request out of `error`: bytes that were signed can be submitted by anybody while they live. */
const unsettled: RequestState[] = ['pending', 'executing', 'error']

export function createSettlement(deps: {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
}): Settlement {
  const { database, clock, announcements } = deps

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
    await insertWallet(trx, wallet)
    trx.onCommit(() => announcements.walletCreated(wallet))
  }

  async function changeOwners(trx: Change<Tables>, request: Request, id: string, now: Date): Promise<void> {
    const { newGovernance } = request
    const before = newGovernance && (await findWallet(trx, request.chain, id))
    if (!before) return
    const { owners, threshold } = newGovernance
    const governedSince = request.consensusTimestamp
    // Two changes that others took to the ledger may be found in another order than they were executed.
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
    const stay = new Set(owners.map((owner) => owner.wallet))
    const former = before.owners.map((owner) => owner.wallet).filter((account) => !stay.has(account))
    const was = new Set(before.owners.map((owner) => owner.wallet))
    const joined = [...stay].filter((account) => !was.has(account))
    trx.onCommit(() => announcements.walletUpdated(wallet, { joined, former }))
  }

  async function applySuccess(trx: Change<Tables>, request: Request, id: string | null, now: Date): Promise<void> {
    if (!id) return
    if (request.operation === 'create') await createWallet(trx, request, id, now)
    else if (request.operation === 'update') await changeOwners(trx, request, id, now)
  }

  return {
    async settle(request, outcome) {
      const now = new Date(clock.now())
      const { success, status, transactionId, consensusTimestamp } = outcome
      const wallet = request.operation === 'create' ? (outcome.receipt.accountId ?? null) : request.wallet
      const settled = {
        ...request,
        wallet,
        state: success ? ('success' as const) : ('error' as const),
        code: success ? null : status,
        message: success ? null : `The ledger refused the transaction: ${status}`,
        consensusTimestamp: consensusTimestamp ?? null,
        // A refusal at precheck decided nothing for good: the end of the window looks at the ledger again.
        receipt: outcome.phase === 'precheck' ? null : { ...outcome.receipt },
      }
      await database.change(async (trx) => {
        const moved = await moveState(trx, request.jobId, outcome.success ? unsettled : ['pending', 'executing'], {
          state: settled.state,
          code: settled.code,
          message: settled.message,
          wallet,
          consensus_timestamp: settled.consensusTimestamp,
          ...(settled.consensusTimestamp ? { open: false } : {}),
          ...(settled.receipt ? { receipt: settled.receipt } : {}),
          updated_at: now,
        })
        if (!moved) return
        await insertExecution(trx, {
          jobId: request.jobId,
          status: settled.state,
          payload: {
            transactionId,
            status,
            ...(consensusTimestamp ? { consensusTimestamp } : {}),
            ...(success ? {} : { code: status }),
          },
          timestamp: now,
        })
        if (success) await applySuccess(trx, settled, wallet, now)
        trx.onCommit(() =>
          success ? announcements.transactionExecuted(settled) : announcements.transactionFailed(settled),
        )
      })
      return settled
    },

    async close(trx, request, { code, message, from = ['pending'] }) {
      const now = new Date(clock.now())
      if (!(await moveState(trx, request.jobId, from, { state: 'error', code, message, updated_at: now }))) return
      await insertExecution(trx, {
        jobId: request.jobId,
        status: 'error',
        payload: { transactionId: request.transactionId, status: code, code },
        timestamp: now,
      })
      trx.onCommit(() => announcements.transactionFailed({ ...request, state: 'error', code, message }))
    },
  }
}

/** A receipt does not say when; the mirror does, on a public network some seconds later. */
export async function timed(ledger: Ledger, outcome: FinalOutcome): Promise<FinalOutcome> {
  if (outcome.phase !== 'consensus' || outcome.consensusTimestamp) return outcome
  const seen = await ledger.mirror.transaction(outcome.transactionId).catch(() => null)
  return seen?.consensusTimestamp ? { ...outcome, consensusTimestamp: seen.consensusTimestamp } : outcome
}
