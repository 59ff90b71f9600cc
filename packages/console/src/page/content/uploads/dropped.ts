/** The files that a browser gives when people choose or drop them. */
import { QuorateError } from '@quorate/client'
import { type FileAt, MOST_FILES } from './chosen.ts'

const MOST_LEVELS = 64
type Found = Pick<FileAt, 'path' | 'file'>

/** The files of an input element; those of a folder have their paths. */
export const filesOf = (files: Iterable<File>): Promise<FileAt[]> =>
  measured(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })))

/** How long the page may be busy before it gets a turn, in milliseconds. */
const TURN_MS = 30

/** Reads the sizes of files. Thousands of files take seconds, so it regularly yields to the page. */
async function measured(files: readonly Found[]): Promise<FileAt[]> {
  const found: FileAt[] = []
  let since = performance.now()
  for (const { path, file } of files) {
    found.push({ path, file, size: file.size, lastModified: file.lastModified })
    if (performance.now() - since < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  return found
}

/**
 * Reads what was dropped, with everything in its folders. Must be called in the event itself, because the items are
 * gone afterwards.
 *
 * @throws QuorateError `FOLDER_TOO_LARGE`
 */
export async function filesDropped({ items, files }: DataTransfer): Promise<FileAt[]> {
  const entries = Array.from(items, (item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
  if (entries.every((entry) => entry === null)) return filesOf(files)
  const found: Found[] = []
  for (const entry of entries) if (entry) await addFiles(entry, entry.name, found)
  return measured(found)
}

async function addFiles(entry: FileSystemEntry, path: string, found: Found[], level = 0): Promise<void> {
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
