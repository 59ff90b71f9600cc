import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountDeleteTransaction,
  AccountId,
  AccountInfoQuery,
  AccountRecordsQuery,
  BatchTransaction,
  Hbar,
  PrivateKey,
  TransactionId,
  TransactionReceiptQuery,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network

const send = (to: AccountId | string, hbar: number) =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-hbar)).addHbarTransfer(to, new Hbar(hbar))

async function idAt(address: string): Promise<string> {
  const { json } = await mirror(`/accounts/${address}`)
  return json.account
}

test('Hbar sent to an EVM address makes a hollow account, created just before by a child of the transfer', async () => {
  const key = PrivateKey.generateECDSA()
  const address = key.publicKey.toEvmAddress()
  const transfer = send(AccountId.fromEvmAddress(0, 0, address), 5)
  await execute(transfer, client)
  const { json: account } = await mirror(`/accounts/0x${address}`)
  assert.equal(account.key, null)
  assert.equal(account.max_automatic_token_associations, -1)
  assert.equal(account.evm_address, `0x${address}`)
  assert.equal(account.balance.balance, 500_000_000)
  const id = transfer.transactionId
    ?.toString()
    .replace('@', '-')
    .replace(/\.(\d+)$/, '-$1')
  const { json } = await mirror(`/transactions/${id}`)
  const [child, parent] = json.transactions
  assert.deepEqual([child.name, child.nonce, child.entity_id], ['CRYPTOCREATEACCOUNT', 1, account.account])
  assert.deepEqual([parent.name, parent.nonce], ['CRYPTOTRANSFER', 0])
  assert.ok(child.consensus_timestamp < parent.consensus_timestamp)
  for (const { transfers } of [child, parent])
    assert.equal(
      transfers.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
      0,
    )
})

test('A receipt includes its children on request', async () => {
  const address = PrivateKey.generateECDSA().publicKey.toEvmAddress()
  const transfer = send(AccountId.fromEvmAddress(0, 0, address), 1)
  await execute(transfer, client)
  const query = new TransactionReceiptQuery().setTransactionId(transfer.transactionId ?? '').setIncludeChildren(true)
  const { children } = await query.execute(client)
  assert.equal(children[0]?.accountId?.toString(), await idAt(`0x${address}`))
  const record = await new TransactionRecordQuery()
    .setTransactionId(transfer.transactionId ?? '')
    .setIncludeChildren(true)
    .execute(client)
  assert.equal(record.children[0]?.evmAddress?.toString(), address)
})

test('A hollow account gets its key with the first transaction that it pays for', async () => {
  const key = PrivateKey.generateECDSA()
  const address = key.publicKey.toEvmAddress()
  await execute(send(AccountId.fromEvmAddress(0, 0, address), 5), client)
  const id = await idAt(`0x${address}`)
  const pay = () =>
    new TransferTransaction()
      .addHbarTransfer(id, new Hbar(-1))
      .addHbarTransfer('0.0.1023', new Hbar(1))
      .setTransactionId(TransactionId.generate(id))
  assert.equal(await statusOf(execute(pay(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(pay(), client, PrivateKey.generateECDSA())), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(pay(), client, key)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${id}`)
  assert.deepEqual(json.key, { _type: 'ECDSA_SECP256K1', key: key.publicKey.toStringRaw() })
  assert.equal(json.transactions[1].name, 'CRYPTOUPDATEACCOUNT')
  assert.equal(await statusOf(execute(pay(), client, key)), 'SUCCESS')
})

test('Hbar sent to a public key makes an account that has it', async () => {
  for (const key of [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]) {
    const alias = key.publicKey.toAccountId(0, 0)
    await execute(send(alias, 2), client)
    const info = await new AccountInfoQuery().setAccountId(alias).execute(client)
    assert.equal(info.key.toString(), key.publicKey.toString())
    assert.equal(info.aliasKey?.toString(), key.publicKey.toString())
    await execute(send(alias, 1), client)
    const balance = await new AccountBalanceQuery().setAccountId(info.accountId).execute(client)
    assert.equal(balance.hbars.toString(), '3 ℏ')
    const back = new TransferTransaction()
      .addHbarTransfer(info.accountId, new Hbar(-1))
      .addHbarTransfer('0.0.1022', new Hbar(1))
    assert.equal(await statusOf(execute(back, client, key)), 'SUCCESS')
  }
})

test('A key finds the hollow account that was made for its address', async () => {
  const key = PrivateKey.generateECDSA()
  await execute(send(AccountId.fromEvmAddress(0, 0, key.publicKey.toEvmAddress()), 1), client)
  await execute(send(key.publicKey.toAccountId(0, 0), 1), client)
  const { json } = await mirror(`/accounts/0x${key.publicKey.toEvmAddress()}`)
  assert.equal(json.balance.balance, 200_000_000)
})

test('A long-zero address is the number in it, and makes no account', async () => {
  const known = AccountId.fromEvmAddress(0, 0, '0x00000000000000000000000000000000000003ff')
  assert.equal(await statusOf(execute(send(known, 1), client)), 'SUCCESS')
  const unknown = AccountId.fromEvmAddress(0, 0, '0x0000000000000000000000000000000000ffffff')
  assert.equal(await statusOf(execute(send(unknown, 1), client)), 'INVALID_ACCOUNT_ID')
})

test('A scheduled transfer makes an account, and so does one in a batch', async () => {
  const operator = PrivateKey.fromStringDer(network.accounts.find(({ id }) => id === '0.0.1022')?.privateKey ?? '')
  const [a, b] = [PrivateKey.generateECDSA(), PrivateKey.generateECDSA()].map((key) => key.publicKey.toEvmAddress())
  await execute(send(AccountId.fromEvmAddress(0, 0, a ?? ''), 1).schedule(), client)
  assert.equal((await mirror(`/accounts/0x${a}`)).json.balance.balance, 100_000_000)
  const inner = await send(AccountId.fromEvmAddress(0, 0, b ?? ''), 2).batchify(client, operator.publicKey)
  await execute(new BatchTransaction().addInnerTransaction(inner), client)
  assert.equal((await mirror(`/accounts/0x${b}`)).json.balance.balance, 200_000_000)
  const { json } = await mirror('/transactions?limit=100')
  const times = json.transactions.map((t: { consensus_timestamp: string }) => t.consensus_timestamp)
  assert.deepEqual(times, [...new Set(times)].sort().reverse())
})

test('A deleted account leaves its alias to another', async () => {
  const key = PrivateKey.generateECDSA()
  const alias = AccountId.fromEvmAddress(0, 0, key.publicKey.toEvmAddress())
  const address = `0x${key.publicKey.toEvmAddress()}`
  await execute(send(alias, 1), client)
  const first = await idAt(address)
  const end = new AccountDeleteTransaction().setAccountId(first).setTransferAccountId('0.0.1022')
  await execute(end, client, key)
  await execute(send(alias, 1), client)
  assert.notEqual(await idAt(address), first)
  assert.equal((await mirror(`/accounts/${first}`)).json.deleted, true)
})

test('A query for the records of an account returns the transactions that it paid for', async () => {
  const transfer = send('0.0.1023', 1)
  await execute(transfer, client)
  const records = await new AccountRecordsQuery().setAccountId('0.0.1022').execute(client)
  assert.ok(records.some(({ transactionId }) => String(transactionId) === String(transfer.transactionId)))
  assert.ok(records.every(({ transactionId }) => String(transactionId.accountId) === '0.0.1022'))
})

test('A transfer that fails makes no account', async () => {
  const address = PrivateKey.generateECDSA().publicKey.toEvmAddress()
  const transfer = send(AccountId.fromEvmAddress(0, 0, address), 1_000_000)
  assert.equal(await statusOf(execute(transfer, client)), 'INSUFFICIENT_PAYER_BALANCE')
  const poor = new TransferTransaction()
    .addHbarTransfer('0.0.1023', new Hbar(-1_000_000))
    .addHbarTransfer(AccountId.fromEvmAddress(0, 0, address), new Hbar(1_000_000))
  const other = network.accounts.find(({ id }) => id === '0.0.1023')
  const key = PrivateKey.fromStringDer(other?.privateKey ?? '')
  assert.equal(await statusOf(execute(poor, client, key)), 'INSUFFICIENT_ACCOUNT_BALANCE')
  assert.equal((await mirror(`/accounts/0x${address}`)).status, 404)
})
