import type { Database } from '@quorate/platform'
import { addTallies, delegatedBallots, delegatedVotes, type Tally, tallyOf } from '@quorate/verify/recount'
import { LRUCache } from 'lru-cache'
import { isDecided, needsWeights, type Poll, type Proposal, votingOf } from '../model/dao.ts'
import { delegatesAt } from '../store/delegations.ts'
import { readPoll } from '../store/proposals.ts'
import type { Read, Tables } from '../store/tables.ts'
import { ballotsOf, rankingsOf, weightsOf } from '../store/votes.ts'

/** The maximum number of proposals whose tallies a process caches. */
const MAX_KEPT = 1_000

/**
 * Caches complete tallies for readers. With many delegations, computing one takes a tenth of a second, so it is kept
 * until the next vote or the decision.
 */
export function createTallies({ database }: { database: Database<Tables> }) {
  const kept = new LRUCache<string, { castCount: number; status: Proposal['status']; tally: Tally }>({ max: MAX_KEPT })
  return tallyOfProposal

  async function tallyOfProposal(proposal: Proposal): Promise<Tally> {
    const poll = await readPoll(database.read, proposal)
    const { proposalId, status } = proposal
    const { castCount } = poll
    const known = kept.get(proposalId)
    if (known?.castCount === castCount && known.status === status) return known.tally
    const tally = await wholeTally(database.read, proposal, poll)
    if (await isFixed(proposal)) kept.set(proposalId, { castCount, status, tally })
    return tally
  }

  /** Until all members are weighed and the voters are final, the tally may change without a vote. */
  async function isFixed(proposal: Proposal): Promise<boolean> {
    if (isDecided(proposal)) return (await unweighedDelegators(database.read, proposal)).length === 0
    return proposal.electorate !== null && !(needsWeights(proposal) && proposal.eligibleWeight === null)
  }
}

/** A poll's tally with the parts that are not stored: rankings, and the weights of members whose delegates voted. */
export async function wholeTally(read: Read, proposal: Proposal, { tally }: Pick<Poll, 'tally'>): Promise<Tally> {
  const { votingMethod, proposalId } = proposal
  const rankings = votingMethod === 'ranked' ? await rankingsOf(read, proposalId) : undefined
  const direct = { ...tally, rankings }
  if (!proposal.dao.rules.delegation || !proposal.electorate) return direct
  const { delegated, ballots } = await delegatedIn(read, proposal)
  const weights = proposal.dao.rules.tokenWeighted ? await weightsOf(read, proposalId, accountsOf(delegated)) : null
  const added = delegatedBallots(
    delegated,
    (voter) => ballots.get(voter),
    (account) => (weights ? (weights.get(account) ?? 0n) : 1n),
  ).filter(({ weight }) => weight > 0n)
  return addTallies(direct, { ...tallyOf(votingOf(proposal), added), delegatedVotes: added.length })
}

/** If votes are weighted by tokens: the members whose weight their delegates have cast. */
export async function weighedDelegators(read: Read, proposal: Proposal): Promise<string[]> {
  const { delegation, tokenWeighted } = proposal.dao.rules
  return delegation && tokenWeighted ? accountsOf((await delegatedIn(read, proposal)).delegated) : []
}

/** Delegating members whose weight is not known yet. */
export async function unweighedDelegators(read: Read, proposal: Proposal): Promise<string[]> {
  const accounts = await weighedDelegators(read, proposal)
  const known = await weightsOf(read, proposal.proposalId, accounts)
  return accounts.filter((account) => !known.has(account))
}

const accountsOf = (delegated: readonly { account: string }[]): string[] => delegated.map(({ account }) => account)

async function delegatedIn(read: Read, proposal: Proposal) {
  const delegates = await delegatesAt(read, proposal)
  const ballots = await ballotsOf(read, proposal, [...new Set([...delegates.keys(), ...delegates.values()])])
  return { ballots, delegated: delegatedVotes(delegates, (account) => ballots.has(account)) }
}
