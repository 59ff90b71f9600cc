import type { Ledger } from '@quorate/ledger'
import type { Clock, Database, Jobs, Logger } from '@quorate/platform'
import { contentIdentifier, rootOf } from '@quorate/verify/recount'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import type { Proposal } from '../model/dao.ts'
import { BATCH_BYTES, fileOf, leafOf } from '../model/leaves.ts'
import type { Settings } from '../settings.ts'
import { findProposal, lockPoll, readPoll, updatePoll } from '../store/proposals.ts'
import { insertBatch } from '../store/records.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { votesBetween } from '../store/votes.ts'
import type { Anchoring } from './anchoring.ts'
import type { Budgets } from './budgets.ts'
import type { Replay } from './replay.ts'
import { createUploads } from './uploads.ts'

/** The maximum number of votes in a batch. */
const MAX_VOTES = 1_000
const READ_VOTES = 100

export interface Batches {
  /** Schedules gathering this proposal's votes and writing them on the topic, after `ANCHOR_INTERVAL`. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId'>): Promise<void>
  /** Gathers all counted votes in batches and queues their records for the topic. */
  form(proposalId: string): Promise<void>
}

/** Gathers votes in batches, in the order of their numbers. Each vote is in one batch. */
export function createBatches(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
  budgets: Budgets
  anchoring: Anchoring
  log: Pick<Logger, 'warn'>
  ledgers: Map<string, Ledger>
  ledgerOf(on: { chain: string }): Ledger
  replay: Replay
}): Batches {
  const { database, clock, settings, budgets, anchoring, replay } = deps
  const uploads = createUploads(deps)
  const kind = lastingKind(deps, 'votes.batch', ({ proposalId }: { proposalId: string }) => proposalId)
  kind.does(async ({ proposalId }) => {
    const proposal = await findProposal(database.read, proposalId)
    if (!proposal) return
    await replay.upToDate(proposal.dao)
    const { wait } = await database.change(async (trx) => {
      const reserved = await budgets.reserveForVotes(trx, proposal.dao)
      if (reserved.wait) await kind.add(trx, { proposalId }, reserved.wait)
      return reserved
    })
    if (!wait) await form(proposalId)
  })

  async function form(proposalId: string): Promise<void> {
    const proposal = await findProposal(database.read, proposalId)
    while (proposal && (await formNext(proposal))) {}
  }

  /** Forms the next batch. Returns false once all votes are gathered. */
  async function formNext(proposal: Proposal): Promise<boolean> {
    const { batched } = await readPoll(database.read, proposal)
    const leaves = await leavesAfter(proposal, batched)
    return database.change(async (trx) => {
      const poll = await lockPoll(trx, proposal)
      if (poll.batched !== batched) return true
      if (leaves.length > 0) await add(trx, proposal, { number: poll.batches + 1, first: batched + 1, leaves })
      const last = batched + leaves.length
      const more = last < poll.castCount
      await updatePoll(trx, proposal.proposalId, {
        ...poll,
        batched: last,
        batches: poll.batches + (leaves.length > 0 ? 1 : 0),
        batching: more,
      })
      return more
    })
  }

  /** Reads `READ_VOTES` votes at a time: votes with many signatures fill a batch long before it has `MAX_VOTES`. */
  async function leavesAfter(proposal: Proposal, batched: number): Promise<string[]> {
    let leaves: string[] = []
    for (let first = batched + 1; first <= batched + MAX_VOTES; first += READ_VOTES) {
      const votes = await votesBetween(database.read, proposal, first, first + READ_VOTES - 1)
      const all = [...leaves, ...votes.map(leafOf)]
      leaves = fitting(all)
      if (leaves.length < all.length || votes.length < READ_VOTES) break
    }
    return leaves
  }

  async function add(trx: Trx, proposal: Proposal, gathered: { number: number; first: number; leaves: string[] }) {
    const { proposalId, dao } = proposal
    const { number, first, leaves } = gathered
    const file = fileOf(leaves)
    const last = first + leaves.length - 1
    const batch = { number, first, last, root: rootOf(leaves), leaves: contentIdentifier(file) }
    const record = await anchoring.add(trx, {
      quorate: 1,
      type: 'votes',
      chain: dao.chain,
      daoId: dao.daoId,
      proposalId,
      batch: number,
      first,
      last,
      root: batch.root,
      leaves: batch.leaves,
    })
    await insertBatch(trx, proposalId, batch, record)
    await uploads.add(trx, { proposalId, batch: number })
  }

  return {
    form,
    schedule: (trx, { proposalId }) => kind.add(trx, { proposalId }, new Date(clock.now() + settings.ANCHOR_INTERVAL)),
  }
}

function fitting(leaves: string[]): string[] {
  let bytes = 0
  const end = leaves.findIndex((leaf) => {
    bytes += Buffer.byteLength(leaf) + 1
    return bytes > BATCH_BYTES
  })
  return end < 0 ? leaves : leaves.slice(0, Math.max(1, end))
}
