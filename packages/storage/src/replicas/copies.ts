/**
 * Copies content from other nodes: content that another node asks this node to copy, because it stores an upload or a
 * pin; and pinned content that too few nodes have and this node lacks.
 */
import type { Clock, Database, Events, Logger } from '@quorate/platform'
import { cidText, parseCid } from '../identifier/identifier.ts'
import type { StorageEvents } from '../model/events.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Blocks } from '../sources/blocks.ts'
import { cidsWith } from '../store/pins.ts'
import { holdersOf } from '../store/replicas.ts'
import type { Tables } from '../store/tables.ts'
import { createCopy } from './copy.ts'
import type { Members } from './members.ts'
import { type Replicas, ranked } from './replicas.ts'

export interface Copies {
  /** Copies, in the background, pinned content that too few nodes have and that this node should have. */
  fill(): void
  /**
   * How many pinned contents have too few replicas, because this node could not copy them or because no node is
   * available.
   */
  lacking(): number
  close(): Promise<void>
}

/** Identifiers of pinned content that are read at once. */
const PAGE = 1000
/** How long until a failed copy is tried again: at first, and at most. The time doubles after each failure. */
const FILL_AGAIN_MS = 1000
const FILL_AGAIN_AT_MOST_MS = 60_000

/** Missing contents that are copied at the same time. */
const AT_ONCE = 8

export function createCopies(deps: {
  database: Database<Tables>
  events: Events<StorageEvents>
  node: ContentNode
  blocks: Blocks
  clock: Clock
  logger: Logger
  members: Members
  replicas: Replicas
  /** Called if blocks were copied that are no longer wanted. */
  onLeft(): void
}): Copies {
  const { database, events, logger, members, replicas } = deps
  const closing = new AbortController()
  const copy = createCopy(deps, closing.signal)
  let filling: Promise<void> | undefined
  let isToFill = false
  let timer: NodeJS.Timeout | undefined
  let againMs = FILL_AGAIN_MS
  let lacking = 0

  /** Returns how many contents were copied, how many could not be, and how many have no node available. */
  async function fillNow(): Promise<{ copied: number; failed: number; homeless: number }> {
    const found = { copied: 0, failed: 0, homeless: 0 }
    const { count, nodes } = await replicas.wanted()
    const own = members.id()
    if (count === 1 || own === undefined) return found
    const seen = nodes.filter(({ isSeen }) => isSeen)
    for (let after = ''; !closing.signal.aborted; ) {
      const cids = await cidsWith(database.read, 'pinned', after, PAGE)
      const holders = await holdersOf(database.read, cids)
      const mine = cids.filter((cid) => {
        const holding = holders.get(cid) ?? []
        const others = ranked(cid, seen).filter(({ id }) => !holding.includes(id))
        const missing = Math.max(count - holding.length, 0)
        if (missing > others.length) found.homeless++
        return others.slice(0, missing).some(({ id }) => id === own)
      })
      const copyOne = async (cid: string): Promise<void> => {
        try {
          await copy(cid)
          found.copied++
        } catch (error) {
          found.failed++
          logger.debug({ err: error, cid }, `${cid} could not be copied from other nodes`)
        }
      }
      for (let at = 0; at < mine.length; at += AT_ONCE) await Promise.all(mine.slice(at, at + AT_ONCE).map(copyOne))
      after = cids.at(-1) ?? ''
      if (cids.length < PAGE) break
    }
    return found
  }
  async function fillAll(): Promise<void> {
    while (isToFill && !closing.signal.aborted) {
      isToFill = false
      const found = await fillNow().catch((error) => {
        logger.warn({ err: error }, 'The search for content that too few nodes have has failed')
        return undefined
      })
      if (found) lacking = found.failed + found.homeless
      const copied = found?.copied ?? 0
      if (copied > 0) logger.info({ copied }, `${copied} contents that too few nodes had are here now`)
      if (closing.signal.aborted) continue
      if (found?.failed === 0) {
        againMs = FILL_AGAIN_MS
        continue
      }
      logger.warn({ againMs }, 'Content that too few nodes have could not be copied: trying again')
      clearTimeout(timer)
      timer = setTimeout(fill, againMs).unref()
      againMs = Math.min(2 * againMs, FILL_AGAIN_AT_MOST_MS)
    }
  }
  function fill(): void {
    isToFill = true
    filling ??= fillAll().finally(() => {
      filling = undefined
    })
  }
  const stop = events.on('ipfs:replicate', async ({ cid, nodes }) => {
    const own = members.id()
    if (own !== undefined && nodes.includes(own)) await copy(cidText(parseCid(cid)))
  })
  members.onChange(fill)
  return {
    fill,
    lacking: () => lacking,
    async close() {
      stop()
      clearTimeout(timer)
      closing.abort()
      await filling
    },
  }
}
