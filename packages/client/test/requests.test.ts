import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createClient, isQuorateError, type QuorateError, type RetryOptions } from '@quorate/client'
import { type Answers, json, refusal, serving } from './server.ts'

const WALLET = { path: { walletId: '0.0.1001' } }

describe('A request', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /** A client of a service with these answers. It does not wait before retries but records the waits. */
  async function answered(answers: Answers, retry: Partial<RetryOptions> = {}) {
    const server = await serving(answers)
    closing.push(server.close)
    const waits: number[] = []
    const wait = async (ms: number) => void waits.push(ms)
    const client = createClient({ node: server.url, multisig: server.url, retry: { wait, ...retry } })
    return { ...client, asked: server.asked, url: server.url, waits }
  }
  const failure = (call: Promise<unknown>): Promise<QuorateError> =>
    call.then(
      () => assert.fail('it succeeded'),
      (error) => (isQuorateError(error) ? error : assert.fail(error)),
    )
  /** Refuses the first `times` requests and accepts the rest. */
  const first = (status: number, code: string, headers: Record<string, string>, times = 1): Answers => {
    let left = times
    return (response) =>
      left-- > 0 ? json(response, status, refusal(code), headers) : json(response, 200, { jobId: 'j' })
  }
  const comment = (client: Awaited<ReturnType<typeof answered>>, more: object = {}) =>
    client.multisig.post('/multisig/transaction/comment/{jobId}', {
      path: { jobId: 'j' },
      body: { comment: 'c' },
      ...more,
    } as never)

  test('is retried if there is a Retry-After; a write keeps its Idempotency-Key', async () => {
    for (const [status, code] of [
      [429, 'RATE_LIMITED'],
      [503, 'LEDGER_UNAVAILABLE'],
      [409, 'IDEMPOTENCY_KEY_IN_USE'],
    ] as const) {
      const client = await answered(first(status, code, { 'retry-after': '7' }, 2))
      await comment(client)
      const keys = client.asked.map(({ headers }) => headers['idempotency-key'])
      assert.deepEqual([keys.length, new Set(keys).size, client.waits], [3, 1, [7000, 7000]])
      assert.match(String(keys[0]), /^[\da-f]{32}$/)
      await comment(client)
      assert.notEqual(client.asked.at(-1)?.headers['idempotency-key'], keys[0])
      await client.multisig.get('/multisig/wallet/{walletId}', WALLET)
      assert.equal(client.asked.at(-1)?.headers['idempotency-key'], undefined)
    }
  })

  test('is not retried without a Retry-After, for another status, or without a key', async () => {
    for (const [status, headers, more] of [
      [503, {}, {}],
      [500, { 'retry-after': '1' }, {}],
      [409, { 'retry-after': '1' }, {}],
      [429, { 'retry-after': '1' }, { idempotencyKey: false }],
    ] as const) {
      const client = await answered(first(status, 'CODE', headers))
      const { code } = await failure(comment(client, more))
      assert.deepEqual([code, client.asked.length], ['CODE', 1])
    }
  })

  test('is retried within the limits on attempts and total wait', async () => {
    const few = await answered(first(503, 'AWAY', { 'retry-after': '1' }, 9), { attempts: 3 })
    assert.equal((await failure(comment(few))).status, 503)
    assert.equal(few.asked.length, 3)
    const long = await answered(first(429, 'TOTP_LOCKED', { 'retry-after': '40' }, 9))
    assert.equal((await failure(comment(long))).retryAfterMs, 40_000)
    assert.deepEqual(long.waits, [40_000])
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const dated = await answered(first(503, 'AWAY', { 'retry-after': date }))
    assert.equal((await failure(comment(dated))).code, 'AWAY')
    assert.deepEqual(dated.waits, [])
  })

  test('stops waiting if its signal is aborted', async () => {
    const server = await serving(first(503, 'AWAY', { 'retry-after': '3600' }))
    closing.push(server.close)
    const ending = new AbortController()
    const { multisig } = createClient({
      node: server.url,
      multisig: server.url,
      retry: { maxWaitMs: 10_000_000 },
      fetch: async (...given) => {
        const response = await fetch(...given)
        setImmediate(() => ending.abort(new Error('enough')))
        return response
      },
    })
    await assert.rejects(multisig.get('/multisig/wallet/{walletId}', { ...WALLET, signal: ending.signal }), /enough/)
  })

  test('fails with one error class for a refusal, a lost connection, a timeout and an invalid answer', async () => {
    const details = [{ path: 'body/threshold' }]
    const refused = await answered((response) =>
      json(response, 400, { ...refusal('VALIDATION_FAILED', 'threshold is 0'), details }, { 'x-request-id': 'r1' }),
    )
    const { name, code, status, message, requestId, ...rest } = await failure(comment(refused))
    assert.deepEqual(
      [name, code, status, message, requestId],
      ['QuorateError', 'VALIDATION_FAILED', 400, 'threshold is 0', 'r1'],
    )
    assert.deepEqual(rest.details, details)
    const broken = await answered((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"a":')
      response.socket?.end()
    })
    const cut = await failure(comment(broken, { idempotencyKey: 'mine' }))
    assert.deepEqual([cut.code, cut.status, cut.idempotencyKey], ['UNANSWERED', 0, 'mine'])
    const silent = await answered(() => {})
    assert.equal((await failure(comment(silent, { timeoutMs: 1 }))).code, 'TIMEOUT')
    for (const [type, text] of [
      ['text/html', '<h1>Bad Gateway</h1>'],
      ['application/json', 'null'],
    ] as const) {
      const proxy = await answered((response) => void response.writeHead(502, { 'content-type': type }).end(text))
      const wrong = await failure(comment(proxy))
      assert.deepEqual([wrong.code, wrong.status], ['INVALID_ANSWER', 502])
    }
    const nonsense = await answered(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    )
    assert.equal((await failure(comment(nonsense))).code, 'INVALID_ANSWER')
    const { url, ...gone } = await answered(() => {})
    for (const close of closing.splice(0)) close()
    assert.equal((await failure(gone.multisig.get('/multisig/wallet/{walletId}', WALLET))).code, 'UNANSWERED')
    assert.equal((await failure(gone.governance.get('/daos'))).code, 'NO_ADDRESS')
    assert.equal((await failure(gone.login())).code, 'NO_SIGNER')
  })

  test('cannot leave its path, whatever the parameters contain', async () => {
    const client = await answered((response) => json(response, 200, {}))
    for (const walletId of ['..', '.', ''])
      assert.equal(
        (await failure(client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }))).code,
        'INVALID_PARAMETER',
      )
    assert.equal(
      (await failure(client.node.response('get', '/ipfs/{cid}/{path}', { path: { cid: 'c', path: 'a/../b' } }))).code,
      'INVALID_PARAMETER',
    )
    await client.multisig.get('/multisig/wallet/{walletId}', { path: { walletId: '../inbox?x=1#y' } })
    await client.node.response('get', '/ipfs/{cid}/{path}', { path: { cid: 'c', path: 'a b/c?d' } })
    await client.node.get('/auth/web3/request', { query: { chain: 'a&b=c' } })
    assert.deepEqual(
      client.asked.map(({ url }) => url),
      ['/multisig/wallet/..%2Finbox%3Fx%3D1%23y', '/ipfs/c/a%20b/c%3Fd', '/auth/web3/request?chain=a%26b%3Dc'],
    )
  })

  test('follows the Link header of a list on the same host, one page at a time', async () => {
    const links: Record<string, string> = {
      '/multisig/wallets?limit=2': '<http://127.0.0.1:1/elsewhere?limit=2&cursor=b>; rel="next"',
      '/multisig/wallets?limit=2&total=true': '</multisig/wallets?limit=2&cursor=b>; rel="next"',
      '/multisig/wallets?limit=2&cursor=b':
        '</multisig/wallets?limit=2&cursor=a>; rel="prev", </multisig/wallets?cursor=c>; rel="next"',
    }
    const client = await answered((response, { url }) =>
      json(response, 200, [{ wallet: url }, { wallet: 'last' }], {
        ...(links[url] ? { link: links[url] } : {}),
        ...(url.includes('total') ? { 'x-total-count': '7' } : {}),
      }),
    )
    const query = { limit: 2 }
    const wallets = await Array.fromAsync(client.multisig.list('/multisig/wallets', { query }))
    const paths = [
      '/multisig/wallets?limit=2',
      '/multisig/wallets?limit=2&cursor=b',
      '/multisig/wallets?limit=2&cursor=c',
    ]
    assert.deepEqual(
      wallets.map(({ wallet }) => wallet),
      paths.flatMap((path) => [path, 'last']),
    )
    assert.deepEqual(
      client.asked.map(({ url }) => url),
      paths,
    )
    client.asked.length = 0
    const page = await client.multisig.page('/multisig/wallets', { query: { ...query, total: true } })
    assert.deepEqual(page, { entries: [{ wallet: client.asked[0]?.url }, { wallet: 'last' }], cursor: 'b', total: 7 })
    const last = await client.multisig.page('/multisig/wallets', { query: { ...query, cursor: 'z' } })
    assert.deepEqual(Object.keys(last), ['entries'])
    client.asked.length = 0
    for await (const page of client.multisig.pages('/multisig/wallets', { query })) {
      assert.equal(page.length, 2)
      break
    }
    assert.deepEqual(
      client.asked.map(({ url }) => url),
      [paths[0]],
    )
  })
})
