/** Signatures of texts by an account's key on the ledger. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from '../../bytes.ts'
import { VerifyError } from '../../error.ts'
import type { Key } from '../../keys/keys.ts'
import { signatureIn } from '../../keys/signatures.ts'
import { verifyWalletMessageQuickly } from '../../keys/verify.ts'
import { isProof, namedLeaves } from './signed-votes.ts'

/** A wallet that signs for an account. */
export interface MessageSigner {
  accountId: string
  /** Undefined if the wallet does not say which of the account's keys it holds. */
  publicKey?: string | undefined
  signMessage(text: string): Promise<Uint8Array> | Uint8Array
}

export interface Signing {
  signer: MessageSigner
  /** The account's key on the ledger. */
  key: Key | undefined
}

/**
 * A signature of the text by the account's key on the ledger, in the form that the service takes.
 *
 * @throws VerifyError `NOT_THE_KEY`
 */
export async function signedBy(account: string, text: string, { signer, key }: Signing): Promise<string> {
  if (signer.accountId !== account || key === undefined)
    throw new VerifyError(
      'NOT_THE_KEY',
      `Nothing was signed: ${account} would have to sign, with its key on the ledger`,
    )
  const signature = bytesToHex(signatureIn(await signer.signMessage(text)))
  if (!(await isBy(key, { text, signature, signer })))
    throw new VerifyError('NOT_THE_KEY', `The signature is not valid for the key of ${account} on the ledger`)
  return `0x${signature}`
}

/** A signature by one of the keys of an account, which may need several. */
export interface PartSignature {
  /** In hex. */
  publicKey: string
  signature: string
}

/**
 * A signature of the text by a key that is part of the account's, as an owner of a wallet gives it.
 *
 * @throws VerifyError `NOT_THE_KEY`
 */
export async function signedInPart(account: string, text: string, { signer, key }: Signing): Promise<PartSignature> {
  const named = key === undefined ? [] : [...namedLeaves(key)]
  const signature = signatureIn(await signer.signMessage(text))
  const tried = named.filter(([name]) => signer.publicKey === undefined || name === signer.publicKey)
  for (const [publicKey, leaf] of tried)
    if (await verifyWalletMessageQuickly(leaf, utf8(text), signature))
      return { publicKey, signature: `0x${bytesToHex(signature)}` }
  throw new VerifyError('NOT_THE_KEY', `The signature is not by a key of ${account} on the ledger`)
}

/** Whether one of the keys in `own` is part of an account's key. If the account is a wallet, the holder is an owner. */
export function isOwnerKey(key: Key, own: Key): boolean {
  const named = namedLeaves(key)
  return [...namedLeaves(own).keys()].some((name) => named.has(name))
}

/** A signer that does not name its key may hold any of the account's keys. */
async function isBy(key: Key, of: { text: string; signature: string; signer: MessageSigner }): Promise<boolean> {
  const { text, signature, signer } = of
  const names = signer.publicKey === undefined ? [...namedLeaves(key).keys()].slice(0, MOST_KEYS) : [signer.publicKey]
  for (const publicKey of names) if (await isProof(key, [{ publicKey, signature }], utf8(text))) return true
  return false
}
const MOST_KEYS = 8
