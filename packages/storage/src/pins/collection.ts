/** Garbage collection: some time after a pin has ended, its blocks are removed, unless another pin needs them. */
import { randomUUID } from 'node:crypto'
import { type Clock, createSharedReads, type Database, type Events, type Jobs, type Logger } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { StorageEvents } from '../model/events.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Settings } from '../settings.ts'
import type { Blocks } from '../sources/blocks.ts'
import { forgetFailedPins } from '../store/pins.ts'
import type { Tables, Trx } from '../store/tables.ts'
import { createSweep } from './sweep.ts'
import { createUnpinning } from './unpinning.ts'

export type Collection = ReturnType<typeof createCollection>

/** How many failed pins are deleted in one transaction. */
const FORGOTTEN_AT_ONCE = 100

/**
 * A Kubo node has to collect after this many bytes were read from elsewhere. The embedded node removes such blocks
 * itself.
 */
const FETCHED_BYTES = 1024 ** 3

/** @param deps.nodeId Returns the peer id of this process's node. */
export function createCollection(deps: {
  database: Database<Tables>
  jobs: Jobs
  node: ContentNode
  blocks: Blocks
  events: Events<StorageEvents>
  settings: Settings
  clock: Clock
  logger: Logger
  nodeId(): string | undefined
}) {
  const { database, jobs, node, blocks, events, settings, clock, logger } = deps
  const origin = randomUUID()
  const unpinReleased = createUnpinning(deps)
  const kind = jobs.define<{ at: number }>('storage.collect', async () => {
    await forgetFailed()
    await unpinReleased()
    events.emit('ipfs:collect', { origin })
    await collect()
  })
  events.on('ipfs:collect', (told) => (told.origin === origin ? undefined : collect()))

  const plan = async (trx: Trx): Promise<void> => {
    const at = clock.now() + settings.IPFS_GC_DELAY
    await jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey: 'collect' })
  }
  const sweep = createSweep({ ...deps, plan })
  // A collection that already runs may have read the pins before the latest one ended, so another one follows it.
  const collectShared = createSharedReads(sweep.run, 1)
  const collect = (): Promise<void> => collectShared('')

  async function forgetFailed(): Promise<void> {
    const before = new Date(clock.now() - limits.failedPinAge.value)
    const forget = () => database.change((trx) => forgetFailedPins(trx, before, FORGOTTEN_AT_ONCE))
    while ((await forget()) === FORGOTTEN_AT_ONCE);
  }
  const soon = (): Promise<void> => database.change(plan)
  const later = (): void =>
    void soon().catch((error) => logger.error({ err: error }, 'a collection could not be planned'))
  if (node.kind === 'kubo') blocks.onFetched(afterBytes(FETCHED_BYTES, later))

  return {
    /** Plans a collection in the database transaction that ends a pin, unless one is planned already. */
    plan,
    /** Plans a collection in a separate change. */
    soon,
    /** Plans a collection in a separate change, in the background. */
    later,
    /**
     * Collects on this process's node, including what was unpinned before the call. Concurrent calls share a
     * collection.
     */
    collect,
    /** Collects for a wallet that needs the space of what it has unpinned. */
    async collectReleased(): Promise<void> {
      await unpinReleased()
      await collect()
    },
    /** The listener is called when this node lacks blocks of content that it should have. */
    onMissing: sweep.onMissing,
  }
}

/** Returns a function that counts bytes, and calls `then` after each `bytes` of them. */
function afterBytes(bytes: number, then: () => void): (more: number) => void {
  let count = 0
  return (more) => {
    count += more
    if (count < bytes) return
    count = 0
    then()
  }
}
