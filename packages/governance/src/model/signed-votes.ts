import {
  canonicalBytes,
  checkVerifications,
  type Key,
  keyFromText,
  leaves,
  ledgerTimestamp,
  MESSAGE_FORMS,
  type Mirror,
  type Leaf as PublicKey,
  publicKeyText,
  satisfied,
  verifyWalletMessage,
} from '@quorate/ledger'
import { badRequest, forbidden, unavailable, unprocessable } from '@quorate/platform'
import { limits } from '../limits.ts'
import { CLOCKS_MS, isQuiet, type Proof } from './dao.ts'

/** What a voter signs, as canonical JSON (RFC 8785); `comment` is left out where there is none. */
export interface SignedVote {
  chain: string
  daoId: string
  proposalId: string
  voterAddress: string
  choice: string
  comment?: string
}

export const signedBytes = ({ chain, daoId, proposalId, voterAddress, choice, comment }: SignedVote): Uint8Array =>
  canonicalBytes({ chain, daoId, proposalId, voterAddress, choice, comment })

/** A vote's signature as given: without its key where it is the voter's single one. */
export interface GivenSignature {
  publicKey?: string
  signature: Uint8Array
}

/** How far a mirror may be behind before what it says of a key is not taken any more, in milliseconds. */
const MAX_LAG_MS = 600_000

/**
 * The time up to which the mirror surely knows the ledger: the key that an account had then can be asked again by anybody, whereas "now" depends on
 * how far behind a mirror is. A quiet ledger on which nothing happens is not behind.
 *
 * @throws 503 `MIRROR_UNAVAILABLE` while the mirror is too far behind
 */
export async function keyTime(
  { chain, mirror }: { chain: string; mirror: Pick<Mirror, 'newestTimestamp'> },
  castAt: Date,
): Promise<string> {
  const newest = await mirror.newestTimestamp()
  const earliest = ledgerTimestamp(castAt.getTime() - MAX_LAG_MS)
  if (newest !== null && Number(newest) >= Number(earliest)) return newest
  if (isQuiet(chain)) return earliest
  throw unavailable(
    'MIRROR_UNAVAILABLE',
    `The mirror of ${chain} is more than ${MAX_LAG_MS / 60_000} minutes behind: it does not know the voter's key of now. Nothing was recorded`,
    30,
  )
}

/** Whether a key of that time may stand behind a vote cast then (milliseconds). */
export function isKeyTime(keyAt: string, castAt: number): boolean {
  const at = Number(keyAt) * 1000
  return at >= castAt - MAX_LAG_MS - 1 && at <= castAt + CLOCKS_MS
}

/** A key's leaves by their names. */
const namedLeaves = (key: Key): Map<string, PublicKey> =>
  new Map(leaves(key).map((leaf) => [publicKeyText(leaf), leaf]))

/** Whether these signatures together are the account's, by its key. Each leaf is tried once. */
export function isProof(key: Key, signatures: Proof['signatures'], message: Uint8Array): boolean {
  const named = namedLeaves(key)
  const signers = new Set<string>()
  for (const { publicKey, signature } of signatures.slice(0, limits.maxVoteSignatures.value)) {
    const leaf = named.get(publicKey)
    // A second signature of a key is not looked at: the first must verify.
    named.delete(publicKey)
    if (leaf && verifyWalletMessage(leaf, message, Buffer.from(signature, 'hex'))) signers.add(publicKey)
  }
  return satisfied(key, signers)
}

/**
 * The proof that these signatures make that the vote is the voter's, whose key was this one at `keyAt`.
 *
 * @throws 422 `INVALID_SIGNATURE` for one that does not verify, 403 `SIGNATURES_MISSING` when together they do not satisfy the key,
 *     400 `TOO_MANY_SIGNATURES` before anything is verified where an unnamed one would have to be tried on too many keys
 */
export function proofOf(key: Key | null, keyAt: string, given: readonly GivenSignature[], vote: SignedVote): Proof {
  if (!key) throw unprocessable('NO_KEY', `${vote.voterAddress} has no key on the ledger that could have signed`)
  const message = signedBytes(vote)
  const named = namedLeaves(key)
  const unnamed = given.filter(({ publicKey }) => publicKey === undefined).length
  checkVerifications(unnamed * named.size * MESSAGE_FORMS)
  const proof = new Map<string, string>()
  for (const { publicKey, signature } of given) {
    const among = publicKey === undefined ? [...named.values()] : [namedKey(named, publicKey)]
    if (publicKey !== undefined && proof.has(publicKeyText(among[0] as PublicKey))) continue
    const signer = among.find((leaf) => verifyWalletMessage(leaf, message, signature))
    if (!signer)
      throw unprocessable(
        'INVALID_SIGNATURE',
        `A signature is not ${publicKey === undefined ? `${vote.voterAddress}'s` : `of ${publicKey}`} over ${Buffer.from(message)}`,
      )
    proof.set(publicKeyText(signer), Buffer.from(signature).toString('hex'))
  }
  if (!satisfied(key, new Set(proof.keys())))
    throw forbidden(
      'SIGNATURES_MISSING',
      `These signatures do not satisfy the key of ${vote.voterAddress} on the ledger`,
    )
  return { keyAt, signatures: [...proof].map(([publicKey, signature]) => ({ publicKey, signature })) }
}

function namedKey(named: Map<string, PublicKey>, text: string): PublicKey {
  const found = named.get(publicKeyText(keyFromText(text)))
  if (!found) throw badRequest('UNKNOWN_KEY', `${text.slice(0, 140)} is not in the voter's key on the ledger`)
  return found
}
