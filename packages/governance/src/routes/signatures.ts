/** Signatures in requests. */

import { signaturesFrom } from '@quorate/ledger'
import { ApiError, Bytes, type BytesIn, badRequest, decodeBytes } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import type { GivenSignature } from '../signatures/proofs.ts'

/** `signature` is for an account with a single key, or a SignatureMap; `signatures` contain their keys. */
export const givenSignatures = {
  signature: Type.Optional(
    Type.Unsafe<BytesIn>({
      ...Bytes,
      description: '64 bytes of a single key, or a SignatureMap (HIP-820) with those of several',
    }),
  ),
  signatures: Type.Optional(
    Type.Array(Type.Object({ publicKey: Type.String({ maxLength: 300 }), signature: Bytes }), {
      minItems: 1,
      maxItems: limits.maxVoteSignatures.value,
      description: "signatures by keys that together satisfy the account's key on the ledger",
    }),
  ),
}

const Given = Type.Object(givenSignatures)

/** @throws 400 `VALIDATION_FAILED` */
export function signaturesIn({ signature, signatures }: Static<typeof Given>): GivenSignature[] {
  if (signature !== undefined && signatures !== undefined)
    throw badRequest('VALIDATION_FAILED', 'Send signature or signatures, not both')
  if (signature !== undefined) return inMap(decodeBytes(signature, 'signature'))
  return (signatures ?? []).map((one) => ({
    publicKey: one.publicKey,
    signature: decodeBytes(one.signature, 'signatures'),
  }))
}

/** The signatures in a SignatureMap, each with the prefix of its key. Other bytes are one signature. */
function inMap(bytes: Uint8Array): GivenSignature[] {
  if (bytes.length === 64) return [{ signature: bytes }]
  try {
    return signaturesFrom(bytes)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOO_MANY_SIGNATURES') throw error
    return [{ signature: bytes }]
  }
}
