import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountDeleteTransaction,
  AccountId,
  AccountInfoQuery,
  AccountUpdateTransaction,
  Hbar,
  KeyList,
  PrivateKey,
  Timestamp,
  TransactionId,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network

async function newAccount(key: PrivateKey, hbar = 10) {
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(hbar))
  const { accountId } = await execute(create, client)
  assert.ok(accountId)
  return accountId
}

test('An account is created with its key and balance, and the mirror shows it at once', async () => {
  const key = PrivateKey.generateECDSA()
  const id = await newAccount(key, 7)
  const info = await new AccountInfoQuery().setAccountId(id).execute(client)
  assert.equal(info.key?.toString(), key.publicKey.toString())
  assert.equal(info.balance.toTinybars().toString(), '700000000')
  const { json } = await mirror(`/accounts/${id}`)
  assert.deepEqual(json.key, { _type: 'ECDSA_SECP256K1', key: key.publicKey.toStringRaw() })
  assert.equal(json.balance.balance, 700_000_000)
  assert.equal(json.transactions[0].name, 'CRYPTOCREATEACCOUNT')
  assert.equal(json.transactions[0].entity_id, id.toString())
})

test('A transfer needs the signatures of the debited account and of a receiver that requires its own', async () => {
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key)
  const debit = () =>
    new TransferTransaction().addHbarTransfer(id, new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1))
  assert.equal(await statusOf(execute(debit(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(debit(), client, key)), 'SUCCESS')
  const insist = new AccountUpdateTransaction().setAccountId(id).setReceiverSignatureRequired(true)
  await execute(insist, client, key)
  const credit = () =>
    new TransferTransaction().addHbarTransfer(id, new Hbar(1)).addHbarTransfer('0.0.1022', new Hbar(-1))
  assert.equal(await statusOf(execute(credit(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(credit(), client, key)), 'SUCCESS')
})

test('A key is changed by the old key and the new one together', async () => {
  const [old, a, b, c] = [0, 1, 2, 3].map(() => PrivateKey.generateED25519()) as [
    PrivateKey,
    PrivateKey,
    PrivateKey,
    PrivateKey,
  ]
  const id = await newAccount(old)
  const wallet = new KeyList(
    [a, b, c].map((key) => key.publicKey),
    2,
  )
  const update = () => new AccountUpdateTransaction().setAccountId(id).setKey(wallet)
  assert.equal(await statusOf(execute(update(), client, old)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(update(), client, old, a)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(update(), client, a, b)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(update(), client, old, a, c)), 'SUCCESS')
  const pay = () => new TransferTransaction().addHbarTransfer(id, -1).addHbarTransfer('0.0.1023', 1)
  assert.equal(await statusOf(execute(pay(), client, b)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(pay(), client, b, c)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${id}`)
  assert.equal(json.key._type, 'ProtobufEncoded')
})

test('A wallet under a threshold key pays for itself with its owners alone', async () => {
  const [a, b] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
  const key = new KeyList([a.publicKey, b.publicKey], 2)
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(new Hbar(5))
  const { accountId: id } = await execute(create, client)
  assert.ok(id)
  const transfer = new TransferTransaction().addHbarTransfer(id, -1).addHbarTransfer('0.0.1023', 1)
  transfer.setTransactionId(TransactionId.generate(id)).freezeWith(client)
  await transfer.sign(a)
  assert.equal(await statusOf(transfer.execute(client)), 'INVALID_SIGNATURE')
  const both = new TransferTransaction().addHbarTransfer(id, -1).addHbarTransfer('0.0.1023', 1)
  both.setTransactionId(TransactionId.generate(id))
  assert.equal(await statusOf(execute(both, client, a, b)), 'SUCCESS')
})

test('A failed transaction leaves only its fee', async () => {
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key, 1)
  const before = await new AccountBalanceQuery().setAccountId('0.0.1022').execute(client)
  const transfer = new TransferTransaction().addHbarTransfer(id, new Hbar(-2)).addHbarTransfer('0.0.1022', new Hbar(2))
  assert.equal(await statusOf(execute(transfer, client, key)), 'INSUFFICIENT_ACCOUNT_BALANCE')
  const after = await new AccountBalanceQuery().setAccountId('0.0.1022').execute(client)
  const record = await new TransactionRecordQuery()
    .setTransactionId(transfer.transactionId ?? '')
    .setValidateReceiptStatus(false)
    .execute(client)
  assert.equal(
    before.hbars.toTinybars().sub(after.hbars.toTinybars()).toString(),
    record.transactionFee.toTinybars().toString(),
  )
  assert.deepEqual(
    record.transfers.map(({ accountId }) => accountId.toString()),
    ['0.0.802', '0.0.1022'],
  )
})

test('A deleted account gives its hbar away and is gone', async () => {
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key, 3)
  const drop = new AccountDeleteTransaction().setAccountId(id).setTransferAccountId('0.0.1025')
  assert.equal(await statusOf(execute(drop, client, key)), 'SUCCESS')
  assert.equal(await statusOf(new AccountInfoQuery().setAccountId(id).execute(client)), 'ACCOUNT_DELETED')
  const { json } = await mirror(`/accounts/${id}`)
  assert.equal(json.deleted, true)
  assert.equal(json.balance.balance, 0)
  const { json: beneficiary } = await mirror('/accounts/0.0.1025')
  assert.equal(beneficiary.balance.balance, 50_000_300_000_000)
})

test('Accounts stake to the node that exists, and stop', async () => {
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key)
  const stake = (node: number) => new AccountUpdateTransaction().setAccountId(id).setStakedNodeId(node)
  assert.equal(await statusOf(execute(stake(9), client, key)), 'INVALID_STAKING_ID')
  assert.equal(await statusOf(execute(stake(0).setDeclineStakingReward(true), client, key)), 'SUCCESS')
  const { json } = await mirror(`/accounts/${id}`)
  assert.equal(json.staked_node_id, 0)
  assert.equal(json.decline_reward, true)
  const clear = new AccountUpdateTransaction().setAccountId(id).clearStakedNodeId()
  assert.equal(await statusOf(execute(clear, client, key)), 'SUCCESS')
  assert.equal((await mirror(`/accounts/${id}`)).json.staked_node_id, null)
})

test('The mirror finds an account by its EVM address, alias and id, and nothing else', async () => {
  const { json } = await mirror('/accounts/0.0.1012')
  const byAddress = await mirror(`/accounts/${json.evm_address}`)
  assert.equal(byAddress.json.account, '0.0.1012')
  assert.equal((await mirror(`/accounts/${json.evm_address.slice(2)}`)).json.account, '0.0.1012')
  assert.equal((await mirror(`/accounts/${json.alias}`)).json.account, '0.0.1012')
  assert.equal((await mirror('/accounts/0.0.999999')).status, 404)
  const bad = await mirror('/accounts/abc')
  assert.equal(bad.status, 400)
  assert.match(bad.json._status.messages[0].message, /Invalid parameter/)
})

test('The mirror returns the balance at a past time', async () => {
  const key = PrivateKey.generateED25519()
  const id = await newAccount(key, 4)
  const { json: before } = await mirror(`/accounts/${id}`)
  const moment = before.transactions[0].consensus_timestamp
  await execute(
    new TransferTransaction().addHbarTransfer(id, new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1)),
    client,
    key,
  )
  assert.equal((await mirror(`/accounts/${id}`)).json.balance.balance, 300_000_000)
  const past = await mirror(`/balances?account.id=${id}&timestamp=${moment}`)
  assert.equal(past.json.balances[0].balance, 400_000_000)
  assert.equal((await mirror(`/accounts/${id}?timestamp=lte:${moment}`)).json.balance.balance, 400_000_000)
})

test('Balances without rows have no timestamp, because formatBalancesResult of hiero-mirror-node takes it from the rows', async () => {
  const none = { timestamp: null, balances: [], links: { next: null } }
  assert.deepEqual((await mirror('/balances?account.id=0.0.987654321')).json, none)
  const began = (await mirror('/balances?account.id=0.0.2')).json.timestamp
  assert.deepEqual((await mirror(`/balances?account.id=0.0.987654321&timestamp=lte:${began}`)).json, none)
})

test('Balances before the start of the ledger are empty, as before the first snapshot of a public network', async () => {
  const none = { timestamp: null, balances: [], links: { next: null } }
  assert.deepEqual((await mirror('/balances?account.id=0.0.2&timestamp=lte:1000000000')).json, none)
  const now = (await mirror('/balances?account.id=0.0.2')).json
  const began = (await mirror('/accounts/0.0.2')).json.created_timestamp
  assert.deepEqual((await mirror(`/balances?account.id=0.0.2&timestamp=${began}`)).json.timestamp, began)
  assert.notEqual(now.timestamp, null)
})

test('An account can be paid at its EVM address; only its own key can take that address, and only once', async () => {
  const key = PrivateKey.generateECDSA()
  const create = () => new AccountCreateTransaction().setECDSAKeyWithAlias(key.publicKey).setInitialBalance(new Hbar(1))
  const { accountId } = await execute(create(), client, key)
  assert.equal(await statusOf(execute(create(), client, key)), 'ALIAS_ALREADY_ASSIGNED')
  const address = key.publicKey.toEvmAddress()
  const pay = new TransferTransaction()
    .addHbarTransfer('0.0.1022', new Hbar(-1))
    .addHbarTransfer(AccountId.fromEvmAddress(0, 0, address), new Hbar(1))
  assert.equal(await statusOf(execute(pay, client)), 'SUCCESS')
  const { json } = await mirror(`/accounts/0x${address}`)
  assert.equal(json.account, accountId?.toString())
  assert.equal(json.balance.balance, 200_000_000)
  const [other, stranger] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
  const claim = () =>
    new AccountCreateTransaction().setKeyWithoutAlias(other.publicKey).setAlias(stranger.publicKey.toEvmAddress())
  assert.equal(await statusOf(execute(claim(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(claim(), client, stranger)), 'SUCCESS')
})

const REFUSED_CREATIONS: [string, (create: AccountCreateTransaction) => AccountCreateTransaction][] = [
  ['INVALID_INITIAL_BALANCE', (create) => create.setInitialBalance(Hbar.fromTinybars(-1))],
  ['INSUFFICIENT_PAYER_BALANCE', (create) => create.setInitialBalance(new Hbar(1_000_000))],
  ['INVALID_RENEWAL_PERIOD', (create) => create.setAutoRenewPeriod(0)],
  ['AUTORENEW_DURATION_NOT_IN_RANGE', (create) => create.setAutoRenewPeriod(2_591_999)],
  ['AUTORENEW_DURATION_NOT_IN_RANGE', (create) => create.setAutoRenewPeriod(8_000_002)],
  ['MEMO_TOO_LONG', (create) => create.setAccountMemo('m'.repeat(101))],
  ['INVALID_ZERO_BYTE_IN_STRING', (create) => create.setAccountMemo('a\0')],
  ['INVALID_MAX_AUTO_ASSOCIATIONS', (create) => create.setMaxAutomaticTokenAssociations(5001)],
  ['INVALID_STAKING_ID', (create) => create.setStakedAccountId('0.0.999999')],
  ['INVALID_STAKING_ID', (create) => create.setStakedNodeId(7)],
  ['INVALID_SIGNATURE', (create) => create.setReceiverSignatureRequired(true)],
]

for (const [index, [status, change]] of REFUSED_CREATIONS.entries()) {
  test(`An account is not created: ${status}, case ${index}`, async () => {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(PrivateKey.generateED25519().publicKey)
    assert.equal(await statusOf(execute(change(create), client)), status)
  })
}

const REFUSED_UPDATES: [string, (update: AccountUpdateTransaction) => AccountUpdateTransaction][] = [
  ['ACCOUNT_ID_DOES_NOT_EXIST', () => new AccountUpdateTransaction()],
  ['INVALID_ACCOUNT_ID', (update) => update.setAccountId('123.456.789')],
  ['AUTORENEW_DURATION_NOT_IN_RANGE', (update) => update.setAutoRenewPeriod(1)],
  ['INVALID_EXPIRATION_TIME', (update) => update.setExpirationTime(new Timestamp(1, 0))],
  [
    'REQUESTED_NUM_AUTOMATIC_ASSOCIATIONS_EXCEEDS_ASSOCIATION_LIMIT',
    (update) => update.setMaxAutomaticTokenAssociations(5001),
  ],
  ['MEMO_TOO_LONG', (update) => update.setAccountMemo('m'.repeat(101))],
]

for (const [index, [status, change]] of REFUSED_UPDATES.entries()) {
  test(`An account is not updated: ${status}, case ${index}`, async () => {
    const update = change(new AccountUpdateTransaction().setAccountId('0.0.1022'))
    assert.equal(await statusOf(execute(update, client)), status)
  })
}

const REFUSED_DELETIONS: [string, AccountDeleteTransaction][] = [
  ['ACCOUNT_ID_DOES_NOT_EXIST', new AccountDeleteTransaction().setTransferAccountId('0.0.1023')],
  ['INVALID_ACCOUNT_ID', new AccountDeleteTransaction().setAccountId('0.0.999999').setTransferAccountId('0.0.1023')],
  [
    'INVALID_TRANSFER_ACCOUNT_ID',
    new AccountDeleteTransaction().setAccountId('0.0.1022').setTransferAccountId('0.0.999999'),
  ],
  [
    'ENTITY_NOT_ALLOWED_TO_DELETE',
    new AccountDeleteTransaction().setAccountId('0.0.3').setTransferAccountId('0.0.1023'),
  ],
  [
    'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT',
    new AccountDeleteTransaction().setAccountId('0.0.1022').setTransferAccountId('0.0.1022'),
  ],
]

for (const [status, transaction] of REFUSED_DELETIONS) {
  test(`An account is not deleted: ${status}`, async () =>
    assert.equal(await statusOf(execute(transaction, client)), status))
}
