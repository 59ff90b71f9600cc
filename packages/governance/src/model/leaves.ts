/** Leaves of votes, as they are hashed, served and recounted: each is one canonical JSON text (RFC 8785). */
import { createHash } from 'node:crypto'
import { parseJson } from '@quorate/platform'
import { canonicalJson, merkleRoot } from '@quorate/verify'
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
  /** The ledger time, `seconds.nanos`, of the voter's key that the signatures satisfy. */
  keyAt: Type.Optional(Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })),
  /** SHA-256 of the proposal's record in the signed text, in hex; absent in signed votes of earlier versions. */
  proposalHash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  signatures: Type.Optional(
    Type.Array(
      Type.Object({ publicKey: Type.String({ maxLength: 300 }), signature: Type.String({ maxLength: 128 }) }),
      { maxItems: limits.maxVoteSignatures.value },
    ),
  ),
})
export type Leaf = Static<typeof Leaf>

/** The most bytes in a batch: up to this, its content identifier is that of one block. */
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

/**
 * Returns undefined if the text is no leaf, or has no canonical form: it is nested too deep, or holds half a surrogate
 * pair.
 */
export function parseLeaf(text: string): Leaf | undefined {
  try {
    const value: unknown = parseJson(text)
    return check.Check(value) && canonicalJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The Merkle root over texts, such as leaves of votes or members' ids. */
export function rootOf(texts: readonly string[]): string {
  return merkleRoot(texts.map((text) => Buffer.from(text)))
}

/** A batch's leaves as a file, as it is stored and served. */
export const fileOf = (leaves: readonly string[]): string => leaves.map((leaf) => `${leaf}\n`).join('')

/** The CIDv1 of a raw block (SHA-256, base32), which content storage gives a file of up to 256 KiB. */
export function contentIdentifier(bytes: string | Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest()
  return base32.encode(Buffer.concat([Buffer.of(0x01, 0x55, 0x12, 0x20), digest]))
}
