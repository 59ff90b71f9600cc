import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Ledger, openLedger } from '@quorate/ledger'
import { limits } from '@quorate/verify'
import { isHistoryTooLong } from '@quorate/verify/recount'

/** The body of a mirror's 404. */
const NOTHING = { _status: { messages: [{ message: 'Not found' }] } }

/** Answers as a public mirror does: balances every quarter of an hour, and transactions in pages. */
function mirrorOf(answers: Record<string, object>, asked: string[]) {
  return createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? '')
    asked.push(url)
    const answer = answers[url] ?? otherwise(url)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? NOTHING, (_key, value) => value).replace(/"big:(\d+)"/g, '$1'))
  })
}

/** By default, tokens are fungible, and serials have no history. */
function otherwise(url: string): object | undefined {
  if (/^\/api\/v1\/tokens\/[0-9.]+$/.test(url)) return { type: 'FUNGIBLE_COMMON' }
  return /\/nfts\/[0-9]+\/transactions\?/.test(url) ? { transactions: [] } : undefined
}

const NO_ROW = { timestamp: null, balances: [] }

describe("An account's balance at a past time, on a mirror with snapshots", () => {
  const asked: string[] = []
  const at = '1700000500.000000000'
  const hourBefore = '1699996900.000000000'
  const since = '1699996300.000000001'
  const history = `timestamp=lte:${at}&order=desc&limit=100`
  const moves = `timestamp=gt:${since}&timestamp=lte:${at}&order=asc`
  const answers = {
    [`/api/v1/balances?account.id=0.0.7&timestamp=lte:${hourBefore}`]: {
      timestamp: since,
      balances: [{ account: '0.0.7', balance: 'big:9007199254740993', tokens: [] }],
    },
    [`/api/v1/tokens/0.0.5/balances?account.id=0.0.7&timestamp=lte:${hourBefore}`]: { timestamp: since, balances: [] },
    '/api/v1/tokens/0.0.6': { type: 'NON_FUNGIBLE_UNIQUE' },
    '/api/v1/tokens/0.0.6/nfts?limit=1&order=desc': { nfts: [{ serial_number: 4 }] },
    '/api/v1/tokens/0.0.6/nfts?limit=1&order=desc&serialnumber=lte:1000': { nfts: [{ serial_number: 4 }] },
    [`/api/v1/tokens/0.0.6/nfts/1/transactions?${history}`]: {
      transactions: [
        { consensus_timestamp: '1600000000.000000001', sender_account_id: null, receiver_account_id: '0.0.7' },
      ],
    },
    // A new treasury: the serial's own history does not say which.
    [`/api/v1/tokens/0.0.6/nfts/2/transactions?${history}`]: {
      transactions: [
        { consensus_timestamp: '1600000000.000000003', sender_account_id: null, receiver_account_id: null },
        { consensus_timestamp: '1600000000.000000001', sender_account_id: null, receiver_account_id: '0.0.2' },
      ],
    },
    '/api/v1/transactions?timestamp=1600000000.000000003&limit=1': {
      transactions: [
        {
          nft_transfers: [
            { token_id: '0.0.6', serial_number: -1, sender_account_id: '0.0.2', receiver_account_id: '0.0.7' },
          ],
        },
      ],
    },
    // An approval moves nothing.
    [`/api/v1/tokens/0.0.6/nfts/3/transactions?${history}`]: {
      transactions: [{ consensus_timestamp: '1600000000.000000004' }],
      links: { next: '/api/v1/tokens/0.0.6/nfts/3/transactions?page=2' },
    },
    '/api/v1/transactions?timestamp=1600000000.000000004&limit=1': { transactions: [{ nft_transfers: [] }] },
    '/api/v1/tokens/0.0.6/nfts/3/transactions?page=2': {
      transactions: [
        { consensus_timestamp: '1600000000.000000001', sender_account_id: '0.0.7', receiver_account_id: '0.0.8' },
      ],
    },
    [`/api/v1/tokens/0.0.6/nfts/4/transactions?${history}`]: {
      transactions: [
        { consensus_timestamp: '1600000000.000000005', sender_account_id: '0.0.7', receiver_account_id: null },
        { consensus_timestamp: '1600000000.000000001', sender_account_id: null, receiver_account_id: '0.0.7' },
      ],
    },
    // Moves at another time than requested, and to somebody who cannot be an account.
    ...Object.fromEntries(
      [
        { tokenId: '0.0.16', move: { consensus_timestamp: '1700000600.000000000', receiver_account_id: '0.0.7' } },
        { tokenId: '0.0.17', move: { consensus_timestamp: '1600000000.000000001', receiver_account_id: 'x' } },
      ].flatMap(({ tokenId, move }) => [
        [`/api/v1/tokens/${tokenId}`, { type: 'NON_FUNGIBLE_UNIQUE' }],
        [`/api/v1/tokens/${tokenId}/nfts?limit=1&order=desc&serialnumber=lte:1000`, { nfts: [{ serial_number: 1 }] }],
        [`/api/v1/tokens/${tokenId}/nfts/1/transactions?${history}`, { transactions: [move] }],
      ]),
    ),
    '/api/v1/tokens/0.0.13': { type: 'NON_FUNGIBLE_UNIQUE' },
    '/api/v1/tokens/0.0.13/nfts?limit=1&order=desc': { nfts: [{ serial_number: 1001 }] },
    '/api/v1/tokens/0.0.13/nfts?limit=1&order=desc&serialnumber=lte:1000': {
      nfts: [{ serial_number: 1000, created_timestamp: '1600000000.000000000' }],
    },
    [`/api/v1/tokens/0.0.13/nfts/1/transactions?${history}`]: {
      transactions: [{ consensus_timestamp: '1600000000.000000001', receiver_account_id: '0.0.7' }],
    },
    [`/api/v1/tokens/0.0.13/nfts/2/transactions?${history}`]: {
      transactions: [{ consensus_timestamp: '1600000000.000000009', type: 'CRYPTOAPPROVEALLOWANCE' }],
      links: { next: '/api/v1/tokens/0.0.13/nfts/2/transactions?page=more' },
    },
    '/api/v1/tokens/0.0.13/nfts/2/transactions?page=more': {
      transactions: [],
      links: { next: `/api/v1/tokens/0.0.13/nfts/2/transactions?${history}` },
    },
    [`/api/v1/tokens/0.0.13/nfts/3/transactions?${history}`]: {
      transactions: [{ consensus_timestamp: '1600000000.000000001', receiver_account_id: '0.0.8' }],
    },
    [`/api/v1/balances?account.id=0.0.21&timestamp=lte:${hourBefore}`]: {
      timestamp: since,
      balances: [{ account: '0.0.21', balance: 8 }],
    },
    [`/api/v1/transactions?account.id=0.0.21&${moves}&limit=100`]: {
      transactions: [],
      links: { next: '/api/v1/transactions?page=more' },
    },
    '/api/v1/transactions?page=more': {
      transactions: [],
      links: { next: `/api/v1/transactions?account.id=0.0.21&${moves}&limit=100` },
    },
    [`/api/v1/balances?account.id=0.0.23&timestamp=lte:${hourBefore}`]: { timestamp: since, balances: [] },
    [`/api/v1/transactions?account.id=0.0.23&${moves}&limit=100`]: {
      transactions: [],
      links: { next: `/api/v1/transactions?account.id=0.0.23&${moves}&limit=100` },
    },
    [`/api/v1/balances?account.id=0.0.24&timestamp=lte:${hourBefore}`]: { timestamp: since, balances: [] },
    [`/api/v1/transactions?account.id=0.0.24&${moves}&limit=100`]: {
      transactions: [],
      links: { next: '//127.0.0.1:1/api/v1/transactions' },
    },
    '/api/v1/transactions?account.id=0.0.2&transactiontype=CONSENSUSCREATETOPIC&result=success&order=asc&limit=100': {
      transactions: [],
      links: {
        next: '/api/v1/transactions?account.id=0.0.2&transactiontype=CONSENSUSCREATETOPIC&result=success&order=asc&limit=100',
      },
    },
    [`/api/v1/topics/0.0.22/messages?limit=100&order=asc&timestamp=gte:${since}`]: {
      messages: ['one', 'two'].map((text, index) => ({
        consensus_timestamp: index === 0 ? since : '1700086400.000000000',
        payer_account_id: '0.0.2',
        message: Buffer.from(text).toString('base64'),
        sequence_number: index + 1,
        chunk_info: {
          initial_transaction_id: { account_id: '0.0.2', transaction_valid_start: since },
          number: index + 1,
          total: 2,
        },
      })),
    },
    // The mirror may not have had this newer snapshot when others asked.
    [`/api/v1/balances?account.id=0.0.7&timestamp=lte:${at}`]: {
      timestamp: '1700000001.500000000',
      balances: [{ account: '0.0.7', balance: 1 }],
    },
    // A network that is younger than an hour.
    [`/api/v1/balances?account.id=0.0.2&timestamp=lte:${hourBefore}`]: NO_ROW,
    [`/api/v1/tokens/0.0.14/balances?account.id=0.0.7&timestamp=lte:${hourBefore}`]: { timestamp: null, balances: [] },
    [`/api/v1/tokens/0.0.14/balances?account.id=0.0.7&timestamp=lte:${at}`]: {
      timestamp: '1700000002.500000000',
      balances: [{ account: '0.0.7', balance: 30 }],
    },
    [`/api/v1/transactions?account.id=0.0.7&timestamp=gt:1700000002.500000000&timestamp=lte:${at}&order=asc&limit=100`]:
      {
        transactions: [
          {
            consensus_timestamp: '1700000003.000000000',
            token_transfers: [{ token_id: '0.0.14', account: '0.0.7', amount: -2 }],
          },
        ],
      },
    // As hiero-mirror-node answers if the account has no row: getTokenBalances of rest/tokens.js takes the time from
    // the rows, and so does formatBalancesResult of rest/balances.js.
    '/api/v1/tokens/0.0.15/balances?account.id=0.0.25&timestamp=lte:1700096900.000000000': NO_ROW,
    '/api/v1/balances?account.id=0.0.25&timestamp=lte:1700096900.000000000': NO_ROW,
    '/api/v1/balances?account.id=0.0.2&timestamp=lte:1700096900.000000000': {
      timestamp: '1700096800.000000000',
      balances: [{ account: '0.0.2', balance: 50 }],
    },
    '/api/v1/transactions?account.id=0.0.25&timestamp=gt:1700096800.000000000&timestamp=lte:1700100500.000000000&order=asc&limit=100':
      {
        transactions: [{ consensus_timestamp: '1700097000.000000000', transfers: [{ account: '0.0.25', amount: 6 }] }],
      },
    [`/api/v1/tokens/0.0.8/balances?account.id=0.0.7&timestamp=lte:${at}`]: { timestamp: null, balances: [] },
    [`/api/v1/tokens/0.0.10/balances?account.id=0.0.7&timestamp=lte:${hourBefore}`]: {
      timestamp: '1700000500.000000001',
      balances: [{ account: '0.0.7', balance: 3 }],
    },
    [`/api/v1/balances?account.id=0.0.9&timestamp=lte:${hourBefore}`]: {
      timestamp: since,
      balances: [{ account: '0.0.9', balance: 1 }],
    },
    [`/api/v1/transactions?account.id=0.0.9&${moves}&limit=100`]: {
      transactions: [],
      links: { next: '/api/v1/transactions?page=lost' },
    },
    '/api/v1/topics/0.0.11/messages?limit=100&order=asc': {
      messages: [
        {
          consensus_timestamp: since,
          payer_account_id: '0.0.2',
          message: Buffer.from('one').toString('base64'),
          sequence_number: 1,
        },
      ],
      links: { next: '/api/v1/topics/0.0.11/messages?page=lost' },
    },
    [`/api/v1/transactions?account.id=0.0.7&${moves}&limit=100`]: {
      transactions: [
        {
          consensus_timestamp: '1700000001.000000000',
          transfers: [
            { account: '0.0.7', amount: -5 },
            { account: '0.0.8', amount: 5 },
          ],
          token_transfers: [],
        },
        {
          consensus_timestamp: '1700000002.000000000',
          token_transfers: [{ token_id: '0.0.5', account: '0.0.7', amount: 12 }],
        },
      ],
      links: { next: '/api/v1/transactions?page=2' },
    },
    '/api/v1/transactions?page=2': {
      transactions: [
        {
          consensus_timestamp: '1700000003.000000000',
          transfers: [{ account: '0.0.7', amount: -1 }],
          token_transfers: [
            { token_id: '0.0.5', account: '0.0.7', amount: -2 },
            { token_id: '0.0.9', account: '0.0.7', amount: 100 },
          ],
        },
      ],
      links: { next: null },
    },
  }
  const server = mirrorOf(answers, asked)
  let ledger: Ledger
  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    ledger = openLedger({
      chain: 'hedera:testnet',
      nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:1' }],
      mirrorUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      mirrorTimeoutMs: 5_000,
    })
  })
  after(() => {
    ledger.close()
    server.close()
  })
  const held = (tokenId: string | null) => ledger.mirror.holdingAt({ account: '0.0.7', tokenId, at })

  test('is the last snapshot an hour before plus the transfers since, over all pages, exact beyond 2^53', async () => {
    assert.equal(await held(null), 9007199254740987n)
    assert.equal(await held('0.0.5'), 10n)
  })

  test('is the newest snapshot plus the transfers since if the network is younger than an hour', async () => {
    assert.equal(await held('0.0.14'), 28n)
  })

  test('is the sum since the last snapshot if the account has no row in it, or zero', async () => {
    const question = { account: '0.0.25', at: '1700100500.000000000' }
    assert.equal(await ledger.mirror.holdingAt({ ...question, tokenId: null }), 6n)
    assert.equal(await ledger.mirror.holdingAt({ ...question, tokenId: '0.0.15' }), 0n)
  })

  test('counts the serials of a collection', async () => {
    assert.equal(await held('0.0.6'), 2n)
  })

  test("counts serials once per payer, under that payer's limit, and is cached for everybody once known", async () => {
    const question = { account: '0.0.7', tokenId: '0.0.6', at, since: '1700000400.000000000' }
    const asks = Promise.withResolvers<void>()
    const isUsed = Promise.withResolvers<never>()
    const poor = ledger.mirror.holdingAt({
      ...question,
      payer: '0.0.30',
      read: () => {
        asks.resolve()
        return isUsed.promise
      },
    })
    const refused = assert.rejects(poor, /no more reads/)
    await asks.promise
    assert.equal(await ledger.mirror.holdingAt({ ...question, payer: '0.0.31', read: (read) => read() }), 2n)
    isUsed.reject(new Error('no more reads'))
    await refused
    const before = asked.length
    assert.equal(await ledger.mirror.holdingAt({ ...question, payer: '0.0.30' }), 2n)
    assert.equal(asked.length, before)
  })

  test('counts only the first 1,000 serials of a collection, and those whose history can be followed', async () => {
    await assert.rejects(ledger.mirror.assertCountable('0.0.13'), { statusCode: 422, code: 'COLLECTION_TOO_LARGE' })
    await ledger.mirror.assertCountable('0.0.6')
    const before = asked.length
    assert.equal(await held('0.0.13'), 1n, 'the serial 1; 2 is approved too often, and 3 belongs to somebody else')
    const reads = asked.slice(before)
    assert.equal(reads.filter((path) => path.includes('/nfts/1001/')).length, 0)
    assert.equal(
      reads.filter((path) => path.startsWith('/api/v1/transactions')).length,
      0,
      'approvals are not looked up',
    )
    assert.equal(reads.filter((path) => path.includes('/nfts/2/')).length, 5_000 / limits.maxCollectionSerials.value)
  })

  test('is unknown for an account with too many transactions, and the error has the balance before them', async () => {
    await assert.rejects(ledger.mirror.holdingAt({ account: '0.0.21', tokenId: null, at }), (error) => {
      assert.ok(isHistoryTooLong(error))
      assert.deepEqual([error.statusCode, error.balance], [422, 8n])
      return true
    })
  })

  test('is not affected by how late the chunks of a message come, if its payer is accepted', async () => {
    const late = (accept?: () => boolean) => ledger.mirror.topicMessage('0.0.22', since, accept)
    assert.equal(Buffer.from((await late(() => true))?.bytes ?? []).toString(), 'onetwo')
    assert.equal(await late(), null, 'of anybody a message is not waited for so long')
  })

  test('is refused if the mirror has no snapshot, one of a later time, or not all pages', async () => {
    const unavailable = { statusCode: 503, code: 'MIRROR_UNAVAILABLE' }
    await assert.rejects(held('0.0.8'), unavailable)
    await assert.rejects(held('0.0.10'), unavailable)
    for (const collection of ['0.0.16', '0.0.17']) await assert.rejects(held(collection), unavailable)
    await assert.rejects(ledger.mirror.holdingAt({ account: '0.0.9', tokenId: null, at }), unavailable)
  })

  test('is not read from pages outside the mirror, nor from the same page again', async () => {
    const isRefused = { statusCode: 503, code: 'MIRROR_UNAVAILABLE', message: /next page/ }
    for (const account of ['0.0.23', '0.0.24'])
      await assert.rejects(ledger.mirror.holdingAt({ account, tokenId: null, at }), isRefused)
    await assert.rejects(ledger.mirror.topicCreatedBy('0.0.2', 'memo'), isRefused)
  })

  test('cannot be read from a topic whose next page is missing', async () => {
    const messages = ledger.mirror.topicMessages('0.0.11')
    assert.equal(Buffer.from((await messages.next()).value?.bytes ?? []).toString(), 'one')
    await assert.rejects(messages.next(), { statusCode: 503, code: 'MIRROR_UNAVAILABLE' })
    assert.equal((await ledger.mirror.topicMessages('0.0.12').next()).done, true, 'a topic that is not there is empty')
  })
})
