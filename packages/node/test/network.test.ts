import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { PrivateKey, TopicCreateTransaction, TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import {
  encodeMembers,
  freezeMessage,
  type Ledger,
  messageChunks,
  type Operator,
  type Outcome,
  openLedger,
  readNetwork,
  signerFromText,
  withSignatures,
} from '@quorate/ledger'
import { type DevelopmentAccount, localnet } from '@quorate/localnet'
import { systemClock } from '@quorate/platform'
import { canonicalBytes } from '@quorate/verify'
import { afterProbe, agreementOf, unknown } from '../src/model/standing.ts'
import { signHeartbeat } from '../src/network/heartbeats.ts'
import { membersFrom, readMembers } from '../src/network/members.ts'
import { createMonitor } from '../src/network/monitor.ts'

interface Line {
  url?: string
  event?: 'online' | 'offline'
  live?: number
}

interface Node {
  accountId: string
  key: PrivateKey
  port: number
  process?: ChildProcess
  lines: Line[]
  heard: EventEmitter
}

/** A port that is free now, so that a node can return at the same address. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('trust grows with answers, shrinks without them, and stays between 0 and 100', () => {
  let standing = afterProbe(unknown, 1, 1)
  assert.deepEqual([standing.score, standing.live], [100, true])
  standing = afterProbe(standing, undefined, 2)
  assert.deepEqual([standing.score, standing.live], [80, true], 'one lost probe is no outage')
  standing = afterProbe(standing, undefined, 3)
  assert.deepEqual([standing.score, standing.live], [64, false])
  standing = afterProbe(standing, 0.5, 4)
  assert.ok(standing.live && standing.score === 64 + 0.2 * (80 - 64))
  assert.equal(agreementOf({ a: true, b: true, c: false }, { a: true, b: false, c: false }, ['a']), 0.5)
  assert.equal(agreementOf({ a: true }, {}, []), 1)
})

test('a standing has the time of the last answer, even if later probes failed', () => {
  const silent = afterProbe(unknown, undefined, 1)
  assert.equal(silent.answeredAt, undefined)
  const heard = afterProbe(silent, 1, 2)
  assert.equal(heard.answeredAt, 2)
  const lost = afterProbe(afterProbe(heard, undefined, 3), undefined, 4)
  assert.deepEqual([lost.answeredAt, lost.live], [2, false])
  assert.equal(afterProbe(lost, 0, 5).answeredAt, 5)
})

async function threeNodes(): Promise<[Node, Node, Node]> {
  const made = ['0.0.2001', '0.0.2002', '0.0.2003'].map(
    async (accountId): Promise<Node> => ({
      accountId,
      key: PrivateKey.generateED25519(),
      port: await freePort(),
      lines: [],
      heard: new EventEmitter(),
    }),
  )
  return (await Promise.all(made)) as [Node, Node, Node]
}

const listed = ({ accountId, key, port }: Node) => ({
  walletId: accountId,
  url: `http://127.0.0.1:${port}`,
  publicKey: key.publicKey.toStringDer(),
  name: `node ${accountId}`,
})

async function start(node: Node, env: Record<string, string>): Promise<void> {
  node.lines = []
  const child = spawn(process.execPath, [join(import.meta.dirname, 'programs/network-node.ts')], {
    env: {
      ...process.env,
      NODE_ACCOUNT: node.accountId,
      NODE_KEY: node.key.toStringDer(),
      NODE_PORT: String(node.port),
      NODE_NAME: `node ${node.accountId}`,
      NETWORK_HEARTBEAT: '100',
      NETWORK_THRESHOLD: '3',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  node.process = child
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    node.lines.push(JSON.parse(text))
    node.heard.emit('line')
  })
  await until(node, ({ url }) => url !== undefined)
}

async function until(node: Node, isIt: (line: Line) => boolean): Promise<void> {
  while (!node.lines.some(isIt)) await once(node.heard, 'line')
}

async function stop({ process: child }: Node): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const seen = async ({ port }: Node) =>
  (await (await fetch(`http://127.0.0.1:${port}/smart-node/network`)).json()) as {
    membership: { walletId: string; status: string; details: { metadata: { name: string } } }
    trustScore: { score: number; timestamp: string | null }
  }[]

describe('Three nodes in three processes', () => {
  let folder = ''
  let file = ''
  let nodes: Node[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-network-'))
    file = join(folder, 'members.json')
    nodes = await threeNodes()
    await writeFile(file, JSON.stringify({ members: nodes.map(listed) }))
  })
  after(async () => {
    for (const node of nodes) await stop(node)
    await rm(folder, { recursive: true, force: true })
  })

  test('see each other, and notice when one stops and returns', async () => {
    const [first, second, third] = nodes as [Node, Node, Node]
    await Promise.all(nodes.map((node) => start(node, { NETWORK_MEMBERS: file })))
    await Promise.all(nodes.map((node) => until(node, ({ event, live }) => event === 'online' && live === 3)))
    const network = await seen(first)
    assert.deepEqual(
      network.map(({ membership }) => [membership.walletId, membership.status]),
      nodes.map(({ accountId }) => [accountId, 'ACTIVE']),
    )
    assert.equal(network[0]?.membership.details.metadata.name, 'node 0.0.2001')
    assert.ok(network.every(({ trustScore: { score } }) => score >= 0 && score <= 100))

    for (const node of [first, second]) node.lines = []
    await stop(third)
    await Promise.all([first, second].map((node) => until(node, ({ event }) => event === 'offline')))
    const without = (await seen(first)).find(({ membership }) => membership.walletId === third.accountId)
    assert.equal(without?.membership.status, 'INACTIVE')
    assert.ok((without?.trustScore.score ?? 100) < 100)
    const heardAt = without?.trustScore.timestamp
    assert.ok(heardAt)
    first.lines = []
    await until(first, ({ event }) => event === 'offline')
    const later = (await seen(first)).find(({ membership }) => membership.walletId === third.accountId)
    assert.equal(later?.trustScore.timestamp, heardAt, 'a probe without an answer is no news of it')

    for (const node of [first, second]) node.lines = []
    await start(third, { NETWORK_MEMBERS: file })
    await Promise.all([first, second].map((node) => until(node, ({ event }) => event === 'online')))
    const again = (await seen(first)).find(({ membership }) => membership.walletId === third.accountId)
    assert.equal(again?.membership.status, 'ACTIVE')
  })

  test('answer heartbeats only from members, signed just now and addressed to them', async () => {
    const [first, second] = nodes as [Node, Node]
    const { sign } = signerFromText(second.key.toStringDer())
    const message = {
      from: second.accountId,
      to: first.accountId,
      nonce: 'n'.repeat(32),
      timestamp: new Date().toISOString(),
      sees: {},
    }
    const send = async (body: unknown) => {
      const response = await fetch(`http://127.0.0.1:${first.port}/smart-node/heartbeat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.status
    }
    assert.equal(await send(signHeartbeat(message, sign)), 200)
    assert.equal(await send(signHeartbeat({ ...message, to: '0.0.9' }, sign)), 403)
    assert.equal(await send(signHeartbeat({ ...message, from: '0.0.9' }, sign)), 403)
    assert.equal(await send(signHeartbeat({ ...message, timestamp: '2020-01-01T00:00:00Z' }, sign)), 403)
    assert.equal(await send({ ...signHeartbeat(message, sign), nonce: 'm'.repeat(32) }), 403)
    assert.equal(await send({ ...message, signature: 'none' }), 400)
    const seeing = (names: string[]) =>
      send(signHeartbeat({ ...message, sees: Object.fromEntries(names.map((name) => [name, true])) }, sign))
    assert.equal(await seeing(['0'.repeat(61)]), 400)
    assert.equal(await seeing(Array.from({ length: 1001 }, (_, at) => `0.0.${at}`)), 400)
    assert.equal(await seeing(Array.from({ length: 1000 }, (_, at) => `0.0.${at}`)), 200)
  })

  test('accept a list only if its publisher signed it, if a publisher is configured', async () => {
    const publisher = PrivateKey.generateED25519()
    const [first] = nodes as [Node]
    const members = [{ walletId: '0.0.2001', url: 'http://a.example', publicKey: first.key.publicKey.toStringRaw() }]
    const signature = Buffer.from(publisher.sign(canonicalBytes(members))).toString('hex')
    const path = join(folder, 'signed.json')
    const read = async (list: object, by = publisher) => {
      await writeFile(path, JSON.stringify(list))
      return readMembers(path, by.publicKey.toStringDer())
    }
    assert.equal((await read({ members, signature })).length, 1)
    await assert.rejects(read({ members }), /are not signed by NETWORK_PUBLISHER/)
    await assert.rejects(read({ members, signature }, PrivateKey.generateED25519()), /are not signed by/)
    await assert.rejects(read({ members: [{ walletId: 'x' }], signature }), /expected \{members/)
  })
})

test('A member that sends an endless answer is disconnected, and counts as gone', async () => {
  const closed = Promise.withResolvers<void>()
  const server = createHttpServer(async (_request, response) => {
    response.on('close', closed.resolve)
    const chunk = Buffer.alloc(65_536, ' ')
    while (!response.destroyed)
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed.promise])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const key = PrivateKey.generateED25519()
  const { publicKey, sign } = signerFromText(key.toStringDer())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const monitor = createMonitor({
    operator: { accountId: '0.0.2', publicKey, sign },
    members: async () => [{ walletId: '0.0.7', url, publicKey: key.publicKey.toStringRaw(), key: publicKey }],
    intervalMs: 3_600_000,
    events: { emit: () => {} },
    clock: systemClock,
    logger: { warn: () => {} },
  })
  await monitor.start()
  await closed.promise
  assert.equal(monitor.standing('0.0.7').live, false)
  monitor.stop()
  server.close()
})

describe('Members on a topic', () => {
  const chain = 'hedera:devnet'
  const publisher = PrivateKey.generateED25519()
  let network: Awaited<ReturnType<typeof localnet>>
  let ledger: Ledger
  let operator: Operator
  before(async () => {
    network = await localnet({ ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 } })
    const { id, privateKey } = network.accounts[0] as DevelopmentAccount
    const embedded = { grpc: network.grpc, mirrorUrl: network.mirrorRest, operator: { id, key: privateKey } }
    ledger = openLedger(readNetwork(chain, {}, embedded))
    operator = ledger.operator as Operator
  })
  after(async () => {
    ledger.close()
    await network.close()
  })

  const worked = async (outcome: Promise<Outcome>) => {
    const found = await outcome
    assert.ok(found.state === 'final' && found.success, JSON.stringify(found))
    return found
  }
  const newTopic = async () => (await worked(ledger.execute(new TopicCreateTransaction()))).receipt.topicId ?? ''
  /** Publishes a list, in chunks if it is long, with this day as its issue date. */
  async function publish(topicId: string, members: object[], day: number, { by = publisher, more = {} } = {}) {
    const issuedAt = new Date(Date.UTC(2026, 0, day)).toISOString()
    const record = { quorate: 1, type: 'members', chain, topicId, issuedAt, members, ...more } as never
    const chunks = messageChunks(encodeMembers(record, (message) => by.sign(message)))
    let initialTransactionId: string | undefined
    for (const [index, chunk] of chunks.entries()) {
      const message = { topicId, chunk, number: index + 1, total: chunks.length }
      const initial = initialTransactionId ? { initialTransactionId } : {}
      const frozen = freezeMessage(ledger, operator.accountId, { ...message, ...initial })
      const signature = { publicKey: operator.publicKey, signature: operator.sign(frozen.bodyBytes) }
      await worked(ledger.submit(withSignatures(frozen.bodyBytes, [signature])))
      initialTransactionId ??= frozen.transactionId
    }
    return chunks.length
  }

  test('come from the list that was issued last, while the nodes run', async () => {
    const topicId = await newTopic()
    const [first, second, third] = await threeNodes()
    const env = {
      MIRROR: network.mirrorRest,
      NETWORK_TOPIC: topicId,
      NETWORK_PUBLISHER: publisher.publicKey.toStringDer(),
      NETWORK_THRESHOLD: '2',
    }
    try {
      await Promise.all([first, second, third].map((node) => start(node, env)))
      // The node is alone until a list contains the others.
      await until(first, ({ event, live }) => event === 'offline' && live === 1)
      await publish(topicId, [first, second].map(listed), 2)
      await Promise.all([first, second].map((node) => until(node, ({ event }) => event === 'online')))
      assert.ok(!third.lines.some(({ event }) => event === 'online'), 'nobody has listed the third')
      const described = [first, second, third].map((node) => ({ ...listed(node), description: 'long '.repeat(60) }))
      assert.ok((await publish(topicId, described, 3)) > 1, 'in chunks')
      await until(third, ({ event }) => event === 'online')
      const ids = (await seen(third)).map(({ membership }) => membership.walletId)
      assert.deepEqual(ids, [third.accountId, first.accountId, second.accountId])
      second.lines = []
      await publish(topicId, [first, third].map(listed), 4)
      await publish(topicId, [], 5)
      await until(second, ({ event }) => event === 'offline')
      assert.equal((await seen(second)).length, 1, 'itself')
    } finally {
      for (const node of [first, second, third]) await stop(node)
    }
  })

  const member = (walletId: string) => ({
    walletId,
    url: 'http://node.example',
    publicKey: publisher.publicKey.toStringRaw(),
  })

  test('are not taken from another publisher, topic or chain, or from an older list', async () => {
    const topicId = await newTopic()
    const settings = { NETWORK_TOPIC: topicId, NETWORK_PUBLISHER: publisher.publicKey.toStringRaw() }
    const read = membersFrom(settings, { chain, mirror: ledger.mirror })
    const ids = async () => (await read()).map(({ walletId }) => walletId)
    assert.deepEqual(await ids(), [])
    await publish(topicId, [member('0.0.7')], 10)
    assert.deepEqual(await ids(), ['0.0.7'])
    const other = [member('0.0.8')]
    await publish(topicId, other, 11, { by: PrivateKey.generateED25519() })
    await publish(topicId, other, 11, { more: { topicId: '0.0.5' } })
    await publish(topicId, other, 11, { more: { chain: 'hedera:testnet' } })
    await publish(topicId, other, 11, { more: { issuedAt: 'tomorrow' } })
    await publish(topicId, [...other, ...other], 11)
    await publish(topicId, [{ ...member('0.0.8'), publicKey: 'none' }], 11)
    await publish(topicId, other, 10)
    await publish(topicId, other, 9)
    assert.deepEqual(await ids(), ['0.0.7'])
    await publish(topicId, other, 11)
    assert.deepEqual(await ids(), ['0.0.8'])
    const again = membersFrom(settings, { chain, mirror: ledger.mirror })
    assert.deepEqual(await again(), await read(), 'read from the beginning')
  })

  test('are read from where the last look ended, a limited part of the topic at a time', async () => {
    const topicId = await newTopic()
    const settings = { NETWORK_TOPIC: topicId, NETWORK_PUBLISHER: publisher.publicKey.toStringRaw() }
    const read = membersFrom(settings, { chain, mirror: ledger.mirror }, 1)
    const junk = () =>
      worked(ledger.execute(new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage('junk')))
    await publish(topicId, [member('0.0.7')], 10)
    for (let count = 0; count < 100; count++) await junk()
    await publish(topicId, [member('0.0.8')], 11)
    await assert.rejects(read(), { code: 'MIRROR_UNAVAILABLE' }, 'the first list is an old one')
    const ids = async () => (await read()).map(({ walletId }) => walletId)
    assert.deepEqual(await ids(), ['0.0.8'])
    // A list whose chunks arrive between reads is still complete, and nothing is read twice.
    for (let count = 0; count < 99; count++) await junk()
    await publish(topicId, [{ ...member('0.0.9'), description: 'x'.repeat(1_000) }], 12)
    assert.deepEqual(await ids(), ['0.0.8'])
    assert.deepEqual(await ids(), ['0.0.9'])
    assert.deepEqual(await ids(), ['0.0.9'])
  })

  test('need a publisher, and exclude a file of members', () => {
    const from = (settings: object) => () => membersFrom(settings, { chain, mirror: ledger.mirror })
    assert.throws(from({ NETWORK_TOPIC: '0.0.5' }), /NETWORK_PUBLISHER is not set/)
    assert.throws(from({ NETWORK_TOPIC: '0.0.5', NETWORK_PUBLISHER: 'me' }), /NETWORK_PUBLISHER is "me"/)
    assert.throws(from({ NETWORK_TOPIC: '0.0.5', NETWORK_MEMBERS: 'a.json' }), /both set/)
  })
})
