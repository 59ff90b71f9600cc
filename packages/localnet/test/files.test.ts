import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import {
  ExchangeRates,
  FeeSchedules,
  FileAppendTransaction,
  FileContentsQuery,
  FileCreateTransaction,
  FileDeleteTransaction,
  type FileId,
  FileInfoQuery,
  FileUpdateTransaction,
  KeyList,
  NodeAddressBook,
  PrivateKey,
  Timestamp,
} from '@hiero-ledger/sdk'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { clientOf, execute, statusOf, testNetwork } from './support/network.ts'
import { body, RawClient, signerFor } from './support/raw.ts'

const network = await testNetwork({ after })
const { client } = network
const treasury = clientOf(network).setOperator('0.0.2', network.accounts[0]?.privateKey ?? '')
after(() => treasury.close())
const raw = new RawClient(network.grpc)
after(() => raw.close())

const key = PrivateKey.generateED25519()
const inDays = (days: number) => new Timestamp(Math.floor(Date.now() / 1000) + days * 86_400, 0)

async function newFile(contents: string, ...keys: PrivateKey[]): Promise<FileId> {
  const create = new FileCreateTransaction().setKeys(keys.map(({ publicKey }) => publicKey)).setContents(contents)
  const { fileId } = await execute(create, client, ...keys)
  assert.ok(fileId)
  return fileId
}

const textOf = async (fileId: FileId | string) =>
  Buffer.from(await new FileContentsQuery().setFileId(fileId).execute(client)).toString()

test('A file is created, grown in chunks, replaced and deleted', async () => {
  const id = await newFile('begin;', key)
  const more = 'x'.repeat(10_000)
  const append = new FileAppendTransaction().setFileId(id).setContents(more).freezeWith(client)
  await (await append.sign(key)).executeAll(client)
  assert.equal(await textOf(id), `begin;${more}`)
  const update = new FileUpdateTransaction().setFileId(id).setContents('new').setFileMemo('about it')
  await execute(update, client, key)
  const info = await new FileInfoQuery().setFileId(id).execute(client)
  assert.deepEqual([info.size.toNumber(), info.fileMemo, info.isDeleted], [3, 'about it', false])
  await execute(new FileDeleteTransaction().setFileId(id), client, key)
  assert.equal(await textOf(id), '')
  const left = await new FileInfoQuery().setFileId(id).execute(client)
  assert.deepEqual([left.size.toNumber(), left.fileMemo, left.isDeleted], [0, 'about it', true])
  assert.equal(await statusOf(execute(again(id), client, key)), 'FILE_DELETED')
})

const again = (id: FileId) => new FileAppendTransaction().setFileId(id).setContents('more')

test('Creating or changing a file needs signatures of all its keys, deleting it needs one', async () => {
  const other = PrivateKey.generateECDSA()
  const create = () => new FileCreateTransaction().setKeys([key.publicKey, other.publicKey]).setContents('c')
  assert.equal(await statusOf(execute(create(), client, key)), 'INVALID_SIGNATURE')
  const { fileId } = await execute(create(), client, key, other)
  assert.ok(fileId)
  assert.equal(await statusOf(execute(again(fileId), client, other)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(again(fileId), client, key, other)), 'SUCCESS')
  const rotate = () => new FileUpdateTransaction().setFileId(fileId).setKeys([PrivateKey.generateED25519().publicKey])
  assert.equal(await statusOf(execute(rotate(), client, key, other)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(new FileDeleteTransaction().setFileId(fileId), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(new FileDeleteTransaction().setFileId(fileId), client, other)), 'SUCCESS')
})

test('A file without keys never changes', async () => {
  const id = await newFile('for ever')
  assert.equal(await statusOf(execute(again(id), client)), 'UNAUTHORIZED')
  const update = new FileUpdateTransaction().setFileId(id).setContents('x')
  assert.equal(await statusOf(execute(update, client)), 'UNAUTHORIZED')
  const longer = new FileUpdateTransaction().setFileId(id).setExpirationTime(inDays(91))
  assert.equal(await statusOf(execute(longer, client)), 'SUCCESS')
  const abandoned = await newFile('was mine', key)
  await execute(new FileUpdateTransaction().setFileId(abandoned).setKeys(new KeyList()), client, key)
  assert.equal(await statusOf(execute(again(abandoned), client, key)), 'UNAUTHORIZED')
})

test('Faulty file transactions are refused, each with its own code', async () => {
  const create = () => new FileCreateTransaction().setContents('c')
  const cases: [string, () => Promise<unknown>][] = [
    ['MEMO_TOO_LONG', () => execute(create().setFileMemo('m'.repeat(101)), client)],
    ['INVALID_ZERO_BYTE_IN_STRING', () => execute(create().setFileMemo('a\0b'), client)],
    ['AUTORENEW_DURATION_NOT_IN_RANGE', () => execute(create().setExpirationTime(inDays(-1)), client)],
    ['AUTORENEW_DURATION_NOT_IN_RANGE', () => execute(create().setExpirationTime(inDays(100)), client)],
    ['INVALID_FILE_ID', () => execute(new FileAppendTransaction().setFileId('0.0.999999').setContents('x'), client)],
    ['INVALID_FILE_ID', () => execute(new FileUpdateTransaction().setFileId('0.0.999999').setContents('x'), client)],
    ['INVALID_FILE_ID', () => execute(new FileDeleteTransaction().setFileId('0.0.999999'), client)],
    ['INVALID_FILE_ID', () => new FileContentsQuery().setFileId('0.0.999999').execute(client)],
    ['INVALID_FILE_ID', () => new FileInfoQuery().setFileId('0.0.999999').execute(client)],
    ['ENTITY_NOT_ALLOWED_TO_DELETE', () => execute(new FileDeleteTransaction().setFileId('0.0.101'), client)],
    ['AUTHORIZATION_FAILED', () => execute(new FileUpdateTransaction().setFileId('0.0.111').setContents('x'), client)],
  ]
  for (const [code, refused] of cases) assert.equal(await statusOf(refused()), code)
})

test('The address book, the fee schedule and the exchange rates are files', async () => {
  const contents = (id: string) => new FileContentsQuery().setFileId(id).execute(client)
  const book = NodeAddressBook.fromBytes(await contents('0.0.102'))
  const node = book.nodeAddresses[0]
  assert.equal(node?.accountId?.toString(), '0.0.3')
  assert.equal(node?.addresses[0]?.port, Number(network.grpc.split(':')[1]))
  const rates = ExchangeRates.fromBytes(await contents('0.0.112'))
  assert.deepEqual([rates.currentRate.hbars, rates.currentRate.cents], [1, 12])
  const fees = FeeSchedules.fromBytes(await contents('0.0.111'))
  assert.ok((fees.current?.transactionFeeSchedule?.length ?? 0) > 45)
})

test('The treasury changes the files of the network', async () => {
  await execute(new FileUpdateTransaction().setFileId('0.0.121').setContents('first'), treasury)
  await execute(new FileAppendTransaction().setFileId('0.0.121').setContents(', second'), treasury)
  assert.equal(await textOf('0.0.121'), 'first, second')
})

test('System accounts delete a file and restore it', async () => {
  const num = Number((await newFile('kept', key)).num)
  const fileID = { fileNum: toLong(BigInt(num)) }
  const expirationTime = { seconds: toLong(BigInt(Math.floor(Date.now() / 1000) + 1000)) }
  const asSystem = (fields: proto.ITransactionBody) => raw.run(body(fields, 2), [signerFor(2)])
  const refused: [string, proto.ITransactionBody, number][] = [
    ['AUTHORIZATION_FAILED', { systemDelete: { fileID } }, 1022],
    ['AUTHORIZATION_FAILED', { systemUndelete: { fileID } }, 1022],
    ['ENTITY_NOT_ALLOWED_TO_DELETE', { systemDelete: { fileID: { fileNum: toLong(111n) } } }, 2],
    ['INVALID_FILE_ID', { systemDelete: { fileID: { fileNum: toLong(999_999n) } } }, 2],
    ['INVALID_FILE_ID', { systemUndelete: {} }, 2],
    ['NOT_SUPPORTED', { systemDelete: { contractID: { contractNum: toLong(1001n) } } }, 2],
  ]
  for (const [code, fields, payer] of refused)
    assert.equal(await raw.run(body(fields, payer), [signerFor(payer)]), code)
  assert.equal(await asSystem({ systemDelete: { fileID, expirationTime } }), 'SUCCESS')
  assert.equal(await textOf(`0.0.${num}`), '')
  assert.equal(await asSystem({ systemDelete: { fileID, expirationTime } }), 'FILE_DELETED')
  const { json } = await network.mirror('/transactions?transactiontype=systemdelete&result=success')
  assert.equal(json.transactions[0].entity_id, `0.0.${num}`)
  assert.equal(await asSystem({ systemUndelete: { fileID } }), 'SUCCESS')
  assert.equal(await textOf(`0.0.${num}`), 'kept')
  assert.equal(await asSystem({ systemDelete: { fileID, expirationTime: { seconds: toLong(1n) } } }), 'SUCCESS')
  assert.equal(await statusOf(textOf(`0.0.${num}`)), 'INVALID_FILE_ID')
})
