/** Fetches the content of pins, in jobs that end when the content is pinned or cannot be found. */
import { ApiError, type Clock, type Database, type Events, type JobKind, type Jobs } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { contentTimeout } from '../errors.ts'
import { typeOf } from '../http/file-types.ts'
import { parseCid } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { StorageEvents } from '../model/events.ts'
import type { PinOwner } from '../model/owner.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { BlockReader, Blocks } from '../sources/blocks.ts'
import { findPin, forgetOldFailures, lockPin, type Pin, updatePin } from '../store/pins.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { visibleName } from '../streams/text.ts'
import { openContent } from '../unixfs/content.ts'
import { fetchGraph } from '../unixfs/dag.ts'
import { readNode } from '../unixfs/unixfs.ts'
import type { Collection } from './collection.ts'
import type { PinChanges, StoredContent } from './pin-changes.ts'
import type { QuotaCheck } from './quota-check.ts'

/** `sequence` is the record's, so a record that was deleted and created again gets a new job. */
type PinJob = PinOwner & { cid: string; sequence: string }

/** Pins that one process fetches at the same time: for all wallets, and for each. */
export const PLACES = { inAll: 8, each: 2 }
/** Milliseconds between checks whether the content that is being fetched is still wanted. */
const POLL_INTERVAL_MS = 5000
/** Characters of an error's message that are kept. */
const LONGEST_ERROR = 500

export type PinFetches = ReturnType<typeof createPinFetches>

export function createPinFetches(deps: {
  database: Database<Tables>
  jobs: Jobs
  node: ContentNode
  blocks: Blocks
  events: Events<StorageEvents>
  clock: Clock
  changes: PinChanges
  checkQuota: QuotaCheck
  replicas: Replicas
  collection: Collection
}) {
  const { database, jobs, node, blocks, events, clock, changes, replicas, collection } = deps
  // A pin has one job; the queue counts its attempts.
  const kind: JobKind<PinJob> = jobs.define('storage.pin', (job, { final }) => fetchPin(job, final), {
    ownerOf: ({ chain, owner }) => `${chain} ${owner}`,
    places: PLACES,
  })
  /** The pin keeps the error of a job that was set aside, until the content is requested again. */
  jobs.whenSetAside(kind, (job, message) => fail(job, new Error(message), true, 0))

  async function fetchPin(job: PinJob, final: boolean): Promise<void> {
    const owner = ownerIn(job)
    const cid = parseCid(job.cid)
    const use = node.use({ stores: true })
    use.keepAll(cid)
    const reader = blocks.reader('node first', { stores: true })
    let bytes = 0
    try {
      if (!(await setState(job, { status: 'pinning' }))) return
      const onBytes = createFetchCheck(deps, job)
      const stored = await fetchAll(cid, reader, async (total) => {
        await onBytes(total)
        bytes = total
      })
      await replicas.ensure(cid)
      const kept = await database.change(async (trx) => {
        await replicas.assertEnough(trx, job.cid)
        return changes.complete(trx, owner, stored)
      })
      if (kept) changes.announce(cid)
      // The owner ended the pin meanwhile, so the blocks that were fetched since are unpinned.
      else await changes.release(owner, job.cid, bytes)
    } catch (error) {
      await fail(job, error, final, bytes)
    } finally {
      reader.close()
      use.end()
    }
  }

  /** Fetches and checks every block, then makes the node pin the content if it keeps pins itself. */
  async function fetchAll(
    cid: CID,
    { get, expectAll }: BlockReader,
    onBytes: (total: number) => Promise<void>,
  ): Promise<StoredContent> {
    if (readNode(cid, await get(cid)).links.count > 0) expectAll(cid)
    const bytes = await fetchGraph(cid, get, onBytes)
    await changes.hold(cid)
    const root = await openContent(cid, get)
    if (root.kind === 'directory') return { cid, bytes, size: null }
    return { cid, bytes, size: root.size, mimetype: await typeOf(root, get) }
  }

  /**
   * Returns false if the content is not to be fetched any more: an upload has stored it meanwhile, or its owner ended
   * the pin.
   */
  const setState = (job: PinJob, to: Partial<Pick<Pin, 'status' | 'error'>>): Promise<boolean> =>
    database.change(async (trx) => {
      if (!isToFetch(await lockPin(trx, job, job.cid), job)) return false
      await updatePin(trx, job, job.cid, { ...to, updated_at: new Date(clock.now()) })
      return true
    })

  /** Ends the pin if the error is permanent; otherwise throws it, so that the queue tries again. */
  async function fail(job: PinJob, error: unknown, final: boolean, fetched: number): Promise<void> {
    const message = visibleName(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
    // Blocks that were fetched are not kept for the next attempt: until then no quota would count them.
    if (fetched > 0) await changes.release(ownerIn(job), job.cid, fetched)
    const passes = !(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 404
    if (passes && !final) {
      if (!(await setState(job, { error: message }))) return
      throw error
    }
    if (!(await setState(job, { status: 'failed', error: message }))) return
    await database.change((trx) => forgetOldFailures(trx, job, limits.maxFailedPins.value))
    events.emit('ipfs:pin.failed', { cid: job.cid, error: message, timestamp: clock.now() })
    await collection.soon()
  }

  return {
    /** Starts the job that fetches a queued pin. It replaces a waiting job of the same owner for the same content. */
    async begin(trx: Trx, { chain, owner, cid, sequence }: Pin): Promise<void> {
      const job = { chain, owner, cid, sequence: String(sequence) }
      await jobs.createAndRun(trx, kind, job, { singletonKey: `${chain} ${owner} ${cid}` })
    },
  }
}

/**
 * Returns a function to be called after each block with the bytes so far.
 *
 * @throws 413 `QUOTA_EXCEEDED`; 504 `CONTENT_TIMEOUT` after `pinTime`; an error if the owner has ended the pin
 */
function createFetchCheck(
  { database, clock, checkQuota }: { database: Database<Tables>; clock: Clock; checkQuota: QuotaCheck },
  job: PinJob,
): (total: number) => Promise<void> {
  const owner = ownerIn(job)
  const until = clock.now() + limits.pinTime.value
  let room = 0
  let checkedAt = clock.now()
  return async (total) => {
    if (total > room) room = await checkQuota(owner, total)
    if (clock.now() > until)
      throw contentTimeout(
        `${job.cid} was not fetched within ${limits.pinTime.value / 1000} seconds, only ${total} bytes of it: pin parts of it, or pin it again when its sources are faster`,
      )
    if (clock.now() - checkedAt < POLL_INTERVAL_MS) return
    checkedAt = clock.now()
    if (!isToFetch(await findPin(database.read, owner, job.cid), job)) throw new Error('its owner ended the pin')
  }
}

const ownerIn = ({ chain, owner }: PinJob): PinOwner => ({ chain, owner })

/** Whether this job is to fetch the content of this record. */
const isToFetch = (pin: Pin | undefined, { sequence }: PinJob): pin is Pin =>
  pin !== undefined && pin.status !== 'pinned' && String(pin.sequence) === sequence
