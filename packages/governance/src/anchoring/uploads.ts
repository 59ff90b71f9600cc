import type { Ledger } from '@quorate/ledger'
import { boundedJson, type Clock, type Database, type Jobs, type Logger, unavailable } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import { fileOf, leafOf } from '../model/leaves.ts'
import type { Settings } from '../settings.ts'
import { findProposal } from '../store/proposals.ts'
import { batchesOf } from '../store/records.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { votesBetween } from '../store/votes.ts'
import { createStorageSession, MAX_ANSWER, type StorageSession, storageAccount } from './storage-session.ts'

export interface Uploads {
  /** Queues a batch's votes for upload to content storage, if one is configured. */
  add(trx: Trx, of: { proposalId: string; batch: number }): Promise<void>
}

/** Status codes for a file that is too large, a rate limit or quota, and a full drive. */
const NO_ROOM: ReadonlySet<number> = new Set([413, 429, 507])
/** The shortest pause before retrying an upload that storage had no room for, in milliseconds. */
const NO_ROOM_MS = 60_000

/** The longest `Retry-After` from storage that is obeyed, in seconds. A longer one is ignored. */
const LONGEST_WAIT_S = 86_400

const Uploaded = Type.Object({ cid: Type.String() })

export function createUploads(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
  log: Pick<Logger, 'warn'>
  ledgers: Map<string, Ledger>
  ledgerOf(on: { chain: string }): Ledger
}): Uploads {
  const { database, clock, log } = deps
  const { STORAGE_URL: url, STORAGE_TOKEN: token } = deps.settings
  const account = storageAccount(deps.settings, deps.ledgers)
  const storage = url === undefined ? undefined : createStorageSession({ url, token, account })
  const kind = lastingKind(
    deps,
    'leaves.upload',
    ({ proposalId, batch }: { proposalId: string; batch: number }) => `${proposalId} ${batch}`,
  )
  kind.does(async (of) => {
    const { proposalId, batch } = of
    const proposal = await findProposal(database.read, proposalId)
    const [found] = await batchesOf(database.read, proposalId, { after: batch - 1, limit: 1 })
    if (!storage || !proposal || !found) return
    const votes = await votesBetween(database.read, proposal, found.first, found.last)
    const file = { text: fileOf(votes.map(leafOf)), name: `${proposalId}-${batch}.jsonl`, cid: found.leaves }
    const again = await upload(storage, deps.ledgerOf(proposal.dao), file)
    if (again) await database.change((trx) => kind.add(trx, of, again))
  })

  /** Uploads a file. If storage has no room for more files of this account, returns when to try again. */
  async function upload(
    to: StorageSession,
    ledger: Ledger,
    file: { text: string; name: string; cid: string },
  ): Promise<Date | undefined> {
    const { text, name, cid } = file
    const form = new FormData()
    form.append('file', new Blob([text], { type: 'application/jsonl' }), name)
    const response = await to.fetch(ledger, '/ipfs/upload', { method: 'POST', body: form })
    const answer = await boundedJson(response, MAX_ANSWER)
    if (response.ok && Check(Uploaded, answer) && answer.cid === cid) return undefined
    const said = JSON.stringify(answer)?.slice(0, 200)
    if (NO_ROOM.has(response.status)) {
      log.warn({ name, cid, status: response.status, said }, 'content storage has no room for the leaves of votes now')
      return new Date(clock.now() + Math.max(NO_ROOM_MS, retryAfterMs(response)))
    }
    throw unavailable('STORAGE_UNAVAILABLE', `${url} answered ${response.status} to ${name} (${cid}): ${said}`)
  }

  const retryAfterMs = ({ headers }: Response): number => {
    const seconds = Number(headers.get('retry-after'))
    return seconds > 0 && seconds <= LONGEST_WAIT_S ? seconds * 1000 : 0
  }

  return {
    async add(trx, of) {
      if (storage) await kind.add(trx, of)
    },
  }
}
