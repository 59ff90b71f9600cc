/** Pins: one owner's claim that one content is kept. */
import { ApiError, forbidden, type JobKind, type Jobs } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { BlockReader } from './blocks.ts'
import type { Collecting } from './collecting.ts'
import { linksOf, visitAll } from './dag.ts'
import { firstBytes } from './file-types.ts'
import { cidText, parseCid } from './identifier.ts'
import { detectType } from './media-type.ts'
import { overQuota, quotaOf } from './quota.ts'
import type { Service } from './service.ts'
import {
  addUsage,
  deletePin,
  findPin,
  insertPin,
  isPinned,
  lockPin,
  type Owner,
  type Pin,
  recordHeld,
  updatePin,
  usageOf,
} from './store.ts'
import { readNode } from './unixfs.ts'

export interface FileNames {
  filename?: string | undefined
  mimetype?: string | undefined
}

export interface Pins {
  /** Pins content that is or is to be fetched; answers the record, `queued` unless it is pinned already. */
  pin(owner: Owner, cid: CID, names?: FileNames): Promise<Pin>
  /** Records what has just been stored here whole. @throws 413 `QUOTA_EXCEEDED` */
  pinStored(owner: Owner, stored: { cid: CID; bytes: number; size: number } & FileNames): Promise<Pin>
  /** @throws 403 `NOT_YOUR_PIN` */
  unpin(owner: Owner, cid: CID): Promise<Pin>
}

/** Held by nobody from the beginning on: to be let go of at the next collection. */
const RELEASED = new Date(0)

type PinJob = Owner & { cid: string }

export function createPins(service: Service, jobs: Jobs, collecting: Collecting): Pins {
  const { database, node, events, settings, clock } = service
  const kind: JobKind<PinJob> = jobs.define('storage.pin', async ({ cid: text, ...owner }, { final }) => {
    const pin = await findPin(database.read, owner, text)
    if (!pin || pin.status === 'pinned') return
    await setState(owner, text, { status: 'pinning' })
    const reader = service.blocks.reader('node first')
    try {
      const stored = await fetchAll(owner, parseCid(text), reader)
      const kept = await database.change((change) => finish(change, owner, stored))
      if (kept) verified(stored.cid)
      // It was unpinned meanwhile, and what has come since then is nobody's.
      else await collecting.soon()
    } catch (error) {
      await failed(owner, text, error, final)
    } finally {
      reader.close()
    }
  })

  const now = () => new Date(clock.now())
  const setState = (owner: Owner, cid: string, to: Partial<Pick<Pin, 'status' | 'error'>>) =>
    database.change((change) => updatePin(change, owner, cid, { ...to, updated_at: now() }))

  interface Stored extends FileNames {
    cid: CID
    bytes: number
    size: number | null
  }

  /** Every block of it, checked; then whatever the node itself does to keep them. */
  async function fetchAll(owner: Owner, cid: CID, { get, expectAll }: BlockReader): Promise<Stored> {
    if (linksOf(cid, await get(cid)).length > 0) expectAll(cid)
    const left = quotaOf(settings) - (await usageOf(database.read, owner))
    const { bytes } = await visitAll(cid, get, { bytes: left, onExceeded: () => overQuota(settings) })
    await hold(cid)
    const root = readNode(cid, await get(cid))
    if (root.kind === 'directory') return { cid, bytes, size: null }
    return { cid, bytes, size: root.size, mimetype: await detectType(await firstBytes(root, get)) }
  }

  async function hold(cid: CID): Promise<void> {
    if (!node.pin) return
    await database.change((change) => recordHeld(change, cidText(cid), now()))
    await node.pin(cid, AbortSignal.timeout(settings.IPFS_TIMEOUT))
  }

  /** Counts it, and makes the record say that it is pinned; undefined if the record is gone. */
  async function finish(
    change: Parameters<Parameters<typeof database.change>[0]>[0],
    owner: Owner,
    { cid, bytes, size, filename, mimetype }: Stored,
  ): Promise<Pin | undefined> {
    const text = cidText(cid)
    const pin = await lockPin(change, owner, text)
    if (!pin || pin.status === 'pinned') return pin
    if (!(await addUsage(change, owner, bytes, quotaOf(settings)))) throw overQuota(settings)
    const to = {
      status: 'pinned' as const,
      bytes: BigInt(bytes),
      size: size === null ? null : BigInt(size),
      filename: filename ?? pin.filename,
      mimetype: pin.mimetype ?? mimetype ?? null,
      error: null,
      updated_at: now(),
    }
    await updatePin(change, owner, text, to)
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

  /** What cannot pass ends it at once; what may pass is tried again by the queue, which is told by throwing. */
  async function failed(owner: Owner, cid: string, error: unknown, final: boolean): Promise<void> {
    const message = error instanceof Error ? error.message : String(error)
    const passes = !(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 404
    if (passes && !final) {
      await setState(owner, cid, { error: message })
      throw error
    }
    await setState(owner, cid, { status: 'failed', error: message })
    events.emit('ipfs:pin.failed', { cid, error: message, timestamp: clock.now() })
    await collecting.soon()
  }

  return {
    async pin(owner, cid, { filename, mimetype } = {}) {
      const text = cidText(cid)
      const data: PinJob = { ...owner, cid: text }
      const queued = {
        ...owner,
        cid: text,
        status: 'queued' as const,
        filename: filename ?? null,
        mimetype: mimetype ?? null,
        created_at: now(),
      }
      const { pin, job } = await database.change(async (change) => {
        const isNew = await insertPin(change, queued)
        const pin = await lockPin(change, owner, text)
        if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
        if (!isNew && pin.status !== 'failed') return { pin, job: undefined }
        if (!isNew) await updatePin(change, owner, text, { status: 'queued', error: null, updated_at: now() })
        return { pin: { ...pin, status: 'queued' as const, error: null }, job: await jobs.create(change, kind, data) }
      })
      if (job !== undefined) void jobs.run(kind, job, data)
      return pin
    },
    async pinStored(owner, { cid, bytes, size, filename, mimetype }) {
      const text = cidText(cid)
      await hold(cid)
      const names = { filename: filename ?? null, mimetype: mimetype ?? null }
      const pin = await database.change(async (change) => {
        await insertPin(change, { ...owner, cid: text, status: 'pinning', ...names, created_at: now() })
        return finish(change, owner, { cid, bytes, size, filename, mimetype })
      })
      if (!pin) throw new Error(`The pin of ${text} by ${owner.owner} was not written`)
      verified(cid)
      return pin
    },
    async unpin(owner, cid) {
      const text = cidText(cid)
      const pin = await database.change(async (change) => {
        const pin = await deletePin(change, owner, text)
        if (!pin) throw forbidden('NOT_YOUR_PIN', `${owner.owner} does not pin ${text}`)
        if (pin.bytes > 0n) await addUsage(change, owner, -Number(pin.bytes), Number.MAX_SAFE_INTEGER)
        if (await isPinned(change, text)) return pin
        if (node.unpin) await recordHeld(change, text, RELEASED)
        await collecting.plan(change)
        return pin
      })
      return pin
    },
  }
}
