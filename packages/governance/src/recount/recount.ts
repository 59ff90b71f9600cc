/**
 * The result of a proposal from the ledger alone: what stands on the DAO's topic, the texts whose hashes stand there, and the mirror.
 * It reads no database and asks the service for nothing but those texts.
 */

import {
  canonicalJson,
  type DecisionRecord,
  type ElectorateRecord,
  type HoldingQuestion,
  MerkleTree,
  type Mirror,
  type ProposalRecord,
  proposalHash,
  type VotesRecord,
} from '@quorate/ledger'
import { isEntityId } from '@quorate/platform'
import { each, eligibleAt, weightAt } from '../electorate/weights.ts'
import { limits } from '../limits.ts'
import { CLOCKS_MS, weighedBetween } from '../model/dao.ts'
import { contentIdentifier, type Leaf, parseLeaf, rootOf } from '../model/leaves.ts'
import { isKeyTime, isProof, signedBytes } from '../model/signed-votes.ts'
import { type Count, decide, totalVotes, totalWeight } from '../model/tally.ts'
import { Findings } from './findings.ts'
import { checkMembership, type MembershipChanges } from './membership.ts'
import type { LeafSource } from './source.ts'
import { type Anchored, isTime, readTopic } from './topic.ts'

export interface Recount {
  proposalId: string
  /** Whose ledger and mirror were asked. */
  chain: string
  topicId: string
  /** Accounts that wrote what was counted: the service's. */
  publishers: string[]
  proposal: ProposalRecord
  counts: Count[]
  totalVotes: number
  totalWeight: bigint
  /** null where no quorum asks for it. */
  eligibleWeight: bigint | null
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  /** null while it is not decided. */
  published: DecisionRecord | null
  /** When the ledger took the proposal, the last votes and the decision: a service could have dated back what it wrote later. */
  anchoredAt: { proposal: string; votes: string | null; decision: string | null }
  /** null where the topic does not show who joined and left. */
  membership: MembershipChanges | null
  /** Votes with the voter's own signature, verified; the others rest on the service's word. */
  signedVotes: number
  /** Those of them, of earlier versions, that name the proposal by its id alone: what it said may have been replaced. */
  signedByIdAlone: number
  /** Everything that is not as it must be; none means that the published result is right. */
  faults: string[]
  /** What people should know of, though the published result may be right. */
  notes: string[]
}

export interface RecountOptions {
  proposalId: string
  /** Whose ledger and mirror these are: what was signed for another chain does not count here. */
  chain: string
  topicId: string
  mirror: Pick<Mirror, 'topicMessages' | 'holdingAt' | 'keyAt'>
  source: LeafSource
  /** Messages of the topic that are read at most; the limit `maxRecountedMessages` if absent. */
  maxMessages?: number | undefined
}

/** @throws Error when the topic has no such proposal; 503 when the mirror or the source does not answer */
export async function recount(options: RecountOptions): Promise<Recount> {
  const { proposalId, chain, topicId, mirror, source } = options
  const faults = new Findings()
  const notes = new Findings()
  const anchored = await readTopic(mirror, options, { faults, notes })
  const { proposal, decision } = anchored
  if (!proposal) throw new Error(`The topic ${topicId} has no proposal ${proposalId}`)
  const members = await readElectorate(source, anchored.electorate, proposalId, faults)
  const membership = checkMembership(members, anchored, faults)
  const counts: Count[] = proposal.votingOptions.map((option) => ({ option, votes: 0, weight: 0n }))
  const checking = { proposal, hash: proposalHash(proposal), members, mirror, faults, voters: new Set<string>() }
  /** By voter, what its vote weighs. */
  const cast = new Map<string, bigint>()
  let signedVotes = 0
  let signedByIdAlone = 0
  let expected = 1
  for (const batch of anchored.batches) {
    if (batch.first !== expected) faults.add(`batch ${batch.batch} begins with vote ${batch.first}, not ${expected}`)
    const leaves = await readBatch(source, batch, proposalId, faults)
    const proved = await each(leaves, (leaf) => checkVote(leaf, batch.anchoredAt, checking), 32)
    for (const leaf of leaves) {
      count(counts, leaf)
      cast.set(leaf.voterAddress, BigInt(leaf.weight))
    }
    signedVotes += proved.filter(Boolean).length
    signedByIdAlone += leaves.filter((leaf, index) => proved[index] && leaf.proposalHash === undefined).length
    expected = batch.last + 1
  }
  const eligibleWeight = await eligible(proposal, { members, cast, mirror })
  const rule = { threshold: proposal.votingRules.threshold, quorum: proposal.quorum }
  const { passed, winner } = decide(counts, rule, eligibleWeight)
  const result: Recount = {
    ...{ proposalId, chain, topicId, proposal, counts, eligibleWeight, membership, signedVotes },
    signedByIdAlone,
    publishers: [...anchored.publishers],
    totalVotes: totalVotes(counts),
    totalWeight: totalWeight(counts),
    status: passed && !decision?.cancelled ? 'PASSED' : 'REJECTED',
    winner: decision?.cancelled ? null : winner,
    published: decision ?? null,
    anchoredAt: anchoredAt(anchored),
    faults: [],
    notes: notes.all(),
  }
  if (decision) compare(result, decision, anchored.batches.length, faults)
  return { ...result, faults: faults.all() }
}

const anchoredAt = ({ proposedAt, batches, decidedAt }: Anchored): Recount['anchoredAt'] => {
  const votesAt = batches.reduce((latest, { anchoredAt }) => Math.max(latest, anchoredAt), 0)
  return {
    proposal: new Date(proposedAt).toISOString(),
    votes: batches.length === 0 ? null : new Date(votesAt).toISOString(),
    decision: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  }
}

async function readElectorate(
  source: LeafSource,
  record: ElectorateRecord | undefined,
  proposalId: string,
  faults: Findings,
): Promise<Set<string>> {
  const members = new Set<string>()
  if (!record) return members
  const tree = new MerkleTree()
  reading: for await (const accounts of source.electorate(proposalId))
    for (const account of accounts) {
      if (!isEntityId(account)) faults.add(`the member ${account} is no account id`)
      members.add(account)
      tree.add(Buffer.from(account))
      if (tree.size > Math.min(record.members, limits.maxRecountedMembers.value)) break reading
    }
  if (tree.root() !== record.root || tree.size !== record.members || members.size !== record.members)
    faults.add(`the ${members.size} members served are not the ${record.members} under the root on the topic`)
  return members
}

async function readBatch(
  source: LeafSource,
  batch: VotesRecord,
  proposalId: string,
  faults: Findings,
): Promise<Leaf[]> {
  const file = await source.leaves(proposalId, { number: batch.batch, identifier: batch.leaves })
  const lines = file.split('\n').filter((line) => line !== '')
  if (rootOf(lines) !== batch.root) faults.add(`the votes served of batch ${batch.batch} are not those under its root`)
  if (contentIdentifier(file) !== batch.leaves)
    faults.add(`the votes served of batch ${batch.batch} have another content identifier than ${batch.leaves}`)
  if (lines.length !== batch.last - batch.first + 1)
    faults.add(`batch ${batch.batch} holds ${lines.length} votes, not ${batch.last - batch.first + 1}`)
  return lines.flatMap((line, index) => {
    const leaf = parseLeaf(line)
    if (!leaf) faults.add(`line ${index + 1} of batch ${batch.batch} is no vote`)
    else if (canonicalJson(leaf) !== line) faults.add(`line ${index + 1} of batch ${batch.batch} is not canonical JSON`)
    else if (leaf.number !== batch.first + index)
      faults.add(`line ${index + 1} of batch ${batch.batch} is vote ${leaf.number}, not ${batch.first + index}`)
    return leaf ?? []
  })
}

interface Checking {
  proposal: ProposalRecord
  /** Of its record. */
  hash: string
  members: Set<string>
  mirror: RecountOptions['mirror']
  faults: Findings
  voters: Set<string>
}

/** Whether the voter's own signature proves the vote. */
async function checkVote(leaf: Leaf, anchoredAt: number, checking: Checking): Promise<boolean> {
  const { proposal, hash, members, mirror, faults, voters } = checking
  const { voterAddress: voter, number, castAt } = leaf
  if (voters.has(voter)) faults.add(`${voter} voted twice: vote ${number}`)
  voters.add(voter)
  if (!members.has(voter)) faults.add(`${voter}, of vote ${number}, is not among the members`)
  if (!proposal.votingOptions.includes(leaf.choice))
    faults.add(`vote ${number} chose ${leaf.choice}, which is no option`)
  if (!isTime(castAt) || castAt < proposal.startTime || castAt >= proposal.endTime)
    faults.add(`vote ${number} was cast at ${castAt}, outside the voting`)
  else if (Date.parse(castAt) > anchoredAt + CLOCKS_MS)
    faults.add(`vote ${number} was cast at ${castAt}, but stood on the topic before`)
  if (!isEntityId(voter)) return false
  const weight = proposal.votingRules.tokenWeighted ? await weightAt(mirror, questionOf(proposal, voter)) : 1n
  if (leaf.weight !== weight.toString()) faults.add(`vote ${number} weighs ${leaf.weight}: the ledger says ${weight}`)
  if (!leaf.signatures) {
    if (leaf.keyAt !== undefined || leaf.proposalHash !== undefined)
      faults.add(`vote ${number} says that it was signed, but its signatures are not there`)
    return false
  }
  if (leaf.proposalHash !== undefined && leaf.proposalHash !== hash)
    faults.add(`vote ${number} was signed for a proposal whose record has the hash ${leaf.proposalHash}, not ${hash}`)
  if (Number(leaf.keyAt) * 1000 > anchoredAt + 1)
    faults.add(`vote ${number} names the key of ${leaf.keyAt}, but stood on the topic before`)
  const proved = await isSigned(leaf, proposal, mirror)
  if (!proved) faults.add(`the signatures of vote ${number} do not satisfy the key of ${voter} at ${leaf.keyAt}`)
  return proved
}

function questionOf({ votingRules, startTime }: ProposalRecord, account: string): HoldingQuestion {
  const { tokenId, votingDelay } = votingRules
  return { account, tokenId, ...weighedBetween(Date.parse(startTime), votingDelay) }
}

async function isSigned(
  { voterAddress, choice, comment, castAt, keyAt, proposalHash, signatures = [] }: Leaf,
  { chain, daoId, proposalId }: ProposalRecord,
  mirror: RecountOptions['mirror'],
): Promise<boolean> {
  if (keyAt === undefined || !isKeyTime(keyAt, Date.parse(castAt))) return false
  const key = await mirror.keyAt(voterAddress, keyAt)
  if (!key) return false
  const vote = {
    chain,
    daoId,
    proposalId,
    proposalHash,
    voterAddress,
    choice,
    ...(comment === undefined ? {} : { comment }),
  }
  return isProof(key, signatures, signedBytes(vote))
}

function count(counts: Count[], { choice, weight }: Leaf): void {
  const chosen = counts.find(({ option }) => option === choice)
  if (!chosen) return
  chosen.votes++
  chosen.weight += BigInt(weight)
}

async function eligible(
  proposal: ProposalRecord,
  { members, cast, mirror }: { members: Set<string>; cast: Map<string, bigint>; mirror: RecountOptions['mirror'] },
) {
  if (!proposal.votingRules.tokenWeighted) return BigInt(members.size)
  if (proposal.quorum === null) return null
  const accounts = [...members].filter(isEntityId)
  const weights = await each(accounts, (account) => eligibleAt(mirror, questionOf(proposal, account), members.size), 32)
  return weights.reduce((sum, { eligible }, index) => {
    const voted = cast.get(accounts[index] ?? '') ?? 0n
    return sum + (voted > eligible ? voted : eligible)
  }, 0n)
}

/** A decision that adopts nothing holds no `proposalData`; those of earlier versions repeat it. */
const expectedData = ({ proposal }: Recount, { status, proposalData }: DecisionRecord) =>
  status !== 'PASSED' && canonicalJson(proposalData) === '{}' ? {} : proposal.proposalData

function compare(counted: Recount, decision: DecisionRecord, batches: number, faults: Findings): void {
  const own = {
    status: counted.status,
    winner: counted.winner,
    totalVotes: counted.totalVotes,
    totalWeight: counted.totalWeight.toString(),
    options: counted.counts.map(({ option, votes, weight }) => ({ option, votes, weight: weight.toString() })),
    batches,
    validUntil: counted.proposal.validUntil,
    proposalData: expectedData(counted, decision),
  }
  const { winner, totalVotes, totalWeight, options } = decision.result
  const published = { status: decision.status, winner, totalVotes, totalWeight, options, batches: decision.batches }
  const { validUntil, proposalData } = decision
  const said: Record<string, unknown> = { ...published, validUntil, proposalData }
  for (const [name, value] of Object.entries(own))
    if (digest(said[name]) !== digest(value))
      faults.add(`the published ${name} is ${JSON.stringify(said[name])}: counted ${JSON.stringify(value)}`)
  if (!decision.cancelled && decision.result.eligibleWeight !== (counted.eligibleWeight?.toString() ?? null))
    faults.add(`the published eligible weight is ${decision.result.eligibleWeight}: counted ${counted.eligibleWeight}`)
  if (decision.cancelled && counted.totalVotes > 0) faults.add('it was cancelled after votes had been cast')
}

const digest = (value: unknown): string => canonicalJson(value ?? null)
