/** Votes as they are hashed, served and recounted: one canonical JSON text (RFC 8785) each. */
import { createHash } from 'node:crypto'
import { canonicalJson, merkleRoot } from '@quorate/ledger'
import { base32 } from 'multiformats/bases/base32'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { limits } from '../limits.ts'
import type { Vote } from './dao.ts'

export const Leaf = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  voterAddress: Type.String(),
  choice: Type.String(),
  /** Decimal. */
  weight: Type.String({ pattern: '^(0|[1-9][0-9]*)$', maxLength: 100 }),
  comment: Type.Optional(Type.String()),
  /** ISO 8601 */
  castAt: Type.String(),
  /** When the ledger's key was the one that the signatures satisfy, `seconds.nanos`. */
  keyAt: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })),
  /** Of the record that the signed text names, hex; absent in signed votes of earlier versions. */
  proposalHash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  signatures: Type.Optional(
    Type.Array(
      Type.Object({ publicKey: Type.String({ maxLength: 300 }), signature: Type.String({ maxLength: 128 }) }),
      { maxItems: limits.maxVoteSignatures.value },
    ),
  ),
})
export type Leaf = Static<typeof Leaf>

/** So many bytes at most in a batch: then its content identifier is that of one block. */
export const BATCH_BYTES = 256 * 1024

const check = Compile(Leaf)

export function leafOf({ number, voter, choice, weight, comment, castAt, proof }: Vote): string {
  return canonicalJson({
    number,
    voterAddress: voter,
    choice,
    weight: weight.toString(),
    castAt: castAt.toISOString(),
    ...(comment === null ? {} : { comment }),
    ...(proof ?? {}),
  })
}

/** undefined for what is not a leaf. */
export function parseLeaf(text: string): Leaf | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return check.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The Merkle root over leaves, members or whatever else is one text each. */
export function rootOf(texts: readonly string[]): string {
  return merkleRoot(texts.map((text) => Buffer.from(text)))
}

/** What is stored and served of a batch. */
export const fileOf = (leaves: readonly string[]): string => leaves.map((leaf) => `${leaf}\n`).join('')

/** CIDv1 of a raw block, SHA-256, base32: what content storage answers for a file of up to 256 KiB. */
export function contentIdentifier(bytes: string | Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest()
  return base32.encode(Buffer.concat([Buffer.of(0x01, 0x55, 0x12, 0x20), digest]))
}
