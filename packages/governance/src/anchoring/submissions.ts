import { type FinalOutcome, type Frozen, type Ledger, settleOwn } from '@quorate/ledger'
import { ApiError, type Clock, type Database } from '@quorate/platform'
import { findSubmission, forgetSubmission, keepReceipt, keepSubmission, type Submission } from '../store/records.ts'
import type { Tables, Trx } from '../store/tables.ts'

/** The outcome of a transaction that the service paid for. */
export interface Submitted {
  transactionId: string
  receipt: FinalOutcome['receipt']
  /** null if the mirror does not have it yet. */
  consensusTimestamp: string | null
}

export interface Submissions {
  /**
   * Executes a transaction exactly once under `name`, even if processes crash midway. The transaction is stored before
   * it is submitted, resubmitted unchanged, and replaced only once the ledger says that it was never executed.
   *
   * @param mayBegin called in the database transaction that stores a new submission; if it throws, nothing is stored
   * @throws 503 `LEDGER_UNAVAILABLE` or `MIRROR_UNAVAILABLE` until the transaction has succeeded: call again with the
   * same name
   */
  once(ledger: Ledger, name: string, freeze: () => Frozen, mayBegin?: (trx: Trx) => Promise<void>): Promise<Submitted>
}

/** @throws 501 `NO_OPERATOR` */
export function operatorOf({ operator, chain }: Ledger) {
  if (operator) return operator
  throw new ApiError(
    501,
    'NO_OPERATOR',
    `No operator is configured for ${chain}: governance writes on its topics as that account`,
  )
}

/** How long one attempt waits for the transaction's outcome, in milliseconds. */
const TIMEOUT_MS = 5_000

export function createSubmissions({ database, clock }: { database: Database<Tables>; clock: Clock }): Submissions {
  async function begin(
    name: string,
    { transactionId, nodeId, bodyBytes, expiresAt }: Frozen,
    mayBegin: (trx: Trx) => Promise<void> = async () => {},
  ): Promise<Submission> {
    const submission = { name, transactionId, nodeId, bodyBytes, expiresAt: new Date(expiresAt), receipt: null }
    return database.change(async (trx) => {
      await mayBegin(trx)
      return keepSubmission(trx, submission)
    })
  }

  const settle = (ledger: Ledger, submission: Submission): Promise<FinalOutcome> => {
    const forget = () => database.change((trx) => forgetSubmission(trx, submission))
    return settleOwn(ledger, operatorOf(ledger), submission, { clock, forget, deadlineMs: TIMEOUT_MS })
  }

  return {
    async once(ledger, name, freeze, mayBegin) {
      const submission = (await findSubmission(database.read, name)) ?? (await begin(name, freeze(), mayBegin))
      const { transactionId } = submission
      let receipt = submission.receipt as FinalOutcome['receipt'] | null
      if (!receipt) {
        const outcome = await settle(ledger, submission)
        receipt = outcome.receipt
        await database.change((trx) => keepReceipt(trx, submission, { ...outcome.receipt }))
      }
      const found = await ledger.mirror.transaction(transactionId).catch(() => null)
      return { transactionId, receipt, consensusTimestamp: found?.consensusTimestamp ?? null }
    },
  }
}
