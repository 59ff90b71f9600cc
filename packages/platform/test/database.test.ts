import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Database, type DatabaseServer, json, type Migration } from '@quorate/platform'
import { testDatabase } from '@quorate/platform/testing'
import { sql } from 'kysely'

interface Tables {
  'shop.item': {
    id: number
    name: string
    price: bigint | null
    tags: unknown
    image: Uint8Array | null
    at: Date | null
  }
  'shop.stock': { id: number; count: number }
}

const migrations: Record<string, Migration> = {
  '001-item': {
    async up(db) {
      await db.schema
        .createTable('shop.item')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .addColumn('price', 'bigint')
        .addColumn('tags', 'jsonb')
        .addColumn('image', 'bytea')
        .addColumn('at', 'timestamptz')
        .execute()
    },
  },
  '002-stock': {
    async up(db) {
      await sql`create table shop.stock (id integer primary key, count integer not null)`.execute(db)
      await sql`insert into shop.stock values (1, 0), (2, 0)`.execute(db)
    },
  },
}

const item = (id: number, more: Partial<Tables['shop.item']> = {}) => ({ id, name: `item ${id}`, ...more })
const OUTSIDE = /used from outside while a change is open/

describe('the database', () => {
  let server: DatabaseServer
  let db: Database<Tables>

  before(async () => {
    server = await testDatabase()
    db = await server.open<Tables>({ schema: 'shop', migrations })
  })
  after(() => server.close())

  const names = async () => (await db.read.selectFrom('shop.item').select('name').execute()).map(({ name }) => name)

  test('keeps big integers, JSON, bytes and times unchanged', async () => {
    const kept = {
      ...item(1),
      price: 2n ** 63n - 1n,
      tags: ['a', { b: null }],
      image: new Uint8Array([0, 127, 128, 255]),
      at: new Date('2026-02-03T04:05:06.789Z'),
    }
    await db.change((change) =>
      change
        .insertInto('shop.item')
        .values({ ...kept, tags: json(kept.tags) })
        .execute(),
    )
    const read = await db.read.selectFrom('shop.item').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
    assert.deepEqual(read, kept)
    const { many } = await db.read
      .selectFrom('shop.item')
      .select((e) => e.fn.countAll<bigint>().as('many'))
      .executeTakeFirstOrThrow()
    assert.equal(many, 1n)
  })

  test('keeps an empty JSON list a list, and finds rows by a list of values', async () => {
    await db.change(async (change) => {
      await change
        .insertInto('shop.item')
        .values(item(2, { tags: json([]) }))
        .execute()
      await change
        .insertInto('shop.item')
        .values(item(3, { price: 7n, tags: json(null) }))
        .execute()
    })
    const read = await db.read
      .selectFrom('shop.item')
      .select(['id', 'tags'])
      .where('id', 'in', [2, 3])
      .orderBy('id')
      .execute()
    assert.deepEqual(read, [
      { id: 2, tags: [] },
      { id: 3, tags: null },
    ])
  })

  test('returns how many rows a statement changed', async () => {
    const changed = await db.change((change) =>
      change.updateTable('shop.stock').set({ count: 5 }).where('id', 'in', [1, 2, 3]).executeTakeFirstOrThrow(),
    )
    assert.equal(changed.numUpdatedRows, 2n)
  })

  test('rolls back a change that throws, and passes on the error', async () => {
    const thrown = new Error('no')
    const change = db.change(async (change) => {
      await change.insertInto('shop.item').values(item(10)).execute()
      throw thrown
    })
    await assert.rejects(change, (error) => error === thrown)
    assert.ok(!(await names()).includes('item 10'))
  })

  test('rolls back a change that continues after one of its statements failed', async () => {
    const change = db.change(async (change) => {
      await change.insertInto('shop.item').values(item(11)).execute()
      await change
        .insertInto('shop.item')
        .values(item(11))
        .execute()
        .catch(() => {})
    })
    await assert.rejects(change, /rolled back/)
    assert.ok(!(await names()).includes('item 11'))
  })

  test('identifies a violated constraint by its SQLSTATE and name', async () => {
    const change = db.change((change) => change.insertInto('shop.item').values({ id: 12, name: 'item 1' }).execute())
    await assert.rejects(change, { code: '23505', constraint: 'item_name_key' })
  })

  test('runs onCommit functions after the commit, in order, and none of them after a rollback', async () => {
    const done: string[] = []
    await db.change(async (change) => {
      change.onCommit(() => done.push('first'))
      change.onCommit(() => {
        throw new Error('not our concern any more')
      })
      change.onCommit(() => done.push('second'))
      await change.insertInto('shop.item').values(item(20)).execute()
      assert.deepEqual(done, [])
    })
    assert.deepEqual(done, ['first', 'second'])
    const refused = db.change(async (change) => {
      change.onCommit(() => done.push('never'))
      throw new Error('no')
    })
    await assert.rejects(refused)
    assert.deepEqual(done, ['first', 'second'])
  })

  test('shows the committed rows to onCommit functions, which may use it', async () => {
    const seen = Promise.withResolvers<string[]>()
    await db.change(async (change) => {
      await change.insertInto('shop.item').values(item(21)).execute()
      change.onCommit(() => seen.resolve(names()))
    })
    assert.ok((await seen.promise).includes('item 21'))
  })

  test('throws at once if it is read or changed from outside while a change is open', async () => {
    await db.change(async () => {
      await assert.rejects(async () => names(), OUTSIDE)
      await assert.rejects(
        db.change(async () => {}),
        OUTSIDE,
      )
      await assert.rejects(server.notify('shop', 'open'), OUTSIDE)
    })
    assert.ok((await names()).length > 0)
  })

  test('refuses a statement that comes after the end of its change', async () => {
    const late = await db.change(async (change) => () => change.deleteFrom('shop.item').execute())
    await assert.rejects(late, /already committed/)
    assert.ok((await names()).length > 0)
  })

  test('gives readers a type that cannot write', () => {
    // @ts-expect-error
    const write = () => db.read.deleteFrom('shop.item').execute()
    assert.equal(typeof write, 'function')
  })

  test('may be read by work that a change started and that outlives it', async () => {
    const gate = Promise.withResolvers<void>()
    const { later } = await db.change(async () => ({ later: gate.promise.then(names) }))
    gate.resolve()
    assert.ok((await later).length > 0)
  })

  test('loses none of 200 concurrent increments of one row', async () => {
    await db.change((change) => change.updateTable('shop.stock').set({ count: 0 }).execute())
    await Promise.all(
      Array.from({ length: 200 }, () =>
        db.change((change) =>
          change
            .updateTable('shop.stock')
            .set((e) => ({ count: e('count', '+', 1) }))
            .where('id', '=', 1)
            .execute(),
        ),
      ),
    )
    const { count } = await db.read
      .selectFrom('shop.stock')
      .select('count')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    assert.equal(count, 200)
  })

  test('repeats a change after a deadlock or a serialization failure, and keeps only the last onCommit', async () => {
    for (const code of ['40001', '40P01']) {
      let attempts = 0
      const committed: number[] = []
      await db.change(async (change) => {
        const attempt = ++attempts
        change.onCommit(() => committed.push(attempt))
        if (attempt < 3)
          await sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`).execute(change)
      })
      assert.deepEqual({ attempts, committed }, { attempts: 3, committed: [3] })
    }
  })

  test('reads rows with another shape after a column was added', async () => {
    const reading = () => db.read.selectFrom('shop.stock').selectAll().executeTakeFirstOrThrow()
    const changing = () => db.change((change) => change.selectFrom('shop.stock').selectAll().executeTakeFirstOrThrow())
    const many = () => Promise.all([...Array.from({ length: 20 }, reading), ...Array.from({ length: 20 }, changing)])
    const [before] = await many()
    const place: Migration = { up: (db) => db.schema.alterTable('shop.stock').addColumn('place', 'text').execute() }
    await server.open({ schema: 'shop', migrations: { ...migrations, '003-place': place } })
    for (const row of await many()) assert.deepEqual(Object.keys(row), [...Object.keys(before ?? {}), 'place'])
  })

  test('migrates once if several processes start at the same time', async () => {
    let runs = 0
    const slowly: Record<string, Migration> = {
      '001': {
        async up(db) {
          runs++
          await db.schema.createTable('race.track').addColumn('id', 'integer').execute()
        },
      },
    }
    await Promise.all(Array.from({ length: 4 }, () => server.open({ schema: 'race', migrations: slowly })))
    assert.equal(runs, 1)
  })

  test('leaves nothing of a failed migration, and names the schema', async () => {
    const failing = { '001': { up: async () => Promise.reject(new Error('wrong')) } }
    await assert.rejects(
      server.open({ schema: 'failing', migrations: failing }),
      /schema "failing" could not be migrated/,
    )
    const { rows } = await db.change((change) =>
      sql`select 1 from pg_namespace where nspname = 'failing'`.execute(change),
    )
    assert.deepEqual(rows, [])
  })

  test('refuses a schema with a migration that this version does not know', async () => {
    const none = async () => {}
    const open = (...names: string[]) =>
      server.open({ schema: 'newer', migrations: Object.fromEntries(names.map((name) => [name, { up: none }])) })
    await open('001', '002')
    await open('001', '002')
    await assert.rejects(
      open('001'),
      /^ConfigError: The tables of "newer" were made by a newer version \(002\): start that one/,
    )
    await assert.rejects(
      open('001', '003'),
      /^ConfigError: The tables of "newer" were made by a newer version \(002\): start that one/,
    )
  })

  test('refuses tables from before the baseline, and says what to do', async () => {
    const open = (...names: string[]) =>
      server.open({
        schema: 'unreleased',
        migrations: Object.fromEntries(names.map((name) => [name, { up: async () => {} }])),
      })
    await open('001-sessions', '002-lists')
    await assert.rejects(
      open('001-baseline'),
      /^ConfigError: The tables of "unreleased" are from before the first release \(001-sessions\) .*: set (DATA_DIR|DATABASE_URL) to an empty (folder|database) to start over/,
    )
  })

  test('receives its own notifications', async () => {
    const heard = Promise.withResolvers<string>()
    const unlisten = await server.listen('news', heard.resolve)
    await server.notify('news', 'open today')
    assert.equal(await heard.promise, 'open today')
    await unlisten()
  })
})
