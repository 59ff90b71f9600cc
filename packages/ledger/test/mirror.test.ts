import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Long, TokenCreateTransaction, TokenMintTransaction, TokenType } from '@hiero-ledger/sdk'
import { keyToSdk, type Mirror, openLedger } from '@quorate/ledger'
import { halfAnswers, serverInPieces, serverWriting, unanswered } from '@quorate/platform/testing'
import {
  MAX_CHUNKS,
  MAX_INCOMPLETE_MESSAGES,
  MAX_PAGES_PER_MESSAGE,
  type TopicMessage,
  topicReads,
  type UnusedChunk,
} from '@quorate/verify/recount'
import fc from 'fast-check'
import type { MirrorHttp } from '../src/mirror/http.ts'
import { ed25519Signer } from './arbitraries.ts'
import { accountUnder, OPERATOR, openHarness, signed, transfer } from './harness.ts'

const down = { statusCode: 503, code: 'MIRROR_UNAVAILABLE' }

interface StandIn extends AsyncDisposable {
  mirror: Mirror
  /** Requested paths, in order. */
  asked: string[]
}

/** For reads that never get an answer. */
const HASTY_MS = 250

/**
 * A stand-in for a mirror, for answers that a real one gives only when it fails. Timeouts run by the machine's clock.
 */
async function standIn(answer: RequestListener, mirrorTimeoutMs = 60_000): Promise<StandIn> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const mirrorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
  const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl, mirrorTimeoutMs })
  return {
    mirror: ledger.mirror,
    asked,
    async [Symbol.asyncDispose]() {
      ledger.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers each path's next item: a status, or a body. */
const script =
  (...answers: (number | string)[]): RequestListener =>
  (_request, response) => {
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (typeof next === 'number') response.writeHead(next).end('{}')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(next)
  }

const ACCOUNT = '{"account":"0.0.5","balance":{"balance":1},"key":null,"deleted":false}'

describe('the mirror', () => {
  test('answers an account of the ledger, and null for a missing one', async () => {
    await using harness = await openHarness()
    const signer = ed25519Signer()
    const id = await accountUnder(harness, signer.publicKey, 12_345)
    const account = await harness.ledger.mirror.account(id)
    assert.deepEqual(
      [account?.id, account?.key, account?.balance, account?.deleted, account?.receiverSigRequired],
      [id, signer.publicKey, 12_345n, false, false],
    )
    assert.match(account?.evmAddress ?? '', /^0x[0-9a-f]{40}$/)
    assert.equal(account?.stakedNodeId, null)
    assert.equal(await harness.ledger.mirror.account('0.0.999999'), null)
    assert.equal(await harness.ledger.mirror.account('0.0.9223372036854775807'), null)
    assert.deepEqual(await harness.ledger.mirror.accountTokens(id), [])
  })

  test('answers tokens, their holders and serials, and the nodes that accounts can stake to', async () => {
    await using harness = await openHarness()
    const { ledger } = harness
    const { publicKey } = harness.signers.get(OPERATOR) ?? ed25519Signer()
    const created = async (create: TokenCreateTransaction) => {
      const outcome = await ledger.execute(create.setTreasuryAccountId(OPERATOR).setSupplyKey(keyToSdk(publicKey)))
      assert.equal(outcome.state === 'final' && outcome.status, 'SUCCESS')
      return (outcome.state === 'final' && outcome.receipt.tokenId) || ''
    }
    const coin = await created(
      new TokenCreateTransaction()
        .setTokenName('Coin')
        .setTokenSymbol('C')
        .setDecimals(2)
        .setInitialSupply(Long.MAX_VALUE),
    )
    const card = await created(
      new TokenCreateTransaction().setTokenName('Card').setTokenSymbol('N').setTokenType(TokenType.NonFungibleUnique),
    )
    const mint = await ledger.execute(
      new TokenMintTransaction().setTokenId(card).setMetadata([1, 2].map((n) => Uint8Array.of(n))),
    )
    assert.deepEqual(mint.state === 'final' && mint.receipt.serials, ['1', '2'])
    assert.deepEqual(await ledger.mirror.token(coin), {
      id: coin,
      type: 'FUNGIBLE_COMMON',
      name: 'Coin',
      symbol: 'C',
      decimals: 2,
      totalSupply: 2n ** 63n - 1n,
      treasury: OPERATOR,
      deleted: false,
      pauseStatus: 'NOT_APPLICABLE',
    })
    assert.equal((await ledger.mirror.token(card))?.type, 'NON_FUNGIBLE_UNIQUE')
    assert.equal(await ledger.mirror.token('0.0.999999'), null)
    const held = await ledger.mirror.accountTokens(OPERATOR)
    assert.deepEqual(
      new Map(held.map((one) => [one.tokenId, one.balance])),
      new Map([
        [coin, 2n ** 63n - 1n],
        [card, 2n],
      ]),
    )
    const serials = (await ledger.mirror.accountNfts(OPERATOR)).map(({ serial }) => serial).sort()
    assert.deepEqual(serials, [1n, 2n])
    const [node] = await ledger.mirror.nodes()
    assert.deepEqual(node, { nodeId: 0, accountId: '0.0.3' })
    assert.deepEqual(await ledger.mirror.node(0), node)
    assert.equal(await ledger.mirror.node(77), null)
  })

  test('answers the outcome at consensus for an id, in both of its forms', async () => {
    await using harness = await openHarness()
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.equal(await harness.ledger.mirror.transaction(frozen.transactionId), null)
    await harness.ledger.submit(bytes)
    const found = await harness.ledger.mirror.transaction(frozen.transactionId)
    assert.equal(found?.status, 'SUCCESS')
    const dashed = frozen.transactionId.replace('@', '-').replace(/\.(\d+)$/, '-$1')
    assert.equal((await harness.ledger.mirror.transaction(dashed))?.consensusTimestamp, found?.consensusTimestamp)
    const newest = await harness.ledger.mirror.newest()
    assert.equal(newest, Math.floor(Number(found?.consensusTimestamp) * 1000))
    await assert.rejects(harness.ledger.mirror.transaction('nonsense'), { code: 'INVALID_TRANSACTION_ID' })
  })

  test('is named in errors without the keys that its address may contain', async () => {
    const mirrorUrl = 'http://someone:password@127.0.0.1:1/v1/provider-key/api/v1'
    const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl, mirrorTimeoutMs: 50 })
    const error = await ledger.mirror.account('0.0.5').catch((error) => error)
    assert.equal(error.code, 'MIRROR_UNAVAILABLE')
    assert.match(error.message, /127\.0\.0\.1:1 /)
    assert.doesNotMatch(error.message, /password|provider-key/)
    ledger.close()
  })

  test('counts as failing if it answers null with success; the account is not reported as missing', async () => {
    await using ill = await standIn(script('null'))
    await assert.rejects(ill.mirror.account('0.0.5'), { code: 'MIRROR_UNAVAILABLE' })
  })

  test('is not read further for a message that does not begin at its time', async () => {
    const message = { payer_account_id: '0.0.2', message: 'YQ==', sequence_number: 1 }
    const chunk = (consensus_timestamp: string, number: number) => ({
      ...message,
      consensus_timestamp,
      chunk_info: { initial_transaction_id: { account_id: '0.0.2', transaction_valid_start: '1.0' }, number, total: 3 },
    })
    const next = '/api/v1/topics/0.0.7/messages?limit=100&order=asc&timestamp=gt:101.000000000'
    const page = JSON.stringify({ messages: [chunk('101.000000000', 2)], links: { next } })
    await using ill = await standIn(script(page))
    assert.equal(await ill.mirror.topicMessage('0.0.7', '100.000000000'), null)
    assert.equal(await ill.mirror.topicMessage('0.0.7', '101.000000000'), null)
    assert.equal(ill.asked.length, 2)
  })

  describe('joins the chunks of messages', () => {
    const chunk = (at: number, payer: string, start: number, number: number, total: number, text = 'x') => ({
      consensus_timestamp: `${at}.000000000`,
      payer_account_id: payer,
      sequence_number: at,
      message: Buffer.from(text).toString('base64'),
      chunk_info: {
        initial_transaction_id: { account_id: payer, transaction_valid_start: `${start}.0` },
        number,
        total,
      },
    })
    /** Answers these pages in turn, each with a link to the next. */
    const paged = (...pages: object[][]) => {
      let page = 0
      return standIn((_request, response) => {
        const messages = pages[page] ?? pages.at(-1)
        page++
        const next = `/api/v1/topics/0.0.7/messages?limit=100&order=asc&timestamp=gt:${page}`
        response.end(JSON.stringify({ messages, links: { next: page < 50 ? next : null } }))
      })
    }

    test('Chunks are joined after `accept` is called with the payer, before anything further is read', async () => {
      await using ill = await paged([chunk(100, '0.0.9', 1, 1, 2)], [chunk(101, '0.0.9', 1, 2, 2)])
      const asked: string[] = []
      const refuse = (payer: string) => asked.push(payer) === 0
      assert.equal(await ill.mirror.topicMessage('0.0.7', '100.000000000', refuse), null)
      assert.deepEqual([asked, ill.asked.length], [['0.0.9'], 1])
    })

    test('Chunks are joined over a bounded number of pages, and within the time that chunks may take', async () => {
      const others = [chunk(102, '0.0.5', 2, 1, 2)]
      await using endless = await paged([chunk(100, '0.0.9', 1, 1, 2)], others)
      assert.equal(await endless.mirror.topicMessage('0.0.7', '100.000000000'), null)
      assert.equal(endless.asked.length, MAX_PAGES_PER_MESSAGE)
      await using late = await paged([chunk(100, '0.0.9', 1, 1, 2)], [chunk(701, '0.0.5', 2, 1, 2)])
      assert.equal(await late.mirror.topicMessage('0.0.7', '100.000000000'), null)
      assert.equal(late.asked.length, 2)
      await using many = await paged([chunk(100, '0.0.9', 1, 1, MAX_CHUNKS + 1)])
      assert.equal(await many.mirror.topicMessage('0.0.7', '100.000000000'), null)
      assert.equal(many.asked.length, 1)
    })

    test('Chunks that the writer hid behind incomplete ones are joined for readers that want all', async () => {
      const others = Array.from({ length: 20 }, (_, index) => chunk(800 + index, '0.0.9', 2 + index, 1, 2))
      const messages = [chunk(100, '0.0.9', 1, 1, 2, 'decided '), ...others, chunk(900, '0.0.9', 1, 2, 2, 'so')]
      await using ill = await standIn((_request, response) => void response.end(JSON.stringify({ messages })))
      assert.deepEqual(await Array.fromAsync(ill.mirror.topicMessages('0.0.7')), [])
      const found = await Array.fromAsync(ill.mirror.topicMessages('0.0.7', undefined, { all: true }))
      assert.deepEqual(
        found.map(({ bytes, consensusTimestamp, completedAt }) => [
          Buffer.from(bytes).toString(),
          consensusTimestamp,
          completedAt,
        ]),
        [['decided so', '100.000000000', '900.000000000']],
      )
      const starts = Array.from({ length: MAX_INCOMPLETE_MESSAGES + 1 }, (_, index) => chunk(100, '0.0.9', index, 1, 2))
      await using full = await standIn((_request, response) => void response.end(JSON.stringify({ messages: starts })))
      const read = Array.fromAsync(full.mirror.topicMessages('0.0.7', undefined, { all: true }))
      await assert.rejects(read, { code: 'TOPIC_TOO_LONG' })
    })

    test('Chunks are joined by one rule: all readers agree on every message, whatever the order and number of its chunks', async () => {
      const arbitrary = fc.record({
        start: fc.nat(1),
        number: fc.constantFrom(0, 1, 1, 2, 2, 3, 4),
        total: fc.constantFrom(0, 1, 2, 2, 3),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(arbitrary, { maxLength: 16 }),
          fc.integer({ min: 1, max: 3 }),
          fc.constantFrom(1, 700),
          async (given, pageSize, seconds) => {
            const chunks = given.map(({ start, number, total }, index) =>
              chunk(1000 + index * seconds, '0.0.9', start, number, total, `${index} `),
            )
            const answer = (path: string) => {
              const [, bound = 'gte', from = '0'] = /timestamp=(gte?):([0-9.]+)/.exec(path) ?? []
              const rest = chunks.filter(({ consensus_timestamp: timestamp }) =>
                bound === 'gt' ? Number(timestamp) > Number(from) : Number(timestamp) >= Number(from),
              )
              const messages = rest.slice(0, pageSize)
              const next = `/api/v1/topics/0.0.7/messages?timestamp=gt:${messages.at(-1)?.consensus_timestamp}`
              return { messages, links: { next: rest.length > pageSize ? next : null } }
            }
            const reads = topicReads({ get: async (path: string) => answer(path) } as unknown as MirrorHttp)
            const unused: UnusedChunk[] = []
            const onUnused = (chunk: UnusedChunk) => unused.push(chunk)
            const all = await Array.fromAsync(reads.topicMessages('0.0.7', undefined, { all: true, onUnused }))
            const reader = reads.topicReader('0.0.7')
            const readOn: TopicMessage[] = []
            while (!reader.wasAtEnd) readOn.push(...(await Array.fromAsync(reader.next(1))))
            if (seconds === 1) assert.deepEqual(readOn, all, 'no chunk is too late')
            for (const { consensus_timestamp: timestamp } of chunks) {
              const named = all.find(({ consensusTimestamp }) => consensusTimestamp === timestamp)
              assert.deepEqual(await reads.topicMessage('0.0.7', timestamp, () => true), named ?? null)
            }
            const used = all.flatMap(({ bytes }) => Buffer.from(bytes).toString().trim().split(' '))
            const left = unused.map(({ consensusTimestamp }) => String((Number(consensusTimestamp) - 1000) / seconds))
            const places = [...used, ...left].map(Number).sort((a, b) => a - b)
            assert.deepEqual(places, [...chunks.keys()], 'each chunk is in one place')
          },
        ),
        { numRuns: 500 },
      )
    })

    test('and rejects a mirror whose chunk is larger than a transaction', async () => {
      const messages = [chunk(100, '0.0.9', 1, 1, 1, 'x'.repeat(6_145))]
      const reads = topicReads({ get: async () => ({ messages }) } as unknown as MirrorHttp)
      await assert.rejects(Array.fromAsync(reads.topicMessages('0.0.7')), { code: 'MIRROR_UNAVAILABLE' })
    })

    test('Chunks are joined only from the first one on: a chunk before it does not belong to the message', async () => {
      const messages = [
        chunk(100, '0.0.9', 1, 2, 2, 'no'),
        chunk(101, '0.0.9', 1, 1, 2, 'it '),
        chunk(102, '0.0.9', 1, 2, 2, 'is'),
      ]
      const reads = topicReads({ get: async () => ({ messages }) } as unknown as MirrorHttp)
      const unused: string[] = []
      const onUnused = ({ consensusTimestamp, number, total }: UnusedChunk) =>
        unused.push(`${number}/${total} at ${consensusTimestamp}`)
      const found = await Array.fromAsync(reads.topicMessages('0.0.7', undefined, { all: true, onUnused }))
      assert.deepEqual(
        [found.map(({ bytes }) => Buffer.from(bytes).toString()), unused],
        [['it is'], ['2/2 at 100.000000000']],
      )
    })

    test('and reports that the first chunks of a message were written again, if the bytes are the same', async () => {
      const messages = [
        chunk(100, '0.0.9', 1, 1, 3, 'it '),
        chunk(101, '0.0.9', 1, 2, 3, 'is '),
        chunk(102, '0.0.9', 2, 1, 3, 'it '),
        chunk(103, '0.0.9', 3, 1, 3, 'it '),
        chunk(104, '0.0.9', 2, 2, 3, 'was '),
        chunk(105, '0.0.9', 2, 3, 3, 'so'),
      ]
      const reads = topicReads({ get: async () => ({ messages }) } as unknown as MirrorHttp)
      const unused: string[] = []
      const onUnused = ({ sequence, kind, bytes }: UnusedChunk) =>
        unused.push(`${sequence} ${kind} ${Buffer.from(bytes).toString()}`)
      const found = await Array.fromAsync(reads.topicMessages('0.0.7', undefined, { all: true, onUnused }))
      assert.deepEqual(
        found.map(({ chunks }) => chunks.map((chunk) => Buffer.from(chunk).toString())),
        [['it ', 'was ', 'so']],
      )
      assert.deepEqual(unused, ['103 again it ', '100 incomplete it ', '101 incomplete is '])
    })

    test('Chunks are joined whatever incomplete messages of others are between them', async () => {
      const others = Array.from({ length: 3_000 }, (_, index) => chunk(101, '0.0.5', index, 1, 2))
      const messages = [chunk(100, '0.0.9', 1, 1, 2, 'the '), ...others, chunk(102, '0.0.9', 1, 2, 2, 'list')]
      await using ill = await standIn((_request, response) => void response.end(JSON.stringify({ messages })))
      const found: string[] = []
      for await (const { payer, bytes } of ill.mirror.topicMessages('0.0.7'))
        found.push(`${payer} ${Buffer.from(bytes).toString()}`)
      assert.deepEqual(found, ['0.0.9 the list'])
      const payers = new Set(['0.0.5'])
      for await (const { payer } of ill.mirror.topicMessages('0.0.7', undefined, { payers })) found.push(payer)
      assert.equal(found.length, 1)
    })
  })

  test('keeps integers beyond 2^53 exact, wherever they are', async () => {
    const huge = '9223372036854775807'
    await using ill = await standIn((request, response) => {
      const nfts = `{"nfts":[{"token_id":"0.0.7","serial_number":${huge}}],"links":{"next":null}}`
      const account = `{"account":"0.0.5","balance":{"balance":${huge}},"memo":"1234567890123456789","key":null}`
      response.end(request.url?.includes('/nfts') ? nfts : account)
    })
    const account = await ill.mirror.account('0.0.5')
    assert.equal(account?.balance, 9_223_372_036_854_775_807n)
    assert.equal(account?.memo, '1234567890123456789')
    assert.deepEqual(await ill.mirror.accountNfts('0.0.5'), [{ tokenId: '0.0.7', serial: 9_223_372_036_854_775_807n }])
  })

  test('is retried after 5xx, 429 and an answer that is not JSON, until it answers', async () => {
    await using ill = await standIn(script(502, ACCOUNT))
    assert.equal((await ill.mirror.account('0.0.5'))?.id, '0.0.5')
    assert.equal(ill.asked.length, 2)
    await using throttled = await standIn(script(429, '<html>', ACCOUNT))
    assert.equal((await throttled.mirror.account('0.0.5'))?.id, '0.0.5')
    assert.equal(throttled.asked.length, 3)
  })

  test('A mirror that stays down causes a 503 that names the mirror and the path', async () => {
    for (const answer of [
      500,
      503,
      429,
      403,
      'not json',
      '[]',
      '{"account":5}',
      '{"account":"0.0.5","balance":{"balance":"x"}}',
    ]) {
      await using ill = await standIn(script(answer), HASTY_MS)
      await assert.rejects(ill.mirror.account('0.0.5'), down)
      await assert.rejects(ill.mirror.account('0.0.5'), /127\.0\.0\.1.*\/api\/v1\/accounts\/0\.0\.5/)
    }
  })

  test('A mirror that has failed is tried once per read, until it answers one', async (t) => {
    let answer: number | string = 503
    let later = 0
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + later)
    await using ill = await standIn((...call) => {
      // A read has the time for two answers.
      later += 40_000
      script(answer)(...call)
    })
    const attempts = async (expected: object | null) => {
      const before = ill.asked.length
      if (expected) await assert.rejects(ill.mirror.account('0.0.5'), expected)
      else assert.equal((await ill.mirror.account('0.0.5'))?.id, '0.0.5')
      return ill.asked.length - before
    }
    assert.equal(await attempts(down), 2)
    assert.equal(await attempts(down), 1)
    answer = ACCOUNT
    assert.equal(await attempts(null), 1)
    answer = 503
    assert.equal(await attempts(down), 2)
  })

  test('A mirror whose key cannot be read causes a 503, and does not look like an account without a key', async () => {
    await using ill = await standIn(script('{"account":"0.0.5","key":{"_type":"ED25519","key":"00"}}'))
    const unreadable = { statusCode: 503, code: 'KEY_UNREADABLE' }
    await assert.rejects(ill.mirror.account('0.0.5'), unreadable)
    await assert.rejects(ill.mirror.keyAt('0.0.5', '1700000000.000000000'), unreadable)
  })

  test('A mirror that never answers, breaks off, or does not listen causes a 503 within the timeout', async () => {
    await using silent = await standIn(() => {}, HASTY_MS)
    await assert.rejects(silent.mirror.account('0.0.5'), down)
    await using broken = await standIn((_request, response) => response.socket?.destroy(), HASTY_MS)
    await assert.rejects(broken.mirror.account('0.0.5'), down)
    await using half = await standIn((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"account":', () => response.socket?.destroy())
    }, HASTY_MS)
    await assert.rejects(half.mirror.account('0.0.5'), down)
    const nobody = openLedger({
      chain: 'hedera:devnet',
      nodes: [],
      mirrorUrl: 'http://127.0.0.1:1',
      mirrorTimeoutMs: HASTY_MS,
    })
    await assert.rejects(nobody.mirror.account('0.0.5'), down)
    nobody.close()
  })

  test('A mirror that closes the connection without a whole answer, also by switching protocols, causes a 503', async () => {
    for (const bytes of [...unanswered, ...halfAnswers]) {
      await using ill = await serverWriting(bytes)
      const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl: ill.url, mirrorTimeoutMs: 50 })
      await assert.rejects(ledger.mirror.account('0.0.5'), down, bytes)
      ledger.close()
    }
  })

  test('A mirror that answers in very many pieces is abandoned before most of them have come', async () => {
    await using ill = await serverInPieces(ACCOUNT)
    const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl: ill.url, mirrorTimeoutMs: 60_000 })
    await assert.rejects(ledger.mirror.account('0.0.5'), down)
    assert.ok(ill.sent() < 5_000_000, `${ill.sent()} pieces`)
    ledger.close()
  })

  test('A mirror whose body ends with the connection is read to its end', async () => {
    const account = ACCOUNT.replace('{', `{"memo":"${'m'.repeat(1_000_000)}",`)
    await using old = await serverWriting(`HTTP/1.1 200 OK\r\n\r\n${account}`)
    const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl: old.url })
    assert.equal((await ledger.mirror.account('0.0.5'))?.balance, 1n)
    ledger.close()
  })

  test('gets few requests for concurrent reads, none from before a read began, and a new one afterwards', async () => {
    await using ill = await standIn(script(ACCOUNT))
    const answers = await Promise.all(Array.from({ length: 20 }, () => ill.mirror.account('0.0.5')))
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer, (_key, value) => String(value)))).size, 1)
    const asked = ill.asked.length
    assert.ok(asked <= 5, `four reads at once, and one for all who came meanwhile: ${asked}`)
    await ill.mirror.account('0.0.5')
    assert.equal(ill.asked.length, asked + 1)
  })

  test('is followed page by page to the end', async () => {
    const page = (serial: number, next: string | null) =>
      JSON.stringify({ nfts: [{ token_id: '0.0.7', serial_number: serial }], links: { next } })
    await using ill = await standIn(script(page(2, '/api/v1/accounts/0.0.5/nfts?limit=100&page=2'), page(1, null)))
    const nfts = await ill.mirror.accountNfts('0.0.5')
    assert.deepEqual(
      nfts.map(({ serial }) => serial),
      [2n, 1n],
    )
    assert.deepEqual(ill.asked, [
      '/api/v1/accounts/0.0.5/nfts?limit=100',
      '/api/v1/accounts/0.0.5/nfts?limit=100&page=2',
    ])
  })

  test('gets a request for fewer items if a page is too long, and for all again on the next page', async () => {
    /** The bytes of each token. A page of 100 would have 6 MB, and a later one of 12 also has more than 1 MiB. */
    const sizes = Array.from({ length: 230 }, (_, at): number => (at < 150 ? 60_000 : at < 155 ? 400_000 : 100))
    await using ill = await standIn((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://mirror')
      const [limit, first] = [
        Number(searchParams.get('limit')),
        Number(searchParams.get('token.id')?.slice('gt:0.0.'.length) ?? 0),
      ]
      const tokens = sizes.slice(first, first + limit).map((bytes, at) => ({
        token_id: `0.0.${first + at}`,
        balance: 1,
        memo: 'm'.repeat(bytes),
      }))
      const next = `/api/v1/accounts/0.0.5/tokens?limit=${limit}&token.id=gt:0.0.${first + limit}`
      response.end(JSON.stringify({ tokens, links: { next: first + limit < sizes.length ? next : null } }))
    }, 20_000)
    const tokens = await ill.mirror.accountTokens('0.0.5')
    assert.deepEqual(
      tokens.map(({ tokenId }) => tokenId),
      sizes.map((_, at) => `0.0.${at}`),
    )
    const limitsAsked = ill.asked.map((path) => Number(new URL(path, 'http://mirror').searchParams.get('limit')))
    assert.deepEqual(limitsAsked.slice(0, 4), [100, 12, 100, 12])
    assert.ok(limitsAsked.includes(1))
    assert.equal(limitsAsked.at(-1), 100)
    sizes[0] = 2_000_000
    await assert.rejects(ill.mirror.accountTokens('0.0.5'), {
      ...down,
      message: /returned more than 1048576 bytes to GET \/api\/v1\/accounts\/0\.0\.5\/tokens\?limit=1$/,
    })
  })

  test('A mirror whose pages never end, or lead elsewhere, is not followed for ever', async () => {
    const page = (next: string) => JSON.stringify({ tokens: [], links: { next } })
    const pages = Array.from({ length: 200 }, (_, index) => page(`/api/v1/accounts/0.0.5/tokens?page=${index}`))
    await using endless = await standIn(script(...pages))
    await assert.rejects(endless.mirror.accountTokens('0.0.5'), { statusCode: 422, code: 'LIST_TOO_LONG' })
    await using again = await standIn(script(page('/api/v1/accounts/0.0.5/tokens?again')))
    await assert.rejects(again.mirror.accountTokens('0.0.5'), down)
    await using elsewhere = await standIn(script(page('https://example.com/')))
    await assert.rejects(elsewhere.mirror.accountTokens('0.0.5'), down)
  })

  test("distinguishes the decisive transaction from duplicates and a node's mistakes", async () => {
    const found = (result: string, at: number) => ({
      transaction_id: '0.0.5-1-000000001',
      consensus_timestamp: `${at}.000000000`,
      result,
      name: 'CRYPTOCREATEACCOUNT',
      entity_id: '0.0.77',
      nonce: 0,
      scheduled: false,
    })
    const answer = (...results: string[]) => JSON.stringify({ transactions: results.map(found) })
    const decided = async (...results: string[]) => {
      await using ill = await standIn(script(answer(...results)))
      return await ill.mirror.transaction('0.0.5@1.000000001')
    }
    const outcome = await decided('INVALID_NODE_ACCOUNT', 'DUPLICATE_TRANSACTION', 'SUCCESS')
    assert.deepEqual(
      [outcome?.status, outcome?.success, outcome?.receipt.accountId, outcome?.consensusTimestamp],
      ['SUCCESS', true, '0.0.77', '2.000000000'],
    )
    assert.equal((await decided('DUPLICATE_TRANSACTION', 'INSUFFICIENT_ACCOUNT_BALANCE'))?.success, false)
    assert.equal((await decided('INVALID_PAYER_SIGNATURE'))?.status, 'INVALID_PAYER_SIGNATURE')
    assert.equal(await decided('DUPLICATE_TRANSACTION'), null)
    assert.equal(await decided(), null)
  })

  test('distinguishes a separately executed transaction from one that failed in a batch under its id', async () => {
    const row = (result: string, at: number, isInBatch: boolean) => ({
      transaction_id: '0.0.5-1-000000001',
      consensus_timestamp: `${at}.000000000`,
      result,
      name: 'CRYPTOTRANSFER',
      batch_key: isInBatch ? { _type: 'ED25519', key: '00' } : null,
    })
    const decided = async (...rows: object[]) => {
      await using ill = await standIn(script(JSON.stringify({ transactions: rows })))
      const found = await ill.mirror.transaction('0.0.5@1.000000001')
      return [found?.status, found?.inBatch ?? false]
    }
    const claim = row('TRANSACTION_EXPIRED', 1, true)
    assert.deepEqual(await decided(claim, row('SUCCESS', 2, false)), ['SUCCESS', false])
    assert.deepEqual(await decided(row('INVALID_SIGNATURE', 1, false), row('SUCCESS', 2, true)), ['SUCCESS', true])
    assert.deepEqual(await decided(claim, row('INVALID_SIGNATURE', 2, false)), ['INVALID_SIGNATURE', false])
    assert.deepEqual(await decided(claim), ['TRANSACTION_EXPIRED', true])
  })
})
