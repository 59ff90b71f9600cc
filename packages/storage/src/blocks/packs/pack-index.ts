/** The index of all packs: which of their blocks are stored, and where. It can be rebuilt from the packs. */
import { DatabaseSync } from 'node:sqlite'
import { createSteps, type Steps } from '@quorate/platform'
import { keyOfMultihash } from '../../identifier/identifier.ts'
import type { Place } from './pack-file.ts'

/** The place of a stored block. */
interface Found {
  pack: number
  position: number
  size: number
}

/**
 * A loss of power may undo the latest changes. The next start repeats them, since it finds packs that the index does
 * not know. So no change waits for the drive. The triggers keep `pack.live`, the bytes of a pack that are still stored.
 * The hash counts as well, since a block may be empty.
 */
const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma wal_autocheckpoint = 4000;
  create table if not exists pack (
    number integer primary key, size integer not null, live integer not null default 0, is_whole integer not null
  );
  create table if not exists block (
    key blob primary key, pack integer not null, position integer not null, size integer not null
  ) without rowid;
  create trigger if not exists removed after delete on block begin
    update pack set live = live - old.size - length(old.key) where number = old.pack;
  end`

/** Blocks that are added in one transaction. */
const PAGE = 2048
/** The costs of a block that is added, and of one that is listed, in units of {@link createSteps}. */
const ADDED_COST = 10
const LISTED_COST = 2

export type PackIndex = ReturnType<typeof openPackIndex>

export function openPackIndex(file: string) {
  const database = new DatabaseSync(file)
  database.exec(SCHEMA)
  const find = database.prepare('select pack, position, size from block where key = ?')
  const insert = database.prepare(
    'insert into block (key, pack, position, size) values (?, ?, ?, ?) on conflict do nothing',
  )
  const move = database.prepare('update block set pack = ?, position = ? where key = ? and pack = ?')
  const remove = database.prepare('delete from block where key = ? returning pack')
  const after = database.prepare(`select key from block where key > ? order by key limit ${PAGE}`)
  const begin = database.prepare(
    'insert into pack (number, size, is_whole) values (?, ?, false) on conflict do nothing',
  )
  const addLive = database.prepare('update pack set live = live + ? where number = ?')
  const end = database.prepare('update pack set is_whole = true where number = ?')
  const isEmpty = database.prepare('select number from pack where number = ? and live = 0 and is_whole')
  const thin = database.prepare('select number, live from pack where is_whole and live * 2 < size')
  const ifThin = database.prepare('select live from pack where number = ? and is_whole and live * 2 < size')
  const all = database.prepare('select number, is_whole as isWhole from pack')

  function change(work: () => void): void {
    database.exec('begin')
    try {
      work()
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  /**
   * Adds a pack's blocks to the index, and regularly yields to other work.
   *
   * @param give Gives the pack a block; returns whether the pack got it.
   * @param old The pack that loses the blocks.
   */
  async function fill(
    pack: number,
    places: readonly Place[],
    give: (place: Place) => boolean,
    old?: number,
  ): Promise<void> {
    const steps = createSteps()
    begin.run(pack, sizeOf(places))
    for (let at = 0; at < places.length; at += PAGE) {
      const page = places.slice(at, at + PAGE)
      change(() => {
        const given = sizeOf(page.filter(give))
        addLive.run(given, pack)
        if (old !== undefined) addLive.run(-given, old)
      })
      await steps.done(page.length * ADDED_COST)
    }
    // Last, so that the next start repeats the work if this is missing.
    end.run(pack)
  }
  return {
    find: (multihash: Uint8Array) => find.get(multihash) as Found | undefined,
    /** Adds a pack with its blocks, except blocks that are already stored. */
    add: (pack: number, places: readonly Place[]): Promise<void> =>
      fill(pack, places, ({ multihash, position, size }) => insert.run(multihash, pack, position, size).changes === 1),
    /** Adds a pack that replaces `old`. Blocks that were removed meanwhile stay removed. */
    replace: (old: number, pack: number, places: readonly Place[]): Promise<void> =>
      fill(pack, places, ({ multihash, position }) => move.run(pack, position, multihash, old).changes === 1, old),
    /** Removes a block; returns the number of its pack if that was the pack's last block. */
    remove(multihash: Uint8Array): number | undefined {
      const removed = remove.get(multihash) as Pick<Found, 'pack'> | undefined
      return removed && isEmpty.get(removed.pack) ? removed.pack : undefined
    },
    isEmpty: (pack: number): boolean => isEmpty.get(pack) !== undefined,
    /** Removes a pack with all blocks that are stored in it. It reads the whole index, unless the pack is empty. */
    removePack(number: number): void {
      change(() => {
        if (!isEmpty.get(number)) database.prepare('delete from block where pack = ?').run(number)
        database.prepare('delete from pack where number = ?').run(number)
      })
    },
    /** All packs, and whether all of their blocks have been added. */
    packs: () => new Map(all.all().map(({ number, isWhole }) => [Number(number), isWhole === 1])),
    /** Packs with fewer than half of their bytes still stored. */
    thin: () => thin.all().map(({ number }) => Number(number)),
    /** The bytes that are still stored in a pack; undefined unless they are fewer than half of it. */
    liveIfThin: (number: number) => (ifThin.get(number) as { live: number } | undefined)?.live,
    async *keys(steps: Steps): AsyncGenerator<string> {
      for (let last = new Uint8Array(); ; ) {
        const page = after.all(last) as { key: Uint8Array<ArrayBuffer> }[]
        for (const { key } of page) {
          yield keyOfMultihash(key)
          await steps.done(LISTED_COST)
        }
        last = page.at(-1)?.key ?? last
        if (page.length < PAGE) return
      }
    },
    close: () => database.close(),
  }
}

/** The bytes of blocks with their hashes. */
const sizeOf = (places: readonly Place[]): number =>
  places.reduce((sum, { multihash, size }) => sum + multihash.length + size, 0)
