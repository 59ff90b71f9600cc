/** Submits signed transactions to the ledger and records their outcomes. */
import { type FinalOutcome, transactionHash } from '@quorate/ledger'
import { conflict } from '@quorate/platform'
import { answerFor, type WriteAnswer } from '../answers/writes.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { WriteDeps } from './prepare.ts'
import type { Signed } from './signatures.ts'

type Deps = Pick<WriteDeps, 'conditional' | 'log'>

/** Records the final outcome of a transaction that was submitted here. */
export async function recordOutcome(
  { conditional, log }: Deps,
  ledger: OperatedLedger,
  outcome: FinalOutcome,
): Promise<void> {
  try {
    if (outcome.phase === 'consensus') await conditional.recordOutcome(ledger, outcome.transactionId)
  } catch (error) {
    // The client must learn what the ledger did. Jobs look up outcomes that were not recorded.
    log.error({ err: error, transactionId: outcome.transactionId }, 'an outcome was not recorded')
  }
}

/** Submits a transaction that a wallet has signed. @throws 409 SUPERSEDED */
export async function submitSigned(deps: Deps, ledger: OperatedLedger, signed: Signed): Promise<WriteAnswer> {
  const { transactionId, bytes, bodyBytes } = signed
  const outcome = await ledger.submit(bytes)
  // The ledger may have executed another transaction under this id, earlier or through another consensus node.
  if (outcome.state === 'final' && outcome.success) {
    const question = { bodyBytes, outcome, submitted: [transactionHash(bytes)] }
    // The ledger has executed something in any case, so the client gets its answer even if the comparison fails.
    const execution = await ledger.execution(question).catch((error) => {
      deps.log.warn({ err: error, transactionId }, 'an execution was not compared')
      return { state: 'unknown' } as const
    })
    if (execution.state === 'superseded')
      throw conflict('SUPERSEDED', `The ledger executed another transaction under ${transactionId}`)
  }
  const answer = await answerFor(ledger, transactionId, outcome)
  if (outcome.state === 'final') await recordOutcome(deps, ledger, outcome)
  return answer
}

/**
 * Submits the write, or each chunk of a long message. Returns the answer for the first chunk, or for the one that did
 * not succeed.
 */
export async function submitByOperator(
  deps: Deps,
  ledger: OperatedLedger,
  signed: readonly Signed[],
): Promise<WriteAnswer> {
  const transactionId = signed[0]?.transactionId ?? ''
  let answer: WriteAnswer = { status: 'PENDING', transactionId }
  for (const { bytes } of signed) {
    const outcome = await ledger.submit(bytes)
    if (outcome.state === 'final') await recordOutcome(deps, ledger, outcome)
    const id = outcome.state === 'final' ? outcome.transactionId : transactionId
    const said = await answerFor(ledger, id, outcome)
    if (said.status !== 'SUCCESS') return said
    if (answer.status === 'PENDING') answer = said
  }
  return answer
}
