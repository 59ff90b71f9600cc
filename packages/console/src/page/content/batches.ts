/** Which files of a folder are sent, and in which batches. */
import type { FileAt } from './chosen.ts'

/** The node stores files in batches of this size, so more in one request would be lost together in a break. */
const BATCH_BYTES = 16 * 1024 ** 2
const BATCH_FILES = 1_000
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
export function* batchesOf(files: readonly FileAt[]): Generator<FileAt[]> {
  let batch: FileAt[] = []
  let size = 0
  for (const one of files) {
    if (batch.length > 0 && (batch.length === BATCH_FILES || size + one.size > BATCH_BYTES)) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(one)
    size += one.size
  }
  if (batch.length > 0) yield batch
}

export const sizeOf = (files: readonly FileAt[]): number => files.reduce((sum, { size }) => sum + size, 0)
