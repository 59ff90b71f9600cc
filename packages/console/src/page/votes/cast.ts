/** Casts a vote: over the hash of what stands on the topic, by the key that the ledger has, and nothing else. */
import { type GovernanceTypes, QuorateError, type Signer } from '@quorate/client'
import type { Key } from '@quorate/verify'
import { isProof, namedLeaves, type SignedVote, signedText } from '@quorate/verify/recount'
import { signatureIn } from '../approve/approve.ts'
import { toHex } from '../parts/bytes.ts'

export interface Cast {
  vote: SignedVote & { proposalHash: string }
  signer: Signer
  /** The voter's key on the ledger. */
  key: Key | undefined
  send(body: {
    proposalId: string
    daoId: string
    voterAddress: string
    choice: string
    comment?: string
    signature: string
  }): Promise<GovernanceTypes['Vote']>
}

/** @throws QuorateError `NOT_THE_KEY`; what the service refuses */
export async function castVote({ vote, signer, key, send }: Cast): Promise<GovernanceTypes['Vote']> {
  const text = signedText(vote)
  const signature = toHex(signatureIn(await signer.signMessage(text)))
  const isTheirs =
    signer.accountId === vote.voterAddress && key !== undefined && (await isBy(key, { text, signature, signer }))
  if (!isTheirs)
    throw new QuorateError({
      code: 'NOT_THE_KEY',
      message: `The signature is not one that the key of ${vote.voterAddress} on the ledger takes`,
    })
  const { proposalId, daoId, voterAddress, choice, comment } = vote
  return send({
    ...{ proposalId, daoId, voterAddress, choice, signature: `0x${signature}` },
    ...(comment === undefined ? {} : { comment }),
  })
}

/** A signer that does not name its key may have any of those that the account has. */
async function isBy(key: Key, of: { text: string; signature: string; signer: Signer }): Promise<boolean> {
  const { text, signature, signer } = of
  const message = new TextEncoder().encode(text)
  const names = signer.publicKey === undefined ? [...namedLeaves(key).keys()].slice(0, MOST_KEYS) : [signer.publicKey]
  for (const publicKey of names) if (await isProof(key, [{ publicKey, signature }], message)) return true
  return false
}
const MOST_KEYS = 8
