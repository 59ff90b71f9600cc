/** Signatures that requests carry. */
import { Bytes, badRequest, decodeBytes } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import type { GivenSignature } from '../model/signed-votes.ts'

/** `signature` is of a single key; `signatures` come with their keys. */
export const givenSignatures = {
  signature: Type.Optional(Bytes),
  signatures: Type.Optional(
    Type.Array(Type.Object({ publicKey: Type.String({ maxLength: 300 }), signature: Bytes }), {
      minItems: 1,
      maxItems: limits.maxVoteSignatures.value,
      description: "of the keys that together satisfy the account's on the ledger",
    }),
  ),
}

const Given = Type.Object(givenSignatures)

/** @throws 400 `VALIDATION_FAILED` */
export function signaturesIn({ signature, signatures }: Static<typeof Given>): GivenSignature[] {
  if (signature !== undefined && signatures !== undefined)
    throw badRequest('VALIDATION_FAILED', 'Send signature or signatures, not both')
  if (signature !== undefined) return [{ signature: decodeBytes(signature, 'signature') }]
  return (signatures ?? []).map((one) => ({
    publicKey: one.publicKey,
    signature: decodeBytes(one.signature, 'signatures'),
  }))
}
