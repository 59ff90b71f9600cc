import { check } from '#protocol/status-error.ts'
import { isSystemEntity } from '#services/validation.ts'
import { define } from '#transaction/definition.ts'
import { ENTITIES } from '#transaction/high-volume.ts'
import { checkMutable, checkSize, existingFile, rulesOf, usableFile } from './files.ts'
import { mayChange } from './system-files.ts'

/** FileAppend: appends to a file. */
export const appendFile = define('fileAppend', {
  type: 16,
  name: 'FILEAPPEND',
  price: {
    functionality: 'FileAppend',
    highVolume: { opsPerSec: 50_000, curve: ENTITIES },
    base: 499_000_000n,
    extras: ({ contents }) => [['STATE_BYTES', contents?.length ?? 0, 1000]],
  },

  precheck: ({ fileID }) => check(fileID != null, 'INVALID_FILE_ID'),

  signers({ fileID }, { state, payer }) {
    const file = existingFile(state, fileID)
    if (!isSystemEntity(file.num)) return rulesOf(file.keys)
    check(mayChange(payer, file.num), 'AUTHORIZATION_FAILED')
    return []
  },

  handle({ fileID, contents }, context) {
    const { state } = context
    checkMutable(existingFile(state, fileID))
    const file = usableFile(state, fileID)
    const whole = Buffer.concat([file.contents, contents ?? new Uint8Array()])
    checkSize(whole)
    state.files.put(file.num, { ...file, contents: whole })
    context.entity = file.num
  },
})
