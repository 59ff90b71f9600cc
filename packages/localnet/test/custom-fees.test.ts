import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountAllowanceApproveTransaction,
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountId,
  CustomFixedFee,
  CustomFractionalFee,
  CustomRoyaltyFee,
  FeeAssessmentMethod,
  Hbar,
  PrivateKey,
  type TokenCreateTransaction,
  TokenFeeScheduleUpdateTransaction,
  TokenId,
  TokenInfoQuery,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, tokenId } from '../src/protocol/ids.ts'
import { execute, testNetwork } from './support/network.ts'
import { body, ed25519Signer, RawClient, signerFor } from './support/raw.ts'
import { TokenHarness } from './support/tokens.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const raw = new RawClient(network.grpc)
after(() => raw.close())
const harness = await TokenHarness.on(network)
const [alice, bob, collector] = [await harness.newAccount(), await harness.newAccount(), await harness.newAccount()]

const hbarFee = (tinybars: number, to = collector) =>
  new CustomFixedFee().setHbarAmount(Hbar.fromTinybars(tinybars)).setFeeCollectorAccountId(to)
const tokenFee = (amount: number, token: TokenId, to = collector) =>
  new CustomFixedFee().setAmount(amount).setDenominatingTokenId(token).setFeeCollectorAccountId(to)
const fraction = (numerator: number, denominator: number, to = collector) =>
  new CustomFractionalFee().setNumerator(numerator).setDenominator(denominator).setFeeCollectorAccountId(to)
const royalty = (numerator: number, denominator: number) =>
  new CustomRoyaltyFee().setNumerator(numerator).setDenominator(denominator).setFeeCollectorAccountId(collector)

type Fee = CustomFixedFee | CustomFractionalFee | CustomRoyaltyFee
const withFees =
  (...fees: Fee[]) =>
  (create: TokenCreateTransaction) =>
    create.setCustomFees(fees)

/** Creates a token with these fees and gives alice 500 of it. */
async function taxed(...fees: Fee[]): Promise<TokenId> {
  const token = await harness.newToken(withFees(...fees))
  await harness.run(harness.transfer(token, harness.treasury, alice, 500))
  return token
}

const hbarOf = async (account: AccountId): Promise<bigint> =>
  BigInt((await new AccountBalanceQuery().setAccountId(account).execute(client)).hbars.toTinybars().toString())

test('A fixed fee in hbar is paid by the sender, and is in the record and the mirror', async () => {
  const token = await taxed(hbarFee(300))
  const before = await hbarOf(alice)
  const record = await harness.record(harness.transfer(token, alice, bob, 10))
  assert.equal(before - (await hbarOf(alice)), 300n)
  assert.equal(await harness.balance(bob, token), 10)
  const [fee] = record.assessedCustomFees
  assert.equal(fee?.amount?.toString(), '300')
  assert.equal(fee?.feeCollectorAccountId?.toString(), collector.toString())
  assert.deepEqual(fee?.payerAccountIds?.map(String), [alice.toString()])
  const id = record.transactionId
    .toString()
    .replace('@', '-')
    .replace(/\.(\d+)$/, '-$1')
  const { json } = await mirror(`/transactions/${id}`)
  assert.deepEqual(json.transactions[0].assessed_custom_fees, [
    {
      amount: 300,
      collector_account_id: `${collector}`,
      effective_payer_account_ids: [`${alice}`],
      token_id: null,
    },
  ])
})

test('A sender that cannot pay the fee cannot send', async () => {
  const poor = await harness.newAccount(-1, (create) => create.setInitialBalance(Hbar.fromTinybars(10)))
  const token = await taxed(hbarFee(300))
  await harness.run(harness.transfer(token, harness.treasury, poor, 5))
  const sent = harness.transfer(token, poor, bob, 5)
  assert.equal(await harness.status(sent), 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE')
  const other = await harness.newToken()
  await harness.associate(collector, other)
  const inOther = await taxed(tokenFee(3, other))
  const stranger = await harness.newAccount(1)
  await harness.run(harness.transfer(inOther, harness.treasury, stranger, 5))
  assert.equal(await harness.status(harness.transfer(inOther, stranger, bob, 5)), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
})

test('A fee in the token itself comes on top of what is sent', async () => {
  const token = await taxed(tokenFee(7, new TokenId(0)))
  await harness.run(harness.transfer(token, alice, bob, 10))
  assert.equal(await harness.balance(alice, token), 483)
  assert.equal(await harness.balance(bob, token), 10)
  assert.equal(await harness.balance(collector, token), 7)
  assert.equal(await harness.status(harness.transfer(token, alice, bob, 480)), 'INSUFFICIENT_TOKEN_BALANCE')
})

/** Creates a chain of tokens. Each has a fee in the previous one; the first has a fee in hbar. */
async function chain(length: number): Promise<TokenId[]> {
  const tokens: TokenId[] = []
  for (let i = 0; i < length; i++) {
    const before = tokens.at(-1)
    if (before) await harness.associate(collector, before).catch(() => undefined)
    tokens.push(await taxed(before ? tokenFee(2, before) : hbarFee(50)))
  }
  return tokens
}

test('Fees cost fees, two levels deep and no deeper', async () => {
  const [first, second, third, fourth] = await chain(4)
  assert.ok(first && second && third && fourth)
  const before = await hbarOf(alice)
  const record = await harness.record(harness.transfer(third, alice, bob, 1))
  assert.equal(before - (await hbarOf(alice)), 50n)
  assert.equal(await harness.balance(alice, second), 498)
  assert.equal(await harness.balance(alice, first), 498)
  assert.deepEqual(
    record.assessedCustomFees.map((fee) => fee.tokenId?.toString() ?? 'hbar'),
    [`${second}`, `${first}`, 'hbar'],
  )
  const tooDeep = harness.transfer(fourth, alice, bob, 1)
  assert.equal(await harness.status(tooDeep), 'CUSTOM_FEE_CHARGING_EXCEEDED_MAX_RECURSION_DEPTH')
})

test('A transfer may change twenty balances with its fees, not more', async () => {
  const collectors: AccountId[] = []
  for (let i = 0; i < 20; i++) collectors.push(await harness.newAccount(0))
  const many = await taxed(...collectors.slice(0, 10).map((to) => hbarFee(1, to)))
  const more = await taxed(...collectors.slice(10).map((to) => hbarFee(1, to)))
  assert.equal(await harness.status(harness.transfer(many, alice, bob, 1)), 'SUCCESS')
  const both = harness.transfer(many, alice, bob, 1).addTokenTransfer(more, alice, -1).addTokenTransfer(more, bob, 1)
  assert.equal(await harness.status(both), 'CUSTOM_FEE_CHARGING_EXCEEDED_MAX_ACCOUNT_AMOUNTS')
})

test('A fractional fee is taken from the receivers in proportion, within its minimum and maximum', async () => {
  const token = await taxed(fraction(1, 10).setMin(4).setMax(20))
  const carol = await harness.newAccount()
  const two = new TransferTransaction()
    .addTokenTransfer(token, alice, -100)
    .addTokenTransfer(token, bob, 60)
    .addTokenTransfer(token, carol, 40)
  const record = await harness.record(two)
  assert.equal(await harness.balance(bob, token), 54)
  assert.equal(await harness.balance(carol, token), 36)
  assert.equal(await harness.balance(collector, token), 10)
  assert.deepEqual(record.assessedCustomFees[0]?.payerAccountIds?.map(String), [`${bob}`, `${carol}`])
  await harness.run(harness.transfer(token, alice, bob, 10))
  assert.equal(await harness.balance(bob, token), 60)
  await harness.run(harness.transfer(token, alice, bob, 390))
  assert.equal(await harness.balance(bob, token), 430)
  assert.equal(await harness.balance(collector, token), 34)
})

test('A fractional fee net of transfers is paid by the sender on top', async () => {
  const token = await taxed(fraction(1, 10).setAssessmentMethod(FeeAssessmentMethod.Exclusive))
  await harness.run(harness.transfer(token, alice, bob, 100))
  assert.equal(await harness.balance(alice, token), 390)
  assert.equal(await harness.balance(bob, token), 100)
  assert.equal(await harness.balance(collector, token), 10)
})

test('Treasury and collector pay nothing, other collectors only unless all are exempt', async () => {
  const second = await harness.newAccount()
  const token = await taxed(hbarFee(100), hbarFee(10, second).setAllCollectorsAreExempt(true))
  for (const account of [collector, second]) await harness.run(harness.transfer(token, harness.treasury, account, 10))
  const payments = async (from: AccountId): Promise<number[]> => {
    const { assessedCustomFees } = await harness.record(harness.transfer(token, from, bob, 1))
    return assessedCustomFees.map(({ amount }) => Number(amount))
  }
  assert.deepEqual(await payments(harness.treasury), [])
  assert.deepEqual(await payments(alice), [100, 10])
  assert.deepEqual(await payments(collector), [])
  assert.deepEqual(await payments(second), [100])
})

test('HIP-573: between collectors that are all exempt a token moves whole, whatever its fees', async () => {
  const second = await harness.newAccount()
  const shares = [fraction(1, 10), fraction(1, 5, second)].map((fee) => fee.setAllCollectorsAreExempt(true))
  const token = await taxed(...shares)
  await harness.run(harness.transfer(token, harness.treasury, collector, 100))
  for (const [from, to] of [
    [collector, second],
    [second, bob],
  ] as const)
    assert.deepEqual((await harness.record(harness.transfer(token, from, to, 100))).assessedCustomFees, [])
  const { assessedCustomFees } = await harness.record(harness.transfer(token, bob, alice, 100))
  assert.deepEqual(
    assessedCustomFees.map(({ amount }) => Number(amount)),
    [10, 20],
  )
})

test('A royalty is a share of what the NFT is exchanged for, hbar and tokens', async () => {
  const art = await harness.newNfts(2, withFees(royalty(1, 4)))
  const coin = await harness.newToken()
  for (const account of [alice, collector]) await harness.associate(account, coin)
  await harness.run(harness.transfer(coin, harness.treasury, bob, 100))
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, alice))
  const before = await hbarOf(alice)
  const sale = harness
    .transfer(coin, bob, alice, 80)
    .addNftTransfer(art, 1, alice, bob)
    .addHbarTransfer(bob, Hbar.fromTinybars(-1000))
    .addHbarTransfer(alice, Hbar.fromTinybars(1000))
  const { assessedCustomFees } = await harness.record(sale)
  assert.deepEqual(assessedCustomFees.map(({ amount }) => Number(amount)).sort(), [20, 250])
  assert.equal((await hbarOf(alice)) - before, 750n)
  assert.equal(await harness.balance(alice, coin), 60)
  assert.equal(await harness.balance(collector, coin), 20)
})

test('Without an exchange the receiver owes the fallback, and must sign for it', async () => {
  const fallback = new CustomFixedFee().setHbarAmount(Hbar.fromTinybars(70))
  const art = await harness.newNfts(2, withFees(royalty(1, 2).setFallbackFee(fallback)))
  await harness.run(new TransferTransaction().addNftTransfer(art, 1, harness.treasury, alice))
  const otherKey = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(otherKey.publicKey).setInitialBalance(new Hbar(1))
  const { accountId: receiver } = await execute(create.setMaxAutomaticTokenAssociations(-1), client)
  assert.ok(receiver)
  const gift = () => new TransferTransaction().addNftTransfer(art, 1, alice, receiver)
  assert.equal(await harness.status(gift()), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(gift(), otherKey), 'SUCCESS')
  assert.equal(await hbarOf(receiver), 99_999_930n)
})

test('A fee schedule can be replaced, and the mirror still shows the old one', async () => {
  const token = await taxed(hbarFee(5), fraction(1, 3).setMin(1).setMax(9))
  const { json: first } = await mirror(`/tokens/${token}`)
  const update = (...fees: Fee[]) => new TokenFeeScheduleUpdateTransaction().setTokenId(token).setCustomFees(fees)
  assert.equal(await harness.statusSigned(update(hbarFee(6))), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(update(hbarFee(6))), 'SUCCESS')
  const { customFees } = await new TokenInfoQuery().setTokenId(token).execute(client)
  assert.equal(customFees.length, 1)
  const { json: now } = await mirror(`/tokens/${token}`)
  assert.equal(now.custom_fees.fixed_fees[0].amount, 6)
  assert.deepEqual(now.custom_fees.fractional_fees, [])
  assert.equal(now.custom_fees.created_timestamp, now.modified_timestamp)
  const { json: then } = await mirror(`/tokens/${token}?timestamp=${first.modified_timestamp}`)
  assert.deepEqual(then.custom_fees, {
    created_timestamp: first.created_timestamp,
    fixed_fees: [
      {
        all_collectors_are_exempt: false,
        amount: 5,
        collector_account_id: `${collector}`,
        denominating_token_id: null,
      },
    ],
    fractional_fees: [
      {
        all_collectors_are_exempt: false,
        amount: { numerator: 1, denominator: 3 },
        collector_account_id: `${collector}`,
        denominating_token_id: `${token}`,
        maximum: 9,
        minimum: 1,
        net_of_transfers: false,
      },
    ],
  })
  assert.equal(await harness.status(update()), 'SUCCESS')
  assert.equal(await harness.status(update()), 'CUSTOM_SCHEDULE_ALREADY_HAS_NO_FEES')
})

const asNft = (create: TokenCreateTransaction) => create.setTokenType(TokenType.NonFungibleUnique).setInitialSupply(0)

const REFUSED: [string, (create: TokenCreateTransaction) => TokenCreateTransaction][] = [
  ['CUSTOM_FEE_MUST_BE_POSITIVE', withFees(hbarFee(0))],
  ['CUSTOM_FEES_LIST_TOO_LONG', withFees(...Array.from({ length: 11 }, () => hbarFee(1)))],
  ['INVALID_CUSTOM_FEE_COLLECTOR', withFees(new CustomFixedFee().setAmount(1).setFeeCollectorAccountId('0.0.999999'))],
  ['INVALID_CUSTOM_FEE_COLLECTOR', withFees(new CustomFixedFee().setAmount(1).setFeeCollectorAccountId('0.0.802'))],
  ['INVALID_TOKEN_ID_IN_CUSTOM_FEES', withFees(tokenFee(1, new TokenId(999_999)))],
  ['FRACTION_DIVIDES_BY_ZERO', withFees(fraction(1, 0))],
  ['FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT', withFees(fraction(1, 2).setMin(5).setMax(4))],
  ['CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE', withFees(royalty(1, 2))],
  ['CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON', (create) => withFees(fraction(1, 2))(asNft(create))],
  ['ROYALTY_FRACTION_CANNOT_EXCEED_ONE', (create) => withFees(royalty(3, 2))(asNft(create))],
  ['CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON', (create) => withFees(tokenFee(1, new TokenId(0)))(asNft(create))],
]

for (const [index, [status, change]] of REFUSED.entries()) {
  test(`Fees that nobody could pay are refused at creation: ${status} (${index + 1})`, async () => {
    assert.equal(await harness.status(change(harness.tokenCreate())), status)
  })
}

test('A collector of fees in a token must be associated with it, and must sign if the token is new', async () => {
  const coin = await harness.newToken()
  const stranger = await harness.newAccount()
  const create = withFees(tokenFee(1, coin, stranger))(harness.tokenCreate())
  assert.equal(await harness.status(create), 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
  const otherKey = PrivateKey.generateED25519()
  const other = new AccountCreateTransaction().setKeyWithoutAlias(otherKey.publicKey)
  const { accountId } = await execute(other, client)
  assert.ok(accountId)
  const fee = fraction(1, 10, accountId)
  assert.equal(await harness.status(withFees(fee)(harness.tokenCreate())), 'INVALID_SIGNATURE')
  assert.equal(await harness.status(withFees(fee)(harness.tokenCreate()), otherKey), 'SUCCESS')
  const { json } = await mirror(`/accounts/${accountId}/tokens`)
  assert.equal(json.tokens.length, 1)
  assert.equal(json.tokens[0].automatic_association, false)
})

test('An approved transfer charges the owner, within the allowance', async () => {
  const token = await taxed(tokenFee(5, new TokenId(0)))
  const operator = client.operatorAccountId
  assert.ok(operator)
  await harness.run(new AccountAllowanceApproveTransaction().approveTokenAllowance(token, alice, operator, 12))
  const spend = (amount: number) =>
    new TransferTransaction().addApprovedTokenTransfer(token, alice, -amount).addTokenTransfer(token, bob, amount)
  assert.equal(await harness.statusSigned(spend(8)), 'AMOUNT_EXCEEDS_ALLOWANCE')
  assert.equal(await harness.statusSigned(spend(7)), 'SUCCESS')
  assert.equal(await harness.balance(alice, token), 488)
})

type Entry = readonly [account: AccountId, amount: number | bigint, isApproval?: boolean]

/** A transfer that 0.0.1022 pays for. The SDK would merge the two entries of an account that also has an allowance. */
const rawTransfer = (token: TokenId, entries: readonly Entry[]) =>
  body({
    cryptoTransfer: {
      tokenTransfers: [
        {
          token: tokenId(Number(token.num)),
          transfers: entries.map(([{ num }, amount, isApproval]) => ({
            accountID: accountId(Number(num)),
            amount: toLong(BigInt(amount)),
            isApproval: isApproval ?? false,
          })),
        },
      ],
    },
  })
const [spender, everybody] = [signerFor(1022), ed25519Signer(harness.key.toStringDer())]

async function allow(owner: AccountId, token: TokenId, amount: number): Promise<void> {
  const approve = new AccountAllowanceApproveTransaction()
  await harness.run(approve.approveTokenAllowance(token, owner, AccountId.fromString('0.0.1022'), amount))
}

test('A fee in the token is charged to the allowance, even if the owner also has a direct entry', async () => {
  const token = await taxed(tokenFee(100, new TokenId(0)))
  await allow(alice, token, 10)
  const spend = rawTransfer(token, [
    [alice, 1],
    [alice, -6, true],
    [bob, 5],
  ])
  assert.equal(await raw.run(spend, [spender]), 'AMOUNT_EXCEEDS_ALLOWANCE')
  assert.equal(await harness.balance(alice, token), 500)
})

test('What a spender takes from a collector reduces the allowance, although the collector receives a fee', async () => {
  const token = await taxed(tokenFee(100, new TokenId(0)))
  await harness.run(harness.transfer(token, harness.treasury, collector, 50))
  await allow(collector, token, 10)
  const spend = (amount: number) =>
    raw.run(
      rawTransfer(token, [
        [collector, -amount, true],
        [alice, -1],
        [bob, amount + 1],
      ]),
      [spender, everybody],
    )
  assert.equal(await spend(11), 'AMOUNT_EXCEEDS_ALLOWANCE')
  assert.equal(await spend(10), 'SUCCESS')
  assert.equal(await spend(1), 'SPENDER_DOES_NOT_HAVE_ALLOWANCE')
  assert.equal(await harness.balance(collector, token), 140)
})

test('No negative fraction is taken from the collector if an account gives less than it receives', async () => {
  const token = await taxed(fraction(1, 100).setMin(100).setMax(100))
  await harness.run(harness.transfer(token, harness.treasury, collector, 400))
  await allow(alice, token, 10)
  const { treasury } = harness
  const gain = (amount: number, ...others: Entry[]) =>
    raw.run(rawTransfer(token, [[alice, amount + 1], [alice, -1, true], ...others]), [spender, everybody])
  await harness.run(harness.transfer(token, treasury, bob, 100))
  assert.equal(await gain(400, [treasury, -300], [bob, -100]), 'CUSTOM_FEE_MUST_BE_POSITIVE')
  assert.equal(await gain(100, [treasury, -100]), 'CUSTOM_FEE_MUST_BE_POSITIVE')
  assert.equal(await harness.balance(collector, token), 400)
})

test('A debit does not become a credit if a fee takes it beyond 64 bits', async () => {
  const token = await taxed(tokenFee(2, new TokenId(0)))
  await harness.run(harness.transfer(token, harness.treasury, bob, 10))
  const most = 2n ** 63n - 1n
  const entries: Entry[] = [
    [alice, most],
    [alice, -most - 1n, true],
    [bob, 1],
  ]
  const code = 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE'
  assert.equal(await raw.run(rawTransfer(token, entries), [spender]), code)
  assert.equal(await raw.run(rawTransfer(token, entries.toReversed()), [spender]), code)
  assert.equal(await harness.balance(alice, token), 500)
  assert.equal(await harness.balance(bob, token), 10)
})
