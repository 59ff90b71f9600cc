/**
 * Helia's bitswap on a libp2p node of our own. Helia itself would load 1,100 more modules (a DHT, HTTP, certificates),
 * which is a second of each start. Of a Helia node, bitswap uses only what {@link hostOf} has.
 */
import { withBitswap } from '@helia/bitswap'
import type { BlockBroker, HeliaMixin } from '@helia/interface'
import type { HeliaWithLibp2p } from '@helia/libp2p'
import { type Libp2p, stop } from '@libp2p/interface'
import type { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { sha256, sha512 } from 'multiformats/hashes/sha2'
import type { BlockFiles } from '../blocks/block-files.ts'

type Host = HeliaWithLibp2p<Record<string, unknown>>

export interface Bitswap {
  /** A block from a peer; bitswap has compared its hash with the identifier. Waits until a peer has it. */
  want(cid: CID, signal: AbortSignal): Promise<Uint8Array>
  /** Sends a block that is here now to the peers that want it. */
  announce(cid: CID): Promise<void>
  close(): Promise<void>
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
const HASHERS = [sha256, sha512, noIdentity]

export async function openBitswap(libp2p: Libp2p, files: Pick<BlockFiles, 'get' | 'has'>): Promise<Bitswap> {
  const { host, mixins, brokers } = hostOf(libp2p, files)
  withBitswap(host, bitswapOptions)
  for (const mixin of mixins) await mixin.start?.(host)
  const [broker] = brokers
  if (!broker?.retrieve || !broker.announce) throw new Error('Bitswap has not started')
  const { retrieve, announce } = broker
  return {
    want: (cid, signal) => retrieve.call(broker, cid, { signal }),
    announce: (cid) => announce.call(broker, cid),
    close: () => stop(broker),
  }
}

function hostOf(libp2p: Libp2p, files: Pick<BlockFiles, 'get' | 'has'>) {
  const mixins: HeliaMixin<Host>[] = []
  const brokers: BlockBroker[] = []
  const host = {
    libp2p,
    logger: libp2p.logger,
    status: 'starting',
    blockstore: {
      has: (cid: CID) => files.has(cid),
      async *get(cid: CID) {
        const bytes = await files.get(cid)
        if (!bytes) throw Object.assign(new Error(`${cid} is not here`), { name: 'NotFoundError' })
        yield bytes
      },
    },
    // Only known peers are asked.
    routing: { async *findProviders() {} },
    async getHasher(code: number) {
      const hasher = HASHERS.find((one) => one.code === code)
      if (!hasher) throw new Error(`There is no hash function 0x${code.toString(16)}`)
      return hasher
    },
    hasBlockBroker: () => false,
    addBlockBroker: (broker: BlockBroker) => void brokers.push(broker),
    addMixin: (mixin: HeliaMixin<Host>) => void mixins.push(mixin),
  }
  return { host: host as unknown as Host, mixins, brokers }
}
