import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { PrivateKey } from '@hiero-ledger/sdk'
import { developmentAccounts, type Localnet, localnet } from '@quorate/localnet'
import { testDataDirectory, testServerDatabase } from '@quorate/platform/testing'
import { canonicalBytes, inDomain } from '@quorate/verify'
import { openKuboStandIn } from '../../../packages/storage/test/kubo.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A proxy between the platform and a server that can cut connections like a cable, or stop answering. */
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
    /** Accepts connections, but never answers. */
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

/** PostgreSQL behind a proxy. */
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

async function startRedis(port: number): Promise<AsyncDisposable> {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', tmpdir()])
  const exited = once(server, 'exit')
  for await (const line of server.stdout) if (String(line).includes('Ready to accept')) break
  server.stdout.resume()
  return {
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await exited
    },
  }
}

interface HealthAnswer {
  status: string
  error: Record<string, unknown>
  details: Record<string, Record<string, unknown>>
}

/** Polls the health of a service until `isIt` holds for the answer. */
async function untilHealth(url: string | undefined, isIt: (body: HealthAnswer) => boolean, expected: string) {
  const deadline = performance.now() + 30_000
  for (;;) {
    const answer = await fetch(`${url}/health/check`)
    const body = (await answer.json()) as HealthAnswer
    if (isIt(body)) return { status: answer.status, body }
    assert.ok(performance.now() < deadline, `${JSON.stringify(body.details)}, expected ${expected}`)
    await delay(50)
  }
}

describe('The health of the node while its dependencies go down and come back', () => {
  let env: Record<string, string>
  let platform: PlatformProcess
  let net: Localnet
  let netFolder: string
  let redis: AsyncDisposable | undefined
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
    if (hasRedis) redis = await startRedis(port('GOVERNANCE_WS_PORT'))
  }
  const closeRedis = async () => redis?.[Symbol.asyncDispose]()
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

  /** Waits until exactly these components are down. */
  async function down(...names: string[]): Promise<void> {
    const isIt = ({ error }: HealthAnswer) => Object.keys(error).sort().join() === [...names].sort().join()
    const { status, body } = await untilHealth(platform.at.node, isIt, `down are ${names}`)
    assert.equal(status, names.length === 0 ? 200 : 503)
    assert.equal(body.status, names.length === 0 ? 'ok' : 'error')
  }

  test('is ok while all are up', () => down())

  test('names the ledger and its mirror while they are down, is not ready then, and recovers afterwards', async () => {
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

  test('names another service that is down', async () => {
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
    'names the database while its connections are cut, and while it does not answer, and recovers afterwards',
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

  test('is not ready during a stop, which ends once the running requests are answered', async () => {
    // A connection with a started request is not closed before its answer, and one request is always started.
    const socket = connect(port('NODE_HTTP_PORT'), '127.0.0.1').setEncoding('latin1')
    const begun = 'GET /health/ready HTTP/1.1\r\nHost: x\r\n'
    socket.write(begun)
    const parts = socket[Symbol.asyncIterator]()
    /** Completes the started request, starts the next one, and reads the answer. */
    async function ask(): Promise<string> {
      socket.write(`\r\n${begun}`)
      let answer = ''
      while (!answer.endsWith(']}')) {
        const { value, done } = await parts.next()
        assert.ok(!done, `the connection ended after ${answer}`)
        answer += value
      }
      return answer
    }
    assert.match(await ask(), /"waitingFor":\[\]/)
    const stopped = platform.stop()
    let answer = await ask()
    while (!answer.includes('stopping')) answer = await ask()
    assert.match(answer, /^HTTP\/1\.1 503 [\s\S]*"waitingFor":\["the service is stopping"\]/)
    assert.equal(await stopped, 0)
  })
})

/** Another member of the network of nodes, which answers heartbeats until it dies. */
async function openMember(walletId: string) {
  const key = PrivateKey.generateED25519()
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as { from: string; nonce: string }
    const answer = { from: walletId, to: asked.from, nonce: asked.nonce, timestamp: new Date().toISOString(), sees: {} }
    const signature = Buffer.from(key.sign(inDomain('heartbeat', canonicalBytes(answer)))).toString('hex')
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...answer, signature }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    listed: { walletId, url: `http://127.0.0.1:${port}`, publicKey: key.publicKey.toStringRaw() },
    async die() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
    async comeBack() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}

describe('A network of three nodes, two of them dead,', () => {
  /** A platform whose node watches two other members. */
  async function openNetwork() {
    const stack = new AsyncDisposableStack()
    const folder = async () => {
      const dataDir = await testDataDirectory()
      stack.defer(() => rm(dataDir, { recursive: true, force: true }))
      return dataDir
    }
    const members = await Promise.all(['0.0.2001', '0.0.2002'].map(openMember))
    const list = join(await folder(), 'members.json')
    await writeFile(list, JSON.stringify({ members: members.map(({ listed }) => listed) }))
    const ports = await freePorts()
    return {
      ports,
      use: stack.use.bind(stack),
      async start(services: string[], more: Record<string, string> = {}) {
        const env = { ...ports, DATA_DIR: await folder(), NETWORK_MEMBERS: list, NETWORK_HEARTBEAT: '100', ...more }
        const platform = await startProcess(env, services)
        stack.defer(() => platform.kill())
        return platform.at
      },
      async die() {
        for (const member of members) await member.die()
      },
      async comeBack() {
        for (const member of members) await member.comeBack()
      },
      async [Symbol.asyncDispose]() {
        await stack.disposeAsync()
        for (const member of members) await member.die()
      },
    }
  }

  const dagIs = async (network: string, live: number, ...urls: string[]) => {
    for (const url of urls) {
      const isIt = ({ details }: HealthAnswer) => details.dag?.network === network && details.dag.live === live
      const { body } = await untilHealth(url, isIt, `dag ${network}`)
      assert.equal(body.details.dag?.status, network === 'online' ? 'up' : 'down')
    }
  }

  test('is offline in the health of every service of one process, and online once they are back', async () => {
    await using network = await openNetwork()
    const { node, multisig } = await network.start(['node', 'multisig'])
    await dagIs('online', 3, node, multisig)
    await network.die()
    await dagIs('offline', 1, node, multisig)
    await network.comeBack()
    await dagIs('online', 3, node, multisig)
  })

  /** A process that starts while the network is offline has missed the event. */
  async function servicesApart(network: Awaited<ReturnType<typeof openNetwork>>, env: Record<string, string>) {
    const { node } = await network.start(['node'], env)
    await dagIs('online', 3, node)
    await network.die()
    await dagIs('offline', 1, node)
    const [operator] = developmentAccounts()
    const { multisig } = await network.start(['multisig'], {
      ...env,
      AUTH_JWKS_URL: `${node}/.well-known/jwks.json`,
      HEDERA_DEVNET_NODES: `127.0.0.1:${network.ports.LOCALNET_GRPC_PORT}=0.0.3`,
      HEDERA_DEVNET_MIRROR_URL: `http://127.0.0.1:${network.ports.LOCALNET_REST_PORT}`,
      HEDERA_DEVNET_OPERATOR_ID: operator?.id ?? '',
      HEDERA_DEVNET_OPERATOR_KEY: operator?.privateKey ?? '',
    })
    await dagIs('offline', 1, multisig)
    await network.comeBack()
    await dagIs('online', 3, node, multisig)
  }

  test('is offline in a process that starts later and learns it over Redis, and online once they are back', {
    skip: !hasRedis && 'redis-server is not here',
  }, async () => {
    await using network = await openNetwork()
    const port = Number(network.ports.GOVERNANCE_WS_PORT)
    network.use(await startRedis(port))
    await servicesApart(network, { REDIS_URL: `redis://127.0.0.1:${port}` })
  })

  test('is offline in a process that starts later and learns it over PostgreSQL, and online once they are back', {
    skip: !serverUrl && 'needs TEST_DATABASE_URL',
  }, async () => {
    const database = await testServerDatabase(serverUrl ?? '')
    try {
      await using network = await openNetwork()
      await servicesApart(network, { DATABASE_URL: database.url })
    } finally {
      await database.drop()
    }
  })
})
