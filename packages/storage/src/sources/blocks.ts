/** Gets blocks from memory, the node, its peers and gateways. */
import { createSingleFlight, turn, unavailable } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { countedBytes } from '../blocks/counted.ts'
import { createMemory } from '../blocks/memory.ts'
import { isTimeout } from '../errors.ts'
import { inlined } from '../identifier/hash.ts'
import { assertReadable, cidText, DAG_PB, keyOf } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { ContentNode } from '../nodes/node.ts'
import { share } from '../streams/buffers.ts'
import { createPlaces, type Places } from '../streams/places.ts'
import type { GetBlock } from '../unixfs/dag.ts'
import { type Archive, type FetchedBlock, firstOf, type HedgeOptions, type Source } from './hedge.ts'

/** Which source is asked first: the node for pins and content, or a gateway for files. */
export type Order = 'node first' | 'gateway first'

export interface Blocks {
  reader(order: Order, options?: ReaderOptions): BlockReader
  /**
   * A block that the node itself stores; undefined if it does not.
   *
   * @param asker Whose share of the places this read takes.
   * @throws 503 `DOWNLOADS_BUSY`
   */
  own(cid: CID, asker: string): Promise<Uint8Array | undefined>
  /** Removes a block that is about to be deleted from memory; without a key, all blocks. @param key {@link keyOf} */
  forget(key?: string): void
  /** The listener is given the size of each block that came from peers or gateways, as a quota counts it. */
  onFetched(listener: (bytes: number) => void): void
}

export interface ReaderOptions {
  /** Whose share of the places its reads take. Without it they take none: the caller has bounds of its own. */
  asker?: string
  /**
   * The wallet whose pin stores what is read: the reader protects all its blocks from collection, and relies on none
   * that are only in memory.
   */
  storesFor?: string
  /** The source that an earlier reader of the same content preferred. */
  preferred?: Source | undefined
}

/**
 * Reads the blocks of one content. The source that gave its first block is asked first for the next ones. What it reads
 * is not collected before it is closed.
 */
export interface BlockReader {
  /** @throws 503 `DOWNLOADS_BUSY` */
  get: GetBlock
  /** Protects everything below `root` from collection, since the reader may ask for it. */
  keepAll(root: CID): void
  /** Announces that everything below `root`, a block that was read already, will be asked for in order. */
  expectAll(root: CID): void
  /** The source that is asked first, since it gave the last block that was not here. */
  preferred(): Source | undefined
  close(): void
}

export interface BlocksOptions extends HedgeOptions {
  node: ContentNode
  gateways: Source[]
}

interface Asking {
  asker: string | undefined
  /** Aborted once no reader waits for the block. */
  signal?: AbortSignal
}

/** The latest blocks of a reader, which it protects from collection; all where a pin stores them. */
const READ = 1024
const STORED = limits.maxBlocksPerGraph.value
/**
 * Blocks of an archive arrive one after the other, so that several readers' blocks take longer: the hedge waits so many
 * times longer.
 */
const ARCHIVE_HEDGES = 3
const RETRY_SECONDS = 5

export function createBlocks({ node, gateways, ...hedging }: BlocksOptions): Blocks {
  const memory = createMemory()
  const once = createSingleFlight<FetchedBlock>()
  let tell = (_bytes: number): void => {}
  const itself: Source = {
    name: 'the node',
    get: async (cid, signal) => (await node.own(cid, signal)) ?? node.ask(cid, signal),
  }
  const { maxBlocksRead, maxBlocksFetched, shareOfBlocks } = limits
  const placesFor = (inAll: number) => createPlaces({ inAll, each: inAll / shareOfBlocks.value })
  /**
   * A block is in memory whole before its read can be refused, so few are read at once. Reads from the node and fetches
   * have separate places, so that slow fetches do not hold up what is stored here.
   */
  const reads = placesFor(maxBlocksRead.value)
  const fetches = placesFor(maxBlocksFetched.value)
  /** An archive is held in memory in part until its reader is closed or goes on without it. */
  const archives = createPlaces({
    inAll: limits.maxArchivesRead.value,
    each: limits.maxArchivesRead.value / shareOfBlocks.value,
  })
  /** The place is freed when the block has arrived or can no longer arrive, whether or not its asker still waits. */
  async function inPlace<T>(places: Places, { asker, signal }: Asking, cid: CID, work: () => Promise<T>): Promise<T> {
    if (asker === undefined) return work()
    const place = await places.wait(asker, hedging.timeoutMs, signal)
    if (signal?.aborted) {
      place?.()
      throw new Error('nobody reads any more')
    }
    if (!place) {
      const message = `${cidText(cid)} waited ${hedging.timeoutMs} ms for other blocks that this address or others read: ask again when they are read`
      throw unavailable('DOWNLOADS_BUSY', message, RETRY_SECONDS)
    }
    try {
      return await work()
    } finally {
      place()
    }
  }
  const peers: Source = { name: "the node's peers", get: node.ask }

  /**
   * Readers that want the same block at the same time share one fetch. Only readers of one asker share that of a node,
   * since a gateway's plain bytes wait for a place of their asker.
   */
  async function fetchFrom(sources: Source[], cid: CID, who: string): Promise<FetchedBlock> {
    const ofAll = `${sources[0]?.name} ${keyOf(cid)}`
    const ofAsker = `${who} ${ofAll}`
    let isOwn = false
    const begin = () => {
      isOwn = true
      return firstOf(sources, cid, who, hedging)
    }
    try {
      return await once(cid.code === DAG_PB ? ofAsker : ofAll, begin)
    } catch (error) {
      // The time of the reader that began the fetch is over, but not the time of this one.
      if (isOwn || !isTimeout(error)) throw error
      return once(ofAsker, begin)
    }
  }
  async function own(cid: CID, by: Asking, remembered = memory.get): Promise<Uint8Array | undefined> {
    // Errors of the node are ignored here: the node fails again when its peers are asked, and that error is reported.
    const known = inlined(cid) ?? remembered(cid)
    if (known) return known
    return inPlace(reads, by, cid, () => readOwn(cid))
  }
  async function readOwn(cid: CID): Promise<Uint8Array | undefined> {
    // Blocks with links may be large and are parsed synchronously, so only one is read in each round of the event loop.
    if (cid.code === DAG_PB) await turn()
    // The use keeps the block from being removed between its read and its entry in memory.
    const use = node.use()
    use.keep(cid)
    try {
      const bytes = await node.own(cid).catch(() => undefined)
      if (bytes) memory.keep(cid, bytes)
      return bytes
    } finally {
      use.end()
    }
  }
  return {
    own: (cid, asker) => own(cid, { asker }),
    reader(order, { asker, storesFor, preferred: before } = {}) {
      const stores = storesFor !== undefined
      const who = asker ?? storesFor ?? ''
      const most = stores ? STORED : READ
      const use = node.use({ most, stores })
      const nodeFirst = order === 'node first' || gateways.length === 0
      // A node that is asked over the network may be as slow as any other source.
      const isHere = node.kind === 'helia'
      let preferred = before
      let archive: Archive | undefined
      function openArchive(root: CID): Archive | undefined {
        const place = archives.take(who)
        // Without an archive, each block is requested alone.
        if (typeof place === 'string') return undefined
        const opened = preferred?.archive?.(root, use.keep)
        if (!opened) place()
        return (
          opened && {
            ...opened,
            close: () => {
              opened.close()
              place()
            },
          }
        )
      }
      const stop = new AbortController()
      const whose = { asker, signal: stop.signal }
      const remembered = (cid: CID) => (stores && isHere ? undefined : memory.get(cid))
      /** Keys of blocks that this reader fetched. The node has stored them, so that they are fetched only once. */
      const got = new Set<string>()
      const get: GetBlock = async (cid) => {
        assertReadable(cid)
        if (stop.signal.aborted) throw new Error('nobody reads any more')
        use.keep(cid)
        const isRepeated = got.has(keyOf(cid))
        const asksOwn = isHere && (nodeFirst || isRepeated || preferred === itself || preferred === peers)
        const here = asksOwn
          ? await own(cid, whose, remembered)
          : (inlined(cid) ?? (nodeFirst ? remembered(cid) : undefined))
        return here ?? (await inPlace(fetches, whose, cid, () => fetchBlock(cid)))
      }
      async function fetchBlock(cid: CID): Promise<Uint8Array> {
        const all = nodeFirst ? [isHere ? peers : itself, ...gateways] : [...gateways, itself]
        const sources = preferred ? [preferred, ...all.filter((source) => source !== preferred)] : all
        const asked = archive
        const { bytes, by } = asked
          ? await firstOf([asked.source, ...sources], cid, who, {
              ...hedging,
              hedgeMs: ARCHIVE_HEDGES * hedging.hedgeMs,
            })
          : await fetchFrom(sources, cid, who)
        share(bytes)
        got.add(keyOf(cid))
        const [oldest] = got.size > most ? got : []
        if (oldest !== undefined) got.delete(oldest)
        if (by !== asked?.source) {
          preferred = by
          // The archive breaks off, has wrong blocks, or is slower than single requests.
          asked?.close()
          if (archive === asked) archive = undefined
        }
        if (by !== itself) tell(countedBytes(bytes))
        // A block that Kubo could not store must not stay in memory: a pin has to fetch it again.
        if (isHere || by === itself) memory.keep(cid, bytes)
        return bytes
      }
      return {
        get,
        keepAll: use.keepAll,
        preferred: () => preferred,
        expectAll(root) {
          if (!stop.signal.aborted) archive ??= openArchive(root)
        },
        close() {
          stop.abort()
          archive?.close()
          use.end()
        },
      }
    },
    forget: (key) => (key === undefined ? memory.clear() : memory.delete(key)),
    onFetched(listener) {
      tell = listener
    },
  }
}
