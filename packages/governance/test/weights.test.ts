import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  Hbar,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenSupplyType,
  TokenType,
  TokenUpdateTransaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import type { Ledger } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { httpSource, recount } from '@quorate/verify/recount'
import { chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Weights by holding', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  async function token(holdings: [Person, bigint][]): Promise<string> {
    const supply = holdings.reduce((sum, [, amount]) => sum + amount, 0n)
    const create = new TokenCreateTransaction()
      .setTokenName('Seeds')
      .setTokenSymbol('SEED')
      .setDecimals(3)
      .setInitialSupply(supply as never)
      .setTreasuryAccountId(harness.treasury.id)
    const tokenId = (await harness.onLedger(create)).receipt.tokenId ?? ''
    for (const [person, amount] of holdings) await give(tokenId, person, amount)
    await harness.clock.advance(1)
    return tokenId
  }

  async function give(tokenId: string, to: Person, amount: bigint, from = harness.treasury) {
    if (amount === 0n) return
    const transfer = new TransferTransaction()
      .addTokenTransfer(tokenId, from.id, -amount as never)
      .addTokenTransfer(tokenId, to.id, amount as never)
    await harness.onLedger(transfer, from.key)
  }

  const results = async (proposalId: string) => (await harness.get(`/votes/proposal/${proposalId}/results`)).body

  test("are those of the start even in a network's first hour, and for accounts that it began with", async () => {
    const { id, key } = harness.treasury
    const first = { id, key, token: await harness.session(id, key) }
    const dao = await harness.dao([first], { tokenWeighted: true })
    await harness.onLedger(
      new TransferTransaction().addHbarTransfer(id, new Hbar(-5)).addHbarTransfer(ada.id, new Hbar(5)),
      key,
    )
    await harness.clock.advance(1)
    const startAt = harness.clock.now()
    const proposal = await harness.propose(dao.daoId, first)
    const then = `${harness.net.mirrorRest}/api/v1/balances?account.id=${id}&timestamp=${startAt / 1000}`
    const [, held] = /"balance":([0-9]+)/.exec(await (await fetch(then)).text()) ?? []
    assert.equal((await harness.vote(proposal, first, 'YES')).body.weight, held, 'a text, as it is beyond 2^53')
  })

  test('are exact beyond 2^53, in smallest units, together with the decimals', async () => {
    const huge = 2n ** 62n + 1n
    const tokenId = await token([
      [ada, huge],
      [ben, 5n],
    ])
    const dao = await harness.dao([ada, ben, cleo], { tokenWeighted: true, tokenId })
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.vote(proposal, ada, 'YES')).body.weight, huge.toString())
    assert.equal((await harness.vote(proposal, ben, 'NO')).body.weight, 5)
    const none = await harness.vote(proposal, cleo, 'NO')
    assert.deepEqual([none.status, none.body.code], [403, 'NO_HOLDING'])
    const { decimals, options, totalWeight } = await results(proposal.proposalId)
    assert.equal(decimals, 3)
    assert.equal(options[0].weight, huge.toString())
    assert.equal(totalWeight, (huge + 5n).toString())
  })

  test('are those of the start: later transfers give nobody a second vote', async () => {
    const tokenId = await token([
      [ada, 100n],
      [ben, 1n],
    ])
    const dao = await harness.dao([ada, ben], { tokenWeighted: true, tokenId })
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.clock.advance(1000)
    await give(tokenId, ben, 60n, ada)
    assert.equal((await harness.vote(proposal, ada, 'YES')).body.weight, 100)
    await give(tokenId, ben, 40n, ada)
    assert.equal((await harness.vote(proposal, ben, 'NO')).body.weight, 1)
    await harness.clock.advance(1)
    const next = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.vote(next, ben, 'NO')).body.weight, 101)
    assert.equal((await harness.vote(next, ada, 'NO')).body.code, 'NO_HOLDING')
  })

  test('are read once, so the mirror may be unreachable after that', async () => {
    const tokenId = await token([[ada, 7n]])
    const dao = await harness.dao([ada, ben], { tokenWeighted: true, tokenId })
    const startTime = new Date(harness.clock.now() + HOUR).toISOString()
    const proposal = await harness.propose(dao.daoId, ada, { startTime, quorum: 50 })
    await harness.pass(HOUR)
    await harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    const unknown = await harness.vote(await harness.propose(dao.daoId, ada), ada, 'YES')
    assert.deepEqual([unknown.status, unknown.body.code], [503, 'MIRROR_UNAVAILABLE'])
    const { status, body } = await harness.vote(proposal, ada, 'YES')
    assert.deepEqual([status, body.weight], [201, 7], 'weighed at the start, for the quorum')
    await harness.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    assert.deepEqual((await results(proposal.proposalId)).quorum, {
      percent: 50,
      fraction: null,
      eligibleWeight: 7,
      cast: 100,
      reached: true,
      missing: 0,
    })
  })

  test('are hbars if the rules name no token, and a quorum counts all members', async () => {
    const rich = await harness.person(1000)
    const dao = await harness.dao([rich, ada], { tokenWeighted: true })
    const spent = await harness.propose(dao.daoId, rich, { quorum: 95 })
    const { body } = await harness.vote(spent, rich, 'YES')
    assert.equal(body.weight, 1000_0000_0000)
    await harness.onLedger(
      new TransferTransaction().addHbarTransfer(rich.id, new Hbar(-1)).addHbarTransfer(ada.id, new Hbar(1)),
      rich.key,
    )
    await harness.pass(24 * HOUR)
    const { quorum, status, decimals } = await results(spent.proposalId)
    assert.equal(decimals, 8)
    assert.equal(status, 'REJECTED', JSON.stringify(quorum))
    assert.ok(quorum.eligibleWeight > 1000_0000_0000)
  })

  test('The weights of a collection are the number of its serials', async () => {
    const create = new TokenCreateTransaction()
      .setTokenName('Plots')
      .setTokenSymbol('PLOT')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyType(TokenSupplyType.Infinite)
      .setTreasuryAccountId(harness.treasury.id)
      .setSupplyKey(harness.treasury.key.publicKey)
    const tokenId = (await harness.onLedger(create)).receipt.tokenId ?? ''
    await harness.onLedger(
      new TokenMintTransaction().setTokenId(tokenId).setMetadata([1, 2, 3].map((one) => Buffer.of(one))),
    )
    const cara = await harness.person()
    await harness
      .onLedger(new TokenAssociateTransaction().setAccountId(cara.id).setTokenIds([tokenId]), cara.key)
      .catch(() => {})
    await harness.onLedger(
      new TransferTransaction()
        .addNftTransfer(tokenId, 1, harness.treasury.id, cara.id)
        .addNftTransfer(tokenId, 2, harness.treasury.id, cara.id),
    )
    await harness.clock.advance(1)
    const dao = await harness.dao([cara], { tokenWeighted: true, tokenId })
    const proposal = await harness.propose(dao.daoId, cara)
    assert.equal((await harness.vote(proposal, cara, 'YES')).body.weight, 2)
  })

  test('The weights of a collection follow its serials to a new treasury, and away again', async () => {
    const [old, next, other] = (await harness.people(3)) as [Person, Person, Person]
    const create = new TokenCreateTransaction()
      .setTokenName('Plots')
      .setTokenSymbol('PLOT')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyType(TokenSupplyType.Infinite)
      .setTreasuryAccountId(old.id)
      .setAdminKey(harness.treasury.key.publicKey)
      .setSupplyKey(harness.treasury.key.publicKey)
    const tokenId = (await harness.onLedger(create, old.key)).receipt.tokenId ?? ''
    await harness.onLedger(
      new TokenMintTransaction().setTokenId(tokenId).setMetadata([1, 2, 3, 4].map((one) => Buffer.of(one))),
    )
    for (const { id, key } of [next, other])
      await harness
        .onLedger(new TokenAssociateTransaction().setAccountId(id).setTokenIds([tokenId]), key)
        .catch(() => {})
    await harness.onLedger(new TransferTransaction().addNftTransfer(tokenId, 1, old.id, other.id), old.key)
    await harness.onLedger(new TokenUpdateTransaction().setTokenId(tokenId).setTreasuryAccountId(next.id), next.key)
    await harness.clock.advance(1)
    const dao = await harness.dao([old, next, other], { tokenWeighted: true, tokenId })
    const proposal = await harness.propose(dao.daoId, next)
    await harness.clock.advance(1)
    await harness.onLedger(new TransferTransaction().addNftTransfer(tokenId, 2, next.id, other.id), next.key)
    assert.equal((await harness.vote(proposal, next, 'YES')).body.weight, 3, 'not one for the number -1')
    assert.equal((await harness.vote(proposal, other, 'YES')).body.weight, 1)
    assert.equal((await harness.vote(proposal, old, 'YES')).body.code, 'NO_HOLDING')
  })
})

describe('Weights from a mirror', () => {
  test('A member whose holdings the mirror cannot follow blocks neither other votes nor the decision, nor lowers the quorum', async () => {
    const spammed = new Set<string>()
    const harness = await openHarness(
      {},
      {
        seen: (ledger) => ({
          ...ledger,
          mirror: {
            ...ledger.mirror,
            async holdingAt(question) {
              const held = await ledger.mirror.holdingAt(question)
              if (!spammed.has(question.account)) return held
              throw Object.assign(unprocessable('HISTORY_TOO_LONG', 'too many transactions'), { balance: held })
            },
          },
        }),
      },
    )
    try {
      const [ada, rich] = [await harness.person(100), await harness.person(900)]
      spammed.add(rich.id)
      const dao = await harness.dao([ada, rich], { tokenWeighted: true })
      const proposal = await harness.propose(dao.daoId, ada, { quorum: 50 })
      const none = await harness.vote(proposal, rich, 'NO')
      assert.deepEqual([none.status, none.body.code], [403, 'NO_HOLDING'])
      assert.equal((await harness.vote(proposal, ada, 'YES')).status, 201)
      await harness.pass(24 * HOUR)
      await harness.pass(0)
      const { status, quorum } = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
      assert.deepEqual([status, quorum.eligibleWeight, quorum.cast], ['REJECTED', 1000_0000_0000, 10])
      const { faults } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        source: httpSource(harness.url),
        mirror: {
          ...harness.ledger.mirror,
          async holdingAt(question) {
            const held = await harness.ledger.mirror.holdingAt(question)
            if (question.account !== rich.id) return held
            throw Object.assign(unprocessable('HISTORY_TOO_LONG', 'too many transactions'), { balance: held })
          },
        },
      })
      assert.deepEqual(faults, [])
    } finally {
      await harness.close()
    }
  })

  test('count the same for a quorum as for the vote, even if an account has more transactions than are read for the quorum', async () => {
    const spammed = new Set<string>()
    const seen = (ledger: Ledger): Ledger => ({
      ...ledger,
      mirror: {
        ...ledger.mirror,
        async holdingAt(question) {
          const { account, maxPages = 0 } = question
          if (!spammed.has(account) || maxPages >= limits.maxHistoryPages.value)
            return ledger.mirror.holdingAt(question)
          throw Object.assign(unprocessable('HISTORY_TOO_LONG', 'too many transactions'), { balance: 0n })
        },
      },
    })
    const harness = await openHarness({}, { seen })
    const { value } = limits.maxElectoratePages
    limits.maxElectoratePages.value = limits.maxHistoryPages.value
    try {
      const [ada, rich] = [await harness.person(100), await harness.person(900)]
      spammed.add(rich.id)
      const dao = await harness.dao([ada, rich], { tokenWeighted: true })
      const proposal = await harness.propose(dao.daoId, ada, { quorum: 95 })
      await harness.jobs.idle()
      assert.equal((await harness.vote(proposal, rich, 'YES')).body.weight, 900_0000_0000)
      await harness.pass(24 * HOUR)
      const { status, quorum } = (await harness.get(`/votes/proposal/${proposal.proposalId}/results`)).body
      assert.deepEqual([status, quorum.eligibleWeight, quorum.cast], ['REJECTED', 1000_0000_0000, 90])
      const { faults } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        source: httpSource(harness.url),
        mirror: seen(harness.ledger).mirror,
      })
      assert.deepEqual(faults, [])
    } finally {
      limits.maxElectoratePages.value = value
      await harness.close()
    }
  })

  test('Weights of a collection work even if its issuer mints more than can be counted, and a quorum is reached', async () => {
    const harness = await openHarness()
    try {
      const [ada] = (await harness.people(1)) as [Person]
      const create = new TokenCreateTransaction()
        .setTokenName('Plots')
        .setTokenSymbol('PLOT')
        .setTokenType(TokenType.NonFungibleUnique)
        .setSupplyType(TokenSupplyType.Infinite)
        .setTreasuryAccountId(harness.treasury.id)
        .setSupplyKey(harness.treasury.key.publicKey)
      const tokenId = (await harness.onLedger(create)).receipt.tokenId ?? ''
      const mint = () =>
        harness.onLedger(
          new TokenMintTransaction().setTokenId(tokenId).setMetadata(Array.from({ length: 10 }, () => Buffer.of(1))),
        )
      await mint()
      await harness.onLedger(new TransferTransaction().addNftTransfer(tokenId, 1, harness.treasury.id, ada.id))
      await harness.clock.advance(1)
      const dao = await harness.dao([ada], { tokenWeighted: true, tokenId })
      for (let minted = 10; minted <= 1000; minted += 10) await mint()
      await harness.onLedger(new TransferTransaction().addNftTransfer(tokenId, 1010, harness.treasury.id, ada.id))
      await harness.clock.advance(1)
      const proposal = await harness.propose(dao.daoId, ada, { quorum: 50 })
      await harness.clock.advance(1)
      const { status, body } = await harness.vote(proposal, ada, 'YES')
      assert.deepEqual([status, body.weight], [201, 1], 'the serial 1,010 weighs nothing')
      await harness.pass(24 * HOUR)
      await harness.pass(0)
      assert.equal((await harness.get(`/proposals/${proposal.proposalId}`)).body.status, 'PASSED')
    } finally {
      await harness.close()
    }
  })

  test('A mirror that lags delays votes until it has passed the start; if it lies, a recount detects it', async () => {
    const told = { behind: 0, lie: 0n }
    const harness = await openHarness(
      {},
      {
        seen: (ledger) => ({
          ...ledger,
          mirror: {
            ...ledger.mirror,
            newest: async () => (told.behind-- > 0 ? 0 : ledger.mirror.newest()),
            holdingAt: async (question) => (await ledger.mirror.holdingAt(question)) + told.lie,
          },
        }),
      },
    )
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const dao = await harness.dao([ada, ben], { tokenWeighted: true })
      const proposal = await harness.propose(dao.daoId, ada)
      await harness.clock.advance(1000)
      const move = new TransferTransaction()
        .addHbarTransfer(ada.id, new Hbar(-60))
        .addHbarTransfer(ben.id, new Hbar(60))
      await harness.onLedger(move, ada.key)
      told.behind = 3
      assert.equal((await harness.vote(proposal, ada, 'YES')).body.weight, 100_0000_0000)
      assert.ok(told.behind < 0, 'it was asked until it had passed the start')
      told.lie = 1n
      assert.equal((await harness.vote(proposal, ben, 'YES')).body.weight, 100_0000_0001)
      await harness.pass(24 * HOUR)
      const { faults } = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        mirror: harness.ledger.mirror,
        source: httpSource(harness.url),
      })
      assert.deepEqual(faults, ['vote 2 weighs 10000000001: the ledger says 10000000000'])
    } finally {
      await harness.close()
    }
  })
})
