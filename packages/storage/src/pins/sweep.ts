/** One garbage collection of this process's node. It decides which blocks stay, ends releases, and drops replicas. */
import type { Clock, Database, Logger } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { Settled } from '../blocks/sweep-marks.ts'
import { cidText, parseCid } from '../identifier/identifier.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Blocks } from '../sources/blocks.ts'
import { allFilesAfter, type FolderFile } from '../store/folders.ts'
import { heldUnpinned } from '../store/held.ts'
import { cidsWith, isPinned, lockUnpinning } from '../store/pins.ts'
import { deleteReplicas, deleteReplicasOf, unpinnedReplicas } from '../store/replicas.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { deleteReleases, type Release, releasesAfter, restoreReleases } from '../store/usage.ts'
import { HOLD_MS } from './unpinning.ts'

const PAGE = 1000

/** @param deps.plan Plans another collection. */
export function createSweep(deps: {
  database: Database<Tables>
  node: ContentNode
  blocks: Blocks
  clock: Clock
  logger: Logger
  nodeId(): string | undefined
  plan(trx: Trx): Promise<void>
}) {
  const { database, node, blocks, clock, logger, nodeId } = deps
  let missing = (): void => {}
  /** Replicas of unpinned content have been dropped up to this time. */
  let dropped = new Date(0)

  const cids = (status: 'pinned' | 'queued') =>
    inPages(
      (after: string = '') => cidsWith(database.read, status, after, PAGE),
      (cid) => cid,
    )
  /** Content that this node has without a pin: its pin is still being made, or was never completed. */
  async function* unpinnedHere(from: Date, until?: Date): AsyncGenerator<string> {
    const own = nodeId()
    if (own === undefined) return
    const read = (after: string = '') => unpinnedReplicas(database.read, { node: own, from, until, after, limit: PAGE })
    for await (const page of inPages(read, (cid) => cid)) yield* page
  }
  /** Drops the replicas that a process left when it died before it pinned the content. */
  async function dropReplicas(until: Date): Promise<void> {
    for await (const cid of unpinnedHere(dropped, until))
      await database.change(async (trx) => {
        await lockUnpinning(trx, cid)
        if (!(await isPinned(trx, cid))) await deleteReplicas(trx, cid)
      })
    dropped = until
  }
  /** Files of open folders. When a folder is finished, its directory is pinned in the same database transaction. */
  const folderFiles = () =>
    inPages(
      (after?: Pick<FolderFile, 'folder' | 'path'>) => allFilesAfter(database.read, after, PAGE),
      (file) => file,
    )
  async function* released() {
    const read = (after?: string) => releasesAfter(database.read, after, PAGE)
    for await (const page of inPages(read, ({ id }) => id))
      yield page.map((release) => ({ cid: parseCid(release.cid), note: noteOf(release) }))
  }
  async function onIncomplete(incomplete: CID[], began: Date): Promise<void> {
    const own = nodeId()
    if (own === undefined) return
    const lost = await database.change((trx) => deleteReplicasOf(trx, own, incomplete.map(cidText), began))
    if (lost === 0) return
    logger.error({ lost }, `Blocks of ${lost} contents are missing here: they are copied from other nodes`)
    missing()
  }
  async function run(): Promise<void> {
    const began = new Date(clock.now())
    const held = new Date(clock.now() - HOLD_MS)
    await dropReplicas(held)
    const waiting = node.use()
    async function* roots() {
      // Both are read before the pinned content, because pins are completed in the meantime.
      for await (const cid of unpinnedHere(held)) yield parseCid(cid)
      for await (const page of folderFiles()) yield* page.map(({ cid }) => parseCid(cid))
      for await (const page of cids('pinned')) yield* page.map(parseCid)
      // A queued pin may have blocks here already. They stay for as long as the pin waits. Queued pins are read last,
      // so that content also stays if its last pin ends during the collection, after another pin was queued.
      for await (const page of cids('queued')) for (const cid of page) waiting.keepAll(parseCid(cid))
    }
    try {
      const removed = await node.collect({
        roots,
        released,
        onRemove: blocks.forget,
        onIncomplete: (incomplete) => onIncomplete(incomplete, began),
        settle: (page) => settle(deps, page),
      })
      blocks.forget()
      if (removed) logger.info({ removed }, `${removed} blocks that nobody pins were removed`)
    } finally {
      waiting.end()
    }
  }
  return {
    run,
    onMissing(listener: () => void) {
      missing = listener
    },
  }
}

/** Ends the releases whose blocks are gone, and keeps the others for a later collection. */
async function settle(
  { database, plan }: { database: Database<Tables>; plan(trx: Trx): Promise<void> },
  page: Settled[],
): Promise<void> {
  const releases = page.map(({ note, isSpared }) => ({ release: releaseOf(note), isSpared }))
  const cids = releases.map(({ release }) => release.cid)
  const held = new Set(await heldUnpinned(database.read, cids))
  const kept: Release[] = []
  const gone: Release[] = []
  for (const { release, isSpared } of releases) (isSpared || held.has(release.cid) ? kept : gone).push(release)
  await database.change(async (trx) => {
    await deleteReleases(trx, gone)
    await restoreReleases(trx, kept)
    // Blocks that are in use now are removed by a later collection.
    if (kept.length > 0) await plan(trx)
  })
}

/** Reads rows in pages. @param read Returns the rows after a key. */
async function* inPages<Row, Key>(
  read: (after?: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined; ; ) {
    const page = await read(after)
    const last = page.at(-1)
    if (last !== undefined) yield page
    if (last === undefined || page.length < PAGE) return
    after = keyOf(last)
  }
}

/** The text form of a release that a sweep stores. */
const noteOf = (release: Release): string => JSON.stringify({ ...release, bytes: String(release.bytes) })
function releaseOf(note: string): Release {
  const release = JSON.parse(note)
  return { ...release, bytes: BigInt(release.bytes) }
}
