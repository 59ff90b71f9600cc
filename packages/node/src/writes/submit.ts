/** Submits signed transactions to the ledger and records their outcomes. */
import { type FinalOutcome, transactionHash, withSignatures } from '@quorate/ledger'
import { conflict } from '@quorate/platform'
import { answerFor, type WriteAnswer } from '../answers/writes.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Submitted } from '../validators/bindings.ts'
import type { WriteDeps } from './prepare.ts'
import { type NetworkSignature, operatorsSignatures, type Signed } from './signatures.ts'

type Deps = Pick<WriteDeps, 'bindings' | 'conditional' | 'log'>

/** Records the final outcome of a transaction that was submitted here. */
export async function recordOutcome(
  { bindings, conditional, log }: Deps,
  ledger: OperatedLedger,
  outcome: FinalOutcome,
  submitted: Submitted,
): Promise<void> {
  try {
    if (outcome.phase === 'consensus') await conditional.recordOutcome(ledger, outcome.transactionId)
    await bindings.recordOutcome(ledger, outcome, submitted)
  } catch (error) {
    // The client must learn what the ledger did. Jobs look up what was not recorded.
    log.error({ err: error, transactionId: outcome.transactionId }, 'an outcome was not recorded')
  }
}

/** Submits a transaction that a wallet has signed. @throws 409 SUPERSEDED */
export async function submitSigned(deps: Deps, ledger: OperatedLedger, signed: Signed): Promise<WriteAnswer> {
  const { transactionId, bytes, bodyBytes } = signed
  const outcome = await ledger.submit(bytes)
  // The ledger may have executed another transaction under this id: before, or at another node at the same time.
  if (outcome.state === 'final' && outcome.success) {
    const question = { bodyBytes, outcome, submitted: [transactionHash(bytes)] }
    // Even if this fails, the ledger has executed something, and the client gets its answer.
    const execution = await ledger.execution(question).catch((error) => {
      deps.log.warn({ err: error, transactionId }, 'an execution was not compared')
      return { state: 'unknown' } as const
    })
    if (execution.state === 'superseded')
      throw conflict('SUPERSEDED', `The ledger executed another transaction under ${transactionId}`)
  }
  const answer = await answerFor(ledger, transactionId, outcome)
  if (outcome.state === 'final') await recordOutcome(deps, ledger, outcome, { bytes, bodyBytes })
  return answer
}

/**
 * Submits the write, or each chunk of a long message. Answers for the first chunk, or for the one that did not succeed.
 */
export async function submitByOperator(
  deps: Deps,
  ledger: OperatedLedger,
  { transactionId, bodies }: FrozenWrite,
  networkSigns: NetworkSignature['sign'],
): Promise<WriteAnswer> {
  let answer: WriteAnswer = { status: 'PENDING', transactionId }
  for (const body of bodies) {
    const bytes = withSignatures(body, operatorsSignatures(ledger, body, networkSigns))
    const outcome = await ledger.submit(bytes)
    if (outcome.state === 'final') await recordOutcome(deps, ledger, outcome, { bytes, bodyBytes: body })
    const id = outcome.state === 'final' ? outcome.transactionId : transactionId
    const said = await answerFor(ledger, id, outcome)
    if (said.status !== 'SUCCESS') return said
    if (answer.status === 'PENDING') answer = said
  }
  return answer
}
