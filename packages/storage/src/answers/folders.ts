import { namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Folder, FolderFile } from '../store/folders.ts'

/** An upload of a folder. */
export const FolderOut = namedSchema(
  'Folder',
  Type.Object({
    id: Type.String({ description: 'the id of this upload' }),
    name: Type.Optional(Type.String({ description: 'the name that the pin gets' })),
    status: Type.Enum(['open', 'finished']),
    files: Type.Integer({ description: 'how many files have arrived' }),
    size: Type.Integer({ description: 'bytes of their content' }),
    cid: Type.Optional(Type.String({ description: 'the identifier of the directory, once it is finished' })),
    createdAt: Type.String({ description: 'when the upload was opened, ISO 8601' }),
    expiresAt: Type.String({
      description: 'when the upload is deleted, with its files if it is not finished. Each file moves it forward',
    }),
  }),
)

/** An upload of a folder that its owner has just deleted. */
export const DeletedFolder = Type.Object({
  ...Type.Omit(FolderOut, ['status']).properties,
  status: Type.Literal('deleted'),
})

/** A finished folder. */
export const FinishedFolder = namedSchema(
  'FinishedFolder',
  Type.Object({
    cid: Type.String({ description: 'the identifier of the directory' }),
    size: Type.Integer({ description: "bytes of the files' content" }),
    files: Type.Integer({ description: 'how many files it has' }),
  }),
)

/** A file that is stored for a folder. */
export const FolderFileOut = namedSchema(
  'FolderFile',
  Type.Object({
    path: Type.String({ description: 'the path in the folder' }),
    cid: Type.String({ description: 'the content identifier' }),
    size: Type.Integer({ description: 'bytes' }),
  }),
)

export function folderOut(folder: Folder): Static<typeof FolderOut> {
  const { id, name, cid, files, size } = folder
  return {
    id,
    ...(name === null ? {} : { name }),
    status: cid === null ? 'open' : 'finished',
    files,
    size: Number(size),
    ...(cid === null ? {} : { cid }),
    createdAt: folder.created_at.toISOString(),
    expiresAt: folder.expires_at.toISOString(),
  }
}

export const deletedFolder = (folder: Folder): Static<typeof DeletedFolder> => ({
  ...folderOut(folder),
  status: 'deleted',
})

type FileRow = Pick<FolderFile, 'path' | 'cid' | 'size'>

export const folderFileOut = ({ path, cid, size }: FileRow): Static<typeof FolderFileOut> => ({
  path,
  cid,
  size: Number(size),
})
