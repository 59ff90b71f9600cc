/** Texts that the owners of a wallet sign one after the other. */
import type { GovernanceTypes } from '@quorate/client'
import type { Key } from '@quorate/verify'
import { isOwnerKey } from '@quorate/verify/recount'
import { type LedgerOptions, ledgerOf } from '../connection/ledger.ts'
import { printOne } from '../terminal/output.ts'

/** The key of a wallet on the ledger; undefined if the user's key is not part of it. */
export async function ownedKey(wallet: string, own: Key | undefined, on: LedgerOptions): Promise<Key | undefined> {
  const key = (await (await ledgerOf(on)).key(wallet)) ?? undefined
  return key && own && isOwnerKey(key, own) ? key : undefined
}

export function printJoint(state: GovernanceTypes['JointSignatures'], json: boolean): void {
  const { account, signedBy, missing, done } = state
  printOne(state, {
    json,
    fields: [
      ['by', account],
      ['signed', `${signedBy.length} of its keys`],
      ['missing', done ? undefined : missing],
      ['done', done ? 'carried out' : 'when enough owners have signed the same'],
    ],
  })
}
