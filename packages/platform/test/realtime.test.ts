import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { io, type Socket } from 'socket.io-client'
import { forbidden } from '../src/base/errors.ts'
import { silentLogger } from '../src/base/logger.ts'
import { accountRoom, createRealtime, type Realtime, type RealtimeOptions } from '../src/realtime/realtime.ts'
import { type TestTokens, testDatabase, testTokens } from '../src/testing/index.ts'
import { movableClock } from './http-service.ts'

const { TEST_REDIS_URL: redisUrl, TEST_DATABASE_URL: databaseUrl } = process.env
const CHAIN = 'hedera:devnet'
const room = (walletId: string): string => accountRoom(CHAIN, walletId)

/** The data of a socket's next `event`. */
const next = (socket: Socket, event: string): Promise<unknown[]> =>
  new Promise((resolve) => socket.once(event, (...sent: unknown[]) => resolve(sent)))

/** Replaces PostgreSQL's notifications. Those that contain `held` wait until the test delivers them, in any order. */
function notifications(held: string) {
  const listening = new EventEmitter()
  const waiting = new EventEmitter()
  const messages: object[] = []
  const deliver = (message: object): void => void listening.emit('notification', message)
  const client = {
    on: (event: string, listener: (message: object) => void) => void listening.on(event, listener),
    once() {},
    removeAllListeners: () => ({ connection: { stream: { destroy() {} } } }),
    query: async () => ({ rows: [] }),
  }
  const pool = {
    async query(asked: string | { text: string; values?: string[] }) {
      const { text, values: [channel, payload = ''] = [] } = typeof asked === 'string' ? { text: asked } : asked
      if (!text.includes('pg_notify')) return { rows: [] }
      if (!payload.includes(held)) {
        deliver({ channel, payload })
        if (payload.includes('"beat"')) waiting.emit('beat')
      } else {
        messages.push({ channel, payload })
        waiting.emit('held')
      }
      return { rows: [] }
    },
  }
  return {
    server: { pool, connect: async () => client } as unknown as NonNullable<RealtimeOptions['server']>,
    deliver,
    /** Resolves once the next beat of any process has arrived. */
    beat: () => new Promise((resolve) => waiting.once('beat', resolve)),
    /** The next `count` waiting messages. */
    async take(count: number): Promise<object[]> {
      while (messages.length < count) await new Promise((resolve) => waiting.once('held', resolve))
      return messages.splice(0, count)
    },
  }
}

type Payload = { timestamp: string; data: unknown }

describe('Realtime', () => {
  const clock = movableClock()
  const open: { close(): unknown }[] = []
  let tokens: TestTokens
  let realtime: Realtime
  const [checking, evicted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]

  const start = async (more: Partial<RealtimeOptions> = {}): Promise<Realtime> => {
    const settings = { host: '127.0.0.1', port: 0, cors: [] }
    const standard = {
      tokens: tokens.verifier,
      namespaces: ['multisig', 'multisig_events'],
      settings,
      clock,
      logger: silentLogger,
    }
    const started = await createRealtime({ ...standard, ...more })
    open.push(started)
    return started
  }
  before(async () => {
    tokens = await testTokens(clock)
    realtime = await start({
      on: {
        subscribe_wallet: async (session, payload, member) => {
          const { walletId } = payload as { walletId: string }
          if (walletId === '0.0.666') throw forbidden('FORBIDDEN', `${session.walletId} does not own it`)
          if (walletId === '0.0.400') {
            checking.resolve()
            await evicted.promise
          }
          if (walletId === '0.0.500') throw new Error('swordfish')
          await member.join(`wallet:${walletId}`)
          return { walletId }
        },
        whoami: async (session) => ({ ok: true, walletId: session.walletId }),
      },
    })
  })
  after(async () => {
    for (const one of open.reverse()) await one.close()
  })

  const dial = (space: string, auth: Record<string, unknown>, to = realtime): Socket => {
    const socket = io(`${to.address}/${space}`, {
      auth,
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
    })
    open.push(socket)
    return socket
  }
  const join = async (walletId = '0.0.1001', space = 'multisig', to = realtime): Promise<Socket> => {
    const socket = dial(space, { token: await tokens.issue({ walletId }) }, to)
    await next(socket, 'connect')
    return socket
  }
  const refusal = async (socket: Socket): Promise<unknown> => {
    const [error] = await next(socket, 'connect_error')
    const { data, message } = error as { data?: { code: string }; message: string }
    return data?.code ?? message
  }
  /**
   * The payloads of `event` that each socket receives before the marker that follows it; all are in the room
   * `everybody`.
   */
  const heard = async (sockets: Socket[], event: string, emit: () => void): Promise<Payload[][]> => {
    const payloads = sockets.map((socket) => {
      const list: Payload[] = []
      socket.on(event, (payload: Payload) => list.push(payload))
      return list
    })
    const marked = sockets.map((socket) => next(socket, 'marker'))
    emit()
    realtime.emit(['everybody'], 'marker', null)
    await Promise.all(marked)
    return payloads
  }

  test('refuses a handshake without a valid token, and says why', async () => {
    assert.equal(await refusal(dial('multisig', {})), 'UNAUTHORIZED')
    assert.equal(await refusal(dial('multisig', { token: 'x.y.z' })), 'TOKEN_INVALID')
    assert.equal(await refusal(dial('multisig', { token: { $ne: 1 } })), 'UNAUTHORIZED')
    const expired = await tokens.issue({ lifetimeMs: -1000 })
    assert.equal(await refusal(dial('multisig', { token: expired })), 'TOKEN_EXPIRED')
    tokens.verifier.revoke('revoked-before', clock.now() + 1000)
    assert.equal(
      await refusal(dial('multisig', { token: await tokens.issue({ tokenId: 'revoked-before' }) })),
      'TOKEN_REVOKED',
    )
    const scoped = await tokens.issue({ scope: 'ipfs:upload' })
    assert.equal(await refusal(dial('multisig', { token: scoped })), 'TOKEN_SCOPE')
    assert.equal(await refusal(dial('', { token: await tokens.issue() })), 'NOT_FOUND')
    assert.equal(await refusal(dial('elsewhere', { token: await tokens.issue() })), 'Invalid namespace')
  })

  test('sends an event once to a socket that is in several of its rooms, in each namespace', async () => {
    const one = await join('0.0.11')
    const other = await join('0.0.11', 'multisig_events')
    const stranger = await join('0.0.12')
    for (const socket of [one, other]) await socket.emitWithAck('subscribe_wallet', { walletId: '0.0.1' })
    realtime.join(room('0.0.11'), 'everybody')
    realtime.join(room('0.0.12'), 'everybody')
    const payloads = await heard([one, other, stranger], 'wallet_updated', () => {
      realtime.emit([room('0.0.11'), 'wallet:0.0.1'], 'wallet_updated', { wallet: '0.0.1' })
      realtime.emit([], 'wallet_updated', 'to nobody')
    })
    const expected = { timestamp: new Date(clock.now()).toISOString(), data: { wallet: '0.0.1' } }
    assert.deepEqual(payloads, [[expected], [expected], []])
  })

  test('acknowledges client events, and their errors without internal details', async () => {
    const socket = await join('0.0.21')
    const ask = (event: string, ...sent: unknown[]) => socket.emitWithAck(event, ...sent)
    assert.deepEqual(await ask('whoami'), { ok: true, walletId: '0.0.21' })
    assert.deepEqual(await ask('subscribe_wallet', { walletId: '0.0.2' }), { ok: true, walletId: '0.0.2' })
    assert.deepEqual(await ask('subscribe_wallet', { walletId: '0.0.666' }), {
      ok: false,
      code: 'FORBIDDEN',
      message: '0.0.21 does not own it',
    })
    const inside = await ask('subscribe_wallet', { walletId: '0.0.500' })
    assert.equal(inside.code, 'INTERNAL_ERROR')
    assert.ok(!JSON.stringify(inside).includes('swordfish'))
    assert.equal((await ask('constructor')).code, 'UNKNOWN_EVENT')
    assert.equal((await ask(7 as unknown as string)).code, 'UNKNOWN_EVENT', 'Socket.IO takes numbers as names')
    assert.equal((await ask('subscribe_wallet', null)).ok, false)
  })

  test('limits the events of an account, over all its sockets', async () => {
    const [socket, other, stranger] = [await join('0.0.22'), await join('0.0.22'), await join('0.0.23')]
    const acks = await Promise.all(Array.from({ length: 60 }, () => socket.emitWithAck('whoami')))
    acks.push(...(await Promise.all(Array.from({ length: 41 }, () => other.emitWithAck('whoami')))))
    assert.deepEqual(
      acks.map(({ ok }) => ok),
      [...Array(100).fill(true), false],
    )
    assert.equal(acks.at(-1).code, 'RATE_LIMITED')
    assert.equal((await stranger.emitWithAck('whoami')).ok, true)
    clock.advance(10_000)
    assert.equal((await socket.emitWithAck('whoami')).ok, true)
  })

  test('removes an account from a room wherever it is connected', async () => {
    const [one, other, stays] = [await join('0.0.31'), await join('0.0.31', 'multisig_events'), await join('0.0.32')]
    for (const socket of [one, other, stays]) await socket.emitWithAck('subscribe_wallet', { walletId: '0.0.3' })
    for (const account of ['0.0.31', '0.0.32']) realtime.join(room(account), 'everybody')
    realtime.evict('wallet:0.0.3', room('0.0.31'))
    const payloads = await heard([one, other, stays], 'wallet_updated', () =>
      realtime.emit(['wallet:0.0.3'], 'wallet_updated', 1),
    )
    assert.deepEqual(
      payloads.map(({ length }) => length),
      [0, 0, 1],
    )
  })

  test('lets no account into a room if it is removed from it while it asks to join', async () => {
    const socket = await join('0.0.33')
    const asking = socket.emitWithAck('subscribe_wallet', { walletId: '0.0.400' })
    await checking.promise
    realtime.evict('wallet:0.0.400', room('0.0.33'))
    evicted.resolve()
    assert.equal((await asking).code, 'FORBIDDEN')
  })

  test('disconnects a socket when its token is revoked', async () => {
    const socket = dial('multisig', { token: await tokens.issue({ tokenId: 'logged-out' }) })
    await next(socket, 'connect')
    const cut = next(socket, 'disconnect')
    tokens.verifier.revoke('logged-out', clock.now() + 3_600_000)
    await cut
  })

  test('checks its sockets once for all tokens that are revoked together', async () => {
    let looks = 0
    const check: typeof tokens.verifier.check = (session) => {
      looks++
      tokens.verifier.check(session)
    }
    const counting = await start({ tokens: { ...tokens.verifier, check } })
    const stays = await join('0.0.61', 'multisig', counting)
    const leaves = dial('multisig', { token: await tokens.issue({ tokenId: 'one-of-many' }) }, counting)
    await next(leaves, 'connect')
    const cut = next(leaves, 'disconnect')
    looks = 0
    for (let count = 0; count < 500; count++) tokens.verifier.revoke(`many-${count}`, clock.now() + 3_600_000)
    tokens.verifier.revoke('one-of-many', clock.now() + 3_600_000)
    await cut
    assert.ok(looks < 100, `${looks} looks`)
    assert.equal(stays.connected, true)
  })

  test('disconnects a socket when its token has expired, and no other', async () => {
    const short = dial('multisig', { token: await tokens.issue({ lifetimeMs: 5000 }) })
    await next(short, 'connect')
    const long = await join()
    const cut = next(short, 'disconnect')
    clock.advance(5000)
    realtime.sweep()
    await cut
    assert.equal(long.connected, true)
  })

  test('answers plain HTTP with an error', async () => {
    const answer = await fetch(`${realtime.address}/health`)
    assert.equal(answer.status, 404)
    assert.equal(((await answer.json()) as { code: string }).code, 'NOT_FOUND')
  })

  const acrossProcesses = async (more: Partial<RealtimeOptions>): Promise<void> => {
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const on: RealtimeOptions['on'] = {
      join_late: async (_session, _payload, member) => {
        asked.resolve()
        await answer.promise
        await member.join('wallet:late')
      },
    }
    const channel = `test-${randomUUID()}`
    const [here, there] = [await start({ ...more, channel }), await start({ ...more, channel, on })]
    const [near, far] = [await join('0.0.41', 'multisig', here), await join('0.0.41', 'multisig', there)]
    const arrived = [near, far].map((socket) => next(socket, 'wallet_created'))
    // The adapters find each other in the background, so this repeats until both have received it.
    const saying = setInterval(() => here.emit([room('0.0.41')], 'wallet_created', 'x'.repeat(20_000)), 20)
    for (const [payload] of await Promise.all(arrived)) assert.equal((payload as Payload).data, 'x'.repeat(20_000))
    clearInterval(saying)

    const heard: unknown[] = []
    far.on('wallet_updated', ({ data }: Payload) => heard.push(data))
    const joining = far.emitWithAck('join_late')
    await asked.promise
    here.join(room('0.0.41'), 'wallet:9')
    here.emit(['wallet:9'], 'wallet_updated', 'joined')
    here.evict('wallet:9', room('0.0.41'))
    here.evict('wallet:late', room('0.0.41'))
    here.emit(['wallet:9'], 'wallet_updated', 'evicted')
    const last = next(far, 'last')
    here.emit([room('0.0.41')], 'last', null)
    await last
    assert.deepEqual(heard, ['joined'])
    answer.resolve()
    assert.equal((await joining).code, 'FORBIDDEN')
  }
  test('reaches the sockets of other processes through Redis', { skip: !redisUrl }, () => acrossProcesses({ redisUrl }))
  test('reaches the sockets of other processes through PostgreSQL', { skip: !databaseUrl }, async () => {
    const server = await testDatabase()
    open.unshift(server)
    await acrossProcesses({ server })
  })
  /**
   * Two processes between which messages that contain `held` wait, and the events that two sockets of the second one
   * receive.
   */
  const apart = async (held: string, more: Partial<RealtimeOptions> = {}) => {
    const between = notifications(held)
    const options = { server: between.server, namespaces: ['multisig'] }
    const [here, there] = [await start(options), await start({ ...options, ...more })]
    const socket = await join('0.0.91', 'multisig', there)
    const heard: string[] = []
    socket.onAny((event: string) => heard.push(event))
    /** Waits for a beat of the other process and two checks of this one; returns what the socket has received since. */
    const listen = async (): Promise<string[]> => {
      const beat = between.beat()
      await here.checkGaps()
      await beat
      for (let count = 0; count < 2; count++) await there.checkGaps()
      const last = next(socket, 'last')
      there.emitHere([room('0.0.91')], 'last', null)
      await last
      return heard.splice(0)
    }
    assert.deepEqual(await listen(), ['last'])
    return { ...between, here, there, socket, listen }
  }

  test('sends resync once to each socket, whatever it follows, if an event of another process was lost', async () => {
    const { here, take, listen } = await apart('wallet:lost')
    here.emit(['wallet:lost'], 'wallet_updated', 1)
    await take(1)
    assert.deepEqual(await listen(), ['resync', 'last'])
    assert.deepEqual(await listen(), ['last'])
    here.emit([room('0.0.91')], 'wallet_updated', 2)
    assert.deepEqual(await listen(), ['wallet_updated', 'last'])
  })

  test('sends no resync for an event that arrives after a later one', async () => {
    const { here, there, socket, take, deliver, listen } = await apart('wallet:slow')
    here.emit(['wallet:slow', room('0.0.91')], 'slow', 1)
    const [slow = {}] = await take(1)
    const quick = next(socket, 'quick')
    here.emit([room('0.0.91')], 'quick', 2)
    await quick
    await there.checkGaps()
    deliver(slow)
    assert.deepEqual(await listen(), ['quick', 'slow', 'last'])
  })

  test('sends resync if another process falls silent, but not if it ends', async () => {
    const { here, there, listen } = await apart('nothing')
    await here.close()
    for (let count = 0; count < 6; count++) await there.checkGaps()
    assert.ok(!(await listen()).includes('resync'))
    const silent = await apart('nothing')
    for (let count = 0; count < 6; count++) await silent.there.checkGaps()
    assert.ok((await silent.listen()).includes('resync'))
  })

  test('joins a socket to rooms that it missed before it sends resync, and retries after a fault', async () => {
    let [rooms, isAway]: [string[], boolean] = [[], false]
    const { here, take, listen } = await apart('dao:new', {
      async roomsOf() {
        if (isAway) throw new Error('the database is away')
        return rooms
      },
    })
    rooms = ['dao:other']
    isAway = true
    here.join(room('0.0.91'), 'dao:new')
    await take(1)
    assert.deepEqual(await listen(), ['last'])
    isAway = false
    assert.deepEqual(await listen(), ['resync', 'last'])
    here.emit(['dao:other'], 'vote_cast', 1)
    assert.deepEqual(await listen(), ['vote_cast', 'last'])
  })

  test('removes a former owner from its room before it sends resync', async () => {
    const { here, there, socket, take, listen } = await apart('wallet:gone', {
      on: { subscribe_wallet: (_session, _payload, member) => member.join('wallet:9') },
      findRevoked: async (followers) => followers,
    })
    await socket.emitWithAck('subscribe_wallet')
    here.emit(['wallet:gone'], 'wallet_updated', 1)
    await take(1)
    assert.deepEqual(await listen(), ['resync', 'last'])
    there.emitHere(['wallet:9'], 'wallet_updated', 'to owners')
    assert.deepEqual(await listen(), ['last'])
  })

  for (const order of ['in order', 'in reverse order'])
    test(`keeps an account out of a room that another process evicted it from, if the messages arrive ${order}`, async () => {
      const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const on: RealtimeOptions['on'] = {
        async subscribe_wallet(_session, _payload, member) {
          asked.resolve()
          await answer.promise
          await member.join('wallet:held')
        },
      }
      const { server, take, deliver } = notifications('wallet:held')
      const namespaces = ['multisig']
      const [here, there] = [await start({ server, namespaces }), await start({ server, namespaces, on })]
      const socket = await join('0.0.71', 'multisig', there)
      const heard: unknown[] = []
      socket.on('wallet_updated', ({ data }: Payload) => heard.push(data))
      const joining = socket.emitWithAck('subscribe_wallet')
      await asked.promise
      here.evict('wallet:held', room('0.0.71'))
      const messages = await take(2)
      const [first = {}, second = {}] = order === 'in order' ? messages : messages.reverse()
      deliver(first)
      answer.resolve()
      await joining
      deliver(second)
      const last = next(socket, 'last')
      there.emit(['wallet:held'], 'wallet_updated', 'to owners')
      there.emit([room('0.0.71')], 'last', null)
      await last
      assert.deepEqual(heard, [])
    })

  test('removes a former member at the next check if its eviction was lost, and retries after an error', async () => {
    let former: string[] = []
    let isAway = false
    const asked: unknown[] = []
    const strict = await start({
      on: { subscribe_wallet: (_session, _payload, member) => member.join('wallet:9') },
      async findRevoked(followers) {
        asked.push(...followers)
        if (isAway) throw new Error('the database is away')
        return followers.filter(({ walletId }) => former.includes(walletId))
      },
    })
    const [goes, stays] = [await join('0.0.81', 'multisig', strict), await join('0.0.82', 'multisig', strict)]
    for (const socket of [goes, stays]) await socket.emitWithAck('subscribe_wallet')
    const heard: string[] = []
    goes.on('wallet_updated', () => heard.push('goes'))
    stays.on('wallet_updated', () => heard.push('stays'))
    const tell = async () => {
      const last = [goes, stays].map((socket) => next(socket, 'last'))
      strict.emit(['wallet:9'], 'wallet_updated', 1)
      strict.emit([room('0.0.81'), room('0.0.82')], 'last', null)
      await Promise.all(last)
      return heard.splice(0).sort()
    }
    await strict.checkRooms()
    assert.deepEqual(
      asked,
      ['0.0.81', '0.0.82'].map((walletId) => ({ room: 'wallet:9', chain: CHAIN, walletId })),
    )
    former = ['0.0.81']
    isAway = true
    await strict.checkRooms()
    assert.deepEqual(await tell(), ['goes', 'stays'])
    isAway = false
    await strict.checkRooms()
    assert.deepEqual(await tell(), ['stays'])
  })

  test('serves its own sockets during a Redis outage', async () => {
    const alone = await start({ redisUrl: 'redis://127.0.0.1:1' })
    const socket = await join('0.0.51', 'multisig', alone)
    const arrived = next(socket, 'wallet_created')
    alone.emit([room('0.0.51')], 'wallet_created', 1)
    await arrived
  })
})
