/** Gets blocks from memory, the node, its peers and gateways. */
import { createSingleFlight } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { isTimeout } from '../errors.ts'
import { inlined } from '../identifier/hash.ts'
import { assertReadable, blockKey } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { quotaBytes } from '../model/quota.ts'
import type { ContentNode } from '../nodes/node.ts'
import { share } from '../streams/buffers.ts'
import type { GetBlock } from '../unixfs/dag.ts'
import { type Archive, type FetchedBlock, firstOf, type HedgeOptions, type Source } from './hedge.ts'
import { createOwnBlocks } from './own-blocks.ts'

/** The order of sources: the node first for pins and content, a gateway first for files. */
export type Order = 'node first' | 'gateway first'

export interface Blocks {
  reader(order: Order, options?: ReaderOptions): BlockReader
  /** A block that the node itself stores; undefined if it does not. */
  own(cid: CID): Promise<Uint8Array | undefined>
  /** Removes a block that is about to be deleted from memory; without a key, all blocks. @param key {@link blockKey} */
  forget(key?: string): void
  /** The listener is given the size of each block that came from peers or gateways, as a quota counts it. */
  onFetched(listener: (bytes: number) => void): void
}

export interface ReaderOptions {
  /**
   * Whether a pin stores what is read. If so, the reader protects all its blocks from collection, and does not rely on
   * blocks that are only in memory.
   */
  stores?: boolean
}

/**
 * Reads the blocks of one content. The source that gave the first block is tried first for the next ones. Blocks that
 * it reads are not collected before it is closed.
 */
export interface BlockReader {
  get: GetBlock
  /** Protects everything below `root` from collection, since the reader may ask for it. */
  keepAll(root: CID): void
  /** Announces that everything below `root`, a block that was read already, will be asked for in order. */
  expectAll(root: CID): void
  close(): void
}

export interface BlocksOptions extends HedgeOptions {
  node: ContentNode
  gateways: Source[]
}

/** How many of its latest blocks a reader protects from collection; if a pin stores them, all of its blocks. */
const READ = 1024
const STORED = limits.maxBlocksPerGraph.value
/**
 * The blocks of an archive arrive one after the other, so a block takes longer if several readers share the archive.
 * The hedge waits this many times longer.
 */
const ARCHIVE_HEDGES = 3

export function createBlocks({ node, gateways, ...hedging }: BlocksOptions): Blocks {
  const own = createOwnBlocks(node)
  const once = createSingleFlight<FetchedBlock>()
  let tell = (_bytes: number): void => {}
  const itself: Source = {
    name: 'the node',
    get: async (cid, signal) => (await node.own(cid, signal)) ?? node.ask(cid, signal),
  }
  const peers: Source = { name: "the node's peers", get: node.ask }

  /** Readers that want the same block at the same time share one fetch. */
  async function fetchFrom(sources: Source[], cid: CID): Promise<FetchedBlock> {
    const key = `${sources[0]?.name} ${blockKey(cid)}`
    let isOwn = false
    const begin = () => {
      isOwn = true
      return firstOf(sources, cid, hedging)
    }
    try {
      return await once(key, begin)
    } catch (error) {
      // The reader that began the fetch has timed out, but this one has not.
      if (isOwn || !isTimeout(error)) throw error
      return once(key, begin)
    }
  }
  return {
    own: own.get,
    reader(order, { stores = false } = {}) {
      const most = stores ? STORED : READ
      const use = node.use({ most, stores })
      const nodeFirst = order === 'node first' || gateways.length === 0
      // A node that answers over the network may be as slow as any other source.
      const isHere = node.kind === 'helia'
      let preferred: Source | undefined
      let archive: Archive | undefined
      const stop = new AbortController()
      const remembered = (cid: CID) => inlined(cid) ?? (stores && isHere ? undefined : own.memory.get(cid))
      /** Keys of blocks that this reader fetched. The node has stored them, so that they are fetched only once. */
      const got = new Set<string>()
      const get: GetBlock = async (cid) => {
        assertReadable(cid)
        if (stop.signal.aborted) throw new Error('the reader has left')
        use.keep(cid)
        const isRepeated = got.has(blockKey(cid))
        const asksOwn = isHere && (nodeFirst || isRepeated || preferred === itself || preferred === peers)
        const known = asksOwn || nodeFirst ? remembered(cid) : inlined(cid)
        return known ?? (asksOwn ? await own.read(cid) : undefined) ?? (await fetchBlock(cid))
      }
      async function fetchBlock(cid: CID): Promise<Uint8Array> {
        const all = nodeFirst ? [isHere ? peers : itself, ...gateways] : [...gateways, itself]
        const sources = preferred ? [preferred, ...all.filter((source) => source !== preferred)] : all
        const asked = archive
        const { bytes, by } = asked
          ? await firstOf([asked.source, ...sources], cid, { ...hedging, hedgeMs: ARCHIVE_HEDGES * hedging.hedgeMs })
          : await fetchFrom(sources, cid)
        share(bytes)
        got.add(blockKey(cid))
        const [oldest] = got.size > most ? got : []
        if (oldest !== undefined) got.delete(oldest)
        if (by !== asked?.source) {
          preferred = by
          // The archive breaks off, has wrong blocks, or is slower than single requests.
          asked?.close()
          if (archive === asked) archive = undefined
        }
        if (by !== itself) tell(quotaBytes(bytes))
        // A block that Kubo could not store must not stay in memory: a pin has to fetch it again.
        if (isHere || by === itself) own.memory.keep(cid, bytes)
        return bytes
      }
      return {
        get,
        keepAll: use.keepAll,
        expectAll(root) {
          if (!stop.signal.aborted) archive ??= preferred?.archive?.(root, use.keep)
        },
        close() {
          stop.abort()
          archive?.close()
          use.end()
        },
      }
    },
    forget: own.forget,
    onFetched(listener) {
      tell = listener
    },
  }
}
