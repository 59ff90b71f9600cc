import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Hbar, KeyList, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { freezeMessage, withSignatures } from '@quorate/ledger'
import { infoOf, type ShownMessage, shownTopic } from '@quorate/ledger/testing'
import {
  contentIdentifier,
  type DaoRecord,
  type DecisionRecord,
  encodeRecord,
  exitCode,
  httpSource,
  isAtFault,
  LATE_MS,
  type LeafSource,
  ledgerTimestamp,
  type MembershipRecord,
  permittedOperation,
  recount,
  report,
  rootOf,
} from '@quorate/verify/recount'
import { operatorOf } from '../src/anchoring/submissions.ts'
import {
  change,
  changeTime,
  delayed,
  type Forgery,
  inTime,
  type Lies,
  lengthened,
  only,
  openForgery,
  saysAsMany,
  type Told,
  without,
} from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('A recount', () => {
  let harness: Harness
  let people: Person[]
  let topicId: string
  let proposal: Answer['body']
  let forgery: Forgery
  const known = { mirror: 'mirror.example', isTopicKnown: true }
  const operation = { method: 'POST', path: '/transfer/hbar', body: { to: '0.0.5', amount: 3 } }
  before(async () => {
    harness = await openHarness()
    people = await harness.people(4)
    const [ada, ben, cleo, dan] = people as [Person, Person, Person, Person]
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const wallet = await harness.account(new KeyList(keys.map((key) => key.publicKey)), 30)
    const dao = await harness.dao(people, { tokenWeighted: true, threshold: 60 })
    topicId = dao.topicId
    await harness.addMember(dao.daoId, ada, wallet)
    await harness.clock.advance(1)
    proposal = await harness.propose(dao.daoId, ada, { quorum: 20, proposalData: { operation } })
    await harness.clock.advance(1000)
    const move = new TransferTransaction().addHbarTransfer(ben.id, new Hbar(-50)).addHbarTransfer(dan.id, new Hbar(50))
    await harness.onLedger(move, ben.key)
    await harness.vote(proposal, ada, 'YES')
    await harness.vote(proposal, ben, 'YES', {
      comment: 'ü',
      signature: harness.signedVote(proposal, ben.key, ben.id, 'YES', 'ü'),
    })
    await harness.vote(proposal, cleo, 'NO')
    const signatures = keys.map((key) => ({
      publicKey: key.publicKey.toStringRaw(),
      signature: harness.signedVote(proposal, key, wallet, 'YES'),
    }))
    const { status } = await harness.call(
      'POST',
      '/votes',
      dan,
      harness.voteBody(proposal, { id: wallet }, 'YES', { signatures }),
    )
    assert.equal(status, 201)
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    forgery = await openForgery(harness, { topicId, proposalId: proposal.proposalId })
  })
  after(async () => {
    forgery.close()
    await harness.close()
  })

  const again = (source: LeafSource = httpSource(harness.url), proposalId = proposal.proposalId) => {
    const { mirror, topicInfo } = harness.ledger
    return recount({ proposalId, chain, topicId, mirror, topicInfo, source, now: harness.clock.now() })
  }

  test('reaches the published result, and says which votes their voters signed', async () => {
    const counted = await again()
    assert.deepEqual(counted.faults, [])
    assert.deepEqual([counted.status, counted.winner, counted.published?.status], ['PASSED', 'YES', 'PASSED'])
    assert.deepEqual([counted.totalVotes, counted.signedVotes], [4, 2])
    assert.equal(counted.totalWeight, 330_0000_0000n)
    assert.equal(counted.eligibleWeight, 430_0000_0000n)
    assert.deepEqual(counted.publishers, [harness.treasury.id])
    const text = report(counted, known)
    assert.match(text, /^The published result holds\.$/m)
    assert.match(text, /^DAO +[-0-9a-f]{36} {2}Gardeners$/m)
    assert.match(
      text,
      /^Mirror +mirror\.example, whose first \d+ messages .* are compared with the consensus node 0\.0\.3$/m,
    )
    assert.equal(exitCode(counted), 0)
    assert.match(text, /2 of 4 votes are signed/)
    assert.match(text, /^Rules +60% of YES and NO together adopt, a quorum of 20%/m)
    const others = { ...counted.proposal, votingOptions: ['Oak', 'Elm'] }
    assert.match(report({ ...counted, proposal: others }, known), /^Rules +60% of all that was cast adopt/m)
    assert.ok(Date.parse(counted.anchoredAt.proposal) < Date.parse(counted.anchoredAt.votes ?? ''))
  })

  test('shows titles and options so that they cannot pass for lines or columns of the report', async () => {
    const counted = await again()
    const blanks = ' '.repeat(60)
    const title = `Plant a tree${blanks}The published result holds.\u00a0\u3000\u2800\u3164YES\n NO`
    const [first, ...others] = counted.counts
    const named = { ...(first ?? assert.fail()), option: `YES${blanks}330` }
    const text = report(
      { ...counted, proposal: { ...counted.proposal, title }, counts: [named, ...others], notes: [title] },
      known,
    )
    const shown = `Plant a tree ${'\\u{0020}'.repeat(59)}The published result holds.\\u{00a0}\\u{3000}\\u{2800}\\u{3164}YES\\u{000a} NO`
    const lines = text.split('\n')
    assert.equal(lines[0], `Proposal    ${proposal.proposalId}  ${shown}`)
    assert.ok(lines.some((line) => line.startsWith(`  YES ${'\\u{0020}'.repeat(59)}330 `)))
    assert.ok(lines.includes(`NOTE   ${shown}`))
    assert.equal(lines.length, report({ ...counted, notes: [title] }, known).split('\n').length)
  })

  test('detects every change to what is served', async () => {
    const honest = httpSource(harness.url)
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

  /** The faults that are found, as one string. */
  async function liedTo(tell: (told: Told[]) => Told[], lies?: Lies): Promise<string> {
    const { faults } = await forgery
      .told((told) => inTime(tell(told)), lies)
      .catch((error) => {
        if (isAtFault(error)) return error
        throw error
      })
    return faults.join('\n')
  }
  const decided = async () => (await harness.onTopic(topicId)).at(-1)?.record as DecisionRecord

  test('holds for a topic that is retold unchanged, so that only the lies below are detected', async () => {
    assert.equal(await liedTo((told) => told), '')
  })

  test('detects every lie about the result', async () => {
    const { result } = await decided()
    const swapped = result.options.toReversed().map(({ option }, index) => ({ ...result.options[index], option }))
    const lies: [object, RegExp][] = [
      [{ status: 'REJECTED' }, /the published status is "REJECTED"/],
      [{ result: { ...result, winner: 'NO' } }, /the published winner is "NO"/],
      [{ result: { ...result, options: swapped } }, /the published options/],
      [{ result: { ...result, totalVotes: 5 } }, /the published totalVotes is 5/],
      [{ result: { ...result, totalWeight: '1' } }, /the published totalWeight is "1"/],
      [{ result: { ...result, eligibleWeight: '1' } }, /the published eligible weight is 1/],
      [{ batches: 2 }, /the published batches is 2/],
      [
        { proposalData: { operation: { ...operation, body: { to: '0.0.6', amount: 3 } } } },
        /the published proposalData/,
      ],
      [{ cancelled: true, status: 'REJECTED', result: { ...result, winner: null } }, /cancelled after votes/],
      [{ decidedAt: '2999-01-01T00:00:00.000Z' }, /it was decided at 2999.*, but the decision reached the topic/],
      [{ proposalId: proposal.proposalId.toUpperCase() }, /decision record writes the proposal as [-0-9A-F]+$/m],
      [{ proposalId: `${proposal.proposalId} ` }, /decision record writes the proposal as/],
      [{ decidedAt: proposal.startTime }, /it was decided at .* before its end/],
      [{ chain: 'hedera:testnet' }, /decision record is on hedera:testnet/],
      [{ daoId: crypto.randomUUID() }, /decision record is for the DAO/],
    ]
    for (const [lie, fault] of lies) assert.match(await liedTo(change('decision', lie)), fault)
    const early = changeTime('decision', Date.parse(proposal.endTime) - HOUR)
    assert.match(await liedTo(early), /before its end/, 'the ledger knows when it was written, whatever it says')
  })

  test("detects every lie in the topic's records and in their order", async () => {
    const again = (type: string) => (told: Told[]) => [...told, ...only(type)(told)]
    const first = (type: string) => (told: Told[]) => [...only(type)(told), ...without(type)(told)]
    const records = (await harness.onTopic(topicId)).map(({ record }) => record)
    const { votingRules } = records.find(({ type }) => type === 'dao') as DaoRecord
    const { changes } = records.find(({ type }) => type === 'membership') as MembershipRecord
    const [joined] = changes
    const withRules = (rules: object) => (told: Told[]) =>
      change('proposal', { votingRules: rules })(change('dao', { votingRules: rules })(told))
    const lies: [(told: Told[]) => Told[], RegExp][] = [
      [again('decision'), /a second decision record/],
      [again('electorate'), /a second electorate record/],
      [again('proposal'), /a second proposal record/],
      [again('votes'), /batch 1 is on the topic twice/],
      [without('votes'), /the published totalVotes is 4: counted 0/],
      [without('electorate'), /no electorate record/],
      [without('dao'), /a proposal record comes before any dao record/],
      [first('votes'), /a votes record comes before any electorate record/],
      [first('electorate'), /an electorate record comes before any proposal record/],
      [(told) => [...without('votes')(told), ...only('votes')(told)], /a votes record came after the decision/],
      [
        (told) => [...without('membership')(told).slice(0, -1), ...only('membership')(told), ...told.slice(-1)],
        /was added before the start, but that came after the record of who could vote/,
      ],
      [
        (told) => [...told, ...only('membership')(told)],
        /was added before the start, but that came after the decision/,
      ],
      [change('proposal', { title: 'Fell a tree' }), /vote 2 was signed for a proposal whose record has the hash/],
      [change('proposal', { creatorAddress: '0.0.3' }), /0\.0\.3, the creator of the proposal, was not a member/],
      [change('proposal', { quorum: null }), /the published eligible weight is 43000000000: counted null/],
      [
        (told) => told.map((one) => ({ ...one, record: Object.fromEntries(Object.entries(one.record).toReversed()) })),
        /a decision record is not canonical JSON/,
      ],
      [change('votes', { first: 2, last: 5 }), /batch 1 begins with vote 2/],
      [change('votes', { last: 5 }), /batch 1 holds 4 votes, not 5/],
      ...[0, -100, 1e-9, 100.1].map((threshold): (typeof lies)[number] => [
        (told) => withRules({ ...votingRules, threshold })(told),
        /a (dao|proposal) record's votingRules.threshold must/,
      ]),
      ...[-5, 0, 1e-9, 101].map((quorum): (typeof lies)[number] => [
        change('proposal', { quorum }),
        /a proposal record's quorum must/,
      ]),
      [
        withRules({ ...votingRules, tokenWeighted: false, tokenId: '0.0.77' }),
        /tokenId is 0.0.77: votes weigh the same/,
      ],
      [withRules({ ...votingRules, minVotingPeriod: -1 }), /votingRules.minVotingPeriod must/],
      [change('proposal', { endTime: '2020-01-01T00:00:00.000Z' }), /it must end after its start/],
      [change('proposal', { votingOptions: ['YES'] }), /a proposal record's votingOptions must/],
      [
        change('proposal', { votingOptions: Array.from({ length: 21 }, (_, index) => `${index}`) }),
        /a proposal record's votingOptions must/,
      ],
      [change('proposal', { votingOptions: ['YES', 'NO', 'A', 'B', 'C', 'D'] }), /votingOptions has 6: .* up to 5/],
      [change('proposal', { votingMethod: 'approval' }), /votingMethod is approval: the rules of the DAO allow single/],
      [change('proposal', { votingMethod: 'lottery' }), /a proposal record's votingMethod must/],
      [change('proposal', { quorumFraction: '1/3' }), /quorumFraction is 1\/3, which is 33.333333 percent/],
      [change('proposal', { quorumFraction: '4/3' }), /send a fraction of up to 1/],
      [change('proposal', { votingOptions: ['YES', 'yes', 'NO'] }), /which looks like|another that looks the same/],
      [change('proposal', { votingOptions: ['Oak', 'Beech'] }), /proposalData.operation is carried out after a YES/],
      [change('proposal', { creatorAddress: '0.0.01' }), /a proposal record's creatorAddress must/],
      [change('dao', { ownerAddress: 'ada' }), /a dao record's ownerAddress must/],
      [
        change('membership', { changes: [{ ...joined, account: '0.0.1/x' }] }),
        /a membership record's changes.0.account/,
      ],
      [change('electorate', { members: -1 }), /an electorate record's members must/],
      [change('votes', { leaves: 'somewhere' }), /a votes record's leaves must/],
      [change('decision', { decidedAt: 'Sunday' }), /a decision record's decidedAt must/],
      [change('proposal', { chain: 'hedera:testnet' }), /proposal record is on hedera:testnet/],
      [change('proposal', { votingRules: { ...votingRules, threshold: 1 } }), /the DAO's rules are/],
      [change('proposal', { votingOptions: ['YES', 'NO', 'NO'] }), /an option appears twice/],
      [change('proposal', { endTime: proposal.startTime }), /the DAO requires 1 hours/],
      [change('proposal', { endTime: 'soon' }), /the voting is from .* to soon/],
      [
        (told) => told.map((one, index) => ({ ...one, payer: index === 3 ? '0.0.98' : one.payer })),
        /several accounts wrote records/,
      ],
    ]
    for (const [lie, fault] of lies) assert.match(await liedTo(lie), fault)
  })

  test('detects a record of a batch without votes', async () => {
    const honest = httpSource(harness.url)
    const empty = { batch: 2, first: 5, last: 4, root: rootOf([]), leaves: contentIdentifier('') }
    const leaves: LeafSource['leaves'] = async (id, batch) => (batch.number === 2 ? '' : honest.leaves(id, batch))
    const tell = (told: Told[]) =>
      change('decision', { batches: 2 })(
        told.flatMap((one) =>
          one.record.type === 'votes' ? [one, { ...one, record: { ...one.record, ...empty } }] : [one],
        ),
      )
    assert.equal(await liedTo(tell, { source: { leaves } }), 'batch 2 has no votes: 5 to 4')
  })

  test('detects every lie in the votes: weights, signatures and times are checked, not only hashes', async () => {
    const file = await httpSource(harness.url).leaves(proposal.proposalId, { number: 1, identifier: '' })
    const [ada, ben, cleo] = people as [Person, Person, Person]
    const elsewhere = harness.signedVote({ ...proposal, proposalId: crypto.randomUUID() }, ben.key, ben.id, 'YES', 'ü')
    const keyAt = /"keyAt":"[^"]+"/
    const lies: [string, RegExp][] = [
      [
        file.replace('"weight":"10000000000"', '"weight":"10000000001"'),
        /weighs 10000000001: the ledger says 10000000000/,
      ],
      [
        file.replace(/"signature":"([0-9a-f])/, (_, digit) => `"signature":"${digit === '0' ? '1' : '0'}`),
        /signatures of vote \d do not satisfy/,
      ],
      [file.replace(/"signature":"[0-9a-f]+/, `"signature":"${elsewhere.slice(2)}`), /signatures of vote \d do not/],
      [file.replace(/"signature":"[0-9a-f]+/, '"signature":"12'), /signatures of vote \d do not satisfy/],
      [file.replace(/"publicKey":"[0-9a-f]+/, '"publicKey":"nonsense'), /signatures of vote \d do not satisfy/],
      [file.replace(/"voterAddress":"[^"]+"/g, `"voterAddress":"${ben.id}"`), /signatures of vote \d do not satisfy/],
      [file.replace(keyAt, '"keyAt":"1000000000.000000000"'), /do not satisfy the key of .* at 1000000000/],
      [file.replace(keyAt, '"keyAt":"2000000000.000000000"'), /do not satisfy the key/],
      [file.replace(/"keyAt":"[^"]+",/, ''), /do not satisfy the key/],
      [
        file.replace(/,"signatures":\[[^\]]+\]/, ''),
        /vote 2 says that it was signed, but its signatures are not there/,
      ],
      [file.replace(/"proposalHash":"[^"]+",/, ''), /signatures of vote 2 do not satisfy/],
      [file.replace(/("proposalHash":")[^"]+/, `$1${'0'.repeat(64)}`), /vote 2 was signed for a proposal whose record/],
      [file.replace(ada.id, '0.0.3'), /0\.0\.3, of vote 1, is not among the members/],
      [file.replace(ada.id, cleo.id), /voted twice/],
      [
        file.replace('"choice":"YES"', '"choice":"yes"'),
        /vote 1 is not valid: choice is "yes": expected YES, NO, ABSTAIN/,
      ],
      [file.replace(/"castAt":"20\d\d/, '"castAt":"2001'), /outside the voting/],
      [file.replace(/("castAt":"[^"]+)Z"/, '$1+05:00"'), /outside the voting/],
      [file.replace(/"castAt":"[^"]+"/, `"castAt":"${proposal.endTime}"`), /outside the voting/],
      [file.replace('{', '{ '), /line 1 of batch 1 is not canonical JSON/],
      [file.replace('"choice":"YES"', '"choice":"NO","choice":"YES"'), /line 1 of batch 1 is not canonical JSON/],
      [file.replace('"number":1', '"number":2'), /line 1 of batch 1 is vote 2, not 1/],
      [file.replace('"number":1', '"number":"1"'), /line 1 of batch 1 is not a vote/],
      [
        file.replace('"number":1', `"more":${'['.repeat(80)}${']'.repeat(80)},"number":1`),
        /line 1 of batch 1 is not a vote/,
      ],
      [file.replace('"castAt"', '"comment":"\\ud800","castAt"'), /line 1 of batch 1 is not a vote/],
    ]
    for (const [votes, fault] of lies) {
      assert.notEqual(votes, file, String(fault))
      assert.match(await liedTo((told) => told, { votes }), fault)
    }
    const [, signedAt = ''] = /"castAt":"([^"]+)"[^\n]*"keyAt"/.exec(file) ?? []
    const castAt = Date.parse(signedAt)
    const keyLater = file.replace(keyAt, `"keyAt":"${ledgerTimestamp(castAt + 30_000)}"`)
    assert.match(
      await liedTo(changeTime('votes', castAt + 1000), { votes: keyLater }),
      /names the key of .*, but was on the topic before that/,
    )
    const late = changeTime('votes', Date.parse(proposal.startTime) - HOUR)
    assert.match(await liedTo(late), /vote 1 was cast at .* but was on the topic before that/)
  })

  test("distinguishes votes signed with only the proposal's id, as earlier versions do", async () => {
    const file = await httpSource(harness.url).leaves(proposal.proposalId, { number: 1, identifier: '' })
    const [, ben] = people as [Person, Person]
    const byId = harness.signedVote({ ...proposal, proposalHash: undefined }, ben.key, ben.id, 'YES', 'ü')
    const votes = file
      .replace(/"proposalHash":"[^"]+",/, '')
      .replace(/"signature":"[0-9a-f]+/, `"signature":"${byId.slice(2)}`)
    const told = await forgery.told((told) => told, { votes })
    assert.deepEqual(told.faults, [])
    assert.deepEqual([told.signedVotes, told.signedByIdAlone], [2, 1])
    assert.match(report(told, known), /^1 votes are signed by the proposal's id alone/m)
    assert.deepEqual((await again()).signedByIdAlone, 0)
  })

  test('has a separate verdict if something reached the ledger after it could be known whom it favours', async () => {
    assert.deepEqual((await again()).fixedLate, [])
    const start = Date.parse(proposal.startTime)
    const end = Date.parse(proposal.endTime)
    const lies: [(told: Told[]) => Told[], RegExp][] = [
      [delayed('proposal', start + LATE_MS + 1), /^the proposal reached the topic at .*, 10 minutes after/],
      [delayed('electorate', start + HOUR), /^the electorate reached .*, 60 minutes after the voting had begun$/],
      [delayed('electorate', end), /^the electorate reached the topic at .*, when the voting had ended$/],
      [delayed('votes', end + HOUR), /^the record of votes 1 to 4 reached .*, 60 minutes after the voting had ended$/],
      // The first chunk is in time.
      [delayed('votes', end + LATE_MS + 1, end + 2), /^the record of votes 1 to 4 reached/],
      [delayed('membership', start + HOUR), /^the last change of members before the start reached the topic at/m],
    ]
    for (const [lie, late] of lies) {
      const told = await forgery.told(lie)
      assert.deepEqual(told.faults, [], String(late))
      assert.match(told.fixedLate.join('\n'), late)
      const text = report(told, known)
      assert.match(text, /^LATE {3}/m)
      assert.match(
        text,
        /^The published result holds(, as this mirror shows it)?, if the service is believed about the records that reached the topic late/m,
      )
    }
    for (const lie of [delayed('electorate', start + LATE_MS), delayed('votes', end + LATE_MS)]) {
      const told = await forgery.told(lie)
      assert.deepEqual([told.faults, told.fixedLate], [[], []], 'so late is everybody')
    }
  })

  test('counts joining and leaving by ledger time, and reports backdated changes', async () => {
    const start = Date.parse(proposal.startTime)
    const changedAt = new Date(start - 30 * 24 * HOUR).toISOString()
    const datedBack = (told: Told[]) =>
      told.map((one) => {
        if (one.record.type !== 'membership') return one
        const changes = one.record.changes.map((change: object) => ({ ...change, changedAt }))
        return { ...one, record: { ...one.record, changes } }
      })
    const afterProposal = (told: Told[]) => {
      const [{ completedAt } = { completedAt: '' }] = only('proposal')(told)
      const [{ consensusTimestamp } = { consensusTimestamp: '' }] = only('electorate')(told)
      const between = ((Number(completedAt) + Number(consensusTimestamp)) / 2).toFixed(9)
      const from = told.findIndex(({ record }) => record.type === 'electorate')
      return [
        ...without('membership')(told.slice(0, from)),
        ...only('membership')(told).map((one) => ({ ...one, consensusTimestamp: between, completedAt: between })),
        ...told.slice(from),
      ]
    }
    const late = await forgery.told((told) => afterProposal(datedBack(told)))
    assert.deepEqual(late.faults, [])
    assert.match(
      late.fixedLate.join('\n'),
      /^the record that 0\.0\.\d+ was added reached the topic at .*, 4320\d minutes after 2/,
    )
    assert.equal(late.membership?.joinedBefore, 4)
    const [ada] = people as [Person]
    const answer = (path: string) => {
      const [, at = '0'] = /timestamp=lte:([0-9.]+)/.exec(path) ?? []
      const isGone = Number(at) * 1000 > start - 2 * HOUR
      if (path.startsWith('/accounts?')) return { accounts: [] }
      return path.startsWith(`/accounts/${ada.id}?`) ? { account: ada.id, deleted: isGone, key: null } : undefined
    }
    const createdAt = new Date(start - 3 * HOUR).toISOString()
    const gone = await forgery.told(change('dao', { createdAt }), { answer })
    assert.match(
      gone.fixedLate.join('\n'),
      /^the member .* had been deleted on the ledger before the record that it joined reached the topic/,
    )
    const honest = await forgery.told(
      (told) => changeTime('dao', start - 3 * HOUR)(change('dao', { createdAt })(told)),
      { answer },
    )
    assert.deepEqual(honest.fixedLate, [], 'who was an account when it joined may leave the ledger')
  })

  test("does not rely on the service's voting times to know what is late", async () => {
    const file = await httpSource(harness.url).leaves(proposal.proposalId, { number: 1, identifier: '' })
    const cast = Date.parse(proposal.startTime) + 3 * HOUR
    const votes = file
      .replace(/"castAt":"[^"]+"/g, `"castAt":"${new Date(cast).toISOString()}"`)
      .replace(/"keyAt":"[^"]+"/g, `"keyAt":"${ledgerTimestamp(cast)}"`)
    const said = await httpSource(harness.url).answers(proposal.proposalId)
    const castThen = (said.proposal.votes as object[]).map((vote) => ({
      ...vote,
      createdAt: new Date(cast).toISOString(),
      updatedAt: new Date(cast).toISOString(),
    }))
    const source = { answers: async () => ({ ...said, proposal: { ...said.proposal, votes: castThen } }) }
    const told = await forgery.told(delayed('proposal', cast), { votes, source })
    assert.deepEqual([told.faults, told.fixedLate.length], [[], 2])
  })

  test('detects an account that is among the members under two names', async () => {
    const honest = httpSource(harness.url)
    const file = await honest.leaves(proposal.proposalId, { number: 1, identifier: '' })
    const [ada] = people as [Person]
    const twin = ada.id.replace(/(\d+)$/, '0$1')
    const members = [...(await Array.fromAsync(honest.electorate(proposal.proposalId))).flat(), twin]
    const votes = file.replace(ada.id, twin)
    assert.match(await liedTo((told) => told, { votes, members }), /the member .* is not an account id/)
    const nonsense = await liedTo((told) => told, { members: [...members, 'nonsense'] })
    assert.match(nonsense, /the member nonsense is not an account id/)
  })

  test('detects records backdated with an early first chunk, and records that others may read differently', async () => {
    const end = Date.parse(proposal.endTime)
    const start = Date.parse(proposal.startTime)
    const text = (type: string, make: (text: string) => string) => (told: Told[]) =>
      told.map((one) => (one.record.type === type ? { ...one, record: make(JSON.stringify(one.record)) } : one))
    const lies: [(told: Told[]) => Told[], RegExp][] = [
      [changeTime('proposal', end + HOUR, start), /the chunks of a proposal record are further apart/],
      [changeTime('electorate', start + 601_000, start), /the chunks of an electorate record are further apart/],
      [
        (told) =>
          told.flatMap((one) => {
            if (one.record.type !== 'membership') return [one]
            const [first] = one.record.changes
            const removed = { ...first, change: 'removed', changedAt: new Date(start + HOUR).toISOString() }
            return [{ ...one, record: { ...one.record, changes: [...one.record.changes, removed] } }]
          }),
        /was removed at .*, but that was on the topic before/,
      ],
      [changeTime('votes', end + 601_000, end), /the chunks of a votes record are further apart/],
      [text('decision', (one) => one.replace('{', '{"status":"REJECTED",')), /a decision record is not canonical JSON/],
      [text('proposal', (one) => one.replace('"amount":3', '"amount":3.0')), /a proposal record is not canonical JSON/],
      [
        (told) => [
          ...told,
          {
            ...(told.at(-1) as Told),
            record: `{"proposalId":"${proposal.proposalId}",${JSON.stringify({ ...told.at(-1)?.record, proposalId: 'another' }).slice(1)}`,
          },
        ],
        /a decision record is not canonical JSON/,
      ],
    ]
    for (const [lie, fault] of lies) assert.match(await liedTo(lie), fault)
    const withData = (data: string) => (told: Told[]) =>
      text('proposal', (one) => one.replace(/"proposalData":\{/, `"proposalData":{"a":${data},`))(told)
    assert.match(
      await liedTo((told) =>
        text('decision', (one) => one.replace('"proposalData":{', '"proposalData":{"a":9007199254740993,'))(
          withData('9007199254740992')(told),
        ),
      ),
      /^a decision record is not canonical JSON/,
      'two numbers that JavaScript takes as one',
    )
  })

  test('detects what a mirror omits, adds, changes or moves, by comparison with a consensus node', async () => {
    const again = (messages: ShownMessage[], tell: (one: ShownMessage) => ShownMessage) =>
      shownTopic(
        topicId,
        messages.map(tell).map((one) => ({
          consensusTimestamp: one.consensus_timestamp,
          payer: one.payer_account_id,
          bytes: Buffer.from(one.message, 'base64'),
        })),
      )
    const later = (one: ShownMessage) => ({
      ...one,
      consensus_timestamp: one.consensus_timestamp.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    })
    const lies: [(messages: ShownMessage[]) => object[], RegExp][] = [
      [(messages) => messages.slice(1), /after message 0 of .* the mirror shows message 2/],
      [(messages) => messages.toSpliced(2, 1), /after message 2 of .* the mirror shows message 4/],
      [
        (messages) => messages.slice(0, -1).concat(messages.slice(-2)),
        /after message \d+ of .* the mirror shows message/,
      ],
      [(messages) => messages.map(later), /the running hash of message 1 of/],
      [
        (messages) => messages.map((one) => ({ ...one, payer_account_id: '0.0.98' })),
        /the running hash of message 1 of/,
      ],
    ]
    for (const [shown, why] of lies)
      for (const options of [{}, { topicInfo: undefined }])
        await assert.rejects(
          forgery.told((told) => told, { shown, answer: saysAsMany, options }),
          { code: 'MIRROR_INCONSISTENT', message: why },
          'a mirror that contradicts itself says nothing of a result',
        )
    const short = forgery.told((told) => told, { shown: (messages) => messages.slice(0, -1) })
    await assert.rejects(short, { code: 'MIRROR_BEHIND' }, 'it may only be behind')
    const unknown = { exists: false, nodeId: '0.0.3', sequence: 0n, runningHash: new Uint8Array() }
    const open: [Lies, RegExp][] = [
      [
        { shown: (messages) => again(messages.slice(0, -1), (one) => one), answer: saysAsMany },
        /the mirror shows \d+,/,
      ],
      [
        { shown: (messages) => again(messages, (one) => (one.sequence_number === 1 ? later(one) : one)) },
        /has a running hash that differs from the one of the \d+ messages/,
      ],
      [
        {
          shown: (messages) =>
            again(messages, (one) => (one.sequence_number === 3 ? { ...one, payer_account_id: '0.0.98' } : one)),
        },
        /has a running hash that differs from the one of the \d+ messages/,
      ],
      [{ options: { topicInfo: async () => unknown } }, /0\.0\.3 knows no topic/],
      [{ shown: withoutHashes, options: { topicInfo: undefined } }, /shows message 1 of .* without a running hash/],
    ]
    for (const [lies, doubt] of open) {
      const counted = await forgery.told((told) => told, lies)
      assert.deepEqual([counted.faults, counted.confirmedBy, exitCode(counted)], [[], null, 2], String(doubt))
      assert.match(counted.doubts.join(), doubt)
      const line = counted.askedNode === null ? /no consensus node could confirm it/ : /0\.0\.3 does not confirm/
      assert.match(report(counted, known), line)
    }
    const { faults, doubts, confirmedBy } = await forgery.told((told) => told, { shown: withoutHashes })
    assert.deepEqual([faults, doubts], [[], []], 'the node has the hash that the messages have')
    assert.notEqual(confirmedBy, null)
    function withoutHashes(messages: ShownMessage[]): object[] {
      return messages.map((one) => ({ ...one, running_hash: undefined }))
    }
  })

  test('accuses nobody because of messages that a mirror shows after those of a consensus node', async () => {
    const at = ledgerTimestamp(harness.clock.now() + HOUR)
    const second = { record: { ...(await decided()), batches: 7 }, consensusTimestamp: at, completedAt: at }
    const added = (messages: ShownMessage[]) =>
      lengthened(topicId, messages, { ...second, payer: messages.at(-1)?.payer_account_id ?? '' })
    const madeUp = await forgery.told((told) => told, { shown: added })
    assert.deepEqual([madeUp.faults, madeUp.confirmedBy, exitCode(madeUp)], [[], null, 2])
    assert.match(madeUp.doubts.join(), /^the consensus node 0\.0\.3 has \d+ messages of .*: the mirror shows \d+$/m)
    assert.match(madeUp.notes.join('\n'), /^only as the mirror shows it: a second decision record is on the topic$/m)
    const late = await forgery.told((told) => told, { shown: added, answer: saysAsMany })
    assert.deepEqual([late.faults, exitCode(late)], [[], 0], 'what it shows since the node was asked is not read')
    let asked = 0
    let before: ShownMessage[] = []
    const behind = await forgery.told((told) => [...told, { ...second, payer: told.at(-1)?.payer ?? '' }], {
      shown(messages) {
        before = messages
        return messages
      },
      options: { topicInfo: async () => infoOf(asked++ === 0 ? before.slice(0, -1) : before) },
    })
    assert.match(behind.faults.join('\n'), /^a second decision record is on the topic$/m)
    assert.deepEqual([exitCode(behind), asked], [1, 2], 'a node that is behind is asked again, and then has it')
    const lost = await forgery.told((told) => told, {
      shown: added,
      options: {
        topicInfo: async () => {
          if (asked++ > 2) throw new Error('away')
          return infoOf(before.slice(0, -1))
        },
      },
    })
    assert.deepEqual([lost.faults, exitCode(lost)], [[], 2], 'a node that answers no more has said it')
  })

  test('accuses nobody because of the part of a topic that a mirror shows before it becomes unreadable', async () => {
    const early = (messages: ShownMessage[]) =>
      shownTopic(
        topicId,
        [...messages.slice(-1), ...messages.slice(1)].map((one, index) => ({
          consensusTimestamp: messages[index]?.consensus_timestamp ?? '',
          payer: one.payer_account_id,
          bytes: Buffer.from(one.message, 'base64'),
        })),
      )
    const next = `/api/v1/topics/${topicId}/messages?page=2`
    const isPage = (path: string) => path.startsWith('/topics/') && !path.includes('order=desc')
    const lies: [Lies, string][] = [
      [{ shown: early, options: { maxMessages: 5 } }, 'TOPIC_TOO_LONG'],
      [
        {
          answer: (path, messages) =>
            path.includes('page=2')
              ? null
              : isPage(path)
                ? { messages: early(messages).slice(0, 3), links: { next } }
                : undefined,
        },
        'MIRROR_UNAVAILABLE',
      ],
    ]
    for (const [lie, code] of lies) {
      await assert.rejects(
        forgery.told((told) => told, lie),
        { code },
      )
      const options = { ...lie.options, topicInfo: undefined }
      await assert.rejects(
        forgery.told((told) => told, { ...lie, options }),
        {
          code: 'AT_FAULT',
          message: /a decision record comes before any proposal record/,
        },
      )
    }
  })

  test('detects messages that a mirror hides as chunks of something else, which no running hash covers', async () => {
    const decision = JSON.stringify({ ...(await decided()), batches: 7 })
    const halves = [decision.slice(0, 300), decision.slice(300)]
    const another = JSON.stringify({ ...(await decided()), proposalId: crypto.randomUUID() })
    /**
     * The topic followed by these texts, each with the chunk number that the mirror shows: its name, number and total.
     */
    const told = (
      ...texts: [text: string, chunk: [start: number, number: number, total: number] | null, payer?: string][]
    ) =>
      forgery.told(
        (honest) => {
          const { payer = '' } = honest.at(-1) ?? {}
          const added = texts.map(([record, , by = payer], index) => {
            const at = ledgerTimestamp(harness.clock.now() + HOUR + index)
            return { record, payer: by, consensusTimestamp: at, completedAt: at }
          })
          return [...honest, ...added]
        },
        {
          shown: (messages) =>
            messages.map((one, index) => {
              const [, chunk] = texts[index - messages.length + texts.length] ?? []
              if (!chunk) return one
              const [start, number, total] = chunk
              const of = { account_id: one.payer_account_id, transaction_valid_start: `${start}.0` }
              return { ...one, chunk_info: { initial_transaction_id: of, number, total } }
            }),
        },
      )
    const lies: [Parameters<typeof told>, RegExp][] = [
      [[[decision, [1, 1, 2]]], /^chunk 1\/2 of .*: it is a record by itself/],
      [[[decision, [1, 2, 2]]], /^chunk 2\/2 of .*: it is a record by itself/],
      [[[decision, [1, 1, 1000]]], /^chunk 1\/1000 of .*: it is a record by itself/],
      [
        [
          ['{"a":"', [1, 1, 2]],
          [decision, [1, 2, 2]],
        ],
        /its message cannot be read/,
      ],
      [
        [
          [halves[0] ?? '', null],
          [halves[1] ?? '', null],
        ],
        /its message cannot be read/,
      ],
      [
        [
          [halves[0] ?? '', [1, 1, 3]],
          [halves[1] ?? '', [1, 2, 3]],
          [another, null],
        ],
        /chunks of its message are missing/,
      ],
      [
        [
          [halves[0] ?? '', [1, 1, 2]],
          [halves[1] ?? '', [2, 2, 2]],
          [another, null],
        ],
        /no message that it could belong to/,
      ],
      [
        [
          [halves[0] ?? '', [1, 1, 2]],
          [halves[1] ?? '', [1, 2, 2]],
        ],
        /^a second decision record/,
      ],
      [[[decision, [1, 1, 2], '0.0.98']], /^chunk 1\/2 of 0\.0\.98 at .*: it is a record by itself/],
      [
        [
          ['{"a":"', [1, 1, 2], '0.0.98'],
          [decision, [1, 2, 2], '0.0.98'],
        ],
        /^a chunk of the message of 0\.0\.98 .*: it is a record by itself/,
      ],
      [[['hello', null]], /its message cannot be read/],
      [
        [
          [`{"chain":"${chain}","proposalData":`, [1, 1, 3]],
          [decision, [1, 2, 3]],
          [`,"proposalId":"${crypto.randomUUID()}","quorate":1,"type":"proposal"}`, [1, 3, 3]],
        ],
        /^a chunk of the message of .* is in no record: it is a record by itself/m,
      ],
      [
        [
          ['{"a":[', [1, 1, 4]],
          [halves[0] ?? '', [1, 2, 4]],
          [halves[1] ?? '', [1, 3, 4]],
          [`],"proposalId":"${crypto.randomUUID()}","quorate":1,"type":"proposal"}`, [1, 4, 4]],
        ],
        /looks like a proposal record, but is not a valid one/,
      ],
    ]
    for (const [texts, why] of lies) {
      const { doubts, faults } = await told(...texts)
      assert.match([...doubts, ...faults].join('\n'), why)
      const isCertain = /record, but is not a valid one|second decision/.test(String(why))
      assert.equal(faults.length > 0, isCertain, `${why}: else the mirror or the publisher may be wrong`)
    }
    const [before = '', behind = ''] = another.replace('"proposalData":{', '"proposalData":{"a":[|],').split('|')
    const within = await told(
      ...[before, ...halves, behind].map((part, index): [string, [number, number, number]] => [
        part,
        [1, index + 1, 4],
      ]),
    )
    assert.deepEqual([within.faults, exitCode(within), within.chunked], [[], 0, 1])
    assert.match(report(within, known), /^The published result holds, as this mirror shows it\.$/m)
    const underWay = await told([another, null], [halves[0] ?? '', [1, 1, 2]])
    assert.deepEqual([underWay.faults, exitCode(underWay)], [[], 2])
    assert.match(underWay.doubts.join(), /^chunk 1\/2 of .* is in no record: .* missing so far\. Try again later$/)
    const [begun = '', rest = ''] = [another.slice(0, 300), another.slice(300)]
    const retried = await told([begun, [1, 1, 2]], [begun, [2, 1, 2]], [rest, [2, 2, 2]], ['hello', null, '0.0.98'])
    assert.deepEqual([retried.faults, exitCode(retried)], [[], 0])
    assert.match(
      retried.setAside.join('\n'),
      /^chunk 1\/2 of .*: its message was written again\nchunk 1\/1 of 0\.0\.98 at/,
    )
    assert.equal(retried.chunked, 3, 'the message, the chunk that was written again, and that of another account')
    const pieces = (start: number): Parameters<typeof told> =>
      halves.map((half, index) => [half, [start, index + 1, 3], '0.0.98'])
    const ofAnother = await told(...pieces(1), ...pieces(2))
    assert.deepEqual([ofAnother.faults, exitCode(ofAnother), ofAnother.chunked], [[], 0, 4])
    assert.match(report(ofAnother, known), /^The published result holds, as this mirror shows it\.$/m)
    const changed = await told([`${begun} `, [1, 1, 2]], [begun, [2, 1, 2]], [rest, [2, 2, 2]])
    assert.match(changed.doubts.join(), /other chunks of its message are missing/)
    assert.deepEqual([changed.faults, exitCode(changed)], [[], 2])
    const chunked = await forgery.told((told) => [
      ...told.slice(0, -1),
      ...told.slice(-1).map((one) => ({ ...one, completedAt: (Number(one.completedAt) + 1).toFixed(9) })),
    ])
    assert.deepEqual(chunked.faults, [])
    assert.match(
      report(chunked, known),
      /; which of them are chunks of one message is as this mirror shows it \(1 messages\)$/m,
    )
  })

  test('says that it relies on the mirror if no consensus node was asked, and can read a growing topic', async () => {
    const alone = await forgery.told((told) => told, { options: { topicInfo: undefined } })
    assert.deepEqual([alone.faults, alone.confirmedBy], [[], null])
    assert.match(report(alone, known), /^The published result holds, as this mirror shows it\.$/m)
    assert.match(
      report(alone, { ...known, isTopicKnown: false }),
      /mirror shows it, on the topic that the service named\.$/m,
    )
    const away = await forgery.told((told) => told, { options: { topicInfo: () => Promise.reject(new Error('no')) } })
    assert.deepEqual([away.faults, away.confirmedBy], [[], null])
    assert.match(away.notes.join(), /no consensus node could confirm the state of the topic: no/)
    let before: ShownMessage[] = []
    const few = await forgery.told((told) => told, {
      options: { topicInfo: async () => infoOf(before.slice(0, 2)) },
      shown(messages) {
        before = messages
        return messages
      },
    })
    assert.deepEqual(
      [few.faults, few.confirmedBy, exitCode(few)],
      [[], null, 2],
      'a node that has less confirms nothing',
    )
    assert.match(few.doubts.join(), /has 2 messages of .*: the mirror shows \d+/)
    const at = ledgerTimestamp(harness.clock.now() + HOUR)
    const last = { record: 'hello', payer: '0.0.98', consensusTimestamp: at, completedAt: at }
    const grows = await forgery.told((told) => [...told, last], {
      shown(messages) {
        before = messages.slice(0, -1)
        return messages
      },
      answer: (path) => saysAsMany(path, before),
      options: { topicInfo: async () => infoOf(before) },
    })
    const loops = forgery.told((told) => told, {
      answer(path) {
        if (!path.startsWith('/topics/')) return undefined
        const next = `/api/v1/topics/${topicId}/messages?page=${path.endsWith('page=1') ? 2 : 1}`
        return { messages: path.includes('limit=1&') ? [] : before.slice(0, 1), links: { next } }
      },
      options: { maxMessages: 50, topicInfo: undefined },
    })
    await assert.rejects(loops, { code: 'MIRROR_INCONSISTENT', message: /the mirror shows message 1/ })
    assert.deepEqual([grows.faults, grows.confirmedBy?.messages], [[], BigInt(before.length)])
  })

  test('detects members that do not exist or did not when they joined, and repeated or unordered ones', async () => {
    const honest = (await Array.fromAsync(httpSource(harness.url).electorate(proposal.proposalId))).flat()
    const sorted = (more: string[]) => [...honest, ...more].sort()
    for (const none of ['0.0.999999', '1.0.3', '0.1.3', '0.0.9223372036854775807'])
      assert.match(
        await liedTo((told) => told, { members: sorted([none]) }),
        new RegExp(`member ${none} did not exist`),
      )
    assert.match(
      await liedTo((told) => told, { members: honest.toReversed() }),
      /members must be sorted and listed once/,
    )
    assert.match(await liedTo((told) => told, { members: [...honest, honest.at(-1) ?? ''] }), /listed once/)
    const [ada] = people as [Person]
    const deleted = (since: number) => (path: string) => {
      const [, at = '0'] = /timestamp=lte:([0-9.]+)/.exec(path) ?? []
      if (path.startsWith('/accounts?')) return { accounts: [] }
      if (!path.startsWith(`/accounts/${ada.id}?`)) return undefined
      return { account: ada.id, deleted: Number(at) * 1000 > since, key: null }
    }
    const start = Date.parse(proposal.startTime)
    assert.match(
      await liedTo((told) => told, { answer: deleted(0) }),
      /had been deleted on the ledger before it joined/,
    )
    const joined = Date.parse(
      (await harness.onTopic(topicId)).flatMap(({ record }) => (record.type === 'dao' ? record.createdAt : []))[0] ??
        '',
    )
    assert.match(
      await liedTo((told) => told, { answer: deleted(joined - 12 * 60_000) }),
      /had been deleted on the ledger before it joined/,
    )
    const behind = await forgery.told((told) => told, { answer: deleted(joined - 9 * 60_000) })
    assert.doesNotMatch(behind.faults.join(), /before it joined/, 'its mirror may have been behind')
    assert.match(behind.fixedLate.join(), /had been deleted on the ledger less than eleven minutes before it joined/)
    const gone = await liedTo((told) => told, { answer: deleted(start - HOUR) })
    assert.match(gone, /vote 1 is from .*, an account deleted before the start/)
    assert.equal(
      await liedTo((told) => told, { answer: deleted(start + 1000) }),
      '',
      'who left the ledger since had a vote',
    )
  })

  test('detects what no service writes: impossible times, a start before the DAO, rules that cannot be counted by', async () => {
    const records = (await harness.onTopic(topicId)).map(({ record }) => record)
    const { votingRules } = records.find(({ type }) => type === 'dao') as DaoRecord
    const { result } = await decided()
    const rules = (more: object) => (told: Told[]) =>
      ['dao', 'proposal'].reduce((all, type) => change(type, { votingRules: { ...votingRules, ...more } })(all), told)
    const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)
    const lies: [(told: Told[]) => Told[], RegExp][] = [
      [
        change('decision', { decidedAt: '9000-01-01T00:00:00.000Z' }),
        /it was decided at 9000.*, but the decision reached the topic/,
      ],
      [change('decision', { decidedAt: 'today' }), /it was decided at today, which is not a time/],
      [change('decision', { decidedAt: '+012026-01-01T00:00:00.000Z' }), /which is not a time/],
      [change('decision', { result: { ...result, eligibleWeight: null } }), /the published eligible weight is null/],
      [change('votes', { batch: 2 }), /batch 2 is on the topic in place of batch 1/],
      [change('votes', { batch: -1 }), /batch -1 is on the topic in place of batch 1/],
      [change('dao', { createdAt: proposal.endTime }), /the voting began at .*, before the DAO was founded/],
      [
        change('dao', { createdAt: '9000-01-01T00:00:00.000Z' }),
        /the DAO was founded at 9000.*, but reached the topic/,
      ],
      [change('proposal', { startTime: 'soon' }), /the voting is from soon to/],
      [rules({ threshold: 1e303 }), /votingRules.threshold must be <= 100/],
      [rules({ threshold: 0 }), /votingRules.threshold must be >=/],
      [rules({ tokenId: '0.0.77/balances?timestamp=lte:5#' }), /a proposal record's votingRules.tokenId must/],
      [change('proposal', { quorum: 1e303 }), /a proposal record's quorum must/],
      [change('decision', { proposalData: deep }), /looks like a decision record, but is not a valid one/],
    ]
    for (const [lie, fault] of lies) assert.match(await liedTo(lie), fault)
    assert.match(
      await liedTo(change('proposal', { proposalData: deep })),
      /looks like a proposal record, but is not a valid one/,
    )
    const file = await httpSource(harness.url).leaves(proposal.proposalId, { number: 1, identifier: '' })
    const weightless = file.replace('"weight":"10000000000"', '"weight":"0"')
    assert.match(await liedTo((told) => told, { votes: weightless }), /vote 1 has no weight/)
  })

  test('detects a service that tells its clients something other than the topic', async () => {
    const honest = httpSource(harness.url)
    const { proposal: said, results } = await honest.answers(proposal.proposalId)
    const changedVote = (more: object) =>
      (said.votes as { number: number }[]).map((vote) => (vote.number === 1 ? { ...vote, ...more } : vote))
    const lies: [Partial<Record<'proposal' | 'results', object>>, RegExp][] = [
      [
        { proposal: { ...said, status: 'REJECTED' } },
        /the service answers the status "REJECTED": the topic has "PASSED"/,
      ],
      [{ proposal: { ...said, title: 'Another' } }, /the service answers the title "Another"/],
      [{ proposal: { ...said, endTime: proposal.startTime } }, /the service answers the endTime/],
      [{ proposal: { ...said, daoId: proposal.proposalId } }, /the service answers the daoId/],
      [
        { proposal: { ...said, createdAt: proposal.endTime } },
        /answers the createdAt .*, but the proposal reached the topic/,
      ],
      [{ proposal: { ...said, createdAt: 'early' } }, /the service answers the createdAt "early"/],
      [{ proposal: { ...said, createdAt: undefined } }, /the service answers the createdAt null/],
      [
        { proposal: { ...said, votes: changedVote({ updatedAt: proposal.endTime }) } },
        /answers the updatedAt .* of vote 1/,
      ],
      [{ proposal: { ...said, proposalData: {} } }, /the service answers the proposalData/],
      [
        { proposal: { ...said, decision: { topicId, consensusTimestamp: '1.000000000' } } },
        /the service answers the decision/,
      ],
      [{ proposal: {} }, /the service answers the status null/],
      [{ proposal: { ...said, votes: 'none' } }, /the service answers no list of votes/],
      [{ results: { ...results, winner: 'NO' } }, /the service answers the winner "NO"/],
      [{ results: { ...results, proposalId: 'another' } }, /the service answers the proposalId "another"/],
      [{ results: { ...results, daoId: null } }, /the service answers the daoId null/],
      [{ results: { ...results, totalWeight: { toString: 1 } } }, /the service answers the totalWeight {"toString":1}/],
      [{ results: { ...results, options: [{ weight: { toString: 1 } }] } }, /the service answers the options/],
      [{ results: { ...results, options: [null, 1] } }, /the service answers the options/],
      [{ results: { ...results, passing: false } }, /the service answers the passing false: the topic has true/],
      [{ results: { ...results, final: false } }, /the service answers the final false/],
      [{ results: { ...results, leading: 'NO' } }, /the service answers the leading "NO"/],
      [{ results: { ...results, decimals: 2 } }, /the service answers the decimals 2: the topic has 8/],
      [{ results: { ...results, quorum: null } }, /the service answers the quorum null/],
      [{ results: { ...results, quorum: { ...(results.quorum as object), reached: false } } }, /answers the quorum/],
      [{ results: { ...results, quorum: { ...(results.quorum as object), cast: 1 } } }, /answers the quorum/],
      [
        { proposal: { ...said, votes: changedVote({ signed: true }) } },
        /answers the signed true of vote 1: the topic has false/,
      ],
      [{ proposal: { ...said, votes: changedVote({ choice: 'NO' }) } }, /answers the choice "NO" of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ choices: ['NO'] }) } }, /answers the choices \["NO"\] of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ shares: [100] }) } }, /answers the shares \[100\] of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ revision: 2 }) } }, /answers the revision 2 of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ weight: 1 }) } }, /answers the weight 1 of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ weight: '10000000000' }) } }, /answers the weight "1/],
      [{ proposal: { ...said, votes: changedVote({ comment: 'no' }) } }, /answers the comment "no" of vote 1/],
      [{ proposal: { ...said, votes: changedVote({ number: 9 }) } }, /answers a vote 9, which is not among the newest/],
      [{ proposal: { ...said, votes: Array(4).fill(changedVote({})[0]) } }, /answers a vote twice with the proposal/],
      [{ proposal: { ...said, votes: [] } }, /answers 0 votes with the proposal: the topic has 4/],
      [{ proposal: { ...said, votes: { toString: 1 } } }, /answers 0 votes with the proposal/],
      [
        { proposal: { ...said, cancellation: { cancelledAt: proposal.startTime, signed: true } } },
        /the service answers the cancellation/,
      ],
      [{ results: { ...results, totalWeight: 1 } }, /the service answers the totalWeight 1: the topic has 33000000000/],
      [{ results: { ...results, totalWeight: '33000000000' } }, /the service answers the totalWeight "33000000000"/],
      [{ results: { ...results, options: 5 } }, /the service answers the options 5/],
    ]
    for (const [lie, fault] of lies) {
      const answers = async () => ({ proposal: said, results, ...lie }) as Awaited<ReturnType<LeafSource['answers']>>
      assert.match(await liedTo((told) => told, { source: { answers } }), fault)
    }
  })

  test("has a separate verdict for a DAO with an earlier version's record, which has fewer requirements", async () => {
    const told = await forgery.told(change('dao', { membersAnchored: undefined }))
    assert.deepEqual(told.faults, [])
    assert.match(
      report(told, known),
      /^The published result holds, by what DAOs of earlier versions show \(.*options may look alike\)\.$/m,
    )
  })

  test('reports a proposal that is not on the topic', async () => {
    await assert.rejects(again(undefined, crypto.randomUUID()), /has no proposal/)
  })

  test('reports a proposal that is not decided, and whether it should be', async () => {
    const honest = httpSource(harness.url)
    const answers = async (proposalId: string) => {
      const said = await honest.answers(proposalId)
      return {
        proposal: { ...said.proposal, status: 'ACTIVE', decision: null },
        results: { ...said.results, status: 'ACTIVE', winner: null, final: false },
      }
    }
    const now = Date.parse(proposal.endTime) - HOUR
    const running = await forgery.told(without('decision'), { source: { answers }, options: { now } })
    assert.match(report(running, known), /^Not decided yet; the records anchored so far hold\.$/m)
    assert.match(report(running, known), /^result +- +not decided$/m)
    assert.equal(exitCode(running), 0)
    const over = await forgery.told(without('decision'), { source: { answers } })
    assert.match(
      report(over, known),
      /^DOUBT {2}voting has ended, but there is no decision on the topic\nThe result cannot be verified/m,
    )
    assert.equal(exitCode(over), 2)
    const said = await forgery.told(without('decision'), { options: { now } })
    assert.match(
      report(said, known),
      /^DOUBT {2}the service says that it is decided, but there is no decision on the topic$/m,
    )
    assert.equal(exitCode(said), 2)
  })

  test('shows texts from others so that they cannot look like lines of the report', async () => {
    const counted = await again()
    const title = 'A tree\n\u001b[2K\u202eThe published result holds.'
    const text = report({ ...counted, proposal: { ...counted.proposal, title }, faults: [`chose ${title}`] }, known)
    assert.equal(/[\p{Cc}\p{Cf}]/u.test(text.replaceAll('\n', '')), false, 'nothing that moves the cursor')
    const verdicts = text.split('\n').filter((line) => line.startsWith('The published'))
    assert.deepEqual(verdicts, ['The published result does NOT hold.'])
    const [first, ...others] = counted.counts
    for (const option of ['The published result holds.', 'The result cannot be verified.', 'result', 'FAULT']) {
      const named = { ...(first ?? assert.fail()), option }
      const begins = (shown: typeof counted) =>
        report(shown, known)
          .split('\n')
          .filter((line) => line.startsWith(option)).length
      assert.equal(begins({ ...counted, counts: [named, ...others] }), begins(counted), option)
    }
  })

  test('reads a topic only up to its limit, and says how to read more', async () => {
    const few = { proposalId: proposal.proposalId, chain, topicId, source: httpSource(harness.url), maxMessages: 3 }
    const read = recount({ ...few, mirror: harness.ledger.mirror })
    await assert.rejects(read, { code: 'TOPIC_TOO_LONG', message: /more than 3 messages.*--most/ })
  })

  test('ends at a decision that permits exactly the write that the proposal named', async () => {
    const { published } = await again()
    assert.deepEqual(permittedOperation(published as DecisionRecord), operation)
    const rejected = { ...(published as DecisionRecord), status: 'REJECTED' as const }
    assert.equal(permittedOperation(rejected), undefined)
  })

  // Last, because it leaves a second decision on the topic.
  test('reads decisions like the node, whatever their chunks look like on the topic, and names those that are left out', async () => {
    const { ledger, treasury } = harness
    const forged = encodeRecord({ ...(await decided()), batches: 7 })
    const send = async (chunk: Uint8Array, number: number, initialTransactionId?: string) => {
      const of = { topicId, chunk, number, total: 2, ...(initialTransactionId ? { initialTransactionId } : {}) }
      return freezeMessage(ledger, treasury.id, of)
    }
    const submit = async ({ bodyBytes }: { bodyBytes: Uint8Array }) => {
      const { publicKey, sign } = operatorOf(ledger)
      await harness.clock.advance(10)
      const outcome = await ledger.submit(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]))
      assert.equal(outcome.state, 'final', 'and not unknown')
    }
    const first = await send(forged.subarray(0, 200), 1)
    await submit(await send(Buffer.from('nothing'), 2, first.transactionId))
    await submit(first)
    await submit(await send(forged.subarray(200), 2, first.transactionId))
    const counted = await again()
    assert.match(counted.notes.join('\n'), /^only as the mirror shows it: a second decision record is on the topic/m)
    assert.match(counted.doubts.join('\n'), /^chunk 2\/2 of 0\.0\.\d+ at [0-9.]+ is in no record/m)
    assert.equal(exitCode(counted), 2, 'a mirror could show chunks of an honest service so')
    const { consensusTimestamp = '' } = (await harness.onTopic(topicId)).at(-1) ?? {}
    const read = await ledger.mirror.topicMessage(topicId, consensusTimestamp, (payer) => payer === treasury.id)
    assert.deepEqual(Buffer.from(read?.bytes ?? []), Buffer.from(forged))
  })
})

describe('A service during a ledger outage', () => {
  test('is not accused if the outage is at the start or the end of a voting: the recount says what is late, and that it may hold', async () => {
    const harness = await openHarness()
    try {
      const [ada] = (await harness.people(1)) as [Person]
      const dao = await harness.dao([ada])
      const away = () => harness.net.setFault({ kind: 'busy', calls: 1_000_000, on: 'transactions' })
      const back = async () => {
        await harness.pass(HOUR)
        await harness.net.setFault({ kind: 'busy', calls: 0, on: 'transactions' })
        for (let round = 0; round < 12; round++) await harness.pass(20_000)
      }
      await away()
      const proposal = await harness.propose(dao.daoId, ada)
      await back()
      await harness.pass(22 * HOUR)
      await away()
      await harness.vote(proposal, ada, 'YES')
      await harness.pass(HOUR)
      await back()
      const { mirror, topicInfo } = harness.ledger
      const counted = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        mirror,
        topicInfo,
        source: httpSource(harness.url),
        now: harness.clock.now(),
      })
      assert.deepEqual([counted.faults, counted.doubts, counted.published?.status], [[], [], 'PASSED'])
      assert.deepEqual(
        counted.fixedLate.map((late) => late.split(' reached')[0]),
        ['the proposal', 'the electorate', 'the record of votes 1 to 1'],
      )
      const text = report(counted, { mirror: 'mirror.example', isTopicKnown: true })
      assert.match(
        text,
        /^The published result holds, if the service is believed about the records that reached the topic late/m,
      )
    } finally {
      await harness.close()
    }
  })
})

describe("A proposal from a process whose clock is behind that of its DAO's founder", () => {
  test('begins after the DAO, so that its owner may vote and a recount holds', async () => {
    const one = await openHarness()
    const two = await openHarness({}, { beside: one })
    try {
      two.setBehind(30_000)
      const [ada] = (await one.people(1)) as [Person]
      const dao = await one.dao([ada])
      const proposal = await two.propose(dao.daoId, ada)
      await one.pass(1000)
      assert.equal((await one.vote(proposal, ada, 'YES')).status, 201)
      await one.pass(24 * HOUR)
      for (let round = 0; round < 3; round++) await Promise.all([one.pass(60_000), two.jobs.idle()])
      const { mirror, topicInfo } = one.ledger
      const counted = await recount({
        ...{ proposalId: proposal.proposalId, chain, topicId: (await one.get(`/daos/${dao.daoId}`)).body.topicId },
        mirror,
        topicInfo,
        source: httpSource(one.url),
        now: one.clock.now(),
      })
      assert.deepEqual([counted.faults, counted.doubts, counted.published?.status], [[], [], 'PASSED'])
    } finally {
      await two.close()
      await one.close()
    }
  })
})
