/**
 * Signs votes. A voter signs the hash of the proposal's record on the DAO's topic, after comparing the record with what
 * the service shows.
 */
import { sameBytes } from '../bytes.ts'
import { giving, VerifyError } from '../error.ts'
import { isStretched, type TopicMessage } from '../mirror/chunks.ts'
import type { TopicReads } from '../mirror/topics.ts'
import { canonicalBytes, canonicalJson } from '../records/canonical-json.ts'
import { checkOptions } from './counting/options.ts'
import { type Ballot, ballotOf, voteFault } from './counting/voting-methods.ts'
import { proposalHash } from './records/proposal-hash.ts'
import { decodeRecord, isSameId, type ProposalRecord, recordFault } from './records/records.ts'
import { brokenRules, refusalOf } from './rules/rules.ts'
import { sealBallot } from './sealed-ballots.ts'
import { type Signing, signedBy } from './signatures/signed-by.ts'
import { cancellationText, signedText } from './signatures/signed-votes.ts'

const FIELDS = [
  ...(['chain', 'daoId', 'proposalId', 'title', 'description', 'creatorAddress', 'votingOptions'] as const),
  ...(['votingMethod', 'quorum', 'quorumFraction', 'startTime', 'endTime', 'proposalData', 'validUntil'] as const),
  ...(['optimistic', 'area', 'ballotKey'] as const),
]
/** The fields of a proposal that are compared with the topic before anybody signs. */
export type ComparedProposal = { readonly [F in (typeof FIELDS)[number]]?: unknown }

/** The service's value for a field that is absent from a record, if it is not null. */
const ABSENT: ComparedProposal = { votingMethod: 'single', optimistic: false }

const textOf = (value: unknown): string => canonicalJson(value ?? null)
const fieldOf = (proposal: ComparedProposal, name: keyof ComparedProposal): string =>
  textOf(proposal[name] ?? ABSENT[name])

/** The names of the fields that differ. */
export const differencesOf = (record: ComparedProposal, shown: ComparedProposal): string[] =>
  FIELDS.filter((name) => fieldOf(record, name) !== fieldOf(shown, name))

/**
 * All compared fields as one text. A comparison holds only for what was shown then; if the service's answer changes, it
 * must be made again.
 */
export const comparedText = (shown: ComparedProposal): string => textOf(FIELDS.map((name) => fieldOf(shown, name)))

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
/** The maximum number of messages of the topic that are read. A proposal appears there soon after it was made. */
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
 *     `PROPOSAL_UNSOUND` for one that a recount would refuse; errors of the mirror's reads
 */
export async function checkProposal(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  { topicId, chain, proposalId }: ProposalPlace,
  shown: ShownProposal,
): Promise<ProposalCheck> {
  if (shown.proposalId !== proposalId)
    throw new VerifyError(
      'PROPOSAL_DIFFERS',
      `Nothing was signed: the service returned proposal ${shown.proposalId}, but ${proposalId} was requested`,
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
  checkSound(record, message, topicId)
  return { record, hash: proposalHash(record), differences: differencesOf(record, shown) }
}

/**
 * Anybody may write on a topic, so a record there may describe a proposal that no DAO can decide, or mislead voters.
 */
function checkSound(record: ProposalRecord, message: TopicMessage, topicId: string): void {
  const options = refusalOf(() => checkOptions(record.votingOptions))
  const [wrong] = [
    recordFault(record) ?? options ?? [],
    brokenRules(record),
    formFaults(record, message),
    topicFaults(record, topicId),
  ].flat()
  if (wrong !== undefined)
    throw new VerifyError('PROPOSAL_UNSOUND', `Nothing was signed: the proposal on the ledger is unsound: ${wrong}`)
}

const topicFaults = ({ ballotKey }: ProposalRecord, topicId: string): string[] =>
  ballotKey && ballotKey.topicId !== topicId ? [`its key for ballots is for the topic ${ballotKey.topicId}`] : []

/**
 * Voters sign the hash of the canonical form. So the message must be in that form, for every reader to see this record.
 */
function formFaults(record: ProposalRecord, message: TopicMessage): string[] {
  return [
    ...(sameBytes(canonicalBytes(record), message.bytes) ? [] : ['it is not canonical JSON']),
    ...(isStretched(message) ? ['its chunks are further apart than the chunks of one message may be'] : []),
  ]
}

/** A proposal whose record on the topic equals the service's answer, so it is safe to sign. */
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
      `Nothing was signed: the service's proposal differs from the one on the ledger in: ${differences.join(', ')}`,
    )
  return { record, hash }
}

export interface Cast<T> extends Signing, Ballot {
  /** The proposal on the topic, as {@link checkedProposal} returns it. */
  record: ProposalRecord
  voterAddress: string
  comment?: string | undefined
  /** The number of this vote among the voter's successive votes, from 2; absent for the first. */
  revision?: number | undefined
  /** The key of the network that the voter trusts to keep ballots secret, in hex. Required if votes are secret. */
  networkKey?: string | undefined
  send(body: CastVote): Promise<T>
}

/** The body of the request to the service. */
export interface CastVote {
  proposalId: string
  daoId: string
  voterAddress: string
  choice?: string
  choices?: string[]
  shares?: number[]
  sealed?: string
  comment?: string
  revision?: number
  signature: string
}

/**
 * Signs a vote over the hash of the proposal's record on the topic, and sends it. If votes are secret, it seals the
 * ballot first.
 *
 * @throws VerifyError `NOT_THE_KEY`, `INVALID_CHOICE`, `NETWORK_KEY_DIFFERS`
 */
export async function castVote<T>({
  record,
  voterAddress,
  comment,
  revision,
  networkKey,
  signer,
  key,
  send,
  ...ballot
}: Cast<T>): Promise<T> {
  const { chain, daoId, proposalId } = record
  const fault = voteFault(record, ballot)
  if (fault !== undefined) throw new VerifyError('INVALID_CHOICE', fault)
  checkNetworkKey(record, networkKey)
  const sealed = record.ballotKey && { sealed: await sealBallot(record, voterAddress, ballot) }
  const vote = {
    daoId,
    proposalId,
    voterAddress,
    ...(sealed ?? ballotOf(ballot)),
    ...(comment === undefined ? {} : { comment }),
    ...(revision === undefined ? {} : { revision }),
  }
  const text = signedText({ ...vote, chain, proposalHash: proposalHash(record) })
  const signature = await signedBy(voterAddress, text, { signer, key })
  return giving(() => send({ ...vote, signature }))
}

/**
 * Checks that the voter trusts the network that made the ballot key. An untrusted one could read ballots before the
 * end.
 */
function checkNetworkKey({ ballotKey }: ProposalRecord, trusted: string | undefined): void {
  if (!ballotKey || ballotKey.networkKey === trusted) return
  throw new VerifyError(
    'NETWORK_KEY_DIFFERS',
    `Nothing was signed: the key for ballots was made by the network ${ballotKey.networkKey}, but you trust ${trusted ?? 'none'}`,
  )
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
