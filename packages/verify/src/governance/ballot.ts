/**
 * Signs votes: a voter signs the hash of the record on the DAO's topic, after it was compared with what the service
 * shows.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes, utf8 } from '../bytes.ts'
import { giving, VerifyError } from '../error.ts'
import type { Key } from '../keys/keys.ts'
import { signatureIn } from '../keys/signatures.ts'
import { isStretched, type TopicMessage } from '../mirror/chunks.ts'
import type { TopicReads } from '../mirror/topics.ts'
import { canonicalBytes, canonicalJson } from '../records/canonical-json.ts'
import { checkOptions } from './options.ts'
import { proposalHash } from './proposal-hash.ts'
import { decodeRecord, isSameId, type ProposalRecord, recordFault } from './records.ts'
import { brokenRules, refusalOf } from './rules.ts'
import { cancellationText, isProof, namedLeaves, signedText } from './signed-votes.ts'

const FIELDS = [
  ...(['chain', 'daoId', 'proposalId', 'title', 'description', 'creatorAddress', 'votingOptions'] as const),
  ...(['quorum', 'startTime', 'endTime', 'proposalData', 'validUntil'] as const),
]
/** The fields of a proposal that are compared with the topic before anybody signs. */
export type ComparedProposal = { readonly [F in (typeof FIELDS)[number]]?: unknown }

/** A field that is absent from a record is null in the service's answer. */
const textOf = (value: unknown): string => canonicalJson(value ?? null)

/** The names of the fields that differ. */
export const differencesOf = (record: ComparedProposal, shown: ComparedProposal): string[] =>
  FIELDS.filter((name) => textOf(record[name]) !== textOf(shown[name]))

/**
 * All compared fields as one text. A comparison holds only for what was shown then; if the service's answer changes, it
 * must be made again.
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
  /** The fields that the service shows differently. */
  differences: string[]
}

/** How far the ledger's time may be behind the service's, in seconds. */
const BEHIND_SECONDS = 600
/** The most messages of the topic that are read. A proposal appears there soon after it was made. */
const MOST_MESSAGES = 2_000

export interface ProposalPlace {
  /** The DAO's topic. */
  topicId: string
  /** The chain that is read. */
  chain: string
  /** The proposal that was requested. An answer about another one is refused. */
  proposalId: string
}

/**
 * Reads the topic from the proposal's creation time, which the service gives.
 * @throws VerifyError 400 `PROPOSAL_DIFFERS` for a proposal other than the requested one, or one of another chain;
 *     `PROPOSAL_UNSOUND` for one that a recount would refuse; what the mirror's reads throw
 */
export async function checkProposal(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  { topicId, chain, proposalId }: ProposalPlace,
  shown: ShownProposal,
): Promise<ProposalCheck> {
  if (shown.proposalId !== proposalId)
    throw new VerifyError(
      'PROPOSAL_DIFFERS',
      `Nothing was signed: the service shows another proposal than ${proposalId}: ${shown.proposalId}`,
    )
  if (shown.chain !== chain)
    throw new VerifyError(
      'PROPOSAL_DIFFERS',
      `Nothing was signed: the proposal is on ${shown.chain}, and you sign on ${chain}`,
    )
  const from = { timestamp: `${Math.floor(Date.parse(shown.createdAt) / 1000) - BEHIND_SECONDS}.000000000` }
  const found: { record: ProposalRecord; message: TopicMessage }[] = []
  for await (const message of topicMessages(topicId, from, { most: MOST_MESSAGES })) {
    const record = decodeRecord(message.bytes)
    if (record?.type === 'proposal' && isSameId(record.proposalId, shown.proposalId)) found.push({ record, message })
  }
  const [first, ...others] = found
  if (!first) return { record: undefined, hash: '', differences: [] }
  const { record, message } = first
  // If a topic has two proposals with the same id, it is unclear which of them is voted on.
  if (others.length > 0) return { record, hash: '', differences: ['proposalId'] }
  checkSound(record, message)
  return { record, hash: proposalHash(record), differences: differencesOf(record, shown) }
}

/** Anybody may write on a topic, so a record there may be one that no DAO can decide, or one that misleads. */
function checkSound(record: ProposalRecord, message: TopicMessage): void {
  const options = refusalOf(() => checkOptions(record.votingOptions))
  const [wrong] = [recordFault(record) ?? options ?? [], brokenRules(record), formFaults(record, message)].flat()
  if (wrong !== undefined)
    throw new VerifyError('PROPOSAL_UNSOUND', `Nothing was signed: the proposal on the ledger is unsound: ${wrong}`)
}

/**
 * Voters sign the hash of the canonical form. So the message must be in that form, for every reader to see this record.
 */
function formFaults(record: ProposalRecord, message: TopicMessage): string[] {
  return [
    ...(sameBytes(canonicalBytes(record), message.bytes) ? [] : ['it is not canonical JSON']),
    ...(isStretched(message) ? ['its chunks are further apart than those of one message may be'] : []),
  ]
}

/** A proposal whose answer by the service equals its record on the topic. Signatures about it are safe. */
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

/** A wallet that signs for an account. */
export interface MessageSigner {
  accountId: string
  /** Undefined if the wallet does not say which of the account's keys it holds. */
  publicKey?: string | undefined
  signMessage(text: string): Promise<Uint8Array> | Uint8Array
}

export interface Signing {
  signer: MessageSigner
  /** The account's key on the ledger. */
  key: Key | undefined
}

export interface Cast<T> extends Signing {
  /** The proposal on the topic, as {@link checkedProposal} has it. */
  record: ProposalRecord
  voterAddress: string
  choice: string
  comment?: string | undefined
  send(body: CastVote): Promise<T>
}

/** The body of the request to the service. */
export interface CastVote {
  proposalId: string
  daoId: string
  voterAddress: string
  choice: string
  comment?: string
  signature: string
}

/**
 * Signs a vote over the hash of the proposal's record on the topic, and sends it.
 * @throws VerifyError `NOT_THE_KEY`, `INVALID_CHOICE`
 */
export async function castVote<T>({ record, voterAddress, choice, comment, signer, key, send }: Cast<T>): Promise<T> {
  const { chain, daoId, proposalId, votingOptions } = record
  if (!votingOptions.includes(choice))
    throw new VerifyError('INVALID_CHOICE', `${JSON.stringify(choice)} is not an option of the proposal`)
  const vote = { daoId, proposalId, voterAddress, choice, ...(comment === undefined ? {} : { comment }) }
  const text = signedText({ ...vote, chain, proposalHash: proposalHash(record) })
  const signature = await signedBy(voterAddress, text, { signer, key })
  return giving(() => send({ ...vote, signature }))
}

export interface Cancelling<T> extends Signing {
  record: ProposalRecord
  send(signature: string): Promise<T>
}

/** Signs the creator's cancellation of the proposal on the topic, and sends it. @throws VerifyError `NOT_THE_KEY` */
export async function cancelProposal<T>({ record, signer, key, send }: Cancelling<T>): Promise<T> {
  const { chain, daoId, proposalId, creatorAddress } = record
  const text = cancellationText({ chain, daoId, proposalId, proposalHash: proposalHash(record), creatorAddress })
  const signature = await signedBy(creatorAddress, text, { signer, key })
  return giving(() => send(signature))
}

/** A signature of the text by the account's key on the ledger, in the form that the service takes. */
async function signedBy(account: string, text: string, { signer, key }: Signing): Promise<string> {
  if (signer.accountId !== account || key === undefined)
    throw new VerifyError(
      'NOT_THE_KEY',
      `Nothing was signed: ${account} would have to sign, with its key on the ledger`,
    )
  const signature = bytesToHex(signatureIn(await signer.signMessage(text)))
  if (!(await isBy(key, { text, signature, signer })))
    throw new VerifyError('NOT_THE_KEY', `The signature is not valid for the key of ${account} on the ledger`)
  return `0x${signature}`
}

/** A signer that does not name its key may hold any of the account's keys. */
async function isBy(key: Key, of: { text: string; signature: string; signer: MessageSigner }): Promise<boolean> {
  const { text, signature, signer } = of
  const names = signer.publicKey === undefined ? [...namedLeaves(key).keys()].slice(0, MOST_KEYS) : [signer.publicKey]
  for (const publicKey of names) if (await isProof(key, [{ publicKey, signature }], utf8(text))) return true
  return false
}
const MOST_KEYS = 8
