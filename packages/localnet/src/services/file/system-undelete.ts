import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { define } from '#transaction/definition.ts'
import { checkMutable, existingFile } from './files.ts'
import { checkSystemTarget } from './system-files.ts'

/** SystemUndelete: restores a file that SystemDelete removed, unless it has expired since. */
export const systemUndelete = define('systemUndelete', {
  type: 21,
  name: 'SYSTEMUNDELETE',

  precheck: ({ fileID, contractID }) => {
    check(contractID == null, 'NOT_SUPPORTED')
    check(fileID != null, 'INVALID_FILE_ID')
  },

  signers({ fileID }, { state, payer }) {
    checkSystemTarget('undelete', payer, fileID)
    existingFile(state, fileID)
    return []
  },

  handle({ fileID }, context) {
    const { state, now } = context
    const file = existingFile(state, fileID)
    checkMutable(file)
    if (file.expiry <= now / NANOS_PER_SECOND) state.files.remove(file.num)
    else state.files.put(file.num, { ...file, deleted: false, expiry: file.expiryBefore ?? 0n, expiryBefore: null })
    context.entity = file.num
  },
})
