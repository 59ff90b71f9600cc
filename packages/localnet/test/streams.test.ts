import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { limits } from '../src/index.ts'
import { accountId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const BALANCE = '/proto.CryptoService/cryptoGetBalance'
const GET_NODES = '/com.hedera.mirror.api.proto.NetworkService/getNodes'
const SERVERS = [
  [network.grpc, BALANCE],
  [network.mirrorGrpc, GET_NODES],
] as const

async function connection(address: string): Promise<ClientHttp2Session> {
  const session = connect(`http://${address}`).on('error', () => {})
  after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

const begin = (session: ClientHttp2Session, path: string, headers: OutgoingHttpHeaders = {}): ClientHttp2Stream =>
  session
    .request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers', ...headers })
    .on('error', () => {})

function framed(bytes: Uint8Array): Buffer {
  const header = Buffer.alloc(5)
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}
const balanceQuery = framed(proto.Query.encode({ cryptogetAccountBalance: { accountID: accountId(1022) } }).finish())
const messageOf = (path: string): Buffer => (path === BALANCE ? balanceQuery : framed(Buffer.alloc(0)))

/** The gRPC status of a call that has been sent. */
async function statusOf(call: ClientHttp2Stream): Promise<number> {
  const headers = new Promise<Record<string, string>>((resolve) => {
    for (const event of ['response', 'trailers'])
      call.on(event, (fields) => fields['grpc-status'] !== undefined && resolve(fields))
  })
  call.resume()
  return Number((await headers)['grpc-status'])
}

test('Of the headers of a call, those that nobody asks for are neither taken apart nor logged', async (t) => {
  for (const [address, path] of SERVERS) {
    const session = await connection(address)
    const from = t.mock.method(Buffer, 'from')
    const log = t.mock.method(console, 'error', () => {})
    const headers = { 'x-bin': ','.repeat(3000), x: 'ä'.repeat(1000), 'content-type': 'application/grpc+ä' }
    const call = begin(session, path, headers)
    call.end(messageOf(path))
    assert.equal(await statusOf(call), 0)
    assert.ok(from.mock.callCount() < 1000)
    assert.equal(log.mock.callCount(), 0)
    t.mock.restoreAll()
  }
})

test('A call with more headers than any needs is reset, and its connection goes on', async () => {
  for (const [address, path] of SERVERS) {
    const session = await connection(address)
    const long = { x: 'a'.repeat(limits.maxHeaderBytes.value) }
    const many = Object.fromEntries(Array.from({ length: limits.maxHeaders.value }, (_, i) => [`x${i}`, 'a']))
    for (const headers of [long, many]) {
      const call = begin(session, path, headers)
      await new Promise<void>((resolve) => call.on('close', resolve).on('response', resolve))
      assert.equal(call.rstCode, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    }
    const call = begin(session, path)
    call.end(messageOf(path))
    assert.equal(await statusOf(call), 0)
  }
})
