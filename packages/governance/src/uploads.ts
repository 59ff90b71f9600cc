import { type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { lastingKind } from './lasting-jobs.ts'
import { fileOf, leafOf } from './leaves.ts'
import type { Settings } from './settings.ts'
import { findProposal } from './store/proposals.ts'
import { batchesOf } from './store/records.ts'
import type { Tables, Trx } from './store/tables.ts'
import { votesBetween } from './store/votes.ts'

export interface Uploads {
  /** Has a batch's votes kept in content storage, if there is one. */
  add(trx: Trx, of: { proposalId: string; batch: number }): Promise<void>
}

const Uploaded = Type.Object({ cid: Type.String() })
const TIMEOUT_MS = 30_000

export function createUploads(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
}): Uploads {
  const { database } = deps
  const { STORAGE_URL, STORAGE_TOKEN } = deps.settings
  const kind = lastingKind<{ proposalId: string; batch: number }>(
    deps,
    'leaves.upload',
    ({ proposalId, batch }) => `${proposalId} ${batch}`,
    async ({ proposalId, batch }) => {
      const proposal = await findProposal(database.read, proposalId)
      const [found] = await batchesOf(database.read, proposalId, { after: batch - 1, limit: 1 })
      if (!STORAGE_URL || !proposal || !found) return
      const votes = await votesBetween(database.read, proposal, found.first, found.last)
      await upload(STORAGE_URL, fileOf(votes.map(leafOf)), `${proposalId}-${batch}.jsonl`, found.leaves)
    },
  )

  async function upload(url: string, file: string, name: string, cid: string): Promise<void> {
    const form = new FormData()
    form.append('file', new Blob([file], { type: 'application/jsonl' }), name)
    const response = await fetch(`${url.replace(/\/$/, '')}/ipfs/upload`, {
      method: 'POST',
      body: form,
      headers: STORAGE_TOKEN ? { authorization: `Bearer ${STORAGE_TOKEN}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok && Check(Uploaded, answer) && answer.cid === cid) return
    const said = JSON.stringify(answer)?.slice(0, 200)
    throw unavailable('STORAGE_UNAVAILABLE', `${url} answered ${response.status} to ${name} (${cid}): ${said}`)
  }

  return {
    async add(trx, of) {
      if (STORAGE_URL) await kind.add(trx, of)
    },
  }
}
