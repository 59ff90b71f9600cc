/** Reads from a mirror that returns more data than the node should read. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Localnet, localnet } from '@quorate/localnet'
import { testClock } from '@quorate/platform/testing'
import { type Harness, loggedIn, openHarness } from './harness.ts'

const ENDLESS = '0.0.5005'

describe('A read of endless data at the mirror', () => {
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

  test('limits the pages and tokens of an account, and says that there are more', async () => {
    asked = []
    const { status, body } = await harness.ask(`/accounts/${ENDLESS}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.truncated, body.ownedNfts], [true, 100])
    assert.equal(asked.filter((path) => path.includes('/tokens?')).length, 20)
    assert.equal(asked.filter((path) => path.startsWith('/tokens/')).length, 100)
  })

  test('limits a balance in the same way', async () => {
    asked = []
    const { body } = await harness.ask(`/accounts/${ENDLESS}/balance`)
    assert.deepEqual([body.truncated, body.tokens.length], [true, 2_000])
    // The node makes other reads at the same time, such as of exchange rates.
    assert.equal(asked.filter((path) => path.startsWith(`/accounts/${ENDLESS}`)).length, 21)
  })

  test('limits how many children of a receipt it looks up', async () => {
    asked = []
    const { status, body } = await harness.ask('/transactions/receipt/0.0.2@1700000000.0')
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.truncated, body.children.length], [true, 20])
    assert.ok(asked.length < 200, `${asked.length} questions`)
  })

  test('stops a list at about a megabyte, and its Link leads on', async () => {
    let path = '/mirrors/hcs/topics/0.0.7005/messages?limit=1000'
    const read: number[] = []
    for (let count = 0; count < 2; count++) {
      const { status, body, headers } = await harness.ask(path)
      assert.equal(status, 200, JSON.stringify(body))
      assert.ok(JSON.stringify(body).length < 2_097_152, `${body.length} messages`)
      read.push(...body.map((one: { sequence_number: string }) => Number(one.sequence_number)))
      path = headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? ''
    }
    assert.deepEqual(
      read,
      read.map((_, at) => at + 1),
    )
    assert.match(path, /limit=1000/)
  })
})

describe("Strangers' reads", () => {
  let network: Localnet
  let mirror: Server
  let harness: Harness
  /** Responses that replace the mirror's, keyed by a part of the request URL. */
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

  test('do not delay logins if the mirror never answers', async () => {
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

  test('use up no attempt of logins if the mirror answers with an error', async () => {
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

  test("Strangers' reads that fail at the mirror use up no attempt of other reads", async () => {
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
