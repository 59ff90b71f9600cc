import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { int64 } from '../../int64.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import type { File } from '../../state/entities.ts'
import { isAutoRenewPeriod, isSystemEntity } from '../validation.ts'
import { checkMutable, checkSize, existingFile, keyList, rulesOf, usableFile } from './files.ts'
import { mayChange } from './systemFiles.ts'

type Body = proto.IFileUpdateTransactionBody

/** FileUpdate: what is absent, and empty contents, stay as they are. The expiry is moved ahead by anybody. */
export const updateFile = define('fileUpdate', {
  type: 19,
  name: 'FILEUPDATE',

  precheck: ({ fileID }) => require(fileID != null, 'INVALID_FILE_ID'),

  signers(body, { state, payer }) {
    const file = existingFile(state, body.fileID)
    if (isSystemEntity(file.num)) require(mayChange(payer, file.num), 'AUTHORIZATION_FAILED')
    if (isSystemEntity(file.num) || !changesMoreThanExpiry(body)) return []
    return [...rulesOf(file.keys), ...(body.keys ? rulesOf(keyList(body.keys)) : [])]
  },

  handle(body, handling) {
    const file = usableFile(handling.state, body.fileID)
    if (changesMoreThanExpiry(body)) checkMutable(file)
    if (body.memo) checkMemo(body.memo.value ?? '')
    checkSize(body.contents ?? new Uint8Array())
    handling.state.files.put(file.num, { ...file, ...changesOf(body, file, handling) })
    handling.entity = file.num
  },
})

function changesMoreThanExpiry({ keys, contents, memo }: Body): boolean {
  return keys != null || memo != null || (contents?.length ?? 0) > 0
}

function changesOf(body: Body, file: File, handling: Handling): Partial<File> {
  return {
    expiry: expiryOf(body, file, handling),
    ...(body.keys ? { keys: keyList(body.keys) } : {}),
    ...(body.memo ? { memo: body.memo.value ?? '' } : {}),
    ...(body.contents?.length ? { contents: Buffer.from(body.contents) } : {}),
  }
}

/** An expiry is as far from the transaction's valid start as a renewal period, and is never moved back. */
function expiryOf({ expirationTime }: Body, file: File, { transaction }: Handling): bigint {
  if (!expirationTime) return file.expiry
  const expiry = int64(expirationTime.seconds)
  const start = int64(transaction.transactionID?.transactionValidStart?.seconds)
  require(isAutoRenewPeriod(expiry - start), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  return expiry > file.expiry ? expiry : file.expiry
}
