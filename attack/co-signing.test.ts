import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Person, startPlatform } from './platform.ts'

describe('Somebody who wants the signature of the network', () => {
  let platform: AttackedPlatform
  let ada: Person
  let eve: Person
  before(async () => {
    platform = await startPlatform()
    const people = await platform.people(2)
    ada = people[0] as Person
    eve = people[1] as Person
  })
  after(() => platform.close())

  const REFUSED = [403, 'VALIDATOR_REFUSED']
  const ask = (by: Person, method: string, path: string, body: object) => platform.call('node', method, path, by, body)
  const refusal = async (by: Person, method: string, path: string, body: object) => {
    const answer = await ask(by, method, path, body)
    return [answer.status, answer.body.code]
  }
  // biome-ignore lint/suspicious/noExplicitAny: what a write answered.
  async function done(by: Person, method: string, path: string, body: object): Promise<any> {
    const submitted = await platform.submitSigned(await ask(by, method, path, body), by)
    assert.equal(submitted.body.status, 'SUCCESS', `${method} ${path}: ${JSON.stringify(submitted.body)}`)
    return submitted.body
  }
  async function validator(kind: string, configuration: object): Promise<string> {
    const response = await fetch(`${platform.url.node}/validators/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(configuration),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return text
  }
  async function guarded(by: Person, values: string[], more: object = {}): Promise<string> {
    const actionsConditions = { values, controller: 'anyone' }
    const rules = { smartNodeSecurity: 'full', actionsConditions, ...more }
    const creation = { balance: 100_000_000_000, maxAutomaticTokenAssociations: -1 }
    const validatorConsensusTimestamp = await validator('accounts', rules)
    return (await done(by, 'POST', '/accounts', { ...creation, validatorConsensusTimestamp })).accountId
  }
  const token = async (by: Person, more: object = {}): Promise<string> =>
    (await done(by, 'POST', '/hts/create/token', { name: 'T', symbol: 'T', initialSupply: 1_000_000, ...more })).tokenId
  const hbarOf = async (id: string): Promise<number> =>
    (await platform.call('mirror', 'GET', `/api/v1/accounts/${id}`)).body.balance.balance

  test('does not take over a token whose keys the network holds, through an account of their own', async () => {
    const rules = {
      smartNodeSecurity: 'full',
      keysConditions: { values: ['adminKey'], controller: { type: 'owner' } },
    }
    const tokenId = await token(ada, {
      ...{ adminKey: true, supplyKey: true, wipeKey: true },
      validatorConsensusTimestamp: await validator('tokens', rules),
    })
    const path = `/hts/update/${tokenId}`
    await done(ada, 'PATCH', path, { adminKey: ada.key.publicKey.toStringDer() })
    const mine = await guarded(eve, ['update/token'])
    for (const field of ['supplyKey', 'wipeKey'])
      assert.deepEqual(
        await refusal(eve, 'PATCH', path, { [field]: eve.key.publicKey.toStringDer(), sender: { id: mine } }),
        REFUSED,
      )
  })

  test('does not drain an account with the custom fees of a token that it is made to send', async () => {
    const shop = await guarded(ada, ['transfer/token', 'transfer/nft', 'transfer/atomic-swap'])
    const before = await hbarOf(shop)
    const fee = { feeType: 'fixed', amount: 90_000_000_000, feeCollectorAccountId: eve.id }
    for (const more of [{ customFees: [fee] }, { feeScheduleKey: true }]) {
      const trap = await token(eve, more)
      const give = { token_id: trap, from: eve.id, to: shop, amount: 10 }
      await done(eve, 'POST', '/accounts/transfer/token', give)
      const maxCustomFees = [{ id: trap, fees: [{ token_id: 'HBAR', amount: 90_000_000_000 }] }]
      for (const extra of [{}, { maxCustomFees }]) {
        const take = { token_id: trap, from: shop, to: eve.id, amount: 1, ...extra }
        assert.deepEqual(await refusal(eve, 'POST', '/accounts/transfer/token', take), REFUSED)
      }
      const swap = { from: shop, to: eve.id, token_id: trap, amount: 1, counter: { token_id: 'HBAR', amount: 1 } }
      assert.deepEqual(await refusal(eve, 'POST', '/accounts/transfer/atomic-swap', swap), REFUSED)
    }
    assert.equal(await hbarOf(shop), before)
  })

  test("cannot pass a gate with the guarded account's own tokens, or make that account pay for a message", async () => {
    const pass = await token(ada)
    const club = await guarded(ada, ['transfer/hbar'], { tokenGates: { fungibles: { tokens: [pass] } } })
    await done(ada, 'POST', '/accounts/transfer/token', { token_id: pass, from: ada.id, to: club, amount: 5 })
    const take = { amount: 1_000_000, from: club, to: eve.id }
    for (const sender of [{}, { sender: { id: club } }])
      assert.deepEqual(await refusal(eve, 'POST', '/accounts/transfer/hbar', { ...take, ...sender }), REFUSED)
    const open = await guarded(ada, ['transfer/hbar', 'message/topic'])
    const { topicId } = await done(eve, 'POST', '/hcs', { memo: 'spam' })
    const message = { message: 'at your cost', sender: { id: open } }
    assert.deepEqual(await refusal(eve, 'POST', `/hcs/${topicId}/message`, message), REFUSED)
  })

  test('does not hoard signatures under a gate, to use them when the token is gone', async () => {
    const pass = await token(eve)
    const club = await guarded(ada, ['transfer/hbar'], { tokenGates: { fungibles: { tokens: [pass] } } })
    const take = { amount: 1, from: club, to: eve.id }
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(eve, 'POST', '/accounts/transfer/hbar', take)),
    )
    const given = answers.filter(({ status }) => status === 200)
    assert.ok(given.length > 0 && given.length <= 10, `${given.length} signatures`)
    for (const { body } of given) assert.ok(Date.parse(body.expiresAt) <= Date.now() + 60_000, body.expiresAt)
    assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'TOO_MANY_OPEN_BYTES'))
  })

  test("erases nobody's royalties", async () => {
    const rules = {
      smartNodeSecurity: 'full',
      feesConditions: { values: ['fixed_fees'], controller: { type: 'anyone' } },
    }
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 10, feeCollectorAccountId: ada.id }
    const art = await token(ada, {
      ...{ tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true, feeScheduleKey: true, customFees: [royalty] },
      validatorConsensusTimestamp: await validator('tokens', rules),
    })
    const fixed = { fixed_fees: [{ amount: 1, collector_account_id: eve.id }] }
    for (const customFees of [{}, fixed])
      assert.deepEqual(await refusal(eve, 'PATCH', `/hts/update/${art}/fees`, { customFees }), REFUSED)
  })
})
