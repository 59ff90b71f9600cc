/**
 * Mirrors write balance snapshots now and then, and not all at the same times. Tests how a service and a recount use
 * them if histories are long.
 */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTellingMirror, type TellingMirror } from '@quorate/ledger/testing'
import { limits } from '@quorate/verify'
import type { ServiceAnswers } from '@quorate/verify/recount'
import { exitCode, httpSource, ledgerTimestamp, percentOf, type Recount } from '@quorate/verify/recount'
import fc from 'fast-check'
import { change, openForgery } from './forging.ts'
import { type Harness, HOUR, openHarness, type Person } from './harness.ts'

const RUNS = 150
const MINUTE = 60_000
/** How many pages of an account's history are followed. */
const PAGES = 2
/** More transactions than these pages hold. */
const MANY = 100 * PAGES + 50

/** An account's first balance and its changes, in minutes before the start. */
interface History {
  held: number
  moves: { before: number; amount: number }[]
}

/** This many transactions that move nothing of the account's. */
const dust = (before: number, count = MANY): History['moves'] =>
  Array.from({ length: count }, (_, index) => ({ before: before - index / MINUTE, amount: 0 }))

interface Said {
  startAt: number
  /** The times of the mirror's snapshots, in minutes before the start. */
  snapshots: number[]
  histories: ReadonlyMap<string, History>
}

/** The answer of a mirror with these snapshots. */
function answerOf({ startAt, snapshots, histories }: Said, path: string): object | undefined {
  const url = new URL(path, 'http://mirror')
  if (!['/balances', '/transactions'].includes(url.pathname)) return undefined
  const account = url.searchParams.get('account.id') ?? ''
  const { held = 0, moves = [] } = histories.get(account) ?? {}
  const timeOf = (before: number) => ledgerTimestamp(startAt - Math.round(before * MINUTE))
  const bound = (name: string) =>
    url.searchParams
      .getAll('timestamp')
      .find((one) => one.startsWith(name))
      ?.slice(name.length + 1) ?? '0'
  const inTime = moves
    .map(({ before, amount }) => ({ at: timeOf(before), amount }))
    .toSorted((a, b) => Number(a.at) - Number(b.at))
  const until = Number(bound('lte'))
  if (url.pathname === '/balances') {
    const timestamp =
      snapshots
        .map(timeOf)
        .filter((at) => Number(at) <= until)
        .toSorted()
        .at(-1) ?? null
    const balance = inTime.reduce((sum, { at, amount }) => (Number(at) <= Number(timestamp) ? sum + amount : sum), held)
    return { timestamp, balances: timestamp === null ? [] : [{ account, balance }] }
  }
  const limit = Number(url.searchParams.get('limit'))
  const since = Number(bound('gt'))
  const all = inTime.filter(({ at }) => Number(at) > since && Number(at) <= until)
  const transactions = all
    .slice(0, limit)
    .map(({ at, amount }) => ({ consensus_timestamp: at, transfers: [{ account, amount }] }))
  const rest = `/api/v1${path.replace(`gt:${bound('gt')}`, `gt:${transactions.at(-1)?.consensus_timestamp}`)}`
  return { transactions, links: { next: all.length > limit ? rest : null } }
}

describe("A recount with balance snapshots other than the service's", () => {
  let harness: Harness
  let served: TellingMirror
  let ada: Person
  let ben: Person
  let rich: Person
  const { value: pages } = limits.maxHistoryPages
  before(async () => {
    limits.maxHistoryPages.value = PAGES
    served = await openTellingMirror('')
    const { holdingAt } = served.mirror
    harness = await openHarness({}, { seen: (ledger) => ({ ...ledger, mirror: { ...ledger.mirror, holdingAt } }) })
    ;[ada, ben, rich] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(async () => {
    limits.maxHistoryPages.value = pages
    await harness.close()
    served.close()
  })

  interface Case {
    /** Minutes before the start. */
    service: number[]
    mirror: number[]
    rich: History
    voters?: Person[]
    quorum?: number
    /** The eligible weight that the service publishes; the honest one if absent. */
    published?: number
  }

  /** Runs a proposal to its decision and recounts it. Also returns the answers to its votes. */
  async function recounted({ service, mirror, voters = [ada], quorum = 15, published, ...of }: Case) {
    // Each recount moves the clock by more than a day, and a session lasts some weeks.
    for (const person of [ada, ben, rich]) person.token = await harness.session(person.id, person.key)
    const dao = await harness.dao([ada, ben, rich], { tokenWeighted: true })
    const startAt = harness.clock.now() + 3 * HOUR
    const startTime = new Date(startAt).toISOString()
    const proposal = await harness.propose(dao.daoId, ada, { startTime, quorum })
    const histories = new Map([
      [ada.id, { held: 100, moves: [] }],
      [ben.id, { held: 50, moves: [] }],
      [rich.id, of.rich],
    ])
    served.answer((path) => answerOf({ startAt, snapshots: service, histories }, path))
    await harness.pass(3 * HOUR)
    await harness.clock.advance(1000)
    const votes: (number | string)[] = []
    for (const voter of voters) {
      const { body } = await harness.vote(proposal, voter, 'YES')
      votes.push(body.weight ?? body.code)
    }
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    const { proposalId } = proposal
    const forgery = await openForgery(harness, { topicId: dao.topicId, proposalId })
    try {
      const said = await httpSource(harness.url).answers(proposalId)
      const { eligibleWeight } = said.results.quorum as { eligibleWeight: number }
      const weight = published ?? eligibleWeight
      const counted = await forgery.told(change('decision', { result: await resultOf(dao.topicId, weight) }), {
        answer: (path) => answerOf({ startAt, snapshots: mirror, histories }, path),
        ...(published === undefined ? {} : { source: { answers: async () => told(said, published) } }),
      })
      return { counted, votes, eligibleWeight, code: exitCode(counted) }
    } finally {
      forgery.close()
    }
  }

  async function resultOf(topicId: string, eligibleWeight: number): Promise<object> {
    for (const { record } of await harness.onTopic(topicId))
      if (record.type === 'decision') return { ...record.result, eligibleWeight: String(eligibleWeight) }
    throw new Error('it is not decided')
  }

  function told(said: ServiceAnswers, eligibleWeight: number): ServiceAnswers {
    const cast = percentOf(BigInt(said.results.totalWeight as number), BigInt(eligibleWeight))
    const quorum = { ...(said.results.quorum as object), eligibleWeight, cast }
    const { decision: _, ...proposal } = said.proposal
    return { proposal: { ...proposal, decision: null }, results: { ...said.results, quorum } }
  }

  const found = ({ faults, doubts }: Recount) => ({ faults, doubts })
  const nothing = { faults: [], doubts: [] }
  const quarters = (newest: number) => Array.from({ length: 14 }, (_, index) => newest + 15 * index)
  const spent = { before: 30, amount: -400 }

  test("A recount with newer balance snapshots than the service's counts the same eligible weight", async () => {
    const history = { held: 900, moves: [spent, ...dust(3)] }
    const { counted, eligibleWeight } = await recounted({ service: quarters(50), mirror: quarters(5), rich: history })
    assert.deepEqual(found(counted), nothing)
    assert.equal(eligibleWeight, 1050)
  })

  test("A recount with older balance snapshots than the service's counts the same weights of votes", async () => {
    const history = { held: 900, moves: dust(10) }
    const { counted, votes } = await recounted({
      service: quarters(5),
      mirror: quarters(20),
      rich: history,
      voters: [ada, rich],
    })
    assert.deepEqual(found(counted), nothing)
    assert.deepEqual(votes, [100, 'NO_HOLDING'])
  })

  test('reports whose vote it cannot follow, and accuses nobody', async () => {
    const history = { held: 900, moves: dust(70) }
    const { counted, votes, code } = await recounted({
      service: [61, 76, 91],
      mirror: [75, 90],
      rich: history,
      voters: [ada, rich],
    })
    assert.deepEqual(votes, [100, 900])
    assert.deepEqual(counted.faults, [])
    assert.equal(code, 2)
    const why = 'on this mirror the holdings of RICH cannot be followed, as it had too many transactions'
    assert.deepEqual(counted.doubts, [`vote 2 weighs 900: ${why.replace('RICH', rich.id)}`])
  })

  test('reports whose eligible weight it does not know, and accuses nobody of that or of the result', async () => {
    const moves = [{ before: 65, amount: -400 }, ...dust(10)]
    const tooLong = { service: [61, 76, 91], mirror: [75, 90, 105, 120, 135], rich: { held: 900, moves } }
    const { counted, eligibleWeight, code } = await recounted(tooLong)
    assert.equal(eligibleWeight, 650)
    assert.deepEqual(counted.faults, [])
    assert.equal(code, 2)
    assert.deepEqual(counted.doubts, [
      `the published eligible weight is 650: counted 1050; on this mirror the holdings of ${rich.id} cannot be followed, as there were too many transactions`,
    ])
    assert.deepEqual([counted.published?.status, counted.status], ['PASSED', 'PASSED'], 'of 1050, 15 % had not voted')
  })

  test('also checks an older snapshot, because the service may have had no newer one', async () => {
    const moves = [...dust(90), { before: 70, amount: -400 }]
    const { counted, eligibleWeight, code } = await recounted({
      service: [110, 125],
      mirror: [61, 130],
      rich: { held: 900, moves },
    })
    assert.deepEqual([eligibleWeight, counted.eligibleWeight], [1050, 650n])
    assert.deepEqual([counted.faults, counted.doubts.length, code], [[], 1, 2])
  })

  test('detects a published eligible weight below that of all accounts that it can follow, and of the votes', async () => {
    const moves = [{ before: 65, amount: -400 }, ...dust(10)]
    const tooLong = { service: [61, 76, 91], mirror: [75, 90, 105, 120, 135], rich: { held: 900, moves } }
    const less = await recounted({ ...tooLong, published: 149 })
    assert.equal(
      less.counted.faults[0],
      'the published eligible weight is 149: counted 1050, and at least 150 without the accounts whose holdings cannot be followed on this mirror',
    )
    const least = await recounted({ ...tooLong, published: 150 })
    assert.deepEqual([least.counted.faults, least.code], [[], 2], 'which a service can hide behind a doubt')
    const voted = { ...tooLong, service: [9], mirror: [61, 130], voters: [ada, rich] }
    const cast = await recounted({ ...voted, rich: { held: 900, moves: dust(100) }, published: 1049 })
    assert.deepEqual(cast.votes, [100, 900])
    assert.match(cast.counted.faults.join(), /is 1049: counted 1050, and at least 1050 /)
  })

  test('detects any other eligible weight if all accounts can be followed', async () => {
    const few = { service: quarters(61), mirror: quarters(61), rich: { held: 900, moves: [spent] } }
    for (const published of [649, 651]) {
      const { counted } = await recounted({ ...few, published })
      assert.deepEqual(counted.faults, [`the published eligible weight is ${published}: counted 650`])
    }
  })

  test('accuses no honest service, whoever sends transactions to whom, whatever the snapshots', async () => {
    const minutes = fc.integer({ min: 1, max: 150 })
    const moves = fc.array(fc.record({ before: minutes, amount: fc.integer({ min: -100, max: 300 }) }), {
      maxLength: 4,
    })
    const bursts = fc.array(fc.record({ before: minutes, count: fc.constantFrom(MANY, 120) }), { maxLength: 2 })
    const newest = fc.constantFrom(3, 18, 50, 62, 80, 100)
    const codes = new Set<number>()
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          service: newest,
          mirror: newest,
          moves,
          bursts,
          isVoter: fc.boolean(),
          quorum: fc.constantFrom(15, 40),
        }),
        async ({ service, mirror, moves, bursts, isVoter, quorum }) => {
          const all = [...moves, ...bursts.flatMap(({ before, count }) => dust(before, count))]
          const { counted, code } = await recounted({
            service: quarters(service),
            mirror: quarters(mirror),
            rich: { held: 500, moves: all },
            voters: isVoter ? [ada, rich] : [ada],
            quorum,
          })
          assert.deepEqual(counted.faults, [])
          codes.add(code)
        },
      ),
      { numRuns: RUNS, seed: Number(process.env.FORGER_SEED ?? 7) },
    )
    assert.ok(codes.has(0) && codes.has(2), 'some results hold, and some recounts are inconclusive')
  })
})
