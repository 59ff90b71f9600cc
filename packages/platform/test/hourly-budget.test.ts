import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type BudgetCounts,
  budgetTable,
  type Database,
  type DatabaseServer,
  giveBack,
  takeFrom,
} from '@quorate/platform'
import { testDatabase } from '@quorate/platform/testing'

interface Tables {
  'work.spent': BudgetCounts
}

const HOUR = 3_600_000
const budget = { name: 'messages', perHour: 100 }
const holder = (id: string) => ({ id, percent: 20 })

describe('An hourly budget', () => {
  let server: DatabaseServer
  let db: Database<Tables>
  let now = 1_000 * HOUR
  before(async () => {
    server = await testDatabase()
    const up = async (one: Parameters<ReturnType<typeof budgetTable>[0]['execute']>[0]) => {
      for (const statement of budgetTable('work.spent')) await statement.execute(one)
    }
    db = await server.open<Tables>({ schema: 'work', migrations: { '001': { up } } })
  })
  after(() => server.close())
  const take = (amount: number, id?: string) =>
    db.change((trx) =>
      takeFrom(trx, 'work.spent', budget, { amount, holder: id === undefined ? undefined : holder(id) }, now),
    )
  const nextHour = () => {
    now = (Math.floor(now / HOUR) + 1) * HOUR
  }

  test('gives one holder its share, and others theirs, until all of it is used', async () => {
    assert.equal(await take(20, 'a'), undefined)
    assert.deepEqual(await take(1, 'a'), { of: 'holder', waitMs: HOUR })
    for (const id of ['b', 'c', 'd', 'e']) assert.equal(await take(20, id), undefined)
    now += 600_000
    assert.deepEqual(await take(1, 'f'), { of: 'all', waitMs: HOUR - 600_000 })
    nextHour()
    assert.equal(await take(20, 'a'), undefined)
  })

  test('never gives more than its total in an hour', async () => {
    nextHour()
    assert.deepEqual(await take(21, 'a'), { of: 'holder', waitMs: Infinity })
    assert.deepEqual(await take(101), { of: 'all', waitMs: Infinity })
    assert.equal(await take(100), undefined)
  })

  test('takes back an unused amount, as long as the hour lasts', async () => {
    nextHour()
    const takenAt = now
    await take(20, 'a')
    const back = { amount: 20, holder: 'a', takenAt }
    await db.change((trx) => giveBack(trx, 'work.spent', budget, back))
    assert.equal(await take(20, 'a'), undefined)
    nextHour()
    await take(20, 'a')
    await db.change((trx) => giveBack(trx, 'work.spent', budget, back))
    assert.equal((await take(1, 'a'))?.of, 'holder')
  })

  test('starts again after the clock was set back', async () => {
    nextHour()
    await take(20, 'a')
    now -= 400 * 24 * HOUR
    assert.equal(await take(20, 'a'), undefined)
  })

  test('serves concurrent takers one after the other', async () => {
    nextHour()
    const all = await Promise.all(Array.from({ length: 30 }, () => take(1, 'a')))
    assert.equal(all.filter((one) => one === undefined).length, 20)
  })
})
