/** Pins: an owner's claim that content is kept. */
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, type Change, forbidden, type JobAttempt, type JobKind, type Jobs, tooMany } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { contentTimeout } from '../errors.ts'
import { firstBytes } from '../http/file-types.ts'
import { detectType } from '../http/media-type.ts'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { Replicas } from '../replicas/replicas.ts'
import type { Service } from '../service.ts'
import type { BlockReader } from '../sources/blocks.ts'
import { atPace } from '../sources/pace.ts'
import { deleteReplicas } from '../store/replicas.ts'
import {
  addRelease,
  addUsage,
  countPinsOf,
  deletePin,
  findPin,
  forgetOldFailures,
  insertPin,
  isPinned,
  lockPin,
  lockUnpinning,
  type Pin,
  type PinOwner,
  recordHeld,
  type Tables,
  updatePin,
} from '../store/store.ts'
import { visibleName } from '../streams/text.ts'
import { createVisit, type Visit } from '../unixfs/dag.ts'
import { readNode } from '../unixfs/unixfs.ts'
import type { Collection } from './gc.ts'
import { overQuota } from './quota.ts'
import type { QuotaReservations } from './quota-reservations.ts'
import { createSuspendedFetches, type Fetch } from './suspended-fetches.ts'

export interface FileNames {
  filename?: string | undefined
  mimetype?: string | undefined
}

export interface Pins {
  /** Pins content, which a job fetches; answers the record, `queued` unless it is pinned already. */
  pin(owner: PinOwner, cid: CID, names?: FileNames): Promise<Pin>
  /**
   * Records a pin of content whose blocks have all just been stored here.
   * @throws 413 `QUOTA_EXCEEDED`; 503 `TOO_FEW_REPLICAS`
   */
  pinStored(owner: PinOwner, stored: { cid: CID; bytes: number; size: number } & FileNames): Promise<Pin>
  /** @throws 403 `NOT_YOUR_PIN` */
  unpin(owner: PinOwner, cid: CID): Promise<Pin>
}

/** For `held.since` of content that nobody pins any more: old enough that the next collection unpins it. */
const RELEASED = new Date(0)

/**
 * `sequence` is the record's, so that a record that was deleted and made again has a job of its own. Jobs of earlier
 * versions have none.
 */
type PinJob = PinOwner & { cid: string; sequence?: string }

/**
 * How long the queue waits before it begins the job that replaces those without a sequence: until then all of a
 * record's come to the same job.
 */
const AGAIN_MS = 5000
/** Milliseconds between checks whether another process has finished unpinning the content that is to be pinned. */
const HELD_AGAIN_MS = 100
/** Milliseconds between checks whether the content that is being fetched is still wanted. */
const POLL_INTERVAL_MS = 5000
/** Characters of an error's message that are kept. */
const LONGEST_ERROR = 500

export function createPins(
  service: Service,
  jobs: Jobs,
  collection: Collection,
  reservations: QuotaReservations,
  replicas: Replicas,
): Pins {
  const { database, node, events, settings, clock, quotaOf } = service
  const suspended = createSuspendedFetches(clock)
  async function fetchFor(job: PinJob, { final }: JobAttempt): Promise<'later' | undefined> {
    if (job.sequence === undefined) {
      await beginAgain(job)
      return
    }
    await endOldFetches()
    const known = suspended.take(keyOf(job))
    let isSuspended = false
    const fetch = known ?? newFetch(job.cid)
    try {
      isSuspended = await fetchInPlace(job, fetch, final)
    } finally {
      if (!isSuspended) endFetch(fetch)
    }
    return isSuspended ? 'later' : undefined
  }

  /** Answers whether the fetch was suspended for others. */
  async function fetchInPlace(job: PinJob, fetch: Fetch, final: boolean): Promise<boolean> {
    const { cid: text, chain, owner: walletId } = job
    const owner = { chain, owner: walletId }
    const cid = parseCid(text)
    const { tookMs, preferred } = fetch
    const visit = fetch.visit ?? createVisit(cid)
    const reader = service.blocks.reader('node first', { storesFor: `${chain} ${walletId}`, preferred })
    const began = clock.now()
    const before = fetch.bytes
    let looked = began
    const onBytes = async (total: number): Promise<boolean> => {
      await fetch.reservation?.grow(total)
      fetch.bytes = Math.max(fetch.bytes, total)
      fetch.tookMs = tookMs + clock.now() - began
      // A walk that began anew has to come further than the one before: otherwise it would never end.
      if (fetch.tookMs - tookMs >= limits.fetchTurn.value && total > before && jobs.othersWait(kind)) return false
      if (clock.now() - looked < POLL_INTERVAL_MS) return true
      looked = clock.now()
      if (!isToFetch(await findPin(database.read, owner, text), job)) throw new Error('its owner ended the pin')
      return true
    }
    try {
      fetch.reservation ??= await reservations.open(owner)
      if (!(await setState(job, { status: 'pinning' }))) {
        if (fetch.bytes > 0) await release(owner, text, fetch.bytes)
        return false
      }
      const stored = await fetchAll(cid, visit, reader, atPace(cid, fetch, service, onBytes))
      if (!stored) {
        const toEnd = suspended.add(keyOf(job), { ...fetch, visit, preferred: reader.preferred() })
        if (!toEnd) throw contentTimeout(`${text} comes slowly, and too many others do: ${fetch.bytes} bytes so far`)
        for (const [key, other] of toEnd)
          await endSuspended(key, other).catch((error) =>
            service.logger.warn({ err: error }, 'Blocks of a pin were not released'),
          )
        return true
      }
      await replicas.ensure(cid)
      const kept = await database.change(async (trx) => {
        await replicas.assertEnough(trx, text)
        return finish(trx, owner, stored)
      })
      if (kept) {
        fetch.reservation.commit(fetch.bytes)
        verified(stored.cid)
        return false
      }
      // The owner ended the pin meanwhile, so nobody pins the blocks that were fetched since.
      await release(owner, text, fetch.bytes)
    } catch (error) {
      await failed(job, error, final, fetch.bytes)
    } finally {
      reader.close()
    }
    return false
  }

  function newFetch(cid: string): Fetch {
    const use = node.use({ stores: true })
    use.keepAll(parseCid(cid))
    return { use, reservation: undefined, visit: undefined, preferred: undefined, bytes: 0, tookMs: 0 }
  }
  function endFetch({ use, reservation }: Fetch): void {
    reservation?.end()
    use.end()
  }
  /** Ends suspended fetches whose pins another process has fetched, or whose owners have ended them. */
  async function endOldFetches(): Promise<void> {
    for (const key of suspended.old()) {
      const [chain = '', owner = '', cid = ''] = key.split(' ')
      const pin = await findPin(database.read, { chain, owner }, cid)
      if (pin && pin.status !== 'pinned') continue
      const fetch = suspended.take(key)
      if (fetch) await endSuspended(key, fetch)
    }
  }
  async function endSuspended(key: string, fetch: Fetch): Promise<void> {
    const [chain = '', owner = '', cid = ''] = key.split(' ')
    await release({ chain, owner }, cid, fetch.bytes).finally(() => endFetch(fetch))
  }
  // A pin has one job, whose attempts the queue counts. Wallets take turns in the queue, however many pins of others
  // wait.
  const kind: JobKind<PinJob> = jobs.define('storage.pin', fetchFor, {
    ownerOf: ({ chain, owner }) => `${chain} ${owner}`,
    places: { inAll: limits.maxFetches.value, each: limits.maxFetchesPerWallet.value },
  })
  /** The pin keeps the error of a job that was set aside, until somebody asks for the content again. */
  jobs.whenSetAside(kind, (job, message) => failed(job, new Error(message), true, 0))

  const keyOf = ({ chain, owner, cid }: PinJob): string => `${chain} ${owner} ${cid}`
  /** Replaces jobs without a sequence by the record's only job. */
  async function beginAgain(job: PinJob): Promise<void> {
    const startAfter = new Date(clock.now() + AGAIN_MS)
    await database.change(async (trx) => {
      const pin = await lockPin(trx, job, job.cid)
      if (!isToFetch(pin, job)) return
      const data = { ...job, sequence: String(pin.sequence) }
      await jobs.create(trx, kind, data, { startAfter, singletonKey: keyOf(data) })
    })
  }
  /** Whether this job is to fetch the content of this record. */
  const isToFetch = (pin: Pin | undefined, { sequence = String(pin?.sequence) }: PinJob): pin is Pin =>
    pin !== undefined && pin.status !== 'pinned' && String(pin.sequence) === sequence

  const now = () => new Date(clock.now())
  /**
   * Answers false where the content is not to be fetched any more: an upload has stored it meanwhile, or its owner
   * ended the pin.
   */
  const setState = (job: PinJob, to: Partial<Pick<Pin, 'status' | 'error'>>): Promise<boolean> =>
    database.change(async (trx) => {
      if (!isToFetch(await lockPin(trx, job, job.cid), job)) return false
      await updatePin(trx, job, job.cid, { ...to, updated_at: now() })
      return true
    })

  interface Stored extends FileNames {
    cid: CID
    bytes: number
    size: number | null
  }

  /**
   * Fetches and checks every block; then has the node pin the content, if it has pins of its own. Undefined where
   * `onBytes` has stopped it.
   */
  async function fetchAll(
    cid: CID,
    visit: Visit,
    { get, expectAll }: BlockReader,
    onBytes: (total: number) => Promise<boolean>,
  ): Promise<Stored | undefined> {
    // What is left of content that had a place before is asked for block by block: an archive would begin with what is
    // here.
    if (readNode(cid, await get(cid)).links.count > 0 && visit.blocks === 0) expectAll(cid)
    if (!(await visit.goOn(get, onBytes))) return
    const { bytes } = visit
    await hold(cid)
    const root = readNode(cid, await get(cid))
    if (root.kind === 'directory') return { cid, bytes, size: null }
    return { cid, bytes, size: root.size, mimetype: await detectType(await firstBytes({ ...root, cid }, get)) }
  }

  async function hold(cid: CID): Promise<void> {
    if (!node.pin) return
    // If a process is unpinning the content, it finishes first; otherwise it would remove the new pin.
    while (!(await database.change((trx) => recordHeld(trx, cidText(cid), now(), now())))) await delay(HELD_AGAIN_MS)
    await node.pin(cid, AbortSignal.timeout(settings.IPFS_TIMEOUT))
  }

  /** Counts the bytes for the owner and sets the record to `pinned`; answers undefined if the record is gone. */
  async function finish(
    trx: Parameters<Parameters<typeof database.change>[0]>[0],
    owner: PinOwner,
    { cid, bytes, size, filename, mimetype }: Stored,
  ): Promise<Pin | undefined> {
    const text = cidText(cid)
    const pin = await lockPin(trx, owner, text)
    if (!pin || pin.status === 'pinned') return pin
    const quota = quotaOf(owner)
    if (!(await addUsage(trx, owner, bytes, quota.bytes))) throw overQuota(quota)
    const to = {
      status: 'pinned' as const,
      bytes: BigInt(bytes),
      size: size === null ? null : BigInt(size),
      filename: filename ?? pin.filename,
      mimetype: pin.mimetype ?? mimetype ?? null,
      error: null,
      updated_at: now(),
    }
    await updatePin(trx, owner, text, to)
    return { ...pin, ...to }
  }

  function verified(cid: CID): void {
    events.emit('ipfs:pin.verified', { cid: cidText(cid), verified: true, timestamp: clock.now() })
    if (!settings.IPFS_PIN_BROADCAST) return
    void node
      .addresses()
      .then((addresses) => events.emit('ipfs:pin.announced', { cid: cidText(cid), addresses }))
      .catch((error) => service.logger.warn({ err: error }, 'A pin could not be announced to other nodes'))
  }

  /** Ends the pin where the error is permanent; otherwise throws it, so that the queue tries again. */
  async function failed(job: PinJob, error: unknown, final: boolean, fetched: number): Promise<void> {
    const { cid, chain, owner: walletId } = job
    const owner = { chain, owner: walletId }
    const message = visibleName(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR)
    // Blocks that were fetched are not kept for the next attempt: until then no quota would count them.
    if (fetched > 0) await release(owner, cid, fetched)
    const passes = !(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 404
    if (passes && !final) {
      if (!(await setState(job, { error: message }))) return
      throw error
    }
    if (!(await setState(job, { status: 'failed', error: message }))) return
    await database.change((trx) => forgetOldFailures(trx, owner, limits.maxFailedPins.value))
    events.emit('ipfs:pin.failed', { cid, error: message, timestamp: clock.now() })
    await collection.soon()
  }

  /** Counts blocks that nobody pins for this wallet, until they are removed. */
  async function release(owner: PinOwner, cid: string, bytes: number): Promise<void> {
    await database.change(async (trx) => {
      await lockUnpinning(trx, cid)
      await addRelease(trx, owner, cid, bytes)
      if (!(await isPinned(trx, cid))) await deleteReplicas(trx, cid)
    })
    await collection.soon()
  }

  /** Call it before a record is added. @throws 429 `TOO_MANY_PINS`, `TOO_MANY_PENDING_PINS` */
  async function assertFewPins(trx: Change<Tables>, owner: PinOwner, isPending: boolean): Promise<void> {
    const { maxPendingPins } = limits
    const { all, pending } = await countPinsOf(trx, owner, maxPendingPins.value)
    if (all >= quotaOf(owner).pins)
      throw tooMany('TOO_MANY_PINS', `${owner.owner} has ${all} pins, as many as one wallet may: unpin something`, 60)
    if (isPending && pending >= maxPendingPins.value)
      throw tooMany(
        'TOO_MANY_PENDING_PINS',
        `${pending} pins of ${owner.owner} are still being fetched, as many as may be at once: wait for some of them`,
        30,
      )
  }

  return {
    async pin(owner, cid, { filename, mimetype } = {}) {
      const text = cidText(cid)
      const queued = {
        ...owner,
        cid: text,
        status: 'queued' as const,
        filename: filename ?? null,
        mimetype: mimetype ?? null,
        created_at: now(),
      }
      return database.change(async (trx) => {
        const known = await findPin(trx, owner, text)
        if (!known || known.status === 'failed') await assertFewPins(trx, owner, true)
        const isNew = await insertPin(trx, queued)
        const pin = await lockPin(trx, owner, text)
        if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
        if (!isNew && pin.status !== 'failed') return pin
        if (!isNew) await updatePin(trx, owner, text, { status: 'queued', error: null, updated_at: now() })
        const data: PinJob = { ...owner, cid: text, sequence: String(pin.sequence) }
        // The new job replaces one that still waits for an earlier record, which is gone.
        await jobs.createAndRun(trx, kind, data, { singletonKey: keyOf(data) })
        return { ...pin, status: 'queued' as const, error: null }
      })
    },
    async pinStored(owner, { cid, bytes, size, filename, mimetype }) {
      const text = cidText(cid)
      const names = { filename: filename ?? null, mimetype: mimetype ?? null }
      const store = async (): Promise<Pin | undefined> => {
        await hold(cid)
        await replicas.ensure(cid)
        return database.change(async (trx) => {
          await replicas.assertEnough(trx, text)
          if (!(await findPin(trx, owner, text))) await assertFewPins(trx, owner, false)
          await insertPin(trx, { ...owner, cid: text, status: 'pinning', ...names, created_at: now() })
          return finish(trx, owner, { cid, bytes, size, filename, mimetype })
        })
      }
      const pin = await store().catch(async (error) => {
        // The blocks are stored here. They count until they are removed: otherwise a wallet that is refused again and
        // again would fill the drive.
        await release(owner, text, bytes)
        throw error
      })
      if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
      verified(cid)
      return pin
    },
    async unpin(owner, cid) {
      const text = cidText(cid)
      const pin = await database.change(async (trx) => {
        // Without the lock, each of two owners who unpin the content at once would see the other's pin and take the
        // content for pinned.
        await lockUnpinning(trx, text)
        const pin = await deletePin(trx, owner, text)
        if (!pin) throw forbidden('NOT_YOUR_PIN', `${owner.owner} does not pin ${text}`)
        if (pin.bytes > 0n) await addUsage(trx, owner, -Number(pin.bytes), Number.MAX_SAFE_INTEGER)
        await collection.plan(trx)
        if (await isPinned(trx, text)) return pin
        await deleteReplicas(trx, text)
        if (pin.bytes > 0n) await addRelease(trx, owner, text, Number(pin.bytes))
        if (node.unpin) await recordHeld(trx, text, RELEASED, now())
        return pin
      })
      return pin
    },
  }
}
