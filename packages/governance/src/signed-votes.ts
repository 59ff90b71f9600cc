import {
  canonicalBytes,
  type Key,
  keyFromText,
  leaves,
  ledgerTimestamp,
  type Mirror,
  type Leaf as PublicKey,
  publicKeyText,
  satisfied,
  verifyWalletMessage,
} from '@quorate/ledger'
import { badRequest, forbidden, unprocessable } from '@quorate/platform'
import { CLOCKS_MS, type Proof } from './dao.ts'

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
 * how far behind a mirror is. A ledger on which nothing happens is not behind.
 */
export async function keyTime(mirror: Pick<Mirror, 'newestTimestamp'>, castAt: Date): Promise<string> {
  const newest = await mirror.newestTimestamp()
  const earliest = ledgerTimestamp(castAt.getTime() - MAX_LAG_MS)
  return newest === null || Number(newest) < Number(earliest) ? earliest : newest
}

/** Whether a key of that time may stand behind a vote cast then (milliseconds). */
export function isKeyTime(keyAt: string, castAt: number): boolean {
  const at = Number(keyAt) * 1000
  return at >= castAt - MAX_LAG_MS - 1 && at <= castAt + CLOCKS_MS
}

/** Whether these signatures together are the account's, by its key. */
export function isProof(key: Key, signatures: Proof['signatures'], message: Uint8Array): boolean {
  const signers = signatures.filter(({ publicKey, signature }) => {
    const named = leaves(key).find((leaf) => publicKeyText(leaf) === publicKey)
    return named && verifyWalletMessage(named, message, Buffer.from(signature, 'hex'))
  })
  return satisfied(key, new Set(signers.map(({ publicKey }) => publicKey)))
}

/**
 * The proof that these signatures make that the vote is the voter's, whose key was this one at `keyAt`.
 *
 * @throws 422 `INVALID_SIGNATURE` for one that does not verify, 403 `SIGNATURES_MISSING` when together they do not satisfy the key
 */
export function proofOf(key: Key | null, keyAt: string, given: readonly GivenSignature[], vote: SignedVote): Proof {
  if (!key) throw unprocessable('NO_KEY', `${vote.voterAddress} has no key on the ledger that could have signed`)
  const message = signedBytes(vote)
  const candidates = leaves(key)
  const signatures = given.map(({ publicKey, signature }) => {
    const among = publicKey === undefined ? candidates : [namedKey(candidates, publicKey)]
    const signer = among.find((leaf) => verifyWalletMessage(leaf, message, signature))
    if (!signer)
      throw unprocessable(
        'INVALID_SIGNATURE',
        `A signature is not ${publicKey === undefined ? `${vote.voterAddress}'s` : `of ${publicKey}`} over ${Buffer.from(message)}`,
      )
    return { publicKey: publicKeyText(signer), signature: Buffer.from(signature).toString('hex') }
  })
  if (!satisfied(key, new Set(signatures.map(({ publicKey }) => publicKey))))
    throw forbidden(
      'SIGNATURES_MISSING',
      `These signatures do not satisfy the key of ${vote.voterAddress} on the ledger`,
    )
  return { keyAt, signatures }
}

function namedKey(candidates: readonly PublicKey[], text: string): PublicKey {
  const named = publicKeyText(keyFromText(text))
  const found = candidates.find((leaf) => publicKeyText(leaf) === named)
  if (!found) throw badRequest('UNKNOWN_KEY', `${text.slice(0, 140)} is not in the voter's key on the ledger`)
  return found
}
