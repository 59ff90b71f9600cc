import assert from 'node:assert/strict'
import { generateKeyPairSync, hash } from 'node:crypto'
import { after, test } from 'node:test'
import { proto, Writer } from '@hiero-ledger/proto'
import {
  Hbar,
  PrivateKey,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { openEnvelope, verifyStateProof } from '@quorate/verify'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { execute, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')
const send = () =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1))

/** `0.0.n-seconds-nanos` */
const idOf = ({ transactionId }: Transaction): string =>
  `${transactionId?.accountId}-${transactionId?.validStart?.seconds}-${String(transactionId?.validStart?.nanos).padStart(9, '0')}`

test('A state proof proves a transaction offline, by the key of the node alone', async () => {
  const sent = [send(), send(), send()]
  for (const transfer of sent) await execute(transfer, client)
  for (const transfer of sent) {
    const { json, status } = await mirror(`/transactions/${idOf(transfer)}/stateproof`)
    assert.equal(status, 200)
    assert.equal(json.version, 6)
    const proven = await verifyStateProof(json)
    assert.deepEqual([proven.status, proven.signedBy, proven.nodes], [22, ['0.0.3'], 1])
    assert.equal(proven.transactionId.replace(/[@.](?=\d+(?:\.\d+)?$)/g, '-'), idOf(transfer))
    const { json: shown } = await mirror(`/transactions/${idOf(transfer)}`)
    assert.equal(proven.consensusTimestamp, shown.transactions[0].consensus_timestamp)
    const { bodies } = openEnvelope(proven.transaction)
    assert.equal(
      bodies[0]?.bodyBytes.toHex(),
      Buffer.from(transfer._signedTransactions.get(0).bodyBytes ?? []).toString('hex'),
    )
  }
})

test('A proof of another record is not valid', async () => {
  const transfer = send()
  await execute(transfer, client)
  const { json } = await mirror(`/transactions/${idOf(transfer)}/stateproof`)
  const file = json.record_file
  const changed = (base64: string, at: number) => {
    const forged = bytes(base64)
    const index = at < 0 ? forged.length + at : at
    forged[index] = (forged[index] ?? 0) ^ 1
    return forged.toString('base64')
  }
  const [other] = json.address_books
  const stranger = generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey.export({ format: 'der', type: 'spki' })
  const book = proto.NodeAddressBook.decode(bytes(other))
  for (const node of book.nodeAddress) node.RSA_PubKey = stranger.toString('hex')
  for (const forged of [
    { ...json, record_file: { ...file, record_stream_object: changed(file.record_stream_object, 40) } },
    { ...json, record_file: { ...file, hashes_after: [...file.hashes_after, file.head] } },
    { ...json, record_file: { ...file, block_number: changed(file.block_number, 3) } },
    { ...json, record_file: { ...file, head: '?' } },
    { ...json, signature_files: {} },
    { ...json, signature_files: { '0.0.3': changed(json.signature_files['0.0.3'], -200) } },
    { ...json, address_books: [] },
    { ...json, version: 5 },
    { ...json, record_file: null },
    { ...json, record_file: { ...file, hashes_before: [1] } },
    { version: 6 },
    null as never,
  ])
    await assert.rejects(verifyStateProof(forged), { code: 'PROOF_INVALID' })
  await assert.rejects(verifyStateProof(json, proto.NodeAddressBook.encode(book).finish()), {
    message: /0 of 1 nodes have signed/,
  })
  await verifyStateProof(json)
})

test("A proof of a child's record has the child's id, because its status is not its parent's", async () => {
  const alias = PrivateKey.generateECDSA().publicKey.toAccountId(0, 0)
  const transfer = new TransferTransaction()
    .addHbarTransfer('0.0.1022', new Hbar(-1))
    .addHbarTransfer(alias, new Hbar(1))
  await execute(transfer, client)
  const proven = async (query: string) => {
    const { json } = await mirror(`/transactions/${idOf(transfer)}/stateproof${query}`)
    const { transactionId, status } = await verifyStateProof(json)
    return { transactionId, status }
  }
  const parent = await proven('')
  assert.deepEqual(await proven('?nonce=1'), { ...parent, transactionId: `${parent.transactionId}/1` })
})

test("A node's signature of a whole record file proves nothing that somebody wrote into a message", async () => {
  const sha384 = (...parts: Uint8Array[]) => hash('sha384', Buffer.concat(parts), 'buffer')
  const sized = (part: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(part.length)
    return Buffer.concat([length, part])
  }
  const record = proto.TransactionRecord.encode({
    receipt: { status: 22 },
    consensusTimestamp: { seconds: toLong(1_795_000_000n), nanos: 1 },
    transactionID: {
      accountID: { accountNum: toLong(2n) },
      transactionValidStart: { seconds: toLong(1_795_000_000n) },
    },
  }).finish()
  const neverHappened = Buffer.concat([
    Buffer.from('e370929ba5429d8b00000001', 'hex'),
    ...[record, new Uint8Array()].map(sized),
  ])
  // The hashes at the beginning and end of a block that would hold it.
  const start = Buffer.alloc(48, 7)
  const head = Buffer.from('1e7451a283da22f401000000', 'hex')
  const end = sha384(head, start, head, sha384(neverHappened))

  const creation = new TopicCreateTransaction()
  const { topicId } = await execute(creation, client)
  // A proof ends the block of its transaction.
  await mirror(`/transactions/${idOf(creation)}/stateproof`)
  const message = new TopicMessageSubmitTransaction()
    .setTopicId(topicId ?? assert.fail())
    .setMessage(Buffer.concat([start, end]))
  await execute(message, client)
  const { json } = await mirror(`/transactions/${idOf(message)}/stateproof`)
  const { record_file: file, signature_files, address_books } = json
  assert.deepEqual([file.hashes_before, file.hashes_after], [[], []], 'the message is alone in its block')
  const object = bytes(file.record_stream_object)
  const recordEnd = 16 + object.readInt32BE(12)
  const runningHash = (of: string) => ({ algorithm: 1, length: 48, hash: bytes(of).subarray(-48) })
  const [major, minor, patch] = [4, 8, 12].map((at) => bytes(file.head).readInt32BE(at)) as [number, number, number]
  const field = (number: number, content: Uint8Array) =>
    Writer.create()
      .uint32(number * 8 + 2)
      .bytes(content)
      .finish()
  const recordFile = Buffer.concat([
    bytes(file.head).subarray(0, 4),
    proto.RecordStreamFile.encode({
      hapiProtoVersion: { major, minor, patch, pre: '', build: '' },
      startObjectRunningHash: runningHash(file.start_running_hash_object),
    }).finish(),
    field(3, Buffer.concat([field(1, object.subarray(recordEnd + 4)), field(2, object.subarray(16, recordEnd))])),
    proto.RecordStreamFile.encode({
      endObjectRunningHash: runningHash(file.end_running_hash_object),
      blockNumber: toLong(bytes(file.block_number).readBigInt64BE()),
    }).finish(),
  ])
  const signatures = proto.SignatureFile.decode(bytes(signature_files['0.0.3']).subarray(1))
  const { fileSignature } = signatures
  assert.equal(sha384(recordFile).toHex(), Buffer.from(fileSignature?.hashObject?.hash ?? []).toString('hex'))

  const at = recordFile.indexOf(start)
  const [before, after] = [recordFile.subarray(0, at), recordFile.subarray(at + 96)]
  const forged = {
    version: 6,
    address_books,
    record_file: {
      hashes_before: [],
      hashes_after: [],
      head: before.toString('base64'),
      block_number: after.toString('base64'),
      start_running_hash_object: start.toString('base64'),
      end_running_hash_object: end.toString('base64'),
      record_stream_object: neverHappened.toString('base64'),
    },
    signature_files: {
      '0.0.3': Buffer.concat([
        Buffer.from([6]),
        proto.SignatureFile.encode({ metadataSignature: fileSignature ?? null }).finish(),
      ]).toString('base64'),
    },
  }
  await assert.rejects(verifyStateProof(forged, bytes(address_books[0])), { code: 'PROOF_INVALID' })
})

test('Failed and unknown transactions have no proof', async () => {
  const transfer = new TransferTransaction()
    .addHbarTransfer('0.0.1023', new Hbar(-1))
    .addHbarTransfer('0.0.1022', new Hbar(1))
  await assert.rejects(execute(transfer, client))
  const { status, json } = await mirror(`/transactions/${idOf(transfer)}/stateproof`)
  assert.deepEqual([status, json._status.messages[0].message], [404, 'Transaction not found'])
  assert.equal((await mirror('/transactions/0.0.1022-1-1/stateproof')).status, 404)
})

test('Blocks follow each other without gaps, and hold every transaction', async () => {
  const transfer = send()
  await execute(transfer, client)
  const { json: found } = await mirror(`/transactions/${idOf(transfer)}`)
  const at = found.transactions[0].consensus_timestamp
  const { json } = await mirror('/blocks?limit=100&order=asc')
  for (const [i, block] of json.blocks.entries()) {
    assert.equal(block.number, i)
    assert.equal(block.previous_hash, i === 0 ? `0x${'0'.repeat(96)}` : json.blocks[i - 1].hash)
  }
  const last = json.blocks.at(-1)
  assert.ok(last.timestamp.from <= at && at <= last.timestamp.to)
  assert.deepEqual((await mirror(`/blocks/${last.hash}`)).json, last)
  assert.deepEqual((await mirror(`/blocks/${last.hash.slice(0, 66)}`)).json, last)
  assert.deepEqual((await mirror(`/blocks/${last.number}`)).json, last)
  assert.deepEqual((await mirror(`/blocks?timestamp=gte:${at}`)).json.blocks.at(-1), last)
  assert.equal((await mirror('/blocks/999999')).status, 404)
  assert.equal((await mirror('/blocks/abc')).status, 400)
  const { json: page } = await mirror('/blocks?limit=1')
  assert.equal(page.links.next, `/api/v1/blocks?limit=1&block.number=lt:${last.number}`)
})

test('A transaction is found by its hash in every form', async () => {
  const transfer = send()
  await execute(transfer, client)
  const { json } = await mirror(`/transactions/${idOf(transfer)}`)
  const hex = bytes(json.transactions[0].transaction_hash).toString('hex')
  const base64url = bytes(json.transactions[0].transaction_hash).toString('base64url')
  for (const form of [hex, `0x${hex}`, `0x${hex.slice(0, 64)}`, base64url])
    assert.deepEqual((await mirror(`/transactions/${form}`)).json, json)
  assert.equal((await mirror(`/transactions/${'00'.repeat(48)}`)).status, 404)
})
