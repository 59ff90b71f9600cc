import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountDeleteTransaction,
  type AccountId,
  AccountInfoQuery,
  AccountUpdateTransaction,
  BatchTransaction,
  ContractCreateTransaction,
  ContractDeleteTransaction,
  ContractExecuteTransaction,
  Hbar,
  PrivateKey,
  Status,
  TransactionId,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { clientOf, execute, statusOf, testNetwork } from './support/network.ts'

const DAY = 86_400_000
/** Tinybars per hbar and day while 0.0.800 is full. */
const RATE = 6849
/** The SDK takes the time of its transactions from Date, so Date moves along with the ledger's clock. */
const systemNow = Date.now.bind(Date)
let ahead = 0
mock.method(Date, 'now', () => systemNow() + ahead)
const network = await testNetwork({ after }, { clock: { now: () => BigInt(systemNow()) * 1_000_000n } })
const { client, mirror } = network

async function advance(ms: number) {
  await network.advance(ms)
  ahead += ms
}

const key = PrivateKey.generateED25519()

async function staker(fields: (create: AccountCreateTransaction) => AccountCreateTransaction, hbar = 1000) {
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(hbar))
  const { accountId } = await execute(fields(create), client)
  assert.ok(accountId)
  return accountId
}

/** Sends one tinybar, and returns the record. */
async function touch(to: AccountId) {
  const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', Hbar.fromTinybars(-1))
  transfer.addHbarTransfer(to, Hbar.fromTinybars(1))
  await execute(transfer, client)
  return new TransactionRecordQuery().setTransactionId(transfer.transactionId ?? '').execute(client)
}

const rewardsOf = (record: Awaited<ReturnType<typeof touch>>) =>
  record.paidStakingRewards.map(({ accountId, amount }) => [accountId.toString(), amount.toTinybars().toNumber()])

/** The hbars come from the treasury, because the operator has too few. */
test.before(async () => {
  const treasury = clientOf(network)
  treasury.setOperator('0.0.2', network.accounts[0]?.privateKey ?? '')
  const fund = new TransferTransaction().addHbarTransfer('0.0.2', new Hbar(-100_000_000))
  await execute(fund.addHbarTransfer('0.0.800', new Hbar(100_000_000)), treasury)
  treasury.close()
})

test('An account that stakes to the node is paid for each whole day with its next transaction', async () => {
  const id = await staker((create) => create.setStakedNodeId(0))
  assert.deepEqual(rewardsOf(await touch(id)), [])
  await advance(DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [])
  await advance(DAY)
  const { json: due } = await mirror(`/accounts/${id}`)
  assert.equal(due.pending_reward, 1000 * RATE)
  const record = await touch(id)
  assert.deepEqual(rewardsOf(record), [[id.toString(), 1000 * RATE]])
  const paid = record.transfers.find(({ accountId }) => accountId.toString() === '0.0.800')
  assert.equal(paid?.amount.toTinybars().toNumber(), -1000 * RATE)
  const balance = await new AccountBalanceQuery().setAccountId(id).execute(client)
  assert.equal(balance.hbars.toTinybars().toNumber(), 100_000_000_000 + 3 + 1000 * RATE)
  assert.deepEqual(rewardsOf(await touch(id)), [])
  const { json } = await mirror(`/accounts/${id}/rewards`)
  assert.deepEqual(
    json.rewards.map(({ amount }: { amount: number }) => amount),
    [1000 * RATE],
  )
  const { json: list } = await mirror(`/transactions?timestamp=${json.rewards[0].timestamp}`)
  assert.deepEqual(list.transactions[0].staking_reward_transfers, [{ account: id.toString(), amount: 1000 * RATE }])
  await advance(3 * DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [[id.toString(), 3 * 1000 * RATE]])
})

test('Staking to an account adds to its stake', async () => {
  const stakee = await staker((create) => create.setStakedNodeId(0), 100)
  const id = await staker((create) => create.setStakedAccountId(stakee), 900)
  await advance(2 * DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [[stakee.toString(), 1000 * RATE]])
  const info = await new AccountInfoQuery().setAccountId(id).execute(client)
  assert.equal(info.stakingInfo?.stakedAccountId?.toString(), stakee.toString())
})

test('An account that declines rewards gets nothing, and starts again if it accepts them later', async () => {
  const id = await staker((create) => create.setStakedNodeId(0).setDeclineStakingReward(true))
  await advance(2 * DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [])
  const accept = new AccountUpdateTransaction().setAccountId(id).setDeclineStakingReward(false)
  await execute(accept, client, key)
  await advance(DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [])
  await advance(DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [[id.toString(), 1000 * RATE]])
})

test('Rewards due to a deleted account go to the account that gets its hbar', async () => {
  const heir = await staker((create) => create, 1)
  const id = await staker((create) => create.setStakedNodeId(0))
  await advance(2 * DAY)
  const end = new AccountDeleteTransaction().setAccountId(id).setTransferAccountId(heir)
  const { status } = await execute(end, client, key)
  assert.equal(status, Status.Success)
  const balance = await new AccountBalanceQuery().setAccountId(heir).execute(client)
  assert.equal(balance.hbars.toTinybars().toNumber(), 100_100_000_000 + 1000 * RATE)
})

test('The heir of an account without hbar gets its past rewards; staking to a deleted account earns none', async () => {
  const heir = await staker((create) => create.setStakedNodeId(0), 100)
  const empty = await staker((create) => create.setStakedNodeId(0), 0)
  const stakerId = await staker((create) => create.setStakedAccountId(empty), 100_000)
  await advance(3 * DAY)
  const end = new AccountDeleteTransaction().setAccountId(empty).setTransferAccountId(heir)
  await execute(end.setTransactionId(TransactionId.generate(stakerId)), client, key)
  const { paidStakingRewards } = await new TransactionRecordQuery()
    .setTransactionId(end.transactionId ?? '')
    .execute(client)
  const inherited = 2 * 100_000 * RATE
  const paid = paidStakingRewards.map(({ accountId, amount }) => [accountId.toString(), amount.toTinybars().toNumber()])
  assert.deepEqual(paid, [[heir.toString(), inherited + 2 * 100 * RATE]])
  assert.deepEqual(rewardsOf(await touch(heir)), [])
  await advance(2 * DAY)
  assert.deepEqual(rewardsOf(await touch(stakerId)), [])
  const { json: gone } = await mirror(`/accounts/${empty}`)
  assert.deepEqual([gone.deleted, gone.balance.balance], [true, 0])
})

test('The reward of a contract that is deleted goes to the one that gets its balance', async () => {
  const create = new ContractCreateTransaction().setBytecode(Buffer.from('00', 'hex')).setGas(100_000)
  create.setAdminKey(key).setInitialBalance(new Hbar(1000)).setStakedNodeId(0)
  const { contractId } = await execute(create, client, key)
  assert.ok(contractId)
  const heir = await staker((account) => account, 0)
  await advance(3 * DAY)
  const end = new ContractDeleteTransaction().setContractId(contractId).setTransferAccountId(heir)
  await execute(end, client, key)
  const record = await new TransactionRecordQuery().setTransactionId(end.transactionId ?? '').execute(client)
  assert.deepEqual(rewardsOf(record), [[heir.toString(), 2 * 1000 * RATE]])
  const { json: gone } = await mirror(`/accounts/${contractId}`)
  assert.deepEqual([gone.deleted, gone.balance.balance], [true, 0])
  const { json } = await mirror(`/accounts/${heir}`)
  assert.equal(json.balance.balance, 100_000_000_000 + 2 * 1000 * RATE)
})

/** A program that reverts unless the account in the first word has the balance in the second one. */
const BALANCE_IS = '6100108061000b5f395ff36020355f35311461000e575f5ffd5b00'
const word = (value: bigint | number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')

test('A batch is rehearsed with the rewards that it makes due: all of it succeeds, or nothing', async () => {
  const id = await staker((create) => create.setStakedNodeId(0))
  const create = new ContractCreateTransaction().setBytecode(Buffer.from(BALANCE_IS, 'hex')).setGas(200_000)
  const { contractId } = await execute(create, client)
  assert.ok(contractId)
  await advance(2 * DAY)
  const pay = new TransferTransaction().addHbarTransfer('0.0.1022', Hbar.fromTinybars(-1))
  const parts = [
    await pay.addHbarTransfer(id, Hbar.fromTinybars(1)).batchify(client, key),
    await new ContractExecuteTransaction()
      .setContractId(contractId)
      .setGas(100_000)
      .setFunctionParameters(Buffer.concat([word(Number(id.num)), word(100_000_000_001n)]))
      .batchify(client, key),
  ]
  const batch = parts.reduce((all, part) => all.addInnerTransaction(part), new BatchTransaction())
  assert.equal(await statusOf(execute(batch, client, key)), 'INNER_TRANSACTION_FAILED')
  const { json } = await mirror(`/accounts/${id}`)
  assert.equal(json.balance.balance, 100_000_000_000)
})

test('A batch is rehearsed with the rewards that its own payer is due: it succeeds or fails as a whole', async () => {
  const payer = await staker((create) => create.setStakedNodeId(0))
  const create = new ContractCreateTransaction().setBytecode(Buffer.from(BALANCE_IS, 'hex')).setGas(200_000)
  const { contractId } = await execute(create, client)
  assert.ok(contractId)
  await advance(2 * DAY)
  await touch(await staker((fields) => fields))
  const { json: funds } = await mirror('/accounts/0.0.800')
  // Reverts unless 0.0.800 still has what it had before it paid the reward.
  const call = new ContractExecuteTransaction()
    .setContractId(contractId)
    .setGas(100_000)
    .setFunctionParameters(Buffer.concat([word(800), word(funds.balance.balance)]))
  const give = new TransferTransaction().addHbarTransfer('0.0.1022', -7).addHbarTransfer('0.0.1023', 7)
  const parts = [await give.batchify(client, key), await call.batchify(client, key)]
  const { json: before } = await mirror('/accounts/0.0.1023')
  const batch = parts.reduce((all, part) => all.addInnerTransaction(part), new BatchTransaction())
  batch.setTransactionId(TransactionId.generate(payer))
  assert.equal(await statusOf(execute(batch, client, key)), 'INNER_TRANSACTION_FAILED')
  const { json: after } = await mirror('/accounts/0.0.1023')
  assert.equal(after.balance.balance, before.balance.balance)
})

test('Each day ends with a stake update of the nodes and a distribution of the fees', async () => {
  await advance(DAY)
  const { json } = await mirror('/transactions?transactiontype=nodestakeupdate')
  assert.equal(json.transactions[0].name, 'NODESTAKEUPDATE')
  const { json: stake } = await mirror('/network/stake')
  assert.equal(stake.max_staking_reward_rate_per_hbar, RATE)
  assert.ok(stake.stake_total > 0)
  const { json: nodes } = await mirror('/network/nodes')
  assert.equal(nodes.nodes[0].stake, stake.stake_total)
  const { json: fees } = await mirror('/accounts/0.0.802')
  assert.equal(fees.balance.balance, 0)
  const { json: supply } = await mirror('/balances?limit=100&order=asc')
  assert.ok(supply.balances.length > 0)
})

test('After more than a year without a transaction nobody is paid for days before the stake', async () => {
  await staker((create) => create.setStakedNodeId(0))
  await advance(3 * DAY)
  const id = await staker((create) => create.setStakedNodeId(0))
  await advance(DAY)
  await advance(400 * DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [])
  await advance(2 * DAY)
  assert.deepEqual(rewardsOf(await touch(id)), [[id.toString(), 2 * 1000 * RATE]])
})

test('Rewards that 0.0.800 has paid no longer count as its own stake', async () => {
  const treasury = clientOf(network)
  treasury.setOperator('0.0.2', network.accounts[0]?.privateKey ?? '')
  const stake = async (node: number) =>
    execute(new AccountUpdateTransaction().setAccountId('0.0.800').setStakedNodeId(node), treasury)
  const staked = async () => BigInt((await mirror('/network/nodes')).json.nodes[0].stake_rewarded)
  const id = await staker((create) => create.setStakedNodeId(0), 100_000)
  await advance(2 * DAY)
  const before = await staked()
  const { balance } = (await mirror('/accounts/0.0.800')).json.balance
  await stake(0)
  const [[, paid] = []] = rewardsOf(await touch(id))
  assert.ok(Number(paid) > 100_000_000)
  await advance(DAY)
  const whole = (tinybars: bigint) => tinybars - (tinybars % 100_000_000n)
  const added = whole(BigInt(balance) - BigInt(paid ?? 0)) + whole(BigInt(paid ?? 0))
  const fees = await staked()
  await stake(-1)
  treasury.close()
  assert.equal(fees - before, added)
})
