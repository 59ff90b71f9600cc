/** Uploads of folders and their files. */
import { type Selectable, sql } from 'kysely'
import type { PinOwner } from '../model/owner.ts'
import type { Read, Tables, Trx } from './tables.ts'

export type Folder = Selectable<Tables['storage.folder']>
export type FolderFile = Selectable<Tables['storage.folder_file']>
export type ListedFile = Omit<FolderFile, 'folder' | 'blocks' | 'is_held'>
export type NewFile = Omit<FolderFile, 'folder'>
export type BatchFile = Omit<NewFile, 'node' | 'is_held'>

const folderOf = (read: Read, { chain, owner }: PinOwner, id: string) =>
  read
    .selectFrom('storage.folder')
    .selectAll()
    .where('id', '=', id)
    .where('chain', '=', chain)
    .where('owner', '=', owner)

export const findFolder = (read: Read, owner: PinOwner, id: string): Promise<Folder | undefined> =>
  folderOf(read, owner, id).executeTakeFirst()

/**
 * The folder, with a row lock until the database transaction ends, so that only one request at a time changes its
 * files.
 */
export const lockFolder = (trx: Trx, owner: PinOwner, id: string): Promise<Folder | undefined> =>
  folderOf(trx, owner, id).forUpdate().executeTakeFirst()

/** A wallet's folders, newest first. There are few: {@link limits} bounds the open and the finished ones. */
export const foldersOf = (read: Read, { chain, owner }: PinOwner): Promise<Folder[]> =>
  read
    .selectFrom('storage.folder')
    .selectAll()
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/**
 * Takes a lock until the database transaction ends, so that concurrent requests of a wallet count each other's folders.
 */
export async function lockFolders(trx: Trx, { chain, owner }: PinOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage folders ${chain} ${owner}`}, 0))`.execute(trx)
}

export async function countOpenFolders(read: Read, { chain, owner }: PinOwner): Promise<number> {
  const { count } = await read
    .selectFrom('storage.folder')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertFolder = (
  trx: Trx,
  folder: PinOwner & Pick<Folder, 'name' | 'created_at' | 'expires_at'>,
): Promise<Folder> =>
  trx
    .insertInto('storage.folder')
    .values({ ...folder, cid: null })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the finished folders of a wallet except its newest ones. */
export async function forgetFinishedFolders(trx: Trx, { chain, owner }: PinOwner, newest: number): Promise<void> {
  await trx
    .deleteFrom('storage.folder')
    .where('id', 'in', (from) =>
      from
        .selectFrom('storage.folder')
        .select('id')
        .where('chain', '=', chain)
        .where('owner', '=', owner)
        .where('cid', 'is not', null)
        .orderBy('created_at', 'desc')
        .offset(newest),
    )
    .execute()
}

/** Changes the folder's sums. */
export async function addToFolder(
  trx: Trx,
  id: string,
  more: { files: number; size: bigint; bytes: bigint; blocks: bigint; expires_at: Date },
): Promise<Folder> {
  return trx
    .updateTable('storage.folder')
    .set(({ eb }) => ({
      files: eb('files', '+', more.files),
      size: eb('size', '+', more.size),
      bytes: eb('bytes', '+', more.bytes),
      blocks: eb('blocks', '+', more.blocks),
      revision: eb('revision', '+', 1n),
      expires_at: more.expires_at,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets the identifier of a finished folder, and deletes the records of its files. */
export async function finishFolder(trx: Trx, id: string, cid: string): Promise<void> {
  await trx.updateTable('storage.folder').set({ cid }).where('id', '=', id).execute()
  await trx.deleteFrom('storage.folder_file').where('folder', '=', id).execute()
}

export async function deleteFolder(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('storage.folder_file').where('folder', '=', id).execute()
  await trx.deleteFrom('storage.folder').where('id', '=', id).execute()
}

/** The files that the folder already has at these paths. */
export const filesAt = (read: Read, folder: string, paths: readonly string[]): Promise<FolderFile[]> =>
  read
    .selectFrom('storage.folder_file')
    .selectAll()
    .where('folder', '=', folder)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()

/**
 * Adds files at paths where the folder has none. (Replacing rows would take a third longer.)
 *
 * @param stored The values that all of these files share.
 */
export async function putFiles(
  trx: Trx,
  folder: string,
  files: readonly BatchFile[],
  stored: Pick<NewFile, 'node' | 'is_held'>,
): Promise<void> {
  // One parameter for each column: parsing thousands of parameters would take longer than writing the rows.
  const all = <Value>(of: (file: BatchFile) => Value): Value[] => files.map(of)
  const given = sql<BatchFile>`unnest(
    ${all(({ path }) => path)}::text[], ${all(({ cid }) => cid)}::text[], ${all(({ size }) => size)}::int8[],
    ${all(({ total }) => total)}::int8[], ${all(({ bytes }) => bytes)}::int8[], ${all(({ blocks }) => blocks)}::int8[]
  )`.as<'given'>(sql`given (path, cid, size, total, bytes, blocks)`)
  await trx
    .insertInto('storage.folder_file')
    .columns(['path', 'cid', 'size', 'total', 'bytes', 'blocks', 'folder', 'node', 'is_held'])
    .expression(
      trx
        .selectFrom(given)
        .select(['path', 'cid', 'size', 'total', 'bytes', 'blocks'])
        .select([sql<string>`${folder}::uuid`.as('folder'), sql<string | null>`${stored.node}::text`.as('node')])
        .select(sql<boolean>`${stored.is_held}::bool`.as('is_held')),
    )
    .execute()
}

/** Removes the files at these paths. */
export async function removeFiles(trx: Trx, folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await trx
    .deleteFrom('storage.folder_file')
    .where('folder', '=', folder)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .execute()
}

/** A file of the folder that lies below one of these paths, as if it were a folder; undefined if there is none. */
export async function fileBelow(trx: Trx, folder: string, paths: readonly string[]): Promise<string | undefined> {
  // In the collation C, the character after the slash ends the range. Each path is looked up in the index separately: a
  // plain join would compare all paths with all files.
  const { rows } = await sql<{ path: string }>`
    select below.path from unnest(${paths}::text[]) as given (path)
    cross join lateral (
      select path from storage.folder_file as file
      where file.folder = ${folder} and file.path > given.path || '/' and file.path < given.path || '0'
      order by file.path limit 1
    ) as below
    limit 1`.execute(trx)
  return rows[0]?.path
}

/** The page after `after` of the folder's files, in the order of their paths' bytes. */
export const filesAfter = (read: Read, folder: string, after: string, limit: number): Promise<ListedFile[]> =>
  read
    .selectFrom('storage.folder_file')
    .select(['path', 'cid', 'size', 'total', 'bytes', 'node'])
    .where('folder', '=', folder)
    .where('path', '>', after)
    .orderBy('path')
    .limit(limit)
    .execute()

/** The page after `after` of the files of all open folders: their blocks are kept although nobody pins them. */
export async function allFilesAfter(
  read: Read,
  after: Pick<FolderFile, 'folder' | 'path'> | undefined,
  limit: number,
): Promise<Pick<FolderFile, 'folder' | 'path' | 'cid'>[]> {
  let query = read
    .selectFrom('storage.folder_file')
    .select(['folder', 'path', 'cid'])
    .orderBy('folder')
    .orderBy('path')
    .limit(limit)
  if (after) query = query.where(sql<boolean>`(folder, path) > (${after.folder}::uuid, ${after.path})`)
  return query.execute()
}

/** Releases the blocks of all files of a folder: they count for its owner until they are removed. */
export async function releaseFiles(trx: Trx, { id, chain, owner }: Folder): Promise<void> {
  await trx
    .insertInto('storage.release')
    .columns(['chain', 'owner', 'cid', 'bytes'])
    .expression(
      trx
        .selectFrom('storage.folder_file')
        .select([sql<string>`${chain}::text`.as('chain'), sql<string>`${owner}::text`.as('owner')])
        .select(['cid', 'bytes'])
        .where('folder', '=', id),
    )
    .execute()
}
