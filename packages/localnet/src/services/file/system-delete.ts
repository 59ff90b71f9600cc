import { int64 } from '#protocol/int64.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { define } from '#transaction/definition.ts'
import { checkMutable, existingFile, usableFile } from './files.ts'
import { checkSystemTarget } from './system-files.ts'

/** SystemDelete: a system account removes a file with its contents, until it is undeleted or expires. */
export const systemDelete = define('systemDelete', {
  type: 20,
  name: 'SYSTEMDELETE',

  precheck: ({ fileID, contractID }) => {
    check(contractID == null, 'NOT_SUPPORTED')
    check(fileID != null, 'INVALID_FILE_ID')
  },

  signers({ fileID }, { state, payer }) {
    checkSystemTarget('delete', payer, fileID)
    existingFile(state, fileID)
    return []
  },

  handle({ fileID, expirationTime }, context) {
    const { state, now } = context
    const file = usableFile(state, fileID)
    checkMutable(file)
    const expiry = expirationTime ? int64(expirationTime.seconds) : file.expiry
    if (expiry <= now / NANOS_PER_SECOND) state.files.remove(file.num)
    else state.files.put(file.num, { ...file, deleted: true, expiry, expiryBefore: file.expiry })
    context.entity = file.num
  },
})
