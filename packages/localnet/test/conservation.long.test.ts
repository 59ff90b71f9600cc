import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, tokenId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, signerFor } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const TREASURY = 1023
const USERS = [1023, 1024, 1025, 1026]
const signers = [1022, ...USERS].map(signerFor)
const key = { ed25519: signerFor(TREASURY).publicKey }

async function create(fields: proto.ITransactionBody): Promise<proto.ITransactionReceipt> {
  const transaction = body(fields)
  assert.equal(await raw.run(transaction, signers), 'SUCCESS')
  return raw.receipt(transaction)
}

async function newToken(tokenType: 0 | 1): Promise<number> {
  const common = { name: 't', symbol: 't', treasury: accountId(TREASURY), supplyKey: key, tokenType }
  const { tokenID } = await create({ tokenCreation: { ...common, autoRenewPeriod: { seconds: toLong(7_776_000n) } } })
  return Number(tokenID?.tokenNum)
}

const coin = await newToken(0)
const art = await newToken(1)

const user = fc.constantFrom(...USERS)
const amount = fc.oneof(fc.bigInt(-50n, 50n), fc.constantFrom(2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n, -(2n ** 63n)))
const accountAmount = fc
  .tuple(user, amount)
  .map(([num, value]) => ({ accountID: accountId(num), amount: toLong(value) }))
/** Mostly balanced lists, some that are not. */
const amounts = fc.oneof(
  fc.tuple(user, user, fc.bigInt(0n, 60n)).map(([from, to, value]) => [
    { accountID: accountId(from), amount: toLong(-value) },
    { accountID: accountId(to), amount: toLong(value) },
  ]),
  fc.array(accountAmount, { maxLength: 4 }),
)
const nftTransfer = fc.tuple(user, user, fc.bigInt(0n, 12n)).map(([from, to, serial]) => ({
  senderAccountID: accountId(from),
  receiverAccountID: accountId(to),
  serialNumber: toLong(serial),
}))
const tokenTransfers = fc.oneof(
  amounts.map((transfers) => ({ token: tokenId(coin), transfers })),
  fc.array(nftTransfer, { minLength: 1, maxLength: 3 }).map((nftTransfers) => ({ token: tokenId(art), nftTransfers })),
)
const transaction: fc.Arbitrary<proto.ITransactionBody> = fc.oneof(
  amounts.map((accountAmounts) => ({ cryptoTransfer: { transfers: { accountAmounts } } })),
  fc.tuple(amounts, fc.array(tokenTransfers, { maxLength: 2 })).map(([accountAmounts, lists]) => ({
    cryptoTransfer: { transfers: { accountAmounts }, tokenTransfers: lists },
  })),
  tokenTransfers.map((list) => ({ cryptoTransfer: { tokenTransfers: [list] } })),
  amount.map((value) => ({ tokenMint: { token: tokenId(coin), amount: toLong(value) } })),
  fc.constant('m').map((text) => ({ tokenMint: { token: tokenId(art), metadata: [Buffer.from(text)] } })),
  fc
    .tuple(user, fc.constantFrom(coin, art))
    .map(([num, token]) => ({ tokenAssociate: { account: accountId(num), tokens: [tokenId(token)] } })),
  fc
    .tuple(user, fc.constantFrom(coin, art))
    .map(([num, token]) => ({ tokenDissociate: { account: accountId(num), tokens: [tokenId(token)] } })),
  amount.map((value) => ({
    cryptoCreateAccount: { key, initialBalance: toLong(value), autoRenewPeriod: { seconds: toLong(7_776_000n) } },
  })),
)

/** All rows of a mirror list. */
async function all(path: string, member: string): Promise<Record<string, string | number | bigint>[]> {
  const rows = []
  for (let next: string | null = path; next; ) {
    const { json } = await network.mirror(next.replace('/api/v1', ''))
    rows.push(...json[member])
    next = json.links.next
  }
  return rows
}

const sum = (rows: Record<string, string | number | bigint>[]): bigint =>
  rows.reduce((total, row) => total + BigInt(row.balance ?? 0), 0n)

async function checkConservation(): Promise<void> {
  const { json: supply } = await network.mirror('/network/supply')
  assert.equal(supply.total_supply, '5000000000000000000')
  assert.equal(sum(await all('/balances?limit=100', 'balances')), 5_000_000_000_000_000_000n)
  for (const token of [coin, art]) {
    const { json } = await network.mirror(`/tokens/0.0.${token}`)
    assert.equal(sum(await all(`/tokens/0.0.${token}/balances?limit=100`, 'balances')), BigInt(json.total_supply))
  }
  const nfts = await all(`/tokens/0.0.${art}/nfts?limit=100`, 'nfts')
  for (const row of await all(`/tokens/0.0.${art}/balances?limit=100`, 'balances')) {
    assert.equal(nfts.filter((nft) => nft.account_id === row.account).length, row.balance)
  }
}

test('Whatever is submitted, no hbar and no token appears or disappears', async () => {
  const property = fc.asyncProperty(fc.array(transaction, { minLength: 5, maxLength: 40 }), async (fields) => {
    const bodies = fields.map((one) => body(one))
    const results = await Promise.all(bodies.map((one) => raw.run(one, signers)))
    assert.ok(
      results.every((result) => result !== 'FAIL_INVALID'),
      results.join(),
    )
    await checkConservation()
  })
  await fc.assert(property, { numRuns: 25 })
})
