/**
 * The embedded node. It stores blocks as files in `DATA_DIR` and exchanges them over bitswap. It only connects to known
 * peers, in both directions, because Helia's bitswap has too few limits on what a peer may request.
 */
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
import { identity } from 'multiformats/hashes/identity'
import { sha512 } from 'multiformats/hashes/sha2'
import { openBlockFiles } from '../blocks/block-files.ts'
import type { AssertRoom } from '../blocks/drive.ts'
import type { UnpinnedBlocks } from '../blocks/unpinned.ts'
import { heliaBlockstore } from './helia-blockstore.ts'
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

/**
 * Limits on what one peer may request. The message size stays at Helia's default of 4 MiB, because other Helia nodes
 * send messages of that size.
 */
const bitswapOptions = {
  maxInboundStreams: 64,
  // The types of 4.0.19 name this option `maxWantlistSize`, but the code reads `maxWantListSize`.
  maxWantListSize: 256,
}

/**
 * Bitswap compares the digest of each received block with the wanted digests, whatever the hash function. A peer could
 * send a wanted digest itself as a block of the identity function. That would count as the answer of all peers, with
 * bytes that are then refused. Blocks of the identity function are inlined in their identifiers, so they are never
 * requested from peers.
 */
const noIdentity = {
  ...identity,
  digest: () => {
    throw new Error('A block of the identity function is not taken from a peer')
  },
}

export async function openEmbedded(options: EmbeddedOptions): Promise<ContentNode> {
  const { folder, listen, bootstrap, knownPeers, unpinned, logger } = options
  for (const id of bootstrap.map(peerIdOf)) if (id !== undefined) knownPeers.add(id)
  const files = await openBlockFiles(folder, options.assertRoom, unpinned)
  const datastore = new LevelDatastore(join(folder, 'datastore'))
  await datastore.open()
  const helia = await withBitswap(
    withLibp2pLight(
      createHeliaLight({ blockstore: heliaBlockstore(files), datastore, hashers: [sha512, noIdentity] }),
      {
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
      },
    ),
    bitswapOptions,
  ).start()
  const own = helia.libp2p.getMultiaddrs().map(String)
  logger.info({ addresses: own }, `The content node takes connections at ${own.join(', ')}`)
  const meeting = keepMeeting(helia, bootstrap, logger)
  const { put, use, stage, adopt, assertRoom } = files
  return {
    kind: 'helia',
    put,
    use,
    stage,
    adopt,
    own: (cid) => files.get(cid),
    async ask(cid, signal) {
      if (helia.libp2p.getPeers().length === 0) throw new Error('it has no peers')
      // Checked first. For a block that it cannot store, Helia would wait as if no peer had it.
      await assertRoom()
      for await (const block of helia.blockstore.get(cid, { signal })) return block
      throw new Error('none of its peers sent the block')
    },
    collect: files.sweep,
    status: async () => ({ connected: helia.status === 'started', peers: helia.libp2p.getPeers().length }),
    addresses: async () => helia.libp2p.getMultiaddrs().map(String),
    async meet(address) {
      await helia.libp2p.dial(multiaddrOf(address), { signal: AbortSignal.timeout(MEET_MS) })
    },
    async close() {
      meeting.close()
      await helia.stop()
      await datastore.close()
      files.close()
    },
  }
}

const MEET_MS = 5000
