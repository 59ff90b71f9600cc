import { toLong } from '#protocol/encoding/int64.ts'
import { fileId } from '#protocol/ids.ts'
import { keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import { existingFile } from '#services/file/files.ts'
import { defineQuery } from './query-definition.ts'
import { contentsOf } from './system-file-contents.ts'

/** FileGetInfo: a deleted file is answered, too (`FileGetInfoHandler`). */
export const fileInfo = defineQuery('fileGetInfo', {
  response: 'fileGetInfo',
  isPaid: true,
  answer({ fileID }, { state, addresses }) {
    check(fileID != null, 'INVALID_FILE_ID')
    const file = existingFile(state, fileID)
    const fileInfo = {
      fileID: fileId(file.num),
      size: toLong(BigInt(contentsOf(file, addresses).length)),
      expirationTime: toTimestamp(file.expiry * NANOS_PER_SECOND),
      deleted: file.deleted,
      keys: keyToProto(file.keys).keyList ?? null,
      memo: file.memo,
      ledgerId: LEDGER_ID,
    }
    return { fileInfo }
  },
})
