import { check } from '#protocol/status-error.ts'
import { isSystemEntity } from '#services/validation.ts'
import { define } from '#transaction/definition.ts'
import { checkMutable, existingFile, rulesOf, usableFile } from './files.ts'

/** FileDelete: one of the file's keys is enough. The contents are dropped, the file number is not reused. */
export const deleteFile = define('fileDelete', {
  type: 18,
  name: 'FILEDELETE',
  price: { functionality: 'FileDelete', base: 69_000_000n },

  precheck: ({ fileID }) => check(fileID != null, 'INVALID_FILE_ID'),

  signers({ fileID }, { state }) {
    const file = existingFile(state, fileID)
    check(!isSystemEntity(file.num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
    const keys = rulesOf(file.keys)
    return keys.length > 0 ? [{ kind: 'threshold', threshold: 1, keys }] : []
  },

  handle({ fileID }, context) {
    const { state } = context
    checkMutable(existingFile(state, fileID))
    const file = usableFile(state, fileID)
    state.files.put(file.num, { ...file, contents: Buffer.alloc(0), deleted: true })
    context.entity = file.num
  },
})
