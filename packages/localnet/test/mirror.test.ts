import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountUpdateTransaction,
  Hbar,
  PrivateKey,
  TokenFreezeTransaction,
  TokenWipeTransaction,
  TopicMessageSubmitTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, type MirrorJson, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const pay = (to: string, hbar: number) =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-hbar)).addHbarTransfer(to, new Hbar(hbar))
for (let i = 1; i <= 5; i++) await execute(pay('0.0.1024', i), client)
await statusOf(
  execute(new TransferTransaction().addHbarTransfer('0.0.1024', -1).addHbarTransfer('0.0.1022', 1), client),
)

/** Follows links.next to the end. */
async function pages(path: string, member: string): Promise<MirrorJson[][]> {
  const found = []
  for (let next: string | null = path; next; ) {
    const { json } = await mirror(next.replace('/api/v1', ''))
    found.push(json[member])
    next = json.links.next
  }
  return found
}

test('Pages of a list, put together, are the list', async () => {
  const inPages = await pages('/transactions?limit=2', 'transactions')
  const { json: whole } = await mirror('/transactions?limit=100')
  assert.deepEqual(inPages.flat(), whole.transactions)
  assert.ok(inPages.length > 2)
  assert.equal(whole.links.next, null)
  const [first, last] = [whole.transactions.at(-2), whole.transactions[1]].map(
    ({ consensus_timestamp }: MirrorJson) => consensus_timestamp,
  )
  for (const order of ['asc', 'desc']) {
    const between = await pages(
      `/transactions?timestamp=gte:${first}&timestamp=lte:${last}&limit=1&order=${order}`,
      'transactions',
    )
    const inOrder = order === 'desc' ? between.flat() : between.flat().reverse()
    assert.deepEqual(inOrder, whole.transactions.slice(1, -1))
  }
  const oldestFirst = await pages('/transactions?limit=3&order=asc', 'transactions')
  assert.deepEqual(oldestFirst.flat().reverse(), whole.transactions)
  const accounts = (await pages('/accounts?limit=7', 'accounts')).flat().map(({ account }: MirrorJson) => account)
  assert.equal(new Set(accounts).size, accounts.length)
  assert.ok(accounts.includes('0.0.802') && accounts.includes('0.0.1031'))
})

test('Transactions are filtered by account, direction, result, type and time', async () => {
  const { json: received } = await mirror('/transactions?account.id=0.0.1024&type=credit')
  assert.equal(received.transactions.length, 5)
  const { json: failed } = await mirror('/transactions?result=fail')
  assert.deepEqual(
    failed.transactions.map(({ result }: MirrorJson) => result),
    ['INVALID_SIGNATURE'],
  )
  const { json: transfers } = await mirror('/transactions?transactiontype=cryptotransfer&result=success')
  assert.equal(transfers.transactions.length, 5)
  assert.deepEqual((await mirror('/transactions?transactiontype=TOKENMINT')).json.transactions, [])
  const third = received.transactions[2].consensus_timestamp
  const { json: since } = await mirror(`/transactions?account.id=0.0.1024&type=credit&timestamp=gte:${third}`)
  assert.equal(since.transactions.length, 3)
  const { json: exact } = await mirror(`/transactions?timestamp=${third}`)
  assert.equal(exact.transactions.length, 1)
})

test('A repeated parameter matches either value, and a transaction that matches both is listed once', async () => {
  const { json: one } = await mirror('/transactions?account.id=0.0.1024')
  const { json: both } = await mirror('/transactions?account.id=0.0.1024&account.id=0.0.1022&limit=100')
  assert.equal(both.transactions.length, new Set(both.transactions.map((t: MirrorJson) => t.consensus_timestamp)).size)
  assert.ok(both.transactions.length > one.transactions.length)
  const { json: accounts } = await mirror('/accounts?account.id=0.0.2&account.id=0.0.3')
  assert.deepEqual(
    accounts.accounts.map(({ account }: MirrorJson) => account),
    ['0.0.2', '0.0.3'],
  )
  const { json: range } = await mirror('/accounts?account.id=gt:0.0.1020&account.id=lte:0.0.1022')
  assert.deepEqual(
    range.accounts.map(({ account }: MirrorJson) => account),
    ['0.0.1021', '0.0.1022'],
  )
})

test('A transaction is found by its id in both forms, with its hash and its fee', async () => {
  const sent = await pay('0.0.1025', 1).execute(client)
  await sent.getReceipt(client)
  const [account, start] = sent.transactionId.toString().split('@')
  const { json } = await mirror(`/transactions/${account}-${start?.replace('.', '-')}`)
  const [transaction] = json.transactions
  assert.equal(
    Buffer.from(transaction.transaction_hash, 'base64').toString('hex'),
    Buffer.from(sent.transactionHash).toString('hex'),
  )
  assert.equal(transaction.result, 'SUCCESS')
  assert.equal(
    transaction.transfers.reduce((sum: number, { amount }: MirrorJson) => sum + amount, 0),
    0,
  )
  assert.equal((await mirror('/transactions/0.0.1022-1-1')).status, 404)
  assert.equal((await mirror('/transactions/nonsense')).status, 400)
})

test('Bad parameters are named, unknown ones refused', async () => {
  const bad = [
    'limit=0',
    'limit=x',
    'order=up',
    'account.id=x',
    'account.id=like:1',
    'timestamp=yesterday',
    'result=maybe',
    'type=both',
    'transactiontype=x',
  ]
  for (const parameter of bad) {
    const { status, json } = await mirror(`/transactions?${parameter}`)
    assert.equal(status, 400, parameter)
    assert.deepEqual(json, { _status: { messages: [{ message: `Invalid parameter: ${parameter.split('=')[0]}` }] } })
  }
  const unknown = await mirror('/transactions?color=red')
  assert.equal(unknown.json._status.messages[0].message, 'Unknown query parameter: color')
  assert.equal((await mirror('/nowhere')).status, 404)
})

test('Names of parameters and TRUE are read without regard to case, and their values belong together', async () => {
  const lower = await mirror('/transactions?transactiontype=cryptotransfer&account.id=0.0.1022&limit=2')
  assert.deepEqual(await mirror('/transactions?transactionType=cryptotransfer&Account.ID=0.0.1022&LIMIT=2'), lower)
  const both = await mirror('/accounts?account.id=0.0.1022&Account.Id=0.0.1023&balance=TRUE')
  assert.deepEqual(
    both.json.accounts.map(({ account }: { account: string }) => account),
    ['0.0.1022', '0.0.1023'],
  )
  assert.ok(both.json.accounts[0].balance)
  assert.equal((await mirror('/accounts?balance=False')).json.accounts[0].balance, null)
})

test('The supply is available as a plain number of hbars, for sites that list coins', async () => {
  const told = async (q: string) => {
    const response = await fetch(`${network.mirrorRest}/api/v1/network/supply?q=${q}`)
    return [response.headers.get('content-type'), await response.text()]
  }
  const { json } = await mirror('/network/supply')
  assert.deepEqual(await told('totalcoins'), ['text/plain; charset=utf-8', '50000000000.00000000'])
  const [, circulating = ''] = await told('circulating')
  assert.equal(circulating?.replace('.', ''), json.released_supply.padStart(9, '0'))
  assert.equal((await mirror('/network/supply?q=everything')).status, 400)
})

test('Lists of contracts are empty without any', async () => {
  const links = { next: null }
  assert.deepEqual((await mirror('/contracts?limit=2&order=asc')).json, { contracts: [], links })
  assert.deepEqual((await mirror('/contracts/results?from=0.0.1022')).json, { results: [], links })
  assert.deepEqual((await mirror('/contracts/results/logs?timestamp=gte:1')).json, { logs: [], links })
  assert.equal((await mirror('/contracts?limit=0')).status, 400)
})

test('A limit beyond 100 is 100', async () => {
  const { json } = await mirror('/accounts?limit=100000')
  assert.equal(json.accounts.length, 100)
  assert.match(json.links.next, /account.id=gt:/)
})

test('Integers beyond 2^53 are exact', async () => {
  const { text } = await mirror('/accounts/0.0.2?transactions=false')
  assert.match(text, /"balance":\{"balance":4998500\d{12},/)
})

test('Accounts are found by public key and by balance', async () => {
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction()
    .setKeyWithoutAlias(key.publicKey)
    .setInitialBalance(Hbar.fromTinybars(4321))
  const { accountId } = await execute(create, client)
  for (const text of [key.publicKey.toStringRaw(), key.publicKey.toStringDer()]) {
    const { json } = await mirror(`/accounts?account.publickey=${text}`)
    assert.deepEqual(
      json.accounts.map(({ account }: MirrorJson) => account),
      [accountId?.toString()],
    )
  }
  const { json } = await mirror('/accounts?account.balance=4321')
  assert.equal(json.accounts[0].account, accountId?.toString())
  assert.equal((await mirror('/accounts?account.publickey=zz')).status, 400)
})

test('The mirror returns an account as it was before an update', async () => {
  const [old, fresh] = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
  const create = new AccountCreateTransaction().setKeyWithoutAlias(old.publicKey).setAccountMemo('first')
  const { accountId } = await execute(create, client)
  const { json: first } = await mirror(`/accounts/${accountId}`)
  const update = new AccountUpdateTransaction()
    .setAccountId(accountId ?? '')
    .setKey(fresh.publicKey)
    .setAccountMemo('second')
  await execute(update, client, old, fresh)
  const { json: second } = await mirror(`/accounts/${accountId}`)
  assert.equal(second.memo, 'second')
  assert.equal(second.key.key, fresh.publicKey.toStringRaw())
  const { json: past } = await mirror(`/accounts/${accountId}?timestamp=lte:${first.created_timestamp}`)
  assert.equal(past.memo, 'first')
  assert.equal(past.key.key, old.publicKey.toStringRaw())
  const before = await mirror(`/accounts/${accountId}?timestamp=lt:${first.created_timestamp}`)
  assert.equal(before.status, 404)
})

test('The mirror returns the node, exchange rate and supply', async () => {
  const { json: nodes } = await mirror('/network/nodes')
  assert.equal(nodes.nodes[0].node_account_id, '0.0.3')
  assert.equal(nodes.nodes[0].node_id, 0)
  assert.equal(`127.0.0.1:${nodes.nodes[0].service_endpoints[0].port}`, network.grpc)
  assert.deepEqual((await mirror('/network/nodes?node.id=gt:0')).json.nodes, [])
  const { json: rate } = await mirror('/network/exchangerate')
  assert.equal(rate.current_rate.cent_equivalent / rate.current_rate.hbar_equivalent, 12)
  assert.equal((await mirror('/network/supply')).json.total_supply, '5000000000000000000')
})

test('The mirror also names the entity of a refused transaction', async () => {
  const topic = new TopicMessageSubmitTransaction().setTopicId('0.0.999999').setMessage('m')
  const drop = new TokenWipeTransaction().setTokenId('0.0.999998').setAccountId('0.0.1023').setAmount(1)
  const freeze = new TokenFreezeTransaction().setTokenId('0.0.999998').setAccountId('0.0.1023')
  const told: (string | null)[] = []
  for (const refused of [
    topic,
    drop,
    freeze,
    new TransferTransaction().addHbarTransfer('0.0.1023', -1).addHbarTransfer('0.0.1022', 1),
  ]) {
    await statusOf(execute(refused, client))
    const { json } = await mirror('/transactions?account.id=0.0.1022&result=fail&limit=1')
    told.push(json.transactions[0].entity_id)
  }
  assert.deepEqual(told, ['0.0.999999', '0.0.999998', '0.0.1023', null])
})

test('Numbers beyond 64 bits and paths that are not valid text are refused in the form of the mirror', async () => {
  const refused = [
    '/accounts?account.balance=9223372036854775808',
    '/blocks?block.number=9223372036854775808',
    '/accounts/0.0.2/airdrops/pending?serialnumber=gt:9223372036854775808',
    '/accounts/%ff%fe',
    `/tokens/${'a'.repeat(3000)}`,
    `/topics/${'a'.repeat(9000)}`,
  ]
  for (const path of refused) {
    const { status, json } = await mirror(path)
    assert.equal(status, 400, path)
    assert.equal(typeof json._status.messages[0].message, 'string')
  }
})

test('A transaction id with a valid start beyond 64 bits finds nothing', async () => {
  for (const path of ['', '/stateproof']) {
    const { status } = await mirror(`/transactions/0.0.1022-9999999999-999999999${path}`)
    assert.equal(status, 404, path)
  }
})

test('Balances are found by public key, EVM address and alias', async () => {
  const { json: account } = await mirror('/accounts/0.0.1012')
  const found: string[] = []
  for (const query of [
    `account.publickey=${account.key.key}`,
    `account.id=${account.evm_address}`,
    `account.id=${account.alias}`,
  ]) {
    const { json } = await mirror(`/balances?${query}`)
    found.push(...json.balances.map((row: MirrorJson) => row.account))
  }
  assert.deepEqual(found, ['0.0.1012', '0.0.1012', '0.0.1012'])
  assert.deepEqual((await mirror(`/balances?account.id=0x${'12'.repeat(20)}`)).json.balances, [])
})

test('An account is found by its alias as an SDK prints it', async () => {
  for (const key of [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]) {
    const alias = key.publicKey.toAccountId(0, 0)
    const transfer = new TransferTransaction()
      .addHbarTransfer('0.0.1022', new Hbar(-1))
      .addHbarTransfer(alias, new Hbar(1))
    await execute(transfer, client)
    const { json } = await mirror(`/accounts/${alias}`)
    assert.equal(json.balance.balance, 100_000_000)
    assert.deepEqual((await mirror(`/accounts/${alias.aliasKey}`)).json.account, json.account)
    assert.equal((await mirror(`/balances?account.id=${alias}`)).json.balances[0].account, json.account)
  }
})

test('Balances at a past time are compared as they were then', async () => {
  const { accountId } = await execute(
    new AccountCreateTransaction().setKeyWithoutAlias(PrivateKey.generateED25519()).setInitialBalance(new Hbar(7)),
    client,
  )
  const { json: made } = await mirror(`/accounts/${accountId}`)
  const gift = new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer(accountId ?? '', 1)
  await execute(gift, client)
  const found = async (filter: string) =>
    (await mirror(`/balances?account.id=${accountId}&timestamp=${made.created_timestamp}&${filter}`)).json.balances
  assert.deepEqual(
    (await found('account.balance=700000000')).map((one: { balance: number }) => one.balance),
    [700_000_000],
  )
  assert.deepEqual(await found('account.balance=800000000'), [])
})
