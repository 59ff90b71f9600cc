/**
 * Copies content from other nodes: what an upload or a pin on one of them asks for, and what this node lacks of pinned
 * content that too few have. Blocks come by the walk of a pin, with its bounds, and each is checked.
 */
import { createFairTurns, createSingleFlight } from '@quorate/platform'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { atPace } from '../sources/pace.ts'
import { addReplica, holdersOf, isWanted } from '../store/replicas.ts'
import { cidsWith, lockUnpinning } from '../store/store.ts'
import { createVisit } from '../unixfs/dag.ts'
import type { Members } from './members.ts'
import { type Replicas, ranked } from './replicas.ts'

export interface Copies {
  /** Copies, in the background, pinned content that too few nodes have and that is this node's to have. */
  fill(): void
  /** How many pinned contents too few nodes have and this node could not copy, or no node is there to copy them. */
  lacking(): number
  close(): Promise<void>
}

/** Identifiers of pinned content that are read at once. */
const PAGE = 1000
/** How long after content could not be copied it is tried again: at first, and at most, each time twice as long. */
const FILL_AGAIN_MS = 1000
const FILL_AGAIN_AT_MOST_MS = 60_000

/** @param onLeft Called where blocks were copied that nobody wants any more. */
export function createCopies(service: Service, members: Members, replicas: Replicas, onLeft: () => void): Copies {
  const { database, events, node, blocks, settings, clock, logger } = service
  const inTurn = createFairTurns(limits.maxCopies.value, limits.maxCopies.value / 2)
  const once = createSingleFlight<void>()
  const closing = new AbortController()
  let filling: Promise<void> | undefined
  let isToFill = false
  let timer: NodeJS.Timeout | undefined
  let againMs = FILL_AGAIN_MS
  let lacking = 0

  async function copyNow(text: string): Promise<void> {
    const own = members.id()
    if (closing.signal.aborted || own === undefined) return
    const cid = parseCid(text)
    const use = node.use({ stores: true })
    use.keepAll(cid)
    const reader = blocks.reader('node first', { storesFor: 'other nodes' })
    closing.signal.addEventListener('abort', reader.close)
    const visit = createVisit(cid)
    let isKept = false
    try {
      await visit.goOn(
        reader.get,
        atPace(cid, { bytes: 0, tookMs: 0 }, { settings, clock }, async () => true),
      )
      isKept = await database.change(async (trx) => {
        // Whoever ends the last pin takes the records of all nodes away, and none may come after that.
        await lockUnpinning(trx, text)
        if (!(await isWanted(trx, text))) return false
        await addReplica(trx, text, own, new Date(clock.now()))
        return true
      })
      if (isKept) events.emit('ipfs:replicated', { cid: text, node: own })
    } finally {
      closing.signal.removeEventListener('abort', reader.close)
      reader.close()
      use.end()
      if (!isKept && visit.blocks > 0 && !closing.signal.aborted) onLeft()
    }
  }
  const copy = (who: 'asked' | 'missing', cid: string): Promise<void> =>
    once(cid, () => inTurn(who, () => copyNow(cid)))

  /** Answers how much was copied, how much could not be, and for how much no node is there. */
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
          await copy('missing', cid)
          found.copied++
        } catch (error) {
          found.failed++
          logger.debug({ err: error, cid }, `${cid} could not be copied from other nodes`)
        }
      }
      await Promise.all(mine.map(copyOne))
      after = cids.at(-1) ?? ''
      if (cids.length < PAGE) break
    }
    return found
  }
  async function fillAll(): Promise<void> {
    while (isToFill && !closing.signal.aborted) {
      isToFill = false
      const found = await fillNow().catch((error) => {
        logger.warn({ err: error }, 'It was not looked for content that too few nodes have')
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
      logger.warn({ againMs }, 'Content that too few nodes have could not be copied: it is tried again')
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
    if (own !== undefined && nodes.includes(own)) await copy('asked', cidText(parseCid(cid)))
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
