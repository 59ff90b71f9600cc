import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, before, describe, test } from 'node:test'
import {
  accountRoom,
  createRealtime,
  openDatabase,
  type Realtime,
  type RealtimeOptions,
  systemClock,
} from '@quorate/platform'
import { type TestTokens, testServerDatabase, testTokens } from '@quorate/platform/testing'
import pino from 'pino'
import { io, type Socket } from 'socket.io-client'
import { line } from './line.ts'

const { TEST_REDIS_URL: redisUrl, TEST_DATABASE_URL: databaseUrl } = process.env
const ROOM = accountRoom('hedera:devnet', '0.0.1001')
const EVENTS = 20
const logger = pino({ level: 'silent' })

type Wire = Awaited<ReturnType<typeof line>>
/** The carrier of events between processes. */
type Carrier = Pick<RealtimeOptions, 'redisUrl' | 'server'>

/** The server's address through the line. */
function through(wire: Wire, url: string): string {
  const address = new URL(url)
  address.host = `127.0.0.1:${wire.port}`
  return address.href
}

describe('Sockets of two processes', () => {
  const closing: (() => unknown)[] = []
  let tokens: TestTokens
  before(async () => {
    tokens = await testTokens(systemClock)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  const start = async (channel: string, carrier: Carrier): Promise<Realtime> => {
    const settings = { host: '127.0.0.1', port: 0, cors: [] }
    const common = { tokens: tokens.verifier, namespaces: ['multisig'], settings, clock: systemClock, logger }
    const started = await createRealtime({ ...common, channel, ...carrier })
    closing.push(() => started.close())
    return started
  }
  const join = async ({ address }: Realtime): Promise<Socket> => {
    const auth = { token: await tokens.issue({ walletId: '0.0.1001' }) }
    const socket = io(`${address}/multisig`, { auth, forceNew: true, reconnection: false, transports: ['websocket'] })
    closing.push(() => socket.close())
    await new Promise<void>((resolve) => void socket.once('connect', resolve))
    return socket
  }

  /** Cuts the line of one of the two processes while the first one sends events. */
  async function cutWhileSending(wire: Wire, carriers: [here: Carrier, there: Carrier]): Promise<void> {
    const channel = `test-${randomUUID()}`
    const [here, there] = [await start(channel, carriers[0]), await start(channel, carriers[1])]
    const far = await join(there)
    // The adapters find each other in the background.
    const known = new Promise<void>((resolve) => void far.once('known', () => resolve()))
    const saying = setInterval(() => here.emit([ROOM], 'known', null), 20)
    await known
    clearInterval(saying)
    await there.checkGaps()

    const heard = new Set<number>()
    let isTold = false
    const over = new Promise<void>((resolve) =>
      far.onAny((event: string, { data }: { data: number }) => {
        if (event === 'numbered') heard.add(data)
        if (event === 'resync') isTold = true
        if (isTold || heard.size === EVENTS) resolve()
      }),
    )
    await wire.cut()
    for (let number = 0; number < EVENTS; number++) here.emit([ROOM], 'numbered', number)
    // Meanwhile a process serves its own sockets.
    const near = await join(here)
    const own = new Promise<void>((resolve) => void near.once('own', () => resolve()))
    here.emit([ROOM], 'own', null)
    await own
    await wire.open(wire.port)
    await over
    assert.ok(isTold || heard.size === EVENTS, 'an event was missed, and nothing said')
  }

  for (const side of ['sends', 'hears'] as const) {
    test(`are notified of each event that was lost while the process that ${side} was without Redis`, {
      skip: !redisUrl,
      timeout: 60_000,
    }, async () => {
      const straight = redisUrl as string
      const wire = await line(new URL(straight))
      closing.push(() => wire.cut())
      const cut = { redisUrl: through(wire, straight) }
      await cutWhileSending(wire, side === 'sends' ? [cut, { redisUrl: straight }] : [{ redisUrl: straight }, cut])
    })

    test(`are notified of each event that was lost while the process that ${side} was without PostgreSQL`, {
      skip: !databaseUrl,
      timeout: 60_000,
    }, async () => {
      const made = await testServerDatabase(databaseUrl as string)
      closing.push(made.drop)
      const wire = await line(new URL(made.url))
      closing.push(() => wire.cut())
      const open = async (url: string): Promise<Carrier> => {
        const server = await openDatabase({ url, logger })
        closing.push(() => server.close())
        return { server }
      }
      const [cut, whole] = [await open(through(wire, made.url)), await open(made.url)]
      await cutWhileSending(wire, side === 'sends' ? [cut, whole] : [whole, cut])
    })
  }
})
