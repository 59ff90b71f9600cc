import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  type Key,
  KeyList,
  PrivateKey,
  TokenCreateTransaction,
  TopicCreateTransaction,
  TopicUpdateTransaction,
  Transaction,
} from '@hiero-ledger/sdk'
import { signerFromText, withSignatures, writeMessage } from '@quorate/ledger'
import { testDatabase } from '@quorate/platform/testing'
import { bindingMemo, canonicalBytes, type Key as QuorateKey, validatorIn } from '@quorate/verify'
import fc from 'fast-check'
import { isCreatedUnder } from '../src/validators/created-under.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import { type Answer, CHAIN, ed25519Signer, loggedIn, OPERATOR, openHarness } from './harness.ts'
import { signed } from './wallets.ts'

describe('Entities created under a validator', () => {
  let guarded: Guarded
  /** A validator under which anybody may move an account, and the memo that binds an account to it. */
  let accounts: { validator: string; memo: string }
  let networkKey: Key
  before(async () => {
    guarded = await openGuarded()
    accounts = await bound('accounts', { actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' } })
    const answer = await guarded.ask(guarded.ada, '/accounts', { validatorConsensusTimestamp: accounts.validator })
    networkKey =
      Transaction.fromBytes(Buffer.from(answer.body.bytes, 'base64')) instanceof AccountCreateTransaction
        ? ((Transaction.fromBytes(Buffer.from(answer.body.bytes, 'base64')) as AccountCreateTransaction).key as Key)
        : assert.fail()
  })
  after(() => guarded[Symbol.asyncDispose]())

  const PATHS = { accounts: '/accounts', consensus: '/hcs', tokens: '/hts/create/token' } as const
  /** A validator with full security, and the memo for creations under it. */
  async function bound(kind: keyof typeof PATHS, more: object): Promise<{ validator: string; memo: string }> {
    const validator = await guarded.validator(kind, { smartNodeSecurity: 'full', ...more })
    const token = kind === 'tokens' ? { name: 'T', symbol: 'T', supplyKey: true } : {}
    const body = { validatorConsensusTimestamp: validator, ...token }
    const answer = await guarded.ask(guarded.ada, PATHS[kind], body)
    return { validator, memo: memoIn(answer) }
  }
  const memoIn = ({ body }: Answer): string => Transaction.fromBytes(Buffer.from(body.bytes, 'base64')).transactionMemo

  const receiptOf = async (transaction: Transaction) =>
    (await transaction.execute(guarded.wallets.client)).getReceipt(guarded.wallets.client)
  /** Executes a creation that Ada pays for, without the node. */
  const created = (transaction: Transaction, memo: string, ...signers: PrivateKey[]) =>
    guarded.harness.submit(
      transaction.setTransactionMemo(memo),
      guarded.ada.id,
      ...[guarded.ada.key, ...signers].map((key) => signerFromText(key.toStringDer())),
    )
  const paying = async (from: string) => {
    const { body } = await guarded.ask(guarded.ben, '/accounts/transfer/hbar', { amount: 1, from, to: guarded.ben.id })
    return body.code ?? body.status
  }
  const bindingOf = async (id: string) =>
    (await guarded.ask(guarded.ben, `/validators/bindings/${id}`, undefined as never, 'GET')).body

  test("name it in the memo of the creating transaction, and keep the user's memo as their own", async () => {
    const { ada, wallets } = guarded
    const body = { validatorConsensusTimestamp: accounts.validator, memo: 'my own', balance: 1_000 }
    const { accountId, transactionId } = await wallets.done(ada, 'POST', '/accounts', body)
    assert.equal((await wallets.mirror(`/accounts/${accountId}`)).memo, 'my own')
    const found = await wallets.mirror(`/transactions/${transactionId.replace(/@(\d+)\./, '-$1-')}`)
    assert.equal(Buffer.from(found.transactions[0].memo_base64, 'base64').toString(), accounts.memo)
    assert.equal(validatorIn(accounts.memo)?.validator, accounts.validator)
    assert.deepEqual(await bindingOf(accountId), {
      ...{ entityId: accountId, kind: 'account', validator: accounts.validator, owner: ada.id, transactionId },
    })
    assert.equal(await paying(accountId), 'SIGNATURE_REQUIRED')
  })

  test('are bound when anybody submits their creation, and cost the node no record', async () => {
    const { ada, ask, harness } = guarded
    const { submit } = harness.ledger
    let submitted = 0
    harness.ledger.submit = (...given) => {
      submitted++
      return submit(...given)
    }
    const asked = await ask(ada, '/accounts', { validatorConsensusTimestamp: accounts.validator, balance: 1_000 })
    const { accountId } = await receiptOf(Transaction.fromBytes(Buffer.from(await signed(asked, ada.key), 'base64')))
    assert.equal(await paying(String(accountId)), 'SIGNATURE_REQUIRED')
    await harness.jobs.idle()
    harness.ledger.submit = submit
    assert.equal(submitted, 0)
  })

  test('are bound by the memo alone, no matter who wrote it, if they have exactly the keys of that validator', async () => {
    const account = new AccountCreateTransaction().setKeyWithoutAlias(networkKey).setInitialBalance(1)
    const { accountId } = await created(account, accounts.memo)
    assert.equal((await bindingOf(String(accountId))).owner, guarded.ada.id)
    assert.equal(await paying(String(accountId)), 'SIGNATURE_REQUIRED')
  })

  test('are not bound by a memo in the creation of an account that others can move, too', async () => {
    const other = guarded.ada.key.publicKey
    const ethereum = PrivateKey.generateECDSA()
    const creation = (key: Key) => new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(1)
    const full = { ...(await bound('accounts', {})) }
    for (const [transaction, memo, ...signers] of [
      [creation(new KeyList([networkKey, other], 1)), accounts.memo],
      [creation(new KeyList([other, networkKey])), accounts.memo],
      [creation(other), accounts.memo],
      [creation(networkKey).setAlias(ethereum.publicKey.toEvmAddress()), accounts.memo, ethereum],
      [creation(networkKey), ''],
      [creation(networkKey), `${accounts.memo} `],
      // The hash of another record, another topic, and a time without a record.
      [creation(networkKey), `${accounts.memo.slice(0, -43)}${full.memo.slice(-43)}`],
      [creation(networkKey), accounts.memo.replace(/ [\d.]+@/, ' 0.0.1@')],
      [creation(networkKey), accounts.memo.replace(/@\d+/, '@1795000000')],
    ] as const) {
      const { accountId } = await created(transaction, memo, ...signers)
      assert.equal((await bindingOf(String(accountId))).code, 'BINDING_NOT_FOUND', memo)
      const hasNetworkKey = transaction.key !== other
      assert.equal(await paying(String(accountId)), hasNetworkKey ? 'ENTITY_UNBOUND' : 'SIGNATURE_REQUIRED')
    }
  })

  test('are read once, whether they are bound or not', async () => {
    const { harness } = guarded
    const mallory = await guarded.wallets.person()
    const key = new KeyList([networkKey, mallory.key.publicKey], 1)
    const create = new AccountCreateTransaction().setKeyWithoutAlias(key).setInitialBalance(1)
    const signer = signerFromText(mallory.key.toStringDer())
    await harness.submit(create.setTransactionMemo(accounts.memo), mallory.id, signer)
    await guarded.wallets.done(mallory, 'POST', '/accounts', { validatorConsensusTimestamp: accounts.validator })
    await harness.clock.advance(61_000)
    const { publicMirror } = harness.ledger
    const { creation } = publicMirror
    let reads = 0
    publicMirror.creation = (...given) => {
      reads++
      return creation(...given)
    }
    const list = async () => (await harness.ask('/validators/bindings', { token: mallory.token })).body.length
    assert.deepEqual([await list(), reads], [1, 2])
    assert.deepEqual([await list(), reads], [1, 2])
    publicMirror.creation = creation
  })

  test('are not bound by the memo of a validator of another kind', async () => {
    const topic = await bound('consensus', { actionsConditions: { create: ['anyone'] } })
    const account = new AccountCreateTransaction().setKeyWithoutAlias(networkKey).setInitialBalance(1)
    const { accountId } = await created(account, topic.memo)
    assert.equal(await paying(String(accountId)), 'ENTITY_UNBOUND')
  })

  test('are not bound by a record that a stranger wrote on a topic of its own', async () => {
    const { ada, wallets, harness } = guarded
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', {})
    const configuration = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
    }
    const record = { quorate: 1, type: 'validator', chain: CHAIN, kind: 'account', author: ada.id, configuration }
    const adas = signerFromText(ada.key.toStringDer())
    const at = await written(harness, topicId, record, { id: ada.id, ...adas })
    const { createHash } = await import('node:crypto')
    const recordHash = createHash('sha256').update(canonicalBytes(record)).digest('base64url')
    const account = new AccountCreateTransaction().setKeyWithoutAlias(networkKey).setInitialBalance(1)
    const { accountId } = await created(account, bindingMemo({ topicId, validator: at, recordHash }))
    assert.equal(await paying(String(accountId)), 'ENTITY_UNBOUND')
  })

  test('are bound as topics only with exactly the keys of the validator, even if they were changed since', async () => {
    const { ada, ask, wallets } = guarded
    const { validator, memo } = await bound('consensus', { actionsConditions: { create: ['anyone'] } })
    const creation = await ask(ada, '/hcs', { validatorConsensusTimestamp: validator })
    const said = async (topicId: string) => {
      const { status, body } = await ask(ada, `/hcs/${topicId}/message`, { message: 'hi' })
      return body.code ?? status
    }
    // Anybody may extend a topic's life. After that, the mirror no longer shows how it was created.
    const changed = async (topicId: string) => {
      const expirationTime = new Date(guarded.harness.clock.now() + 8_000_000_000)
      await wallets.onLedger(new TopicUpdateTransaction().setTopicId(topicId).setExpirationTime(expirationTime))
      return topicId
    }
    const asked = Transaction.fromBytes(Buffer.from(await signed(creation, ada.key), 'base64'))
    assert.equal(await said(await changed(String((await receiptOf(asked)).topicId))), 200)
    for (const other of [
      new TopicCreateTransaction().setSubmitKey(networkKey),
      new TopicCreateTransaction()
        .setSubmitKey(networkKey)
        .setAdminKey(new KeyList([ada.key.publicKey, networkKey], 1)),
    ])
      assert.equal(await said(await changed(String((await created(other, memo)).topicId))), 'ENTITY_UNBOUND')
  })

  test('are bound as tokens only if every key is that of the validator', async () => {
    const { ada, ask } = guarded
    const { memo } = await bound('tokens', {
      actionsConditions: { values: ['mint/token'], controller: { type: 'anyone' } },
    })
    const creation = () =>
      new TokenCreateTransaction()
        .setTokenName('T')
        .setTokenSymbol('T')
        .setTreasuryAccountId(ada.id)
        .setSupplyKey(networkKey)
        .setMaxTransactionFee(100)
    const minted = async (transaction: Transaction) => {
      const tokenId = String((await created(transaction, memo)).tokenId)
      const { body } = await ask(ada, `/hts/mint/token/${tokenId}`, { amount: 1 })
      return body.code ?? body.status
    }
    assert.equal(await minted(creation()), 'SIGNATURE_REQUIRED')
    assert.equal(await minted(creation().setWipeKey(ada.key.publicKey)), 'ENTITY_UNBOUND')
    assert.equal(await minted(creation().setMetadataKey(ada.key.publicKey)), 'ENTITY_UNBOUND')
  })

  test('under partial security have a list of the sender and the network', async () => {
    const { ada, ask, wallets } = guarded
    const actionsConditions = { values: ['transfer/hbar'], controller: 'owner' }
    const validator = await guarded.validator('accounts', { smartNodeSecurity: 'partial', actionsConditions })
    const body = { validatorConsensusTimestamp: validator, balance: 1_000 }
    const answer = await ask(ada, '/accounts', body)
    const { accountId } = await wallets.done(ada, 'POST', '/accounts', body)
    assert.equal((await bindingOf(accountId)).validator, validator)
    const sole = new AccountCreateTransaction().setKeyWithoutAlias(networkKey).setInitialBalance(1)
    const { accountId: other } = await created(sole, memoIn(answer))
    assert.equal((await bindingOf(String(other))).code, 'BINDING_NOT_FOUND')
  })

  describe('by an earlier version', () => {
    const nodeTopic = async () => {
      const found = guarded.harness.tokens.database.read.selectFrom('node.topic').select('topic_id')
      return (await found.where('chain', '=', CHAIN).executeTakeFirstOrThrow()).topic_id
    }
    const operator = () => ({ id: OPERATOR, ...(guarded.harness.signers.get(OPERATOR) ?? assert.fail()) })
    const recorded = async (record: object) =>
      written(
        guarded.harness,
        await nodeTopic(),
        { quorate: 1, type: 'binding', chain: CHAIN, kind: 'account', ...record },
        operator(),
      )
    const idOf = async (entity: string): Promise<string> => {
      const { created_timestamp: at } = await guarded.wallets.mirror(`/accounts/${entity}`)
      const [{ transaction_id }] = (await guarded.wallets.mirror(`/transactions?timestamp=${at}`)).transactions
      return transaction_id.replace(/-(\d+)-/, '@$1.')
    }

    test('are bound by the record on the node topic, unless it names another creation or the memo says otherwise', async () => {
      const { ada, ben, harness } = guarded
      const creation = () => new AccountCreateTransaction().setKeyWithoutAlias(networkKey).setInitialBalance(1)
      const entities = [
        await created(creation(), ''),
        await created(creation(), ''),
        await created(creation(), accounts.memo),
      ]
      const [old = '', wrong = '', named = ''] = entities.map(({ accountId }) => String(accountId))
      const nobody = (await bound('accounts', {})).validator
      const record = { validator: accounts.validator, owner: ada.id }
      await recorded({ ...record, entity: old, transactionId: await idOf(old) })
      await recorded({ ...record, entity: wrong, transactionId: await idOf(old) })
      await recorded({ ...record, entity: named, validator: nobody, transactionId: await idOf(named) })
      const { network, clock, dataDir } = harness
      const kept = { network, clock, dataDir, server: await testDatabase() }
      await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
      const token = await loggedIn(another, ben.id, signerFromText(ben.key.toStringDer()))
      const pay = async (from: string) => {
        const { body } = await another.ask('/accounts/transfer/hbar', { token, body: { amount: 1, from, to: ben.id } })
        return body.code ?? body.status
      }
      for (const _round of [1, 2]) {
        assert.equal(await pay(old), 'SIGNATURE_REQUIRED')
        assert.equal(await pay(wrong), 'ENTITY_UNBOUND')
        assert.equal(await pay(named), 'SIGNATURE_REQUIRED')
        await clock.advance(61_000)
      }
    })
  })
})

describe('The memo that binds', () => {
  const number = fc.bigInt({ min: 0n, max: 9_999_999_999n })
  const named = fc.record({
    topicId: number.map((num) => `0.0.${num}`),
    validator: fc.tuple(number, fc.nat(999_999_999)).map(([s, ns]) => `${s}.${String(ns).padStart(9, '0')}`),
    recordHash: fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('base64url')),
  })

  test('fits into the ledger, and reads back as it was', () => {
    fc.assert(
      fc.property(named, (one) => {
        const memo = bindingMemo(one)
        assert.ok(Buffer.byteLength(memo) <= 100)
        assert.deepEqual(validatorIn(memo), { ...one })
      }),
    )
  })

  test('does not bind if any character is added, dropped or written differently', () => {
    fc.assert(
      fc.property(named, fc.nat(), fc.constantFrom(' ', '\n', 'é', '!'), (one, at, character) => {
        const memo = bindingMemo(one)
        const index = at % (memo.length + 1)
        assert.equal(validatorIn(memo.slice(0, index) + character + memo.slice(index)), undefined)
      }),
    )
    assert.throws(
      () => bindingMemo({ topicId: `${'9'.repeat(19)}.0.1`, validator: '1.000000000', recordHash: 'x' }),
      RangeError,
    )
  })

  test('counts for an account only if its key is the network key, or a pair with it', () => {
    const [network, other] = [ed25519Signer().publicKey, ed25519Signer().publicKey]
    const under = (security: 'none' | 'partial' | 'full', key: QuorateKey | null, hasOtherWays = false) =>
      isCreatedUnder(security, [network], {
        ...{ transactionId: '', payer: '', entityId: '', kind: 'account', memo: '', createdTimestamp: '' },
        ...{ keys: { key }, hasOtherWays },
      } as const)
    const list = (...keys: QuorateKey[]): QuorateKey => ({ type: 'list', keys })
    assert.deepEqual(
      [network, other, list(other, network), list(network, other), list(other, network, other), null].map((key) => [
        under('full', key),
        under('partial', key),
        under('none', key),
      ]),
      [
        [true, false, false],
        [false, false, true],
        [false, true, false],
        [false, false, false],
        [false, false, false],
        [false, false, true],
      ],
    )
    assert.equal(under('full', network, true), false)
    const threshold = { type: 'threshold' as const, threshold: 1, keys: [other, network] }
    assert.deepEqual([under('full', threshold), under('partial', threshold)], [false, false])
  })
})

/** Writes a record on a topic. Returns its consensus timestamp. */
async function written(
  harness: Guarded['harness'],
  topicId: string,
  record: object,
  { id, publicKey, sign }: ReturnType<typeof ed25519Signer> & { id: string },
): Promise<string> {
  const message = { payer: id, topicId, bytes: canonicalBytes(record) }
  const { transactionId } = await writeMessage(harness.ledger, message, async (_index, freeze) => {
    const frozen = freeze()
    await harness.ledger.submit(withSignatures(frozen.bodyBytes, [{ publicKey, signature: sign(frozen.bodyBytes) }]))
    return frozen
  })
  return (await harness.ledger.mirror.transaction(transactionId))?.consensusTimestamp ?? assert.fail()
}
