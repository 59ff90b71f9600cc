/**
 * Splits the files of a folder into batches, one for each request, in the given order. A batch has at most `most.files`
 * files and `most.bytes` bytes; a larger file is alone in its batch.
 */
export function* batchesOf<File extends { size: number }>(
  files: readonly File[],
  most: { files: number; bytes: number },
): Generator<File[]> {
  let batch: File[] = []
  let bytes = 0
  for (const file of files) {
    if (batch.length > 0 && (batch.length >= most.files || bytes + file.size > most.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.size
  }
  if (batch.length > 0) yield batch
}
