import { fileId } from '../ids.ts'
import { toLong } from '../int64.ts'
import { keyToProto } from '../keys.ts'
import { LEDGER_ID } from '../nodes.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { usableFile } from '../services/file/files.ts'
import { contentsOf } from '../services/file/systemFiles.ts'
import { NANOS_PER_SECOND, toTimestamp } from '../time.ts'

/** FileGetInfo */
export const fileInfo = defineQuery('fileGetInfo', {
  response: 'fileGetInfo',
  isPaid: true,
  answer({ fileID }, { state, address }) {
    require(fileID != null, 'INVALID_FILE_ID')
    const file = usableFile(state, fileID)
    const fileInfo = {
      fileID: fileId(file.num),
      size: toLong(BigInt(contentsOf(file, address).length)),
      expirationTime: toTimestamp(file.expiry * NANOS_PER_SECOND),
      deleted: file.deleted,
      keys: keyToProto(file.keys).keyList ?? null,
      memo: file.memo,
      ledgerId: LEDGER_ID,
    }
    return { fileInfo }
  },
})
