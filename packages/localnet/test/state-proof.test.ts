import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Hbar, type Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import { openEnvelope, verifyStateProof } from '@quorate/verify'
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

test('A proof of another record is none', async () => {
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
  ])
    await assert.rejects(verifyStateProof(forged), { code: 'PROOF_INVALID' })
  await assert.rejects(verifyStateProof(json, proto.NodeAddressBook.encode(book).finish()), {
    message: /0 of 1 nodes have signed/,
  })
  await verifyStateProof(json)
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
