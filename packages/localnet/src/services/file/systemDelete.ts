import { define } from '../../definition.ts'
import { int64 } from '../../int64.ts'
import { require } from '../../refusal.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { checkMutable, existingFile, usableFile } from './files.ts'
import { checkSystemTarget } from './systemFiles.ts'

/** SystemDelete: the system takes a file away, with its contents, until it is undeleted or expires. */
export const systemDelete = define('systemDelete', {
  type: 20,
  name: 'SYSTEMDELETE',

  precheck: ({ fileID, contractID }) => {
    require(contractID == null, 'NOT_SUPPORTED')
    require(fileID != null, 'INVALID_FILE_ID')
  },

  signers({ fileID }, { state, payer }) {
    checkSystemTarget('delete', payer, fileID)
    existingFile(state, fileID)
    return []
  },

  handle({ fileID, expirationTime }, handling) {
    const { state, now } = handling
    const file = usableFile(state, fileID)
    checkMutable(file)
    const expiry = expirationTime ? int64(expirationTime.seconds) : file.expiry
    if (expiry <= now / NANOS_PER_SECOND) state.files.remove(file.num)
    else state.files.put(file.num, { ...file, deleted: true, expiry, expiryBefore: file.expiry })
    handling.entity = file.num
  },
})
