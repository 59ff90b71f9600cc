import type { FinalOutcome, Ledger } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { modeOf } from '../../model/modes.ts'
import type { OperationName, Request } from '../../model/request.ts'
import type { Outcomes } from './outcomes.ts'

/** Operations with irreversible consequences for owners. They succeed only when the mirror shows the exact body. */
const needsProof: OperationName[] = ['create', 'update']

export type Settlement = ReturnType<typeof createSettlement>

export function createSettlement({
  outcomes,
  opening,
}: {
  outcomes: Outcomes
  /** Continues a request whose transaction created a schedule. */
  opening: { open(ledger: Ledger, request: Request, outcome: FinalOutcome, isOurs: boolean): Promise<Request> }
}) {
  return {
    /**
     * Stores the ledger's outcome for a request that was submitted, or whose id was found on the ledger. The request
     * succeeds only if the ledger executed exactly its body. The payer can execute another body under the same id; the
     * request then ends as `SUPERSEDED`.
     *
     * @throws 503 `OUTCOME_UNKNOWN` while it is not known which of the two happened
     */
    async settle(ledger: Ledger, request: Request, outcome: FinalOutcome): Promise<Request> {
      const { bodyBytes, submitted, transactionId } = request
      const execution = await ledger.execution({ bodyBytes, outcome, submitted })
      switch (execution.state) {
        case 'failed':
          // Anybody can use up the request's transaction id in a batch that fails. Nodes then refuse the request's own
          // transaction.
          return execution.outcome.inBatch
            ? outcomes.superseded(request, execution.outcome, 'it failed as part of a batch; create the request again')
            : outcomes.failed(request, execution.outcome)
        case 'superseded':
          return outcomes.superseded(request, execution.outcome, execution.difference)
        case 'executed':
          if (modeOf(request).createsSchedule(request))
            return opening.open(ledger, request, execution.outcome, execution.proof === 'bytes')
          if (execution.proof !== 'precheck' || !needsProof.includes(request.operation))
            return outcomes.succeeded(request, execution.outcome, execution.customFees)
      }
      throw unavailable(
        'OUTCOME_UNKNOWN',
        `The mirror of ${ledger.chain} does not show yet what was executed under ${transactionId}`,
      )
    },
  }
}
