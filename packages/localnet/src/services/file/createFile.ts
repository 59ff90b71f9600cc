import { define } from '../../definition.ts'
import { fileId } from '../../ids.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import { expirySeconds } from '../validation.ts'
import { checkSize, keyList, rulesOf } from './files.ts'

/** FileCreate: every key of the file signs. */
export const createFile = define('fileCreate', {
  type: 17,
  name: 'FILECREATE',

  precheck: ({ expirationTime }) => require(expirationTime != null, 'INVALID_EXPIRATION_TIME'),

  signers: ({ keys }) => rulesOf(keyList(keys)),

  handle({ keys, contents, memo, expirationTime }, handling) {
    const { state, now, receipt } = handling
    const expiry = expirySeconds(expirationTime ?? {}, now, 'AUTORENEW_DURATION_NOT_IN_RANGE')
    checkMemo(memo ?? '')
    checkSize(contents ?? new Uint8Array())
    const num = state.newEntity()
    const file = { num, keys: keyList(keys), contents: Buffer.from(contents ?? []), memo: memo ?? '', expiry }
    state.files.put(num, { ...file, expiryBefore: null, deleted: false, createdAt: now })
    receipt.fileID = fileId(num)
    handling.entity = num
  },
})
