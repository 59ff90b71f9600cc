import {
  canonicalBytes,
  type Key,
  keyFromText,
  leaves,
  type Leaf as PublicKey,
  publicKeyText,
  satisfied,
  verifyWalletMessage,
} from '@quorate/ledger'
import { badRequest, forbidden, unprocessable } from '@quorate/platform'
import type { Proof } from './dao.ts'

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

/** Whether these signatures together are the account's, by its key. */
export function isProof(key: Key, proof: Proof, message: Uint8Array): boolean {
  const signers = proof.filter(({ publicKey, signature }) =>
    verifyWalletMessage(keyFromText(publicKey), message, Buffer.from(signature, 'hex')),
  )
  return satisfied(key, new Set(signers.map(({ publicKey }) => publicKey)))
}

/**
 * The proof that these signatures make that the vote is the voter's.
 *
 * @throws 422 `INVALID_SIGNATURE` for one that does not verify, 403 `SIGNATURES_MISSING` when together they do not satisfy the key
 */
export function proofOf(key: Key | null, given: readonly GivenSignature[], vote: SignedVote): Proof {
  if (!key) throw unprocessable('NO_KEY', `${vote.voterAddress} has no key on the ledger that could have signed`)
  const message = signedBytes(vote)
  const candidates = leaves(key)
  const proof = given.map(({ publicKey, signature }) => {
    const among = publicKey === undefined ? candidates : [namedKey(candidates, publicKey)]
    const signer = among.find((leaf) => verifyWalletMessage(leaf, message, signature))
    if (!signer)
      throw unprocessable(
        'INVALID_SIGNATURE',
        `A signature is not ${publicKey === undefined ? `${vote.voterAddress}'s` : `of ${publicKey}`} over ${Buffer.from(message)}`,
      )
    return { publicKey: publicKeyText(signer), signature: Buffer.from(signature).toString('hex') }
  })
  if (!satisfied(key, new Set(proof.map(({ publicKey }) => publicKey))))
    throw forbidden(
      'SIGNATURES_MISSING',
      `These signatures do not satisfy the key of ${vote.voterAddress} on the ledger`,
    )
  return proof
}

function namedKey(candidates: readonly PublicKey[], text: string): PublicKey {
  const named = publicKeyText(keyFromText(text))
  const found = candidates.find((leaf) => publicKeyText(leaf) === named)
  if (!found) throw badRequest('UNKNOWN_KEY', `${text.slice(0, 140)} is not in the voter's key on the ledger`)
  return found
}
