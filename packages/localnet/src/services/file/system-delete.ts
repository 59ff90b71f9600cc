import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { define, type Reading } from '#transaction/definition.ts'
import { checkMutable, existingFile, usableFile } from './files.ts'
import { checkSystemTarget } from './system-files.ts'

type Body = proto.ISystemDeleteTransactionBody & proto.ISystemUndeleteTransactionBody

const bySystemAccount = (change: 'delete' | 'undelete') => ({
  precheck({ fileID, contractID }: Body) {
    check(contractID == null, 'NOT_SUPPORTED')
    check(fileID != null, 'INVALID_FILE_ID')
  },

  signers({ fileID }: Body, { state, payer }: Reading) {
    checkSystemTarget(change, payer, fileID)
    existingFile(state, fileID)
    return []
  },
})

/** SystemDelete: a system account removes a file with its contents, until it is undeleted or expires. */
export const systemDelete = define('systemDelete', {
  type: 20,
  name: 'SYSTEMDELETE',
  ...bySystemAccount('delete'),

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

/** SystemUndelete: restores a file that SystemDelete removed, unless it has expired since. */
export const systemUndelete = define('systemUndelete', {
  type: 21,
  name: 'SYSTEMUNDELETE',
  ...bySystemAccount('undelete'),

  handle({ fileID }, context) {
    const { state, now } = context
    const file = existingFile(state, fileID)
    checkMutable(file)
    if (file.expiry <= now / NANOS_PER_SECOND) state.files.remove(file.num)
    else state.files.put(file.num, { ...file, deleted: false, expiry: file.expiryBefore ?? 0n, expiryBefore: null })
    context.entity = file.num
  },
})
