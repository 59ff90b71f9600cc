import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { HealthEvents } from '@quorate/health'
import { type Localnet, localnet } from '@quorate/localnet'
import { createEvents, silentLogger } from '@quorate/platform'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { openKuboStandIn } from '../../../packages/storage/test/kubo.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** What stands between the platform and a server, and can be cut like a cable, or hold its tongue. */
async function openProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createTcpServer((socket) => {
    const onward = connect(target)
    for (const one of [socket, onward]) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          socket.destroy()
          onward.destroy()
        })
    }
    if (state === 'cut') socket.destroy()
    socket.on('data', (data) => state === 'open' && onward.write(data))
    onward.on('data', (data) => state === 'open' && socket.write(data))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      state = 'cut'
      cutAll()
    },
    /** Takes connections, and answers nothing. */
    fallSilent() {
      state = 'silent'
    },
    giveBack() {
      cutAll()
      state = 'open'
    },
    async close() {
      cutAll()
      await once(server.close(), 'close')
    },
  }
}

/** PostgreSQL, or what is between us and it. */
async function openDatabaseProxy(url: string) {
  const database = await testServerDatabase(url)
  const target = new URL(database.url)
  const proxy = await openProxy({ host: target.hostname, port: Number(target.port || 5432) })
  target.host = `127.0.0.1:${proxy.port}`
  return {
    ...proxy,
    url: target.href,
    async close() {
      await proxy.close()
      await database.drop()
    },
  }
}

describe('The health of the node, whose dependencies are taken away and given back', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let net: Localnet
  let netFolder: string
  let redis: ChildProcess | undefined
  let other: Server
  let kubo: Awaited<ReturnType<typeof openKuboStandIn>>
  let database: Awaited<ReturnType<typeof openDatabaseProxy>> | undefined
  const port = (name: string): number => Number(env[name])

  const openNet = async () => {
    net = await localnet({
      dataDir: netFolder,
      ports: {
        grpc: port('LOCALNET_GRPC_PORT'),
        mirrorGrpc: port('LOCALNET_MIRROR_GRPC_PORT'),
        mirrorRest: port('LOCALNET_REST_PORT'),
        mirrorRestJava: port('LOCALNET_REST_JAVA_PORT'),
      },
    })
  }
  const openRedis = async () => {
    if (!hasRedis) return
    redis = spawn('redis-server', ['--port', String(port('GOVERNANCE_WS_PORT')), '--save', '', '--dir', tmpdir()])
    for await (const line of redis.stdout ?? []) if (String(line).includes('Ready to accept')) break
    redis.stdout?.resume()
  }
  const closeRedis = async () => {
    if (!redis) return
    const exited = once(redis, 'exit')
    redis.kill('SIGKILL')
    await exited
  }
  const openOther = async () => {
    other = createServer((_request, response) => response.end('{}')).listen(port('MULTISIG_HTTP_PORT'), '127.0.0.1')
    await once(other, 'listening')
  }
  const closeOther = async () => {
    other.closeAllConnections()
    await once(other.close(), 'close')
  }
  before(async () => {
    env = await freePorts()
    netFolder = await mkdtemp(join(tmpdir(), 'quorate-health-'))
    await openNet()
    await openRedis()
    await openOther()
    kubo = await openKuboStandIn()
    if (serverUrl) database = await openDatabaseProxy(serverUrl)
    const [operator] = net.accounts
    env = {
      ...env,
      DATA_DIR: await testDataDirectory(),
      HEDERA_DEVNET_NODES: `${net.grpc}=0.0.3`,
      HEDERA_DEVNET_MIRROR_URL: net.mirrorRest,
      HEDERA_DEVNET_OPERATOR_ID: operator?.id ?? '',
      HEDERA_DEVNET_OPERATOR_KEY: operator?.privateKey ?? '',
      IPFS_NODE_URL: kubo.url,
      IPFS_TIMEOUT: '1000',
      HEALTH_SERVICES: `multisig=http://127.0.0.1:${port('MULTISIG_HTTP_PORT')}`,
      ...(database ? { DATABASE_URL: database.url } : {}),
      ...(hasRedis ? { REDIS_URL: `redis://127.0.0.1:${port('GOVERNANCE_WS_PORT')}` } : {}),
    }
    platform = await startProcess(env, ['node'])
  })
  after(async () => {
    await platform.kill()
    await database?.close()
    await net.close()
    await closeRedis()
    await closeOther()
    await kubo[Symbol.asyncDispose]()
    for (const folder of [netFolder, env.DATA_DIR ?? '']) await rm(folder, { recursive: true, force: true })
  })

  const check = async () => {
    const answer = await fetch(`${platform.at.node}/health/check`)
    return { status: answer.status, body: (await answer.json()) as { status: string; error: Record<string, unknown> } }
  }
  /** Waits until exactly these components are down. */
  async function down(...names: string[]): Promise<void> {
    const deadline = performance.now() + 30_000
    for (;;) {
      const { status, body } = await check()
      const found = Object.keys(body.error).sort()
      if (found.join() === [...names].sort().join()) {
        assert.equal(status, names.length === 0 ? 200 : 503)
        assert.equal(body.status, names.length === 0 ? 'ok' : 'error')
        return
      }
      assert.ok(performance.now() < deadline, `down are ${found}, expected ${names}`)
      await delay(50)
    }
  }

  test('is ok while all are there', () => down())

  test('names the ledger and its mirror while they are away, is not ready then, and is well again after', async () => {
    await net.close()
    await down('ledger', 'mirror')
    assert.equal((await fetch(`${platform.at.node}/health/ready`)).status, 503)
    assert.equal((await fetch(`${platform.at.node}/health/live`)).status, 200)
    await openNet()
    await down()
    assert.equal((await fetch(`${platform.at.node}/health/ready`)).status, 200)
  })

  test('names the content node', async () => {
    kubo.leave()
    await down('ipfs')
    kubo.comeBack()
    await down()
  })

  test('names another service', async () => {
    await closeOther()
    await down('multisig')
    await openOther()
    await down()
  })

  test('names the cache', { skip: !hasRedis && 'redis-server is not here' }, async () => {
    await closeRedis()
    await down('redis')
    await openRedis()
    await down()
  })

  const needsDatabase = { skip: !serverUrl && 'needs TEST_DATABASE_URL' }
  test(
    'names the database while its connections are cut, and while it does not answer, and is ready again after',
    needsDatabase,
    async () => {
      const ready = async () => (await fetch(`${platform.at.node}/health/ready`)).status
      database?.cut()
      await down('postgres')
      assert.equal(await ready(), 503)
      database?.giveBack()
      await down()
      assert.equal(await ready(), 200)
      database?.fallSilent()
      await down('postgres')
      assert.equal((await fetch(`${platform.at.node}/health/live`)).status, 200)
      database?.giveBack()
      await down()
      assert.equal(await ready(), 200)
    },
  )

  test('hears from other processes that the network is offline, and online', {
    skip: !hasRedis && 'redis-server is not here',
  }, async () => {
    const events = await createEvents<HealthEvents>({ redisUrl: env.REDIS_URL, logger: silentLogger })
    events.emit('smart_node.monitors.network_threshold_offline', { live: 1, threshold: 3 })
    await down('dag')
    events.emit('smart_node.monitors.network_threshold_online', { live: 3, threshold: 3 })
    await down()
    await events.close()
  })

  test('is not ready while it stops, which ends once what it does is done', async () => {
    // A connection on which a request has begun is not cut before that has its answer.
    const socket = connect(port('NODE_HTTP_PORT'), '127.0.0.1')
    let answers = ''
    socket.on('data', (data) => {
      answers += data
    })
    const request = 'GET /health/ready HTTP/1.1\r\nHost: x\r\n'
    socket.write(`${request}\r\n`)
    while (!answers.includes('"waitingFor":[]')) await once(socket, 'data')
    answers = ''
    const stopped = platform.stop()
    while (!answers.includes('stopping')) {
      socket.write(`${request}\r\n`)
      await Promise.race([once(socket, 'data'), once(socket, 'close')])
      assert.ok(!socket.destroyed || answers.includes('stopping'), answers)
    }
    assert.match(answers, /HTTP\/1\.1 503 [\s\S]*"waitingFor":\["the service is stopping"\]/)
    assert.equal(await stopped, 0)
  })
})
