/** Blocks from wherever they are: memory, the node, its peers, gateways. */
import type { CID } from 'multiformats/cid'
import { share } from './buffers.ts'
import type { GetBlock } from './dag.ts'
import { inlined } from './hash.ts'
import { assertReadable, keyOf } from './identifier.ts'
import { createMemory } from './memory.ts'
import type { ContentNode } from './node.ts'
import { type Archive, firstOf, type HedgeOptions, type Source } from './sources.ts'

/** Who is asked first: document 3 wants the node for content, a gateway for files. */
export type Order = 'node first' | 'gateway first'

export interface Blocks {
  reader(order: Order): BlockReader
  /** Only what the node itself has. */
  own(cid: CID): Promise<Uint8Array | undefined>
  /** Holds nothing in memory any more: blocks have been removed. */
  forget(): void
  /** Told of blocks that came from elsewhere. */
  onFetched(listener: (bytes: number) => void): void
}

/** Of one content, whose next blocks are asked first of whoever gave its first one. What it gets is not collected before it is closed. */
export interface BlockReader {
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

/** Blocks of an archive come one after the other: the last of those that are waited for takes longer. */
const ARCHIVE_HEDGES = 3

export function createBlocks({ node, gateways, ...patience }: BlocksOptions): Blocks {
  const memory = createMemory()
  const fetching = new Map<string, Promise<{ bytes: Uint8Array; by: Source }>>()
  let tell = (_bytes: number): void => {}
  const itself: Source = {
    name: 'the node',
    get: async (cid, signal) => (await node.own(cid, signal)) ?? node.ask(cid, signal),
  }
  const peers: Source = { name: "the node's peers", get: node.ask }

  /** Those who want the same block at the same time share one fetch. */
  function fetchFrom(sources: Source[], cid: CID) {
    const key = `${sources[0]?.name} ${keyOf(cid)}`
    const known = fetching.get(key)
    if (known) return known
    const fetched = firstOf(sources, cid, patience).finally(() => fetching.delete(key))
    fetching.set(key, fetched)
    return fetched
  }
  async function own(cid: CID): Promise<Uint8Array | undefined> {
    // A node that fails fails again when its peers are to be asked, and that says why.
    const bytes = inlined(cid) ?? memory.get(cid) ?? (await node.own(cid).catch(() => undefined))
    if (bytes) memory.keep(cid, bytes)
    return bytes
  }
  return {
    own,
    reader(order) {
      const use = node.use()
      const nodeFirst = order === 'node first' || gateways.length === 0
      // A node that is asked over the network may keep one waiting as any other.
      const isHere = node.kind === 'helia'
      let preferred: Source | undefined
      let archive: Archive | undefined
      const get: GetBlock = async (cid) => {
        assertReadable(cid)
        use.keep(cid)
        const asksOwn = isHere && (nodeFirst || preferred === itself || preferred === peers)
        const here = asksOwn ? await own(cid) : (inlined(cid) ?? (nodeFirst ? memory.get(cid) : undefined))
        if (here) return here
        const all = nodeFirst ? [isHere ? peers : itself, ...gateways] : [...gateways, itself]
        const sources = preferred ? [preferred, ...all.filter((source) => source !== preferred)] : all
        const asked = archive
        const { bytes, by } = asked
          ? await firstOf([asked.source, ...sources], cid, { ...patience, hedgeMs: ARCHIVE_HEDGES * patience.hedgeMs })
          : await fetchFrom(sources, cid)
        share(bytes)
        if (by !== asked?.source) {
          preferred = by
          // It breaks off, lies, or is slower than asking again.
          asked?.close()
          if (archive === asked) archive = undefined
        }
        if (by !== itself) tell(bytes.length)
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
          archive?.close()
          use.end()
        },
      }
    },
    forget: memory.clear,
    onFetched(listener) {
      tell = listener
    },
  }
}
