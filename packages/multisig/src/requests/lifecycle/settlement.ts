import type { FinalOutcome, Ledger } from '@quorate/ledger'
import { unavailable } from '@quorate/platform'
import { modeOf } from '../../model/modes.ts'
import type { OperationName, Request } from '../../model/request.ts'
import type { Outcomes } from './outcomes.ts'

/**
 * Operations whose consequences for owners cannot be taken back: their success waits for the mirror to show the body
 * itself.
 */
const needsProof: OperationName[] = ['create', 'update']

export type Settlement = ReturnType<typeof createSettlement>

export function createSettlement({
  outcomes,
  opening,
}: {
  outcomes: Outcomes
  /** Goes on with a request whose transaction made the ledger keep another. */
  opening: { open(ledger: Ledger, request: Request, outcome: FinalOutcome, isOurs: boolean): Promise<Request> }
}) {
  return {
    /**
     * Stores the ledger's outcome of a request that was submitted, or whose id was found on the ledger. A success is
     * the request's only if the ledger executed its very body: its payer can execute another one under the same id, and
     * then the request ends as `SUPERSEDED`.
     *
     * @throws 503 `OUTCOME_UNKNOWN` while it cannot be told which of the two it was
     */
    async settle(ledger: Ledger, request: Request, outcome: FinalOutcome): Promise<Request> {
      const { bodyBytes, submitted, transactionId } = request
      const execution = await ledger.execution({ bodyBytes, outcome, submitted })
      switch (execution.state) {
        case 'failed':
          // Anybody can put the id of a request into a batch; nodes take its body no more.
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
