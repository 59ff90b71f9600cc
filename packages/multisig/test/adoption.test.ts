import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountAllowanceApproveTransaction,
  AccountAllowanceDeleteTransaction,
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  ContractCreateTransaction,
  EthereumTransaction,
  Hbar,
  KeyList,
  NftId,
  PendingAirdropId,
  PrivateKey,
  type Key as SdkKey,
  TokenAirdropTransaction,
  TokenCancelAirdropTransaction,
  TokenCreateTransaction,
  TokenId,
  TokenMintTransaction,
  TokenType,
  type Transaction,
} from '@hiero-ledger/sdk'
import { parseUnits, Wallet } from 'ethers'
import { type Harness, openHarness, type Person } from './harness.ts'

describe('An account with a threshold key that was made elsewhere', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let dan: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo, dan] = (await harness.people(4)) as [Person, Person, Person, Person]
  })
  after(() => harness.close())

  const keyOf = (people: Person[], threshold: number) =>
    new KeyList(
      people.map(({ key }) => key.publicKey),
      threshold,
    )
  async function account(key: SdkKey): Promise<string> {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(new Hbar(50))
    return (await harness.onLedger(create)).receipt.accountId ?? assert.fail()
  }
  const owners = (people: Person[]) => people.map(({ id }, index) => ({ wallet: id, name: `owner ${index + 1}` }))
  const look = (walletId: string, by: Person) => harness.get(`/multisig/wallet/${walletId}/adopt`, by)
  const adopt = (walletId: string, by: Person, people: Person[], more: object = {}) =>
    harness.post(`/multisig/wallet/${walletId}/adopt`, by, { name: 'Old treasury', owners: owners(people), ...more })
  const payment = (walletId: string) => ({
    ...{ walletId, receiverId: ada.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 100 },
  })

  test('becomes a wallet of the accounts that hold its keys, and pays with their signatures', async () => {
    const walletId = await account(keyOf([ada, ben, cleo], 2))
    const shown = await look(walletId, ben)
    assert.equal(shown.status, 200)
    assert.equal(shown.body.threshold, 2)
    assert.deepEqual(
      shown.body.keys.map(({ accounts }: { accounts: string[] }) => accounts),
      [[ada.id], [ben.id], [cleo.id]],
    )
    const socket = await harness.socket(cleo)
    // In an order that differs from the key's.
    const adopted = await adopt(walletId, ben, [cleo, ada, ben], { description: 'Made with another tool' })
    assert.equal(adopted.status, 200)
    const { settings, name, description, wallet } = adopted.body
    assert.deepEqual(
      [wallet, name, description, settings.threshold],
      [walletId, 'Old treasury', 'Made with another tool', 2],
    )
    assert.deepEqual(
      settings.owners.map((owner: { wallet: string }) => owner.wallet),
      [ada.id, ben.id, cleo.id],
    )
    assert.equal((await socket.next('wallet_created')).wallet, walletId)
    const read = await harness.get(`/multisig/wallet/${walletId}`, cleo)
    assert.deepEqual([read.body.keyMatches, read.body.assets[0].balance], [true, 50_0000_0000])
    const request = await harness.ask('withdraw', ada, payment(walletId))
    for (const by of [ada, cleo]) assert.equal((await harness.sign(request, by, walletId)).status, 200)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
    assert.deepEqual(
      [(await adopt(walletId, ada, [ada, ben, cleo])).body.code, (await look(walletId, ada)).body.code],
      ['WALLET_EXISTS', 'WALLET_EXISTS'],
    )
  })

  test('is adopted only by somebody who holds a part of its key, with exactly one account for each part', async () => {
    const walletId = await account(keyOf([ada, ben, cleo], 2))
    const codes = async (by: Person, people: Person[], more: object = {}) => {
      const { status, body } = await adopt(walletId, by, people, more)
      return `${status} ${body.code}`
    }
    assert.equal((await look(walletId, dan)).body.code, 'NOT_AN_OWNER')
    assert.equal(await codes(dan, [ada, ben, cleo]), '403 NOT_AN_OWNER')
    assert.equal(await codes(ada, [ada, ben]), '422 OWNER_MISSING')
    assert.equal(await codes(ada, [ada, ben, cleo, dan]), '422 OWNER_NOT_IN_KEY')
    assert.equal(await codes(ada, [ada, ben, ben]), '422 OWNER_REPEATED')
    // Another account with Ada's key, which anybody can make.
    const twin = await harness.person(ada.key)
    assert.equal(await codes(ada, [twin, ben, cleo]), '403 NOT_AN_OWNER')
    assert.equal(await codes(ada, [ada, twin, ben, cleo]), '422 OWNERS_SHARE_KEY')
    assert.equal(await codes(ada, [ada, ben, cleo], { name: '​' }), '400 HIDDEN_CHARACTER')
    assert.equal(await codes(ada, [ada, ben, cleo], { threshold: 1 }), '400 VALIDATION_FAILED')
    const { body } = await look(walletId, ada)
    assert.deepEqual(body.keys[0].accounts, [ada.id, twin.id])
    assert.deepEqual(
      (await harness.get('/multisig/wallets', ada)).body.filter((one: { wallet: string }) => one.wallet === walletId),
      [],
    )
  })

  test('is refused with another kind of key, with a part twice, or if it does not exist', async () => {
    const single = await account(ada.key.publicKey)
    const all = await account(new KeyList([ada.key.publicKey, ben.key.publicKey]))
    const twice = await account(new KeyList([ada.key.publicKey, ada.key.publicKey, ben.key.publicKey], 2))
    const code = async (walletId: string) => (await adopt(walletId, ada, [ada, ben])).body.code
    assert.deepEqual(
      [await code(single), await code(all), await code(twice), await code('0.0.999999')],
      ['NOT_A_THRESHOLD_KEY', 'NOT_A_THRESHOLD_KEY', 'KEY_REPEATED', 'INVALID_ACCOUNT_ID'],
    )
  })

  test('is refused with an EVM address, because the key behind it moves the hbars without the owners', async () => {
    const eve = PrivateKey.generateECDSA()
    const create = new AccountCreateTransaction()
      .setKeyWithAlias(keyOf([ada, ben], 2), eve.publicKey)
      .setInitialBalance(new Hbar(50))
    const walletId = (await harness.onLedger(create, eve)).receipt.accountId ?? assert.fail()
    const raw = await new Wallet(eve.toStringRaw()).signTransaction({
      ...{ chainId: 298, type: 2, nonce: 0, gasLimit: 21_000, maxFeePerGas: 710_000_000_000n, maxPriorityFeePerGas: 0 },
      ...{ to: `0x${Number(ada.id.split('.')[2]).toString(16).padStart(40, '0')}`, value: parseUnits('40', 18) },
    })
    await harness.onLedger(new EthereumTransaction().setEthereumData(Buffer.from(raw.slice(2), 'hex')))
    assert.ok(((await harness.ledger.mirror.account(walletId))?.balance ?? 0n) < 10_0000_0000n)
    const codes = [(await look(walletId, ada)).body.code, (await adopt(walletId, ada, [ada, ben])).body.code]
    assert.deepEqual(codes, ['HAS_EVM_ADDRESS', 'HAS_EVM_ADDRESS'])
  })

  test('is refused while its former key lets others spend what it holds', async () => {
    const eve = await harness.person()
    const walletId = await account(eve.key.publicKey)
    const token = (type: TokenType) =>
      new TokenCreateTransaction()
        .setTokenName('T')
        .setTokenSymbol('T')
        .setTokenType(type)
        .setInitialSupply(type === TokenType.FungibleCommon ? 100 : 0)
        .setSupplyKey(eve.key.publicKey)
        .setTreasuryAccountId(walletId)
    const coin = (await harness.onLedger(token(TokenType.FungibleCommon), eve.key)).receipt.tokenId ?? ''
    const art = (await harness.onLedger(token(TokenType.NonFungibleUnique), eve.key)).receipt.tokenId ?? ''
    await harness.onLedger(new TokenMintTransaction().setTokenId(art).setMetadata([Buffer.from('a')]), eve.key)
    const closed = await account(cleo.key.publicKey)
    const drop = new TokenAirdropTransaction().addTokenTransfer(coin, walletId, -1).addTokenTransfer(coin, closed, 1)
    await harness.onLedger(drop, eve.key)
    const serial = NftId.fromString(`${art}/1`)
    const approve = () => new AccountAllowanceApproveTransaction()
    const hbars = (amount: number) => approve().approveHbarAllowance(walletId, eve.id, Hbar.fromTinybars(amount))
    const coins = (amount: number) => approve().approveTokenAllowance(coin, walletId, eve.id, amount)
    const all = approve().approveTokenNftAllowanceAllSerials(art, walletId, eve.id)
    const one = approve().approveTokenNftAllowance(serial, walletId, eve.id)
    for (const allowance of [hbars(5), coins(5), all, one]) await harness.onLedger(allowance, eve.key)
    const update = new AccountUpdateTransaction().setAccountId(walletId).setKey(keyOf([ada, ben], 2))
    await harness.onLedger(update, eve.key, ada.key, ben.key)
    const waiting = new PendingAirdropId({
      ...{ senderId: AccountId.fromString(walletId), receiverId: AccountId.fromString(closed) },
      tokenId: TokenId.fromString(coin),
    })
    const ends: [permitted: string, end: Transaction][] = [
      [`${eve.id} may spend hbars`, hbars(0)],
      [`${eve.id} may spend ${coin}`, coins(0)],
      [`${eve.id} may take all NFTs of ${art}`, approve().deleteTokenNftAllowanceAllSerials(art, walletId, eve.id)],
      [
        `${eve.id} may take serial 1 of ${art}`,
        new AccountAllowanceDeleteTransaction().deleteAllTokenNftAllowances(serial, walletId),
      ],
      [`${closed} may claim an airdrop of ${coin}`, new TokenCancelAirdropTransaction().addPendingAirdropId(waiting)],
    ]
    for (const [permitted, end] of ends) {
      const { body } = await adopt(walletId, ada, [ada, ben])
      assert.deepEqual([body.code, body.message.split(' of the account')[0]], ['OTHERS_MAY_SPEND', permitted])
      assert.equal((await look(walletId, ada)).body.code, 'OTHERS_MAY_SPEND')
      await harness.onLedger(end, ada.key, ben.key)
    }
    assert.equal((await adopt(walletId, ada, [ada, ben])).status, 200)
  })

  test('is refused with the code of a contract, or with a hook behind a page of deleted ones', async (t) => {
    const walletId = await account(keyOf([ada, ben], 2))
    const { mirror } = harness.ledger
    const { account: accountOf, get } = mirror
    const shown = t.mock.method(mirror, 'account', async (id: string) => {
      const found = await accountOf.call(mirror, id)
      return found && id === walletId ? { ...found, delegationAddress: `0x${'0'.repeat(36)}04d2` } : found
    })
    assert.match((await adopt(walletId, ada, [ada, ben])).body.message, /^the code at 0x0{36}04d2 may move the hbars/)
    shown.mock.restore()

    const first = `/accounts/${walletId}/hooks?limit=100`
    const pages = new Map<string, object>()
    t.mock.method(mirror, 'get', async (path: string) => pages.get(path) ?? get.call(mirror, path))
    const pageOf = (next: string | null, hook: object) => ({ hooks: [hook], links: { next } })
    const deleted = { hook_id: 2, deleted: true }
    pages.set(first, pageOf(`/api/v1${first}&hook.id=lt:2`, deleted))
    pages.set(`${first}&hook.id=lt:2`, pageOf(null, { hook_id: 1, deleted: false }))
    assert.match((await adopt(walletId, ada, [ada, ben])).body.message, /^its hook 1 may permit transfers/)
    for (let i = 0; i < 30; i++)
      pages.set(`${first}${i ? `&hook.id=lt:${i}` : ''}`, pageOf(`/api/v1${first}&hook.id=lt:${i + 1}`, deleted))
    assert.equal((await adopt(walletId, ada, [ada, ben])).body.code, 'OTHERS_MAY_SPEND')
    pages.set(first, pageOf(null, deleted))
    assert.equal((await adopt(walletId, ada, [ada, ben])).status, 200)
  })

  test('is refused if it is a contract, because its program may move what it holds without the owners', async () => {
    // A contract with the program STOP.
    const create = new ContractCreateTransaction()
      .setBytecode(Buffer.from('600080600a6000396000f3', 'hex'))
      .setGas(200_000)
      .setAdminKey(keyOf([ada, ben], 2))
    const walletId = (await harness.onLedger(create, ada.key, ben.key)).receipt.contractId ?? assert.fail()
    const answers = [await look(walletId, ada), await adopt(walletId, ada, [ada, ben])]
    for (const { body } of answers)
      assert.deepEqual([body.code, body.message.split(':')[0]], ['OTHERS_MAY_SPEND', `${walletId} is a contract`])
  })

  test('may have a nested key as a part, if that is the key of one account', async () => {
    const pair = await account(keyOf([cleo, dan], 2))
    const walletId = await account(new KeyList([ada.key.publicKey, keyOf([cleo, dan], 2)], 1))
    assert.deepEqual((await look(walletId, ada)).body.keys[1].accounts, [])
    const { status, body } = await harness.post(`/multisig/wallet/${walletId}/adopt`, ada, {
      ...{ name: 'Nested', owners: [...owners([ada]), { wallet: pair, name: 'The two' }] },
    })
    assert.equal(status, 200, JSON.stringify(body))
    const request = await harness.ask('withdraw', ada, payment(walletId))
    await harness.sign(request, ada, walletId)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
  })

  test("An account whose key is changed elsewhere gets its present owners when adopted again, which closes the others' open requests", async () => {
    const walletId = await harness.wallet([ada, ben], 2)
    const request = await harness.ask('update', ada, {
      ...{ walletId, action: 'add', owner: { wallet: dan.id, name: 'Dan' } },
    })
    const update = new AccountUpdateTransaction().setAccountId(walletId).setKey(keyOf([ben, cleo], 1))
    await harness.onLedger(update, ada.key, ben.key, cleo.key)
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, ada)).body.keyMatches, false)
    assert.equal((await adopt(walletId, ada, [ada, ben])).body.code, 'NOT_AN_OWNER')
    const adopted = await adopt(walletId, cleo, [ben, cleo])
    assert.deepEqual([adopted.status, adopted.body.name, adopted.body.settings.threshold], [200, 'Old treasury', 1])
    const read = await harness.get(`/multisig/wallet/${walletId}`, cleo)
    assert.deepEqual([read.body.keyMatches, read.body.name], [true, 'Old treasury'])
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, ada)).status, 403)
    const status = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.deepEqual([status.body.status, status.body.code], ['error', 'WALLET_CHANGED'])
  })

  test('is not given back to a removed owner by a mirror that lags', async (t) => {
    const walletId = await harness.wallet([ada, ben], 1)
    const update = new AccountUpdateTransaction().setAccountId(walletId).setKey(keyOf([ben, cleo], 1))
    await harness.onLedger(update, ada.key, ben.key, cleo.key)
    const newest = t.mock.method(harness.ledger.mirror, 'newestTimestamp', async () => '1700000000.000000000')
    assert.equal((await adopt(walletId, cleo, [ben, cleo])).body.code, 'MIRROR_BEHIND')
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, ada)).status, 200)
    newest.mock.restore()
    assert.equal((await adopt(walletId, cleo, [ben, cleo])).status, 200)
  })

  test('is refused before anything is read of its parts if it has more than a wallet may have owners', async () => {
    const keys = Array.from({ length: 21 }, () => PrivateKey.generateED25519())
    const walletId = await account(new KeyList([ada.key.publicKey, ...keys.map(({ publicKey }) => publicKey)], 2))
    assert.equal((await look(walletId, ada)).body.code, 'TOO_MANY_OWNERS')
  })
})
