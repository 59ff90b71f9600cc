import type { FinalOutcome } from '@quorate/ledger'
import type { Logger } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Bindings, Submitted } from '../validators/bindings.ts'
import type { Conditional } from '../validators/conditional.ts'

export type RecordOutcome = ReturnType<typeof createRecordOutcome>

/** Records the final outcome of each transaction that was submitted here. */
export const createRecordOutcome =
  ({ conditional, bindings, log }: { conditional: Conditional; bindings: Bindings; log: Pick<Logger, 'error'> }) =>
  async (ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void> => {
    try {
      if (outcome.phase === 'consensus') await conditional.recordOutcome(ledger, outcome.transactionId)
      await bindings.recordOutcome(ledger, outcome, submitted)
    } catch (error) {
      // The client must hear what the ledger did. Jobs look up what was not recorded.
      log.error({ err: error, transactionId: outcome.transactionId }, 'an outcome was not recorded')
    }
  }
