import { ballotOpener, type WeighedBallot } from '@quorate/verify/recount'
import { type Proposal, votingOf } from '../model/dao.ts'
import type { Read, Trx } from './tables.ts'
import { openVotes, votesBetween } from './votes.ts'

const VOTES_AT_ONCE = 500

/** Opens all votes of a proposal, stores their contents, and returns the ballots that count. */
export async function openBallots(
  { read, change }: { read: Read; change(work: (trx: Trx) => Promise<void>): Promise<void> },
  proposal: Proposal,
  secret: string,
  castCount: number,
): Promise<WeighedBallot[]> {
  const { dao, proposalId } = proposal
  const open = ballotOpener({ ...votingOf(proposal), chain: dao.chain, daoId: dao.daoId, proposalId }, secret)
  const counted: WeighedBallot[] = []
  for (let first = 1; first <= castCount; first += VOTES_AT_ONCE) {
    const votes = await votesBetween(read, proposal, first, first + VOTES_AT_ONCE - 1)
    const opened = await Promise.all(
      votes.map(async ({ number, weight, voter, ballot }) => ({ number, weight, opened: await open(voter, ballot) })),
    )
    await change((trx) => openVotes(trx, proposal, opened))
    const ballots = new Map(opened.map(({ number, opened: { ballot } }) => [number, ballot]))
    for (const { number, weight, replaced } of votes)
      if (!replaced) counted.push({ ballot: ballots.get(number) ?? {}, weight })
  }
  return counted
}
