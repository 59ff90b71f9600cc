/** Files. No mirror shows them, so only the ledger can say whether a file exists and whose keys it has. */
import {
  FileAppendTransaction,
  FileCreateTransaction,
  FileDeleteTransaction,
  FileUpdateTransaction,
  Timestamp,
} from '@hiero-ledger/sdk'
import { AccountId } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { exact, Memo } from '../fields.ts'
import { defineOperation } from '../operation.ts'

const FilePath = Type.Object({ file: AccountId })
const Contents = Type.String({ pattern: '^0x([0-9a-f]{2})+$', description: 'bytes in hex, with 0x' })
const OwnKey = Type.Optional(Type.Boolean({ description: 'whether the key of the sender may change it' }))
const Time = Type.String({ description: 'ISO 8601, or seconds.nanoseconds' })

const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')

function timestampOf(time: string): Timestamp {
  if (/[TZ]/.test(time)) return Timestamp.fromDate(new Date(time))
  const [seconds, nanos = ''] = time.split('.')
  return new Timestamp(Number(seconds), Number(nanos.padEnd(9, '0')))
}

export const createFile = defineOperation({
  name: 'create/file',
  method: 'POST',
  path: '/files',
  tag: 'files',
  summary: 'Create a file',
  params: Type.Object({}),
  body: Type.Object(
    { contents: Type.Optional(Contents), memo: Type.Optional(Memo), key: OwnKey, expiresAt: Time },
    exact,
  ),
  async prepare({ body: { contents, memo, key, expiresAt } }, { sender }) {
    const transaction = new FileCreateTransaction().setExpirationTime(timestampOf(expiresAt))
    if (contents !== undefined) transaction.setContents(bytesOf(contents))
    checkMemo(memo)
    if (memo !== undefined) transaction.setFileMemo(memo)
    if (key) transaction.setKeys([keyToSdk(sender.key)])
    return { transaction }
  },
})

export const appendFile = defineOperation({
  name: 'append/file',
  method: 'POST',
  path: '/files/{file}/append',
  tag: 'files',
  summary: 'Append to a file',
  params: FilePath,
  body: Type.Object({ contents: Contents }, exact),
  async prepare({ params: { file }, body: { contents } }) {
    return { transaction: new FileAppendTransaction().setFileId(file).setContents(bytesOf(contents)) }
  },
})

export const updateFile = defineOperation({
  name: 'update/file',
  method: 'PUT',
  path: '/files/{file}',
  tag: 'files',
  summary: 'Change a file',
  params: FilePath,
  body: Type.Object(
    {
      contents: Type.Optional(Contents),
      memo: Type.Optional(Memo),
      key: OwnKey,
      expiresAt: Type.Optional(Time),
    },
    exact,
  ),
  async prepare({ params: { file }, body: { contents, memo, key, expiresAt } }, { sender }) {
    const transaction = new FileUpdateTransaction().setFileId(file)
    if (contents !== undefined) transaction.setContents(bytesOf(contents))
    checkMemo(memo)
    if (memo !== undefined) transaction.setFileMemo(memo)
    if (key) transaction.setKeys([keyToSdk(sender.key)])
    if (expiresAt !== undefined) transaction.setExpirationTime(timestampOf(expiresAt))
    return { transaction }
  },
})

export const deleteFile = defineOperation({
  name: 'delete/file',
  method: 'DELETE',
  path: '/files/{file}',
  tag: 'files',
  summary: 'Delete a file',
  params: FilePath,
  body: Type.Optional(Type.Object({}, exact)),
  async prepare({ params: { file } }) {
    return { transaction: new FileDeleteTransaction().setFileId(file) }
  },
})
