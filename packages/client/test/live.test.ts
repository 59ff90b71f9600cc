import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { createClient, isQuorateError, type LiveSocket, type MultisigEvents, type QuorateError } from '@quorate/client'
import { Server, type Socket } from 'socket.io'
import { json, serving } from './server.ts'

const SESSION = { accountId: '0.0.1022', chain: 'hedera:devnet', role: 'user', publicKey: '00' } as const
const WALLET = { walletId: '0.0.1001' }

/** An error in the services' format. */
const refusalOf = (statusCode: number, code: string) =>
  Object.assign(new Error(code), { data: { statusCode, code, message: code } })

describe('A socket', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** Starts a socket service. `refused` decides which tokens it refuses, `service.ack` how it answers subscriptions. */
  async function served(refused: (token: unknown) => Error | undefined = () => undefined) {
    const http = createServer().listen(0, '127.0.0.1')
    const io = new Server(http, { serveClient: false })
    closing.push(() => io.close())
    const service = { io, tokens: [] as unknown[], subscribed: [] as string[], ack: { ok: true } as object }
    const space = io.of('/multisig')
    space.use(({ handshake }, next) => {
      service.tokens.push(handshake.auth.token)
      next(refused(handshake.auth.token))
    })
    space.on('connection', (socket: Socket) =>
      socket.onAny((event: string, { walletId }: { walletId: string }, acknowledge: (ack: object) => void) => {
        service.subscribed.push(`${event} ${walletId}`)
        acknowledge(service.ack)
      }),
    )
    await new Promise((resolve) => http.once('listening', resolve))
    return { ...service, service, space, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
  }

  /** A client whose node returns a new token at each login. */
  async function clientAt(url: string, renew = true) {
    let logins = 0
    const node = await serving((response, { url }) => {
      if (url === '/auth/web3/login')
        return json(response, 200, {
          session: { ...SESSION, walletId: SESSION.accountId },
          accessToken: `new-${++logins}`,
        })
      const payload = { url: node.url, node: '0.0.2', data: { token: 'x'.repeat(43) }, chain: SESSION.chain }
      json(response, 200, { payload, signedData: { signature: {}, serverSigningAccount: '0.0.2' } })
    })
    closing.push(node.close)
    const sign = () => new Uint8Array(64)
    const signer = { accountId: SESSION.accountId, signBody: sign, signMessage: sign }
    const client = createClient({ node: node.url, sockets: { multisig: url }, signer, renew })
    client.resume({ ...SESSION, accessToken: 'old' })
    return client
  }
  type OpenSocket = LiveSocket<MultisigEvents, { walletId: string }>
  const opened = (socket: OpenSocket): OpenSocket => {
    closing.push(() => socket.close())
    return socket
  }
  const reloaded = (socket: OpenSocket) =>
    new Promise<readonly QuorateError[]>((resolve) => socket.onReload(({ refused }) => resolve(refused)))
  const ended = (socket: OpenSocket) => new Promise<QuorateError>((resolve) => socket.onClose(resolve))

  test('reports the loss, renews an expired session if allowed, and subscribes again', async () => {
    let expired: unknown
    const { space, tokens, subscribed, url } = await served((token) =>
      token === expired ? refusalOf(401, 'TOKEN_EXPIRED') : undefined,
    )
    const socket = opened(await (await clientAt(url)).live.multisig())
    await socket.subscribe(WALLET)
    expired = 'old'
    const lost = new Promise<void>((resolve) => socket.onLost(resolve))
    const again = reloaded(socket)
    space.disconnectSockets(true)
    await lost
    assert.deepEqual(await again, [])
    assert.deepEqual(tokens, ['old', 'old', 'new-1'])
    assert.deepEqual(subscribed, ['subscribe_wallet 0.0.1001', 'subscribe_wallet 0.0.1001'])
    const fresh = opened(await (await clientAt(url)).live.multisig())
    assert.ok(fresh, 'a session that expired before is renewed at once')
  })

  test('closes with the reason if the session is revoked, or expires and may not be renewed', async () => {
    for (const [code, renew] of [
      ['TOKEN_EXPIRED', false],
      ['TOKEN_REVOKED', true],
    ] as const) {
      let isOver = false
      const { space, tokens, url } = await served(() => (isOver ? refusalOf(401, code) : undefined))
      const socket = opened(await (await clientAt(url, renew)).live.multisig())
      const end = ended(socket)
      isOver = true
      space.disconnectSockets(true)
      assert.ok(isQuorateError(await end, code))
      assert.deepEqual(tokens, ['old', 'old'])
      const closed = await socket.subscribe(WALLET).then(
        () => assert.fail('it was subscribed'),
        (error) => error,
      )
      assert.ok(isQuorateError(closed, 'SOCKET_CLOSED'), String(closed))
    }
  })

  test('reconnects while the service refuses sockets, and lists the subscriptions that it lost', async () => {
    let refusals = 0
    const { space, service, url } = await served(() =>
      refusals-- > 0 ? refusalOf(503, 'REVOCATIONS_UNAVAILABLE') : undefined,
    )
    const socket = opened(await (await clientAt(url)).live.multisig())
    await socket.subscribe(WALLET)
    await socket.subscribe({ walletId: '0.0.1002' })
    await socket.unsubscribe({ walletId: '0.0.1002' })
    refusals = 1
    service.ack = { ok: false, code: 'FORBIDDEN', message: 'Not found, or access denied' }
    let again = reloaded(socket)
    space.disconnectSockets(true)
    const [refused, ...others] = await again
    assert.deepEqual([refused?.code, others], ['FORBIDDEN', []])
    assert.equal(service.subscribed.length, 4)
    again = reloaded(socket)
    // The connection breaks without a close from the service.
    for (const { conn } of space.sockets.values()) conn.close()
    assert.deepEqual(await again, [])
    assert.equal(service.subscribed.length, 4, 'what was refused is not asked for again')
  })

  test('asks for a reload when the service says that events were lost', async () => {
    const { space, url } = await served()
    const socket = opened(await (await clientAt(url)).live.multisig())
    const heard: string[] = []
    socket.onAny(({ event }) => heard.push(event))
    const again = reloaded(socket)
    const last = new Promise<void>((resolve) => void socket.on('transaction_failed', () => resolve()))
    space.emit('resync', { timestamp: 'now', data: {} })
    space.emit('transaction_failed', { timestamp: 'later', data: { jobId: 'a' } })
    assert.deepEqual(await again, [])
    await last
    assert.deepEqual(heard, ['transaction_failed'])
  })

  test('delivers each event to its listeners until they are removed', async () => {
    const { space, url } = await served()
    const socket = opened(await (await clientAt(url)).live.multisig())
    const heard: string[] = []
    const end = socket.on('transaction_failed', ({ jobId }) => heard.push(jobId))
    const all = new Promise<void>((resolve) => {
      socket.onAny(({ event, timestamp }) => {
        heard.push(event)
        if (timestamp === 'last') resolve()
      })
    })
    const first = new Promise<void>((resolve) => void socket.on('transaction_failed', () => resolve()))
    space.emit('transaction_failed', { timestamp: 'first', data: { jobId: 'a' } })
    await first
    end()
    space.emit('transaction_failed', { timestamp: 'last', data: { jobId: 'b' } })
    await all
    assert.deepEqual(heard.sort(), ['a', 'transaction_failed', 'transaction_failed'])
  })

  test('does not open if its signal is aborted', async () => {
    const { url } = await served()
    const client = await clientAt(url)
    await assert.rejects(client.live.multisig({ signal: AbortSignal.abort(new Error('enough')) }), /enough/)
    const ending = new AbortController()
    const opening = client.live.multisig({ signal: ending.signal })
    ending.abort(new Error('too late'))
    await assert.rejects(opening, /too late/)
  })
})
