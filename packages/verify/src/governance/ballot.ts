/** What a voter signs: the hash of what stands on the DAO's topic, compared with what the service shows. */
import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from '../bytes.ts'
import { VerifyError } from '../error.ts'
import type { Key } from '../keys/keys.ts'
import { signatureIn } from '../keys/signatures.ts'
import type { TopicReads } from '../mirror/topics.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { decodeRecord, type ProposalRecord, proposalHash } from './records.ts'
import { cancellationText, isProof, namedLeaves, type SignedVote, signedText } from './signed-votes.ts'

const FIELDS = [
  ...(['chain', 'daoId', 'proposalId', 'title', 'description', 'creatorAddress', 'votingOptions'] as const),
  ...(['quorum', 'startTime', 'endTime', 'proposalData', 'validUntil'] as const),
]
/** The parts of a proposal that are compared with the topic before anybody signs. */
export type ComparedProposal = { readonly [F in (typeof FIELDS)[number]]?: unknown }

/** What is absent from a record is null where the service answers it. */
const textOf = (value: unknown): string => canonicalJson(value ?? null)

/** The names of the fields that the two have otherwise. */
export const differencesOf = (record: ComparedProposal, shown: ComparedProposal): string[] =>
  FIELDS.filter((name) => textOf(record[name]) !== textOf(shown[name]))

/**
 * All that is compared, as one text. A comparison holds for what was shown then: where the service answers something
 * else later, it is made again.
 */
export const comparedText = (shown: ComparedProposal): string => textOf(FIELDS.map((name) => shown[name] ?? null))

/** A proposal as the service shows it. */
export interface ShownProposal extends ComparedProposal {
  proposalId: string
  createdAt: string
}

export interface ProposalCheck {
  /** Undefined while the proposal is not on the topic yet. */
  record: ProposalRecord | undefined
  /** SHA-256 of the record, in hex. */
  hash: string
  /** The fields that the service shows otherwise. */
  differences: string[]
}

/** The ledger's time may be behind the service's by as much. */
const BEHIND_SECONDS = 600
/** Messages of the topic that are read; a proposal stands there soon after it was made. */
const MOST_MESSAGES = 2_000

export interface ProposalPlace {
  /** The DAO's topic. */
  topicId: string
  /** The proposal that the service was asked for: what it shows of another one is refused. */
  proposalId: string
}

/**
 * Reads the topic from when the service says the proposal was made.
 * @throws VerifyError 400 `PROPOSAL_DIFFERS` for another proposal than was asked for; what the mirror's reads throw
 */
export async function checkProposal(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  { topicId, proposalId }: ProposalPlace,
  shown: ShownProposal,
): Promise<ProposalCheck> {
  if (shown.proposalId !== proposalId)
    throw new VerifyError(
      'PROPOSAL_DIFFERS',
      `Nothing was signed: the service shows another proposal than ${proposalId}: ${shown.proposalId}`,
    )
  const from = { timestamp: `${Math.floor(Date.parse(shown.createdAt) / 1000) - BEHIND_SECONDS}.000000000` }
  const found: ProposalRecord[] = []
  for await (const { bytes } of topicMessages(topicId, from, { most: MOST_MESSAGES })) {
    const record = decodeRecord(bytes)
    if (record?.type === 'proposal' && record.proposalId === shown.proposalId) found.push(record)
  }
  const [record, ...others] = found
  if (!record) return { record: undefined, hash: '', differences: [] }
  // A topic that has two of one id leaves open which of them is voted on.
  if (others.length > 0) return { record, hash: '', differences: ['proposalId'] }
  return { record, hash: proposalHash(record), differences: differencesOf(record, shown) }
}

/** A proposal that may be signed about: what the service shows of it is what stands on the topic. */
export interface CheckedProposal {
  record: ProposalRecord
  hash: string
}

/** @throws VerifyError 503 `PROPOSAL_NOT_THERE`, 400 `PROPOSAL_DIFFERS`: nothing may be signed */
export function checkedProposal({ record, hash, differences }: ProposalCheck): CheckedProposal {
  if (!record)
    throw new VerifyError('PROPOSAL_NOT_THERE', "The proposal is not on the DAO's topic yet: try again in a moment", {
      statusCode: 503,
      retryAfterSeconds: 2,
    })
  if (differences.length > 0)
    throw new VerifyError(
      'PROPOSAL_DIFFERS',
      `Nothing was signed: the service shows another proposal than the one on the ledger. It differs in: ${differences.join(', ')}`,
    )
  return { record, hash }
}

/** What signs for an account. */
export interface MessageSigner {
  accountId: string
  /** Undefined where the wallet does not say which of the account's keys it has. */
  publicKey?: string | undefined
  signMessage(text: string): Promise<Uint8Array> | Uint8Array
}

export interface Signing {
  signer: MessageSigner
  /** The account's key on the ledger. */
  key: Key | undefined
}

export interface Cast<T> extends Signing {
  vote: SignedVote & { proposalHash: string }
  send(body: CastVote): Promise<T>
}

/** The body that the service takes. */
export interface CastVote {
  proposalId: string
  daoId: string
  voterAddress: string
  choice: string
  comment?: string
  signature: string
}

/** Signs a vote over the hash of what stands on the topic, and sends it. @throws VerifyError `NOT_THE_KEY` */
export async function castVote<T>({ vote, signer, key, send }: Cast<T>): Promise<T> {
  const { proposalId, daoId, voterAddress, choice, comment } = vote
  const signature = await signedBy(voterAddress, signedText(vote), { signer, key })
  return send({
    proposalId,
    daoId,
    voterAddress,
    choice,
    signature,
    ...(comment === undefined ? {} : { comment }),
  })
}

export interface Cancelling<T> extends Signing {
  record: ProposalRecord
  send(signature: string): Promise<T>
}

/** Signs that its creator cancels the proposal on the topic, and sends it. @throws VerifyError `NOT_THE_KEY` */
export async function cancelProposal<T>({ record, signer, key, send }: Cancelling<T>): Promise<T> {
  const { chain, daoId, proposalId, creatorAddress } = record
  const text = cancellationText({ chain, daoId, proposalId, proposalHash: proposalHash(record), creatorAddress })
  return send(await signedBy(creatorAddress, text, { signer, key }))
}

/** A signature of the text by the account's key on the ledger, as the service takes it. */
async function signedBy(account: string, text: string, { signer, key }: Signing): Promise<string> {
  const signature = bytesToHex(signatureIn(await signer.signMessage(text)))
  if (signer.accountId !== account || key === undefined || !(await isBy(key, { text, signature, signer })))
    throw new VerifyError('NOT_THE_KEY', `The signature is not valid for the key of ${account} on the ledger`)
  return `0x${signature}`
}

/** A signer that does not name its key may have any of those that the account has. */
async function isBy(key: Key, of: { text: string; signature: string; signer: MessageSigner }): Promise<boolean> {
  const { text, signature, signer } = of
  const names = signer.publicKey === undefined ? [...namedLeaves(key).keys()].slice(0, MOST_KEYS) : [signer.publicKey]
  for (const publicKey of names) if (await isProof(key, [{ publicKey, signature }], utf8(text))) return true
  return false
}
const MOST_KEYS = 8
