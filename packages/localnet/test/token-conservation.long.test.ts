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
const USERS = [1023, 1024, 1025, 1026]
const signers = [1022, ...USERS].map(signerFor)
const key = { ed25519: signerFor(1023).publicKey }

type Fields = proto.ITransactionBody
/** An operation on the tokens of a run: coins, the first of which pays fees of the others, and an NFT token. */
type Operation = (tokens: Tokens) => Fields
interface Tokens {
  readonly coins: readonly number[]
  readonly art: number
}

const fraction = (numerator: bigint, denominator: bigint) => ({
  numerator: toLong(numerator),
  denominator: toLong(denominator),
})
const collected = (num: number, fee: proto.ICustomFee): proto.ICustomFee => ({
  ...fee,
  feeCollectorAccountId: accountId(num),
})

async function succeed(fields: Fields): Promise<proto.ITransactionReceipt> {
  const transaction = body({ ...fields, transactionFee: toLong(10_000_000_000n) })
  assert.equal(await raw.run(transaction, signers), 'SUCCESS')
  return raw.receipt(transaction)
}

async function newToken(fields: proto.ITokenCreateTransactionBody): Promise<number> {
  const keys = { adminKey: key, wipeKey: key, supplyKey: key, freezeKey: key, feeScheduleKey: key, pauseKey: key }
  const common = { name: 't', symbol: 't', treasury: accountId(1023), autoRenewPeriod: { seconds: toLong(7_776_000n) } }
  const { tokenID } = await succeed({ tokenCreation: { ...common, ...keys, metadataKey: key, ...fields } })
  return Number(tokenID?.tokenNum)
}

async function associate(account: number, tokens: readonly number[]): Promise<void> {
  await succeed({ tokenAssociate: { account: accountId(account), tokens: tokens.map(tokenId) } })
}

/** A coin for fees, one with an inclusive fraction and a fixed fee, one net of transfers, and NFTs with a royalty. */
async function newTokens(): Promise<Tokens> {
  const plain = await newToken({ initialSupply: toLong(1000n) })
  await associate(1024, [plain])
  const inclusive = { fractionalAmount: fraction(1n, 7n), minimumAmount: toLong(2n), maximumAmount: toLong(9n) }
  const fixed = { fixedFee: { amount: toLong(3n), denominatingTokenId: tokenId(plain) } }
  const taxed = await newToken({
    initialSupply: toLong(1000n),
    customFees: [collected(1024, { fractionalFee: inclusive }), collected(1024, fixed)],
  })
  const net = { fractionalAmount: fraction(1n, 3n), netOfTransfers: true }
  const own = { fixedFee: { amount: toLong(1n), denominatingTokenId: tokenId(0) } }
  const netted = await newToken({
    initialSupply: toLong(1000n),
    customFees: [collected(1025, { fractionalFee: net }), collected(1024, own)],
  })
  const royalty = { exchangeValueFraction: fraction(1n, 4n), fallbackFee: { amount: toLong(5n) } }
  const art = await newToken({ tokenType: 1, customFees: [collected(1024, { royaltyFee: royalty })] })
  await succeed({
    tokenMint: { token: tokenId(art), metadata: [Buffer.from('a'), Buffer.from('b'), Buffer.from('c')] },
  })
  await associate(1024, [art])
  await associate(1025, [plain, taxed, art])
  await associate(1026, [plain, taxed, netted])
  return { coins: [plain, taxed, netted], art }
}

const user = fc.constantFrom(...USERS)
const coin = fc.nat(2)
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.bigInt(0n, 40n) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 62n, 2n ** 63n - 1n) },
)
const serial = fc.bigInt(1n, 6n)
const of = (tokens: Tokens, index: number) => tokenId(tokens.coins[index] ?? 0)

const amounts = (from: number, to: number, value: bigint): proto.IAccountAmount[] => [
  { accountID: accountId(from), amount: toLong(-value) },
  { accountID: accountId(to), amount: toLong(value) },
]
const nft = (from: number, to: number, number: bigint): proto.INftTransfer => ({
  senderAccountID: accountId(from),
  receiverAccountID: accountId(to),
  serialNumber: toLong(number),
})

/** Two of the users. */
const pair = fc.tuple(user, fc.integer({ min: 1, max: 3 })).map(([from, step]): [number, number] => {
  return [from, USERS[(USERS.indexOf(from) + step) % USERS.length] ?? from]
})

type List = (tokens: Tokens) => proto.ITokenTransferList
const coinList: fc.Arbitrary<List> = fc.tuple(pair, amount, coin).map(([[from, to], value, index]) => (tokens) => ({
  token: of(tokens, index),
  transfers: amounts(from, to, value),
}))
const artList: fc.Arbitrary<List> = fc.tuple(pair, serial).map(([[from, to], number]) => (tokens) => ({
  token: tokenId(tokens.art),
  nftTransfers: [nft(from, to, number)],
}))
const lists = fc.array(fc.oneof(coinList, artList), { minLength: 1, maxLength: 2 })
const anyToken = fc.nat(3).map((index) => (tokens: Tokens) => tokenId([...tokens.coins, tokens.art][index] ?? 0))

const give = lists.map(
  (all): Operation =>
    (tokens) => ({
      cryptoTransfer: { tokenTransfers: all.map((list) => list(tokens)) },
    }),
)
/** An NFT for a coin. */
const exchange = fc.tuple(pair, serial, coin).map(
  ([[from, to], number, index]): Operation =>
    (tokens) => ({
      cryptoTransfer: {
        tokenTransfers: [
          { token: tokenId(tokens.art), nftTransfers: [nft(from, to, number)] },
          { token: of(tokens, index), transfers: amounts(to, from, 20n) },
        ],
      },
    }),
)
const airdrop = lists.map(
  (all): Operation =>
    (tokens) => ({
      tokenAirdrop: { tokenTransfers: all.map((list) => list(tokens)) },
    }),
)
const pending = fc.tuple(pair, serial, fc.nat(3)).map(([[from, to], number, index]) => (tokens: Tokens) => ({
  senderId: accountId(from),
  receiverId: accountId(to),
  ...(index < 3
    ? { fungibleTokenType: of(tokens, index) }
    : { nonFungibleToken: { token_ID: tokenId(tokens.art), serialNumber: toLong(number) } }),
}))
const supply = fc.oneof(
  fc.tuple(coin, amount).map(
    ([i, value]): Operation =>
      (t) => ({ tokenMint: { token: of(t, i), amount: toLong(value) } }),
  ),
  fc.constant<Operation>((t) => ({ tokenMint: { token: tokenId(t.art), metadata: [Buffer.from('m')] } })),
  fc.tuple(coin, amount).map(
    ([i, value]): Operation =>
      (t) => ({ tokenBurn: { token: of(t, i), amount: toLong(value) } }),
  ),
  serial.map(
    (n): Operation =>
      (t) => ({ tokenBurn: { token: tokenId(t.art), serialNumbers: [toLong(n)] } }),
  ),
  fc.tuple(user, coin, amount).map(
    ([u, i, value]): Operation =>
      (t) => ({
        tokenWipe: { token: of(t, i), account: accountId(u), amount: toLong(value) },
      }),
  ),
  fc.tuple(user, serial).map(
    ([u, n]): Operation =>
      (t) => ({
        tokenWipe: { token: tokenId(t.art), account: accountId(u), serialNumbers: [toLong(n)] },
      }),
  ),
)
const administration = fc.oneof(
  fc.tuple(user, anyToken).map(
    ([u, token]): Operation =>
      (t) => ({
        tokenAssociate: { account: accountId(u), tokens: [token(t)] },
      }),
  ),
  fc.tuple(user, anyToken).map(
    ([u, token]): Operation =>
      (t) => ({
        tokenDissociate: { account: accountId(u), tokens: [token(t)] },
      }),
  ),
  fc.tuple(user, anyToken).map(
    ([u, token]): Operation =>
      (t) => ({
        tokenUpdate: { token: token(t), treasury: accountId(u) },
      }),
  ),
  fc.tuple(user, anyToken).map(
    ([u, token]): Operation =>
      (t) => ({
        tokenUnfreeze: { token: token(t), account: accountId(u) },
      }),
  ),
  fc.tuple(user, coin).map(
    ([u, i]): Operation =>
      (t) => ({
        tokenFreeze: { token: of(t, i), account: accountId(u) },
      }),
  ),
  fc.tuple(user, coin).map(
    ([u, i]): Operation =>
      (t) => ({
        tokenReject: { owner: accountId(u), rejections: [{ fungibleToken: of(t, i) }] },
      }),
  ),
  fc.tuple(user, serial).map(
    ([u, n]): Operation =>
      (t) => ({
        tokenReject: {
          owner: accountId(u),
          rejections: [{ nft: { token_ID: tokenId(t.art), serialNumber: toLong(n) } }],
        },
      }),
  ),
  coin.map(
    (i): Operation =>
      (t) => ({ tokenFeeScheduleUpdate: { tokenId: of(t, i), customFees: [] } }),
  ),
  pending.map(
    (id): Operation =>
      (t) => ({ tokenCancelAirdrop: { pendingAirdrops: [id(t)] } }),
  ),
)
const claim = pending.map(
  (id): Operation =>
    (t) => ({ tokenClaimAirdrop: { pendingAirdrops: [id(t)] } }),
)
const deletion = anyToken.map(
  (token): Operation =>
    (t) => ({ tokenDeletion: { token: token(t) } }),
)
const operation = fc.oneof(
  { weight: 24, arbitrary: give },
  { weight: 10, arbitrary: exchange },
  { weight: 12, arbitrary: airdrop },
  { weight: 8, arbitrary: claim },
  { weight: 12, arbitrary: supply },
  { weight: 20, arbitrary: administration },
  { weight: 1, arbitrary: deletion },
)

interface Balance {
  readonly account: string
  readonly balance: number | bigint
}

async function checkToken(num: number): Promise<readonly Balance[]> {
  const { json: token } = await network.mirror(`/tokens/0.0.${num}`)
  const { json } = await network.mirror(`/tokens/0.0.${num}/balances?limit=100`)
  const balances = json.balances as Balance[]
  assert.ok(balances.every(({ balance }) => balance >= 0))
  assert.equal(
    balances.reduce((total, { balance }) => total + BigInt(balance), 0n),
    BigInt(token.total_supply),
  )
  return balances
}

async function checkConservation({ coins, art }: Tokens): Promise<void> {
  for (const num of coins) await checkToken(num)
  const balances = await checkToken(art)
  const { json } = await network.mirror(`/tokens/0.0.${art}/nfts?limit=100`)
  const owners = (json.nfts as { account_id: string | null }[]).map(({ account_id }) => account_id)
  for (const { account, balance } of balances) {
    assert.equal(owners.filter((owner) => owner === account).length, Number(balance))
  }
  const { json: hbar } = await network.mirror('/network/supply')
  assert.equal(hbar.total_supply, '5000000000000000000')
}

test('Whatever is done with tokens, their holders together have the supply', async () => {
  const outcomes = new Map<string, number>()
  const property = fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
    const tokens = await newTokens()
    const bodies = operations.map((one) => body(one(tokens)))
    const results = await Promise.all(bodies.map((one) => raw.run(one, signers)))
    for (const result of results) outcomes.set(result, (outcomes.get(result) ?? 0) + 1)
    assert.ok(!results.includes('FAIL_INVALID'), results.join())
    await checkConservation(tokens)
  })
  await fc.assert(property, { numRuns: 25 })
  assert.ok((outcomes.get('SUCCESS') ?? 0) > 50, JSON.stringify([...outcomes]))
})
