/**
 * What a sweep knows of each block that is there: whether it is needed, and whose it was that let go of it. There may be any number of
 * blocks, so that all of this stands in an SQLite file, of which a few megabytes are in memory.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { CID } from 'multiformats/cid'
import { DAG_PB, keyOfMultihash, multihashOfKey } from '../identifier/identifier.ts'
import type { Steps } from '../streams/steps.ts'
import { linkTargets, type Target, targetOf } from './dag-pb.ts'

/** A root that was let go of, and what its release is known by to whoever asked for the sweep. */
export interface Released {
  cid: CID
  note: string
}

/** What became of it: whether blocks are left of what it alone kept, since they are in use. */
export interface Settled {
  note: string
  isSpared: boolean
}

export interface Marks {
  /** Roots that were let go of: for {@link claim}. */
  release(page: Released[]): void
  /** A block that is there. @param key {@link keyOfMultihash} */
  add(key: string): void
  /** Marks the blocks below `root` that are there as needed, each opened once. */
  need(root: CID): Promise<void>
  /** Marks what is not needed below the roots that were let go of. Before this, everything below pins is marked as needed. */
  claim(): Promise<void>
  /** All blocks; those whose links lead to others of what was let go of come last, what is linked to before what links to it. */
  keys(): Iterable<string>
  isUnneeded(key: string): boolean
  /** This block is in use, and what was let go of and leads to it is not gone. */
  spare(key: string): void
  /** All that was let go of, in pages. */
  settled(): Iterable<Settled[]>
  close(): void
}

/** Nothing leads to a block; it is needed; what it links to is needed, too; from here on, which release it is of. */
const UNNEEDED = 0
const NEEDED = 1
const OPENED = 2
const CLAIMED = 3
/** In units of {@link createSteps}. */
const ROOT_COST = 10
const LINK_COST = 10
/** Rows that are read at once. */
const PAGE = 100

/** Of what a crash leaves, nothing is ever read: nothing has to be durable, or taken back. */
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
  /** The release that led to it first, of a block with links that is not needed. */
  opened_by: number | null
}

/** The end of a hash comes first, as in the names of folders: what is listed together stands together. */
const stored = (key: string): Uint8Array => multihashOfKey(key).reverse()
const keyOfStored = (bytes: Uint8Array): string => keyOfMultihash(Uint8Array.from(bytes).reverse())

/** Holds keys of blocks that are there, and no others, however many links lead nowhere. @param path There is no such file, or it is `:memory:`. */
export function openMarks(path: string, linksOf: (key: string) => Promise<Iterable<Uint8Array>>, steps: Steps): Marks {
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
  const isSpared = (release: number): boolean => spared.find.get(groups.of(release)) !== undefined
  const spareMarked = (mark: number): void => {
    if (mark >= CLAIMED) spared.add.run(groups.of(mark - CLAIMED))
  }

  /** Calls `reach` for `root` and for whatever it links to that is there, below blocks for which it answers true. */
  async function walk(root: CID, reach: (key: Uint8Array, row: Omit<Row, 'key'>, codec: number) => boolean) {
    const visit = (identifier: Uint8Array): void => {
      const target = targetIfAny(identifier)
      if (!target) return
      const { codec, multihash, inlined } = target
      if (inlined) {
        if (codec === DAG_PB) for (const link of linkTargets(inlined)) visit(link)
        return
      }
      const key = Uint8Array.from(multihash).reverse()
      const row = blocks.find.get(key)
      if (row && reach(key, row, codec)) unopened.push.run(key)
    }
    visit(root.bytes)
    await steps.done(ROOT_COST)
    for (let next = unopened.pop.get(); next; next = unopened.pop.get())
      for (const link of await linksOf(keyOfStored(next.key))) {
        visit(link)
        await steps.done(LINK_COST)
      }
  }
  const claimFor = (root: CID, release: number) =>
    walk(root, (key, { mark, opened_by: by }, codec) => {
      if (mark === OPENED) return false
      if (mark === UNNEEDED) blocks.mark.run(CLAIMED + release, key)
      else if (mark >= CLAIMED) groups.join(release, mark - CLAIMED)
      if (by !== null) groups.join(release, by)
      if (codec !== DAG_PB || by !== null) return false
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
        blocks.mark.run(codec === DAG_PB ? OPENED : NEEDED, key)
        return codec === DAG_PB
      }),
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

/** Of a release that was joined with others: the next one on the way to the one that stands for all, which names itself. */
interface Joined {
  other: number
  size: number
}
interface JoinedRows {
  find: { get(release: number): Joined | undefined }
  put: { run(release: number, other: number, size: number): void }
}

/** Releases that are joined into groups. The smaller group is put under the larger one, so that no way is long. */
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
