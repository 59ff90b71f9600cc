import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  ApiError,
  ConfigError,
  createEvents,
  type Database,
  type DatabaseServer,
  openDatabase,
  openJobs,
  readSettings,
  systemClock,
} from '@quorate/platform'
import { testServerDatabase } from '@quorate/platform/testing'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { databaseSettings } from '../src/config/settings.ts'
import {
  lacksPgbouncer,
  lacksPostgres,
  ownFolder,
  removeFolder,
  startPooler,
  startPrimary,
  startStandby,
  type TestServer,
} from './servers.ts'

interface Tables {
  'failover.row': { id: number }
}
interface Said {
  said: { text: string }
}

const logger = pino({ level: 'silent' })
const service = {
  schema: 'failover',
  migrations: {
    '001': {
      up: async (db: Kysely<unknown>) =>
        void (await sql`create table failover.row (id integer primary key)`.execute(db)),
    },
  },
}
const unavailable = (error: unknown) =>
  error instanceof ApiError && error.statusCode === 503 && error.code === 'DATABASE_UNAVAILABLE'
const add = (db: Database<Tables>, id: number) =>
  db.change((change) => change.insertInto('failover.row').values({ id }).execute())
const ids = async (db: Database<Tables>) =>
  (await db.read.selectFrom('failover.row').select('id').orderBy('id').execute()).map(({ id }) => id)

/** Retries until the database is writable: the duration of a promotion depends on the servers. */
async function untilWritten(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!unavailable(error)) throw error
    }
  }
}

const needsServer = process.env.TEST_DATABASE_URL ? false : 'needs TEST_DATABASE_URL'

describe('several servers in DATABASE_URL', { skip: needsServer || lacksPostgres }, () => {
  let folder: string
  let primary: TestServer
  let standby: Awaited<ReturnType<typeof startStandby>>

  before(async () => {
    folder = ownFolder()
    primary = await startPrimary(folder)
    standby = await startStandby(folder, primary)
  })
  after(async () => {
    await primary.kill()
    await standby.kill()
    await removeFolder(folder)
  })

  test('a service continues on the standby that becomes the primary', async () => {
    // The standby comes first, so that each of the two is skipped once.
    const url = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`
    const server: DatabaseServer = await openDatabase({ url, logger })
    const db = await server.open<Tables>(service)
    const events = await createEvents<Said>({ logger, server, channel: 'failover' })
    const others = await createEvents<Said>({ logger, server, channel: 'failover' })
    let ran = 0
    const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 100 }, clock: systemClock, logger })
    const kind = jobs.define('failover', async () => void ran++)
    await jobs.start()
    await add(db, 1)
    await db.change((change) => change.insertInto('failover.row').values({ id: 2 }).execute())
    assert.deepEqual(await ids(db), [1, 2])

    // Nothing acknowledged is lost if the standby has caught up. How servers replicate is the operator's choice.
    while (!(await isCaughtUp(primary, standby)));
    await primary.kill()
    await assert.rejects(add(db, 3), unavailable)
    standby.promote()
    await untilWritten(() => add(db, 4))
    assert.deepEqual(await ids(db), [1, 2, 4])

    const { promise: heard, resolve } = Promise.withResolvers<string>()
    others.on('said', ({ text }) => resolve(text))
    const saying = setInterval(() => events.emit('said', { text: 'again' }), 50)
    assert.equal(await heard, 'again')
    clearInterval(saying)
    const id = await db.change((change) => jobs.create(change, kind, {}))
    assert.equal(await jobs.run(kind, id, {}), 'done')
    assert.equal(ran, 1)
    await jobs.stop()
    await events.close()
    await others.close()
    await server.close()
  })
})

async function isCaughtUp(primary: TestServer, standby: TestServer): Promise<boolean> {
  const asking = await openDatabase({ url: primary.url, logger })
  const { rows } = (await asking.pool?.query(
    'select bool_and(replay_lsn = pg_current_wal_lsn()) as caught_up from pg_stat_replication',
  )) ?? { rows: [] }
  await asking.close()
  assert.ok(standby.port)
  return rows[0]?.caught_up === true
}

describe('the forms of DATABASE_URL', () => {
  const opening = (url: string) => openDatabase({ url, logger })

  test('invalid hosts, more than 16 hosts, and a server for reading only are refused in one line', async () => {
    const many = Array.from({ length: 17 }, (_, host) => `h${host}`).join(',')
    const cases = {
      'postgres://a:x,b/database': /^DATABASE_URL is set, but not usable: expected postgres:\/\//,
      [`postgres://${many}/database`]: /up to 16 hosts/,
      'postgres://a,b/database?target_session_attrs=prefer-standby': /prefer-standby: expected read-write/,
    }
    for (const [url, message] of Object.entries(cases))
      await assert.rejects(opening(url), (error) => error instanceof ConfigError && message.test(error.message))
  })
})

describe('behind PgBouncer, which gives each transaction another session', {
  skip: needsServer || lacksPgbouncer,
}, () => {
  let folder: string
  let pooler: TestServer
  let direct: string
  let url: string
  let drop: () => Promise<void>

  before(async () => {
    folder = ownFolder()
    const made = await testServerDatabase(process.env.TEST_DATABASE_URL ?? '')
    direct = made.url
    drop = made.drop
    pooler = await startPooler(folder, direct)
    url = `postgres://postgres@127.0.0.1:${pooler.port}${new URL(direct).pathname}`
  })
  after(async () => {
    await pooler.kill()
    await drop()
    await removeFolder(folder)
  })

  test('many concurrent statements, changes, notifications and jobs find what they need', async () => {
    const settings = readSettings(databaseSettings, { env: { DATABASE_DIRECT_URL: direct, DATABASE_POOL_SIZE: '12' } })
    const server = await openDatabase({ url, settings, logger })
    const db = await server.open<Tables>(service)
    let ran = 0
    const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 100 }, clock: systemClock, logger })
    const kind = jobs.define('pooled', async () => void ran++)
    await jobs.start()
    const numbers = Array.from({ length: 200 }, (_, id) => id)
    const outcomes = await Promise.all(
      numbers.map(async (id) => {
        const job = await db.change(async (change) => {
          await change.insertInto('failover.row').values({ id }).execute()
          return jobs.create(change, kind, { id })
        })
        return jobs.run(kind, job, { id })
      }),
    )
    assert.deepEqual(new Set(outcomes), new Set(['done']))
    const read = await Promise.all(
      numbers.map((id) => db.read.selectFrom('failover.row').selectAll().where('id', '=', id).execute()),
    )
    assert.deepEqual(
      read.map(([row]) => row?.id),
      numbers,
    )
    assert.equal(ran, 200)
    const { promise: heard, resolve } = Promise.withResolvers<string>()
    const stop = await server.listen('pooled', resolve)
    await server.notify('pooled', 'heard')
    assert.equal(await heard, 'heard')
    await stop()
    await jobs.stop()
    await server.close()
  })

  test("no session of the server keeps a service's settings", async () => {
    const settings = readSettings(databaseSettings, { env: { DATABASE_DIRECT_URL: direct } })
    const server = await openDatabase({ url, settings, logger })
    const shown = await Promise.all(
      Array.from({ length: 20 }, () => server.pool?.query('show statement_timeout').then(({ rows }) => rows[0])),
    )
    assert.deepEqual(new Set(shown.map((row) => row?.statement_timeout)), new Set(['0']))
    const prepared = await server.pool?.query('select count(*)::integer as count from pg_prepared_statements')
    assert.deepEqual(prepared?.rows, [{ count: 0 }])
    await server.close()
  })
})
