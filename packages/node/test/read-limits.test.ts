/** Reads against a mirror that has more than anybody should ask it for. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { WRITE_READS } from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import { testClock } from '@quorate/platform/testing'
import { limits } from '../src/limits.ts'
import { type Harness, loggedIn, openHarness } from './harness.ts'

const ENDLESS = '0.0.5005'

describe('a read of what never ends at the mirror', () => {
  let mirror: Server
  let harness: Harness
  let asked: string[] = []

  before(async () => {
    mirror = createServer((request, response) => {
      const path = String(request.url).replace('/api/v1', '')
      asked.push(path)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(path)))
    }).listen(0, '127.0.0.1')
    await once(mirror, 'listening')
    const { port } = mirror.address() as AddressInfo
    harness = await openHarness({}, {}, { mirrorUrl: `http://127.0.0.1:${port}`, mirrorTimeoutMs: 5000 })
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    mirror.close()
    mirror.closeAllConnections()
  })

  function answerTo(path: string): object {
    if (path.startsWith(`/accounts/${ENDLESS}/tokens`)) {
      const page = Number(new URL(path, 'http://mirror').searchParams.get('page') ?? 0)
      const tokens = Array.from({ length: 100 }, (_, at) => ({
        token_id: `0.0.${10_000 + 100 * page + at}`,
        balance: 1,
        decimals: 0,
        ...{ automatic_association: false, created_timestamp: '1700000000.000000000' },
        ...{ freeze_status: 'NOT_APPLICABLE', kyc_status: 'NOT_APPLICABLE' },
      }))
      return { tokens, links: { next: `/api/v1/accounts/${ENDLESS}/tokens?limit=100&page=${page + 1}` } }
    }
    if (path.startsWith('/topics/0.0.7005/messages')) {
      const first = Number(new URL(path, 'http://mirror').searchParams.get('sequencenumber')?.split(':')[1] ?? 0)
      const messages = Array.from({ length: 100 }, (_, at) => ({
        ...{ chunk_info: null, consensus_timestamp: `1700000000.${String(first + at).padStart(9, '0')}` },
        ...{ message: 'a'.repeat(4000), payer_account_id: ENDLESS, running_hash: 'aa', running_hash_version: 3 },
        ...{ sequence_number: first + at + 1, topic_id: '0.0.7005' },
      }))
      const next = `/api/v1/topics/0.0.7005/messages?limit=100&sequencenumber=gt:${first + 100}`
      return { messages, links: { next } }
    }
    if (path.startsWith('/tokens/')) return { type: 'NON_FUNGIBLE_UNIQUE' }
    if (path.startsWith('/transactions/')) {
      const one = (nonce: number) => ({
        ...{ consensus_timestamp: `1700000000.${String(nonce).padStart(9, '0')}`, nonce, scheduled: false },
        ...{ name: 'CRYPTOTRANSFER', result: 'SUCCESS', transaction_id: '0.0.2-1700000000-000000000', node: '0.0.3' },
        ...{
          charged_tx_fee: 1,
          max_fee: '1',
          transfers: [],
          token_transfers: [],
          nft_transfers: [],
          staking_reward_transfers: [],
        },
        ...{ bytes: null, entity_id: null, memo_base64: '', transaction_hash: '', valid_duration_seconds: '120' },
        ...{
          valid_start_timestamp: '1700000000.000000000',
          parent_consensus_timestamp: null,
          assessed_custom_fees: [],
        },
      })
      return { transactions: Array.from({ length: 300 }, (_, nonce) => one(nonce)) }
    }
    if (path.startsWith('/network/exchangerate')) {
      const rate = { cent_equivalent: 12, hbar_equivalent: 1, expiration_time: 1_800_000_000 }
      return { current_rate: rate, next_rate: rate, timestamp: '1700000000.000000000' }
    }
    const none = [
      'alias',
      'auto_renew_period',
      'created_timestamp',
      'decline_reward',
      'ethereum_nonce',
      'evm_address',
      'expiry_timestamp',
    ]
    const more = [
      'key',
      'max_automatic_token_associations',
      'memo',
      'pending_reward',
      'receiver_sig_required',
      'staked_account_id',
    ]
    const nulls = Object.fromEntries(
      [...none, ...more, 'staked_node_id', 'stake_period_start', 'deleted'].map((name) => [name, null]),
    )
    return { ...nulls, account: ENDLESS, balance: { timestamp: null, balance: 5, tokens: [] }, links: { next: null } }
  }

  test('of an account asks for so many pages and tokens, and says that there are more', async () => {
    asked = []
    const { status, body } = await harness.ask(`/accounts/${ENDLESS}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.truncated, body.ownedNfts], [true, limits.maxTokenTypeLookups.value])
    assert.equal(asked.filter((path) => path.includes('/tokens?')).length, limits.maxRelationshipPages.value)
    assert.equal(asked.filter((path) => path.startsWith('/tokens/')).length, limits.maxTokenTypeLookups.value)
  })

  test('of a balance, too', async () => {
    asked = []
    const { body } = await harness.ask(`/accounts/${ENDLESS}/balance`)
    assert.deepEqual([body.truncated, body.tokens.length], [true, 100 * limits.maxRelationshipPages.value])
    assert.equal(asked.length, 1 + limits.maxRelationshipPages.value)
  })

  test('of a receipt asks about so many of its children', async () => {
    asked = []
    const { status, body } = await harness.ask('/transactions/receipt/0.0.2@1700000000.0')
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.truncated, body.children.length], [true, limits.maxRelatedReceipts.value])
    assert.ok(asked.length < 10 * limits.maxRelatedReceipts.value, `${asked.length} questions`)
  })

  test('of a list asks for no more when it has about a megabyte, and its Link leads on', async () => {
    let path = '/mirrors/hcs/topics/0.0.7005/messages?limit=1000'
    const read: number[] = []
    for (let count = 0; count < 2; count++) {
      const { status, body, headers } = await harness.ask(path)
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(JSON.stringify(body).length < 2 * limits.mirrorListCharacters.value, `${body.length} messages`)
      read.push(...body.map((one: { sequence_number: string }) => Number(one.sequence_number)))
      path = headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    }
    assert.deepEqual(
      read,
      read.map((_, at) => at + 1),
    )
    assert.match(path, /limit=1000/)
  })

  test('counts each further page as a request of its reader', async () => {
    const { port } = mirror.address() as AddressInfo
    const pages = limits.maxRelationshipPages.value
    for (const [path, reads] of [
      [`/accounts/${ENDLESS}/balance`, 1 + pages],
      [`/mirrors/accounts/${ENDLESS}/tokens?limit=1000`, 10],
      [`/mirrors/accounts/${ENDLESS}/tokens?limit=10`, 1],
    ] as const) {
      await using limited = await openHarness(
        {},
        {},
        { mirrorUrl: `http://127.0.0.1:${port}`, settings: { RATE_LIMIT_ADDRESS: 2 * reads + 1 } },
      )
      const statuses: number[] = []
      for (let count = 0; count < 4; count++) statuses.push((await limited.ask(path)).status)
      assert.deepEqual(statuses, [200, 200, 200, 429], path)
    }
  })
})

describe('reads of strangers', () => {
  let network: Localnet
  let mirror: Server
  let harness: Harness
  /** By what a path holds: how it is answered instead of by the mirror. */
  const instead = new Map<string, (response: ServerResponse) => void>()

  const clock = testClock()

  before(async () => {
    network = await localnet({
      clock: { now: () => BigInt(clock.now()) * 1_000_000n },
      ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
    })
    mirror = createServer((request, response) => {
      const [, answer] = [...instead].find(([part]) => request.url?.includes(part)) ?? []
      if (answer) return answer(response)
      get(network.mirrorRest + request.url, (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers)
        found.pipe(response)
      })
    }).listen(0, '127.0.0.1')
    await once(mirror, 'listening')
    const { port } = mirror.address() as AddressInfo
    const mirrorUrl = `http://127.0.0.1:${port}`
    harness = await openHarness({}, { network, clock }, { mirrorUrl, mirrorTimeoutMs: 1500 })
  })
  afterEach(() => instead.clear())
  after(async () => {
    await harness[Symbol.asyncDispose]()
    mirror.close()
    mirror.closeAllConnections()
    await network.close()
  })
  const unavailable = (response: ServerResponse): void => void response.writeHead(503).end()

  test('that the mirror never answers hold up no login', async () => {
    assert.equal((await harness.ask('/validators/accounts/1700000000.000000000')).status, 404)
    for (const path of [
      (at: number) => `/mirrors/hcs/topics/0.0.${7000 + at}/messages`,
      (at: number) => `/validators/accounts/1700000000.${String(at + 1).padStart(9, '0')}`,
    ]) {
      const held = Promise.withResolvers<void>()
      let count = 0
      instead.set('/topics/', () => {
        if (++count === 64) held.resolve()
      })
      const reads = Array.from({ length: 100 }, (_, at) => harness.ask(path(at)))
      await held.promise
      assert.equal(typeof (await loggedIn(harness, '0.0.1024')), 'string')
      for (const { status } of await Promise.all(reads)) assert.equal(status, 503)
    }
  })

  test('for lists of several pages, and for what accounts hold, are read a few at once, and addresses take turns', async () => {
    const { port } = mirror.address() as AddressInfo
    const options = { mirrorUrl: `http://127.0.0.1:${port}`, mirrorTimeoutMs: 20_000 }
    await using patient = await openHarness({}, { network, clock }, options)
    const held: { entity: string; answer(): void }[] = []
    let heard = Promise.withResolvers<void>()
    const isHeld = async (count: number) => {
      while (held.length < count) {
        await heard.promise
        heard = Promise.withResolvers<void>()
      }
    }
    for (const part of ['/topics/0.0.7', '/accounts/0.0.7'])
      instead.set(part, (response) => {
        const entity = response.req.url?.match(/0\.0\.\d+/)?.[0] ?? ''
        held.push({ entity, answer: () => void response.end('{"messages":[],"links":{"next":null}}') })
        heard.resolve()
      })
    const list = (entity: number): string => `/mirrors/hcs/topics/0.0.${entity}/messages?limit=1000`
    /** Settles when the request has come; `left` when the server knows that its reader has gone. */
    const read = async (path: string, localAddress: string) => {
      const come = Promise.withResolvers<IncomingMessage>()
      subscribe('http.server.request.start', function started(event) {
        const { request } = event as { request: IncomingMessage }
        if (request.url !== path) return
        unsubscribe('http.server.request.start', started)
        come.resolve(request)
      })
      const sent = get(patient.url + path, { localAddress, agent: false }, (answer) => answer.resume())
      sent.on('error', () => {})
      const { socket } = await come.promise
      return {
        async leave() {
          const closed = once(socket, 'close')
          sent.destroy()
          await closed
        },
      }
    }
    const [most, each] = [limits.mirrorListsAtOnce.value, limits.mirrorListsOfAddress.value]
    const kinds = [
      list,
      (entity: number) => `/accounts/0.0.${entity}`,
      (entity: number) => `/accounts/0.0.${entity}/balance`,
    ]
    const pathOf = (at: number): string => kinds[at % kinds.length]?.(7100 + at) ?? ''
    try {
      for (let at = 0; at < each; at++) await read(pathOf(at), '127.0.0.1')
      const gone = [
        await read('/accounts/0.0.7300', '127.0.0.1'),
        await read('/accounts/0.0.7301/balance', '127.0.0.1'),
      ]
      for (let at = most; at < 2 * most; at++) await read(pathOf(at), '127.0.0.1')
      // One address leaves places to others, whatever it waits for.
      await isHeld(each)
      for (let at = each; at < most; at++) await read(pathOf(at), `127.0.0.${1 + Math.floor(at / each)}`)
      await isHeld(most)
      await read('/accounts/0.0.7200', '127.0.0.9')
      for (const path of ['/mirrors/accounts/0.0.1024', '/accounts/0.0.1024/balance?tokenId=0.0.1024'])
        assert.equal((await patient.ask(path)).status, 200, path)
      const entities = () => held.map(({ entity }) => entity)
      assert.deepEqual(
        entities(),
        Array.from({ length: most }, (_, at) => `0.0.${7100 + at}`),
      )
      for (const { leave } of gone) await leave()
      held[0]?.answer()
      held[1]?.answer()
      await isHeld(most + 2)
      assert.deepEqual(entities().slice(most).sort(), [`0.0.${7100 + most}`, '0.0.7200'])
    } finally {
      instead.clear()
      for (const { answer } of held) answer()
    }
  })

  test('by writes leave connections to logins, and of those that writes take some to each address', async () => {
    const { port } = mirror.address() as AddressInfo
    const options = { mirrorUrl: `http://127.0.0.1:${port}`, mirrorTimeoutMs: 20_000 }
    await using patient = await openHarness({}, { network, clock }, options)
    const [one, other] = ['0.0.1024', '0.0.1027']
    const tokens = new Map([
      [one, await loggedIn(patient, one)],
      [other, await loggedIn(patient, other)],
    ])
    const [most, each] = [WRITE_READS.atOnce, WRITE_READS.ofAddress]
    let held: (() => void)[] = []
    let heard = Promise.withResolvers<void>()
    const isHeld = async (count: number) => {
      for (; held.length < count; await heard.promise) heard = Promise.withResolvers<void>()
      assert.equal(held.length, count)
    }
    instead.set('/accounts/0.0.9', (response) => {
      held.push(() => void response.writeHead(404).end('{"_status":{"messages":[]}}'))
      heard.resolve()
    })
    /** A write that reads an account of its own. */
    const write = async (from: string, to: number, localAddress: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(from)}` }
      const sent = request(`${patient.url}/accounts/transfer/hbar`, {
        ...{ method: 'POST', headers, localAddress, agent: false },
      })
      sent.end(JSON.stringify({ from, to: `0.0.${to}`, amount: 1 }))
      const [answer] = (await once(sent, 'response').catch(() => [])) as [IncomingMessage?]
      return answer?.resume().statusCode
    }
    const writes = Array.from({ length: 100 }, (_, at) => write(one, 9000 + at, '127.0.0.1'))
    await isHeld(each)
    assert.equal(typeof (await loggedIn(patient, '0.0.1025')), 'string')
    writes.push(...Array.from({ length: most - each }, (_, at) => write(other, 9100 + at, '127.0.0.2')))
    await isHeld(most)
    const last = write(other, 9200, '127.0.0.3')
    assert.equal(typeof (await loggedIn(patient, '0.0.1026')), 'string')
    await isHeld(most)
    const answering = held
    held = []
    instead.set('/accounts/0.0.9', (response) => void response.writeHead(404).end('{"_status":{"messages":[]}}'))
    for (const answer of answering) answer()
    assert.deepEqual(new Set(await Promise.all([...writes, last])), new Set([422]))
  })

  test('that the mirror answers with a fault take no attempt from logins', async () => {
    assert.equal((await harness.ask('/mirrors/accounts/0.0.1024')).status, 200)
    instead.set('/topics/0.0.7001/', unavailable)
    assert.equal((await harness.ask('/mirrors/hcs/topics/0.0.7001/messages')).body.code, 'MIRROR_UNAVAILABLE')
    instead.set('/accounts/0.0.1024', (response) => {
      instead.clear()
      unavailable(response)
    })
    assert.equal(typeof (await loggedIn(harness, '0.0.1024')), 'string')
    assert.equal(instead.size, 0)
  })

  test('that the mirror answers with a fault take no attempt from reads that it answers', async () => {
    assert.equal((await harness.ask('/mirrors/accounts/0.0.1024')).status, 200)
    const asked = Promise.withResolvers<void>()
    instead.set('/topics/0.0.7001/', (response) => {
      asked.resolve()
      unavailable(response)
    })
    const failing = harness.ask('/mirrors/hcs/topics/0.0.7001/messages')
    await asked.promise
    assert.equal((await harness.ask('/mirrors/accounts/0.0.1024')).status, 200)
    assert.equal((await failing).status, 503)
    instead.set('/accounts/0.0.1025', (response) => {
      instead.clear()
      unavailable(response)
    })
    assert.equal((await harness.ask('/mirrors/accounts/0.0.1025')).status, 200)
    assert.equal(instead.size, 0)
  })
})
