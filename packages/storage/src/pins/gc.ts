/** Garbage collection: some time after a pin has ended, the blocks that no pin leads to are removed. */
import { randomUUID } from 'node:crypto'
import { type Change, type Clock, createSharedReads, type Jobs } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { Settled } from '../blocks/sweep-marks.ts'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { deleteReplicas, deleteReplicasOf, unpinnedReplicas } from '../store/replicas.ts'
import {
  beginUnpinning,
  cidsToUnpin,
  cidsWith,
  deleteReleases,
  endUnpinning,
  forgetFailedPins,
  heldUnpinned,
  isPinned,
  lockUnpinning,
  type PinOwner,
  type Release,
  releasesAfter,
  restoreReleases,
  type Tables,
} from '../store/store.ts'

export interface Collection {
  /** Plans a collection in the change that ends a pin. If one is planned already, that one serves. */
  plan(trx: Change<Tables>): Promise<void>
  /** Plans a collection in a change of its own. */
  soon(): Promise<void>
  /**
   * Collects on this process's node, including what was unpinned before the call. Concurrent calls share a collection.
   */
  collect(): Promise<void>
  /**
   * Collects for a wallet that needs the room of what it has unpinned; does nothing if the wallet has asked too often.
   */
  collectFor(owner: PinOwner): Promise<void>
  /** The listener is called when blocks were found missing of content that this node should have. */
  onMissing(listener: () => void): void
}

/**
 * Milliseconds after which a node unpins content without a pin record: whoever began to store it must have ended by
 * then.
 */
const HOLD_MS = 3_600_000
const PAGE = 1000
/** Beyond the node's timeout, how long others wait for a process that died while it was unpinning content. */
const UNPINNING_MS = 10_000
const FORGOTTEN_AT_ONCE = 100

/** @param nodeId The peer id of this process's node. */
export function createCollection(service: Service, jobs: Jobs, nodeId: () => string | undefined): Collection {
  const { database, node, blocks, events, settings, clock, logger } = service
  const origin = randomUUID()
  const kind = jobs.define<{ at: number }>('storage.collect', async () => {
    await release()
    events.emit('ipfs:collect', { origin })
    await collect()
  })
  events.on('ipfs:collect', (told) => (told.origin === origin ? undefined : collect()))

  async function* cids(status: 'pinned' | 'queued') {
    for (let after = ''; ; ) {
      const page = await cidsWith(database.read, status, after, PAGE)
      for (const cid of page) yield parseCid(cid)
      after = page.at(-1) ?? ''
      if (page.length < PAGE) return
    }
  }
  const collectShared = createSharedReads(collectNow, 1)
  /** A collection that runs already may have read the pins before the latest one ended, so another one follows it. */
  const collect = (): Promise<void> => collectShared('')
  async function* released() {
    for (let after: string | undefined; ; ) {
      const page = await releasesAfter(database.read, after, PAGE)
      if (page.length > 0) yield page.map((release) => ({ cid: parseCid(release.cid), note: noteOf(release) }))
      after = page.at(-1)?.id
      if (page.length < PAGE) return
    }
  }
  async function settle(page: Settled[]): Promise<void> {
    const releases = page.map(({ note, isSpared }) => ({ release: releaseOf(note), isSpared }))
    const held = new Set(
      await heldUnpinned(
        database.read,
        releases.map(({ release }) => release.cid),
      ),
    )
    const stays = ({ release, isSpared }: (typeof releases)[number]) => isSpared || held.has(release.cid)
    const { kept = [], gone = [] } = Object.groupBy(releases, (one) => (stays(one) ? 'kept' : 'gone'))
    await database.change(async (trx) => {
      await deleteReleases(
        trx,
        gone.map(({ release }) => release),
      )
      await restoreReleases(
        trx,
        kept.map(({ release }) => release),
      )
      // Blocks that are in use now are removed by a later collection.
      if (kept.length > 0) await plan(trx)
    })
  }
  let missing = (): void => {}
  /** Until when replicas of content that was then not pinned have been dropped. */
  let dropped = new Date(0)
  /** Content that this node has for a pin that is still being made, or was. */
  async function* unpinnedHere(from: Date, until?: Date) {
    const own = nodeId()
    for (let after = ''; own !== undefined; ) {
      const page = await unpinnedReplicas(database.read, { node: own, from, until, after, limit: PAGE })
      yield* page
      after = page.at(-1) ?? ''
      if (page.length < PAGE) return
    }
  }
  /** A process that died before it pinned content has left the replicas of it. */
  async function dropReplicas(until: Date): Promise<void> {
    for await (const cid of unpinnedHere(dropped, until))
      await database.change(async (trx) => {
        await lockUnpinning(trx, cid)
        if (!(await isPinned(trx, cid))) await deleteReplicas(trx, cid)
      })
    dropped = until
  }
  async function collectNow(): Promise<void> {
    const began = new Date(clock.now())
    const held = new Date(clock.now() - HOLD_MS)
    await dropReplicas(held)
    const waiting = node.use()
    async function* roots() {
      // Read before those that are pinned: meanwhile some of them are.
      for await (const cid of unpinnedHere(held)) yield parseCid(cid)
      yield* cids('pinned')
      // A queued pin may have blocks here already. They stay, however long the pin waits for its first turn. Queued
      // pins are read after the others, so that content whose last pin ends while a collection runs is kept by one that
      // was queued before.
      for await (const cid of cids('queued')) waiting.keepAll(cid)
    }
    try {
      const onIncomplete = async (incomplete: CID[]): Promise<void> => {
        const own = nodeId()
        if (own === undefined) return
        const texts = incomplete.map(cidText)
        const lost = await database.change((trx) => deleteReplicasOf(trx, own, texts, began))
        if (lost === 0) return
        logger.error({ lost }, `Blocks of ${lost} contents are missing here: they are copied from other nodes`)
        missing()
      }
      const removed = await node.collect({ roots, released, onRemove: blocks.forget, onIncomplete, settle })
      blocks.forget()
      if (removed) logger.info({ removed }, `${removed} blocks that nobody pins were removed`)
    } finally {
      waiting.end()
    }
  }
  const early = createAllowance(limits.maxEarlyCollections.value, clock)
  async function collectFor({ chain, owner }: PinOwner): Promise<void> {
    if (!early(`${chain} ${owner}`)) return
    await unpinReleased()
    await collect()
  }
  async function release(): Promise<void> {
    const before = new Date(clock.now() - limits.failedPinAge.value)
    const forget = () => database.change((trx) => forgetFailedPins(trx, before, FORGOTTEN_AT_ONCE))
    while ((await forget()) === FORGOTTEN_AT_ONCE);
    await unpinReleased()
  }
  /**
   * Unpins, on a node with pins of its own, content that no pin record names any more. Whoever pins the same content
   * meanwhile waits until that is done: otherwise its new pin would be removed.
   */
  async function unpinReleased(): Promise<void> {
    const { unpin } = node
    if (!unpin) return
    const before = new Date(clock.now() - HOLD_MS)
    for (const cid of await cidsToUnpin(database.read, before, PAGE)) {
      const now = clock.now()
      const until = new Date(now + settings.IPFS_TIMEOUT + UNPINNING_MS)
      if (!(await database.change((trx) => beginUnpinning(trx, cid, { before, now: new Date(now), until })))) continue
      let isGone = false
      try {
        await unpin(parseCid(cid))
        isGone = true
      } finally {
        await database.change((trx) => endUnpinning(trx, cid, until, isGone))
      }
    }
  }
  const plan = async (trx: Change<Tables>): Promise<void> => {
    const at = clock.now() + settings.IPFS_GC_DELAY
    await jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey: 'collect' })
  }
  return {
    ...{ plan, collect, collectFor },
    soon: () => database.change(plan),
    onMissing(listener) {
      missing = listener
    },
  }
}

/** The text form of a release, in which a sweep stores it. */
const noteOf = (release: Release): string => JSON.stringify({ ...release, bytes: String(release.bytes) })
function releaseOf(note: string): Release {
  const release = JSON.parse(note)
  return { ...release, bytes: BigInt(release.bytes) }
}

/** Answers whether a caller is still within its calls of this minute. */
function createAllowance(perMinute: number, clock: Clock): (who: string) => boolean {
  let minute = 0
  const counts = new Map<string, number>()
  return (who) => {
    const now = Math.floor(clock.now() / 60_000)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    return count <= perMinute
  }
}
