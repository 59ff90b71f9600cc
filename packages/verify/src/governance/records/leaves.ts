/** Leaves of votes, as they are hashed, served and recounted. Each leaf is one canonical JSON text (RFC 8785). */
import { concatBytes } from '@noble/hashes/utils.js'
import { base32 } from 'multiformats/bases/base32'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { sha256 } from '#primitives'
import { utf8 } from '../../bytes.ts'
import { limits } from '../../limits.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { merkleRoot } from '../../records/merkle.ts'
import { parseJson } from '../../values/json.ts'

export const VoteLeaf = Type.Object(
  {
    number: Type.Integer({ minimum: 1 }),
    voterAddress: Type.String(),
    /** Only for the method `single`. */
    choice: Type.Optional(Type.String()),
    /** Only for the other methods. */
    choices: Type.Optional(Type.Array(Type.String(), { maxItems: limits.maxManyOptions.value })),
    shares: Type.Optional(Type.Array(Type.Integer(), { maxItems: limits.maxManyOptions.value })),
    /** The sealed ballot, in base64, if votes are secret. */
    sealed: Type.Optional(Type.String({ maxLength: 1_000 })),
    /**
     * The number of this vote among its voter's successive votes, from 2; absent for the first. It replaces the
     * previous one.
     */
    revision: Type.Optional(Type.Integer({ minimum: 2, maximum: limits.maxVoteRevisions.value })),
    /** Decimal. */
    weight: Type.String({ pattern: '^(0|[1-9][0-9]*)$', maxLength: 100 }),
    comment: Type.Optional(Type.String()),
    /** ISO 8601 */
    castAt: Type.String(),
    /** The ledger time (`seconds.nanos`) when the voter had the key that the signatures satisfy. */
    keyAt: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })),
    /** SHA-256 of the proposal's record in the signed text, in hex; absent in signed votes of earlier versions. */
    proposalHash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    signatures: Type.Optional(
      Type.Array(
        Type.Object(
          { publicKey: Type.String({ maxLength: 300 }), signature: Type.String({ maxLength: 128 }) },
          { additionalProperties: false },
        ),
        { maxItems: limits.maxVoteSignatures.value },
      ),
    ),
  },
  { additionalProperties: false },
)
export type VoteLeaf = Static<typeof VoteLeaf>

const check = Compile(VoteLeaf)

/**
 * Returns undefined if the text is not a leaf, or has no canonical form: it is nested too deep, or has half a surrogate
 * pair.
 */
export function parseLeaf(text: string): VoteLeaf | undefined {
  try {
    const value: unknown = parseJson(text)
    return check.Check(value) && canonicalJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The service's id of a vote. */
export const voteId = ({ proposalId, number }: { proposalId: string; number: number }): string =>
  `${proposalId}-${number}`

/** The Merkle root over texts, such as leaves of votes or members' ids. */
export function rootOf(texts: readonly string[]): string {
  return merkleRoot(texts.map((text) => utf8(text)))
}

/** The CIDv1 of a raw block (SHA-256, base32): the CID that content storage gives a file of up to 256 KiB. */
export function contentIdentifier(bytes: string | Uint8Array): string {
  const digest = sha256(typeof bytes === 'string' ? utf8(bytes) : bytes)
  return base32.encode(concatBytes(Uint8Array.of(0x01, 0x55, 0x12, 0x20), digest))
}
