/**
 * Reads all blocks below a root from one answer of a gateway, and checks each as it comes. A reader that wants one of
 * these blocks waits for it here, or requests it separately.
 */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { targetOf } from '../blocks/dag/dag-pb.ts'
import { linkTargets } from '../blocks/dag/links.ts'
import { Unverified } from '../errors.ts'
import { inlined, matches } from '../identifier/hash.ts'
import { blockKey, hasLinks, keyOfMultihash } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { ContentNode } from '../nodes/node.ts'
import { type Car, openCar } from './car.ts'
import type { Archive } from './hedge.ts'

/** How many blocks are read from the archive before any reader asks for them. */
const AHEAD = 8

export interface ArchiveOptions {
  /** The name of the gateway. */
  name: string
  root: CID
  node: ContentNode
  /** Keeps a block that has arrived from being collected. */
  keep(cid: CID): void
  /** Requests the archive and returns its bytes. */
  fetched(signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

export function openArchive({ name, root, node, keep, fetched }: ArchiveOptions): Archive {
  const stop = new AbortController()
  const steps = createSteps()
  const { value: maxLinks } = limits.maxBlocksPerGraph
  /** The keys that the blocks so far link to: no other block is accepted. */
  const linked = new Set([blockKey(root)])
  const come = new Set<string>()
  const unasked = new Set<string>()
  const waiting = new Map<string, PromiseWithResolvers<Uint8Array>>()
  let ended: Error | undefined
  let room = Promise.withResolvers<void>()

  async function follow(): Promise<void> {
    const car = openCar(await fetched(stop.signal))
    try {
      while (await takeNext(car))
        while (unasked.size >= AHEAD && waiting.size === 0 && !stop.signal.aborted) await room.promise
    } finally {
      await car.close()
    }
    throw new Error('the block is not in its archive')
  }
  /** Takes one block and then releases it, because {@link follow} may wait for long. Returns false at the end. */
  async function takeNext({ next }: Car): Promise<boolean> {
    const block = await next()
    if (!block) return false
    const { cid, bytes } = block
    // No reader asks for a block that is inlined in its identifier; archives may contain it or not.
    if (inlined(cid)) return true
    const key = blockKey(cid)
    if (!linked.has(key)) throw new Unverified('its archive has a block that was not requested')
    if (come.has(key)) throw new Error('its archive contains a block twice')
    if (!(await matches(cid, bytes))) throw new Unverified('its archive has wrong bytes')
    keep(cid)
    await node.put(cid, bytes)
    come.add(key)
    if (hasLinks(cid.code)) await expectLinks(bytes)
    const waiter = waiting.get(key)
    waiting.delete(key)
    if (waiter) waiter.resolve(bytes)
    else unasked.add(key)
    return true
  }
  async function expectLinks(block: Uint8Array): Promise<void> {
    for (const identifier of linkTargets(block)) {
      const { codec, multihash, inlined } = targetOf(identifier)
      if (!inlined) linked.add(keyOfMultihash(multihash))
      else if (hasLinks(codec)) await expectLinks(inlined)
      if (linked.size > maxLinks) throw new Error(`its archive has more than ${maxLinks} links`)
      await steps.done(1)
    }
  }
  const moveOn = (): void => {
    room.resolve()
    room = Promise.withResolvers()
  }
  follow().catch((error: Error) => {
    ended = error
    for (const waiter of waiting.values()) waiter.reject(error)
    waiting.clear()
    linked.clear()
    unasked.clear()
  })

  return {
    source: {
      name: `an archive of ${name}`,
      async get(cid, signal) {
        const key = blockKey(cid)
        unasked.delete(key)
        if (come.has(key)) {
          moveOn()
          const bytes = await node.own(cid, signal)
          if (bytes) return bytes
          throw new Error('the block arrived, but is no longer stored')
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
