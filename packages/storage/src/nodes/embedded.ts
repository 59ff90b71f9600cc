/**
 * The embedded node. It stores blocks as files in `DATA_DIR` and exchanges them over bitswap. It only connects to known
 * peers, in both directions, because Helia's bitswap has too few limits on what a peer may request.
 */
import { join } from 'node:path'
import { loadOrCreateSelfKey } from '@libp2p/config'
import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import type { Logger } from '@quorate/platform'
import { LevelDatastore } from 'datastore-level'
import { createLibp2p } from 'libp2p'
import { openBlockFiles } from '../blocks/block-files.ts'
import type { AssertRoom } from '../blocks/drive.ts'
import type { UnpinnedBlocks } from '../blocks/unpinned.ts'
import { openBitswap } from './bitswap.ts'
import { keepMeeting, multiaddrOf, peerIdOf } from './known-peers.ts'
import type { ContentNode } from './node.ts'

export interface EmbeddedOptions {
  folder: string
  /** The multiaddrs that it listens on. */
  listen: readonly string[]
  /** Multiaddrs of peers that it stays connected to. */
  bootstrap: readonly string[]
  /** Ids of the peers that may connect. The peers of `bootstrap` are added; others may be added at any time. */
  knownPeers: Set<string>
  assertRoom: AssertRoom
  unpinned: UnpinnedBlocks
  logger: Logger
}

export async function openEmbedded(options: EmbeddedOptions): Promise<ContentNode> {
  const { folder, listen, bootstrap, knownPeers, unpinned, logger } = options
  for (const id of bootstrap.map(peerIdOf)) if (id !== undefined) knownPeers.add(id)
  const files = await openBlockFiles(folder, options.assertRoom, unpinned)
  const datastore = new LevelDatastore(join(folder, 'datastore'))
  await datastore.open()
  const libp2p = await createLibp2p({
    privateKey: await loadOrCreateSelfKey(datastore),
    datastore,
    addresses: { listen: [...listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() },
    // At this point the peer has proven its id.
    connectionGater: {
      denyInboundEncryptedConnection(peer) {
        const isDenied = !knownPeers.has(peer.toString())
        if (isDenied) logger.debug({ peer: peer.toString() }, `The peer ${peer} is not known: it may not connect`)
        return isDenied
      },
    },
  })
  const bitswap = await openBitswap(libp2p, files)
  const own = libp2p.getMultiaddrs().map(String)
  logger.info({ addresses: own }, `The content node takes connections at ${own.join(', ')}`)
  const meeting = keepMeeting(libp2p, bootstrap, logger)
  const { put, use, stage, adopt, assertRoom } = files
  return {
    kind: 'helia',
    put,
    use,
    stage,
    adopt,
    own: (cid) => files.get(cid),
    async ask(cid, signal) {
      if (libp2p.getPeers().length === 0) throw new Error('it has no peers')
      // Checked first: a block that cannot be stored is not worth asking for.
      await assertRoom()
      const bytes = await bitswap.want(cid, signal)
      await files.put(cid, bytes)
      await bitswap.announce(cid)
      return bytes
    },
    collect: files.sweep,
    status: async () => ({ connected: libp2p.status === 'started', peers: libp2p.getPeers().length }),
    addresses: async () => libp2p.getMultiaddrs().map(String),
    async meet(address) {
      await libp2p.dial(multiaddrOf(address), { signal: AbortSignal.timeout(MEET_MS) })
    },
    async close() {
      meeting.close()
      await bitswap.close()
      await libp2p.stop()
      await datastore.close()
      files.close()
    },
  }
}

const MEET_MS = 5000
