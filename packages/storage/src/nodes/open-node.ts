import { type Logger, lockDataDirectory } from '@quorate/platform'
import type { AssertRoom } from '../blocks/drive.ts'
import type { UnpinnedBlocks } from '../blocks/unpinned.ts'
import type { Settings } from '../settings.ts'
import type { ContentNode } from './node.ts'

export interface OpenNodeOptions {
  settings: Settings
  folder: string
  knownPeers: Set<string>
  assertRoom: AssertRoom
  unpinned: UnpinnedBlocks
  logger: Logger
}

/** Opens the Kubo node at `IPFS_NODE_URL`, or else the embedded node. No other process may use the folder meanwhile. */
export async function openNode(options: OpenNodeOptions): Promise<ContentNode> {
  const lock = lockDataDirectory(options.folder)
  try {
    const node = await openUnlocked(options)
    return {
      ...node,
      async close() {
        await node.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openUnlocked({ settings, ...use }: OpenNodeOptions): Promise<ContentNode> {
  const { IPFS_NODE_URL: url, IPFS_TIMEOUT: timeoutMs, IPFS_LISTEN: listen, IPFS_BOOTSTRAP: bootstrap } = settings
  // Only the node in use is loaded: each has many dependencies that the other does not need.
  if (url) return (await import('./kubo.ts')).openKubo({ url, timeoutMs, ...use })
  return (await import('./embedded.ts')).openEmbedded({ listen, bootstrap, ...use })
}
