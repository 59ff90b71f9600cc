/** Checks an account's signatures in a record, by the account's keys on the ledger. */
import { isKeyTime, isProof, type Proof } from '../governance/signatures/signed-votes.ts'
import { ledgerTimestamp } from '../mirror/statement/history.ts'
import type { RecountMirror } from './mirror.ts'

export interface SignedInRecord {
  account: string
  text: Uint8Array
  proof: Pick<Proof, 'keyAt' | 'signatures'>
  /** When the account signed, according to the service, in milliseconds. */
  at: number
  /** When the record had fully reached the ledger, in milliseconds. */
  anchoredAt: number
}

/**
 * Returns `signed` if the signatures satisfy the key that the account had at `keyAt`, and still had when the record
 * reached the ledger. Returns `replaced` if the key was replaced between these two times. Only the service says when
 * the account signed, so a holder of the old key may have signed after the replacement.
 */
export async function standingOf(
  mirror: Pick<RecountMirror, 'keyAt'>,
  { account, text, proof: { keyAt, signatures }, at, anchoredAt }: SignedInRecord,
): Promise<'signed' | 'replaced' | 'invalid'> {
  const isProofAt = async (time: string): Promise<boolean> => {
    const key = await mirror.keyAt(account, time)
    return key !== null && isProof(key, signatures, text)
  }
  const isTimely = isKeyTime(keyAt, at) && Number(keyAt) * 1000 <= anchoredAt + 1
  if (!isTimely || !(await isProofAt(keyAt))) return 'invalid'
  return (await isProofAt(ledgerTimestamp(anchoredAt))) ? 'signed' : 'replaced'
}
