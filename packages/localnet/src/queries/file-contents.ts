import { fileId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { existingFile } from '#services/file/files.ts'
import { defineQuery } from './query-definition.ts'
import { contentsOf } from './system-file-contents.ts'

/** FileGetContents: a deleted file has no contents. */
export const fileContents = defineQuery('fileGetContents', {
  response: 'fileGetContents',
  isPaid: true,
  answer({ fileID }, { state, addresses }) {
    check(fileID != null, 'INVALID_FILE_ID')
    const file = existingFile(state, fileID)
    return { fileContents: { fileID: fileId(file.num), contents: contentsOf(file, addresses) } }
  },
})
