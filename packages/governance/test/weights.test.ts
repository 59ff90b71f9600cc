import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  Hbar,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenSupplyType,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { HOUR, type House, openHouse, type Person } from './house.ts'

describe('Weights by holding', () => {
  let house: House
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    house = await openHouse()
    ;[ada, ben, cleo] = (await house.people(3)) as [Person, Person, Person]
  })
  after(() => house.close())

  async function token(holdings: [Person, bigint][]): Promise<string> {
    const supply = holdings.reduce((sum, [, amount]) => sum + amount, 0n)
    const create = new TokenCreateTransaction()
      .setTokenName('Seeds')
      .setTokenSymbol('SEED')
      .setDecimals(3)
      .setInitialSupply(supply as never)
      .setTreasuryAccountId(house.treasury.id)
    const tokenId = (await house.onLedger(create)).receipt.tokenId ?? ''
    for (const [person, amount] of holdings) await give(tokenId, person, amount)
    await house.clock.advance(1)
    return tokenId
  }

  async function give(tokenId: string, to: Person, amount: bigint, from = house.treasury) {
    if (amount === 0n) return
    const transfer = new TransferTransaction()
      .addTokenTransfer(tokenId, from.id, -amount as never)
      .addTokenTransfer(tokenId, to.id, amount as never)
    await house.onLedger(transfer, from.key)
  }

  const results = async (proposalId: string) => (await house.get(`/votes/proposal/${proposalId}/results`)).body

  it('are exact beyond 2^53, in smallest units, with the decimals beside', async () => {
    const huge = 2n ** 62n + 1n
    const tokenId = await token([
      [ada, huge],
      [ben, 5n],
    ])
    const dao = await house.dao([ada, ben, cleo], { tokenWeighted: true, tokenId })
    const proposal = await house.propose(dao.daoId, ada)
    assert.equal((await house.vote(proposal, ada, 'YES')).body.weight, huge.toString())
    assert.equal((await house.vote(proposal, ben, 'NO')).body.weight, 5)
    const none = await house.vote(proposal, cleo, 'NO')
    assert.deepEqual([none.status, none.body.code], [403, 'NO_HOLDING'])
    const { decimals, options, totalWeight } = await results(proposal.proposalId)
    assert.equal(decimals, 3)
    assert.equal(options[0].weight, huge.toString())
    assert.equal(totalWeight, (huge + 5n).toString())
  })

  it('are those of the start: what moves later gives nobody a second vote', async () => {
    const tokenId = await token([
      [ada, 100n],
      [ben, 1n],
    ])
    const dao = await house.dao([ada, ben], { tokenWeighted: true, tokenId })
    const proposal = await house.propose(dao.daoId, ada)
    await house.clock.advance(1000)
    await give(tokenId, ben, 60n, ada)
    assert.equal((await house.vote(proposal, ada, 'YES')).body.weight, 100)
    await give(tokenId, ben, 40n, ada)
    assert.equal((await house.vote(proposal, ben, 'NO')).body.weight, 1)
    await house.clock.advance(1)
    const next = await house.propose(dao.daoId, ada)
    assert.equal((await house.vote(next, ben, 'NO')).body.weight, 101)
    assert.equal((await house.vote(next, ada, 'NO')).body.code, 'NO_HOLDING')
  })

  it('are asked once: the mirror may be away after the first time', async () => {
    const tokenId = await token([[ada, 7n]])
    const dao = await house.dao([ada, ben], { tokenWeighted: true, tokenId })
    const startTime = new Date(house.clock.now() + HOUR).toISOString()
    const proposal = await house.propose(dao.daoId, ada, { startTime, quorum: 50 })
    await house.pass(HOUR)
    await house.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    const unknown = await house.vote(await house.propose(dao.daoId, ada), ada, 'YES')
    assert.deepEqual([unknown.status, unknown.body.code], [503, 'MIRROR_UNAVAILABLE'])
    const { status, body } = await house.vote(proposal, ada, 'YES')
    assert.deepEqual([status, body.weight], [201, 7], 'weighed at the start, for the quorum')
    await house.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    assert.deepEqual((await results(proposal.proposalId)).quorum, {
      percent: 50,
      eligibleWeight: 7,
      cast: 100,
      reached: true,
    })
  })

  it('are hbars where the rules name no token, and a quorum counts all members', async () => {
    const rich = await house.person(1000)
    const dao = await house.dao([rich, ada], { tokenWeighted: true })
    const spent = await house.propose(dao.daoId, rich, { quorum: 95 })
    const { body } = await house.vote(spent, rich, 'YES')
    assert.equal(body.weight, 1000_0000_0000)
    await house.onLedger(
      new TransferTransaction().addHbarTransfer(rich.id, new Hbar(-1)).addHbarTransfer(ada.id, new Hbar(1)),
      rich.key,
    )
    await house.pass(24 * HOUR)
    const { quorum, status, decimals } = await results(spent.proposalId)
    assert.equal(decimals, 8)
    assert.equal(status, 'REJECTED', JSON.stringify(quorum))
    assert.ok(quorum.eligibleWeight > 1000_0000_0000)
  })

  it('of a collection are the number of its serials', async () => {
    const create = new TokenCreateTransaction()
      .setTokenName('Plots')
      .setTokenSymbol('PLOT')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyType(TokenSupplyType.Infinite)
      .setTreasuryAccountId(house.treasury.id)
      .setSupplyKey(house.treasury.key.publicKey)
    const tokenId = (await house.onLedger(create)).receipt.tokenId ?? ''
    await house.onLedger(
      new TokenMintTransaction().setTokenId(tokenId).setMetadata([1, 2, 3].map((one) => Buffer.of(one))),
    )
    const cara = await house.person()
    await house
      .onLedger(new TokenAssociateTransaction().setAccountId(cara.id).setTokenIds([tokenId]), cara.key)
      .catch(() => {})
    await house.onLedger(
      new TransferTransaction()
        .addNftTransfer(tokenId, 1, house.treasury.id, cara.id)
        .addNftTransfer(tokenId, 2, house.treasury.id, cara.id),
    )
    await house.clock.advance(1)
    const dao = await house.dao([cara], { tokenWeighted: true, tokenId })
    const proposal = await house.propose(dao.daoId, cara)
    assert.equal((await house.vote(proposal, cara, 'YES')).body.weight, 2)
  })
})
