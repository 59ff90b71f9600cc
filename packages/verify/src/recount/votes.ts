/** Counts the votes of a proposal, and checks each of them. */
import { mapInBatches } from '../async/map-in-batches.ts'
import { contentIdentifier, parseLeaf, rootOf, type VoteLeaf } from '../governance/leaves.ts'
import { proposalHash } from '../governance/proposal-hash.ts'
import type { ProposalRecord, VotesRecord } from '../governance/records.ts'
import { isKeyTime, isProof, signedBytes } from '../governance/signed-votes.ts'
import type { Count } from '../governance/tally.ts'
import { CLOCKS_MS } from '../governance/times.ts'
import { type Key, sameKey } from '../keys/keys.ts'
import { ledgerTimestamp } from '../mirror/history.ts'
import type { PresentAccount } from '../mirror/present-accounts.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { nanos } from '../values/timestamp-text.ts'
import { questionOf } from './eligible.ts'
import type { FindingLists, Findings } from './findings.ts'
import type { RecountMirror } from './mirror.ts'
import { ANSWERED_VOTES } from './service-answers.ts'
import type { LeafSource } from './source.ts'
import { type Anchored, isTime } from './topic.ts'
import { weightAt } from './weights.ts'

/** The facts that votes are checked against. */
export interface VoteChecks extends Pick<FindingLists, 'faults' | 'doubts' | 'notes'> {
  proposal: ProposalRecord
  members: Set<string>
  /** Members that are not accounts of the ledger. */
  absent: Set<string>
  /** Members whose accounts were deleted before the start. */
  gone: Set<string>
  /** Members that exist on the ledger now. Their present keys can prove votes without a read for each. */
  present: ReadonlyMap<string, PresentAccount>
  mirror: RecountMirror
  /** If false, the mirror is not asked for weights and keys. */
  canCount: boolean
}

interface Checking extends VoteChecks {
  /** SHA-256 of the proposal's record, in hex. */
  hash: string
  /** The voters so far. */
  voters: Set<string>
}

export interface CountedVotes {
  /** In the order of the proposal's options. */
  counts: Count[]
  /** The weight of each vote, by voter. */
  cast: Map<string, bigint>
  /** How many votes are proved by their voters' signatures, and how many of these name the proposal by its id alone. */
  signedVotes: number
  signedByIdAlone: number
  /** The last votes, which the service answers as well. */
  newest: VoteLeaf[]
}

/** @param onChecked called with the number of votes that have been checked */
export async function countVotes(
  { source, proposalId }: { source: LeafSource; proposalId: string },
  batches: Anchored['batches'],
  checks: VoteChecks,
  onChecked: (done: number) => void,
): Promise<CountedVotes> {
  const { proposal, faults } = checks
  const checking: Checking = { ...checks, hash: proposalHash(proposal), voters: new Set() }
  const counted: CountedVotes = {
    counts: proposal.votingOptions.map((option) => ({ option, votes: 0, weight: 0n })),
    cast: new Map(),
    signedVotes: 0,
    signedByIdAlone: 0,
    newest: [],
  }
  let expected = 1
  for (const batch of batches.values()) {
    if (batch.first !== expected) faults.add(`batch ${batch.batch} begins with vote ${batch.first}, not ${expected}`)
    const leaves = await readBatch(source, batch, proposalId, faults)
    const proved = await mapInBatches(
      leaves,
      (leaf) => checkVote(leaf, batch.anchoredAt, checking),
      32,
      (done) => onChecked(batch.first - 1 + done),
    )
    for (const leaf of leaves) {
      count(counted.counts, leaf)
      counted.cast.set(leaf.voterAddress, BigInt(leaf.weight))
    }
    counted.newest = [...counted.newest, ...leaves].slice(-ANSWERED_VOTES)
    counted.signedVotes += proved.filter(Boolean).length
    counted.signedByIdAlone += leaves.filter((leaf, index) => proved[index] && leaf.proposalHash === undefined).length
    expected = batch.last + 1
  }
  return counted
}

async function readBatch(
  source: LeafSource,
  batch: VotesRecord,
  proposalId: string,
  faults: Findings,
): Promise<VoteLeaf[]> {
  const file = await source.leaves(proposalId, { number: batch.batch, identifier: batch.leaves })
  const lines = file.split('\n').filter((line) => line !== '')
  if (rootOf(lines) !== batch.root) faults.add(`the votes served of batch ${batch.batch} are not those under its root`)
  if (contentIdentifier(file) !== batch.leaves)
    faults.add(`the votes served of batch ${batch.batch} have another content identifier than ${batch.leaves}`)
  if (lines.length !== batch.last - batch.first + 1)
    faults.add(`batch ${batch.batch} holds ${lines.length} votes, not ${batch.last - batch.first + 1}`)
  return lines.flatMap((line, index) => {
    const leaf = parseLeaf(line)
    if (!leaf) faults.add(`line ${index + 1} of batch ${batch.batch} is not a vote`)
    else if (canonicalJson(leaf) !== line) faults.add(`line ${index + 1} of batch ${batch.batch} is not canonical JSON`)
    else if (leaf.number !== batch.first + index)
      faults.add(`line ${index + 1} of batch ${batch.batch} is vote ${leaf.number}, not ${batch.first + index}`)
    return leaf ?? []
  })
}

/** Checks a vote. Returns whether the voter's own signatures prove it. */
async function checkVote(leaf: VoteLeaf, anchoredAt: number, checking: Checking): Promise<boolean> {
  const { proposal, hash, members, absent, gone, present, mirror, canCount, faults, doubts, notes, voters } = checking
  const { voterAddress: voter, number, castAt } = leaf
  if (voters.has(voter)) faults.add(`${voter} voted twice: vote ${number}`)
  voters.add(voter)
  if (!members.has(voter)) faults.add(`${voter}, of vote ${number}, is not among the members`)
  // A session may outlive its account by some seconds, or for as long as the mirror is unavailable. If balances count,
  // a deleted account has none.
  if (gone.has(voter))
    (proposal.votingRules.tokenWeighted ? faults : notes).add(
      `vote ${number} is from ${voter}, an account deleted before the start`,
    )
  if (leaf.weight === '0') faults.add(`vote ${number} has no weight: accounts without holdings cannot vote`)
  if (!proposal.votingOptions.includes(leaf.choice))
    faults.add(`vote ${number} chose ${leaf.choice}, which is not an option`)
  if (!isTime(castAt) || castAt < proposal.startTime || castAt >= proposal.endTime)
    faults.add(`vote ${number} was cast at ${castAt}, outside the voting`)
  else if (Date.parse(castAt) > anchoredAt + CLOCKS_MS)
    faults.add(`vote ${number} was cast at ${castAt}, but was on the topic before that`)
  if (!isEntityId(voter) || !canCount || absent.has(voter)) return false
  const weight = proposal.votingRules.tokenWeighted ? await weightAt(mirror, questionOf(proposal, voter)) : 1n
  // The service's mirror may have had a newer snapshot, from which the history was not too long.
  if (weight === null)
    doubts.add(
      `vote ${number} weighs ${leaf.weight}: on this mirror the holdings of ${voter} cannot be followed, as it had too many transactions`,
    )
  else if (leaf.weight !== weight.toString())
    faults.add(`vote ${number} weighs ${leaf.weight}: the ledger says ${weight}`)
  if (!leaf.signatures) {
    if (leaf.keyAt !== undefined || leaf.proposalHash !== undefined)
      faults.add(`vote ${number} says that it was signed, but its signatures are not there`)
    return false
  }
  if (leaf.proposalHash !== undefined && leaf.proposalHash !== hash)
    faults.add(`vote ${number} was signed for a proposal whose record has the hash ${leaf.proposalHash}, not ${hash}`)
  if (Number(leaf.keyAt) * 1000 > anchoredAt + 1)
    faults.add(`vote ${number} names the key of ${leaf.keyAt}, but was on the topic before that`)
  const { keyAt } = leaf
  const isProofOf = proofOfVote(leaf, proposal)
  const constant = keyThroughout([keyAt, ledgerTimestamp(anchoredAt)], present.get(voter))
  if (constant && keyAt !== undefined && isKeyTime(keyAt, Date.parse(castAt)) && (await isProofOf(constant)))
    return true
  const key = keyAt === undefined || !isKeyTime(keyAt, Date.parse(castAt)) ? null : await mirror.keyAt(voter, keyAt)
  if (key === null || !(await isProofOf(key))) {
    faults.add(`the signatures of vote ${number} do not satisfy the key of ${voter} at ${keyAt}`)
    return false
  }
  // Only the service says when a vote was cast. A key that was replaced before the vote reached the ledger may have
  // signed later than that.
  const later = await mirror.keyAt(voter, ledgerTimestamp(anchoredAt))
  const proved = later !== null && (sameKey(key, later) || (await isProofOf(later)))
  if (!proved)
    notes.add(
      `vote ${number} is signed by the key of ${voter} at ${keyAt}, which was replaced before the vote reached the topic: it rests on the service's word`,
    )
  return proved
}

/** The key that an account had at all of these times (`seconds.nanos`); null if that is not known. */
function keyThroughout(times: readonly (string | undefined)[], present: PresentAccount | undefined): Key | null {
  const { key = null, keySince } = present ?? {}
  if (!keySince) return null
  return times.every((time) => time !== undefined && nanos(time) >= nanos(keySince)) ? key : null
}

/** Returns whether the signatures of a vote satisfy a key of its voter. */
function proofOfVote(
  { voterAddress, choice, comment, proposalHash, signatures = [] }: VoteLeaf,
  { chain, daoId, proposalId }: ProposalRecord,
): (key: Key) => Promise<boolean> {
  const vote = { chain, daoId, proposalId, proposalHash, voterAddress, choice }
  const text = signedBytes(comment === undefined ? vote : { ...vote, comment })
  return (key) => isProof(key, signatures, text)
}

function count(counts: Count[], { choice, weight }: VoteLeaf): void {
  const chosen = counts.find(({ option }) => option === choice)
  if (!chosen) return
  chosen.votes++
  chosen.weight += BigInt(weight)
}
