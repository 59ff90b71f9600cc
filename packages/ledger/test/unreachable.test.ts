import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { openLedger, withSignatures } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import { GrpcFailure, openGrpc } from '../src/consensus/grpc.ts'
import { type Harness, openHarness, signed, transfer } from './harness.ts'

const unavailable = { statusCode: 503, code: 'LEDGER_UNAVAILABLE' }

/** A consensus node that handles each stream as the test says. */
async function ill(onStream: (stream: http2.ServerHttp2Stream, path: string) => void) {
  const server = http2.createServer()
  const sessions = new Set<http2.ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('error', () => {})
  })
  server.on('stream', (stream: http2.ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    onStream(stream, String(headers[':path']))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const through = ({ network, clock }: Harness, address: string) =>
  openLedger({ chain: 'hedera:devnet', nodes: [{ nodeId: '0.0.3', address }], mirrorUrl: network.mirrorRest, clock })

/** A whole gRPC answer. */
function answer(stream: http2.ServerHttp2Stream, message: Uint8Array): void {
  const frame = Buffer.concat([Buffer.alloc(5), message])
  frame.writeUInt32BE(message.length, 1)
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(frame)
}

const precheck = (code: number) => proto.TransactionResponse.encode({ nodeTransactionPrecheckCode: code }).finish()

describe('a node that fails', () => {
  test('A node that refuses the stream unread has certainly taken nothing', async () => {
    await using harness = await openHarness()
    await using node = await ill((stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM))
    const ledger = through(harness, node.address)
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    await assert.rejects(ledger.submit(bytes), unavailable)
    ledger.close()
  })

  test('A node that fails in any other way may have taken the transaction: the outcome is unknown, never a failure', async () => {
    await using harness = await openHarness()
    const ways: ((stream: http2.ServerHttp2Stream) => void)[] = [
      (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
      (stream) => stream.session?.destroy(),
      (stream) =>
        stream.respond({ ':status': 200, 'grpc-status': '14', 'grpc-message': 'no%20upstream' }, { endStream: true }),
      (stream) => stream.respond({ ':status': 503 }, { endStream: true }),
      (stream) => stream.respond({ ':status': 200, 'grpc-status': '0' }, { endStream: true }),
      (stream) => answer(stream, new Uint8Array([0xff, 0xff, 0xff])),
    ]
    for (const way of ways) {
      await using node = await ill(way)
      const ledger = through(harness, node.address)
      const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
      assert.deepEqual(await ledger.submit(bytes, { deadlineMs: 5 }), { state: 'unknown' })
      ledger.close()
    }
  })

  test('A node that fails with a message that is not percent-encoded text is handled like any other failure', async () => {
    await using harness = await openHarness()
    for (const message of ['100%', '%zz', '%ff', '%'.repeat(8_000)])
      for (const inTrailers of [false, true]) {
        await using node = await ill((stream) => {
          const said = { 'grpc-status': '13', 'grpc-message': message }
          if (!inTrailers) return stream.respond({ ':status': 200, ...said }, { endStream: true })
          stream.respond({ ':status': 200 }, { waitForTrailers: true })
          stream.on('wantTrailers', () => stream.sendTrailers(said))
          stream.end()
        })
        const grpc = openGrpc()
        const error = await grpc
          .call(node.address, '/proto.CryptoService/cryptoTransfer', new Uint8Array(), 5_000)
          .catch((error) => error)
        assert.ok(error instanceof GrpcFailure && error.mayHaveArrived)
        assert.ok(error.message.endsWith(`gRPC status 13 ${message.slice(0, 300)}`), error.message)
        grpc.close()
        const ledger = through(harness, node.address)
        const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
        assert.deepEqual(await ledger.submit(bytes, { deadlineMs: 5 }), { state: 'unknown' })
        ledger.close()
      }
  })

  test('A node that answers in very many pieces is abandoned', async () => {
    await using node = await ill(async (stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      const message = Buffer.alloc(5 + 20_000)
      message.writeUInt32BE(20_000, 1)
      for (const byte of message) await new Promise((resolve) => void stream.write(Buffer.of(byte), resolve))
      stream.end()
    })
    const grpc = openGrpc()
    const call = grpc.call(node.address, '/proto.CryptoService/cryptoTransfer', new Uint8Array(), 60_000)
    await assert.rejects(call, GrpcFailure)
    grpc.close()
  })

  test('A node that never answers is abandoned at the deadline, and the mirror gives the outcome', async () => {
    await using harness = await openHarness()
    await using node = await ill(() => {})
    const ledger = through(harness, node.address)
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.equal((await harness.ledger.submit(bytes)).state, 'final')
    const outcome = await ledger.submit(bytes, { deadlineMs: 5 })
    assert.ok(outcome.state === 'final' && outcome.success && outcome.consensusTimestamp)
    ledger.close()
  })

  test('A node that fails because its clock is behind ours has taken nothing yet', async () => {
    await using harness = await openHarness()
    await using node = await ill((stream) => answer(stream, precheck(proto.ResponseCodeEnum.INVALID_TRANSACTION_START)))
    const ledger = through(harness, node.address)
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    await assert.rejects(ledger.submit(bytes), unavailable)
    ledger.close()
  })

  test('and comes back is reached again over a new connection', async () => {
    await using harness = await openHarness()
    let down = true
    await using node = await ill((stream) => {
      if (down) stream.session?.destroy()
      else answer(stream, precheck(proto.ResponseCodeEnum.INVALID_SIGNATURE))
    })
    const ledger = through(harness, node.address)
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.deepEqual(await ledger.submit(bytes, { deadlineMs: 5 }), { state: 'unknown' })
    down = false
    const outcome = await ledger.submit(bytes)
    assert.deepEqual(outcome.state === 'final' && [outcome.phase, outcome.status], ['precheck', 'INVALID_SIGNATURE'])
    assert.ok(node.sessions.size > 1)
    ledger.close()
  })

  test('If a node fails and then refuses the same bytes, it may have taken them, so the mirror gives the outcome', async () => {
    await using harness = await openHarness()
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const refused = precheck(proto.ResponseCodeEnum.INSUFFICIENT_PAYER_BALANCE)
    let sent = 0
    await using node = await ill(async (stream, path) => {
      if (!path.endsWith('cryptoTransfer') || ++sent === 1) return stream.session?.destroy()
      await harness.ledger.submit(bytes)
      if (!stream.destroyed) answer(stream, refused)
    })
    const ledger = through(harness, node.address)
    const outcome = await ledger.submit(bytes)
    assert.deepEqual(outcome.state === 'final' && [outcome.phase, outcome.status], ['consensus', 'SUCCESS'])
    assert.equal(sent, 2)

    const later = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.deepEqual(await ledger.submit(later.bytes, { mayHaveBeenSubmitted: true, deadlineMs: 5 }), {
      state: 'unknown',
    })
    ledger.close()
  })

  test('cannot end a window alone, neither with "expired" nor without a receipt', async () => {
    await using harness = await openHarness()
    const noReceipt = proto.Response.encode({
      transactionGetReceipt: { header: { nodeTransactionPrecheckCode: proto.ResponseCodeEnum.RECEIPT_NOT_FOUND } },
    }).finish()
    await using node = await ill((stream, path) =>
      answer(
        stream,
        path.endsWith('cryptoTransfer') ? precheck(proto.ResponseCodeEnum.TRANSACTION_EXPIRED) : noReceipt,
      ),
    )
    const ledger = through(harness, node.address)
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    for (const again of [false, true])
      assert.deepEqual(await ledger.submit(bytes, { mayHaveBeenSubmitted: again, deadlineMs: 200 }), {
        state: 'unknown',
      })
    await harness.advance(frozen.expiresAt - harness.clock.now() + 1_000)
    const outcome = await ledger.submit(bytes)
    assert.deepEqual(outcome.state === 'final' && outcome.phase, 'expired')
    ledger.close()
  })

  test('A node that has a transaction without an outcome says that it is on its way', async () => {
    await using harness = await openHarness()
    const ok = { nodeTransactionPrecheckCode: proto.ResponseCodeEnum.OK }
    const receipt = { status: proto.ResponseCodeEnum.UNKNOWN }
    await using node = await ill((stream) =>
      answer(stream, proto.Response.encode({ transactionGetReceipt: { header: ok, receipt } }).finish()),
    )
    const ledger = through(harness, node.address)
    const { frozen } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.deepEqual(await ledger.outcome(frozen.transactionId), { state: 'unknown', isUnderWay: true })
    ledger.close()
  })

  test('A node that fails, and is restarted with its state, accepts what it could not take before', async (context) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quorate-ledger-'))
    context.after(() => rm(dataDir, { recursive: true }))
    await using harness = await openHarness({ mirrorTimeoutMs: 300 }, dataDir)
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const other = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.equal((await harness.ledger.submit(bytes)).state, 'final')
    await harness.network.close()
    await assert.rejects(harness.ledger.submit(other.bytes), unavailable)
    assert.deepEqual(await harness.ledger.outcome(other.frozen.transactionId), { state: 'unknown' })
    const portOf = (address: string) => Number(address.split(':').at(-1))
    const ports = { grpc: portOf(harness.network.grpc), mirrorRest: portOf(harness.network.mirrorRest) }
    harness.network = await localnet({ dataDir, ports })
    const outcomes = [await harness.ledger.submit(bytes), await harness.ledger.submit(other.bytes)]
    for (const outcome of outcomes) assert.ok(outcome.state === 'final' && outcome.success)
  })

  test('A node that fails at one of its addresses is reached at another', async () => {
    await using harness = await openHarness()
    const addresses = ['127.0.0.1:1', harness.network.grpc, '127.0.0.1:2'].map((address) => ({
      nodeId: '0.0.3',
      address,
    }))
    const ledger = openLedger({ chain: 'hedera:devnet', nodes: addresses, mirrorUrl: harness.network.mirrorRest })
    for (let round = 0; round < 5; round++) {
      const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
      assert.equal((await ledger.submit(bytes)).state, 'final')
    }
    ledger.close()
  })

  test('is left out for a while when transactions are frozen, unless there is no other', async () => {
    await using harness = await openHarness()
    const nodes = [
      { nodeId: '0.0.3', address: harness.network.grpc },
      { nodeId: '0.0.4', address: '127.0.0.1:1' },
    ]
    const ledger = openLedger({ chain: 'hedera:devnet', nodes, mirrorUrl: harness.network.mirrorRest })
    const frozenFor = () => {
      const how = { payer: '0.0.1023', validStart: ledger.validStart(), validDurationSeconds: 60 }
      return ledger.freeze(transfer('0.0.1023', '0.0.1024', 1), how)
    }
    const first = [frozenFor(), frozenFor()]
    assert.deepEqual(first.map(({ nodeId }) => nodeId).sort(), ['0.0.3', '0.0.4'])
    for (const { bodyBytes, nodeId } of first) {
      const submitted = ledger.submit(withSignatures(bodyBytes, []))
      await (nodeId === '0.0.4' ? assert.rejects(submitted, unavailable) : submitted)
    }
    assert.deepEqual([frozenFor().nodeId, frozenFor().nodeId, frozenFor().nodeId], ['0.0.3', '0.0.3', '0.0.3'])
    ledger.close()
  })

  test('A node that a proxy reports as down is left out for some seconds', async (t) => {
    await using harness = await openHarness()
    let later = 0
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + later)
    const ways: ((stream: http2.ServerHttp2Stream) => void)[] = [
      (stream) => stream.respond({ ':status': 200, 'grpc-status': '14', 'grpc-message': 'no' }, { endStream: true }),
      (stream) => stream.respond({ ':status': 503 }, { endStream: true }),
    ]
    for (const way of ways) {
      await using node = await ill(way)
      const { ledger, frozenFor } = await afterSubmittingTo(node.address, harness)
      assert.deepEqual([frozenFor().nodeId, frozenFor().nodeId, frozenFor().nodeId], ['0.0.3', '0.0.3', '0.0.3'])
      later += 5_001
      assert.deepEqual([frozenFor(), frozenFor()].map(({ nodeId }) => nodeId).sort(), ['0.0.3', '0.0.4'])
      ledger.close()
    }
  })

  test("A node that fails because of one user's message is not left out", async () => {
    await using harness = await openHarness()
    const ways: ((stream: http2.ServerHttp2Stream) => void)[] = [
      (stream) => stream.respond({ ':status': 200, 'grpc-status': '3' }, { endStream: true }),
      (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
    ]
    for (const way of ways) {
      await using node = await ill(way)
      const { ledger, frozenFor } = await afterSubmittingTo(node.address, harness)
      assert.deepEqual([frozenFor(), frozenFor()].map(({ nodeId }) => nodeId).sort(), ['0.0.3', '0.0.4'])
      ledger.close()
    }
  })
})

/** A ledger with two consensus nodes. The one at this address was just given a transaction. */
async function afterSubmittingTo(address: string, { network }: Harness) {
  const nodes = [
    { nodeId: '0.0.3', address: network.grpc },
    { nodeId: '0.0.4', address },
  ]
  const ledger = openLedger({ chain: 'hedera:devnet', nodes, mirrorUrl: network.mirrorRest })
  const frozenFor = () => {
    const how = { payer: '0.0.1023', validStart: ledger.validStart(), validDurationSeconds: 60 }
    return ledger.freeze(transfer('0.0.1023', '0.0.1024', 1), how)
  }
  const theirs = [frozenFor(), frozenFor()].find(({ nodeId }) => nodeId === '0.0.4')
  await ledger.submit(withSignatures(theirs?.bodyBytes ?? new Uint8Array(), []), { deadlineMs: 5 })
  return { ledger, frozenFor }
}
