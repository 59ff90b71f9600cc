import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Hbar, KeyList, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { type DecisionRecord, permittedOperation } from '@quorate/ledger'
import { httpSource, type LeafSource, recount, report } from '../src/index.ts'
import { contentIdentifier, rootOf } from '../src/leaves.ts'
import { type Answer, HOUR, type House, openHouse, type Person } from './house.ts'

describe('A recount', () => {
  let house: House
  let people: Person[]
  let topicId: string
  let proposal: Answer['body']
  const operation = { method: 'POST', path: '/transfer/hbar', body: { to: '0.0.5', amount: 3 } }
  before(async () => {
    house = await openHouse()
    people = await house.people(4)
    const [ada, ben, cleo, dan] = people as [Person, Person, Person, Person]
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const wallet = await house.account(new KeyList(keys.map((key) => key.publicKey)), 30)
    const dao = await house.dao(people, { tokenWeighted: true, threshold: 60 })
    topicId = dao.topicId
    await house.addMember(dao.daoId, ada, wallet)
    await house.clock.advance(1)
    proposal = await house.propose(dao.daoId, ada, { quorum: 20, proposalData: { operation } })
    await house.clock.advance(1000)
    const move = new TransferTransaction().addHbarTransfer(ben.id, new Hbar(-50)).addHbarTransfer(dan.id, new Hbar(50))
    await house.onLedger(move, ben.key)
    await house.vote(proposal, ada, 'YES')
    await house.vote(proposal, ben, 'YES', {
      comment: 'ü',
      signature: house.signedVote(proposal, ben.key, ben.id, 'YES', 'ü'),
    })
    await house.vote(proposal, cleo, 'NO')
    const signatures = keys.map((key) => ({
      publicKey: key.publicKey.toStringRaw(),
      signature: house.signedVote(proposal, key, wallet, 'YES'),
    }))
    const { status } = await house.call(
      'POST',
      '/votes',
      dan,
      house.voteBody(proposal, { id: wallet }, 'YES', { signatures }),
    )
    assert.equal(status, 201)
    await house.pass(24 * HOUR)
    await house.pass(0)
  })
  after(() => house.close())

  const again = (source: LeafSource = httpSource(house.url), proposalId = proposal.proposalId) =>
    recount({ proposalId, topicId, mirror: house.ledger.mirror, source })

  it('comes to the published result, and says which votes their voters signed', async () => {
    const counted = await again()
    assert.deepEqual(counted.faults, [])
    assert.deepEqual([counted.status, counted.winner, counted.published?.status], ['PASSED', 'YES', 'PASSED'])
    assert.deepEqual([counted.totalVotes, counted.signedVotes], [4, 2])
    assert.equal(counted.totalWeight, 330_0000_0000n)
    assert.equal(counted.eligibleWeight, 430_0000_0000n)
    assert.deepEqual(counted.publishers, [house.treasury.id])
    const text = report(counted)
    assert.match(text, /The published result holds/)
    assert.match(text, /2 of 4 votes are signed/)
  })

  it('finds every change to what is served', async () => {
    const honest = httpSource(house.url)
    const changed = (change: (file: string) => string): LeafSource => ({
      ...honest,
      leaves: async (...args) => change(await honest.leaves(...args)),
    })
    const changes: Record<string, (file: string) => string> = {
      'a choice': (file) => file.replace('"YES"', '"NO"'),
      'a weight': (file) => file.replace('"weight":"10000000000"', '"weight":"10000000001"'),
      'a comment': (file) => file.replace('ü', 'u'),
      'a missing vote': (file) => file.slice(file.indexOf('\n') + 1),
      'a repeated vote': (file) => file + file,
      'another order': (file) => file.split('\n').toReversed().join('\n'),
      'no vote at all': () => '\n',
    }
    for (const [what, change] of Object.entries(changes))
      assert.notDeepEqual((await again(changed(change))).faults, [], what)
    const source = {
      ...honest,
      async *electorate(proposalId: string) {
        yield ['0.0.1', ...(await Array.fromAsync(honest.electorate(proposalId))).flat()]
      },
    }
    assert.match((await again(source)).faults.join(), /members served/)
  })

  it('finds a service that lies on the topic itself: weights, signatures and sums are checked, not only hashes', async () => {
    const honest = httpSource(house.url)
    const mirror = house.ledger.mirror
    const file = await honest.leaves(proposal.proposalId, { number: 1, identifier: '' })
    const lies: [string, RegExp][] = [
      [
        file.replace('"weight":"10000000000"', '"weight":"10000000001"'),
        /weighs 10000000001: the ledger says 10000000000/,
      ],
      [file.replace(/"signature":"[0-9a-f]{2}/, '"signature":"00'), /signatures of vote \d do not satisfy/],
      [file.replace(people[0]?.id ?? '', '0.0.3'), /0\.0\.3, of vote 1, is not among the members/],
      [file.replace(people[0]?.id ?? '', people[2]?.id ?? ''), /voted twice/],
      [file.replace(/"castAt":"20\d\d/, '"castAt":"2001'), /outside the voting/],
    ]
    for (const [lie, fault] of lies) {
      assert.notEqual(lie, file)
      const lines = lie.split('\n').filter((line) => line !== '')
      const lying = async function* (topic: string) {
        for await (const message of mirror.topicMessages(topic)) {
          const record = JSON.parse(Buffer.from(message.bytes).toString())
          if (record.type === 'votes') Object.assign(record, { root: rootOf(lines), leaves: contentIdentifier(lie) })
          yield { ...message, bytes: Buffer.from(JSON.stringify(record)) }
        }
      }
      const { faults } = await recount({
        proposalId: proposal.proposalId,
        topicId,
        mirror: { topicMessages: lying, holdingAt: mirror.holdingAt, keyAt: mirror.keyAt },
        source: { ...honest, leaves: async () => lie },
      })
      assert.match(faults.join('\n'), fault)
    }
  })

  it('of what is not on the topic says so', async () => {
    await assert.rejects(again(undefined, crypto.randomUUID()), /has no proposal/)
  })

  it('ends at a decision that permits exactly the write that the proposal named', async () => {
    const { published } = await again()
    assert.deepEqual(permittedOperation(published as DecisionRecord), operation)
    const rejected = { ...(published as DecisionRecord), status: 'REJECTED' as const }
    assert.equal(permittedOperation(rejected), undefined)
  })
})
