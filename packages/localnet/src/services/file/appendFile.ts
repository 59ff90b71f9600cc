import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { isSystemEntity } from '../validation.ts'
import { checkMutable, checkSize, existingFile, rulesOf, usableFile } from './files.ts'
import { mayChange } from './systemFiles.ts'

/** FileAppend: adds to the end of a file. */
export const appendFile = define('fileAppend', {
  type: 16,
  name: 'FILEAPPEND',

  precheck: ({ fileID }) => require(fileID != null, 'INVALID_FILE_ID'),

  signers({ fileID }, { state, payer }) {
    const file = existingFile(state, fileID)
    if (!isSystemEntity(file.num)) return rulesOf(file.keys)
    require(mayChange(payer, file.num), 'AUTHORIZATION_FAILED')
    return []
  },

  handle({ fileID, contents }, handling) {
    const { state } = handling
    checkMutable(existingFile(state, fileID))
    const file = usableFile(state, fileID)
    const whole = Buffer.concat([file.contents, contents ?? new Uint8Array()])
    checkSize(whole)
    state.files.put(file.num, { ...file, contents: whole })
    handling.entity = file.num
  },
})
