import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { testNetwork } from './support/network.ts'
import { body, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after }, { nodes: 2, ports: { grpcWeb: 0, mirrorRestCompat: 0 } })
const [first, second] = network.nodes.map(({ grpcWeb }) => grpcWeb ?? '')
const payment = () =>
  body(
    transferOf([
      [1022, -1n],
      [1023, 1n],
    ]),
  )
const HEADERS = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' }

function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}

const post = (url: string, content: Uint8Array, headers: Record<string, string> = HEADERS) =>
  fetch(url, { method: 'POST', headers, body: Buffer.from(content) })

async function submit(url: string | undefined, transaction: Uint8Array): Promise<string> {
  const answer = await post(`${url}/proto.CryptoService/cryptoTransfer`, framed(transaction))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const length = bytes.readUInt32BE(1)
  assert.deepEqual([answer.status, bytes[0]], [200, 0])
  assert.equal(bytes.subarray(5 + length).toString('latin1'), '\x80\0\0\0\x0fgrpc-status:0\r\n')
  const { nodeTransactionPrecheckCode } = proto.TransactionResponse.decode(bytes.subarray(5, 5 + length))
  return proto.ResponseCodeEnum[nodeTransactionPrecheckCode] ?? ''
}

test('The browser client of the SDK submits transactions and queries over gRPC-Web', async () => {
  const sdk = new URL('../../../node_modules/@hiero-ledger/sdk/src/browser.js', import.meta.url)
  const { AccountId, Client, Hbar, PrivateKey, TransferTransaction, AccountInfoQuery } = await import(sdk.href)
  const { privateKey } = network.accounts.find(({ id }) => id === '0.0.1022') ?? { privateKey: '' }
  const nodes = { [(first ?? '').replace('http://', '')]: new AccountId(3) }
  const client = Client.fromConfig({ network: nodes, scheduleNetworkUpdate: false })
  client.setOperator('0.0.1022', PrivateKey.fromStringDer(privateKey))
  const pay = new TransferTransaction()
    .addHbarTransfer('0.0.1022', new Hbar(-1))
    .addHbarTransfer('0.0.1023', new Hbar(1))
  const response = await pay.execute(client)
  assert.equal(String((await response.getReceipt(client)).status), 'SUCCESS')
  const info = await new AccountInfoQuery().setAccountId('0.0.1023').execute(client)
  assert.equal(String(info.accountId), '0.0.1023')
  client.close()
})

test('Each node has a separate gRPC-Web port, and accepts transactions that name it', async () => {
  const named = signed(payment(), [signerFor(1022)])
  assert.equal(await submit(second, named), 'INVALID_NODE_ACCOUNT')
  assert.equal(await submit(first, named), 'OK')
})

test('Pages of every origin may call, and read the status', async () => {
  const { status, headers } = await fetch(`${first}/proto.CryptoService/cryptoTransfer`, { method: 'OPTIONS' })
  assert.equal(status, 204)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.match(headers.get('access-control-allow-headers') ?? '', /x-grpc-web/)
  const answer = await post(first ?? '', new Uint8Array())
  assert.deepEqual(
    [answer.status, answer.headers.get('grpc-status')],
    [200, '12'],
    'as the SDK asks whether it is there',
  )
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /grpc-status/)
})

test('Invalid frames, unknown rpcs, large messages and other content types are refused before handling', async () => {
  const path = `${first}/proto.CryptoService/cryptoTransfer`
  const good = framed(signed(payment(), [signerFor(1022)]))
  const statusOf = async (url: string, content: Uint8Array, headers = HEADERS) => {
    const answer = await post(url, content, headers)
    return [answer.status, answer.headers.get('grpc-status')]
  }
  assert.deepEqual(await statusOf(`${first}/proto.CryptoService/nothing`, good), [200, '12'])
  for (const bad of [
    good.subarray(0, 4),
    good.subarray(0, -1),
    Buffer.concat([good, good]),
    Buffer.from([1, 0, 0, 0, 0]),
  ])
    assert.deepEqual(await statusOf(path, bad), [200, '3'])
  assert.deepEqual(await statusOf(path, Buffer.alloc(140_000)), [413, null])
  assert.deepEqual(await statusOf(path, good, { 'content-type': 'text/plain', 'x-grpc-web': '1' }), [415, null])
})

test('Faults and BUSY are reported as on the gRPC port', async () => {
  await network.setFault({ kind: 'unreachable', calls: 1 })
  const path = `${first}/proto.CryptoService/cryptoTransfer`
  const answer = await post(path, framed(signed(payment(), [signerFor(1022)])))
  assert.deepEqual([answer.status, answer.headers.get('grpc-status')], [200, '14'])
  await network.setFault({ kind: 'busy', calls: 1 })
  assert.equal(await submit(first, signed(payment(), [signerFor(1022)])), 'BUSY')
})

test('A message that is not a transaction gets the same code as over gRPC', async () => {
  assert.equal(await submit(first, Buffer.alloc(7_000)), 'TRANSACTION_OVERSIZE')
  const cheap = { ...payment(), transactionFee: toLong(1n) }
  assert.equal(await submit(first, signed(cheap, [signerFor(1022)])), 'INSUFFICIENT_TX_FEE')
})
