import { setImmediate } from 'node:timers/promises'
import { conflict, type Database, forbidden, unprocessable } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { voteId } from '@quorate/verify/recount'
import type { Batches } from '../anchoring/batches.ts'
import type { Budgets } from '../anchoring/budgets.ts'
import { howToJoin, type Proposal, type Vote } from '../model/dao.ts'
import type { Tables } from '../store/tables.ts'
import { castVotes, findVote, type NewVote } from '../store/votes.ts'

export interface BallotBox {
  /**
   * Counts a vote. Each revision of a voter's vote counts once.
   * @throws 403 `NOT_A_MEMBER`, 409 `ALREADY_VOTED`, `REVISION_OUT_OF_ORDER` or `VOTING_CLOSED`
   */
  cast(proposal: Proposal, ballot: NewVote): Promise<Vote>
}

interface Waiting {
  ballot: NewVote
  outcome: PromiseWithResolvers<Vote>
}

const MAX_AT_ONCE = 500

/**
 * Ballots that arrive during a write are written together in the next one: one transaction locks the poll's row,
 * inserts the votes and updates the tally. So a poll's tally is exact at every commit, and voters do not wait for the
 * row one by one.
 */
export function createBallotBox({
  database,
  batches,
  budgets,
}: {
  database: Database<Tables>
  batches: Batches
  budgets: Budgets
}): BallotBox {
  const queues = new Map<string, Waiting[]>()

  async function empty(proposal: Proposal, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      // Lets requests that have arrived join this write: the embedded database blocks the event loop while it works.
      await setImmediate()
      const taken = takeDistinct(queue)
      try {
        await write(proposal, taken)
      } catch (error) {
        for (const { outcome } of taken) outcome.reject(error)
      }
    }
    queues.delete(proposal.proposalId)
  }

  async function write(proposal: Proposal, taken: Waiting[]): Promise<void> {
    const ballots = taken.map(({ ballot }) => ballot)
    const numbers = await database.change(async (trx) => {
      const { open, batching, numbers } = await castVotes(trx, proposal, ballots)
      if (!open) throw conflict('VOTING_CLOSED', 'Voting on this proposal has ended')
      const [large] = ballots.filter(isLarge)
      if (large && numbers.size > 0) await budgets.reserveForLargeVote(trx, proposal.dao, bytesOf(large))
      if (numbers.size > 0 && !batching) await batches.schedule(trx, proposal)
      return numbers
    })
    await Promise.all(
      taken.map(async ({ ballot, outcome }, index) => {
        const number = numbers.get(index)
        if (number !== undefined) outcome.resolve(asVote(proposal, ballot, number))
        else outcome.reject(await refusal(proposal, ballot))
      }),
    )
  }

  async function refusal(proposal: Proposal, vote: NewVote): Promise<unknown> {
    try {
      const last = await findVote(database.read, proposal, vote)
      return revisionError(proposal, vote, last) ?? notAMember(proposal, vote.voter)
    } catch (error) {
      return error
    }
  }

  return {
    cast(proposal, ballot) {
      const outcome = Promise.withResolvers<Vote>()
      const queue = queues.get(proposal.proposalId)
      if (queue) queue.push({ ballot, outcome })
      else {
        const begun = [{ ballot, outcome }]
        queues.set(proposal.proposalId, begun)
        void empty(proposal, begun)
      }
      return outcome.promise
    },
  }
}

/**
 * Why a vote does not follow its voter's last one; undefined if it does.
 *
 * @param last undefined if the voter has not voted yet
 */
export function revisionError(
  { dao }: Proposal,
  { voter, revision }: Pick<NewVote, 'voter' | 'revision'>,
  last?: Vote,
) {
  const { votesChangeable = false } = dao.rules
  if (revision > 1 && !votesChangeable)
    return unprocessable(
      'VOTES_NOT_CHANGEABLE',
      `By the rules of ${dao.name}, each account votes once: leave out revision`,
    )
  const next = (last?.revision ?? 0) + 1
  if (revision === next) return undefined
  if (revision > 1)
    return conflict(
      'REVISION_OUT_OF_ORDER',
      `revision is ${revision}: the next vote of ${voter} on this proposal is revision ${next}`,
    )
  const change = votesChangeable && next <= limits.maxVoteRevisions.value ? `. To change it, send revision ${next}` : ''
  return conflict(
    'ALREADY_VOTED',
    `${voter} has already voted on this proposal${last ? `: its vote is ${voteId(last)}` : ''}${change}`,
  )
}

export const notAMember = ({ dao, startAt }: Proposal, voter: string) =>
  forbidden(
    'NOT_A_MEMBER',
    `${voter} was not a member of ${dao.name} when the proposal started, at ${startAt.toISOString()}. Later members vote on later proposals. ${howToJoin(dao)}`,
  )

/**
 * The bytes of a vote's comment, proof and choices: what it takes in a batch in addition to a plain vote for one
 * option.
 */
const bytesOf = ({ comment, proof, ballot: { choices = [] } }: NewVote): number =>
  Buffer.byteLength(JSON.stringify([comment, proof, choices]))
/** A vote with at most this many of these bytes takes nothing from the budget. */
const SMALL_VOTE = 1024
const isLarge = (ballot: NewVote): boolean => bytesOf(ballot) > SMALL_VOTE

/**
 * Takes ballots that can be written together from the queue. A voter's second ballot waits for the outcome of the
 * first. A large ballot is written alone, because the budget may refuse it.
 */
function takeDistinct(queue: Waiting[]): Waiting[] {
  if (queue[0] && isLarge(queue[0].ballot)) return queue.splice(0, 1)
  const voters = new Set<string>()
  const taken: Waiting[] = []
  const left: Waiting[] = []
  for (const waiting of queue) {
    const { voter } = waiting.ballot
    if (taken.length < MAX_AT_ONCE && !voters.has(voter) && !isLarge(waiting.ballot)) taken.push(waiting)
    else left.push(waiting)
    voters.add(voter)
  }
  queue.splice(0, queue.length, ...left)
  return taken
}

const asVote = ({ proposalId }: Proposal, vote: NewVote, number: number): Vote => ({
  ...vote,
  proposalId,
  number,
  replaced: false,
})
