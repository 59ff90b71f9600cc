import type { FinalOutcome } from '@quorate/ledger'
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
  /** Closes a request that the ledger will not execute any more, or that its owners do not want. */
  close(request: Request, code: string, message: string): Promise<void>
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
    const wallet: Wallet = { ...before, owners, threshold, key: walletKey(newGovernance), updatedAt: now }
    await replaceGovernance(trx, wallet, before.key)
    const stay = new Set(owners.map((owner) => owner.wallet))
    const former = before.owners.map((owner) => owner.wallet).filter((account) => !stay.has(account))
    trx.onCommit(() => announcements.walletUpdated(wallet, former))
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
        if (success) await applySuccess(trx, request, wallet, now)
        trx.onCommit(() =>
          success ? announcements.transactionExecuted(settled) : announcements.transactionFailed(settled),
        )
      })
      return settled
    },

    async close(request, code, message) {
      const now = new Date(clock.now())
      await database.change(async (trx) => {
        const closed = { ...request, state: 'error' as const, code, message }
        if (
          !(await moveState(trx, request.jobId, ['pending', 'executing'], {
            state: 'error',
            code,
            message,
            updated_at: now,
          }))
        )
          return
        await insertExecution(trx, {
          jobId: request.jobId,
          status: 'error',
          payload: { transactionId: request.transactionId, status: code, code },
          timestamp: now,
        })
        trx.onCommit(() => announcements.transactionFailed(closed))
      })
    },
  }
}
