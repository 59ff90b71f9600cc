import type { Clock, Database, Jobs } from '@quorate/platform'
import type { Anchoring } from './anchoring.ts'
import type { Proposal } from './dao.ts'
import { lastingKind } from './lasting-jobs.ts'
import { contentIdentifier, fileOf, leafOf, rootOf } from './leaves.ts'
import type { Settings } from './settings.ts'
import { findProposal, lockPoll, readPoll, updatePoll } from './store/proposals.ts'
import { insertBatch } from './store/records.ts'
import type { Tables, Trx } from './store/tables.ts'
import { votesBetween } from './store/votes.ts'
import type { Uploads } from './uploads.ts'

/** So many votes at most in a batch, and so many bytes: then its content identifier is that of one block. */
const MAX_VOTES = 1_000
const MAX_BYTES = 256 * 1024

export interface Batches {
  /** Votes of this proposal are to be written on the topic before long. */
  schedule(trx: Trx, proposal: Pick<Proposal, 'proposalId'>): Promise<void>
  /** Has all votes that are counted written on the topic. */
  form(proposalId: string): Promise<void>
}

/** Gathers votes in batches: each vote in one, in the order of their numbers. */
export function createBatches(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
  anchoring: Anchoring
  uploads: Uploads
}): Batches {
  const { database, clock, settings, anchoring, uploads } = deps
  const kind = lastingKind<{ proposalId: string }>(
    deps,
    'votes.batch',
    ({ proposalId }) => proposalId,
    ({ proposalId }) => form(proposalId),
  )

  async function form(proposalId: string): Promise<void> {
    const proposal = await findProposal(database.read, proposalId)
    while (proposal && (await formNext(proposal))) {}
  }

  /** False when there is nothing left to gather. */
  async function formNext(proposal: Proposal): Promise<boolean> {
    const { batched } = await readPoll(database.read, proposal)
    const votes = await votesBetween(database.read, proposal, batched + 1, batched + MAX_VOTES)
    const leaves = fitting(votes.map(leafOf))
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
    return bytes > MAX_BYTES
  })
  return end < 0 ? leaves : leaves.slice(0, Math.max(1, end))
}
