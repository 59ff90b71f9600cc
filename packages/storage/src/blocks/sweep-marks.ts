/** What a sweep knows of each block that is there: whether it is needed, and whose it was that let go of it. */
import type { CID } from 'multiformats/cid'
import { DAG_PB, keyOfMultihash } from '../identifier/identifier.ts'
import type { Steps } from '../streams/steps.ts'
import { linkTargets, type Target, targetOf } from './dag-pb.ts'

export interface Marks {
  /** A block that is there. @param key {@link keyOfMultihash} */
  add(key: string): void
  /** Marks the blocks below `root` that are there as needed, each opened once. */
  need(root: CID): Promise<void>
  /** Marks what is not needed below a root that was let go of. Before this, everything below pins is marked as needed. */
  claim(root: CID, index: number): Promise<void>
  /** All blocks; those whose links lead to others of what was let go of come last, what is linked to before what links to it. */
  keys(): Iterable<string>
  isUnneeded(key: string): boolean
  /** This block is in use, and what was let go of and leads to it is not gone. */
  spare(key: string): void
  /** Whether blocks are left of what was claimed so. */
  isSpared(index: number): boolean
}

/** Nothing leads to a block; it is needed; what it links to is needed, too; from here on, who let go of it. */
const UNNEEDED = 0
const NEEDED = 1
const OPENED = 2
const CLAIMED = 3
/** In units of {@link createSteps}. */
const ROOT_COST = 10

/** Holds keys of blocks that are there, and no others, however many links lead nowhere. */
export function createMarks(linksOf: (key: string) => Promise<Iterable<Uint8Array>>, steps: Steps): Marks {
  const marks = new Map<string, number>()
  /** Blocks with links that were let go of, in the order in which they were opened, and by whom. */
  const opened = new Map<string, number>()
  const groups = createGroups()
  const spared = new Set<number>()
  const isSpared = (index: number): boolean => spared.has(groups.of(index))

  /** Calls `reach` for `root` and for whatever it links to, below blocks for which it answers true. */
  async function walk(root: CID, reach: (key: string, codec: number) => boolean): Promise<void> {
    const unopened: string[] = []
    const visit = (identifier: Uint8Array): void => {
      const target = targetIfAny(identifier)
      if (!target) return
      const { codec, multihash, inlined } = target
      if (inlined) {
        if (codec === DAG_PB) for (const link of linkTargets(inlined)) visit(link)
        return
      }
      const key = keyOfMultihash(multihash)
      if (reach(key, codec)) unopened.push(key)
    }
    visit(root.bytes)
    await steps.done(ROOT_COST)
    for (let key = unopened.pop(); key !== undefined; key = unopened.pop())
      for (const link of await linksOf(key)) {
        visit(link)
        await steps.done(1)
      }
  }
  const spareMarked = (mark: number): void => {
    if (mark >= CLAIMED) spared.add(groups.of(mark - CLAIMED))
  }

  return {
    add: (key) => void marks.set(key, UNNEEDED),
    need: (root) =>
      walk(root, (key, codec) => {
        const known = marks.get(key)
        if (known === undefined || known === OPENED) return false
        spareMarked(known)
        marks.set(key, codec === DAG_PB ? OPENED : NEEDED)
        return codec === DAG_PB
      }),
    claim: (root, index) =>
      walk(root, (key, codec) => {
        const known = marks.get(key)
        if (known === undefined || known === OPENED) return false
        if (known === UNNEEDED) marks.set(key, CLAIMED + index)
        else if (known >= CLAIMED) groups.join(index, known - CLAIMED)
        const by = opened.get(key)
        if (by !== undefined) groups.join(index, by)
        if (codec !== DAG_PB || by !== undefined) return false
        opened.set(key, index)
        return true
      }),
    *keys() {
      for (const key of marks.keys()) if (!opened.has(key)) yield key
      for (const key of [...opened.keys()].reverse()) {
        const mark = marks.get(key) ?? NEEDED
        if (mark < CLAIMED || !isSpared(mark - CLAIMED)) yield key
      }
    },
    isUnneeded(key) {
      const mark = marks.get(key) ?? NEEDED
      return mark === UNNEEDED || mark >= CLAIMED
    },
    spare: (key) => spareMarked(marks.get(key) ?? NEEDED),
    isSpared,
  }
}

/** Numbers that are joined into groups. */
function createGroups() {
  const joined = new Map<number, number>()
  const of = (index: number): number => {
    let at = index
    for (let next = joined.get(at); next !== undefined; next = joined.get(at)) at = next
    if (at !== index) joined.set(index, at)
    return at
  }
  const join = (one: number, other: number): void => {
    const [from, to] = [of(one), of(other)]
    if (from !== to) joined.set(from, to)
  }
  return { of, join }
}

function targetIfAny(identifier: Uint8Array): Target | undefined {
  try {
    return targetOf(identifier)
  } catch {
    return undefined
  }
}
