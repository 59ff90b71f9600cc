import type { MultisigTypes } from '@quorate/client'
import type { Connection } from '../connection/connect.ts'
import { Failure } from '../exit-codes.ts'
import { printOne } from '../terminal/output.ts'

type Execution = MultisigTypes['Execution']
type Operation = MultisigTypes['Request']['operation']

/** Executes a request, or returns its earlier execution. */
export const execution = (
  { client }: Pick<Connection, 'client'>,
  { operation, jobId, bytes }: { operation: Operation; jobId: string; bytes: string },
): Promise<Execution> => client.multisig.post(`/multisig/wallet/${operation}/execute`, { body: { jobId, bytes } })

/** @throws Failure if it was not executed, or if that is not known yet */
export function printExecution(executed: Execution, json: boolean): void {
  printOne(executed, {
    json,
    fields: [
      ['request', executed.jobId],
      ['wallet', executed.walletId],
      ['status', executed.status],
      ['transaction', executed.transactionId],
      ['consensus', executed.consensusTimestamp],
    ],
  })
  if (executed.status === 'error')
    throw new Failure(
      'failed',
      `It was not executed: ${executed.message ?? executed.code}`,
      executed.code ?? 'NOT_EXECUTED',
    )
  if (executed.status === 'pending')
    throw new Failure('underWay', `It is not executed yet: quorate request watch ${executed.jobId} waits for it`)
}
