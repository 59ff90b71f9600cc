import { fileId } from '../ids.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { existingFile } from '../services/file/files.ts'
import { contentsOf } from '../services/file/systemFiles.ts'

/** FileGetContents: nothing of a deleted file. */
export const fileContents = defineQuery('fileGetContents', {
  response: 'fileGetContents',
  isPaid: true,
  answer({ fileID }, { state, address }) {
    require(fileID != null, 'INVALID_FILE_ID')
    const file = existingFile(state, fileID)
    return { fileContents: { fileID: fileId(file.num), contents: contentsOf(file, address) } }
  },
})
