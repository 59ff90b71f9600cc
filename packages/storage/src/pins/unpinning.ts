/** Ends the pins of a node that keeps pins itself (Kubo), once no pin record names their content. */
import type { Clock, Database } from '@quorate/platform'
import { parseCid } from '../identifier/identifier.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Settings } from '../settings.ts'
import { beginUnpinning, cidsToUnpin, endUnpinning } from '../store/held.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Milliseconds after which a node unpins content without a pin record: any process that began to store it must have
 * ended by then.
 */
export const HOLD_MS = 3_600_000
/** If a process dies while it unpins content, others wait this much longer than the node's timeout. */
const UNPINNING_MS = 10_000
const AT_ONCE = 1000

/**
 * A process that pins the same content meanwhile waits until the unpinning is done. Otherwise the new pin would be
 * removed.
 */
export function createUnpinning(deps: {
  database: Database<Tables>
  node: ContentNode
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
  clock: Clock
}): () => Promise<void> {
  const { database, node, settings, clock } = deps
  return async () => {
    const { unpin } = node
    if (!unpin) return
    const before = new Date(clock.now() - HOLD_MS)
    for (const cid of await cidsToUnpin(database.read, before, AT_ONCE)) {
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
}
