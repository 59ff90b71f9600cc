import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CustomFixedFee, TopicCreateTransaction, TopicUpdateTransaction } from '@hiero-ledger/sdk'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'
import type { Answer } from './harness.ts'
import { owned } from './wallets.ts'

describe('Custom fees of a guarded account', () => {
  let g: Guarded
  before(async () => {
    g = await openGuarded()
  })
  after(() => g[Symbol.asyncDispose]())

  const rules = (values: string[], more: object = {}, controller = 'anyone') => ({
    smartNodeSecurity: 'full',
    actionsConditions: { values, controller },
    ...more,
  })
  /** Issues a token of Ben's. The account `to` gets some of it. */
  async function issued(to: string, customFees: object[], more: object = {}): Promise<string> {
    const tokenId = await g.token(g.ben, { customFees, ...more })
    const give = { token_id: tokenId, from: g.ben.id, to, amount: 1000 }
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', give)
    return tokenId
  }
  interface TopicFee {
    tokenId: string
    amount: number
    collector: string
  }
  const topicFee = ({ tokenId, amount, collector }: TopicFee) =>
    new CustomFixedFee().setAmount(amount).setDenominatingTokenId(tokenId).setFeeCollectorAccountId(collector)
  /** Creates a topic with these fees. If `by` is given, that person may change them. */
  async function topic(fees: TopicFee[], by?: Guarded['ben']): Promise<string> {
    const create = new TopicCreateTransaction().setAdminKey(g.ben.key.publicKey).setCustomFees(fees.map(topicFee))
    if (by) create.setFeeScheduleKey(by.key.publicKey)
    return (await g.wallets.onLedger(create, g.ben.key)).topicId ?? ''
  }
  const held = async (id: string, tokenId: string): Promise<number> =>
    Number((await g.harness.ledger.mirror.holding(id, tokenId))?.balance)
  const path = '/accounts/transfer/token'
  const take = (tokenId: string, from: string, more: object = {}) => ({
    ...{ token_id: tokenId, from, to: g.ada.id, amount: 100 },
    ...more,
  })
  const fixed = (amount: number, collector = g.ben.id) => ({
    feeType: 'fixed',
    amount,
    feeCollectorAccountId: collector,
  })
  const share = (more: object) => ({
    ...{ feeType: 'fractional', numerator: 1, denominator: 10, feeCollectorAccountId: g.ben.id },
    ...more,
  })

  test('are refused if the token charges the sender, or may do so by then, and no maximum was named', async () => {
    const id = await g.account(g.ada, rules(['transfer/token']))
    const before = (await g.wallets.mirror(`/accounts/${id}`)).balance.balance
    for (const tokenId of [
      await issued(id, [fixed(900_000_000)]),
      await issued(id, [share({ netOfTransfers: true })]),
      await issued(id, [], { feeScheduleKey: true }),
    ]) {
      const maxCustomFees = [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 900_000_000 }] }]
      assert.deepEqual(await g.refusal(g.ben, path, take(tokenId, id)), REFUSED)
      // A maximum set by a stranger permits nothing.
      assert.deepEqual(await g.refusal(g.ben, path, take(tokenId, id, { maxCustomFees })), REFUSED)
      assert.deepEqual(await g.refusal(g.ada, path, take(tokenId, id)), REFUSED)
    }
    assert.equal((await g.wallets.mirror(`/accounts/${id}`)).balance.balance, before)
  })

  test('are not permitted by a stranger who names the owner as the sender and hides the maximum from it', async () => {
    const id = await g.account(g.ada, rules(['transfer/token', 'transfer/nft', 'allowance/approve'], {}, 'owner'))
    const sender = { id: g.ada.id }
    const named = (tokenId: string) => ({
      ...{ sender, maxCustomFees: [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 900_000_000 }] }] },
    })
    const charging = await issued(id, [fixed(900_000_000)])
    const rising = await issued(id, [], { feeScheduleKey: true })
    for (const tokenId of [charging, rising]) {
      assert.deepEqual(await g.refusal(g.ben, path, take(tokenId, id, { sender })), REFUSED)
      assert.deepEqual(await g.refusal(g.ben, path, take(tokenId, id, named(tokenId))), REFUSED)
      // A maximum set by the owner permits the fees, whoever pays.
      assert.equal((await g.ask(g.ada, path, take(tokenId, id, named(tokenId)))).status, 200)
      const byBen = take(tokenId, id, { ...named(tokenId), sender: { id: g.ben.id } })
      assert.equal((await g.ask(g.ada, path, byBen)).status, 200)
    }
    const allow = { type: 'token', ownerAccountId: id, spenderAccountId: g.ben.id, tokenId: rising, amount: 10 }
    const approve = '/accounts/allowance/approve'
    assert.deepEqual(await g.refusal(g.ben, approve, { ...allow, ...named(rising) }), REFUSED)
    assert.equal((await g.ask(g.ada, approve, { ...allow, ...named(rising) })).status, 200)
    // Anybody may request a transfer without fees: the owner sees all of it when signing.
    assert.equal((await g.ask(g.ben, path, take(await issued(id, []), id, { sender }))).status, 200)
  })

  test('do not matter if the account is exempt or the receivers pay', async () => {
    const id = await g.account(g.ada, rules(['transfer/token', 'create/token']))
    const others = await g.wallets.person()
    // The account is the token's treasury, so its fee schedule may change freely.
    const own = await g.token(g.ada, { treasuryAccountId: id, feeScheduleKey: true, customFees: [fixed(7)] })
    // The account collects every fee, or one fee while all collectors are exempt.
    const collects = await g.token(g.ben, { customFees: [fixed(900, g.ben.id)] })
    for (const tokenId of [
      own,
      await issued(id, [share({})]),
      await issued(id, [fixed(900, id)]),
      await issued(id, [{ ...fixed(900), allCollectorsAreExempt: true }, fixed(1, id)]),
    ]) {
      const done = await g.wallets.done(others, 'POST', path, { ...take(tokenId, id), to: g.ada.id })
      assert.equal(done.status, 'SUCCESS')
    }
    await g.wallets.done(g.ben, 'POST', path, { token_id: collects, from: g.ben.id, to: id, amount: 5 })
    assert.deepEqual(await g.refusal(g.ben, path, { ...take(collects, id), amount: 1 }), REFUSED)
  })

  test("count as another account's if the holder of the admin key could replace the treasury", async () => {
    const id = await g.account(g.ada, rules(['transfer/token', 'transfer/nft', 'create/token'], {}, 'anyone'))
    // Ben's token, whose treasury is a guarded account, so that account is exempt today.
    const trap = await g.token(g.ben, {
      ...{ treasuryAccountId: id, adminKey: true, customFees: [fixed(900_000_000)] },
    })
    assert.deepEqual(await g.refusal(g.ben, path, take(trap, id)), REFUSED)
    // A maximum for the token permits only the fees that it contains, not those that the token may charge later.
    const owners = await g.account(g.ada, rules(['transfer/token', 'create/token'], {}, 'owner'))
    const charging = { adminKey: true, customFees: [fixed(900_000_000)] }
    const theirs = await g.token(g.ada, { ...charging, treasuryAccountId: owners })
    const named = (fees: object[]) => take(theirs, owners, { maxCustomFees: [{ id: theirs, fees }] })
    assert.deepEqual(await g.refusal(g.ada, path, named([])), REFUSED)
    assert.equal((await g.ask(g.ada, path, named([{ token_id: 'HBAR', amount: 900_000_000 }]))).status, 200)
    const free = await g.token(g.ben, { treasuryAccountId: id, adminKey: true })
    assert.equal((await g.ask(g.ben, path, take(free, id))).status, 200)
    // Even with the network's key as admin key, the treasury may change: the network signs for every validator, and the
    // token's validator may permit a new treasury.
    const validatorConsensusTimestamp = await g.validator('tokens', {
      smartNodeSecurity: 'partial',
      keysConditions: { values: ['adminKey'], controller: { type: 'owner' } },
    })
    const bound = await g.token(g.ada, {
      ...{ treasuryAccountId: id, adminKey: true, customFees: [fixed(5)], validatorConsensusTimestamp },
    })
    assert.deepEqual(await g.refusal(g.ben, path, take(bound, id)), REFUSED)
    // The treasury's validator is also asked before the admin key is changed to a key other than the network's.
    const own = g.ada.key.publicKey.toStringDer()
    const freed = await g.ask(g.ada, `/hts/update/${bound}`, { adminKey: own }, 'PATCH')
    assert.deepEqual([freed.status, freed.body.code], REFUSED)
    assert.match(freed.body.message, new RegExp(`account ${id}`))
  })

  test('are paid up to the maximum that the validator names for the token, and not beyond', async () => {
    const draft = await g.account(g.ada, rules([]))
    const cheap = await issued(draft, [fixed(5), fixed(6)])
    const changing = await issued(draft, [], { feeScheduleKey: true })
    const limited = (hbar: number) =>
      g.account(
        g.ada,
        rules(['transfer/token'], {
          maxCustomFees: [
            { id: cheap, fees: [{ token_id: 'HBAR', amount: hbar }] },
            { id: changing, fees: [] },
          ],
        }),
      )
    const [enough, short] = [await limited(11), await limited(10)]
    for (const to of [enough, short])
      for (const tokenId of [cheap, changing])
        await g.wallets.done(g.ben, 'POST', path, { token_id: tokenId, from: g.ben.id, to, amount: 1000 })
    await g.wallets.done(g.ada, 'POST', path, take(cheap, enough))
    await g.wallets.done(g.ada, 'POST', path, take(changing, enough))
    assert.deepEqual(await g.refusal(g.ada, path, take(cheap, short)), REFUSED)
    // The issuer is trusted not to raise the fees, but present fees already count.
    const fees = { customFees: { fixed_fees: [{ amount: 9, collector_account_id: g.ben.id }] } }
    await g.wallets.done(g.ben, 'PATCH', `/hts/update/${changing}/fees`, fees)
    assert.deepEqual(await g.refusal(g.ada, path, take(changing, enough)), REFUSED)
  })

  test('may be named in the request only by those who alone may make it', async () => {
    const id = await g.account(g.ada, rules(['transfer/token'], {}, 'owner'))
    const tokenId = await issued(id, [fixed(5)])
    assert.deepEqual(await g.refusal(g.ada, path, take(tokenId, id)), REFUSED)
    const maxCustomFees = [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 5 }] }]
    const done = await g.wallets.done(g.ada, 'POST', path, take(tokenId, id, { maxCustomFees }))
    assert.equal(done.status, 'SUCCESS')
    assert.deepEqual(await g.refusal(g.ben, path, take(tokenId, id, { maxCustomFees })), REFUSED)
  })

  test('include the fees of the tokens that they are paid in', async () => {
    const id = await g.account(g.ada, rules([]))
    const rising = await issued(id, [], { feeScheduleKey: true })
    const tokenId = await issued(id, [{ ...fixed(1), denominatingTokenId: rising }])
    const limited = await g.account(
      g.ada,
      rules(['transfer/token'], { maxCustomFees: [{ id: tokenId, fees: [{ token_id: rising, amount: 1 }] }] }),
    )
    for (const one of [rising, tokenId])
      await g.wallets.done(g.ben, 'POST', path, { token_id: one, from: g.ben.id, to: limited, amount: 1000 })
    const answer = await g.ask(g.ada, path, take(tokenId, limited))
    assert.equal(answer.body.code, 'VALIDATOR_REFUSED')
    assert.match(answer.body.message, new RegExp(`${rising} may charge other fees`))
  })

  test('include the fallback fee of an NFT that it gets for nothing, and the fixed fees of one that it gives', async () => {
    const id = await g.account(g.ada, rules(['transfer/nft']))
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 10, fallbackFee: { hbarAmount: 1_000_000_000 } }
    const collected = { feeCollectorAccountId: g.ben.id }
    const art = { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true }
    const trap = await g.token(g.ben, { ...art, customFees: [{ ...royalty, ...collected }] })
    await g.wallets.done(g.ben, 'POST', `/hts/mint/nft/${trap}`, { metadata: ['1', '2'] })
    const move = (nft: string, from: string, to: string, serial = 1) => ({ nft, serial_number: serial, from, to })
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/nft', move(trap, g.ben.id, g.ada.id))
    assert.deepEqual(await g.refusal(g.ada, '/accounts/transfer/nft', move(trap, g.ada.id, id)), REFUSED)
    // A transfer from the treasury costs nothing.
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/nft', move(trap, g.ben.id, id, 2))
    const charged = await g.token(g.ben, { ...art, customFees: [fixed(900_000_000)] })
    await g.wallets.done(g.ben, 'POST', `/hts/mint/nft/${charged}`, { metadata: ['1'] })
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/nft', move(charged, g.ben.id, id))
    assert.deepEqual(await g.refusal(g.ben, '/accounts/transfer/nft', move(charged, id, g.ada.id)), REFUSED)
  })

  test('are subtracted from what it takes in a swap before the price is checked', async () => {
    const counter = await g.token(g.ben, { customFees: [share({})] })
    const gold = await g.token(g.ada)
    const price = { token_id: gold, amount: 10, counter: { token_id: counter, amount: 25 } }
    const id = await g.account(g.ada, rules(['transfer/atomic-swap'], { swapConditions: { prices: [price] } }))
    await g.wallets.done(g.ada, 'POST', path, { token_id: gold, from: g.ada.id, to: id, amount: 500 })
    const buyer = await g.wallets.person()
    await g.wallets.done(g.ben, 'POST', path, { token_id: counter, from: g.ben.id, to: buyer.id, amount: 500 })
    const swap = (amount: number) => ({
      ...{ from: id, to: buyer.id, token_id: gold, amount: 10 },
      counter: { token_id: counter, amount },
    })
    assert.deepEqual(await g.refusal(buyer, '/accounts/transfer/atomic-swap', swap(25)), REFUSED)
    await g.wallets.done(buyer, 'POST', '/accounts/transfer/atomic-swap', swap(27))
    const { tokens } = await g.wallets.mirror(`/accounts/${id}/tokens?token.id=${counter}`)
    assert.equal(tokens[0].balance, 25)
    // A token whose fees may rise before the execution cannot be a price.
    const rising = await g.token(g.ben, { feeScheduleKey: true })
    const other = { token_id: gold, amount: 10, counter: { token_id: rising, amount: 25 } }
    const seller = await g.account(g.ada, rules(['transfer/atomic-swap'], { swapConditions: { prices: [other] } }))
    await g.wallets.done(g.ada, 'POST', path, { token_id: gold, from: g.ada.id, to: seller, amount: 500 })
    const cheat = { ...swap(25), from: seller, to: g.ben.id, counter: { token_id: rising, amount: 25 } }
    assert.deepEqual(await g.refusal(g.ben, '/accounts/transfer/atomic-swap', cheat), REFUSED)
  })

  test('are subtracted even if the giver collects another fee and all collectors are exempt', async () => {
    const gold = await g.token(g.ada)
    const buyer = await g.wallets.person()
    const collected = async (mine: object): Promise<string> => {
      const customFees = [share(mine), fixed(1, buyer.id)]
      const body = { name: 'T', symbol: 'T', initialSupply: 1_000_000, customFees }
      const { tokenId } = await g.wallets.done(g.ben, 'POST', '/hts/create/token', body, buyer.key)
      await g.wallets.done(g.ben, 'POST', path, { token_id: tokenId, from: g.ben.id, to: buyer.id, amount: 500 })
      return tokenId
    }
    const others = await collected({ allCollectorsAreExempt: true })
    const own = await collected({ feeCollectorAccountId: buyer.id })
    const prices = [others, own].map((token_id) => ({
      ...{ token_id: gold, amount: 10, counter: { token_id, amount: 100 } },
    }))
    const id = await g.account(g.ada, rules(['transfer/atomic-swap'], { swapConditions: { prices } }))
    await g.wallets.done(g.ada, 'POST', path, { token_id: gold, from: g.ada.id, to: id, amount: 500 })
    const swap = (token_id: string) => ({
      ...{ from: id, to: buyer.id, token_id: gold, amount: 10, counter: { token_id, amount: 100 } },
    })
    assert.deepEqual(await g.refusal(buyer, '/accounts/transfer/atomic-swap', swap(others)), REFUSED)
    await g.wallets.done(buyer, 'POST', '/accounts/transfer/atomic-swap', swap(own))
  })

  test('are subtracted even if the giver is the treasury now, because it could name another one by then', async () => {
    const gold = await g.token(g.ada)
    // Ada is the collector, so Ben is exempt only as the treasury.
    const half = share({ denominator: 2, feeCollectorAccountId: g.ada.id })
    const halved = async (more: object): Promise<string> => {
      const body = { name: 'T', symbol: 'T', initialSupply: 1_000_000, customFees: [half], ...more }
      return (await g.wallets.done(g.ben, 'POST', '/hts/create/token', body, g.ada.key)).tokenId
    }
    const [changing, fixed] = [await halved({ adminKey: true }), await halved({})]
    const prices = [changing, fixed].map((token_id) => ({
      ...{ token_id: gold, amount: 10, counter: { token_id, amount: 100 } },
    }))
    const id = await g.account(g.ada, rules(['transfer/atomic-swap'], { swapConditions: { prices } }))
    await g.wallets.done(g.ada, 'POST', path, { token_id: gold, from: g.ada.id, to: id, amount: 500 })
    const swap = (token_id: string) => ({
      ...{ from: id, to: g.ben.id, token_id: gold, amount: 10, counter: { token_id, amount: 100 } },
    })
    assert.deepEqual(await g.refusal(g.ben, '/accounts/transfer/atomic-swap', swap(changing)), REFUSED)
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/atomic-swap', swap(fixed))
    const { tokens } = await g.wallets.mirror(`/accounts/${id}/tokens?token.id=${fixed}`)
    assert.equal(tokens[0].balance, 100)
  })

  test("prevent an allowance, because each of the spender's transfers would charge the owner", async () => {
    const id = await g.account(g.ada, rules(['allowance/approve'], {}, 'owner'))
    const charging = await issued(id, [fixed(5)])
    const rising = await issued(id, [], { feeScheduleKey: true })
    const free = await issued(id, [])
    const allow = (tokenId: string, more: object = {}) => ({
      ...{ type: 'token', ownerAccountId: id, spenderAccountId: g.ben.id, tokenId, amount: 10 },
      ...more,
    })
    const maxCustomFees = [{ id: charging, fees: [{ token_id: 'HBAR', amount: 50 }] }]
    const approve = '/accounts/allowance/approve'
    assert.deepEqual(await g.refusal(g.ada, approve, allow(charging)), REFUSED)
    assert.deepEqual(await g.refusal(g.ada, approve, allow(charging, { maxCustomFees })), REFUSED)
    assert.deepEqual(await g.refusal(g.ada, approve, allow(rising)), REFUSED)
    await g.wallets.done(g.ada, 'POST', approve, allow(free))
  })

  test('prevent an NFT allowance, because the spender chooses which token the royalty is paid in', async () => {
    const id = await g.account(g.ada, rules(['allowance/approve', 'transfer/nft'], {}, 'owner'))
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 1_000, feeCollectorAccountId: g.ben.id }
    const minted = async (customFees: object[]): Promise<string> => {
      const nft = await g.token(g.ben, { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true, customFees })
      await g.wallets.done(g.ben, 'POST', `/hts/mint/nft/${nft}`, { metadata: ['1'] })
      const give = { nft, serial_number: 1, from: g.ben.id, to: id }
      await g.wallets.done(g.ada, 'POST', '/accounts/transfer/nft', give, g.ben.key)
      return nft
    }
    const allow = (tokenId: string, more: object = {}) => ({
      ...{ type: 'nft', ownerAccountId: id, spenderAccountId: g.ben.id, tokenId, serialNumbers: [1] },
      ...more,
    })
    const approve = '/accounts/allowance/approve'
    const charging = await minted([royalty])
    const maxCustomFees = [{ id: charging, fees: [{ token_id: 'HBAR', amount: 50 }] }]
    assert.deepEqual(await g.refusal(g.ada, approve, allow(charging)), REFUSED)
    assert.deepEqual(await g.refusal(g.ada, approve, allow(charging, { maxCustomFees })), REFUSED)
    await g.wallets.done(g.ada, 'POST', approve, allow(await minted([])))
  })

  test('are added up by the ledger before it takes a share of them', async () => {
    const { ada, ben } = g
    const id = await g.account(ada, rules(['transfer/token'], {}, 'owner'))
    const cleo = await g.wallets.person()
    const shared = await issued(
      id,
      Array.from({ length: 10 }, () => share({ numerator: 9, netOfTransfers: true })),
    )
    await g.wallets.done(ben, 'POST', path, { token_id: shared, from: ben.id, to: cleo.id, amount: 1 })
    const unit = { ...fixed(1, cleo.id), denominatingTokenId: shared }
    const tokenId = await issued(
      id,
      Array.from({ length: 10 }, () => unit),
    )
    const permitting = (more: number) => {
      const fees = (amount: number) => [{ token_id: shared, amount }]
      const maxCustomFees = [
        { id: tokenId, fees: fees(10) },
        { id: shared, fees: fees(more) },
      ]
      return take(tokenId, id, { to: ben.id, maxCustomFees })
    }
    const before = await held(id, shared)
    assert.deepEqual(await g.refusal(ada, path, permitting(0)), REFUSED)
    await g.wallets.done(ada, 'POST', path, permitting(100))
    assert.equal(before - (await held(id, shared)), 100)
  })

  test('are followed for a topic through as many tokens as for a transfer', async () => {
    const { ada, ben } = g
    const id = await g.account(ada, rules(['message/topic'], {}, 'owner'))
    const cleo = await g.wallets.person()
    /** Issues a token that both hold some of, so that Cleo may collect it. */
    const collected = async (customFees: object[]): Promise<string> => {
      const tokenId = await issued(id, customFees)
      await g.wallets.done(ben, 'POST', path, { token_id: tokenId, from: ben.id, to: cleo.id, amount: 1 })
      return tokenId
    }
    const third = await collected([fixed(900_000_000)])
    const second = await collected([{ ...fixed(1, cleo.id), denominatingTokenId: third }])
    const first = await collected([{ ...fixed(1, cleo.id), denominatingTokenId: second }])
    const topicId = await topic([{ tokenId: first, amount: 1, collector: cleo.id }])
    const tokens = [topicId, first, second].map((one, at) => ({
      ...{ id: one, fees: [{ token_id: [first, second, third][at], amount: 1 }] },
    }))
    const permitting = (amount: number) => {
      const maxCustomFees = [...tokens, { id: third, fees: [{ token_id: 'HBAR', amount }] }]
      return { message: 'hi', sender: { id }, maxCustomFees }
    }
    assert.deepEqual(await g.refusal(ada, `/hcs/${topicId}/message`, permitting(899_999_999)), REFUSED)
    await g.wallets.done(ada, 'POST', `/hcs/${topicId}/message`, permitting(900_000_000))
  })

  test('count as one transfer each for a topic, including those that the fee schedule key may still split', async () => {
    const { ada, ben } = g
    const id = await g.account(ada, rules(['message/topic'], {}, 'owner'))
    const cleo = await g.wallets.person()
    const tokenId = await issued(id, [
      fixed(1_000_000),
      share({ numerator: 1, denominator: 1_000, minimumAmount: 2, netOfTransfers: true }),
    ])
    await g.wallets.done(ben, 'POST', path, { token_id: tokenId, from: ben.id, to: cleo.id, amount: 1 })
    const fee = (amount: number) => ({ tokenId, amount, collector: cleo.id })
    const ten = Array.from({ length: 10 }, () => fee(2))
    for (const splits of [false, true]) {
      const topicId = splits ? await topic([fee(20)], ben) : await topic(ten)
      const permitting = (hbar: number, units: number) => {
        const most = [
          { token_id: 'HBAR', amount: hbar },
          { token_id: tokenId, amount: units },
        ]
        const maxCustomFees = [
          { id: topicId, fees: [{ token_id: tokenId, amount: 20 }] },
          { id: tokenId, fees: most },
        ]
        return { message: 'hi', sender: { id }, maxCustomFees }
      }
      const messages = `/hcs/${topicId}/message`
      assert.deepEqual(await g.refusal(ada, messages, permitting(9_999_999, 20)), REFUSED)
      assert.deepEqual(await g.refusal(ada, messages, permitting(10_000_000, 19)), REFUSED)
      const asked = await g.ask(ada, messages, permitting(10_000_000, 20))
      const split = new TopicUpdateTransaction().setTopicId(topicId).setCustomFees(ten.map(topicFee))
      if (splits) assert.equal(await g.onLedger(split, ben), 'SUCCESS')
      const before = await held(id, tokenId)
      assert.equal((await g.wallets.submit(asked, ada)).body.status, 'SUCCESS')
      assert.equal(before - (await held(id, tokenId)), 40)
    }
  })

  test('stay within a maximum for topic messages, which the ledger enforces', async () => {
    const { ada, ben } = g
    const id = await g.account(ada, rules(['message/topic'], {}, 'owner'))
    const fee = (amount: number) => new CustomFixedFee().setAmount(amount).setFeeCollectorAccountId(ben.id)
    const create = new TopicCreateTransaction().setFeeScheduleKey(ben.key.publicKey).setAdminKey(ben.key.publicKey)
    const { topicId = '' } = await g.wallets.onLedger(create.setCustomFees([fee(100)]), ben.key)
    const message = { message: 'hi', sender: { id } }
    const messages = `/hcs/${topicId}/message`
    assert.deepEqual(await g.refusal(ada, messages, message), REFUSED)
    const maxCustomFees = [{ id: topicId, fees: [{ token_id: 'HBAR', amount: 100 }] }]
    const asked = await g.ask(ada, messages, { ...message, maxCustomFees })
    const early = await g.ask(ada, messages, { ...message, maxCustomFees })
    const later = await g.ask(ada, messages, { ...message, maxCustomFees })
    const submit = (answer: Answer) =>
      g.ask(ada, '/transactions/submit', { bytes: answer.body.bytes, ...owned(answer, ada.key) })
    assert.equal((await submit(asked)).body.status, 'SUCCESS')
    const update = new TopicUpdateTransaction().setTopicId(topicId).setCustomFees([fee(900_000_000)])
    // Called after the node has compared the fees.
    const { submit: onLedger } = g.harness.ledger
    g.harness.ledger.submit = async (...given) => {
      g.harness.ledger.submit = onLedger
      assert.equal(await g.onLedger(update, ben), 'SUCCESS')
      return onLedger(...given)
    }
    assert.equal((await submit(early)).body.code, 'MAX_CUSTOM_FEE_LIMIT_EXCEEDED')
    assert.equal((await submit(later)).body.code, 'MAX_CUSTOM_FEE_LIMIT_EXCEEDED')
    // Ada may pay any fees for herself.
    assert.equal((await g.ask(ada, messages, { message: 'mine' })).status, 200)
  })
})
