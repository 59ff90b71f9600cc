import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { PrivateKey } from '@hiero-ledger/sdk'
import { canonicalBytes, signerFromText } from '@quorate/ledger'
import { signHeartbeat } from '../src/network/heartbeats.ts'
import { readMembers } from '../src/network/members.ts'
import { afterProbe, agreementOf, unknown } from '../src/network/standing.ts'

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

/** A port that is free now, so that a node can come back where it was. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

test('trust grows with answers, shrinks without, and stays from 0 to 100', () => {
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

describe('three nodes in three processes', () => {
  let folder = ''
  let file = ''
  const nodes: Node[] = []

  const start = async (node: Node): Promise<void> => {
    node.lines = []
    const child = spawn(process.execPath, [join(import.meta.dirname, 'programs/network-node.ts')], {
      env: {
        ...process.env,
        NODE_ACCOUNT: node.accountId,
        NODE_KEY: node.key.toStringDer(),
        NODE_PORT: String(node.port),
        NODE_NAME: `node ${node.accountId}`,
        NETWORK_MEMBERS: file,
        NETWORK_HEARTBEAT: '100',
        NETWORK_THRESHOLD: '3',
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
  const until = async (node: Node, isIt: (line: Line) => boolean): Promise<void> => {
    while (!node.lines.some(isIt)) await once(node.heard, 'line')
  }
  const stop = async (node: Node): Promise<void> => {
    const { process: child } = node
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const seen = async ({ port }: Node) =>
    (await (await fetch(`http://127.0.0.1:${port}/smart-node/network`)).json()) as {
      membership: { walletId: string; status: string; details: { metadata: { name: string } } }
      trustScore: { score: number; timestamp: string | null }
    }[]

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-network-'))
    file = join(folder, 'members.json')
    for (const accountId of ['0.0.2001', '0.0.2002', '0.0.2003']) {
      nodes.push({
        accountId,
        key: PrivateKey.generateED25519(),
        port: await freePort(),
        lines: [],
        heard: new EventEmitter(),
      })
    }
    const members = nodes.map(({ accountId, key, port }) => ({
      walletId: accountId,
      url: `http://127.0.0.1:${port}`,
      publicKey: key.publicKey.toStringDer(),
      name: `node ${accountId}`,
    }))
    await writeFile(file, JSON.stringify({ members }))
  })
  after(async () => {
    for (const node of nodes) await stop(node)
    await rm(folder, { recursive: true, force: true })
  })

  test('see each other, notice one that stops, and one that comes back', async () => {
    const [first, second, third] = nodes as [Node, Node, Node]
    await Promise.all(nodes.map(start))
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

    for (const node of [first, second]) node.lines = []
    await start(third)
    await Promise.all([first, second].map((node) => until(node, ({ event }) => event === 'online')))
    const again = (await seen(first)).find(({ membership }) => membership.walletId === third.accountId)
    assert.equal(again?.membership.status, 'ACTIVE')
  })

  test('answer heartbeats of members alone, signed just now and for them', async () => {
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
  })

  test('take a list only if its publisher has signed it, where one is named', async () => {
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
    await assert.rejects(read({ members }), /signature is not that of NETWORK_PUBLISHER/)
    await assert.rejects(read({ members, signature }, PrivateKey.generateED25519()), /signature is not/)
    await assert.rejects(read({ members: [{ walletId: 'x' }], signature }), /expected \{members/)
  })
})
