import { hexToBytes } from '@noble/hashes/utils.js'
import { utf8 } from '../../bytes.ts'
import { type Key, leaves, type Leaf as PublicKey, publicKeyText, satisfied } from '../../keys/keys.ts'
import { inDomain } from '../../keys/signing-domains.ts'
import { verifyWalletMessageQuickly } from '../../keys/verify.ts'
import { limits } from '../../limits.ts'
import { canonicalJson } from '../../records/canonical-json.ts'
import { type Ballot, ballotOf } from '../counting/voting-methods.ts'
import { CLOCKS_MS } from '../records/times.ts'

/** Signatures that satisfy the key that the voter had on the ledger at `keyAt`. */
export interface Proof {
  /** `seconds.nanos` */
  keyAt: string
  /**
   * The hash of the proposal's record in the signed text. Absent in votes of earlier versions, which identify the
   * proposal by its id alone.
   */
  proposalHash?: string | undefined
  /** Raw keys and signatures, in hex. */
  signatures: { publicKey: string; signature: string }[]
}

/**
 * A vote as its voter signs it, in canonical JSON (RFC 8785). It has the fields of its voting method (`choice`, or
 * `choices` and `shares`); `comment` is omitted if there is none, and `revision` for a voter's first vote.
 */
export interface SignedVote extends Ballot {
  chain: string
  daoId: string
  proposalId: string
  /**
   * SHA-256 of the proposal's record. It is missing in votes of earlier versions, which therefore do not prove what the
   * proposal said.
   */
  proposalHash?: string | undefined
  voterAddress: string
  comment?: string | undefined
  /**
   * The number of this vote among the voter's successive votes, from 2. Without it, somebody could send an earlier vote
   * again.
   */
  revision?: number | undefined
}

export const signedText = (vote: SignedVote): string => {
  const { chain, daoId, proposalId, proposalHash, voterAddress, comment, revision } = vote
  return canonicalJson({ chain, daoId, proposalId, proposalHash, voterAddress, ...ballotOf(vote), comment, revision })
}
export const signedBytes = (vote: SignedVote): Uint8Array => utf8(signedText(vote))

/** The text that a proposal's creator signs to cancel it. */
export const cancellationText = (of: {
  chain: string
  daoId: string
  proposalId: string
  proposalHash: string
  creatorAddress: string
}): string => {
  const { chain, daoId, proposalId, proposalHash, creatorAddress } = of
  const what = canonicalJson({ chain, daoId, proposalId, proposalHash, creatorAddress })
  return new TextDecoder().decode(inDomain('cancellation', what))
}

/** How far a mirror may be behind, in milliseconds, for its answer about an account to be accepted. */
export const MAX_LAG_MS = 600_000
/** Whether the key at `keyAt` may prove a vote that was cast at `castAt` (milliseconds). */
export function isKeyTime(keyAt: string, castAt: number): boolean {
  const at = Number(keyAt) * 1000
  return at >= castAt - MAX_LAG_MS - 1 && at <= castAt + CLOCKS_MS
}

/** The leaf keys in a key, by their text. */
export const namedLeaves = (key: Key): Map<string, PublicKey> =>
  new Map(leaves(key).map((leaf) => [publicKeyText(leaf), leaf]))

/** Whether these signatures together satisfy the account's key. Each leaf key is tried once. */
export async function isProof(key: Key, signatures: Proof['signatures'], message: Uint8Array): Promise<boolean> {
  const named = namedLeaves(key)
  const signers = new Set<string>()
  for (const { publicKey, signature } of signatures.slice(0, limits.maxVoteSignatures.value)) {
    const leaf = named.get(publicKey)
    // Further signatures of the same leaf key are ignored: the first must verify.
    named.delete(publicKey)
    if (leaf && (await verifyWalletMessageQuickly(leaf, message, hexOrNone(signature)))) signers.add(publicKey)
  }
  return satisfied(key, signers)
}

/** Returns no bytes if the text is not hex. */
function hexOrNone(text: string): Uint8Array {
  try {
    return hexToBytes(text)
  } catch {
    return new Uint8Array()
  }
}
