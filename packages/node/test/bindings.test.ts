import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountId,
  KeyList,
  TopicCreateTransaction,
  TopicUpdateTransaction,
  Transaction,
  TransactionId,
} from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { keyFromMirror } from '@quorate/verify'
import { limits } from '../src/limits.ts'
import { type Guarded, openGuarded } from './guarded.ts'
import type { Answer } from './harness.ts'
import { signed } from './wallets.ts'

describe('Entities created under a validator', () => {
  let guarded: Guarded
  before(async () => {
    guarded = await openGuarded()
  })
  after(() => guarded[Symbol.asyncDispose]())

  /** Executes another creation under the id that the client was given. */
  async function instead({ body }: Answer, other: Transaction): Promise<Awaited<ReturnType<typeof receiptOf>>> {
    other
      .setTransactionId(TransactionId.fromString(body.transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    return receiptOf(await other.sign(guarded.ada.key))
  }
  const receiptOf = async (transaction: Transaction) =>
    (await transaction.execute(guarded.wallets.client)).getReceipt(guarded.wallets.client)

  const rows = () => guarded.harness.tokens.database.read.selectFrom('node.intent').selectAll().execute()

  test('binds an account only if it is the one that was requested, whatever the ledger has under the id', async () => {
    const { ada, ask, wallets, harness } = guarded
    const actionsConditions = { values: ['transfer/hbar'], controller: 'anyone' }
    const validatorConsensusTimestamp = await guarded.validator('accounts', {
      smartNodeSecurity: 'full',
      actionsConditions,
    })
    const { accountId: real } = await wallets.done(ada, 'POST', '/accounts', {
      validatorConsensusTimestamp,
      balance: 1_000,
    })
    const key = keyFromMirror((await wallets.mirror(`/accounts/${real}`)).key)
    assert.ok(key)
    // Also under the network's key, but not the account that the validator was asked for.
    const answer = await ask(ada, '/accounts', { validatorConsensusTimestamp, balance: 1_000 })
    const other = new AccountCreateTransaction()
      .setKeyWithoutAlias(keyToSdk(key))
      .setInitialBalance(1)
      .setAccountMemo('x')
    const id = String((await instead(answer, other)).accountId)
    const pay = { amount: 1, from: id, to: ada.id }
    assert.equal((await ask(ada, '/accounts/transfer/hbar', pay)).body.code, 'ENTITY_UNBOUND')
    for (let round = 0; round < 3; round++) {
      await harness.clock.advance(30_000)
      await harness.jobs.idle()
    }
    assert.deepEqual(
      (await rows()).filter(
        ({ entity, transaction_id }) => entity === id || transaction_id === answer.body.transactionId,
      ),
      [],
    )
    const topic = await guarded.validator('consensus', { smartNodeSecurity: 'full' })
    const topics = await ask(ada, '/hcs', { validatorConsensusTimestamp: topic })
    const mine = new TopicCreateTransaction().setAdminKey(ada.key.publicKey)
    const topicId = String((await instead(topics, mine)).topicId)
    await ask(ada, '/transactions/submit', { bytes: topics.body.bytes })
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    assert.equal(
      (await rows()).some(({ entity }) => entity === topicId),
      false,
    )
  })

  test('binds a topic only if its keys are exactly those requested, even if it was changed since', async () => {
    const { ada, ask, wallets } = guarded
    const validatorConsensusTimestamp = await guarded.validator('consensus', {
      smartNodeSecurity: 'full',
      actionsConditions: { create: ['anyone'] },
    })
    const creation = () => ask(ada, '/hcs', { validatorConsensusTimestamp })
    const said = async (topicId: string) => {
      const { status, body } = await ask(ada, `/hcs/${topicId}/message`, { message: 'hi' })
      return body.code ?? status
    }
    // Anybody may extend a topic's life. From then on, the mirror does not show how it was created.
    const changed = async (topicId: string) => {
      const expirationTime = new Date(guarded.harness.clock.now() + 8_000_000_000)
      await wallets.onLedger(new TopicUpdateTransaction().setTopicId(topicId).setExpirationTime(expirationTime))
      return topicId
    }
    const asked = Transaction.fromBytes(Buffer.from(await signed(await creation(), ada.key), 'base64'))
    const real = await changed(String((await receiptOf(asked)).topicId))
    assert.equal(await said(real), 200)
    const key = keyFromMirror((await wallets.mirror(`/topics/${real}`)).submit_key)
    assert.ok(key)
    const network = keyToSdk(key)
    for (const other of [
      new TopicCreateTransaction().setSubmitKey(network),
      new TopicCreateTransaction().setSubmitKey(network).setAdminKey(new KeyList([ada.key.publicKey, network], 1)),
    ])
      assert.equal(
        await said(await changed(String((await instead(await creation(), other)).topicId))),
        'ENTITY_UNBOUND',
      )
  })

  test('binds the entity even if a node submitted a bad creation first, because another node may still execute the id', async () => {
    const { ada, ask, wallets, harness } = guarded
    const actionsConditions = { values: ['transfer/hbar'], controller: 'anyone' }
    const validatorConsensusTimestamp = await guarded.validator('accounts', {
      smartNodeSecurity: 'full',
      actionsConditions,
    })
    const answer = await ask(ada, '/accounts', { validatorConsensusTimestamp, balance: 1_000 })
    const { outcome } = harness.ledger
    harness.ledger.outcome = async (transactionId, options) => {
      if (transactionId !== answer.body.transactionId) return outcome(transactionId, options)
      const status = 'INVALID_PAYER_SIGNATURE'
      return { state: 'final', success: false, status, phase: 'consensus', transactionId, receipt: { status } }
    }
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    harness.ledger.outcome = outcome
    const { accountId: id } = (await wallets.submit(answer, ada)).body
    assert.equal((await ask(ada, '/accounts/transfer/hbar', { amount: 1, from: id, to: ada.id })).status, 200)
    // An intent is deleted after its window if its creation never happened.
    const never = await ask(ada, '/accounts', { validatorConsensusTimestamp })
    for (let round = 0; round < 3; round++) {
      await harness.clock.advance(180_000)
      await harness.jobs.idle()
    }
    assert.equal(
      (await rows()).some(({ transaction_id }) => transaction_id === never.body.transactionId),
      false,
    )
  })

  test('does not bind the entity if another creation was submitted here under the same id', async () => {
    const { ada, ask, harness, wallets } = guarded
    const validatorConsensusTimestamp = await guarded.validator('consensus', { smartNodeSecurity: 'full' })
    const answer = await ask(ada, '/hcs', { validatorConsensusTimestamp })
    const other = new TopicCreateTransaction()
      .setAdminKey(ada.key.publicKey)
      .setTransactionId(TransactionId.fromString(answer.body.transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    const bytes = Buffer.from((await other.sign(ada.key)).toBytes()).toString('base64')
    const submitted = await ask(ada, '/transactions/submit', { bytes })
    assert.equal(submitted.body.status, 'SUCCESS', JSON.stringify(submitted.body))
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    const { transactionId } = answer.body
    assert.ok((await wallets.mirror(`/transactions/${transactionId.replace(/@(\d+)\./, '-$1-')}`)).transactions)
    assert.deepEqual(
      (await rows()).filter(({ transaction_id }) => transaction_id === transactionId),
      [],
    )
  })

  test('creates no new job if the creation is submitted again', async () => {
    const { ada, ask, validator, harness } = guarded
    const validatorConsensusTimestamp = await validator('accounts', { smartNodeSecurity: 'full' })
    const bytes = await signed(await ask(ada, '/accounts', { validatorConsensusTimestamp, balance: 1_000 }), ada.key)
    assert.equal((await ask(ada, '/transactions/submit', { bytes })).body.status, 'SUCCESS')
    await harness.jobs.idle()
    let made = 0
    const { create } = harness.jobs
    harness.jobs.create = ((...given: Parameters<typeof create>) => {
      if (given[1].name === 'node.bind') made++
      return create.apply(harness.jobs, given)
    }) as typeof create
    for (let round = 0; round < 3; round++)
      assert.equal((await ask(ada, '/transactions/submit', { bytes })).body.status, 'SUCCESS')
    harness.jobs.create = create
    assert.equal(made, 0)
  })

  test('limits how many creations a wallet may have open', async () => {
    const { ask, wallets } = guarded
    const mallory = await wallets.person()
    const validatorConsensusTimestamp = await guarded.validator('accounts', { smartNodeSecurity: 'full' })
    const asked = () => ask(mallory, '/accounts', { validatorConsensusTimestamp })
    for (let count = 0; count < limits.maxIntentsPerWallet.value - 4; count++) assert.equal((await asked()).status, 200)
    const together = await Promise.all(Array.from({ length: 8 }, asked))
    assert.deepEqual(together.map(({ status }) => status).sort(), [200, 200, 200, 200, 429, 429, 429, 429])
  })
})
