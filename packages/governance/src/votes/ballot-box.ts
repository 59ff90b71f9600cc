import { setImmediate } from 'node:timers/promises'
import { conflict, type Database, forbidden } from '@quorate/platform'
import { voteId } from '@quorate/verify/recount'
import type { Batches } from '../anchoring/batches.ts'
import type { Budgets } from '../anchoring/budgets.ts'
import type { Proposal, Vote } from '../model/dao.ts'
import type { Tables } from '../store/tables.ts'
import { type Ballot, castVotes, findVote } from '../store/votes.ts'

export interface BallotBox {
  /** Counts a vote, once per voter. @throws 403 `NOT_A_MEMBER`, 409 `ALREADY_VOTED` or `VOTING_CLOSED` */
  cast(proposal: Proposal, ballot: Ballot): Promise<Vote>
}

interface Waiting {
  ballot: Ballot
  outcome: PromiseWithResolvers<Vote>
}

const MAX_AT_ONCE = 500

/**
 * Ballots that arrive during a write are written together in the next one: one transaction locks the poll's row,
 * inserts the votes and adds them to the tally. So a poll's tally is exact at every commit, and voters do not wait for
 * the poll's row one by one.
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

  async function refusal(proposal: Proposal, { voter }: Ballot): Promise<unknown> {
    try {
      const first = await findVote(database.read, proposal, { voter })
      return first ? alreadyVoted(first) : notAMember(proposal, voter)
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

export const alreadyVoted = (first: Vote) =>
  conflict('ALREADY_VOTED', `${first.voter} has already voted on this proposal: its vote is ${voteId(first)}`)

export const notAMember = ({ dao, startAt }: Proposal, voter: string) =>
  forbidden(
    'NOT_A_MEMBER',
    `${voter} was not a member of ${dao.name} when the proposal started, at ${startAt.toISOString()}`,
  )

/** The bytes of comment and proof: the extra size of a ballot in a batch, compared with an empty one. */
const bytesOf = ({ comment, proof }: Ballot): number => Buffer.byteLength(JSON.stringify([comment, proof]))
/** The most bytes of comment and signatures that take nothing from the budget. */
const SMALL_VOTE = 1024
const isLarge = (ballot: Ballot): boolean => bytesOf(ballot) > SMALL_VOTE

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

const asVote = ({ proposalId, options }: Proposal, { choice, ...ballot }: Ballot, number: number): Vote => ({
  ...ballot,
  proposalId,
  number,
  choice: options[choice] ?? '',
})
