import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { HealthEvents } from '@quorate/health'
import { type Localnet, localnet } from '@quorate/localnet'
import { createEvents, silentLogger } from '@quorate/platform'
import { testDataDirectory } from '@quorate/platform/testing'
import { openKuboStandIn } from '../../../packages/storage/test/kubo.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

describe('The health of the node, whose dependencies are taken away and given back', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let net: Localnet
  let netFolder: string
  let redis: ChildProcess | undefined
  let other: Server
  let kubo: Awaited<ReturnType<typeof openKuboStandIn>>
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
      ...(hasRedis ? { REDIS_URL: `redis://127.0.0.1:${port('GOVERNANCE_WS_PORT')}` } : {}),
    }
    platform = await startProcess(env, ['node'])
  })
  after(async () => {
    await platform.kill()
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

  it('is ok while all are there', () => down())

  it('names the ledger and its mirror while they are away, is not ready then, and is well again after', async () => {
    await net.close()
    await down('ledger', 'mirror')
    assert.equal((await fetch(`${platform.at.node}/health/ready`)).status, 503)
    assert.equal((await fetch(`${platform.at.node}/health/live`)).status, 200)
    await openNet()
    await down()
    assert.equal((await fetch(`${platform.at.node}/health/ready`)).status, 200)
  })

  it('names the content node', async () => {
    kubo.leave()
    await down('ipfs')
    kubo.comeBack()
    await down()
  })

  it('names another service', async () => {
    await closeOther()
    await down('multisig')
    await openOther()
    await down()
  })

  it('names the cache', { skip: !hasRedis && 'redis-server is not here' }, async () => {
    await closeRedis()
    await down('redis')
    await openRedis()
    await down()
  })

  it('hears from other processes that the network is offline, and online', {
    skip: !hasRedis && 'redis-server is not here',
  }, async () => {
    const events = await createEvents<HealthEvents>({ redisUrl: env.REDIS_URL, logger: silentLogger })
    events.emit('smart_node.monitors.network_threshold_offline', { live: 1, threshold: 3 })
    await down('dag')
    events.emit('smart_node.monitors.network_threshold_online', { live: 3, threshold: 3 })
    await down()
    await events.close()
  })
})
