import type { Originals, Undoable } from './journal.ts'

/** The changes of one transaction, and the way to those of the next. */
export interface RecentChange {
  /** Consensus time in nanoseconds. */
  readonly at: bigint
  /** The rows that it changed, as they were before. */
  readonly originals: Originals
  /** What its service needs to run it once more. */
  readonly rerun: object | undefined
  /** The transaction after it; undefined while it is the last one. */
  readonly next: RecentChange | undefined
}

type Link = { -readonly [K in keyof RecentChange]: RecentChange[K] }

const rowsIn = (originals: Originals): number => originals.values().reduce((sum, rows) => sum + rows.size, 0)

/**
 * The changes of the newest transactions, oldest first, so that the state right before each of them can still be read.
 * They are in memory only.
 */
export class RecentChanges {
  readonly #most: number
  readonly #links = new Map<bigint, Link>()
  #last: Link = { at: 0n, originals: new Map(), rerun: undefined, next: undefined }
  #rows = 0
  /** A new object whenever the state was reset: the changes of before then lead nowhere. */
  era: object = {}

  /** Keeps at most this number of changed rows. */
  constructor(most: number) {
    this.#most = most
  }

  /** The newest transaction. */
  get last(): RecentChange {
    return this.#last
  }

  /** The transaction with a consensus time; undefined if it is not kept. */
  at(time: bigint): RecentChange | undefined {
    return this.#links.get(time)
  }

  /** `without` is a table that no rerun reads, and whose rows are large. */
  add(at: bigint, originals: Originals, without: Undoable, rerun: object | undefined): void {
    const kept = originals.has(without) ? new Map([...originals].filter(([table]) => table !== without)) : originals
    const link: Link = { at, originals: kept, rerun, next: undefined }
    this.#last.next = link
    this.#last = link
    this.#links.set(at, link)
    this.#rows += rowsIn(kept)
    for (const oldest of this.#links.values()) {
      if (this.#rows <= this.#most) return
      this.#links.delete(oldest.at)
      this.#rows -= rowsIn(oldest.originals)
    }
  }

  /** Forgets everything: the state was reset. */
  clear(): void {
    this.#links.clear()
    this.#rows = 0
    this.#last = { at: 0n, originals: new Map(), rerun: undefined, next: undefined }
    this.era = {}
  }
}
