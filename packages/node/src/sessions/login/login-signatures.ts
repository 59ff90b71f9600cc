import { type Signature, signaturesFrom, verifiedSignatures } from '@quorate/ledger'
import { ApiError, badRequest } from '@quorate/platform'
import { type Leaf, verifyPrefixedMessage, verifyWalletMessage } from '@quorate/verify'
import type { IsHeld } from '../../keys/held-keys.ts'

/**
 * Returns the signatures on a login's message, by the candidates that signed it; `bytes` are 64 bytes or a
 * SignatureMap. If the node itself holds a key, that key also signs other texts. So such a signature counts only with
 * the wallets' prefix (HIP-820), which shows that it was meant as a login. `check` is called with the number of
 * verifications before the first one, and may throw.
 *
 * @throws 400 INVALID_SIGNATURE, TOO_MANY_SIGNATURES
 */
export function loginSignatures(
  message: Uint8Array,
  bytes: Uint8Array,
  candidates: readonly Leaf[],
  isHeld: IsHeld,
  check?: (tries: number) => void,
): Signature[] {
  const verifies = (leaf: Leaf, text: Uint8Array, signature: Uint8Array) =>
    (isHeld(leaf) ? verifyPrefixedMessage : verifyWalletMessage)(leaf, text, signature)
  return verifiedSignatures(message, signaturesOf(bytes), candidates, { verifies, ...(check && { check }) })
}

function signaturesOf(bytes: Uint8Array) {
  try {
    return signaturesFrom(bytes)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOO_MANY_SIGNATURES') throw error
    throw badRequest('INVALID_SIGNATURE', `The signature has ${bytes.length} bytes: send 64 bytes or a SignatureMap`)
  }
}
