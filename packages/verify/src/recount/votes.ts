/** Counts the votes of a proposal, and checks each of them. */
import { mapInBatches } from '../async/map-in-batches.ts'
import { tallyOf, type WeighedBallot } from '../governance/counting/ballots.ts'
import type { Tally } from '../governance/counting/tally.ts'
import { type Ballot, ballotOf } from '../governance/counting/voting-methods.ts'
import { delegatedBallots, delegatedVotes } from '../governance/delegations.ts'
import { contentIdentifier, parseLeaf, rootOf, type VoteLeaf } from '../governance/records/leaves.ts'
import { proposalHash } from '../governance/records/proposal-hash.ts'
import type { ProposalRecord, VotesRecord } from '../governance/records/records.ts'
import { CLOCKS_MS } from '../governance/records/times.ts'
import { ballotFault, type OpenedBallot } from '../governance/sealed-ballots.ts'
import { isKeyTime, isProof, signedBytes } from '../governance/signatures/signed-votes.ts'
import { type Key, sameKey } from '../keys/keys.ts'
import type { PresentAccount } from '../mirror/present-accounts.ts'
import { ledgerTimestamp } from '../mirror/statement/history.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { plural } from '../values/english.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { nanos } from '../values/timestamp-text.ts'
import { questionOf } from './checks/eligible.ts'
import type { OpenBallot } from './checks/opening.ts'
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
  /** Members that are not accounts on the ledger. */
  absent: Set<string>
  /** Members whose accounts were deleted before the start. */
  gone: Set<string>
  /** Members that exist on the ledger now. Their current keys can prove votes without a read for each. */
  present: ReadonlyMap<string, PresentAccount>
  mirror: RecountMirror
  /** If false, the mirror is not asked for weights and keys. */
  canCount: boolean
  /** The delegate of each member that had named one at the start. */
  delegates: ReadonlyMap<string, string>
  /** Opens ballots once the private key is known. If votes are not secret, it returns them unchanged. */
  open: OpenBallot
}

interface Checking extends VoteChecks {
  /** SHA-256 of the proposal's record, in hex. */
  hash: string
  /** How many times each voter has voted so far. */
  voters: Map<string, number>
}

export interface CountedVotes {
  /** Counts each voter's last vote, with the weights that were delegated to it. */
  tally: Tally
  /** The weight cast for each member, by its own vote or by its delegate's. */
  cast: Map<string, bigint>
  /** Members whose delegates voted, and whose holdings cannot be followed on this mirror. They add nothing here. */
  unfollowed: string[]
  /** How many votes were cast, including replaced ones. */
  votesCast: number
  /**
   * How many of the counted votes are proved by their voters' signatures, and how many of these identify the proposal
   * only by its id.
   */
  signedVotes: number
  signedByIdAlone: number
  /** The newest votes, which the service's answer contains as well. */
  newest: VoteLeaf[]
  /** The ballots of the newest votes and of all counted votes, by number. */
  ballots: ReadonlyMap<number, OpenedBallot>
}

/** @param onChecked called with the number of votes that have been checked */
export async function countVotes(
  { source, proposalId }: { source: LeafSource; proposalId: string },
  batches: Anchored['batches'],
  checks: VoteChecks,
  onChecked: (done: number) => void,
): Promise<CountedVotes> {
  const { proposal, faults, notes } = checks
  const checking: Checking = { ...checks, hash: proposalHash(proposal), voters: new Map() }
  const current = new Map<string, CurrentVote>()
  let newest: VoteLeaf[] = []
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
    for (const [index, leaf] of leaves.entries()) {
      const isSigned = proved[index] === true
      const { isSigned: wasSigned = false, replacesSigned = false } = current.get(leaf.voterAddress) ?? {}
      current.set(leaf.voterAddress, {
        leaf,
        weight: BigInt(leaf.weight),
        isSigned,
        replacesSigned: !isSigned && (wasSigned || replacesSigned),
        isByIdAlone: isSigned && leaf.proposalHash === undefined,
      })
    }
    newest = [...newest, ...leaves].slice(-ANSWERED_VOTES)
    expected = batch.last + 1
  }
  const ballots = await openBallots([...current.values(), ...newest.map((leaf) => ({ leaf }))], checks)
  const votes = [...current.values()].map(({ leaf, ...vote }) => ({ ...vote, ...opened(ballots, leaf) }))
  const unsigned = votes.filter(({ replacesSigned }) => replacesSigned).length
  if (unsigned > 0)
    notes.add(`${plural(unsigned, 'signed vote')} had been replaced on the service's word, without a signature`)
  const ballotsBy = new Map(votes.map(({ voterAddress, ballot }) => [voterAddress, ballot]))
  const { ballots: delegated, weights, unfollowed } = await weighDelegated(ballotsBy, checking)
  const tally = tallyOf({ ...proposal, decimals: proposal.votingRules.decimals }, [...votes, ...delegated])
  return {
    tally: { ...tally, delegatedVotes: delegated.length },
    cast: new Map([...weights, ...[...current].map(([voter, { weight }]): [string, bigint] => [voter, weight])]),
    unfollowed,
    votesCast: expected - 1,
    signedVotes: votes.filter(({ isSigned }) => isSigned).length,
    signedByIdAlone: votes.filter(({ isByIdAlone }) => isByIdAlone).length,
    newest,
    ballots,
  }
}

/** Opens the ballots of these votes, each once. */
async function openBallots(
  votes: readonly { leaf: VoteLeaf }[],
  { open, notes }: Pick<VoteChecks, 'open' | 'notes'>,
): Promise<Map<number, OpenedBallot>> {
  const leaves = new Map(votes.map(({ leaf }) => [leaf.number, leaf]))
  const ballots = await mapInBatches([...leaves.values()], (leaf) => open(leaf), 32)
  const all = new Map([...leaves.keys()].map((number, index) => [number, ballots[index] ?? UNOPENED]))
  for (const [number, { invalid }] of all)
    if (invalid !== undefined) notes.add(`vote ${number} counts for no option: ${invalid}`)
  return all
}

const UNOPENED: OpenedBallot = { ballot: {} }

const opened = (ballots: ReadonlyMap<number, OpenedBallot>, { number, voterAddress }: VoteLeaf) => ({
  voterAddress,
  ballot: (ballots.get(number) ?? UNOPENED).ballot,
})

/** Adds the delegates' votes for members who did not vote. */
async function weighDelegated(
  ballotsBy: ReadonlyMap<string, Ballot>,
  { delegates, proposal, absent, canCount, mirror, notes }: VoteChecks,
): Promise<{ ballots: WeighedBallot[]; weights: Map<string, bigint>; unfollowed: string[] }> {
  const delegated = delegatedVotes(delegates, (account) => ballotsBy.has(account))
  const weights = new Map<string, bigint>()
  const unfollowed: string[] = []
  await mapInBatches(
    delegated,
    async ({ account }) => {
      if (!proposal.votingRules.tokenWeighted) weights.set(account, 1n)
      if (!proposal.votingRules.tokenWeighted || !canCount || absent.has(account)) return
      const weight = await weightAt(mirror, questionOf(proposal, account))
      // Anybody can send an account too many transactions, so this alone causes no doubt. Such a member weighs nothing.
      if (weight === null) {
        unfollowed.push(account)
        notes.add(
          `the vote delegated by ${account} weighs nothing: on this mirror its holdings cannot be followed, as it had too many transactions`,
        )
      }
      weights.set(account, weight ?? 0n)
    },
    32,
  )
  const ballots = delegatedBallots(
    delegated,
    (voter) => ballotsBy.get(voter),
    (account) => weights.get(account) ?? 0n,
  )
  return { ballots: ballots.filter(({ weight }) => weight > 0n), weights, unfollowed }
}

/** The last vote of a voter. */
interface CurrentVote extends Pick<WeighedBallot, 'weight'> {
  leaf: VoteLeaf
  isSigned: boolean
  /** Whether the voter signed an earlier vote, but not this one. */
  replacesSigned: boolean
  isByIdAlone: boolean
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
  const { proposal, hash, members, absent, gone, present, mirror, canCount, faults, doubts, notes } = checking
  const { voterAddress: voter, number, castAt } = leaf
  checkRevision(leaf, checking)
  if (!members.has(voter)) faults.add(`${voter}, of vote ${number}, is not among the members`)
  // A session may outlive its account by some seconds, or for as long as the mirror is unavailable. If weights are
  // balances, a deleted account has none.
  if (gone.has(voter))
    (proposal.votingRules.tokenWeighted ? faults : notes).add(
      `vote ${number} is from ${voter}, an account deleted before the start`,
    )
  if (leaf.weight === '0') faults.add(`vote ${number} has no weight: accounts without holdings cannot vote`)
  const wrong = ballotFault(proposal, leaf)
  if (wrong !== undefined) faults.add(`vote ${number} is not valid: ${wrong}`)
  if (!isTime(castAt) || castAt < proposal.startTime || castAt >= proposal.endTime)
    faults.add(`vote ${number} was cast at ${castAt}, outside the voting`)
  else if (Date.parse(castAt) > anchoredAt + CLOCKS_MS)
    faults.add(`vote ${number} was cast at ${castAt}, but was on the topic before that`)
  if (!isEntityId(voter) || !canCount || absent.has(voter)) return false
  const weight = proposal.votingRules.tokenWeighted ? await weightAt(mirror, questionOf(proposal, voter)) : 1n
  // The service's mirror may have had a newer snapshot, so that less history had to be read.
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
  // Only the service says when a vote was cast. If a key was replaced before the vote reached the ledger, its holder
  // may have signed after the replacement.
  const later = await mirror.keyAt(voter, ledgerTimestamp(anchoredAt))
  const proved = later !== null && (sameKey(key, later) || (await isProofOf(later)))
  if (!proved)
    notes.add(
      `vote ${number} is signed by the key of ${voter} at ${keyAt}, which was replaced before the vote reached the topic: it rests on the service's word`,
    )
  return proved
}

/** Checks that a voter votes once or, if votes may be changed, that its votes are numbered without gaps. */
function checkRevision({ voterAddress: voter, number, revision = 1 }: VoteLeaf, checking: Checking): void {
  const { proposal, voters, faults } = checking
  const before = voters.get(voter) ?? 0
  voters.set(voter, before + 1)
  if (revision !== before + 1 && !(before > 0 && revision === 1))
    faults.add(`vote ${number} is number ${revision} of ${voter}, not ${before + 1}`)
  if (before > 0 && (revision === 1 || !proposal.votingRules.votesChangeable))
    faults.add(`${voter} voted twice: vote ${number}`)
}

/** The key that an account had at all of these times (`seconds.nanos`); null if that is not known. */
function keyThroughout(times: readonly (string | undefined)[], present: PresentAccount | undefined): Key | null {
  const { key = null, keySince } = present ?? {}
  if (!keySince) return null
  return times.every((time) => time !== undefined && nanos(time) >= nanos(keySince)) ? key : null
}

/** Returns whether the signatures of a vote satisfy a key of its voter. */
function proofOfVote(
  { voterAddress, comment, proposalHash, revision, signatures = [], ...leaf }: VoteLeaf,
  { chain, daoId, proposalId }: ProposalRecord,
): (key: Key) => Promise<boolean> {
  const vote = { chain, daoId, proposalId, proposalHash, voterAddress, ...ballotOf(leaf), comment, revision }
  const text = signedBytes(vote)
  return (key) => isProof(key, signatures, text)
}
