import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createEvents, silentLogger } from '@quorate/platform'
import { testDatabase } from '@quorate/platform/testing'
import {
  type Check,
  Down,
  dagCheck,
  diskCheck,
  type HealthEvents,
  memoryCheck,
  pingCheck,
  reachCheck,
  serviceCheck,
  urlCheck,
} from '../src/index.ts'
import { openHarness } from './harness.ts'

const up: Check = { check: () => undefined }

/** A check of something that a test takes away and gives back. */
const fragile = () => {
  const state = { away: false, asked: 0 }
  const check: Check = {
    check() {
      state.asked++
      if (state.away) throw new Down('it is away')
      return { version: 1 }
    },
  }
  return { state, check }
}

describe('The health check', () => {
  test('shows strangers no path, address or user, and logs the details', async () => {
    const failing = (error: Error): Check => ({
      check() {
        throw error
      },
    })
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })
    await using harness = await openHarness({
      checks: {
        pglite: failing(new Error('password of user quorate at db.internal', { cause })),
        lru: failing(new Error('no such file /srv/quorate/data/x')),
        disk: diskCheck({ path: process.cwd(), minFreeMb: () => 1e12 }),
        ledger: reachCheck(['127.0.0.1:1']),
      },
    })
    const { body } = await harness.check()
    assert.equal(body.error.pglite.message, 'it fails: ECONNREFUSED')
    assert.equal(body.error.lru.message, 'it fails: the log says why')
    for (const secret of ['10.1.2.3', 'db.internal', '/srv', process.cwd(), '127.0.0.1'])
      assert.ok(!JSON.stringify(body).includes(secret), secret)
  })

  test('answers in the format of Terminus: 200 if everything is up, else 503 with the components that are down', async () => {
    const { state, check } = fragile()
    await using harness = await openHarness({ checks: { disk: up, ledger: check } })
    assert.deepEqual(await harness.check(), {
      status: 200,
      body: {
        status: 'ok',
        info: { disk: { status: 'up' }, ledger: { status: 'up' } },
        error: {},
        details: { disk: { status: 'up' }, ledger: { version: 1, status: 'up' } },
      },
    })
    assert.equal((await fetch(`${harness.url}/health/check`)).headers.get('cache-control'), 'max-age=1')
    state.away = true
    const answer = await harness.check()
    const ledger = { status: 'down', message: 'it is away', since: new Date(harness.clock.now()).toISOString() }
    assert.deepEqual(answer, {
      status: 503,
      body: {
        status: 'error',
        info: { disk: { status: 'up' } },
        error: { ledger },
        details: { disk: { status: 'up' }, ledger },
      },
    })
    state.away = false
    assert.equal((await harness.check()).body.status, 'ok')
  })

  test('says since when a component is down, counted from the first check that failed', async () => {
    const { state, check } = fragile()
    await using harness = await openHarness({ checks: { ledger: check } })
    const now = () => new Date(harness.clock.now()).toISOString()
    state.away = true
    await harness.check()
    const first = now()
    assert.equal((await harness.check()).body.error.ledger.since, first)
    state.away = false
    assert.equal((await harness.check()).body.details.ledger.since, undefined)
    state.away = true
    const { body } = await harness.check()
    assert.equal(body.error.ledger.since, now())
    assert.notEqual(now(), first)
  })

  test('checks each component at most once a second, however many requests ask', async () => {
    const { state, check } = fragile()
    await using harness = await openHarness({ checks: { ledger: check } })
    await harness.clock.advance(1000)
    await Promise.all(Array.from({ length: 50 }, () => harness.get('/health/check')))
    await harness.get('/health/check')
    assert.equal(state.asked, 1)
    state.away = true
    await harness.clock.advance(999)
    assert.equal((await harness.get('/health/check')).status, 200)
    await harness.clock.advance(1)
    assert.equal((await harness.get('/health/check')).status, 503)
    assert.equal(state.asked, 2)
  })

  test('does not wait for a component beyond its timeout, and aborts it', async () => {
    let gaveUp: unknown
    const hanging: Check = {
      timeoutMs: 20,
      check: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            gaveUp = signal.reason
          })
        }),
    }
    await using harness = await openHarness({ checks: { mirror: hanging, disk: up } })
    const { status, body } = await harness.check()
    assert.equal(status, 503)
    assert.equal(body.error.mirror.message, 'it did not answer within 20 ms')
    assert.deepEqual(Object.keys(body.error), ['mirror'])
    assert.deepEqual(body.info, { disk: { status: 'up' } })
    assert.ok(gaveUp instanceof Error)
  })

  test('follows the monitors of the network', async () => {
    const events = await createEvents<HealthEvents>({ logger: silentLogger })
    const dag = dagCheck(events)
    await using harness = await openHarness({ checks: { dag } })
    assert.deepEqual((await harness.check()).body.details.dag, { network: 'online', status: 'up' })
    events.emit('smart_node.monitors.network_threshold_offline', { live: 1, members: 4, threshold: 3 })
    const offline = await harness.check()
    assert.equal(offline.status, 503)
    assert.deepEqual(offline.body.details.dag, {
      network: 'offline',
      live: 1,
      members: 4,
      threshold: 3,
      status: 'down',
      message: 'the network has fewer live members than its threshold',
      since: new Date(harness.clock.now()).toISOString(),
    })
    events.emit('smart_node.monitors.network_threshold_online', { live: 3, members: 4, threshold: 3 })
    assert.equal((await harness.check()).status, 200)
    dag.close()
    events.emit('smart_node.monitors.network_threshold_offline', {})
    assert.equal((await harness.check()).status, 200)
  })

  test('reports the disk and the memory as down beyond the configured limits', async () => {
    let limit = 0
    const disk = diskCheck({ path: tmpdir(), minFreeMb: () => limit })
    const memory = memoryCheck({ maxRssMb: () => (limit === 0 ? 0 : 1) })
    await using harness = await openHarness({ checks: { disk, memory } })
    const well = await harness.check()
    assert.equal(well.status, 200)
    assert.ok(well.body.details.disk.freeMb > 0 && well.body.details.memory.rssMb > 1)
    limit = 1e12
    const unwell = await harness.check()
    assert.equal(unwell.status, 503)
    assert.match(
      unwell.body.error.disk.message,
      /MB free, less than 1000000000000: make room, or lower HEALTH_DISK_FREE_MB/,
    )
    assert.match(unwell.body.error.memory.message, /more than HEALTH_MEMORY_MB, 1$/)
    limit = 0
    assert.equal((await harness.check()).status, 200)
  })

  test('checks the disk on which a folder will be created', async () => {
    const disk = diskCheck({ path: join(tmpdir(), randomUUID(), 'data'), minFreeMb: () => 0 })
    await using harness = await openHarness({ checks: { disk } })
    const { status, body } = await harness.check()
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.details.disk.totalMb > 0)
  })

  test('says that another service is down while nothing listens there, and that it is back', async () => {
    const serve = async (port: number, status = 200) => {
      const server = createServer((_request, response) => response.writeHead(status).end('{}')).listen(
        port,
        '127.0.0.1',
      )
      await once(server, 'listening')
      return server
    }
    let server = await serve(0)
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}`
    const close = () => {
      server.closeAllConnections()
      return once(server.close(), 'close')
    }
    await using harness = await openHarness({ checks: { multisig: serviceCheck(url) } })
    assert.equal((await harness.check()).status, 200)
    await close()
    assert.match((await harness.check()).body.error.multisig.message, /ECONNREFUSED/)
    server = await serve(port, 503)
    assert.equal((await harness.check()).body.error.multisig.message, 'it answers 503')
    await close()
    server = await serve(port)
    assert.equal((await harness.check()).status, 200)
    await close()
  })

  test('reaches the ledger if any of its nodes takes connections, and the mirror if it answers', async () => {
    const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const checks = {
      ledger: reachCheck(['127.0.0.1:1', `127.0.0.1:${port}`]),
      mirror: urlCheck(`http://127.0.0.1:${port}/api/v1/network/nodes?limit=1`),
    }
    await using harness = await openHarness({ checks })
    const { body } = await harness.check()
    assert.equal(body.details.ledger.status, 'up')
    assert.equal(body.details.mirror.status, 'up')
    server.closeAllConnections()
    await once(server.close(), 'close')
    const gone = (await harness.check()).body.error
    assert.match(gone.ledger.message, /^none of its nodes can be reached$/)
    assert.match(gone.mirror.message, /ECONNREFUSED/)
    const again = createServer((_request, response) => response.end('{}')).listen(port, '127.0.0.1')
    await once(again, 'listening')
    assert.equal((await harness.check()).status, 200)
    again.closeAllConnections()
    await once(again.close(), 'close')
  })

  test('sends the credentials in the URL of a mirror, and does not show them', async () => {
    let expected = `Basic ${Buffer.from('ada:a secret').toString('base64')}`
    const server = createServer(({ headers }, response) => {
      response.writeHead(headers.authorization === expected ? 200 : 401).end('{}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    await using harness = await openHarness({
      checks: { mirror: urlCheck(`http://ada:a%20secret@127.0.0.1:${port}/key/api/v1/network/nodes`) },
    })
    assert.equal((await harness.check()).status, 200)
    expected = ''
    assert.equal((await harness.check()).body.error.mirror.message, 'it answers 401')
    server.closeAllConnections()
    await once(server.close(), 'close')
  })

  test('finds the database gone once it is closed', async () => {
    const server = await testDatabase()
    await using harness = await openHarness({ checks: { [server.kind]: pingCheck(() => server.ping()) } })
    assert.equal((await harness.check()).body.details[server.kind].status, 'up')
    await server.close()
    assert.equal((await harness.check()).body.error[server.kind].status, 'down')
  })
})

describe('The probes', () => {
  test('answer live at once, and ready when everything is open and all required checks are up', async () => {
    const { state, check } = fragile()
    const missing = ['migrations', 'keys']
    await using harness = await openHarness({
      checks: { ledger: check, disk: { check: () => Promise.reject(new Error('full')) } },
      required: ['ledger'],
      missing: () => missing,
    })
    assert.deepEqual(await harness.get('/health/live'), { status: 200, body: { status: 'ok' } })
    assert.deepEqual(await harness.get('/health/ready'), {
      status: 503,
      body: { status: 'error', waitingFor: ['migrations', 'keys'] },
    })
    missing.length = 0
    assert.deepEqual(await harness.get('/health/ready'), { status: 200, body: { status: 'ok', waitingFor: [] } })
    state.away = true
    await harness.clock.advance(1000)
    assert.deepEqual((await harness.get('/health/ready')).body.waitingFor, ['ledger'])
    state.away = false
    await harness.clock.advance(1000)
    assert.equal((await harness.get('/health/ready')).status, 200)
    harness.http.announceStop()
    assert.deepEqual((await harness.get('/health/ready')).body.waitingFor, ['the service is stopping'])
    assert.equal((await harness.get('/health/live')).status, 200)
  })

  test('refuses to require a check that does not exist', async () => {
    await assert.rejects(openHarness({ checks: {}, required: ['ledger'] }), /requires the check ledger/)
  })
})

describe('Facts about the machine', () => {
  test('have all fields, with plausible figures', async () => {
    await using harness = await openHarness({ checks: {} })
    const { status, body } = await harness.get('/health/infos')
    assert.equal(status, 200)
    assert.equal(body.platform, process.platform)
    assert.equal(body.arch, process.arch)
    assert.ok(body.uptime > 0 && body.cpu.cpus > 0)
    assert.ok(body.cpu.usage >= 0 && body.cpu.usage <= 100)
    const { totalMemMb, usedMemMb, freeMemMb, usedMemPercentage, freeMemPercentage } = body.memory
    assert.ok(Math.abs(usedMemMb + freeMemMb - totalMemMb) < 0.1)
    assert.ok(Math.abs(usedMemPercentage + freeMemPercentage - 100) < 0.1)
    assert.ok(Number(body.drive.totalGb) > 0 && Number(body.drive.usedPercentage) <= 100)
    assert.equal(typeof body.drive.freeGb, 'string')
    assert.ok(body.network.inputBytes >= 0)
    assert.deepEqual((await harness.get('/health/infos')).body, body, 'asked again within the second')
  })

  test('are also available as metrics, and reading these runs the checks', async () => {
    const { state, check } = fragile()
    await using harness = await openHarness({ checks: { ledger: check, disk: up } })
    const metrics = async () => {
      await harness.clock.advance(1000)
      return (await fetch(`${harness.url}/metrics`)).text()
    }
    assert.match(await metrics(), /health_check_up\{check="ledger"\} 1/)
    state.away = true
    const text = await metrics()
    assert.match(text, /health_check_up\{check="ledger"\} 0/)
    assert.match(text, /health_check_up\{check="disk"\} 1/)
    assert.match(text, /health_check_duration_seconds\{check="disk"\} \d/)
  })
})
