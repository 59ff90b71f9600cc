/** Copies content from other nodes. */
import { type Clock, createSingleFlight, type Database, type Events } from '@quorate/platform'
import { parseCid } from '../identifier/identifier.ts'
import type { StorageEvents } from '../model/events.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Blocks } from '../sources/blocks.ts'
import { lockUnpinning } from '../store/pins.ts'
import { addReplica, isWanted } from '../store/replicas.ts'
import type { Tables } from '../store/tables.ts'
import { fetchGraph } from '../unixfs/dag.ts'
import type { Members } from './members.ts'

/**
 * Returns a function that copies content, checks each block, and records the replica. Concurrent calls share a copy.
 *
 * @param closing Ends copies under way.
 */
export function createCopy(
  deps: {
    database: Database<Tables>
    events: Events<StorageEvents>
    node: ContentNode
    blocks: Blocks
    clock: Clock
    members: Pick<Members, 'id'>
    /** Called if blocks were copied that are no longer wanted. */
    onLeft(): void
  },
  closing: AbortSignal,
): (cid: string) => Promise<void> {
  const { database, events, node, blocks, clock, members, onLeft } = deps
  const once = createSingleFlight<void>()

  async function copy(text: string): Promise<void> {
    const own = members.id()
    if (closing.aborted || own === undefined) return
    const cid = parseCid(text)
    const use = node.use({ stores: true })
    use.keepAll(cid)
    const reader = blocks.reader('node first', { stores: true })
    closing.addEventListener('abort', reader.close)
    let copied = 0
    let isKept = false
    try {
      await fetchGraph(cid, reader.get, async (total) => {
        copied = total
      })
      isKept = await database.change(async (trx) => {
        // Ending the last pin deletes the records of all nodes, and none may be added after that.
        await lockUnpinning(trx, text)
        if (!(await isWanted(trx, text))) return false
        await addReplica(trx, text, own, new Date(clock.now()))
        return true
      })
      if (isKept) events.emit('ipfs:replicated', { cid: text, node: own })
    } finally {
      closing.removeEventListener('abort', reader.close)
      reader.close()
      use.end()
      if (!isKept && copied > 0 && !closing.aborted) onLeft()
    }
  }
  return (cid) => once(cid, () => copy(cid))
}
