import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { Long, TokenCreateTransaction, TokenMintTransaction, TokenType } from '@hiero-ledger/sdk'
import { keyToSdk, type Mirror, openLedger } from '@quorate/ledger'
import { ed25519Signer } from './arbitraries.ts'
import { accountUnder, OPERATOR, openHouse, signed, transfer } from './house.ts'

const down = { statusCode: 503, code: 'MIRROR_UNAVAILABLE' }

interface StandIn extends AsyncDisposable {
  mirror: Mirror
  /** Paths asked for, in order. */
  asked: string[]
}

/** What a real mirror does only when it is ill. */
async function standIn(answer: RequestListener, mirrorTimeoutMs = 250): Promise<StandIn> {
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
  test('answers an account of the ledger, and null for one that is not there', async () => {
    await using house = await openHouse()
    const signer = ed25519Signer()
    const id = await accountUnder(house, signer.publicKey, 12_345)
    const account = await house.ledger.mirror.account(id)
    assert.deepEqual(
      [account?.id, account?.key, account?.balance, account?.deleted, account?.receiverSigRequired],
      [id, signer.publicKey, 12_345n, false, false],
    )
    assert.match(account?.evmAddress ?? '', /^0x[0-9a-f]{40}$/)
    assert.equal(account?.stakedNodeId, null)
    assert.equal(await house.ledger.mirror.account('0.0.999999'), null)
    assert.equal(await house.ledger.mirror.account('0.0.9223372036854775807'), null)
    assert.deepEqual(await house.ledger.mirror.accountTokens(id), [])
  })

  test('answers tokens, who holds them and which serials, and the nodes that may be staked to', async () => {
    await using house = await openHouse()
    const { ledger } = house
    const { publicKey } = house.signers.get(OPERATOR) ?? ed25519Signer()
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

  test('answers what came to consensus under an id, in both of its forms', async () => {
    await using house = await openHouse()
    const { frozen, bytes } = signed(house, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.equal(await house.ledger.mirror.transaction(frozen.transactionId), null)
    await house.ledger.submit(bytes)
    const found = await house.ledger.mirror.transaction(frozen.transactionId)
    assert.equal(found?.status, 'SUCCESS')
    const dashed = frozen.transactionId.replace('@', '-').replace(/\.(\d+)$/, '-$1')
    assert.equal((await house.ledger.mirror.transaction(dashed))?.consensusTimestamp, found?.consensusTimestamp)
    const newest = await house.ledger.mirror.newest()
    assert.equal(newest, Math.floor(Number(found?.consensusTimestamp) * 1000))
    await assert.rejects(house.ledger.mirror.transaction('nonsense'), { code: 'INVALID_TRANSACTION_ID' })
  })

  test('is named in errors without the keys that its address may hold', async () => {
    const mirrorUrl = 'http://someone:password@127.0.0.1:1/v1/provider-key/api/v1'
    const ledger = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl, mirrorTimeoutMs: 50 })
    const error = await ledger.mirror.account('0.0.5').catch((error) => error)
    assert.equal(error.code, 'MIRROR_UNAVAILABLE')
    assert.match(error.message, /127\.0\.0\.1:1 /)
    assert.doesNotMatch(error.message, /password|provider-key/)
    ledger.close()
  })

  test('reads no further for a message that does not begin at its time', async () => {
    const message = { payer_account_id: '0.0.2', message: 'YQ==', sequence_number: 1 }
    const chunk = (consensus_timestamp: string, number: number) => ({
      ...{ ...message, consensus_timestamp },
      chunk_info: { initial_transaction_id: { account_id: '0.0.2', transaction_valid_start: '1.0' }, number, total: 3 },
    })
    const next = '/api/v1/topics/0.0.7/messages?limit=100&order=asc&timestamp=gt:101.000000000'
    const page = JSON.stringify({ messages: [chunk('101.000000000', 2)], links: { next } })
    await using ill = await standIn(script(page))
    assert.equal(await ill.mirror.topicMessage('0.0.7', '100.000000000'), null)
    assert.equal(await ill.mirror.topicMessage('0.0.7', '101.000000000'), null)
    assert.equal(ill.asked.length, 2)
  })

  test('keeps integers beyond 2^53 exact, wherever they stand', async () => {
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

  test('is asked again after 5xx, 429 and something that is not JSON, until it answers', async () => {
    await using ill = await standIn(script(502, ACCOUNT), 2_000)
    assert.equal((await ill.mirror.account('0.0.5'))?.id, '0.0.5')
    assert.equal(ill.asked.length, 2)
    await using throttled = await standIn(script(429, '<html>', ACCOUNT), 2_000)
    assert.equal((await throttled.mirror.account('0.0.5'))?.id, '0.0.5')
    assert.equal(throttled.asked.length, 3)
  })

  test('that stays ill is a 503 that names the mirror and the path', async () => {
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
      await using ill = await standIn(script(answer))
      await assert.rejects(ill.mirror.account('0.0.5'), down)
      await assert.rejects(ill.mirror.account('0.0.5'), /127\.0\.0\.1.*\/api\/v1\/accounts\/0\.0\.5/)
    }
  })

  test('that has failed is asked once by each read, until it answers one', async () => {
    let answer: number | string = 503
    await using ill = await standIn((...call) => script(answer)(...call))
    const attempts = async (expected: object | null) => {
      const before = ill.asked.length
      if (expected) await assert.rejects(ill.mirror.account('0.0.5'), expected)
      else assert.equal((await ill.mirror.account('0.0.5'))?.id, '0.0.5')
      return ill.asked.length - before
    }
    assert.ok((await attempts(down)) > 1)
    assert.equal(await attempts(down), 1)
    answer = ACCOUNT
    assert.equal(await attempts(null), 1)
    answer = 503
    assert.ok((await attempts(down)) > 1)
  })

  test('whose key cannot be read is a 503, not an account without a key', async () => {
    await using ill = await standIn(script('{"account":"0.0.5","key":{"_type":"ED25519","key":"00"}}'))
    await assert.rejects(ill.mirror.account('0.0.5'), down)
  })

  test('that never answers, breaks off, or does not listen is a 503 within the time it has', async () => {
    await using silent = await standIn(() => {})
    await assert.rejects(silent.mirror.account('0.0.5'), down)
    await using broken = await standIn((_request, response) => response.socket?.destroy())
    await assert.rejects(broken.mirror.account('0.0.5'), down)
    await using half = await standIn((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"account":', () => response.socket?.destroy())
    })
    await assert.rejects(half.mirror.account('0.0.5'), down)
    const nobody = openLedger({
      chain: 'hedera:devnet',
      nodes: [],
      mirrorUrl: 'http://127.0.0.1:1',
      mirrorTimeoutMs: 250,
    })
    await assert.rejects(nobody.mirror.account('0.0.5'), down)
    nobody.close()
  })

  test('is asked a few times for what many ask at the same time, never before it was asked, and again afterwards', async () => {
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

  test('whose pages never end, or lead elsewhere, is not followed for ever', async () => {
    const page = (next: string) => JSON.stringify({ tokens: [], links: { next } })
    await using endless = await standIn(script(page('/api/v1/accounts/0.0.5/tokens?again')), 5_000)
    await assert.rejects(endless.mirror.accountTokens('0.0.5'), { statusCode: 422, code: 'LIST_TOO_LONG' })
    await using elsewhere = await standIn(script(page('https://example.com/')))
    await assert.rejects(elsewhere.mirror.accountTokens('0.0.5'), down)
  })

  test('tells the transaction that decided from duplicates and what a node did wrongly', async () => {
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
})
