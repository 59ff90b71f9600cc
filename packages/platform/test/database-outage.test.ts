import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  ApiError,
  accountRoom,
  ConfigError,
  createEvents,
  createRealtime,
  type Database,
  type DatabaseServer,
  type Jobs,
  openDatabase,
  openJobs,
  readSettings,
  systemClock,
} from '@quorate/platform'
import { testServerDatabase, testTokens } from '@quorate/platform/testing'
import { sql } from 'kysely'
import pino from 'pino'
import { io } from 'socket.io-client'
import { lineBounds } from '../src/bounds/line-bounds.ts'
import { databaseSettings } from '../src/config/settings.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { line } from './line.ts'

interface Said {
  said: object
}

interface Tables {
  'outage.row': { id: number }
}

const logger = pino({ level: 'silent' })
const serverUrl = process.env.TEST_DATABASE_URL ?? ''
const READ_ONLY = 'DATABASE_URL can only be read: it is a standby, or default_transaction_read_only is on'
const unavailable = (error: unknown) =>
  error instanceof ApiError &&
  error.statusCode === 503 &&
  error.code === 'DATABASE_UNAVAILABLE' &&
  Number(error.retryAfterSeconds) > 0

describe('during a PostgreSQL outage', { skip: serverUrl ? false : 'needs TEST_DATABASE_URL' }, () => {
  let wire: Awaited<ReturnType<typeof line>>
  let address: string
  let straight: string
  let drop: () => Promise<void>
  let server: DatabaseServer
  let db: Database<Tables>
  let jobs: Jobs
  let ran = 0

  before(async () => {
    const made = await testServerDatabase(serverUrl)
    drop = made.drop
    straight = made.url
    const url = new URL(made.url)
    wire = await line(new URL(made.url))
    url.host = `127.0.0.1:${wire.port}`
    address = url.href
    server = await openDatabase({ url: address, logger })
    db = await server.open<Tables>({
      schema: 'outage',
      migrations: {
        '001': { up: async (db) => void (await sql`create table outage.row (id integer primary key)`.execute(db)) },
      },
    })
    jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock: systemClock, logger })
    jobs.define('outage', async () => void ran++)
    await jobs.start()
  })
  after(async () => {
    await jobs.stop()
    await server.close()
    await wire.cut()
    await drop()
  })

  const add = (id: number) => db.change((change) => change.insertInto('outage.row').values({ id }).execute())
  const count = async () => (await db.read.selectFrom('outage.row').select('id').execute()).length

  test('reads, changes and pings answer 503 with Retry-After, and work again afterwards', async () => {
    await add(1)
    await wire.cut()
    await assert.rejects(count(), unavailable)
    await assert.rejects(add(2), unavailable)
    await assert.rejects(server.ping(), unavailable)
    await wire.open(wire.port)
    await add(3)
    assert.equal(await count(), 2)
  })

  test('a connection that could not be prepared, or cannot listen, is closed', async () => {
    const store = openPostgres(address, readSettings(databaseSettings, { env: {} }), logger)
    try {
      await store.setSessionStatements(['select 1 / 0'])
      for (let tried = 0; tried < 2; tried++) await assert.rejects(store.session(), /division by zero/)
      assert.equal(store.pool.totalCount, 0)
      await assert.rejects(
        store.listen('', () => {}),
        /zero-length/,
      )
      const { rows } = await store.pool.query(
        `select query from pg_stat_activity where datname = current_database() and query like 'LISTEN ""%'`,
      )
      assert.deepEqual(rows, [])
    } finally {
      await store.close()
    }
  })

  test('a change that is cut off in the middle answers 503 and leaves nothing behind', async () => {
    let followed = false
    const cutOff = db.change(async (change) => {
      change.onCommit(() => {
        followed = true
      })
      await change.insertInto('outage.row').values({ id: 10 }).execute()
      await wire.cut()
      await change.insertInto('outage.row').values({ id: 11 }).execute()
    })
    await assert.rejects(cutOff, unavailable)
    const atCommit = wire.open(wire.port).then(() =>
      db.change(async (change) => {
        await change.insertInto('outage.row').values({ id: 12 }).execute()
        await wire.cut()
      }),
    )
    await assert.rejects(atCommit, unavailable)
    await wire.open(wire.port)
    assert.equal(await count(), 2)
    assert.equal(followed, false)
  })

  /** Ends the hanging first, since closing a connection waits for the server. */
  const again = async () => {
    await wire.cut()
    await wire.open(wire.port)
  }

  test('an event whose statement is not answered is dropped, and later events reach other processes', async (t) => {
    t.mock.property(lineBounds, 'timeMs', 200)
    const options = { channel: `test-${randomUUID()}`, logger }
    const direct = await openDatabase({ url: straight, logger })
    const there = await createEvents<Said>({ ...options, server: direct })
    const here = await createEvents<Said>({ ...options, server })
    const heard = new Promise<void>((resolve) => there.on('said', () => resolve()))
    wire.hang()
    const saying = setInterval(() => here.emit('said', {}), 20)
    await heard
    clearInterval(saying)
    await again()
    await here.close()
    await there.close()
    await direct.close()
  })

  const openImpatient = (settings: Record<string, string>) =>
    openDatabase({
      ...{ url: address, logger },
      settings: readSettings(databaseSettings, { env: { DATABASE_CONNECT_TIMEOUT: '1500', ...settings } }),
    })
  /** The same database for a service that waits only briefly. */
  const impatient = async (settings: Record<string, string>) => {
    const opened = await openImpatient(settings)
    const tables = await opened.open<Tables>({ schema: 'outage', migrations: { '001': { up: async () => {} } } })
    return { opened, tables }
  }

  test('work that waits for a hanging server answers 503 with Retry-After, and succeeds again afterwards', async () => {
    const { opened, tables } = await impatient({ DATABASE_STATEMENT_TIMEOUT: '100' })
    const ids = () => tables.read.selectFrom('outage.row').select('id').execute()
    const before = (await ids()).length
    wire.freeze()
    const add = (id: number) => tables.change((change) => change.insertInto('outage.row').values({ id }).execute())
    const waiting = [ids(), add(20), opened.ping(), ids(), add(21)]
    await Promise.all(waiting.map((one) => assert.rejects(one, unavailable)))
    await again()
    assert.equal((await ids()).length, before)
    await opened.close()
  })

  test('a commit that the server does not acknowledge answers 503', async () => {
    const { opened, tables } = await impatient({ DATABASE_STATEMENT_TIMEOUT: '100' })
    const change = tables.change(async (change) => {
      await change.insertInto('outage.row').values({ id: 30 }).execute()
      wire.freeze()
    })
    await assert.rejects(change, unavailable)
    await again()
    await opened.close()
  })

  test('the server ends a statement that takes too long or waits for a lock too long, and it answers 503', async () => {
    const { opened, tables } = await impatient({ DATABASE_STATEMENT_TIMEOUT: '200' })
    const slow = tables.change((change) => sql`select pg_sleep(60)`.execute(change))
    await assert.rejects(slow, unavailable)
    const locked = tables.change(async (holder) => {
      await sql`lock table outage.row`.execute(holder)
      await assert.rejects(tables.read.selectFrom('outage.row').select('id').execute(), unavailable)
    })
    await assert.rejects(locked, /from outside while a change is open/)
    await opened.close()
  })

  test('reads find a connection even if changes use up their share, and further changes answer 503', async () => {
    const { opened, tables } = await impatient({ DATABASE_POOL_SIZE: '4' })
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const begun: Promise<void>[] = []
    const held = [40, 41, 42].map((id) => {
      const inserted = Promise.withResolvers<void>()
      begun.push(inserted.promise)
      return tables.change(async (change) => {
        await change.insertInto('outage.row').values({ id }).execute()
        inserted.resolve()
        await end
      })
    })
    await Promise.all(begun)
    const further = tables.change((change) => change.insertInto('outage.row').values({ id: 43 }).execute())
    const reads = Array.from({ length: 20 }, () => tables.read.selectFrom('outage.row').select('id').execute())
    assert.equal((await Promise.all(reads)).length, 20)
    await assert.rejects(further, unavailable)
    resolve()
    await Promise.all(held)
    await tables.change((change) => change.insertInto('outage.row').values({ id: 44 }).execute())
    await opened.close()
  })

  test('the server ends a transaction that is left open, and its connection is closed', async () => {
    const { opened, tables } = await impatient({ DATABASE_TRANSACTION_IDLE_TIMEOUT: '100' })
    const left = tables.change(async (change) => {
      await change.insertInto('outage.row').values({ id: 50 }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(change)
      const isThere = async () => {
        const found = await opened.pool?.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])
        return found?.rowCount === 1
      }
      while (await isThere());
      await change.insertInto('outage.row').values({ id: 51 }).execute()
    })
    await assert.rejects(left, unavailable)
    assert.equal((await tables.read.selectFrom('outage.row').select('id').where('id', '>=', 50).execute()).length, 0)
    await opened.close()
  })

  test('a listener receives messages again after the network was lost without notice', async () => {
    // It opens no tables, since their statements would have only a millisecond each.
    const opened = await openImpatient({ DATABASE_KEEPALIVE: '50', DATABASE_STATEMENT_TIMEOUT: '1' })
    const channel = `test-${randomUUID()}`
    const { promise, resolve } = Promise.withResolvers<string>()
    const stop = await opened.listen(channel, resolve)
    wire.hang()
    const direct = await openDatabase({ url: straight, logger })
    const saying = setInterval(() => void direct.notify(channel, 'said'), 50)
    assert.equal(await promise, 'said')
    clearInterval(saying)
    await stop()
    await again()
    await opened.close()
    await direct.close()
  })

  test('a start waits for the server, and says so', async () => {
    await wire.cut()
    const said = Promise.withResolvers<string>()
    const opening = openDatabase({ url: address, logger: pino({}, { write: said.resolve }) })
    assert.match(await said.promise, /The start waits for the database: .* does not answer/)
    await wire.open(wire.port)
    const opened = await opening
    await opened.ping()
    await opened.close()
  })

  test('a read-only server is refused', async () => {
    const url = new URL(straight)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    await assert.rejects(openDatabase({ url: url.href, logger }), new ConfigError(READ_ONLY))
  })

  test('a listening connection is closed if nothing answers any more', async () => {
    const stop = await server.listen(`test-${randomUUID()}`, () => {})
    wire.hang()
    await stop()
    await again()
  })

  test('the number of events that wait for an answer is limited', async (t) => {
    t.mock.property(lineBounds, 'waiting', 10)
    t.mock.property(lineBounds, 'timeMs', 1000)
    const lost: string[] = []
    const warn = ({ err }: { err: Error }) => lost.push(err.message)
    const here = await createEvents<Said>({ logger: { ...logger, warn } as unknown as typeof logger, server })
    wire.hang()
    for (let said = 0; said < 12; said++) here.emit('said', {})
    await new Promise(setImmediate)
    assert.deepEqual(lost, Array(2).fill('This message to other processes was not sent: 10 are already waiting'))
    await again()
    await here.close()
  })

  test('sockets of this process receive events that cannot reach other processes', async (t) => {
    t.mock.property(lineBounds, 'timeMs', 200)
    const tokens = await testTokens(systemClock)
    const settings = { host: '127.0.0.1', port: 0, cors: [] }
    const here = await createRealtime({
      ...{ tokens: tokens.verifier, namespaces: ['multisig'], settings, clock: systemClock, logger, server },
    })
    const token = await tokens.issue({ walletId: '0.0.41' })
    const socket = io(`${here.address}/multisig`, { auth: { token }, transports: ['websocket'], reconnection: false })
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)))
    wire.hang()
    const all = new Promise<void>((resolve) => socket.on('said', ({ data }) => data === 19 && resolve()))
    for (let said = 0; said < 20; said++) here.emit([accountRoom('hedera:devnet', '0.0.41')], 'said', said)
    await all
    await again()
    socket.disconnect()
    await here.close()
  })

  test('sockets keep no connection of the pool, however often their listening connection is lost', async (t) => {
    const soon = globalThis.setTimeout
    // The adapter waits for one to three seconds before it connects again.
    t.mock.method(globalThis, 'setTimeout', ((work: () => void, ms = 0, ...rest: []) =>
      soon(work, ms >= 1000 && ms < 3000 ? 1 : ms, ...rest)) as typeof setTimeout)
    const tokens = await testTokens(systemClock)
    const settings = { host: '127.0.0.1', port: 0, cors: [] }
    const direct = await openDatabase({ url: straight, logger })
    const channel = `test-${randomUUID()}`
    const here = await createRealtime({
      ...{ tokens: tokens.verifier, namespaces: ['multisig'], settings, clock: systemClock, logger, server: direct },
      channel,
    })
    const { pool } = direct
    assert.ok(pool)
    const listening = async (): Promise<number[]> => {
      const { rows } = await pool.query(
        `select pid from pg_stat_activity where datname = current_database() and state = 'idle' and query like $1`,
        [`LISTEN "${channel}#%`],
      )
      return rows.map(({ pid }) => pid)
    }
    const ended = new Set<number>()
    while (ended.size < 50)
      for (const pid of await listening()) {
        await pool.query('select pg_terminate_backend($1)', [pid])
        ended.add(pid)
      }
    while ((await listening()).filter((pid) => !ended.has(pid)).length === 0);
    assert.equal((await listening()).length, 1, 'one connection for each that was lost')
    assert.equal(pool.idleCount, pool.totalCount)
    await here.close()
    await direct.close()
  })

  test('a job that finishes during the outage is marked done afterwards, and notifications arrive again', async () => {
    const gate = Promise.withResolvers<void>()
    const other = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock: systemClock, logger })
    const kind = other.define('meanwhile', () => gate.promise)
    await other.start()
    const id = await db.change((change) => other.create(change, kind, {}))
    const outcome = other.run(kind, id, {})
    await wire.cut()
    gate.resolve()
    assert.equal(await outcome, 'done')
    await wire.open(wire.port)
    await other.idle()
    const { rows } = await db.change((change) => sql`select 1 from pgboss.job where name = 'meanwhile'`.execute(change))
    assert.deepEqual(rows, [])
    await other.stop()
  })
})
