import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { isSystemEntity } from '../validation.ts'
import { checkMutable, existingFile, rulesOf, usableFile } from './files.ts'

/** FileDelete: one of the file's keys is enough; its contents are gone, its number stays taken. */
export const deleteFile = define('fileDelete', {
  type: 18,
  name: 'FILEDELETE',

  precheck: ({ fileID }) => require(fileID != null, 'INVALID_FILE_ID'),

  signers({ fileID }, { state }) {
    const file = existingFile(state, fileID)
    require(!isSystemEntity(file.num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
    const keys = rulesOf(file.keys)
    return keys.length > 0 ? [{ kind: 'threshold', threshold: 1, keys }] : []
  },

  handle({ fileID }, handling) {
    const { state } = handling
    checkMutable(existingFile(state, fileID))
    const file = usableFile(state, fileID)
    state.files.put(file.num, { ...file, contents: Buffer.alloc(0), deleted: true })
    handling.entity = file.num
  },
})
