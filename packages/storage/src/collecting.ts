/** Garbage collection: some time after something was released, the blocks that no pin leads to are removed. */
import { randomUUID } from 'node:crypto'
import type { Change, Jobs } from '@quorate/platform'
import { parseCid } from './identifier.ts'
import type { Service } from './service.ts'
import { pinnedCids, type Tables, takeReleased } from './store.ts'

export interface Collecting {
  /** Plans a collection in the change that releases something. One that is planned already serves. */
  plan(change: Change<Tables>): Promise<void>
  /** The same, where there is no change. */
  soon(): Promise<void>
  /** Now, of this process's node. */
  collect(): Promise<void>
}

/** What a node holds for nobody is released only when whoever began to hold it must be done. */
const HOLD_MS = 3_600_000
const PAGE = 1000

export function createCollecting(service: Service, jobs: Jobs): Collecting {
  const { database, node, blocks, events, settings, clock, logger } = service
  const origin = randomUUID()
  const kind = jobs.define<{ at: number }>('storage.collect', async () => {
    await release()
    events.emit('ipfs:collect', { origin })
    await collect()
  })
  events.on('ipfs:collect', (told) => (told.origin === origin ? undefined : collect()))

  async function* roots() {
    for (let after = ''; ; ) {
      const page = await pinnedCids(database.read, after, PAGE)
      for (const cid of page) yield parseCid(cid)
      after = page.at(-1) ?? ''
      if (page.length < PAGE) return
    }
  }
  async function collect(): Promise<void> {
    const removed = await node.collect(roots)
    blocks.forget()
    if (removed) logger.info({ removed }, `${removed} blocks that nobody pins were removed`)
  }
  /** A node with pins of its own lets go of what no record names any more. */
  async function release(): Promise<void> {
    if (!node.unpin) return
    const released = await database.change((change) => takeReleased(change, new Date(clock.now() - HOLD_MS), PAGE))
    for (const cid of released) await node.unpin(parseCid(cid))
  }
  const plan = async (change: Change<Tables>): Promise<void> => {
    const at = clock.now() + settings.IPFS_GC_DELAY
    await jobs.create(change, kind, { at }, { startAfter: new Date(at), singletonKey: 'collect' })
  }
  return { plan, collect, soon: () => database.change(plan) }
}
