/** Blocks that are in memory or that the node itself stores. */
import { turn } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { createMemory } from '../blocks/memory.ts'
import { inlined } from '../identifier/hash.ts'
import { hasLinks } from '../identifier/identifier.ts'
import type { ContentNode } from '../nodes/node.ts'

export function createOwnBlocks(node: Pick<ContentNode, 'own' | 'use'>) {
  const memory = createMemory()

  async function read(cid: CID): Promise<Uint8Array | undefined> {
    // Blocks with links may be large and are parsed synchronously, so only one is read in each round of the event loop.
    if (hasLinks(cid.code)) await turn()
    // The use keeps the block from being removed between its read and its entry in memory.
    const use = node.use()
    use.keep(cid)
    try {
      // If the node fails here, it fails again for its peers, and that error is reported.
      const bytes = await node.own(cid).catch(() => undefined)
      if (bytes) memory.keep(cid, bytes)
      return bytes
    } finally {
      use.end()
    }
  }
  return {
    memory,
    read,
    get: async (cid: CID): Promise<Uint8Array | undefined> => inlined(cid) ?? memory.get(cid) ?? read(cid),
    /** @param key {@link blockKey}; without it, all blocks are forgotten. */
    forget: (key?: string): void => (key === undefined ? memory.clear() : memory.delete(key)),
  }
}
