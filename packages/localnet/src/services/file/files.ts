import type { proto } from '@hiero-ledger/proto'
import { fileNumber } from '#protocol/ids.ts'
import { type Key, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import type { File } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** files.maxSizeKb */
const MAX_BYTES = 1024 * 1024

/** The file, which must exist; it may be deleted. */
export function existingFile(state: State, id: proto.IFileID | null | undefined): File {
  const file = state.files.get(fileNumber(id))
  check(file !== undefined, 'INVALID_FILE_ID')
  return file
}

/** The file, which must exist and not be deleted. */
export function usableFile(state: State, id: proto.IFileID | null | undefined): File {
  const file = existingFile(state, id)
  check(!file.deleted, 'FILE_DELETED')
  return file
}

/** The keys of a list. All of them must sign. */
export function rulesOf({ rule }: Key): readonly KeyRule[] {
  return rule.kind === 'list' ? rule.keys : []
}

export function keyList(keys: proto.IKeyList | null | undefined): Key {
  return keyFromProto({ keyList: keys ?? { keys: [] } })
}

/** Checks that the file has keys: a file without keys is immutable. */
export function checkMutable(file: File): void {
  check(rulesOf(file.keys).length > 0, 'UNAUTHORIZED')
}

export function checkSize(contents: Uint8Array): void {
  check(contents.length <= MAX_BYTES, 'MAX_FILE_SIZE_EXCEEDED')
}
