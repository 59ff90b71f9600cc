import type { Signer } from '@quorate/client'
import { leaves, publicKeyText } from '@quorate/verify'
import { keyOf } from '../api/ledger-reads.ts'

/**
 * Whether the signer's key is a part of its account's key on the ledger; undefined if that is not known, as of a wallet
 * app. A signature is verified in any case before it is sent.
 */
export async function isKeyOfAccount({ accountId, publicKey }: Signer, chain: string): Promise<boolean | undefined> {
  if (publicKey === undefined) return undefined
  const key = await keyOf(chain, accountId).catch(() => undefined)
  return key && leaves(key).some((leaf) => publicKeyText(leaf) === publicKey)
}
