/**
 * A token's treasury does not pay the token's fees. Anyone who may set another treasury can end that before an
 * execution.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'
import { type Person, signed } from './wallets.ts'

const NFT = '/accounts/transfer/nft'
const TOKEN = '/accounts/transfer/token'
const SWAP = '/accounts/transfer/atomic-swap'
const ROYALTY = 90_000_000_000

describe("A guarded account, if an issuer may change a token's treasury", () => {
  let g: Guarded
  let eve: Person
  let itsOwn: string
  let dao: string
  before(async () => {
    g = await openGuarded()
    eve = g.ben
    dao = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })).topicId
    // Only the network holds the keys of Eve's tokens, and it signs what she requests.
    const owner = { type: 'owner' }
    itsOwn = await g.validator('tokens', {
      smartNodeSecurity: 'full',
      updateConditions: { values: ['newTreasuryAccountId'], controller: owner },
      actionsConditions: { values: ['mint/nft'], controller: owner },
    })
  })
  after(() => g[Symbol.asyncDispose]())

  const guarded = (values: string[], more: object = {}, controller = 'anyone') =>
    g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions: { values, controller }, ...more })
  const collector = () => ({ feeCollectorAccountId: g.ada.id })
  const issued = (customFees: object[], more: object = {}) =>
    g.token(eve, { adminKey: true, validatorConsensusTimestamp: itsOwn, customFees, ...more })
  async function art(): Promise<string> {
    const royalty = { feeType: 'royalty', numerator: 1, denominator: 10, fallbackFee: { hbarAmount: ROYALTY } }
    const kind = { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true }
    const tokenId = await issued([{ ...royalty, feeCollectorAccountId: eve.id }], kind)
    await g.harness.jobs.idle()
    await g.wallets.done(eve, 'POST', `/hts/mint/nft/${tokenId}`, { metadata: ['1'] })
    return tokenId
  }
  /** Makes another account the treasury, as Eve's validator permits. */
  async function moved(tokenId: string, to: Person): Promise<void> {
    const change = { newTreasuryAccountId: to.id }
    await g.wallets.done(eve, 'PATCH', `/hts/update/${tokenId}`, change, to.key)
  }

  test('does not accept an NFT if a fallback fee would be due under another treasury', async () => {
    const id = await guarded(['transfer/nft'])
    const tokenId = await art()
    const gift = { nft: tokenId, serial_number: 1, from: eve.id, to: id }
    assert.deepEqual(await g.refusal(eve, NFT, gift), REFUSED)
    assert.match((await g.ask(eve, NFT, gift)).body.message, new RegExp(`${ROYALTY} tinybars`))
  })

  test('pays no fallback fee when a decision accepts an NFT, even if the mirror still shows the old treasury', async (t) => {
    const id = await guarded(['transfer/nft'], {}, `dao:${dao}`)
    const tokenId = await art()
    const other = await g.wallets.person()
    const gift = { nft: tokenId, serial_number: 1, from: other.id, to: id, sender: { id: other.id } }
    const { mirror } = g.harness.ledger
    const third = await g.wallets.person()
    await moved(tokenId, other)
    const before = await mirror.tokenDetails(tokenId)
    // The serials move to the new treasury. This one goes back to `other`, which is no longer the treasury.
    await moved(tokenId, third)
    const back = { nft: tokenId, serial_number: 1, from: third.id, to: other.id }
    await g.wallets.done(third, 'POST', NFT, back, other.key)
    const { tokenDetails } = mirror
    t.after(() => {
      mirror.tokenDetails = tokenDetails
    })
    mirror.tokenDetails = async (one) => (one === tokenId ? before : tokenDetails(one))
    const decided = { ...gift, dao: await decidedOn(g.harness, dao, { method: 'POST', path: NFT, body: gift }) }
    const balance = (await mirror.account(id))?.balance
    const asked = await g.ask(other, NFT, decided)
    const said = asked.status === 200 ? await g.wallets.submit(asked, other) : asked
    assert.deepEqual([said.status, said.body.code], REFUSED)
    assert.equal((await mirror.account(id))?.balance, balance)
  })

  test('does not become the treasury of NFTs with serials that a spender may take', async () => {
    const id = await guarded(['update/token'])
    const kind = { tokenType: { _code: 1 }, initialSupply: 0, supplyKey: true, adminKey: true }
    const tokenId = await g.token(eve, kind)
    await g.wallets.done(eve, 'POST', `/hts/mint/nft/${tokenId}`, { metadata: ['1', '2'] })
    const spender = await g.wallets.person()
    const allowance = { type: 'nft', ownerAccountId: eve.id, tokenId, serialNumbers: [2] }
    const path = `/hts/update/${tokenId}`
    await g.wallets.done(eve, 'POST', '/accounts/allowance/approve', { ...allowance, spenderAccountId: spender.id })
    const refused = await g.ask(eve, path, { newTreasuryAccountId: id }, 'PATCH')
    assert.deepEqual([refused.status, refused.body.code], REFUSED)
    assert.match(refused.body.message, new RegExp(`^${spender.id} may take serial 2 of ${tokenId}`))
    // An account that signs for itself may become the treasury.
    assert.equal((await g.ask(eve, path, { newTreasuryAccountId: g.ada.id }, 'PATCH')).status, 200)
    await g.wallets.done(eve, 'POST', '/accounts/allowance/delete', allowance)
    assert.equal((await g.ask(eve, path, { newTreasuryAccountId: id }, 'PATCH')).status, 200)
  })

  test('A guarded account that becomes treasury gives away its own token only on the terms of any other account', async () => {
    const id = await guarded(['transfer/token', 'create/token'])
    const fixed = { feeType: 'fixed', amount: ROYALTY, ...collector() }
    const tokenId = await issued([fixed], { treasuryAccountId: id })
    const give = { token_id: tokenId, from: id, to: eve.id, amount: 1 }
    assert.deepEqual(await g.refusal(eve, TOKEN, give), REFUSED)
  })

  test("values a treasury's payment after the fees that another account would owe", async () => {
    const half = { feeType: 'fractional', numerator: 1, denominator: 2, ...collector() }
    const counter = (
      await g.wallets.done(
        eve,
        'POST',
        '/hts/create/token',
        {
          ...{ name: 'T', symbol: 'T', initialSupply: 1_000_000, adminKey: true, customFees: [half] },
          validatorConsensusTimestamp: itsOwn,
        },
        g.ada.key,
      )
    ).tokenId
    const gold = await g.token(g.ada)
    const price = { token_id: gold, amount: 10, counter: { token_id: counter, amount: 100 } }
    const id = await guarded(['transfer/atomic-swap'], { swapConditions: { prices: [price] } })
    await g.wallets.done(g.ada, 'POST', TOKEN, { token_id: gold, from: g.ada.id, to: id, amount: 500 })
    const swap = (amount: number) => ({
      ...{ from: id, to: eve.id, token_id: gold, amount: 10, counter: { token_id: counter, amount } },
    })
    assert.deepEqual(await g.refusal(eve, SWAP, swap(100)), REFUSED)
    const asked = await g.ask(eve, SWAP, swap(200))
    assert.equal(asked.status, 200, 'enough whoever the treasury is')
    assert.ok(await signed(asked, eve.key))
  })
})
