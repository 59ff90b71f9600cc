/** Content that a node that keeps pins itself (Kubo) holds for us. */
import { sql } from 'kysely'
import type { Read, Trx } from './tables.ts'

/** The `since` of released content. It is so old that the next collection unpins the content. */
export const RELEASED = new Date(0)

/**
 * Records that the node holds the content since `since`. While a process is unpinning it, records nothing and returns
 * false.
 */
export async function recordHeld(trx: Trx, cid: string, since: Date, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('storage.held')
    .values({ cid, since, letting_go_until: null })
    .onConflict((conflict) =>
      conflict
        .column('cid')
        .doUpdateSet({ since, letting_go_until: null })
        .where(({ eb, or }) =>
          or([eb('storage.held.letting_go_until', 'is', null), eb('storage.held.letting_go_until', '<=', now)]),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether the content is a file of an open folder. */
const inFolder = (read: Read) =>
  read
    .selectFrom('storage.folder_file as file')
    .select('file.cid')
    .whereRef('file.cid', '=', 'held.cid' as never)
    // A literal, so that prepared statements use the index.
    .where(sql<boolean>`file.is_held`)

/** The identifiers among `cids` of content that the node holds although it is not pinned. */
export const heldUnpinned = async (read: Read, cids: string[]): Promise<string[]> => {
  const rows = await read
    .selectFrom('storage.held as held')
    .select('held.cid')
    .where('held.cid', 'in', cids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage.pin as pin')
            .select('pin.cid')
            .whereRef('pin.cid', '=', 'held.cid')
            .where('pin.status', '=', 'pinned'),
        ),
      ),
    )
    .where(({ not, exists }) => not(exists(inFolder(read))))
    .execute()
  return rows.map(({ cid }) => cid)
}

/** Unpinned content that nobody has begun to store since `before`. */
const heldForNobody = (read: Read, before: Date) =>
  read
    .selectFrom('storage.held as held')
    .select('held.cid')
    .where('held.since', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage.pin as pin')
            .select('pin.cid')
            .whereRef('pin.cid', '=', 'held.cid')
            // The node may hold content already while it is still being fetched.
            .where('pin.status', '<>', 'failed'),
        ),
      ),
    )
    .where(({ not, exists }) => not(exists(inFolder(read))))

export const cidsToUnpin = async (read: Read, before: Date, limit: number): Promise<string[]> => {
  const rows = await heldForNobody(read, before).limit(limit).execute()
  return rows.map(({ cid }) => cid)
}

/**
 * Begins to unpin the content, unless it is held again or another process is unpinning it; returns whether it began.
 */
export async function beginUnpinning(
  trx: Trx,
  cid: string,
  { before, now, until }: { before: Date; now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('storage.held')
    .set({ letting_go_until: until })
    .where('cid', 'in', heldForNobody(trx, before).where('held.cid', '=', cid))
    // Repeated here: if another change has updated the row meanwhile, PostgreSQL checks the conditions on this row
    // again, and no others.
    .where('since', '<', before)
    .where(({ eb, or }) => or([eb('letting_go_until', 'is', null), eb('letting_go_until', '<=', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the unpinning. The node no longer holds the content, or still does because it could not be reached. */
export async function endUnpinning(trx: Trx, cid: string, until: Date, isGone: boolean): Promise<void> {
  if (isGone)
    await trx.deleteFrom('storage.held').where('cid', '=', cid).where('letting_go_until', '=', until).execute()
  else
    await trx
      .updateTable('storage.held')
      .set({ letting_go_until: null })
      .where('cid', '=', cid)
      .where('letting_go_until', '=', until)
      .execute()
}

/** Lets the node unpin the files of a folder with the next collection, unless something else names them by then. */
export async function releaseHeld(trx: Trx, folder: string): Promise<void> {
  await trx
    .updateTable('storage.held')
    .set({ since: RELEASED })
    .where('cid', 'in', (from) => from.selectFrom('storage.folder_file').select('cid').where('folder', '=', folder))
    .execute()
}
