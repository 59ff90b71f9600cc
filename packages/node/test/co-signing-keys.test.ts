import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import { canonicalBytes } from '@quorate/verify'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'
import { CHAIN } from './harness.ts'

/** An account of Ada's under a validator in the format of an older release. */
async function underEarlier(
  { ada, harness, validator, wallets }: Guarded,
  configuration: object,
  more: object = {},
): Promise<string> {
  await validator('accounts', { smartNodeSecurity: 'full' })
  const { topic_id: topicId } = await harness.tokens.database.read
    .selectFrom('node.topic')
    .selectAll()
    .where('chain', '=', CHAIN)
    .executeTakeFirstOrThrow()
  const record = {
    quorate: 1 as const,
    type: 'validator',
    chain: CHAIN,
    kind: 'account',
    author: ada.id,
    configuration,
    ...more,
  }
  const message = Buffer.from(canonicalBytes(record))
  const written = await harness.ledger.execute(
    new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage(message),
  )
  assert.ok(written.state === 'final' && written.success)
  const found = await harness.ledger.mirror.transaction(written.transactionId)
  const body = {
    validatorConsensusTimestamp: found?.consensusTimestamp,
    balance: 2_000_000_000,
    maxAutomaticTokenAssociations: -1,
  }
  return (await wallets.done(ada, 'POST', '/accounts', body)).accountId
}

describe('The network key', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())

  test("replaces no key of a token without asking the token's validator, even if that key could replace itself", async () => {
    const { ada, ben, wallets } = g
    const rules = {
      smartNodeSecurity: 'full',
      keysConditions: { values: ['adminKey', 'supplyKey'], controller: { type: 'owner' } },
      feesConditions: { values: ['fixed_fees'], controller: { type: 'owner' } },
    }
    const keys = { adminKey: true, supplyKey: true, wipeKey: true, freezeKey: true, kycKey: true, pauseKey: true }
    const tokenId = await g.token(ada, {
      ...{ ...keys, feeScheduleKey: true },
      validatorConsensusTimestamp: await g.validator('tokens', rules),
    })
    // From here on, Ada has the admin key, and the network has the others.
    await wallets.done(ada, 'PATCH', `/hts/update/${tokenId}`, { adminKey: ada.key.publicKey.toStringDer() })
    const all = { values: ['update/token'], controller: 'anyone' }
    const mine = await g.account(ben, { smartNodeSecurity: 'full', actionsConditions: all })
    const key = ben.key.publicKey.toStringDer()
    for (const field of ['supplyKey', 'wipeKey', 'freezeKey', 'kycKey', 'pauseKey', 'feeScheduleKey']) {
      const answer = await g.ask(ben, `/hts/update/${tokenId}`, { [field]: key, sender: { id: mine } }, 'PATCH')
      assert.deepEqual([answer.status, answer.body.code], REFUSED, JSON.stringify(answer.body))
      assert.match(answer.body.message, new RegExp(`token ${tokenId}`))
    }
    const { supply_key: supply } = await wallets.mirror(`/tokens/${tokenId}`)
    assert.notEqual(supply.key, ben.key.publicKey.toStringRaw())
    // The token's owner may have a key replaced, because the validator lists it.
    const own = ada.key.publicKey.toStringDer()
    await wallets.done(ada, 'PATCH', `/hts/update/${tokenId}`, { supplyKey: own })
    assert.deepEqual(await g.refusal(ada, `/hts/update/${tokenId}`, { wipeKey: own }, 'PATCH'), REFUSED)
  })

  test('cannot become a role key of a token that has no validator', async () => {
    const { ada, ben } = g
    const guarded = await g.account(ada, { smartNodeSecurity: 'full' })
    const { key } = await g.wallets.mirror(`/accounts/${guarded}`)
    const tokenId = await g.token(ben, { adminKey: true, supplyKey: true })
    const answer = await g.refusal(ben, `/hts/update/${tokenId}`, { supplyKey: key.key }, 'PATCH')
    assert.deepEqual(answer, [403, 'ENTITY_UNBOUND'])
  })

  test('cannot become any key of an entity created without a validator, whether or not that key must sign', async () => {
    const { ada, ben, wallets } = g
    const values = ['create/account', 'create/token', 'create/topic']
    const sender = {
      id: await g.account(ada, { smartNodeSecurity: 'full', actionsConditions: { values, controller: 'owner' } }),
    }
    const { key: network } = await wallets.mirror(`/accounts/${sender.id}`)
    const unbound = [403, 'ENTITY_UNBOUND']
    const ofNetwork = { id: ben.id, key: network.key }
    const nested = { id: ben.id, key: { threshold: 1, key: [ben.key.publicKey.toStringDer(), [network.key]] } }
    const none = await g.validator('accounts', { smartNodeSecurity: 'none' })
    const token = { name: 'T', symbol: 'T', treasuryAccountId: ben.id }
    for (const by of [ada, ben]) {
      const senders = by === ada ? [sender] : [ofNetwork, nested]
      for (const sender of senders) {
        assert.deepEqual(await g.refusal(by, '/accounts', { sender }), unbound)
        assert.deepEqual(await g.refusal(by, '/accounts', { sender, isReceiverSignatureRequired: true }), unbound)
        assert.deepEqual(await g.refusal(by, '/accounts', { sender, validatorConsensusTimestamp: none }), unbound)
        for (const role of ['adminKey', 'supplyKey', 'wipeKey', 'freezeKey', 'kycKey', 'pauseKey', 'feeScheduleKey'])
          assert.deepEqual(await g.refusal(by, '/hts/create/token', { ...token, [role]: true, sender }), unbound, role)
      }
    }
    assert.deepEqual(await g.refusal(ben, '/hcs', { key: network.key }), unbound)
    const full = await g.validator('accounts', { smartNodeSecurity: 'full' })
    assert.equal((await g.ask(ada, '/accounts', { sender, validatorConsensusTimestamp: full })).status, 200)
    assert.equal((await g.ask(ben, '/hts/create/token', { ...token, sender: ofNetwork })).status, 200, 'it has no key')
  })

  test("changes a token's treasury only if the treasury account's validator permits it, too", async () => {
    const { ada, wallets } = g
    const treasury = await g.account(ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['create/token'], controller: 'owner' },
    })
    const rules = {
      smartNodeSecurity: 'full',
      updateConditions: { values: ['newTreasuryAccountId'], controller: { type: 'anyone' } },
    }
    const validatorConsensusTimestamp = await g.validator('tokens', rules)
    const tokenId = await g.token(ada, { adminKey: true, treasuryAccountId: treasury, validatorConsensusTimestamp })
    const change = { newTreasuryAccountId: g.ben.id }
    assert.deepEqual(await g.refusal(g.ben, `/hts/update/${tokenId}`, change, 'PATCH'), REFUSED)
    assert.equal((await wallets.mirror(`/tokens/${tokenId}`)).treasury_account_id, treasury)
  })
})

describe('Token gates', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())

  test("check the requester's holdings, not those of the guarded account, which pays only for its owner", async () => {
    const { ada, ben, wallets } = g
    const tokenId = await g.token(ada)
    const rules = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
      tokenGates: { fungibles: { tokens: [{ tokenId, amount: 5 }] } },
    }
    const id = await g.account(ada, rules)
    const other = await g.account(ada, rules)
    for (const to of [id, other])
      await wallets.done(ada, 'POST', '/accounts/transfer/token', { token_id: tokenId, from: ada.id, to, amount: 10 })
    const pay = { amount: 1, from: id, to: ben.id }
    for (const sender of [id, other]) {
      const body = { ...pay, sender: { id: sender } }
      assert.deepEqual(await g.refusal(ben, '/accounts/transfer/hbar', body), REFUSED)
    }
    const topicId = (await wallets.done(ada, 'POST', '/hcs', {})).topicId
    const talks = await g.account(ben, {
      ...rules,
      actionsConditions: { values: ['message/topic'], controller: 'anyone' },
      tokenGates: {},
    })
    // The topic's owner may make the account pay. A stranger may not, although anybody may move the account.
    const message = { message: 'hi', sender: { id: talks } }
    assert.equal((await g.ask(ben, `/hcs/${topicId}/message`, message)).status, 200)
    assert.deepEqual(await g.refusal(ada, `/hcs/${topicId}/message`, message), REFUSED)
    // The owner passes the gate by its holdings, and so does a stranger who gets them.
    assert.equal((await g.ask(ada, '/accounts/transfer/hbar', { ...pay, sender: { id } })).status, 200)
    assert.deepEqual(await g.refusal(ben, '/accounts/transfer/hbar', pay), REFUSED)
    const given = { token_id: tokenId, from: ada.id, to: ben.id, amount: 5 }
    await wallets.done(ada, 'POST', '/accounts/transfer/token', given)
    assert.equal((await g.ask(ben, '/accounts/transfer/hbar', pay)).status, 200)
  })
})

describe('Token gates with serials', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())
  const rulesOf = (tokenId: string, ...counts: number[]) => ({
    smartNodeSecurity: 'full',
    actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
    tokenGates: {
      nonFungibles: {
        tokens: counts.map((length) => ({ tokenId, serialNumbers: Array.from({ length }, (_, at) => at + 2) })),
      },
    },
  })

  test('name at most 40 serials in total', async () => {
    const { ada } = g
    const tokenId = await g.token(ada, { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true })
    const many = rulesOf(tokenId, 20, 20, 1)
    assert.deepEqual(await g.refusal(ada, '/validators/accounts', many), [400, 'INVALID_VALIDATOR'])
    const { actionsConditions: _, tokenGates, ...rest } = many
    const ofTopic = { ...rest, tokenGates: { nonFungibleTokens: tokenGates.nonFungibles.tokens } }
    assert.deepEqual(await g.refusal(ada, '/validators/consensus', ofTopic), [400, 'INVALID_VALIDATOR'])
  })
})

describe('A record on the node topic', () => {
  test('is not a validator if it has a field that validators do not have', async () => {
    await using g = await openGuarded()
    const configuration = { smartNodeSecurity: 'full' }
    await underEarlier(g, configuration)
    await assert.rejects(underEarlier(g, configuration, { note: 'of another version' }), /VALIDATOR_NOT_FOUND/)
    await assert.rejects(underEarlier(g, { ...configuration, note: 1 }), /VALIDATOR_NOT_FOUND/)
    await assert.rejects(underEarlier(g, configuration, { author: 7 }), /VALIDATOR_NOT_FOUND/)
  })
})

describe('Empty conditions', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())

  test('permit nothing: swapConditions without prices permit no swap', async () => {
    const { ada, ben } = g
    const configuration = {
      smartNodeSecurity: 'full' as const,
      actionsConditions: { values: ['transfer/atomic-swap'], controller: 'anyone' },
      swapConditions: { prices: [] },
    }
    const id = await g.account(ada, configuration)
    const [gold, junk] = [await g.token(ada), await g.token(ben)]
    await g.wallets.done(ada, 'POST', '/accounts/transfer/token', {
      ...{ token_id: gold, from: ada.id, to: id, amount: 500 },
    })
    const swap = { from: id, to: ben.id, token_id: gold, amount: 500, counter: { token_id: junk, amount: 1 } }
    assert.deepEqual(await g.refusal(ben, '/accounts/transfer/atomic-swap', swap), REFUSED)
  })

  test('cannot be used to delete: kinds of fees that a new schedule omits count as changed', async () => {
    const { ada, wallets } = g
    const rules = {
      smartNodeSecurity: 'full',
      feesConditions: { values: ['fixed_fees'], controller: { type: 'owner' } },
      actionsConditions: { values: ['mint/nft'], controller: { type: 'owner' } },
    }
    const validatorConsensusTimestamp = await g.validator('tokens', rules)
    const royalty = {
      ...{ feeType: 'royalty', numerator: 1, denominator: 10, fallbackFee: { hbarAmount: 7 } },
      feeCollectorAccountId: ada.id,
    }
    const tokenId = await g.token(ada, {
      ...{ tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true, feeScheduleKey: true },
      ...{ customFees: [royalty], validatorConsensusTimestamp },
    })
    const path = `/hts/update/${tokenId}/fees`
    const fixed = [{ amount: 3, collector_account_id: ada.id }]
    const kept = {
      ...{ amount: { numerator: '1', denominator: 10 }, collector_account_id: ada.id },
      fallback_fee: { amount: 7 },
    }
    for (const customFees of [{}, { fixed_fees: fixed }, { royalty_fees: [] }])
      assert.deepEqual(await g.refusal(ada, path, { customFees }, 'PATCH'), REFUSED, JSON.stringify(customFees))
    const less = { ...kept, amount: { numerator: 1, denominator: 100 } }
    const changed = { customFees: { fixed_fees: fixed, royalty_fees: [less] } }
    assert.deepEqual(await g.refusal(ada, path, changed, 'PATCH'), REFUSED)
    await wallets.done(ada, 'PATCH', path, { customFees: { fixed_fees: fixed, royalty_fees: [kept] } })
    const { custom_fees: fees } = await wallets.mirror(`/tokens/${tokenId}`)
    assert.equal(fees.royalty_fees.length, 1)
    assert.equal(fees.fixed_fees[0].amount, 3)
    // Restores the former fees: only the fixed ones change.
    await wallets.done(ada, 'PATCH', path, { customFees: { royalty_fees: [kept] } })
  })
})
