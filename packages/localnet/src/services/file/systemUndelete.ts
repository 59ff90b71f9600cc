import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { checkMutable, existingFile } from './files.ts'
import { checkSystemTarget } from './systemFiles.ts'

/** SystemUndelete: gives back a file that the system took away. One that has expired since is gone. */
export const systemUndelete = define('systemUndelete', {
  type: 21,
  name: 'SYSTEMUNDELETE',

  precheck: ({ fileID, contractID }) => {
    require(contractID == null, 'NOT_SUPPORTED')
    require(fileID != null, 'INVALID_FILE_ID')
  },

  signers({ fileID }, { state, payer }) {
    checkSystemTarget('undelete', payer, fileID)
    existingFile(state, fileID)
    return []
  },

  handle({ fileID }, handling) {
    const { state, now } = handling
    const file = existingFile(state, fileID)
    checkMutable(file)
    if (file.expiry <= now / NANOS_PER_SECOND) state.files.remove(file.num)
    else state.files.put(file.num, { ...file, deleted: false, expiry: file.expiryBefore ?? 0n, expiryBefore: null })
    handling.entity = file.num
  },
})
