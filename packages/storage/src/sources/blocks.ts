/** Blocks from wherever they are: memory, the node, its peers, gateways. */
import { createSingleFlight, unavailable } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { countedBytes } from '../blocks/counted.ts'
import { createMemory } from '../blocks/memory.ts'
import { inlined } from '../identifier/hash.ts'
import { assertReadable, cidText, DAG_PB, keyOf } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { ContentNode } from '../nodes/node.ts'
import { share } from '../streams/buffers.ts'
import { createPlaces, type Places } from '../streams/places.ts'
import { turn } from '../streams/steps.ts'
import type { GetBlock } from '../unixfs/dag.ts'
import { type Archive, firstOf, type HedgeOptions, type Source } from './hedge.ts'

/** Who is asked first: the node for content, a gateway for files. */
export type Order = 'node first' | 'gateway first'

export interface Blocks {
  reader(order: Order, options?: ReaderOptions): BlockReader
  /** Only what the node itself has, for this asker. @throws 503 `DOWNLOADS_BUSY` */
  own(cid: CID, asker: string): Promise<Uint8Array | undefined>
  /** Holds nothing of a block in memory, which is about to be removed; without a key, of none. @param key {@link keyOf} */
  forget(key?: string): void
  /** Told of blocks that came from elsewhere, as a quota counts them. */
  onFetched(listener: (bytes: number) => void): void
}

export interface ReaderOptions {
  /** For whom it reads: it has few blocks under way at once, and waits for none of another. Without one, whoever reads has bounds of its own. */
  asker?: string
  /** Blocks that are not collected, beside those of {@link BlockReader.keepAll}: of more, the latest. */
  most?: number
}

/** Of one content, whose next blocks are asked first of whoever gave its first one. What it gets is not collected before it is closed. */
export interface BlockReader {
  /** @throws 503 `DOWNLOADS_BUSY` */
  get: GetBlock
  /** What is below `root` may be asked for: it is not collected meanwhile. */
  keepAll(root: CID): void
  /** Everything below `root`, which has been got, is going to be asked for, in order. */
  expectAll(root: CID): void
  close(): void
}

export interface BlocksOptions extends HedgeOptions {
  node: ContentNode
  gateways: Source[]
}

interface Asking {
  asker: string | undefined
  /** Aborted once nobody waits for the block. */
  signal?: AbortSignal
}

/** Blocks that one read holds, of those that it has got. */
const READ = 1024
/** Blocks of an archive come one after the other: the last of those that are waited for takes longer. */
const ARCHIVE_HEDGES = 3
const RETRY_SECONDS = 5

export function createBlocks({ node, gateways, ...hedging }: BlocksOptions): Blocks {
  const memory = createMemory()
  const once = createSingleFlight<{ bytes: Uint8Array; by: Source }>()
  let tell = (_bytes: number): void => {}
  const itself: Source = {
    name: 'the node',
    get: async (cid, signal) => (await node.own(cid, signal)) ?? node.ask(cid, signal),
  }
  const { maxBlocksRead, maxBlocksFetched, shareOfBlocks } = limits
  const placesFor = (inAll: number) => createPlaces({ inAll, each: inAll / shareOfBlocks.value })
  /** A block is in memory whole before anybody can be refused it: few are under way, and those that come slowly keep nobody from what is here. */
  const reads = placesFor(maxBlocksRead.value)
  const fetches = placesFor(maxBlocksFetched.value)
  /** The place is given back when the block has come, or can no longer come, whether or not its asker is still there. */
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

  /** Those who want the same block at the same time share one fetch. */
  const fetchFrom = (sources: Source[], cid: CID) =>
    once(`${sources[0]?.name} ${keyOf(cid)}`, () => firstOf(sources, cid, hedging))
  async function own(cid: CID, by: Asking): Promise<Uint8Array | undefined> {
    // A node that fails fails again when its peers are to be asked, and that says why.
    const known = inlined(cid) ?? memory.get(cid)
    if (known) return known
    return inPlace(reads, by, cid, () => readOwn(cid))
  }
  async function readOwn(cid: CID): Promise<Uint8Array | undefined> {
    // Blocks with links may be large and are read at once: one in each round of the event loop.
    if (cid.code === DAG_PB) await turn()
    // It is not removed between being read and being held in memory.
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
    reader(order, { asker, most = READ } = {}) {
      const use = node.use(most)
      const nodeFirst = order === 'node first' || gateways.length === 0
      // A node that is asked over the network may keep one waiting as any other.
      const isHere = node.kind === 'helia'
      let preferred: Source | undefined
      let archive: Archive | undefined
      const stop = new AbortController()
      const whose = { asker, signal: stop.signal }
      /** What came from elsewhere is here now: it is asked for there once. */
      const got = new Set<string>()
      const get: GetBlock = async (cid) => {
        assertReadable(cid)
        if (stop.signal.aborted) throw new Error('nobody reads any more')
        use.keep(cid)
        const isRepeated = got.has(keyOf(cid))
        const asksOwn = isHere && (nodeFirst || isRepeated || preferred === itself || preferred === peers)
        const here = asksOwn ? await own(cid, whose) : (inlined(cid) ?? (nodeFirst ? memory.get(cid) : undefined))
        return here ?? (await inPlace(fetches, whose, cid, () => fetchBlock(cid)))
      }
      async function fetchBlock(cid: CID): Promise<Uint8Array> {
        const all = nodeFirst ? [isHere ? peers : itself, ...gateways] : [...gateways, itself]
        const sources = preferred ? [preferred, ...all.filter((source) => source !== preferred)] : all
        const asked = archive
        const { bytes, by } = asked
          ? await firstOf([asked.source, ...sources], cid, { ...hedging, hedgeMs: ARCHIVE_HEDGES * hedging.hedgeMs })
          : await fetchFrom(sources, cid)
        share(bytes)
        got.add(keyOf(cid))
        const [oldest] = got.size > most ? got : []
        if (oldest !== undefined) got.delete(oldest)
        if (by !== asked?.source) {
          preferred = by
          // It breaks off, lies, or is slower than asking again.
          asked?.close()
          if (archive === asked) archive = undefined
        }
        if (by !== itself) tell(countedBytes(bytes))
        // What a node beside us could not keep must be fetched again for a pin.
        if (isHere || by === itself) memory.keep(cid, bytes)
        return bytes
      }
      return {
        get,
        keepAll: use.keepAll,
        expectAll(root) {
          archive ??= preferred?.archive?.(root, use.keep)
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
