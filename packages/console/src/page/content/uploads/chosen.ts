/** Files and folders that people choose or drop, with the paths of the files. */

/** A file with its path below what was chosen, with slashes. */
export interface FileAt {
  path: string
  file: File
  /** Kept here, because each read of `file.size` makes the browser ask the drive, while the page waits. */
  size: number
  /** In milliseconds. */
  lastModified: number
}

export interface ChosenFolder {
  kind: 'folder'
  name: string
  /** With their paths in the folder. */
  files: readonly FileAt[]
}
/** A file is stored as it is; an archive (CAR) is imported. */
export type Chosen = { kind: 'file' | 'archive'; name: string; file: File; size: number } | ChosenFolder

/** More single files than these are stored as one folder, since otherwise each would become a separate pin. */
export const MOST_SINGLE_FILES = 100
/** The maximum number of files in a folder. */
export const MOST_FILES = 100_000

/** Makes one folder of all files whose paths begin with the same folder. Too many single files become a folder, too. */
export function chosenIn(found: readonly FileAt[], name: string): Chosen[] {
  const folders = new Map<string, FileAt[]>()
  const single: FileAt[] = []
  for (const one of found) {
    const { path } = one
    const end = path.indexOf('/')
    if (end < 0) {
      single.push(one)
      continue
    }
    const folder = path.slice(0, end)
    const files = folders.get(folder) ?? []
    folders.set(folder, files)
    files.push({ ...one, path: path.slice(end + 1) })
  }
  const chosen: Chosen[] = [...folders].map(([name, files]) => ({ kind: 'folder', name, files }))
  return single.length > MOST_SINGLE_FILES
    ? [...chosen, { kind: 'folder', name, files: single }]
    : [...chosen, ...single.map(({ file, size }) => ({ kind: 'file' as const, name: file.name, file, size }))]
}
