import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { type Ledger, openLedger } from '@quorate/ledger'
import fc from 'fast-check'

/** The serials that one transaction transfers to accounts, or burns (null), by serial. */
type Transaction = ReadonlyMap<number, string | null>

/** The history of a collection, with one transaction per nanosecond. */
interface Collection {
  serials: number
  transactions: readonly Transaction[]
  /** Whether the mirror ignores the query and always returns the newest serial. */
  isDeaf?: boolean
}

const PAGE = 100
const timeOf = (index: number): string => `1700000000.${String(index).padStart(9, '0')}`

/** Answers as a public mirror does, for collections by the number of their token. */
function mirrorOf(collections: ReadonlyMap<string, Collection>) {
  const histories = new Map<Collection, Map<number, { at: number; to: string | null }[]>>()
  function historiesOf(collection: Collection) {
    const known = histories.get(collection)
    if (known) return known
    const found = new Map(Array.from({ length: collection.serials }, (_, index) => [index + 1, [] as never[]]))
    const all: Map<number, { at: number; to: string | null }[]> = found
    for (const [at, moves] of collection.transactions.entries())
      for (const [serial, to] of moves) all.get(serial)?.push({ at, to })
    histories.set(collection, all)
    return all
  }
  function answer(url: URL): object | undefined {
    const [, tokenId = '', serial] =
      /^\/api\/v1\/tokens\/([\d.]+)(?:\/nfts(?:\/(\d+)\/transactions)?)?$/.exec(url.pathname) ?? []
    const collection = collections.get(tokenId)
    if (!collection) return undefined
    if (serial === undefined) {
      if (!url.pathname.endsWith('/nfts')) return { type: 'NON_FUNGIBLE_UNIQUE' }
      const most = Number(url.searchParams.get('serialnumber')?.replace('lte:', '') ?? collection.serials)
      const newest = collection.isDeaf ? collection.serials : Math.min(collection.serials, most)
      // Serials are minted in the order of their numbers, so a serial exists as soon as a later one does.
      const later = [...historiesOf(collection)].filter(([number]) => number >= newest)
      const mintedAt = timeOf(Math.min(...later.map(([, history]) => history[0]?.at ?? 0)))
      return { nfts: newest > 0 ? [{ serial_number: newest, created_timestamp: mintedAt }] : [] }
    }
    const until = url.searchParams.get('timestamp')?.replace('lte:', '') ?? ''
    const from = Number(url.searchParams.get('page') ?? 0)
    const history = historiesOf(collection).get(Number(serial)) ?? []
    const rows = history
      .filter(({ at }) => timeOf(at) <= until)
      .toReversed()
      .slice(from, from + PAGE)
    const next = new URL(url)
    next.searchParams.set('page', String(from + PAGE))
    return {
      transactions: rows.map(({ at, to }) => ({
        consensus_timestamp: timeOf(at),
        receiver_account_id: to,
        sender_account_id: '0.0.2',
        type: 'CRYPTOTRANSFER',
      })),
      links: { next: rows.length === PAGE ? `${next.pathname}${next.search}` : null },
    }
  }
  return createServer((request, response) => {
    const found = answer(new URL(request.url ?? '', 'http://127.0.0.1'))
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(found ?? { _status: { messages: [] } }))
  })
}

/** The naive way: counts each account's serials after each transaction, and takes the least of these numbers. */
function plainly({ transactions }: Collection, since: number, at: number, account: string): bigint {
  const owners = new Map<number, string | null>()
  const counts: number[] = []
  for (const [index, moves] of transactions.slice(0, at + 1).entries()) {
    for (const [serial, to] of moves) owners.set(serial, to)
    if (index >= since) counts.push([...owners.values()].filter((owner) => owner === account).length)
  }
  return BigInt(Math.min(...counts))
}

describe('The serials of a collection that an account held over a time', () => {
  const collections = new Map<string, Collection>()
  const server = mirrorOf(collections)
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
  function added(collection: Collection): string {
    const tokenId = `0.0.${5_000 + collections.size}`
    collections.set(tokenId, collection)
    return tokenId
  }

  const ACCOUNTS = ['0.0.7', '0.0.8', '0.0.9']
  const SERIALS = 6
  const transaction = fc
    .dictionary(
      fc.integer({ min: 1, max: SERIALS }).map(String),
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ACCOUNTS) }, { weight: 1, arbitrary: fc.constant(null) }),
      { minKeys: 1, maxKeys: SERIALS },
    )
    .map((moves): Transaction => new Map(Object.entries(moves).map(([serial, to]) => [Number(serial), to])))

  test('are the least that it had after any transaction, whatever was moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        async (transactions, from, length) => {
          const since = from % transactions.length
          const at = since + (length % (transactions.length - since))
          const collection = { serials: SERIALS, transactions }
          const question = { tokenId: added(collection), since: timeOf(since), at: timeOf(at) }
          const held = ACCOUNTS.map((account) => ledger.mirror.holdingAt({ ...question, account }))
          const expected = ACCOUNTS.map((account) => plainly(collection, since, at, account))
          assert.ok(isDeepStrictEqual(await Promise.all(held), expected), `${await Promise.all(held)} are ${expected}`)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('are counted in short steps; their number grows with the moves and not with the holders', async () => {
    const [serials, moves] = [20, 20_000]
    // One serial after the other goes to another account each time, so there are as many holders as moves.
    const transactions = Array.from(
      { length: moves },
      (_, index): Transaction => new Map([[(index % serials) + 1, `0.0.${10_000 + index}`]]),
    )
    const tokenId = added({ serials, transactions })
    let rounds = 0
    let isOver = false
    const count = () => {
      rounds++
      if (!isOver) setImmediate(count)
    }
    const question = { tokenId, since: timeOf(serials - 1), at: timeOf(moves - 1), account: '0.0.10000' }
    const held = ledger.mirror.holdingAt({
      ...question,
      read: async (read) => {
        const answer = await read()
        rounds = 0
        return answer
      },
    })
    setImmediate(count)
    assert.equal(await held, 0n)
    isOver = true
    assert.ok(rounds >= 20 && rounds <= 200, `${rounds} rounds of the event loop for ${moves} moves`)
  })

  test('do not change if others are minted later, however many transactions its serials had', async () => {
    const minted = (first: number, last: number): Transaction[] =>
      Array.from({ length: last - first + 1 }, (_, index) => new Map([[first + index, `0.0.${first + index}`]]))
    // 600 transactions fit into the share of each of 10 serials, but not of each of 1,000.
    const moves = Array.from({ length: 600 }, (): Transaction => new Map([[1, '0.0.7000']]))
    const before = [...minted(1, 10), ...moves]
    const question = { account: '0.0.7000', since: timeOf(9), at: timeOf(before.length - 1) }
    for (const serials of [10, 11, 12, 999, 1_000, 1_200]) {
      const tokenId = added({ serials, transactions: [...before, ...minted(11, serials)] })
      const held = (account: string) => ledger.mirror.holdingAt({ ...question, tokenId, account })
      assert.deepEqual(await Promise.all([held('0.0.1'), held('0.0.10')]), [0n, 1n])
      assert.equal(await ledger.mirror.holdingAt({ ...question, tokenId, since: timeOf(10) }), 1n)
    }
  })
  test('are refused if the mirror answers other serials than requested', async () => {
    const transactions = Array.from({ length: 9 }, (_, index): Transaction => new Map([[1_001 + index, '0.0.7']]))
    const tokenId = added({ serials: 1_009, transactions, isDeaf: true })
    const question = { tokenId, account: '0.0.7', since: timeOf(0), at: timeOf(1) }
    await assert.rejects(ledger.mirror.holdingAt(question), { statusCode: 503, code: 'MIRROR_UNAVAILABLE' })
  })
})
