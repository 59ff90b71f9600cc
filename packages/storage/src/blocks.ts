/** Blocks from wherever they are: memory, the node, its peers, gateways. */
import type { CID } from 'multiformats/cid'
import type { Use } from './block-files.ts'
import type { GetBlock } from './dag.ts'
import { inlined } from './hash.ts'
import { assertReadable, keyOf } from './identifier.ts'
import { createMemory } from './memory.ts'
import type { ContentNode } from './node.ts'
import { firstOf, type HedgeOptions, type Source } from './sources.ts'

/** Who is asked first: document 3 wants the node for content, a gateway for files. */
export type Order = 'node first' | 'gateway first'

export interface Blocks {
  /** For one content, which whoever gave its first block is asked first for the next ones. `use` keeps what is got from being collected. */
  reader(order: Order, use?: Use): GetBlock
  /** Only what the node itself has. */
  own(cid: CID): Promise<Uint8Array | undefined>
  /** Holds nothing in memory any more: blocks have been removed. */
  forget(): void
  /** Told of blocks that came from elsewhere. */
  onFetched(listener: (bytes: number) => void): void
}

export interface BlocksOptions extends HedgeOptions {
  node: ContentNode
  gateways: Source[]
}

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
    reader(order, use) {
      const nodeFirst = order === 'node first' || gateways.length === 0
      let preferred: Source | undefined
      return async (cid) => {
        assertReadable(cid)
        use?.keep(cid)
        const here = nodeFirst || preferred === itself || preferred === peers ? await own(cid) : inlined(cid)
        if (here) return here
        const all = nodeFirst ? [peers, ...gateways] : [...gateways, itself]
        const sources = preferred ? [preferred, ...all.filter((source) => source !== preferred)] : all
        const { bytes, by } = await fetchFrom(sources, cid)
        preferred = by
        if (by !== itself) tell(bytes.length)
        memory.keep(cid, bytes)
        return bytes
      }
    },
    forget: memory.clear,
    onFetched(listener) {
      tell = listener
    },
  }
}
