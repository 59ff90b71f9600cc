/** Snapshots of tokens' holders. */
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type SnapshotRow = Selectable<Tables['node.snapshot']>

export const snapshot = (read: Reads, id: string): Promise<SnapshotRow | undefined> =>
  read.selectFrom('node.snapshot').selectAll().where('id', '=', id).executeTakeFirst()

export const insertSnapshot = (
  trx: Writes,
  begun: Pick<SnapshotRow, 'id' | 'chain' | 'token' | 'sender' | 'created_at'>,
) =>
  trx
    .insertInto('node.snapshot')
    .values({ ...begun, status: 'PENDING', holders: 0, at: null, files: null, error: null, finished_at: null })
    .execute()

/** `files` is JSON text. */
export async function updateSnapshot(
  trx: Writes,
  id: string,
  values: Omit<Updateable<Tables['node.snapshot']>, 'files'> & { files?: string },
): Promise<void> {
  await trx
    .updateTable('node.snapshot')
    .set(values as object)
    .where('id', '=', id)
    .execute()
}

export const deleteSnapshot = (trx: Writes, id: string) =>
  trx.deleteFrom('node.snapshot').where('id', '=', id).returning(['chain', 'sender']).executeTakeFirst()

/** A sender's snapshots, oldest first. */
export const snapshotsOf = (read: Reads, chain: string, sender: string) =>
  read
    .selectFrom('node.snapshot')
    .select(['id', 'token', 'status'])
    .where('chain', '=', chain)
    .where('sender', '=', sender)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The size in bytes of all snapshots' files except those of `except`, and of those files of one sender. */
export async function snapshotBytes(read: Reads, chain: string, sender: string, except: string) {
  const own = sql<bigint>`coalesce(sum(bytes) filter (where chain = ${chain} and sender = ${sender}), 0)::bigint`
  const found = await read
    .selectFrom('node.snapshot')
    .select([own.as('own'), sql<bigint>`coalesce(sum(bytes), 0)::bigint`.as('all')])
    .where('id', '!=', except)
    .executeTakeFirstOrThrow()
  return { own: Number(found.own), all: Number(found.all) }
}
