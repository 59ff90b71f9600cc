import { type Clock, unavailable } from '@quorate/platform'
import type { SubmitOptions } from '../consensus/submit.ts'
import { transactionHash } from '../execution/execution.ts'
import { failedForGood } from '../execution/failed-for-good.ts'
import type { Operator } from '../keys/signer.ts'
import type { Ledger } from '../ledger.ts'
import { type FinalOutcome, type Outcome, withSignatures } from '../transactions/freeze.ts'

/** A transaction that only the operator pays for and signs. It is stored before it is first submitted. */
export interface OwnTransaction {
  /** The purpose, for error messages. */
  name: string
  transactionId: string
  nodeId: string
  bodyBytes: Uint8Array
  /** The end of its window. */
  expiresAt: Date
}

/**
 * Gets the transaction executed exactly once, even after a crash: submits it unchanged while its window is open, and
 * later looks it up. If the mirror shows that it was never executed, or that another body has its id, calls `forget`,
 * so that another transaction may replace it.
 *
 * @throws 503 LEDGER_UNAVAILABLE or MIRROR_UNAVAILABLE unless it has succeeded: call again later
 */
export async function settleOwn(
  ledger: Ledger,
  { publicKey, sign }: Operator,
  { name, transactionId, nodeId, bodyBytes, expiresAt: end }: OwnTransaction,
  { clock, forget, ...options }: SubmitOptions & { clock: Clock; forget(): Promise<unknown> },
): Promise<FinalOutcome> {
  const expiresAt = end.getTime()
  const signed = withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }])
  const outcome =
    clock.now() < expiresAt
      ? await ledger.submit(signed, options)
      : await ledger.outcome(transactionId, { nodeId, expiresAt })
  const execution = await ledger.execution({ bodyBytes, outcome, submitted: [transactionHash(signed)] })
  if (execution.state === 'executed') return execution.outcome
  const isOver =
    execution.state === 'superseded' ||
    (execution.state === 'failed' && (await failedForGood(ledger, execution.outcome, expiresAt, clock.now())))
  if (isOver) await forget()
  const status =
    execution.state === 'superseded' ? `another body has this id: ${execution.difference}` : statusOf(outcome)
  throw unavailable('LEDGER_UNAVAILABLE', `${name} is not on ${ledger.chain} yet (${transactionId}: ${status})`)
}

const statusOf = (outcome: Outcome): string => (outcome.state === 'final' ? outcome.status : 'no outcome yet')
