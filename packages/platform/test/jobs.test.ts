import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import {
  type Change,
  type Database,
  type DatabaseServer,
  failedJobs,
  type Jobs,
  jobCounts,
  openJobs,
  PermanentJobError,
  retryJob,
} from '@quorate/platform'
import { type TestClock, testClock, testDatabase } from '@quorate/platform/testing'
import { sql } from 'kysely'
import pino from 'pino'
import { createMetrics } from '../src/base/metrics.ts'
import { limits } from '../src/bounds/platform-limits.ts'

interface Tables {
  'work.done': { id: string; times: number }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const LEASE = 11 * SECOND
const logger = pino({ level: 'silent' })
const settings = { attempts: 3, backoffDelayMs: 2 * SECOND }
type Gate = PromiseWithResolvers<void>
/** For jobs of one kind. */
const AN_HOUR_LATER = `
  update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour', start_after = start_after - interval '1 hour'
  where name = 'held-up'`

describe('jobs', () => {
  let server: DatabaseServer
  let db: Database<Tables>
  let clock: TestClock
  let jobs: Jobs

  before(async () => {
    server = await testDatabase()
    db = await server.open<Tables>({
      schema: 'work',
      migrations: {
        '001': {
          up: (db) =>
            sql`create table work.done (id text primary key, times integer not null)`.execute(db).then(() => {}),
        },
      },
    })
  })
  after(() => server.close())
  beforeEach(() => {
    clock = testClock()
    jobs = openJobs({ server, settings, clock, logger })
  })
  afterEach(() => jobs.stop())

  const inQueue = (kind: string) =>
    db.change(async (trx) => {
      const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${kind}`.execute(trx)
      return rows.map(({ state }) => state)
    })
  const deadLetters = (kind: string) =>
    db.change(async (trx) => {
      const { rows } = await sql<{ data: unknown; message: string }>`
        select data, source_output ->> 'message' as message from pgboss.job
        where name = 'dead-letters' and source_name = ${kind} order by data`.execute(trx)
      return rows
    })
  /** Advances the clock until the queue's jobs are done. */
  const pass = async (ms: number) => {
    await clock.advance(ms)
    await jobs.idle()
  }

  test('run at once in the process that created them, and leave nothing in the queue', async () => {
    const ran: unknown[] = []
    const kind = jobs.define<{ n: number }>('plain', async (data, job) => void ran.push({ data, job }))
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, { n: 1 }))
    assert.deepEqual(ran, [])
    assert.equal(await jobs.run(kind, id, { n: 1 }), 'done')
    assert.deepEqual(ran, [{ data: { n: 1 }, job: { id, attempt: 1, final: false } }])
    await jobs.idle()
    assert.deepEqual(await inQueue('plain'), [])
    await pass(MINUTE)
    assert.equal(ran.length, 1)
  })

  test('are counted by kind, and an operator can list failed ones with their reason and retry them', async () => {
    let isFaulty = true
    const kind = jobs.define<{ n: number }>('faulty', async () => {
      if (isFaulty) throw new PermanentJobError('the reason')
    })
    const later = jobs.define<{ n: number }>('later', async () => {})
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, { n: 1 }))
    assert.equal(await jobs.run(kind, id, { n: 1 }), 'dead')
    await db.change((trx) => jobs.create(trx, later, { n: 2 }, { startAfter: new Date(clock.now() + MINUTE) }))
    const nothing = { waiting: 0, running: 0, retrying: 0, failed: 0 }
    const counts = (await jobCounts(server)).filter((one) => ['faulty', 'later'].includes(one.kind))
    assert.deepEqual(counts, [
      { ...nothing, kind: 'faulty', failed: 1 },
      { ...nothing, kind: 'later', waiting: 1 },
    ])
    const [failed = assert.fail()] = (await failedJobs(server)).filter((one) => one.kind === 'faulty')
    assert.deepEqual([failed.id, failed.reason, failed.data], [id, 'the reason', { n: 1 }])
    isFaulty = false
    assert.equal(await retryJob(server, id), true)
    await pass(MINUTE)
    assert.deepEqual(await inQueue('faulty'), [])
    assert.equal(await retryJob(server, id), false)
    const metrics = await createMetrics('test', clock).text()
    assert.match(metrics, /quorate_job_attempts_total\{kind="faulty",outcome="dead"\} 1\n/)
    assert.match(metrics, /quorate_job_attempts_total\{kind="faulty",outcome="done"\} 1\n/)
  })

  test('are run with local data by the process that commits them, and without it by the queue', async () => {
    const ran: unknown[] = []
    const kind = jobs.define<{ n: number }, string>('with', async (data, { local, attempt }) => {
      ran.push([data.n, local])
      if (attempt === 1) throw new Error('once more')
    })
    await jobs.start()
    await db.change((trx) => jobs.createAndRun(trx, kind, { n: 1 }, { local: 'at hand' }))
    await jobs.idle()
    assert.deepEqual(ran, [[1, 'at hand']])
    await pass(MINUTE)
    assert.deepEqual(ran, [
      [1, 'at hand'],
      [1, undefined],
    ])
  })

  test('do not exist if their change is rolled back', async () => {
    let ran = 0
    const kind = jobs.define('undone', async () => void ran++)
    await jobs.start()
    const trx = db.change(async (trx) => {
      await jobs.create(trx, kind, {})
      throw new Error('no')
    })
    await assert.rejects(trx)
    assert.deepEqual(await inQueue('undone'), [])
    await pass(MINUTE)
    assert.equal(ran, 0)
  })

  test('are done by the queue if nobody ran them', async () => {
    const ran = Promise.withResolvers<unknown>()
    const kind = jobs.define<{ who: string }>('abandoned', async (data, { attempt }) => ran.resolve({ data, attempt }))
    await jobs.start()
    await db.change((trx) => jobs.create(trx, kind, { who: 'queue' }))
    await pass(LEASE)
    assert.deepEqual(await ran.promise, { data: { who: 'queue' }, attempt: 1 })
    await jobs.idle()
    assert.deepEqual(await inQueue('abandoned'), [])
  })

  test("Jobs of a kind with owners run in limited numbers, including those run by their creator's process", async () => {
    const most = limits.runningJobs.value
    const gate = Promise.withResolvers<void>()
    const all = Promise.withResolvers<void>()
    const attempts: number[] = []
    let running = 0
    let peak = 0
    const kind = jobs.define<{ n: number }>(
      'bounded',
      async (_, { attempt }) => {
        peak = Math.max(peak, ++running)
        if (attempts.push(attempt) === most + 5) all.resolve()
        await gate.promise
        running--
      },
      { ownerOf: ({ n }) => `owner ${n}` },
    )
    await jobs.start()
    const outcomes: Promise<string>[] = []
    for (let n = 0; n < most + 5; n++) {
      const id = await db.change((trx) => jobs.create(trx, kind, { n }))
      outcomes.push(jobs.run(kind, id, { n }))
    }
    assert.deepEqual(await Promise.all(outcomes.slice(most)), Array(5).fill('retrying'))
    assert.deepEqual([attempts.length, peak], [most, most])
    await clock.advance(SECOND)
    assert.equal(attempts.length, most, 'the queue waits, too')
    gate.resolve()
    await Promise.all(outcomes)
    await pass(SECOND)
    await all.promise
    await jobs.idle()
    assert.deepEqual(attempts, Array(most + 5).fill(1))
    assert.ok(peak <= most, `${peak} at once`)
    assert.deepEqual(await inQueue('bounded'), [])
  })

  /** Jobs of owners, which run until the test ends them. */
  const owned = (name: string, to = jobs, log = { begun: [] as string[], heard: new EventEmitter() }) => {
    const { begun, heard } = log
    const running: { owner: string; end: () => void }[] = []
    let isOpen = false
    const kind = to.define<{ owner?: string }>(
      name,
      async ({ owner = 'nobody' }) => {
        begun.push(owner)
        heard.emit('begun')
        if (!isOpen) await new Promise<void>((end) => running.push({ owner, end }))
      },
      { ownerOf: ({ owner }) => String(owner) },
    )
    return {
      begun,
      kind,
      log,
      /** Resolves once it has begun, or is left to the queue. */
      async add(owner: string) {
        const id = await db.change((trx) => to.create(trx, kind, { owner }))
        const count = begun.length
        const outcome = to.run(kind, id, { owner })
        if (begun.length === count) assert.equal(await outcome, 'retrying')
      },
      async until(count: number) {
        while (begun.length < count) await once(heard, 'begun')
        assert.equal(begun.length, count)
      },
      end(owner: string) {
        const at = running.findIndex((one) => one.owner === owner)
        assert.ok(at >= 0, `nothing runs of ${owner}`)
        running.splice(at, 1)[0]?.end()
      },
      endAll() {
        isOpen = true
        for (const { end } of running.splice(0)) end()
      },
    }
  }
  const counted = (owners: string[]) =>
    Object.fromEntries(
      Map.groupBy(owners, (owner) => owner)
        .entries()
        .map(([owner, all]) => [owner, all.length]),
    )

  test('Jobs of one owner with many slow ones take at most half of the places', async () => {
    const most = limits.runningJobs.value
    const { begun, add, until, end, endAll } = owned('greedy')
    await jobs.start()
    for (let n = 0; n < most; n++) await add('greedy')
    await clock.advance(SECOND)
    assert.deepEqual(counted(begun), { greedy: most / 2 })
    for (let n = 0; n < most / 4; n++) {
      await add(`few ${n}`)
      await add(`few ${n}`)
    }
    await until(most)
    assert.ok(Object.values(counted(begun.slice(most / 2))).every((count) => count === 2))
    await add('late')
    await clock.advance(SECOND)
    assert.equal(begun.length, most)
    end('greedy')
    await until(most + 1)
    assert.equal(begun.at(-1), 'late', 'it comes before what has waited for longer')
    end('few 0')
    await clock.advance(SECOND)
    await add('later')
    await until(most + 2)
    assert.equal(begun.at(-1), 'later', 'a place was left')
    endAll()
    await until(most * 1.5 + 2)
    await jobs.idle()
    assert.deepEqual(await inQueue('greedy'), [])
  })

  test('Jobs of an owner who queued many before others begin one by one, in turns with theirs', async () => {
    const most = limits.runningJobs.value
    const { begun, add, until, end, endAll } = owned('rounds')
    await jobs.start()
    for (let n = 0; n < most; n++) await add(`owner ${n}`)
    for (let n = 0; n < 3; n++) await add('owner 0')
    for (const owner of ['first', 'second', 'first']) await add(owner)
    const turns = ['first', 'owner 0', 'second', 'first', 'owner 0', 'owner 0']
    for (const [turn, owner] of turns.entries()) {
      end(begun.at(turn === 0 ? 0 : -1) ?? '')
      await until(most + turn + 1)
      assert.equal(begun.at(-1), owner, `turn ${turn}`)
    }
    endAll()
    await jobs.idle()
    assert.deepEqual(await inQueue('rounds'), [])
  })

  test("Jobs of hundreds of owners begin once per owner before any begins again, and later owners' after them", async () => {
    const owners = Array.from({ length: 210 }, (_, n) => `owner ${String(n).padStart(3, '0')}`)
    const late = ['a first one', 'owner 100 and more', 'the last one']
    const begun: string[] = []
    const all = Promise.withResolvers<void>()
    const kind = jobs.define<{ owner: string }>(
      'hundreds',
      async ({ owner }) => {
        if (begun.push(owner) === owners.length * 2 + late.length) all.resolve()
        if (begun.length !== 50) return
        await clock.advance(1)
        await db.change((trx) => queue(trx, late))
      },
      { ownerOf: ({ owner }) => owner, places: { inAll: 1, each: 1 } },
    )
    const queue = async (trx: Change<Tables>, queued: string[]) => {
      for (const owner of queued) await jobs.create(trx, kind, { owner }, { startAfter: new Date(clock.now()) })
    }
    await jobs.start()
    await db.change((trx) =>
      queue(
        trx,
        owners.flatMap((owner) => [owner, owner]),
      ),
    )
    await clock.advance(SECOND)
    await all.promise
    assert.deepEqual(begun.slice(0, owners.length), owners)
    assert.deepEqual(begun.slice(owners.length), [...owners, ...late].sort())
    await jobs.idle()
    assert.deepEqual(await inQueue('hundreds'), [])
  })

  test('queued before jobs had owners still run, and those that wait at a stop run after it', async () => {
    const most = limits.runningJobs.value
    const { add, begun, until, endAll, kind } = owned('older')
    await jobs.start()
    await db.change(async (trx) => {
      for (let n = 0; n < 3; n++) await jobs.create(trx, kind, {}, { startAfter: new Date(clock.now() + SECOND) })
      await sql`update pgboss.job set group_id = null where name = 'older'`.execute(trx)
    })
    for (let n = 0; n < most; n++) await add('greedy')
    await clock.advance(2 * SECOND)
    await until(most / 2 + 3)
    assert.deepEqual(counted(begun), { greedy: most / 2, nobody: 3 })
    const stopped = jobs.stop()
    await add('late')
    endAll()
    await stopped
    assert.equal((await inQueue('older')).length, most / 2 + 1)
    jobs = openJobs({ server, settings, clock, logger })
    const again = owned('older')
    again.endAll()
    await jobs.start()
    await pass(LEASE)
    await again.until(most / 2 + 1)
    await jobs.idle()
    assert.deepEqual(counted(again.begun), { greedy: most / 2, late: 1 })
    assert.deepEqual(await inQueue('older'), [])
  })

  test('Jobs of owners that wait in one process are taken by another with room', async () => {
    const most = limits.runningJobs.value
    const others = openJobs({ server, settings, clock, logger })
    const here = owned('shared')
    const there = owned('shared', others, here.log)
    await jobs.start()
    await others.start()
    for (let n = 0; n < most; n++) await here.add('greedy')
    await clock.advance(SECOND)
    await here.until(most)
    await here.add('greedy')
    await there.add('few')
    await clock.advance(SECOND)
    await here.until(most + 1)
    assert.deepEqual(counted(here.begun), { greedy: most, few: 1 })
    here.endAll()
    there.endAll()
    // Before the time passes in which a process must tell that it runs its jobs.
    await Promise.all([jobs.idle(), others.idle()])
    await pass(SECOND)
    await others.stop()
    await jobs.idle()
    assert.deepEqual(counted(here.begun), { greedy: most + 1, few: 1 })
    assert.deepEqual(await inQueue('shared'), [])
  })

  test('are retried by the queue after a temporary failure, and learn which attempt is the last', async () => {
    const attempts: unknown[] = []
    const kind = jobs.define('shaky', async (_, { attempt, final }) => {
      attempts.push({ attempt, final })
      throw new Error('busy')
    })
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, { a: 1 }))
    assert.equal(await jobs.run(kind, id, { a: 1 }), 'retrying')
    await pass(SECOND)
    assert.equal(attempts.length, 1, 'the first delay is 2 to 4 seconds')
    await pass(4 * SECOND)
    assert.equal(attempts.length, 2)
    await pass(3 * SECOND)
    assert.equal(attempts.length, 2, 'the second delay is 4 to 8 seconds')
    await pass(6 * SECOND)
    assert.deepEqual(attempts, [
      { attempt: 1, final: false },
      { attempt: 2, final: false },
      { attempt: 3, final: true },
    ])
    assert.deepEqual(await deadLetters('shaky'), [{ data: { a: 1 }, message: 'busy' }])
    await pass(60 * MINUTE)
    assert.equal(attempts.length, 3)
  })

  test('are done when a later attempt succeeds', async () => {
    let attempts = 0
    const kind = jobs.define('second-try', async () => {
      if (++attempts < 2) throw new Error('busy')
    })
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, {}))
    assert.equal(await jobs.run(kind, id, {}), 'retrying')
    await pass(5 * SECOND)
    assert.equal(attempts, 2)
    assert.deepEqual(await inQueue('second-try'), [])
    assert.deepEqual(await deadLetters('second-try'), [])
  })

  test('go to the dead letters at once after a permanent failure, on the hot path and from the queue', async () => {
    let attempts = 0
    const kind = jobs.define<{ n: number }>('hopeless', async ({ n }) => {
      attempts++
      throw new PermanentJobError(`bad signature ${n}`)
    })
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, { n: 1 }))
    assert.equal(await jobs.run(kind, id, { n: 1 }), 'dead')
    await db.change((trx) => jobs.create(trx, kind, { n: 2 }, { startAfter: new Date(clock.now()) }))
    await pass(SECOND)
    await pass(60 * MINUTE)
    assert.equal(attempts, 2)
    assert.deepEqual(await deadLetters('hopeless'), [
      { data: { n: 1 }, message: 'bad signature 1' },
      { data: { n: 2 }, message: 'bad signature 2' },
    ])
  })

  test('Scheduled jobs start by a clock that was moved ahead, and earlier if it is moved further', async () => {
    const ran: string[] = []
    const moved = { now: () => clock.now() + 60 * MINUTE, aheadMs: 60 * MINUTE }
    const others = openJobs({ server, settings, clock: moved, logger })
    const define = (to: Jobs) =>
      to.define<{ name: string }>('on-a-moved-clock', async ({ name }) => void ran.push(name))
    const kind = define(others)
    define(jobs)
    await jobs.start()
    await others.start()
    await db.change(async (trx) => {
      await others.create(trx, kind, { name: 'soon' }, { startAfter: new Date(moved.now() + 5 * SECOND) })
      await others.create(trx, kind, { name: 'tomorrow' }, { startAfter: new Date(moved.now() + 24 * 60 * MINUTE) })
    })
    await others.stop()
    await pass(6 * SECOND)
    assert.deepEqual(ran, ['soon'])
    await jobs.moveStarts(24 * 60 * MINUTE)
    await pass(SECOND)
    assert.deepEqual(ran, ['soon', 'tomorrow'])
  })

  test('scheduled before the clock was set back start when they are requested again', async () => {
    let ran = 0
    const kind = jobs.define('on-a-clock-that-goes-back', async () => void ran++)
    await jobs.start()
    const moved = Object.assign(clock, { aheadMs: 365 * 24 * 60 * MINUTE })
    const askFor = () => {
      const startAfter = new Date(clock.now() + moved.aheadMs + 5 * SECOND)
      return db.change((trx) => jobs.create(trx, kind, {}, { startAfter, singletonKey: 'a' }))
    }
    const first = await askFor()
    await jobs.moveStarts(-moved.aheadMs)
    moved.aheadMs = 0
    await pass(MINUTE)
    assert.equal(ran, 0, 'it waits for its year')
    assert.equal(await askFor(), first)
    await pass(6 * SECOND)
    assert.equal(ran, 1)
  })

  test('Scheduled jobs start at their time, once', async () => {
    let ran = 0
    const kind = jobs.define('scheduled', async () => void ran++)
    await jobs.start()
    await db.change((trx) => jobs.create(trx, kind, {}, { startAfter: new Date(clock.now() + 2 * MINUTE) }))
    await pass(119 * SECOND)
    assert.equal(ran, 0)
    await pass(2 * SECOND)
    assert.equal(ran, 1)
    await pass(60 * MINUTE)
    assert.equal(ran, 1)
  })

  test('Scheduled jobs start once despite a restart in between, and after it if they are overdue', async () => {
    const ran: string[] = []
    const define = (to: Jobs) => to.define<{ name: string }>('over-restarts', async ({ name }) => void ran.push(name))
    const kind = define(jobs)
    await jobs.start()
    await db.change(async (trx) => {
      await jobs.create(trx, kind, { name: 'later' }, { startAfter: new Date(clock.now() + 10 * MINUTE) })
      await jobs.create(trx, kind, { name: 'missed' }, { startAfter: new Date(clock.now() + MINUTE) })
    })
    await jobs.stop()
    clock = testClock(new Date(clock.now() + 5 * MINUTE))
    jobs = openJobs({ server, settings, clock, logger })
    define(jobs)
    await jobs.start()
    await pass(SECOND)
    assert.deepEqual(ran, ['missed'])
    await pass(6 * MINUTE)
    assert.deepEqual(ran, ['missed', 'later'])
  })

  test('do not start once a change has completed them', async () => {
    let ran = 0
    const kind = jobs.define('completed', async () => void ran++)
    await jobs.start()
    const startAfter = new Date(clock.now() + MINUTE)
    const ids = await db.change(async (trx) => [
      await jobs.create(trx, kind, {}, { startAfter }),
      await jobs.create(trx, kind, {}, { startAfter }),
    ])
    await assert.rejects(
      db.change(async (trx) => {
        await jobs.complete(trx, ids)
        throw new Error('no')
      }),
    )
    assert.equal((await inQueue('completed')).length, 2)
    await db.change((trx) => jobs.complete(trx, ids.slice(0, 1)))
    await pass(2 * MINUTE)
    assert.equal(ran, 1)
    await db.change((trx) => jobs.complete(trx, []))
  })

  test('Jobs with the same key are one job while it waits, and a new one once it has begun', async () => {
    let ran = 0
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const kind = jobs.define('keyed', async () => {
      ran++
      begun.resolve()
      await gate.promise
    })
    await jobs.start()
    const create = (singletonKey: string) =>
      db.change((trx) => jobs.create(trx, kind, {}, { singletonKey, startAfter: new Date(clock.now() + SECOND) }))
    const same = await Promise.all(Array.from({ length: 8 }, () => create('a')))
    assert.equal(new Set(same).size, 1)
    assert.ok(!same.includes(await create('b')))
    await clock.advance(2 * SECOND)
    await begun.promise
    assert.ok(!same.includes(await create('a')))
    gate.resolve()
    await jobs.idle()
    await pass(2 * SECOND)
    assert.equal(ran, 3)
  })

  test('Jobs run again if one with their key is created while they run, also after a failure', async () => {
    const ran: number[] = []
    const gates = [1, 2].map(() => Promise.withResolvers<void>())
    const kind = jobs.define<{ n: number }>('renewed', async ({ n }) => {
      ran.push(n)
      if (n === 1) throw new Error('busy')
      await gates[n - 2]?.promise
    })
    await jobs.start()
    const run = async (n: number) => {
      const id = await db.change((trx) => jobs.create(trx, kind, { n }, { singletonKey: 'a' }))
      return { outcome: jobs.run(kind, id, { n }) }
    }
    assert.equal(await (await run(1)).outcome, 'retrying')
    assert.deepEqual(await inQueue('renewed'), ['retry'])
    const second = await run(2)
    // The second one has already read, and lacks what this change wrote.
    const third = await run(3)
    for (const { resolve } of gates) resolve()
    assert.deepEqual([await second.outcome, await third.outcome], ['done', 'done'])
    // Finished jobs are not removed from the queue yet.
    assert.equal(await (await run(4)).outcome, 'done')
    await pass(MINUTE)
    assert.deepEqual(ran, [1, 2, 3, 4])
    assert.deepEqual(await inQueue('renewed'), [])
  })

  test('run once, even if the same job is started several times at once', async () => {
    let ran = 0
    const gate = Promise.withResolvers<void>()
    const kind = jobs.define('joined', async () => {
      ran++
      await gate.promise
    })
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, {}))
    const outcomes = Promise.all(Array.from({ length: 10 }, () => jobs.run(kind, id, {})))
    gate.resolve()
    assert.deepEqual(new Set(await outcomes), new Set(['done']))
    assert.equal(ran, 1)
  })

  test('are not left to the queue while their handler still runs, however long that takes', async () => {
    let ran = 0
    const gate = Promise.withResolvers<void>()
    const kind = jobs.define('slow', async () => {
      ran++
      await gate.promise
    })
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, {}))
    const outcome = jobs.run(kind, id, {})
    for (let i = 0; i < 10; i++) await clock.advance(4 * SECOND)
    await clock.advance(60 * MINUTE)
    await clock.advance(SECOND)
    gate.resolve()
    assert.equal(await outcome, 'done')
    await pass(MINUTE)
    assert.equal(ran, 1)
    assert.deepEqual(await inQueue('slow'), [])
  })

  test('are not handed out to the process that runs them, however long it was paused', async (context) => {
    if (server.kind === 'pglite') return context.skip('the embedded database has one process, and one session')
    const begun: string[] = []
    const [all, looked, gate] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate]
    const kind = jobs.define<{ owner: string }>(
      'held-up',
      async ({ owner }, { attempt }) => {
        if (begun.push(`${owner} ${attempt}`) === 2) all.resolve()
        await gate.promise
        await db.change((trx) =>
          trx
            .insertInto('work.done')
            .values({ id: `held up ${owner}`, times: 1 })
            .execute(),
        )
      },
      { ownerOf: ({ owner }) => owner },
    )
    await jobs.start()
    const startAfter = new Date(clock.now() + SECOND)
    await db.change((trx) => jobs.create(trx, kind, { owner: 'queued' }, { startAfter }))
    const id = await db.change((trx) => jobs.create(trx, kind, { owner: 'leased' }))
    const outcome = jobs.run(kind, id, { owner: 'leased' })
    await clock.advance(SECOND)
    await all.promise
    const { connections } = server
    const { session } = connections
    let isHeldUp = false
    connections.session = async (...options) => {
      const one = await session.apply(connections, options)
      return Object.assign(Object.create(one), {
        async query(text: string, values?: readonly unknown[]) {
          const answer = await one.query(text, values)
          // As if it were paused for an hour right after it reported its running jobs.
          if (text.includes('heartbeat_on = case')) isHeldUp = Boolean(await one.query(AN_HOUR_LATER))
          if (isHeldUp && text.includes('as q(name)')) looked.resolve()
          // The two jobs end after the statement that hands out jobs, and before its rows are returned.
          if (isHeldUp && text.includes("set state = 'active'")) {
            gate.resolve()
            await outcome
          }
          return answer
        },
        script: (text: string) => one.script(text),
        release: () => one.release(),
      })
    }
    try {
      await clock.advance(SECOND)
      await looked.promise
      gate.resolve()
      await jobs.idle()
    } finally {
      connections.session = session
    }
    assert.equal(await outcome, 'done')
    assert.deepEqual(begun.sort(), ['leased 1', 'queued 1'])
    assert.deepEqual(await inQueue('held-up'), [])
  })

  test('are all done if 200 are created and run at the same time', async () => {
    const kind = jobs.define<{ id: string }>('many', async ({ id }) => {
      await db.change((trx) =>
        trx
          .insertInto('work.done')
          .values({ id, times: 1 })
          .onConflict((conflict) => conflict.column('id').doUpdateSet((e) => ({ times: e('work.done.times', '+', 1) })))
          .execute(),
      )
    })
    await jobs.start()
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const data = { id: `many-${n}` }
        const id = await db.change((trx) => jobs.create(trx, kind, data))
        return jobs.run(kind, id, data)
      }),
    )
    assert.deepEqual(new Set(outcomes), new Set(['done']))
    await jobs.idle()
    await pass(MINUTE)
    const done = await db.read.selectFrom('work.done').select('times').where('id', 'like', 'many-%').execute()
    assert.equal(done.length, 200)
    assert.deepEqual(new Set(done.map(({ times }) => times)), new Set([1]))
    assert.deepEqual(await inQueue('many'), [])
  })

  test('are taken from a backlog of 500 without waiting between batches', async () => {
    let ran = 0
    const kind = jobs.define('backlog', async () => void ran++)
    await jobs.start()
    const startAfter = new Date(clock.now() + SECOND)
    await db.change(async (trx) => {
      for (let i = 0; i < 500; i++) await jobs.create(trx, kind, {}, { startAfter })
    })
    await pass(2 * SECOND)
    assert.equal(ran, 500)
  })

  test('Jobs of a kind that hangs do not delay those of another kind, and all are done in the end', async () => {
    let hung = 0
    let other = 0
    const gate = Promise.withResolvers<void>()
    const hanging = jobs.define('a-hanging', async () => {
      await gate.promise
      hung++
    })
    const quick = jobs.define('b-quick', async () => void other++)
    await jobs.start()
    const startAfter = new Date(clock.now() + SECOND)
    await db.change(async (trx) => {
      for (let i = 0; i < 150; i++) await jobs.create(trx, hanging, {}, { startAfter })
      await jobs.create(trx, quick, {}, { startAfter: new Date(clock.now() + 10 * SECOND) })
    })
    await clock.advance(2 * SECOND)
    await clock.advance(20 * SECOND)
    const quickly = jobs.run(quick, await db.change((trx) => jobs.create(trx, quick, {})), {})
    assert.equal(await quickly, 'done')
    gate.resolve()
    await pass(SECOND)
    assert.deepEqual({ hung, other }, { hung: 150, other: 2 })
  })

  test('Running jobs are finished by a stop, and later ones are left to the queue', async () => {
    const finished: string[] = []
    const gate = Promise.withResolvers<void>()
    const define = (to: Jobs) =>
      to.define<{ name: string }>('stopped', async ({ name }) => {
        await gate.promise
        finished.push(name)
      })
    const kind = define(jobs)
    await jobs.start()
    const create = (name: string) => db.change((trx) => jobs.create(trx, kind, { name }))
    const outcome = jobs.run(kind, await create('running'), { name: 'running' })
    const stopped = jobs.stop()
    assert.equal(await jobs.run(kind, await create('late'), { name: 'late' }), 'retrying')
    gate.resolve()
    assert.equal(await outcome, 'done')
    await stopped
    assert.deepEqual(finished, ['running'])
    jobs = openJobs({ server, settings, clock, logger })
    define(jobs)
    await jobs.start()
    await pass(LEASE)
    assert.deepEqual(finished, ['running', 'late'])
  })

  test('follow new settings after a restart', async () => {
    const attempts: number[] = []
    const define = (to: Jobs) =>
      to.define('resettled', async (_, { attempt }) => {
        attempts.push(attempt)
        throw new Error('busy')
      })
    define(jobs)
    await jobs.start()
    await jobs.stop()
    jobs = openJobs({ server, settings: { attempts: 1, backoffDelayMs: SECOND }, clock, logger })
    const kind = define(jobs)
    await jobs.start()
    const id = await db.change((trx) => jobs.create(trx, kind, {}))
    assert.equal(await jobs.run(kind, id, {}), 'dead')
    await pass(60 * MINUTE)
    assert.deepEqual(attempts, [1])
  })
})
