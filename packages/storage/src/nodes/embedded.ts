/** The embedded node: blocks as files in `DATA_DIR`, exchanged over bitswap with the peers that it is told of and no others. */
import { join } from 'node:path'
import { withBitswap } from '@helia/bitswap'
import { withLibp2pLight } from '@helia/libp2p'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import type { Logger } from '@quorate/platform'
import { LevelDatastore } from 'datastore-level'
import { createHeliaLight } from 'helia'
import type { CID } from 'multiformats/cid'
import { type BlockFiles, openBlockFiles } from '../block-files.ts'
import { linksOf, nameOf } from '../dag.ts'
import { DAG_PB } from '../identifier.ts'
import type { ContentNode } from '../node.ts'
import { heliaBlockstore } from './helia-blockstore.ts'
import { keepMeeting, multiaddrOf } from './meeting.ts'

export interface EmbeddedOptions {
  folder: string
  /** Multiaddrs. */
  listen: readonly string[]
  /** Multiaddrs of peers that it stays connected to. */
  bootstrap: readonly string[]
  logger: Logger
}

export async function openEmbedded({ folder, listen, bootstrap, logger }: EmbeddedOptions): Promise<ContentNode> {
  const files = await openBlockFiles(folder)
  const datastore = new LevelDatastore(join(folder, 'datastore'))
  await datastore.open()
  const helia = await withBitswap(
    withLibp2pLight(createHeliaLight({ blockstore: heliaBlockstore(files), datastore }), {
      addresses: { listen: [...listen] },
      transports: [tcp()],
      connectionEncrypters: [noise()],
      streamMuxers: [yamux()],
      services: { identify: identify() },
    }),
  ).start()
  const meeting = keepMeeting(helia, bootstrap, logger)
  const { put, use, stage, adopt } = files
  return {
    kind: 'helia',
    put,
    use,
    stage,
    adopt,
    own: (cid) => files.get(cid),
    async ask(cid, signal) {
      if (helia.libp2p.getPeers().length === 0) throw new Error('it has no peers')
      for await (const block of helia.blockstore.get(cid, { signal })) return block
      throw new Error('its peers gave nothing')
    },
    collect(roots) {
      const opened = new Set<string>()
      return files.sweep(roots(), (root, name) => markBelow(files, root, name, opened))
    },
    status: async () => ({ connected: helia.status === 'started', peers: helia.libp2p.getPeers().length }),
    addresses: async () => helia.libp2p.getMultiaddrs().map(String),
    async meet(address) {
      await helia.libp2p.dial(multiaddrOf(address), { signal: AbortSignal.timeout(MEET_MS) })
    },
    async close() {
      meeting.close()
      await helia.stop()
      await datastore.close()
    },
  }
}

const MEET_MS = 5000

/** What is not here, or cannot be read, leads nowhere. @param opened What has been named with all below it. */
async function markBelow(files: BlockFiles, root: CID, name: (cid: CID) => void, opened: Set<string>): Promise<void> {
  const stack = [root]
  for (let cid = stack.pop(); cid; cid = stack.pop()) {
    name(cid)
    const known = nameOf(cid)
    if (cid.code !== DAG_PB || opened.has(known)) continue
    opened.add(known)
    const block = await files.get(cid)
    if (block) stack.push(...linksOf(cid, block))
  }
}
