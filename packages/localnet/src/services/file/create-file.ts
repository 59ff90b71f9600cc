import { fileId } from '#protocol/ids.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { expirySeconds } from '#services/validation.ts'
import { define } from '#transaction/definition.ts'
import { ENTITIES } from '#transaction/high-volume.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkSize, keyList, rulesOf } from './files.ts'

/** FileCreate: every key of the file must sign. */
export const createFile = define('fileCreate', {
  type: 17,
  name: 'FILECREATE',
  price: {
    functionality: 'FileCreate',
    highVolume: { opsPerSec: 10_000, curve: ENTITIES },
    base: 499_000_000n,
    extras: ({ keys, contents }) => [
      ['KEYS', keysIn(...(keys?.keys ?? [])), 1],
      ['STATE_BYTES', contents?.length ?? 0, 1000],
    ],
  },

  precheck: ({ expirationTime }) => check(expirationTime != null, 'INVALID_EXPIRATION_TIME'),

  signers: ({ keys }) => rulesOf(keyList(keys)),

  handle({ keys, contents, memo, expirationTime }, context) {
    const { state, now, receipt } = context
    const expiry = expirySeconds(expirationTime ?? {}, now, 'AUTORENEW_DURATION_NOT_IN_RANGE')
    checkMemo(memo ?? '')
    checkSize(contents ?? new Uint8Array())
    const num = state.newEntity()
    const file = { num, keys: keyList(keys), contents: Buffer.from(contents ?? []), memo: memo ?? '', expiry }
    state.files.put(num, { ...file, expiryBefore: null, deleted: false, createdAt: now })
    receipt.fileID = fileId(num)
    context.entity = num
  },
})
