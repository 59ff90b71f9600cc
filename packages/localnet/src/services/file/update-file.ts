import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { isAutoRenewPeriod, isSystemEntity } from '#services/validation.ts'
import type { File } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkMutable, checkSize, existingFile, keyList, rulesOf, usableFile } from './files.ts'
import { mayChange } from './system-files.ts'

type Body = proto.IFileUpdateTransactionBody

/** FileUpdate: absent fields and empty contents change nothing. Anybody may move the expiry ahead. */
export const updateFile = define('fileUpdate', {
  type: 19,
  name: 'FILEUPDATE',
  price: {
    functionality: 'FileUpdate',
    base: 499_000_000n,
    extras: ({ keys, contents }) => [
      ['KEYS', keysIn(...(keys?.keys ?? [])), 1],
      ['STATE_BYTES', contents?.length ?? 0, 1000],
    ],
  },

  precheck: ({ fileID }) => check(fileID != null, 'INVALID_FILE_ID'),

  signers(body, { state, payer }) {
    const file = existingFile(state, body.fileID)
    if (isSystemEntity(file.num)) check(mayChange(payer, file.num), 'AUTHORIZATION_FAILED')
    if (isSystemEntity(file.num) || !changesMoreThanExpiry(body)) return []
    return [...rulesOf(file.keys), ...(body.keys ? rulesOf(keyList(body.keys)) : [])]
  },

  handle(body, context) {
    const file = usableFile(context.state, body.fileID)
    if (changesMoreThanExpiry(body)) checkMutable(file)
    if (body.memo) checkMemo(body.memo.value ?? '')
    checkSize(body.contents ?? new Uint8Array())
    context.state.files.put(file.num, { ...file, ...changesOf(body, file, context) })
    context.entity = file.num
  },
})

function changesMoreThanExpiry({ keys, contents, memo }: Body): boolean {
  return keys != null || memo != null || (contents?.length ?? 0) > 0
}

function changesOf(body: Body, file: File, context: HandleContext): Partial<File> {
  return {
    expiry: expiryOf(body, file, context),
    ...(body.keys ? { keys: keyList(body.keys) } : {}),
    ...(body.memo ? { memo: body.memo.value ?? '' } : {}),
    ...(body.contents?.length ? { contents: Buffer.from(body.contents) } : {}),
  }
}

/**
 * The new expiry. Its distance from the transaction's valid start must be a valid renewal period. An expiry before the
 * current one is ignored.
 */
function expiryOf({ expirationTime }: Body, file: File, { transaction }: HandleContext): bigint {
  if (!expirationTime) return file.expiry
  const expiry = int64(expirationTime.seconds)
  const start = int64(transaction.transactionID?.transactionValidStart?.seconds)
  check(isAutoRenewPeriod(expiry - start), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  return expiry > file.expiry ? expiry : file.expiry
}
