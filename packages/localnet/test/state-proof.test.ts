import assert from 'node:assert/strict'
import { createPublicKey, hash, verify } from 'node:crypto'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Hbar, type Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import { execute, type MirrorJson, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')
const sha384 = (...parts: Uint8Array[]): Buffer => hash('sha384', Buffer.concat(parts), 'buffer')

const send = () =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1))

/** `0.0.n-seconds-nanos` */
const idOf = ({ transactionId }: Transaction): string =>
  `${transactionId?.accountId}-${transactionId?.validStart?.seconds}-${String(transactionId?.validStart?.nanos).padStart(9, '0')}`

/** Class id and version of hashes, little endian as running hashes have them (HIP-435). */
const HEAD = Buffer.from('1e7451a283da22f401000000', 'hex')

/** Checks a state proof with nothing but what is in it; answers the record that it proves. Throws if it does not. */
function prove({ address_books, record_file, signature_files }: MirrorJson): proto.TransactionRecord {
  const file = record_file
  const object = bytes(file.record_stream_object)
  const hashes = [...file.hashes_before.map(bytes), sha384(object), ...file.hashes_after.map(bytes)]
  const start = bytes(file.start_running_hash_object).subarray(-48)
  const end = hashes.reduce((running: Buffer, next: Buffer) => sha384(HEAD, running, HEAD, next), start)
  assert.deepEqual(end, bytes(file.end_running_hash_object).subarray(-48))
  const metadataHash = sha384(bytes(file.head), start, end, bytes(file.block_number))
  const book = proto.NodeAddressBook.decode(bytes(address_books[0]))
  for (const node of book.nodeAddress) {
    const signatures = bytes(signature_files[`0.0.${node.nodeAccountId?.accountNum}`])
    assert.equal(signatures[0], 6)
    const { metadataSignature } = proto.SignatureFile.decode(signatures.subarray(1))
    assert.deepEqual(Buffer.from(metadataSignature?.hashObject?.hash ?? []), metadataHash)
    const key = createPublicKey({ key: Buffer.from(node.RSA_PubKey ?? '', 'hex'), format: 'der', type: 'spki' })
    assert.ok(verify('sha384', metadataHash, key, metadataSignature?.signature ?? new Uint8Array()))
  }
  const length = object.readInt32BE(12)
  return proto.TransactionRecord.decode(object.subarray(16, 16 + length))
}

test('A state proof proves a transaction offline, by the key of the node alone', async () => {
  const sent = [send(), send(), send()]
  for (const transfer of sent) await execute(transfer, client)
  for (const transfer of sent) {
    const { json, status } = await mirror(`/transactions/${idOf(transfer)}/stateproof`)
    assert.equal(status, 200)
    assert.equal(json.version, 6)
    const record = prove(json)
    assert.equal(record.receipt?.status, 22)
    assert.equal(
      String(record.transactionID?.transactionValidStart?.seconds),
      String(transfer.transactionId?.validStart?.seconds),
    )
  }
})

test('A proof of another record is none', async () => {
  const transfer = send()
  await execute(transfer, client)
  const { json } = await mirror(`/transactions/${idOf(transfer)}/stateproof`)
  const forged = bytes(json.record_file.record_stream_object)
  forged[40] = (forged[40] ?? 0) ^ 1
  assert.throws(() =>
    prove({ ...json, record_file: { ...json.record_file, record_stream_object: forged.toString('base64') } }),
  )
})

test('There is no proof of what failed or never was', async () => {
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
