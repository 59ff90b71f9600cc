/**
 * For each stored block, a sweep marks whether a pin needs it, and which release (the end of a pin) it belonged to.
 * There may be any number of blocks, so the marks are kept in an SQLite file that uses a few megabytes of memory.
 */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Steps } from '@quorate/platform'
import { CID } from 'multiformats/cid'
import { hasLinks, keyOfMultihash, multihashOfKey } from '../identifier/identifier.ts'
import { type Target, targetOf } from './dag/dag-pb.ts'
import { linkTargets } from './dag/links.ts'

/** The root of an ended pin, with the note that identifies this release to the sweep's caller. */
export interface Released {
  cid: CID
  note: string
}

/**
 * The outcome of a release. `isSpared`: blocks that only this release kept are still there, because they are in use.
 */
export interface Settled {
  note: string
  isSpared: boolean
}

export interface Marks {
  /** Adds roots of pins that have ended, for {@link claim}. */
  release(page: Released[]): void
  /** Adds a stored block. @param key {@link keyOfMultihash} */
  add(key: string): void
  /**
   * Marks the stored blocks below `root` as needed. Each block is opened once. Returns false if a block is not stored.
   */
  need(root: CID): Promise<boolean>
  /** Marks the stored blocks below `root` that no pin needs as read. */
  read(root: CID): Promise<unknown>
  isRead(key: string): boolean
  /**
   * Assigns the blocks below released roots that no pin needs to their releases. Call it after everything below pins is
   * marked as needed.
   */
  claim(): Promise<void>
  /** All blocks. Blocks of releases that link to other blocks come last, each after the blocks that it links to. */
  keys(): Iterable<string>
  isUnneeded(key: string): boolean
  /** Records that this block is in use, so that the releases which lead to it are not reported as gone. */
  spare(key: string): void
  /** The outcome of all releases, in pages. */
  settled(): Iterable<Settled[]>
  close(): void
}

/** READ: somebody reads the block, and no pin needs it. READ_OPENED: the blocks it links to are marked as read, too. */
const READ = -1
const READ_OPENED = -2
/**
 * The other states of a block. UNNEEDED: no root leads to it. NEEDED: a pin needs it. OPENED: the blocks it links to
 * are marked as needed, too. Numbers from CLAIMED on identify the release that the block belongs to.
 */
const UNNEEDED = 0
const NEEDED = 1
const OPENED = 2
const CLAIMED = 3
/** The cost of a root, in units of {@link createSteps}. */
const ROOT_COST = 10
const LINK_COST = 10
/** Rows that are read at once. */
const PAGE = 100

/** A sweep that crashed is never continued, so the file needs neither durability nor rollback. */
const SCHEMA = `
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma temp_store = memory;
  pragma cache_size = -16384;
  begin;
  create table block (key blob primary key, mark integer not null, opened_by integer) without rowid;
  create table opened (position integer primary key, key blob not null);
  create table unopened (position integer primary key, key blob not null);
  create table release (number integer primary key, cid blob not null, note text not null);
  create table joined (release integer primary key, other integer not null, size integer not null);
  create table spared (release integer primary key)`

interface Row {
  key: Uint8Array
  mark: number
  /** For a block with links that is not needed: the first release that led to it. */
  opened_by: number | null
}

/**
 * The hash, reversed. Folders are named by the end of the hash, so blocks that are listed together are adjacent in the
 * table.
 */
const stored = (key: string): Uint8Array => multihashOfKey(key).reverse()
const keyOfStored = (bytes: Uint8Array): string => keyOfMultihash(Uint8Array.from(bytes).reverse())

/**
 * Holds keys of stored blocks only, however many links lead to blocks that are not stored.
 *
 * @param path A file that does not exist yet, or `:memory:`.
 */
export function openMarks(path: string, linksOf: (key: string) => Promise<Iterable<Uint8Array>>, steps: Steps): Marks {
  const { database, blocks, opened, unopened, releases, groups, spared } = openTables(path)
  const isSpared = (release: number): boolean => spared.find.get(groups.of(release)) !== undefined
  const spareMarked = (mark: number): void => {
    if (mark >= CLAIMED) spared.add.run(groups.of(mark - CLAIMED))
  }

  /**
   * Calls `reach` for `root` and for each stored block that it links to. Continues below a block if `reach` returns
   * true for it. Returns whether all of these blocks are stored.
   */
  async function walk(
    root: CID,
    reach: (key: Uint8Array, row: Omit<Row, 'key'>, codec: number) => boolean,
  ): Promise<boolean> {
    let isWhole = true
    const visit = (identifier: Uint8Array): void => {
      const target = targetIfAny(identifier)
      if (!target) return
      const { codec, multihash, inlined } = target
      if (inlined) {
        if (hasLinks(codec)) for (const link of linkTargets(inlined)) visit(link)
        return
      }
      const key = Uint8Array.from(multihash).reverse()
      const row = blocks.find.get(key)
      if (!row) isWhole = false
      else if (reach(key, row, codec)) unopened.push.run(key)
    }
    visit(root.bytes)
    await steps.done(ROOT_COST)
    for (let next = unopened.pop.get(); next; next = unopened.pop.get())
      for (const link of await linksOf(keyOfStored(next.key))) {
        visit(link)
        await steps.done(LINK_COST)
      }
    return isWhole
  }
  const claimFor = (root: CID, release: number) =>
    walk(root, (key, { mark, opened_by: by }, codec) => {
      if (mark === OPENED) return false
      if (mark === UNNEEDED) blocks.mark.run(CLAIMED + release, key)
      else if (mark >= CLAIMED) groups.join(release, mark - CLAIMED)
      if (by !== null) groups.join(release, by)
      if (!hasLinks(codec) || by !== null) return false
      blocks.open.run(release, key)
      opened.add.run(key)
      return true
    })
  const markOf = (key: string): number => blocks.find.get(stored(key))?.mark ?? NEEDED

  return {
    release(page) {
      for (const { cid, note } of page) releases.add.run(cid.bytes, note)
    },
    add: (key) => blocks.add.run(stored(key), UNNEEDED),
    need: (root) =>
      walk(root, (key, { mark }, codec) => {
        if (mark === OPENED) return false
        spareMarked(mark)
        blocks.mark.run(hasLinks(codec) ? OPENED : NEEDED, key)
        return hasLinks(codec)
      }),
    read: (root) =>
      walk(root, (key, { mark }, codec) => {
        if (mark === NEEDED || mark === OPENED || mark === READ_OPENED) return false
        blocks.mark.run(hasLinks(codec) ? READ_OPENED : READ, key)
        return hasLinks(codec)
      }),
    isRead: (key) => markOf(key) < UNNEEDED,
    async claim() {
      for (const page of pagesOf(releases.after.all, 0, ({ number }) => number))
        for (const { cid, number } of page) await claimFor(CID.decode(cid), number)
    },
    *keys() {
      for (const page of pagesOf(blocks.after.all, new Uint8Array(), ({ key }) => key))
        for (const { key, opened_by: by } of page) if (by === null) yield keyOfStored(key)
      for (const page of pagesOf(opened.before.all, Number.MAX_SAFE_INTEGER, ({ position }) => position))
        for (const { key } of page) {
          const mark = blocks.find.get(key)?.mark ?? NEEDED
          if (mark < CLAIMED || !isSpared(mark - CLAIMED)) yield keyOfStored(key)
        }
    },
    isUnneeded(key) {
      const mark = markOf(key)
      return mark === UNNEEDED || mark >= CLAIMED
    },
    spare: (key) => spareMarked(markOf(key)),
    *settled() {
      for (const page of pagesOf(releases.after.all, 0, ({ number }) => number))
        yield page.map(({ number, note }) => ({ note, isSpared: isSpared(number) }))
    },
    close: () => database.close(),
  }
}

/** Creates the tables of a sweep, and prepares the statements on them. */
function openTables(path: string) {
  const database = new DatabaseSync(path)
  try {
    database.exec(SCHEMA)
  } catch (error) {
    database.close()
    throw error
  }
  const statement = <Answer>(text: string) => {
    const prepared = database.prepare(text)
    return {
      run: (...values: SQLInputValue[]) => void prepared.run(...values),
      get: (...values: SQLInputValue[]) => prepared.get(...values) as Answer | undefined,
      all: (...values: SQLInputValue[]) => prepared.all(...values) as Answer[],
    }
  }
  const blocks = {
    add: statement('insert into block (key, mark) values (?, ?) on conflict do nothing'),
    find: statement<Pick<Row, 'mark' | 'opened_by'>>('select mark, opened_by from block where key = ?'),
    mark: statement('update block set mark = ? where key = ?'),
    open: statement('update block set opened_by = ? where key = ?'),
    after: statement<Row>(`select key, mark, opened_by from block where key > ? order by key limit ${PAGE}`),
  }
  const opened = {
    add: statement('insert into opened (key) values (?)'),
    before: statement<{ position: number; key: Uint8Array }>(
      `select position, key from opened where position < ? order by position desc limit ${PAGE}`,
    ),
  }
  const unopened = {
    push: statement('insert into unopened (key) values (?)'),
    pop: statement<Pick<Row, 'key'>>(
      'delete from unopened where position = (select max(position) from unopened) returning key',
    ),
  }
  const releases = {
    add: statement('insert into release (cid, note) values (?, ?)'),
    after: statement<{ number: number; cid: Uint8Array; note: string }>(
      `select number, cid, note from release where number > ? order by number limit ${PAGE}`,
    ),
  }
  const groups = createGroups({
    find: statement<Joined>('select other, size from joined where release = ?'),
    put: statement('insert or replace into joined (release, other, size) values (?, ?, ?)'),
  })
  const spared = {
    add: statement('insert into spared (release) values (?) on conflict do nothing'),
    find: statement('select release from spared where release = ?'),
  }
  return { database, blocks, opened, unopened, releases, groups, spared }
}

function* pagesOf<Entry, Position>(
  read: (after: Position) => Entry[],
  start: Position,
  positionOf: (entry: Entry) => Position,
): Generator<Entry[]> {
  for (let at = start; ; ) {
    const page = read(at)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    at = positionOf(last)
  }
}

/**
 * A release that was joined with others. `other` is the next release on the way to the group's representative. The
 * representative's `other` is itself.
 */
interface Joined {
  other: number
  size: number
}
interface JoinedRows {
  find: { get(release: number): Joined | undefined }
  put: { run(release: number, other: number, size: number): void }
}

/**
 * Groups of joined releases (union-find). The smaller group is put under the larger one, so that every way to the top
 * is short.
 */
function createGroups({ find, put }: JoinedRows) {
  const of = (release: number): Joined => {
    let { other, size } = find.get(release) ?? { other: release, size: 1 }
    for (let at = release; other !== at; ) {
      at = other
      ;({ other, size } = find.get(at) ?? { other: at, size: 1 })
    }
    return { other, size }
  }
  const join = (one: number, two: number): void => {
    const [small, large] = [of(one), of(two)].sort((a, b) => a.size - b.size) as [Joined, Joined]
    if (small.other === large.other) return
    put.run(small.other, large.other, small.size)
    put.run(large.other, large.other, small.size + large.size)
  }
  return { of: (release: number) => of(release).other, join }
}

function targetIfAny(identifier: Uint8Array): Target | undefined {
  try {
    return targetOf(identifier)
  } catch {
    return undefined
  }
}
