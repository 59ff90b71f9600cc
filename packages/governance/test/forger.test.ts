/** Changes anything in an honest proposal, and asks whether a recount takes it for what the voters did. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ProposalRecord } from '@quorate/ledger'
import type { ShownMessage } from '@quorate/ledger/testing'
import fc from 'fast-check'
import { exitCode, httpSource, isAtFault, type Recount } from '../src/index.ts'
import { contentIdentifier, fileOf, type Leaf, parseLeaf, rootOf } from '../src/model/leaves.ts'
import { decide } from '../src/model/tally.ts'
import { type Forgery, openForgery, type Told } from './forging.ts'
import { type Answer, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const RUNS = process.env.TEST_LONG ? 4_000 : 200
const THRESHOLD = 60n
const QUORUM = 20n

/** What is changed, and how; numbers are taken modulo what there is. */
interface Edit {
  what: 'record' | 'message' | 'leaf' | 'member' | 'shown' | 'answer'
  at: number
  path: number
  how: 'remove' | 'twice' | 'move' | 'other' | 'null' | 'more' | 'less' | 'add' | 'late' | 'early' | 'stretch' | 'payer'
  pick: number
}

/** What a liar makes fit what it has changed. */
interface Fits {
  numbers: boolean
  batches: boolean
  electorate: boolean
  memberships: boolean
  decision: boolean
  answers: boolean
}

const edit = fc.record<Edit>({
  what: fc.constantFrom('record', 'record', 'message', 'leaf', 'leaf', 'member', 'shown', 'answer'),
  ...{ at: fc.nat(1000), path: fc.nat(1000), pick: fc.nat(1000) },
  how: fc.oneof(
    { arbitrary: fc.constantFrom('other', 'more', 'less'), weight: 3 },
    {
      arbitrary: fc.constantFrom('remove', 'twice', 'move', 'null', 'add', 'late', 'early', 'stretch', 'payer'),
      weight: 2,
    },
  ),
})
/** Mostly what is needed for a lie that is consistent. */
const mostly = fc.integer({ min: 0, max: 15 }).map((n) => n < 15)
const fits = fc.record<Fits>({
  ...{ numbers: mostly, batches: mostly, electorate: mostly, memberships: mostly, decision: mostly, answers: mostly },
})

// biome-ignore lint/suspicious/noExplicitAny: lies have any shape.
type Json = any

describe('A forger', () => {
  let harness: Harness
  let forgery: Forgery
  let proposal: Answer['body']
  /** Of another proposal of the same DAO. */
  let otherId: string
  let lines: string[]
  let members: string[]
  let pool: Json[]
  /** By the name under which they stand. */
  let alikeValues: Map<string, Json[]>
  let answers: { proposal: Json; results: Json }
  /** What each voter did. */
  const acts = new Map<string, string>()
  /** What each account held at the start. */
  const held = new Map<string, bigint>()
  before(async () => {
    harness = await openHarness()
    const people = await Promise.all([100, 70, 50, 30, 20].map((hbars) => harness.person(hbars)))
    const [ada] = people as [Person]
    const dao = await harness.dao(people, { tokenWeighted: true, threshold: Number(THRESHOLD) })
    await harness.clock.advance(1)
    const operation = { method: 'POST', path: '/transfer/hbar', body: { to: '0.0.5', amount: 3 } }
    proposal = await harness.propose(dao.daoId, ada, { quorum: Number(QUORUM), proposalData: { operation } })
    const other = await harness.propose(dao.daoId, ada, { title: 'Fell a tree', quorum: Number(QUORUM) })
    otherId = other.proposalId
    await harness.clock.advance(1000)
    const signatures: string[] = []
    for (const [index, { id, key }] of people.entries()) {
      const choice = ['YES', 'YES', 'NO', 'ABSTAIN'][index]
      signatures.push(harness.signedVote(other, key, id, 'NO').slice(2))
      if (choice === undefined) continue
      const signature = harness.signedVote(proposal, key, id, choice)
      const { status } = await harness.vote(proposal, people[index] as Person, choice, { signature })
      assert.equal(status, 201)
      acts.set(id, choice)
    }
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { proposalId } = proposal
    forgery = await openForgery(harness, { topicId: dao.topicId, proposalId })
    const honest = httpSource(harness.url)
    members = (await Array.fromAsync(honest.electorate(proposalId))).flat()
    lines = (await honest.leaves(proposalId, { number: 1, identifier: '' })).split('\n').filter((line) => line !== '')
    answers = (await honest.answers(proposalId)) as typeof answers
    const at = `${Date.parse(proposal.startTime) / 1000}`.split('.')
    const strangers = ['0.0.2', '0.0.98', '0.0.1022', '0.0.999999']
    for (const account of [...members, ...strangers])
      held.set(
        account,
        await harness.ledger.mirror
          .holdingAt({ account, tokenId: null, at: `${at[0]}.${(at[1] ?? '').padEnd(9, '0')}` })
          .catch(() => 0n),
      )
    const records = (await harness.onTopic(dao.topicId)).map(({ record }) => record)
    const places = [...records, ...lines.map((line) => JSON.parse(line)), answers].flatMap(placesIn)
    pool = [...new Set(places.map(([owner, name]) => owner[name]))]
    alikeValues = new Map(
      [...Map.groupBy(places, ([, name]) => name)].map(([name, of]) => [
        name,
        [...new Set(of.map(([owner]) => owner[name]))],
      ]),
    )
    for (const name of ['voterAddress', 'account']) alikeValues.set(name, [...members, ...strangers])
    alikeValues.set('signature', [...(alikeValues.get('signature') ?? []), ...signatures])
    pool.push(...strangers, ...signatures, otherId, 0, 1, 2, 1e303, 2 ** 53, '1', '0', '', 'yes', true, false, {}, [])
  })
  after(async () => {
    forgery.close()
    await harness.close()
  })

  test('is found, unless what it makes of a proposal is what the voters decided', async () => {
    const { counted } = await forged([], {
      numbers: true,
      batches: true,
      electorate: true,
      memberships: true,
      decision: true,
      answers: true,
    })
    assert.deepEqual([counted?.faults, counted && exitCode(counted)], [[], 0], 'without an edit it is the honest one')
    let held = 0
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), fits, async (edits, fit) => {
        const { counted, leaves, electorate } = await forged(edits, fit)
        if (!counted || exitCode(counted) !== 0) return
        held++
        checkTruth(counted, leaves, electorate)
      }),
      { numRuns: RUNS },
    )
    assert.ok(held > 0, 'some forgeries change nothing that counts')
  })

  /** What can be said against the verdict "holds", by what the voters did. */
  function checkTruth({ published, totalVotes, signedVotes }: Recount, leaves: Leaf[], electorate: string[]): void {
    if (!published) return
    // The report says how many rest on the service's word; nothing finds a vote that was left out.
    if (signedVotes < totalVotes) return
    const weights = new Map<string, bigint>()
    const counted = new Set<string>()
    for (const { voterAddress } of leaves) {
      const choice = acts.get(voterAddress)
      assert.ok(choice !== undefined, `${voterAddress} did not vote`)
      assert.ok(!counted.has(voterAddress), `${voterAddress} voted once`)
      counted.add(voterAddress)
      weights.set(choice, (weights.get(choice) ?? 0n) + (held.get(voterAddress) ?? 0n))
    }
    const [yes, no, abstain] = ['YES', 'NO', 'ABSTAIN'].map((option) => weights.get(option) ?? 0n) as [
      bigint,
      bigint,
      bigint,
    ]
    const eligible = electorate.reduce((sum, account) => sum + (held.get(account) ?? 0n), 0n)
    const isQuorate = (yes + no + abstain) * 100n >= QUORUM * eligible
    const passed = yes > 0n && yes !== no && yes * 100n >= THRESHOLD * (yes + no) && isQuorate
    const { status, result, proposalData } = published
    assert.deepEqual([status, result.winner], passed ? ['PASSED', 'YES'] : ['REJECTED', null])
    assert.deepEqual([result.totalVotes, result.totalWeight], [counted.size, String(yes + no + abstain)])
    for (const { option, weight } of result.options) assert.equal(weight, String(weights.get(option) ?? 0n), option)
    if (passed) assert.deepEqual(proposalData, proposal.proposalData)
  }

  /** The verdict on what these edits make of the honest proposal; undefined where there is none, or faults end it. */
  async function forged(edits: Edit[], fit: Fits) {
    const of = (...what: Edit['what'][]) => edits.filter((one) => what.includes(one.what))
    const leaves = fit.numbers ? renumbered(editedLines(of('leaf'))) : editedLines(of('leaf'))
    const file = fileOf(leaves)
    const electorate = editedList(members, of('member'))
    const parsed = leaves.flatMap((line) => parseLeaf(line) ?? [])
    let said = answers
    const tell = (honest: Told[]): Told[] => {
      const told = editedTopic(honest, of('record', 'message'))
      const last = (type: string): Json =>
        told.findLast(({ record }) => record?.type === type && record.proposalId !== otherId)?.record
      if (fit.batches)
        Object.assign(last('votes') ?? {}, {
          root: rootOf(leaves),
          leaves: contentIdentifier(file),
          last: leaves.length,
        })
      if (fit.electorate)
        Object.assign(last('electorate') ?? {}, { root: rootOf(electorate), members: electorate.length })
      if (fit.memberships) fitMemberships(told, electorate)
      if (fit.decision) fitDecision(last('decision'), last('proposal'), { parsed, electorate })
      if (fit.answers) said = answersOf(last('proposal'), last('decision'), told)
      return told.map((message) => ({ ...message, record: canonical(message.record) }))
    }
    const source = {
      leaves: async () => file,
      async *electorate() {
        yield electorate
      },
      answers: async () => edited(said, of('answer')),
    }
    const shown = (messages: ShownMessage[]) => editedList(messages as Json[], of('shown'))
    const counted = await forgery.told(tell, { source, shown }).catch((error) => {
      // Anything else that is thrown must be said, too, and not be a fault of the recount's own.
      if (isAtFault(error) || ('code' in error && typeof error.statusCode === 'number')) return undefined
      throw error
    })
    return { counted, leaves: parsed, electorate }
  }

  function editedLines(edits: Edit[]): string[] {
    return editedList(
      lines.map((line) => JSON.parse(line)),
      edits,
    ).map((leaf) => (leaf === undefined ? '' : canonical(leaf)))
  }

  function renumbered(given: string[]): string[] {
    return given.map((line, index) => {
      const leaf = JSON.parse(line)
      return typeof leaf === 'object' && leaf !== null && !Array.isArray(leaf)
        ? canonical({ ...leaf, number: index + 1 })
        : line
    })
  }

  /** Items are removed, repeated, moved, or changed within. */
  function editedList<T extends Json>(honest: readonly T[], edits: Edit[]): T[] {
    return edits.reduce<T[]>((list, one) => {
      const index = one.at % Math.max(1, list.length)
      const item = list[index]
      if (one.how === 'remove') return list.toSpliced(index, 1)
      if (one.how === 'twice') return list.toSpliced(one.pick % (list.length + 1), 0, structuredClone(item) as T)
      if (one.how === 'move')
        return list.toSpliced(index, 1).toSpliced(one.pick % list.length || 0, 0, ...(item === undefined ? [] : [item]))
      if (one.how === 'add')
        return typeof item === 'string'
          ? list.concat(String(pool[one.pick % pool.length]) as T).sort()
          : list.concat(edited(item, [{ ...one, how: 'other' }]))
      return list.with(
        index,
        typeof item === 'string' ? String(pool[one.pick % pool.length]) : edited(item, [one]),
      ) as T[]
    }, structuredClone(honest) as T[])
  }

  /** One value, somewhere within. */
  function edited(value: Json, edits: Edit[]): Json {
    const copy = structuredClone(value)
    for (const { path, how, pick } of edits) {
      const places = placesIn(copy)
      const place = places[path % Math.max(1, places.length)]
      if (!place) continue
      const [owner, name] = place
      const before = owner[name]
      const alike = alikeValues.get(name) ?? []
      // Mostly what stands elsewhere under the same name, as that may pass.
      const from = pick % 5 === 0 || alike.length === 0 ? pool : alike
      const other = structuredClone(from[pick % from.length])
      if (how === 'remove') Array.isArray(owner) ? owner.splice(Number(name), 1) : delete owner[name]
      else if (how === 'null') owner[name] = null
      else if (how === 'more' || how === 'less') owner[name] = moved(before, how === 'more' ? 1 : -1)
      else if (how === 'add') owner[`${String(name)}x`] = other
      else owner[name] = other
    }
    return copy
  }

  function editedTopic(honest: Told[], edits: Edit[]): Told[] {
    const told = edits.reduce<Told[]>((list, one) => {
      const index = one.at % Math.max(1, list.length)
      const message = list[index]
      if (!message) return list
      if (one.what === 'record') return list.with(index, { ...message, record: edited(message.record, [one]) })
      const hours = [1, 24, 30, 0.01][one.pick % 4] ?? 1
      const at = (time: string, sign: number) => (Number(time) + sign * hours * 3600).toFixed(9)
      const { consensusTimestamp: begun, completedAt: done } = message
      if (one.how === 'late')
        return list.with(index, { ...message, consensusTimestamp: at(begun, 1), completedAt: at(done, 1) })
      if (one.how === 'early')
        return list.with(index, { ...message, consensusTimestamp: at(begun, -1), completedAt: at(done, -1) })
      if (one.how === 'stretch') return list.with(index, { ...message, completedAt: at(done, 1) })
      if (one.how === 'payer') return list.with(index, { ...message, payer: '0.0.98' })
      return editedList(list, [one.how === 'remove' || one.how === 'twice' ? one : { ...one, how: 'move' }])
    }, honest)
    // A ledger gives later messages later times, in the order in which they are written.
    return edits.some(({ pick }) => pick % 2) ? told : inOrder(told)
  }

  function inOrder(told: Told[]): Told[] {
    return told.toSorted((a, b) => Number(a.completedAt) - Number(b.completedAt))
  }

  /** Whoever is served was added, and nobody else. */
  function fitMemberships(told: Told[], electorate: string[]): void {
    const records = told.flatMap(({ record }) =>
      record?.type === 'membership' && Array.isArray(record.changes) ? [record] : [],
    )
    for (const record of records)
      record.changes = record.changes.filter(
        (one: Json) => electorate.includes(one?.account) || !members.includes(one?.account),
      )
    const [first] = records
    const example = first?.changes[0]
    for (const account of electorate)
      if (example && !members.includes(account)) first.changes.push({ ...example, account })
  }

  function fitDecision(
    decision: Json,
    record: ProposalRecord | undefined,
    { parsed, electorate }: { parsed: Leaf[]; electorate: string[] },
  ) {
    if (!decision || !Array.isArray(record?.votingOptions)) return
    const counts = record.votingOptions.map((option) => {
      const chosen = parsed.filter(({ choice }) => choice === option)
      return { option, votes: chosen.length, weight: chosen.reduce((sum, { weight }) => sum + BigInt(weight), 0n) }
    })
    const eligible = electorate.reduce((sum, account) => sum + (held.get(account) ?? 0n), 0n)
    const { threshold } = record.votingRules ?? {}
    if (!(threshold >= 0 && threshold <= 100)) return
    const quorum = typeof record.quorum === 'number' && record.quorum <= 100 ? record.quorum : null
    const { passed, winner } = decide(counts, { threshold, quorum }, eligible)
    Object.assign(decision, {
      status: passed ? 'PASSED' : 'REJECTED',
      proposalData: passed ? record.proposalData : {},
      result: {
        options: counts.map(({ weight, ...count }) => ({ ...count, weight: String(weight) })),
        totalVotes: counts.reduce((sum, { votes }) => sum + votes, 0),
        totalWeight: String(counts.reduce((sum, { weight }) => sum + weight, 0n)),
        eligibleWeight: quorum === null ? null : String(eligible),
        winner,
      },
    })
  }

  /** What a service that keeps to its own lies answers. */
  function answersOf(record: Json, decision: Json, told: Told[]): typeof answers {
    const { consensusTimestamp } = told.findLast(({ record }) => record === decision) ?? {}
    const { validUntil = null, votingRules, type, quorate, ...rest } = record ?? {}
    const { status, cancelled, result } = decision ?? {}
    return {
      proposal: {
        ...answers.proposal,
        ...rest,
        validUntil,
        status,
        cancelled,
        decision: { ...answers.proposal.decision, consensusTimestamp },
      },
      results: { ...answers.results, ...result, status, threshold: votingRules?.threshold },
    }
  }
})

const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

/** Where a value stands: in what, and under which name. */
function placesIn(value: Json): [Json, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name): [Json, string][] => [[value, name], ...placesIn(value[name])])
}

function moved(value: Json, by: number): Json {
  if (typeof value === 'number') return value + by
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return by
  if (/^[0-9]{1,30}$/.test(value)) return String(BigInt(value) + BigInt(by))
  const time = Date.parse(value)
  return /^[0-9]{4}-/.test(value) && !Number.isNaN(time) ? new Date(time + by * HOUR).toISOString() : `${value}${by}`
}
