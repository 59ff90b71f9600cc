import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { TopicCreateTransaction, TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import { fileBomb, identifierOf, textOf, upload, wideGraph } from './dag.ts'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'
import { connection, requestText, settled, webSocket } from './raw.ts'

/** How far the process may grow beyond its rest, while it is attacked and by all attacks together. */
const LIMIT_BYTES = 256 * 1024 * 1024
const MB = 1_000_000
/** As long as the name of an owner may be. */
const LONG_NAME = '\u{1D49C}'.repeat(50)

describe('The memory of the platform', () => {
  let platform: AttackedPlatform
  let ada: Person
  let rest: number
  const sockets: Socket[] = []
  before(async () => {
    // The proposals of one wallet are many messages.
    platform = await startPlatform({ MESSAGES_PER_HOUR: '1000000', WALLET_MESSAGES_PER_HOUR: '500000' })
    ada = (await platform.people(1))[0] as Person
    for (const entrance of ['node', 'governance', 'multisig'] as const)
      await platform.call(entrance, 'GET', '/api/docs-json')
    await upload(platform, ada, randomBytes(5 * MB))
    rest = (await platform.watch.collectGarbage()).rss
  })
  after(() => platform.close())

  /**
   * Carries out an attack and asserts that the process stays near its rest, meanwhile and for so many seconds after.
   */
  async function staysNearRest(attack: () => Promise<unknown>, seconds = 2): Promise<void> {
    // What the attack before this one left behind is looked at once, when all are over.
    const { rss: before } = await platform.watch.collectGarbage()
    let peak = 0
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        const { rss } = await platform.watch.observe()
        peak = Math.max(peak, rss)
        await delay(50)
      }
    })()
    await attack()
    await delay(seconds * 1000)
    isOver = true
    await watching
    for (const socket of sockets.splice(0)) socket.destroy()
    assertNear(peak, before)
  }

  function assertNear(bytes: number, before: number): void {
    const [grown, was] = [bytes - before, before].map((one) => Math.round(one / 2 ** 20))
    assert.ok(bytes - before < LIMIT_BYTES, `it grew by ${grown} MB over ${was} MB`)
  }

  const opened = async (url: string, bytes: string, reads = false): Promise<void> => {
    const socket = await connection(url, { reads })
    sockets.push(socket)
    socket.write(bytes)
  }
  const repeated = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))

  test('stays bounded with two hundred readers of a large file that read nothing', async () => {
    const file = randomBytes(30 * MB)
    await upload(platform, ada, file)
    const { body } = await platform.call('node', 'GET', '/ipfs/pins', ada)
    const cids: string[] = JSON.stringify(body).match(/baf[a-z2-7]{20,100}/g) ?? []
    assert.ok(cids.length > 0, JSON.stringify(body).slice(0, 300))
    await staysNearRest(() =>
      repeated(200, (index) =>
        opened(platform.url.node, requestText('GET', `/ipfs/${cids[index % cids.length]}`, { connection: 'close' })),
      ),
    )
    await staysNearRest(() =>
      repeated(100, (index) =>
        opened(platform.url.node, requestText('GET', `/ipfs/${cids[index % cids.length]}?format=car`)),
      ),
    )
  })

  test('stays bounded with WebSockets that send and never read', async () => {
    for (const url of [platform.url.multisigSockets, platform.url.governanceSockets])
      for (const [opcode, payload] of [
        [9, 'x'.repeat(125)],
        [1, '2'],
        [1, '40/multisig,{}'],
        [1, `420["a","${'x'.repeat(1000)}"]`],
      ] as const)
        await staysNearRest(
          () =>
            repeated(8, async () => {
              const { socket, frame } = await webSocket(url, { reads: false })
              sockets.push(socket)
              for (let i = 0; i < 30_000 && !socket.destroyed; i++)
                if (!frame(opcode, payload)) await settled(socket, 100)
            }).catch(() => {}),
          0.5,
        )
  })

  test('stays bounded with hundreds of bodies that end in the middle', async () => {
    const { token } = ada
    const authorization = `Bearer ${token}`
    const json = { authorization, 'content-type': 'application/json', 'content-length': '60000' }
    const form = { authorization, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '90000000' }
    const tiny = requestText('POST', '/auth/web3/login', {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    })
    await staysNearRest(() => repeated(200, () => opened(platform.url.node, tiny + '1\r\n \r\n'.repeat(16_300), true)))
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    await staysNearRest(() =>
      repeated(300, (index) =>
        opened(
          platform.url.node,
          `${requestText('POST', '/accounts', json)}{"memo":"${'x'.repeat(50_000 + index)}`,
          true,
        ),
      ),
    )
    await staysNearRest(() =>
      repeated(60, () =>
        opened(platform.url.node, requestText('POST', '/ipfs/upload', form) + part + 'x'.repeat(2 * MB), true),
      ),
    )
    const frame = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.alloc(9)])
    await staysNearRest(() =>
      repeated(300, () => opened(`http://${platform.process.at.ledger}`, frame.toString('latin1'), true)),
    )
  })

  test('stays bounded with answers that are asked for ahead and never read', async () => {
    for (const [entrance, path] of [
      ['node', '/api/docs-json'],
      ['governance', '/api/docs-json'],
      ['mirror', '/api/v1/accounts?limit=100'],
    ] as const)
      await staysNearRest(
        () => repeated(50, () => opened(platform.url[entrance], requestText('GET', path).repeat(60))),
        1,
      )
  })

  test('stays bounded with large lists that are asked for from hundreds of connections and never read', async () => {
    const topic = await fullTopic(1000)
    for (const path of [`/mirrors/hcs/topics/${topic}/messages?limit=1000`, `/hcs/${topic}/messages?limit=1000`]) {
      const { length } = JSON.stringify((await platform.call('node', 'GET', path)).body)
      assert.ok(length > MB, `${length} characters`)
      // The system takes the first ones off the process' hands, up to some megabytes of each connection.
      await staysNearRest(() => repeated(250, () => opened(platform.url.node, requestText('GET', path).repeat(6))), 10)
    }
    assert.equal((await platform.call('node', 'GET', '/mirrors/accounts/0.0.2')).status, 200)
  })

  /** The id of a topic with so many messages of the largest size. */
  async function fullTopic(messages: number): Promise<string> {
    const client = platform.treasury()
    try {
      const created = await new TopicCreateTransaction().execute(client)
      const { topicId } = await created.getReceipt(client)
      if (!topicId) throw new Error('the topic was not created')
      const submission = () =>
        new TopicMessageSubmitTransaction({ topicId, message: randomBytes(1024 * 20), maxChunks: 20 }).execute(client)
      for (let sent = 0; sent < messages; sent += 20) await submission()
      return `${topicId}`
    } finally {
      client.close()
    }
  }

  test('stays bounded while wide and multiplied graphs are pinned and read', async () => {
    const [wide, bomb] = [await wideGraph(platform, ada), await fileBomb(platform, ada)]
    const headers = { authorization: `Bearer ${ada.token}` }
    const ask = async (path: string, method = 'GET') => {
      const answer = await fetch(platform.url.node + path, { method, headers, signal: AbortSignal.timeout(5000) })
      await answer.arrayBuffer()
    }
    await staysNearRest(() =>
      Promise.allSettled([
        ...[wide, bomb].map((cid) => ask(`/ipfs/pin/${cid}`, 'POST')),
        ...Array.from({ length: 10 }, () => ask(`/ipfs/${bomb}`)),
        ...Array.from({ length: 10 }, () => ask(`/ipfs/metadata/${bomb}`)),
        ...Array.from({ length: 10 }, () => ask(`/ipfs/${wide}?format=car`)),
        ask(`/ipfs/${textOf(identifierOf('raw', Buffer.from('A')))}`),
      ]),
    )
    assert.equal((await platform.call('node', 'GET', '/health')).status, 200)
  })

  test("stays bounded with tokens' metadata that eight addresses ask for at once", async () => {
    const uri = `ipfs://${textOf(identifierOf('raw', Buffer.from('A')))}/${'\u00e9'.repeat(300)}`
    const bytes = Buffer.from(JSON.stringify({ files: Array.from({ length: 1400 }, () => ({ uri })) }))
    await upload(platform, ada, bytes)
    const path = `/ipfs/metadata/${textOf(identifierOf('raw', bytes))}`
    const statuses = new Set<number>()
    await staysNearRest(() =>
      repeated(160, async (index) => void statuses.add(await readFrom(`127.0.0.${1 + (index % 8)}`, path))),
    )
    assert.deepEqual([...statuses].sort(), [200, 503])
  })

  test('stays bounded with the history of a wallet that is asked for from hundreds of connections, by all its owners', async () => {
    const owners = await ownersOf20()
    const walletId = await walletOf(owners)
    for (let made = 0; made < 100; made += owners.length)
      for (const { id: wallet, token } of owners) {
        const owner = { wallet, name: LONG_NAME }
        const body = { walletId, action: 'add', owner }
        await done(platform.call('multisig', 'POST', '/multisig/wallet/update/request', { token }, body))
      }
    for (const list of ['history', 'pending'])
      for (const limit of [() => 100, (index: number) => 100 - (index % 50)])
        await servesOthers((index) =>
          read('multisig', `/multisig/wallet/${walletId}/${list}?limit=${limit(index)}`, owners[index % owners.length]),
        )
  })

  test('stays bounded with the proposals of a DAO that are asked for from hundreds of connections', async () => {
    const rules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false }
    const newDao = { name: 'Gardeners', description: '', ownerAddress: ada.id, votingRules: rules }
    const { daoId } = await done(platform.call('governance', 'POST', '/daos', ada, newDao))
    const proposalData = { list: Array.from({ length: 8000 }, (_, index) => index % 10) }
    for (let made = 0; made < 25; made++) {
      const proposal = { title: `Proposal ${made}`, description: '', creatorAddress: ada.id, votingDurationHours: 1 }
      const body = { daoId, ...proposal, proposalData }
      await done(platform.call('governance', 'POST', '/proposals', ada, body))
    }
    for (const path of [
      () => `/daos/${daoId}`,
      (index: number) => `/proposals/dao/${daoId}?limit=${100 - (index % 50)}`,
      (index: number) => `/proposals/dao/${daoId}?limit=100&cursor=${1_000_000 + index}`,
    ])
      await servesOthers((index) => read('governance', path(index)))
  })

  /** Sends 250 requests at once; another user is served meanwhile, and the process stays near its rest. */
  async function servesOthers(ask: (index: number) => Promise<number>): Promise<void> {
    let left = 250
    await staysNearRest(async () => {
      const asked = repeated(250, async (index) => {
        assert.equal(await ask(index), 200)
        left--
      })
      // Whatever order the requests come in, they are not all answered before one of somebody else's.
      const { status } = await platform.call('node', 'GET', '/auth/profile', ada)
      assert.deepEqual([status, left > 0], [200, true])
      await asked
    }, 0)
  }

  const connections = new Agent({ keepAlive: true, maxSockets: 250 })
  after(() => connections.destroy())

  /** The status of an answer that is read and not kept. */
  async function read(entrance: 'governance' | 'multisig', path: string, by?: Person): Promise<number> {
    const headers = by ? { authorization: `Bearer ${by.token}` } : {}
    const sent = get(platform.url[entrance] + path, { agent: connections, headers })
    const [answer] = (await once(sent, 'response')) as IncomingMessage[]
    if (!answer) throw new Error('no answer')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode ?? 0
  }

  /** The same of the node, over a connection of its own from this address. */
  async function readFrom(localAddress: string, path: string): Promise<number> {
    const sent = get(platform.url.node + path, { agent: false, localAddress, headers: { 'accept-encoding': 'br' } })
    const [answer] = (await once(sent, 'response')) as IncomingMessage[]
    if (!answer) throw new Error('no answer')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode ?? 0
  }

  async function done(asked: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await asked
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }

  async function ownersOf20(): Promise<Person[]> {
    const accounts = []
    for (let made = 1; made < 20; made++) accounts.push(await platform.newAccount(20))
    return [ada, ...(await Promise.all(accounts.map(platform.login)))]
  }

  /** A wallet that any one of these may sign for. */
  async function walletOf(owners: Person[]): Promise<string> {
    const post = (path: string, body: unknown) => done(platform.call('multisig', 'POST', path, ada, body))
    const request = await post('/multisig/wallet/create/request', {
      ...{ name: LONG_NAME, description: '', maxAutomaticTokenAssociations: -1 },
      settings: { owners: owners.map(({ id: wallet }) => ({ wallet, name: LONG_NAME })), threshold: 1 },
    })
    const { jobId, historyId, bytes } = request
    const signature = Buffer.from(ada.key.sign(Buffer.from(request.bodyBytes, 'base64'))).toString('base64')
    await post(`/multisig/transaction/sign/${jobId}`, { senderId: ada.id, historyId, signature })
    return (await post('/multisig/wallet/create/execute', { jobId, bytes })).walletId
  }

  test('is near its rest again after all of them', async () => {
    const rss = async () => (await platform.watch.collectGarbage()).rss
    // What was freed goes back to the system some ten seconds later.
    for (let looks = 0; looks < 40 && (await rss()) - rest >= LIMIT_BYTES; looks++) await delay(1000)
    assertNear(await rss(), rest)
  })
})
