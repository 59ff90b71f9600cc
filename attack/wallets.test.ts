import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Client,
  Hbar,
  KeyList,
  PrivateKey,
  Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'

describe('Attacks on a wallet', () => {
  let platform: AttackedPlatform
  let client: Client
  let ada: Person
  let ben: Person
  let eve: Person
  before(async () => {
    platform = await startPlatform()
    ;[ada, ben, eve] = (await platform.people(3)) as [Person, Person, Person]
    client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
  })
  after(async () => {
    client?.close()
    await platform.close()
  })

  const post = (path: string, by: Person, body: unknown) =>
    platform.call('multisig', 'POST', `/multisig/${path}`, by, body)
  const get = (path: string, by: Person) => platform.call('multisig', 'GET', `/multisig/${path}`, by)
  const creation = (owners: Person[], threshold: number) => ({
    name: 'Treasury',
    balance: 0,
    settings: { owners: owners.map(({ id }) => ({ wallet: id, name: id })), threshold },
  })
  async function asked(path: string, by: Person, body: unknown): Promise<Answer['body']> {
    const answer = await post(`wallet/${path}/request`, by, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const signatureOf = (key: PrivateKey, { bodyBytes }: Answer['body']) =>
    `0x${Buffer.from(key.sign(Buffer.from(bodyBytes, 'base64'))).toString('hex')}`
  const sign = (request: Answer['body'], by: Person, walletId?: string, key = by.key) =>
    post(`transaction/sign/${request.jobId}`, by, {
      ...(walletId ? { walletId } : {}),
      senderId: by.id,
      signature: signatureOf(key, request),
    })
  const execute = (operation: string, by: Person, { jobId, bytes }: Answer['body']) =>
    post(`wallet/${operation}/execute`, by, { jobId, bytes })

  async function onLedger(transaction: Transaction, id: TransactionId, ...keys: PrivateKey[]) {
    let signed = transaction
      .setTransactionId(id)
      .setNodeAccountIds([AccountId.fromString('0.0.3')])
      .freeze()
    for (const key of keys) signed = await signed.sign(key)
    return (await signed.execute(client)).getReceipt(client)
  }
  /** Another transaction with the id of a request. The payer can submit one to the ledger. */
  const usurp = (request: Answer['body'], transaction: Transaction, ...keys: PrivateKey[]) =>
    onLedger(transaction, TransactionId.fromString(request.transactionId), ...keys)

  async function wallet(owners: Person[], threshold: number): Promise<string> {
    const [first = ada] = owners
    const request = await asked('create', first, creation(owners, threshold))
    await sign(request, first)
    const { status, body } = await execute('create', first, request)
    assert.equal(status, 200, JSON.stringify(body))
    const pay = new TransferTransaction().addHbarTransfer(ada.id, -50).addHbarTransfer(body.walletId, 50)
    await onLedger(pay, TransactionId.generate(ada.id), ada.key)
    return body.walletId
  }
  const payment = (walletId: string, amountOrSerial = 1) => ({
    walletId,
    receiverId: ada.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial,
  })

  test('no account of somebody else is shown to the owners as their wallet', async () => {
    const request = await asked('create', eve, creation([ada, ben], 2))
    await sign(request, eve)
    const alone = new KeyList([ada.key.publicKey, ben.key.publicKey, eve.key.publicKey], 1)
    const { accountId } = await usurp(request, new AccountCreateTransaction().setKeyWithoutAlias(alone), eve.key)
    const answer = await execute('create', eve, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    assert.deepEqual((await get('wallets', ada)).body, [])
    assert.equal((await get(`wallet/${accountId}`, ada)).status, 403)
  })

  test('no creation with an EVM address is accepted: the key behind it could pay alone by Ethereum transactions', async () => {
    const before = (await get('wallets', ada)).body.length
    const request = await asked('create', eve, creation([ada, ben], 2))
    await sign(request, eve)
    const behind = PrivateKey.generateECDSA()
    const requested = Transaction.fromBytes(Buffer.from(request.bytes, 'base64')) as AccountCreateTransaction
    assert.ok(requested.key)
    const usurper = new AccountCreateTransaction()
      .setKeyWithoutAlias(requested.key)
      .setAlias(behind.publicKey.toEvmAddress())
      .setInitialBalance(requested.initialBalance ?? 0)
      .setMaxAutomaticTokenAssociations(requested.maxAutomaticTokenAssociations ?? 0)
      .setAccountMemo(requested.accountMemo ?? '')
      .setTransactionMemo(requested.transactionMemo)
    const receipt = await usurp(request, usurper, eve.key, behind)
    assert.equal(String(receipt.status), 'SUCCESS')
    const answer = await execute('create', eve, request)
    assert.deepEqual([answer.status, answer.body.code], [422, 'SUPERSEDED'])
    assert.equal((await get('wallets', ada)).body.length, before)
    assert.equal((await get(`wallet/${receipt.accountId}`, ada)).status, 403)
  })

  test('the history shows no payment whose id another transaction used', async () => {
    const walletId = await wallet([ada, ben], 1)
    const request = await asked('withdraw', ada, payment(walletId))
    await sign(request, ada, walletId)
    const other = new TransferTransaction()
      .addHbarTransfer(walletId, new Hbar(-10))
      .addHbarTransfer(eve.id, new Hbar(10))
    await usurp(request, other, ada.key)
    assert.equal((await execute('withdraw', ada, request)).body.code, 'SUPERSEDED')
    const [entry] = (await get(`wallet/${walletId}/history`, ben)).body
    assert.equal(entry.status, 'error')
  })

  test('the former key of an owner does not count, even if another owner has it now', async () => {
    const cleo = await platform.login(await platform.newAccount())
    const dan = await platform.login(await platform.newAccount())
    const walletId = await wallet([ada, cleo, dan], 2)
    const next = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(cleo.id).setKey(next.publicKey)
    await onLedger(rotation, TransactionId.generate(cleo.id), cleo.key, next)
    const taken = new AccountUpdateTransaction().setAccountId(dan.id).setKey(cleo.key.publicKey)
    await onLedger(taken, TransactionId.generate(dan.id), dan.key, cleo.key)
    const request = await asked('withdraw', ada, payment(walletId))
    await sign(request, ada, walletId)
    assert.equal((await sign(request, dan, walletId, cleo.key)).body.code, 'OWNER_KEY_ROTATED')
    const transaction = await Transaction.fromBytes(Buffer.from(request.bytes, 'base64')).sign(cleo.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    assert.equal((await execute('withdraw', dan, { ...request, bytes })).body.code, 'THRESHOLD_NOT_MET')
  })

  test('no owner gets the signatures with which the transaction could be burned too early', async () => {
    const walletId = await wallet([ada, ben], 2)
    const request = await asked('withdraw', ada, payment(walletId))
    await sign(request, ada, walletId)
    const secret = Buffer.from(signatureOf(ada.key, request).slice(2), 'hex').toString('base64')
    for (const path of [
      `wallet/${walletId}`,
      `wallet/${walletId}/history`,
      `wallet/${walletId}/pending`,
      `transaction/status/${request.jobId}`,
    ])
      assert.ok(!JSON.stringify((await get(path, ben)).body).includes(secret), path)
  })

  test('a thousand junk signatures are refused, wherever signatures are taken', async () => {
    const keys = Array.from({ length: 20 }, () => PrivateKey.generateED25519())
    const key = new KeyList(
      keys.map(({ publicKey }) => publicKey),
      1,
    )
    const account = await platform.login(await platform.newAccount())
    const change = new AccountUpdateTransaction().setAccountId(account.id).setKey(key)
    await onLedger(change, TransactionId.generate(account.id), account.key, ...keys)
    // A SignatureMap of pairs {pubKeyPrefix: '', ed25519: 64 bytes}.
    const pair = Buffer.concat([Buffer.from([0x0a, 66, 0x1a, 64]), Buffer.alloc(64, 7)])
    const junk = Buffer.concat(Array.from({ length: 1_000 }, () => pair)).toString('base64')
    const { body: challenge } = await platform.call('node', 'GET', '/auth/web3/request')
    const login = await platform.call('node', 'POST', '/auth/web3/login', undefined, {
      payload: challenge.payload,
      operator: { accountId: account.id },
      signedData: { signature: junk },
    })
    assert.ok([400, 413].includes(login.status), JSON.stringify(login.body))
    const walletId = await wallet([ada, ben], 1)
    const request = await asked('withdraw', ada, payment(walletId))
    const answers = await Promise.all([
      post(`transaction/sign/${request.jobId}`, ben, { walletId, senderId: ben.id, signature: junk }),
      execute('withdraw', ben, { ...request, bytes: junk }),
      platform.call('node', 'POST', '/transactions/submit', ben, { bytes: request.bytes, signature: junk }),
    ])
    for (const { status, body } of answers) assert.deepEqual([status, body.code], [400, 'TOO_MANY_SIGNATURES'])
  })
})
