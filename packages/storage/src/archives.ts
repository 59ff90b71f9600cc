/** All blocks below a root in one answer of a gateway, each checked as it comes; whoever wants one waits for it here, or asks for it alone. */
import type { CID } from 'multiformats/cid'
import { blocksOf } from './car.ts'
import { linksOf } from './dag.ts'
import { matches } from './hash.ts'
import { IDENTITY, keyOf } from './identifier.ts'
import type { ContentNode } from './node.ts'
import { type Archive, Unverified } from './sources.ts'

/** Blocks that are taken before anybody asks for them. */
const AHEAD = 8

export interface ArchiveOptions {
  /** Whose it is. */
  name: string
  root: CID
  node: ContentNode
  /** Keeps a block that has come from being collected. */
  keep(cid: CID): void
  /** Answers the archive's bytes. */
  fetched(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

export function openArchive({ name, root, node, keep, fetched }: ArchiveOptions): Archive {
  const stop = new AbortController()
  /** What blocks that have come link to: nothing else is taken. */
  const linked = new Set([keyOf(root)])
  const come = new Set<string>()
  const unasked = new Set<string>()
  const waiting = new Map<string, PromiseWithResolvers<Uint8Array>>()
  let ended: Error | undefined
  let room = Promise.withResolvers<void>()

  async function follow(): Promise<void> {
    for await (const { cid, bytes } of blocksOf(await fetched(stop.signal))) {
      const key = keyOf(cid)
      if (!linked.has(key)) throw new Unverified('its archive has a block that nobody asked for')
      if (come.has(key)) throw new Error('its archive repeats itself')
      if (!matches(cid, bytes)) throw new Unverified('its archive has wrong bytes')
      keep(cid)
      await node.put(cid, bytes)
      come.add(key)
      for (const link of linksOf(cid, bytes)) if (link.multihash.code !== IDENTITY) linked.add(keyOf(link))
      const waiter = waiting.get(key)
      waiting.delete(key)
      if (waiter) waiter.resolve(bytes)
      else unasked.add(key)
      while (unasked.size >= AHEAD && waiting.size === 0 && !stop.signal.aborted) await room.promise
    }
    throw new Error('it is not in its archive')
  }
  const moveOn = (): void => {
    room.resolve()
    room = Promise.withResolvers()
  }
  follow().catch((error: Error) => {
    ended = error
    for (const waiter of waiting.values()) waiter.reject(error)
    waiting.clear()
  })

  return {
    source: {
      name: `an archive of ${name}`,
      async get(cid, signal) {
        const key = keyOf(cid)
        unasked.delete(key)
        if (come.has(key)) {
          moveOn()
          const bytes = await node.own(cid, signal)
          if (bytes) return bytes
          throw new Error('it came, and is gone')
        }
        if (ended) throw ended
        const waiter = waiting.get(key) ?? Promise.withResolvers<Uint8Array>()
        waiting.set(key, waiter)
        moveOn()
        signal.addEventListener('abort', () => {
          waiting.delete(key)
          waiter.reject(signal.reason)
        })
        return waiter.promise
      },
    },
    close() {
      stop.abort()
      moveOn()
    },
  }
}
