import { type Clock, unavailable } from '@quorate/platform'
import type { Ledger } from './ledger.ts'
import type { Operator } from './network.ts'
import type { SubmitOptions } from './submit.ts'
import { type FinalOutcome, withSignatures } from './transactions.ts'

/** A transaction that the operator pays and alone signs, kept before it was submitted for the first time. */
export interface OwnTransaction {
  /** What it is for. */
  name: string
  transactionId: string
  nodeId: string
  bodyBytes: Uint8Array
  /** The end of its window. */
  expiresAt: Date
}

/**
 * Has the ledger do it once, whoever died in between: it is submitted as it is while its window is open, and looked for afterwards. `forget` is
 * called when the ledger says that it never happened, so that another may take its place.
 *
 * @throws 503 LEDGER_UNAVAILABLE unless it has succeeded: see to it again
 */
export async function settleOwn(
  ledger: Ledger,
  { publicKey, sign }: Operator,
  { name, transactionId, nodeId, bodyBytes, expiresAt: end }: OwnTransaction,
  { clock, forget, ...options }: SubmitOptions & { clock: Clock; forget(): Promise<unknown> },
): Promise<FinalOutcome> {
  const expiresAt = end.getTime()
  const outcome =
    clock.now() < expiresAt
      ? await ledger.submit(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]), options)
      : await ledger.outcome(transactionId, { nodeId, expiresAt })
  if (outcome.state === 'final' && outcome.success) return outcome
  // A refusal before consensus leaves the same bytes valid until their window ends.
  if (outcome.state === 'final' && outcome.phase !== 'precheck') await forget()
  const status = outcome.state === 'final' ? outcome.status : 'no outcome yet'
  throw unavailable('LEDGER_UNAVAILABLE', `${name} is not on ${ledger.chain} yet (${transactionId}: ${status})`)
}
