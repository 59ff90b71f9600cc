/** Selects the files of a folder that must be sent, and divides them into batches. */
import { batchesOf as cut } from '@quorate/client'
import type { FileAt } from './chosen.ts'

/** The maximum of one request. If it is interrupted, all of its files may have to be sent again. */
const BATCH = { files: 1_000, bytes: 16 * 1024 ** 2 }

/**
 * The files that have not arrived. A file counts as arrived if it has the same size and was not changed since the
 * upload began. Returns undefined if files have arrived that are not in the folder.
 *
 * @param since When the upload began, by this browser's clock, in milliseconds
 */
export function missingIn(
  files: readonly FileAt[],
  arrived: readonly { path: string; size: number }[],
  since: number,
): FileAt[] | undefined {
  const sizes = new Map(arrived.map(({ path, size }) => [path, size]))
  const missing = files.filter(({ path, size, lastModified }) => sizes.get(path) !== size || lastModified >= since)
  const paths = new Set(files.map(({ path }) => path))
  return arrived.every(({ path }) => paths.has(path)) ? missing : undefined
}

/** Batches of at most 1,000 files and 16 MiB. A larger file is alone in its batch. */
export const batchesOf = (files: readonly FileAt[]): Generator<FileAt[]> => cut(files, BATCH)

export const sizeOf = (files: readonly FileAt[]): number => files.reduce((sum, { size }) => sum + size, 0)
