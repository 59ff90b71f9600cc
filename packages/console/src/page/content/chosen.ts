/** What people choose or drop: files, and folders with the paths of their files. */
import { QuorateError } from '@quorate/client'

/** A file with its path below what was chosen, such as `minutes/2026/may.md`. */
export interface FileAt {
  path: string
  file: File
}

export interface ChosenFolder {
  kind: 'folder'
  name: string
  /** With their paths in the folder. */
  files: readonly FileAt[]
}
/** A file is stored as it is; an archive (CAR) is imported. */
export type Chosen = { kind: 'file' | 'archive'; name: string; file: File } | ChosenFolder

/** More single files than these are stored as one folder, since each would be a pin of its own. */
export const MOST_SINGLE_FILES = 100
/** As many as one folder may have. */
export const MOST_FILES = 100_000
const MOST_LEVELS = 64

/** Makes a folder of all files below the same first name. Single files stay single unless they are many. */
export function chosenIn(found: readonly FileAt[], name: string): Chosen[] {
  const folders = new Map<string, FileAt[]>()
  const single: FileAt[] = []
  for (const { path, file } of found) {
    const end = path.indexOf('/')
    if (end < 0) {
      single.push({ path, file })
      continue
    }
    const folder = path.slice(0, end)
    const files = folders.get(folder) ?? []
    folders.set(folder, files)
    files.push({ path: path.slice(end + 1), file })
  }
  const chosen: Chosen[] = [...folders].map(([name, files]) => ({ kind: 'folder', name, files }))
  return single.length > MOST_SINGLE_FILES
    ? [...chosen, { kind: 'folder', name, files: single }]
    : [...chosen, ...single.map(({ file }) => ({ kind: 'file' as const, name: file.name, file }))]
}

/** The files of an input element; those of a folder have their paths. */
export const filesOf = (files: Iterable<File>): FileAt[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))

/**
 * Reads what was dropped, with everything in its folders. Must be called in the event itself, because the items are
 * gone afterwards.
 *
 * @throws QuorateError `FOLDER_TOO_LARGE`
 */
export async function filesDropped({ items, files }: DataTransfer): Promise<FileAt[]> {
  const entries = Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  if (entries.every((entry) => entry === null)) return filesOf(files)
  const found: FileAt[] = []
  for (const entry of entries) if (entry) await addFiles(entry, entry.name, found)
  return found
}

async function addFiles(entry: FileSystemEntry, path: string, found: FileAt[], level = 0): Promise<void> {
  if (found.length >= MOST_FILES || level > MOST_LEVELS)
    throw new QuorateError({ code: 'FOLDER_TOO_LARGE', message: `A folder may have ${MOST_FILES} files` })
  if (entry.isFile) {
    found.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A browser gives about 100 entries at a time, and none at the end.
  for (let page = await pageOf(reader); page.length > 0; page = await pageOf(reader))
    for (const below of page) await addFiles(below, `${path}/${below.name}`, found, level + 1)
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))
const pageOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject))
