import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { execute, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const send = () =>
  new TransferTransaction().addHbarTransfer('0.0.2', new Hbar(1)).addHbarTransfer('0.0.1022', new Hbar(-1))

async function estimate(body: Uint8Array, mode = 'INTRINSIC') {
  const headers = { 'content-type': 'application/protobuf' }
  const url = `${network.mirrorRest}/api/v1/network/fees?mode=${mode}`
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(body) })
  return {
    status: answer.status,
    json: (await answer.json()) as {
      total: number
      network: { subtotal: number }
      node: { base: number; extras: object[] }
    },
  }
}

test('The fee of a transaction is estimated before it is sent, in tinycents', async () => {
  const [first] = proto.TransactionList.decode(send().freezeWith(client).toBytes()).transactionList
  const { status, json } = await estimate(proto.Transaction.encode(first ?? {}).finish())
  const sum = json.network.subtotal + json.node.base
  assert.deepEqual([status, json.total, sum, json.node.extras], [200, 1_000_000, 1_000_000, []])
  await execute(send(), client)
  const { json: page } = await mirror('/transactions?account.id=0.0.1022&limit=1')
  assert.equal(page.transactions[0].charged_tx_fee, Math.floor(json.total / 12))
})

test('Bytes that are not a transaction get no fee estimate', async () => {
  assert.equal((await estimate(Buffer.from('junk'))).status, 400)
  assert.equal((await estimate(Buffer.alloc(0))).status, 400)
  assert.equal((await estimate(Buffer.from('junk'), 'ROUGH')).status, 400)
})

test('The gas price is available, though no transaction uses gas', async () => {
  const { json } = await mirror('/network/fees?order=desc')
  assert.deepEqual(json.fees[0], { gas: 71, transaction_type: 'EthereumTransaction' })
})

test('The released supply is available for a past time', async () => {
  const { json: before } = await mirror('/network/supply')
  await execute(send(), client)
  const { json: now } = await mirror('/network/supply')
  assert.equal(BigInt(before.released_supply) - BigInt(now.released_supply), 100_000_000n)
  const { json: then } = await mirror(`/network/supply?timestamp=lte:${before.timestamp}`)
  assert.equal(then.released_supply, before.released_supply)
})
