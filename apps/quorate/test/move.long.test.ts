import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { type DatabaseServer, openDatabase, type ServiceSchema, silentLogger, systemClock } from '@quorate/platform'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { sql } from 'kysely'
import { move } from '../src/move/move.ts'
import {
  freePorts,
  owners,
  type Person,
  type PlatformProcess,
  runCommand,
  signBlindly,
  startProcess,
} from './process.ts'

const serverUrl = process.env.TEST_DATABASE_URL ?? ''

/** A table with a column of each kind, and one that refers to it and precedes it by name. */
const odd: ServiceSchema = {
  schema: 'odd',
  migrations: {
    '001-values': {
      async up(db) {
        await sql`create table odd.value (
          id bigint generated always as identity primary key, body text, bytes bytea, at timestamptz, day timestamp,
          list text[], numbers integer[], number numeric, real double precision, doc jsonb, raw json,
          doubled numeric generated always as (number * 2) stored)`.execute(db)
        await sql`create table odd.first (id bigint primary key references odd.value, "Case ""name" text)`.execute(db)
        await sql`create function odd.shout() returns trigger language plpgsql as
          $$ begin new.body := upper(new.body); return new; end $$`.execute(db)
        await sql`create trigger shout before insert on odd.value
          for each row when (new.body = 'changed on its way') execute function odd.shout()`.execute(db)
      },
    },
  },
}

const texts = ['', ' ', 'null', '\\', '\\x00', '"\'', '{}', 'ä 😀 \u202e', '\t\n', '\\N', '$1', 'x'.repeat(100_000)]

describe('A move to a server', { skip: !serverUrl && 'needs TEST_DATABASE_URL' }, () => {
  let dataDir: string
  let database: Awaited<ReturnType<typeof testServerDatabase>>
  before(async () => {
    dataDir = await testDataDirectory()
    database = await testServerDatabase(serverUrl)
  })
  after(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await database.drop()
  })

  const run = async (server: DatabaseServer, text: string, values: unknown[] = []) => {
    const session = await server.connections.session()
    try {
      return (await session.query(text, values)).rows
    } finally {
      session.release()
    }
  }
  const moving = (from: DatabaseServer, to: DatabaseServer) =>
    move({ from, to, schemas: [odd], clock: systemClock, logger: silentLogger, passed() {} })

  test('keeps values of every kind, continues sequences, and leaves nothing behind if a row differs', async () => {
    const folder = await testDataDirectory()
    const target = await testServerDatabase(serverUrl)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    stack.defer(target.drop)
    const from = await openDatabase({ dataDir: folder, logger: silentLogger })
    stack.defer(() => from.close())
    const to = await openDatabase({ url: target.url, logger: silentLogger })
    stack.defer(() => to.close())
    await from.open(odd)
    for (const text of texts)
      await run(
        from,
        'insert into odd.value (body, list, doc, raw) values ($1, array[$1, null, $1], $2::jsonb, $2::json)',
        [...[text, JSON.stringify({ text, deep: [text, null, 1e-7] })]],
      )
    await run(
      from,
      `insert into odd.value (body, bytes, at, day, list, numbers, number, real, doc, raw) values
      ('null', '\\x00ff', '2026-11-26 20:00:00.123456+02', '0001-01-01 00:00:00.000001 BC', '{}', '{1,null,-2147483648}',
        123456789012345678901234567890.000000001, 1e-300, 'null', 'null'),
      (null, '', 'infinity', '-infinity', null, null, 'NaN', 'Infinity', null, '{"a":1, "a":2 , "b":1.0}'),
      (null, null, '294276-12-31 23:59:59.999999+00', null, null, null, -0.0, '-0', '9007199254740993', null)`,
    )
    for (let id = 1; id <= 3; id++) await run(from, 'insert into odd.first values ($1, $2)', [id, texts[id]])
    await run(from, `insert into odd.value (body) select 'row ' || n from generate_series(1, 1500) n`)

    // The trigger affects what the copy inserts, not the existing rows.
    await run(from, `update odd.value set body = 'changed on its way' where id = 2`)
    await assert.rejects(moving(from, to), /odd\.value is not the same on the server: nothing was moved/)
    assert.deepEqual(
      await run(to, `select nspname from pg_namespace where nspname in ('odd', 'pgboss', 'platform')`),
      [],
    )

    await run(from, 'update odd.value set body = $1 where id = 2', [texts[1]])
    const moved = await moving(from, to)
    const rows = new Map(moved.map(({ table, rows }) => [table, rows]))
    assert.equal(rows.get('odd.value'), texts.length + 3 + 1500)
    assert.equal(rows.get('odd.first'), 3)
    const all = `select id::text, body, encode(bytes, 'hex') as bytes, at::text, day::text, list::text, numbers::text,
      number::text, real::text, doc::text, raw::text, doubled::text from odd.value order by id`
    for (const server of [from, to]) await run(server, `set timezone = 'UTC'`)
    assert.deepEqual(await run(to, all), await run(from, all))
    const next = 'insert into odd.value (body) values (null) returning id::text'
    assert.deepEqual(await run(to, next), await run(from, next))
    await assert.rejects(moving(from, to), /has a schema "\w+" already: name an empty database/)
    assert.deepEqual(rows.get('odd.value'), (await run(to, all)).length - 1, 'what was there is still there')
  })

  test('moves a whole installation: sessions, open requests, votes and files still work', async () => {
    const env: Record<string, string> = { ...(await freePorts()), DATA_DIR: dataDir }
    let platform: PlatformProcess = await startProcess(env)
    const running = await runCommand(env, ['move', '--to', database.url])
    assert.equal(running.code, 1, running.output)
    assert.match(running.output, /is in use by process/)
    const [ada, ben] = (await owners(platform.at, 2)) as [Person, Person]
    const settings = { owners: [ada, ben].map(({ id }) => ({ wallet: id, name: id })), threshold: 2 }
    const creation = await ada.client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 1000_0000_0000, settings },
    })
    await signBlindly(ada.client, creation)
    const { walletId } = await ada.client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    const executeAt = new Date(Date.now() + 3_600_000).toISOString()
    const request = await ada.client.multisig.post('/multisig/wallet/withdraw/request', {
      body: {
        walletId: walletId ?? '',
        receiverId: '0.0.1002',
        tokenId: 'HBAR',
        type: 'FUNGIBLE_COMMON',
        amountOrSerial: 1,
        executeAt,
      },
    })
    await signBlindly(ada.client, { ...request, walletId: walletId ?? '' })
    const votingRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const dao = await ada.client.governance.post('/daos', {
      body: { name: 'D', description: '', ownerAddress: ada.id, votingRules },
    })
    await platform.stop()

    const moved = await runCommand(env, ['move', '--to', database.url])
    assert.equal(moved.code, 0, moved.output)
    env.DATABASE_URL = database.url
    assert.match((await runCommand(env, ['move', '--to', database.url])).output, /DATABASE_URL is set/)
    platform = await startProcess(env)
    try {
      // The sessions are from before the move.
      const path = { jobId: request.jobId }
      const status = await ben.client.multisig.get('/multisig/transaction/status/{jobId}', { path })
      assert.deepEqual(
        status.signatures.map(({ senderId }) => senderId),
        [ada.id],
      )
      await signBlindly(ben.client, { ...request, walletId: walletId ?? '' })
      const after = await ben.client.multisig.get('/multisig/transaction/status/{jobId}', { path })
      assert.deepEqual(after.missing, [])
      const { name } = await ada.client.governance.get('/daos/{daoId}', { path: { daoId: dao.daoId } })
      assert.equal(name, 'D')
    } finally {
      await platform.stop()
    }
  })

  test('needs an embedded database, and a server that answers', async () => {
    const none = await runCommand({ DATA_DIR: '/nonexistent' }, ['move', '--to', database.url])
    assert.equal(none.code, 2)
    assert.match(none.output, /has no embedded database/)
    const nowhere = await runCommand({ DATA_DIR: dataDir }, ['move', '--to', 'mysql://127.0.0.1/x'])
    assert.equal(nowhere.code, 2, nowhere.output)
    assert.match(nowhere.output, /^--to is set, but not usable/)
    const silent = await runCommand({ DATA_DIR: dataDir }, ['move', '--to', 'postgres://127.0.0.1:1/x'])
    assert.equal(silent.code, 5, silent.output)
    assert.match(silent.output, /does not answer/)
    const jobs = await runCommand({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, ['jobs'])
    assert.equal(jobs.code, 5, jobs.output)
  })
})
