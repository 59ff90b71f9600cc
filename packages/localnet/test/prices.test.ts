import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountAllowanceApproveTransaction,
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  CustomFixedFee,
  FileCreateTransaction,
  Hbar,
  PrivateKey,
  ScheduleCreateTransaction,
  TokenAirdropTransaction,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionId,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const key = PrivateKey.generateED25519()
const receiver = '0.0.1023'
const receiverKey = PrivateKey.fromStringDer(network.accounts.find(({ id }) => id === receiver)?.privateKey ?? '')

/** The charge for a transaction, in thousandths of a cent: 83,333 tinybars are ten of them. */
async function priceOf(transaction: Transaction, ...keys: PrivateKey[]): Promise<number> {
  await execute(transaction, client, ...keys)
  const query = new TransactionRecordQuery().setTransactionId(transaction.transactionId ?? '').setIncludeChildren(true)
  const { transactionFee, children } = await query.execute(client)
  const fees = [transactionFee, ...children.map((child) => child.transactionFee)]
  return Math.round((fees.reduce((sum, fee) => sum + Number(fee.toTinybars()), 0) * 12) / 100_000)
}

const newToken = () =>
  new TokenCreateTransaction()
    .setTokenName('t')
    .setTokenSymbol('t')
    .setTreasuryAccountId('0.0.1022')
    .setInitialSupply(100)
const newArt = () =>
  newToken().setInitialSupply(0).setTokenType(TokenType.NonFungibleUnique).setSupplyKey(key.publicKey)
const fee = () => new CustomFixedFee().setAmount(1).setFeeCollectorAccountId('0.0.1022')
const send = (token: string) =>
  new TransferTransaction().addTokenTransfer(token, '0.0.1022', -1).addTokenTransfer(token, receiver, 1)
const tokenOf = async (create: TokenCreateTransaction) => String((await execute(create, client)).tokenId)
const hbars = (to: string | AccountId) =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer(to, new Hbar(1))

test('An airdrop costs a transfer, five cents if it is pending or associates, and five for the association', async () => {
  const token = await tokenOf(newToken())
  const airdropTo = (...receivers: string[]) => {
    const airdrop = new TokenAirdropTransaction().addTokenTransfer(token, '0.0.1022', -receivers.length)
    for (const one of receivers) airdrop.addTokenTransfer(token, one, 1)
    return airdrop
  }
  const accountOf = async (slots: number) => {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(key).setMaxAutomaticTokenAssociations(slots)
    return String((await execute(create, client)).accountId)
  }
  const [open, unlimited, closed] = [await accountOf(1), await accountOf(-1), await accountOf(0)]
  const transferred = await priceOf(
    new TransferTransaction().addTokenTransfer(token, '0.0.1022', -1).addTokenTransfer(token, await accountOf(1), 1),
  )
  const associating = 5_000
  const transfer = transferred - associating
  assert.equal(await priceOf(airdropTo(open)), transfer + 10_000)
  assert.equal(await priceOf(airdropTo(open)), transfer, 'to an associated account')
  assert.equal(await priceOf(airdropTo(unlimited)), transfer + 10_000)
  assert.equal(await priceOf(airdropTo(closed)), transfer + 10_000)
  assert.equal(await priceOf(airdropTo(closed)), transfer + associating, 'what waits already, grows')
  const small = airdropTo(await accountOf(0)).setMaxTransactionFee(
    Hbar.fromTinybars(Math.ceil((transfer * 100_000) / 12) + 2),
  )
  assert.equal(await priceOf(small), transfer + 10_000, 'beyond the maximum fee')
})

test('A failed airdrop does not pay the charges of its handling', async () => {
  const token = await tokenOf(newToken())
  const poor = new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(Hbar.fromTinybars(2_000_000))
  const payer = String((await execute(poor.setMaxAutomaticTokenAssociations(1), client)).accountId)
  const closed = String((await execute(new AccountCreateTransaction().setKeyWithoutAlias(key), client)).accountId)
  await execute(
    new TransferTransaction().addTokenTransfer(token, '0.0.1022', -1).addTokenTransfer(token, payer, 1),
    client,
  )
  const airdrop = new TokenAirdropTransaction()
    .addTokenTransfer(token, payer, -1)
    .addTokenTransfer(token, closed, 1)
    .setTransactionId(TransactionId.generate(payer))
    .setMaxTransactionFee(Hbar.fromTinybars(1_000_000))
  assert.equal(await statusOf(execute(airdrop, client, key)), 'INSUFFICIENT_PAYER_BALANCE')
  const { json } = await mirror(`/accounts/${payer}`)
  assert.ok(json.balance.balance > 1_000_000, 'only the fee of a transfer is gone')
  assert.deepEqual((await mirror(`/accounts/${closed}/airdrops/pending`)).json.airdrops, [])
})

test('A transfer costs a hundredth of a cent, another signature as much again', async () => {
  assert.equal(await priceOf(hbars(receiver)), 10)
  assert.equal(await priceOf(hbars(receiver), key), 20)
  const third = hbars(receiver).addHbarTransfer(receiver, -1).addHbarTransfer('0.0.1024', 1)
  assert.equal(await priceOf(third), 20)
})

test('The first hbar transfer to an alias costs an account creation', async () => {
  const alias = AccountId.fromEvmAddress(0, 0, PrivateKey.generateECDSA().publicKey.toEvmAddress())
  assert.equal(await priceOf(hbars(alias)), 10 + 5000)
})

test('Accounts, their changes and allowances have the prices of the public network', async () => {
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey)
  assert.equal(await priceOf(create), 5000)
  const update = new AccountUpdateTransaction().setAccountId('0.0.1022').setAccountMemo('m')
  assert.equal(await priceOf(update), 22)
  const approve = new AccountAllowanceApproveTransaction().approveHbarAllowance('0.0.1022', receiver, 1)
  assert.equal(await priceOf(approve), 5000)
  const two = new AccountAllowanceApproveTransaction()
    .approveHbarAllowance('0.0.1022', receiver, 1)
    .approveHbarAllowance('0.0.1022', '0.0.1024', 1)
  assert.equal(await priceOf(two), 10_000)
})

test('Tokens cost more with custom fees, and each NFT that is minted', async () => {
  assert.equal(await priceOf(newToken()), 100_000)
  assert.equal(await priceOf(newToken().setCustomFees([fee()])), 200_000)
  const [coin, taxed, art] = [
    await tokenOf(newToken()),
    await tokenOf(newToken().setCustomFees([fee()])),
    await tokenOf(newArt()),
  ]
  const associate = new TokenAssociateTransaction().setAccountId(receiver).setTokenIds([coin, taxed])
  assert.equal(await priceOf(associate, receiverKey), 10_000 + 10)
  assert.equal(await priceOf(send(coin)), 100)
  assert.equal(await priceOf(send(taxed)), 200)
  const mint = (count: number) =>
    new TokenMintTransaction().setTokenId(art).setMetadata(Array.from({ length: count }, () => Buffer.from('m')))
  assert.equal(await priceOf(mint(1), key), 2000 + 10)
  assert.equal(await priceOf(mint(10), key), 20_000 + 10)
})

test('Topics cost more with custom fees, and so do their messages', async () => {
  assert.equal(await priceOf(new TopicCreateTransaction()), 1000)
  const create = new TopicCreateTransaction().setCustomFees([fee()])
  assert.equal(await priceOf(create), 200_000)
  const topics = [(await execute(new TopicCreateTransaction(), client)).topicId]
  topics.push((await execute(new TopicCreateTransaction().setCustomFees([fee()]), client)).topicId)
  const prices: number[] = []
  for (const topic of topics)
    prices.push(await priceOf(new TopicMessageSubmitTransaction().setTopicId(topic ?? '').setMessage('m')))
  assert.deepEqual(prices, [80, 5000])
})

test('Files cost by their size beyond a thousand bytes, schedules by themselves', async () => {
  const file = (bytes: number) => new FileCreateTransaction().setKeys([key.publicKey]).setContents('x'.repeat(bytes))
  assert.equal(await priceOf(file(500), key), 5000 + 10)
  const more = (await priceOf(file(3000), key)) - (await priceOf(file(2000), key))
  assert.ok(Math.abs(more - 1000 * (1.1 + 1)) <= 2, `${more}`)
  const schedule = new ScheduleCreateTransaction().setScheduledTransaction(hbars(receiver))
  assert.equal(await priceOf(schedule.setAdminKey(key.publicKey), key), 1000 + 10)
})

test('A maximum fee that is too low is refused before anything happens', async () => {
  const create = newToken().setMaxTransactionFee(new Hbar(8))
  assert.equal(await statusOf(execute(create, client)), 'INSUFFICIENT_TX_FEE')
  const { json } = await mirror('/transactions?account.id=0.0.1022&limit=1')
  assert.notEqual(json.transactions[0].name, 'TOKENCREATION')
})
