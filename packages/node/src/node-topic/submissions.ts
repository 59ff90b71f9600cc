import { type FinalOutcome, type Frozen, settleOwn } from '@quorate/ledger'
import { type Clock, type Database, unavailable } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import { deleteSubmission, insertSubmission, type SubmissionRow, setReceipt, submission } from '../store/submissions.ts'
import type { Tables } from '../store/tables.ts'
import type { Budget, Cost } from './budget.ts'

/** One of the node's own transactions that succeeded. */
export interface OwnTransaction {
  transactionId: string
  receipt: FinalOutcome['receipt']
}

export interface Submissions {
  /**
   * Submits one of the operator's transactions exactly once under `name`, even if the process crashes midway. The
   * transaction is stored before it is submitted, and submitted again unchanged. It is replaced only if the ledger
   * shows that it was not executed. Without `cost`, its cost has been reserved already.
   *
   * @throws 503 LEDGER_UNAVAILABLE while the outcome is unknown: call again with the same name
   * @throws 429 SPENDING_BUDGET_USED
   */
  once(
    ledger: OperatedLedger,
    what: { name: string; cost?: Cost | undefined; freeze: () => Frozen },
  ): Promise<OwnTransaction>
  /** Whether a transaction is stored under `name`, whatever its outcome. */
  isBegun(ledger: OperatedLedger, name: string): Promise<boolean>
}

export function createSubmissions(deps: { database: Database<Tables>; clock: Clock; budget: Budget }): Submissions {
  const { database, clock, budget } = deps

  const find = (chain: string, name: string) => submission(database.read, chain, name)

  /** Stores the transaction under `name`. Returns the stored one, which may be another caller's earlier one. */
  async function keep(chain: string, name: string, frozen: Frozen, cost: Cost | undefined): Promise<SubmissionRow> {
    await database.change(async (trx) => {
      const row = {
        chain,
        name,
        transaction_id: frozen.transactionId,
        node_id: frozen.nodeId,
        body_bytes: frozen.bodyBytes,
        expires_at: new Date(frozen.expiresAt),
      }
      const kept = await insertSubmission(trx, row)
      if (kept && cost) await budget.reserve(trx, chain, cost)
    })
    const row = await find(chain, name)
    if (row) return row
    throw unavailable('LEDGER_UNAVAILABLE', `${name} has just failed on ${chain}: try again`)
  }

  const settle = (ledger: OperatedLedger, row: SubmissionRow): Promise<FinalOutcome> => {
    const { chain, name, transaction_id: transactionId, node_id: nodeId, body_bytes: bodyBytes } = row
    const forget = () => database.change((trx) => deleteSubmission(trx, chain, name, transactionId))
    const own = { name, transactionId, nodeId, bodyBytes, expiresAt: row.expires_at }
    return settleOwn(ledger, ledger.operator, own, { clock, forget })
  }

  return {
    isBegun: async ({ chain }, name) => (await find(chain, name)) !== undefined,
    async once(ledger, { name, cost, freeze }) {
      const { chain } = ledger
      const row = (await find(chain, name)) ?? (await keep(chain, name, freeze(), cost))
      const transactionId = row.transaction_id
      if (row.receipt) return { transactionId, receipt: row.receipt as FinalOutcome['receipt'] }
      const { receipt } = await settle(ledger, row)
      await database.change((trx) => setReceipt(trx, chain, name, { ...receipt }))
      return { transactionId, receipt }
    },
  }
}
