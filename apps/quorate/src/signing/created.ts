/** Reads on the ledger what a signed transaction has created, since a service could name another entity. */
import { type LedgerOptions, ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { plain } from '../terminal/plain.ts'
import { untilThere } from './until-there.ts'

/**
 * Checks that the entity in the service's answer is the one that the signed transaction created. Another one may belong
 * to somebody else, or be an older entity of the user.
 *
 * @throws Failure BYTES_DIFFER; UNDER_WAY if the mirror does not show it within 15 seconds
 */
export async function checkCreated(
  options: LedgerOptions,
  { what, answered, transactionId }: { what: string; answered: string | null | undefined; transactionId: string },
): Promise<void> {
  const ledger = await ledgerOf(options)
  const created = await untilThere(() => ledger.created(transactionId), {
    isThere: (found) => found !== null,
    waiting: `Waiting for the ${what} on the ledger`,
  })
  const said = `The service says that the new ${what} is ${plain(String(answered))}`
  if (created === null)
    throw new Failure(
      'underWay',
      `${said}, but the ledger does not show yet what ${transactionId} created: wait for that before you use it`,
    )
  if (created !== answered)
    throw new Failure('failed', `${said}, but the ledger shows ${created} for ${transactionId}`, 'BYTES_DIFFER')
}
