/** Signing in memory, by the given members. */
import { randomBytes } from 'node:crypto'
import { aggregate, createSigner, type GroupKey } from '@quorate/frost'

/** A signature by these members of a key, each with a signer of its own. */
export async function signWith(
  key: GroupKey,
  shares: ReadonlyMap<number, Uint8Array>,
  numbers: readonly number[],
  message: Uint8Array,
): Promise<Uint8Array> {
  const signers = numbers.map((number) => ({ number, signer: signerOf(key, shares, number) }))
  const commitments = signers.map(({ signer }) => signer.commit())
  const signed = new Map<number, string>()
  for (const { number, signer } of signers) signed.set(number, await signer.sign(message, commitments))
  return aggregate(key, commitments, message, signed)
}

export function signerOf(
  key: GroupKey,
  shares: ReadonlyMap<number, Uint8Array>,
  number: number,
  used = new Set<string>(),
) {
  const remember = (hash: string): boolean => !used.has(hash) && Boolean(used.add(hash))
  const share = shares.get(number) ?? new Uint8Array(32)
  return createSigner({ key, number, share, remember, random: (bytes) => Uint8Array.from(randomBytes(bytes)) })
}
