/** Lies about a proposal, and the exit codes of a recount: 0 if it holds, 1 if it does not, 2 if that is unknown. */

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { ShownMessage } from '@quorate/ledger/testing'
import { exitCode, httpSource, isAtFault, type LeafSource, ledgerTimestamp, report } from '@quorate/verify/recount'
import fc from 'fast-check'
import { type Forgery, inTime, type Lies, lengthened, openForgery, saysAsMany, type Told, without } from './forging.ts'
import { type Answer, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const RUNS = 1_000

describe('A lie', () => {
  let harness: Harness
  let topicId: string
  let proposal: Answer['body']
  let forgery: Forgery
  before(async () => {
    harness = await openHarness()
    const [ada, ben] = (await harness.people(2)) as [Person, Person]
    const dao = await harness.dao([ada, ben])
    topicId = dao.topicId
    const description = `${'a'.repeat(200)}${'b'.repeat(200)}`
    proposal = await harness.propose(dao.daoId, ada, { description })
    await harness.clock.advance(1000)
    await harness.vote(proposal, ada, 'YES')
    await harness.vote(proposal, ben, 'NO', { comment: 'no' })
    await harness.jobs.idle()
    await harness.pass(24 * HOUR)
    await harness.pass(0)
    forgery = await openForgery(harness, { topicId, proposalId: proposal.proposalId })
  })
  after(async () => {
    forgery.close()
    await harness.close()
  })

  const honest = (told: Told[]) => told
  /** The exit code of the command, and the verdict in the report if there is one. */
  async function ended(tell: (told: Told[]) => Told[], lies?: Lies): Promise<[code: 0 | 1 | 2, verdict: string]> {
    try {
      const counted = await forgery.told(tell, lies)
      const lines = report(counted, { mirror: 'mirror.example', isTopicKnown: true }).split('\n')
      return [exitCode(counted), lines.at(-1) ?? '']
    } catch (error) {
      if (isAtFault(error)) return [1, error.message]
      return [2, (error as { code: string }).code]
    }
  }
  const HOLDS = 'The published result holds.'
  const AS_SHOWN = 'The published result holds, as this mirror shows it.'
  const FALSE = 'The published result does NOT hold.'
  const UNKNOWN = 'The result cannot be verified.'
  const noNode = { topicInfo: undefined }

  /** Messages after all others on the topic, a second apart. */
  const behind = (...records: { record: unknown; payer: string }[]): Told[] =>
    records.map((one, index) => {
      const at = ledgerTimestamp(harness.clock.now() + HOUR + 1000 * index)
      return { ...one, consensusTimestamp: at, completedAt: at }
    })
  const inChunks = (one: Told): Told => ({ ...one, completedAt: (Number(one.completedAt) + 0.0005).toFixed(9) })
  const decisionOf = (told: Told[]) => told.find(({ record }) => record.type === 'decision') as Told
  /** The service decides twice. */
  const twice = (told: Told[]) => {
    const { record, payer } = decisionOf(told)
    return [...told, ...behind({ record: { ...record, batches: 7 }, payer })]
  }

  test('is not reported if everybody is honest', async () => {
    assert.deepEqual(await ended(honest), [0, HOLDS])
    assert.deepEqual(await ended(honest, { options: noNode }), [0, AS_SHOWN])
  })

  test('A lie of a mirror that omits the last messages accuses nobody, and hides nothing from a consensus node', async () => {
    const short = (messages: ShownMessage[]) => messages.slice(0, -1)
    for (const tell of [honest, twice]) {
      assert.deepEqual(await ended(tell, { shown: short }), [2, 'MIRROR_BEHIND'])
      assert.deepEqual(await ended(tell, { shown: short, answer: saysAsMany }), [2, UNKNOWN])
    }
    assert.deepEqual(await ended(honest, { shown: short, options: noNode }), [2, UNKNOWN], 'no decision is there')
    assert.deepEqual(await ended(twice), [1, FALSE])
    const { answers } = httpSource(harness.url)
    const hidden: Lies = { shown: short, options: noNode, source: { answers } }
    assert.deepEqual(await ended(twice, hidden), [0, AS_SHOWN], 'which only a node can tell')
  })

  test('A lie of a mirror that adds messages at the end accuses nobody if a consensus node is asked', async () => {
    const added = (messages: ShownMessage[]) => {
      const payer = messages.at(-1)?.payer_account_id ?? ''
      const record = JSON.parse(Buffer.from(messages.at(-1)?.message ?? '', 'base64').toString())
      return lengthened(topicId, messages, ...behind({ record: { ...record, batches: 7 }, payer }))
    }
    assert.deepEqual(await ended(honest, { shown: added }), [2, UNKNOWN])
    assert.deepEqual(await ended(honest, { shown: added, answer: saysAsMany }), [0, HOLDS])
    assert.deepEqual(await ended(honest, { shown: added, options: noNode }), [1, FALSE], 'which only a node can tell')
    const away = { topicInfo: () => Promise.reject(new Error('away')) }
    assert.deepEqual(await ended(honest, { options: away }), [0, AS_SHOWN])
  })

  test("A lie of a service that returns a result other than the topic's is detected", async () => {
    const said = await httpSource(harness.url).answers(proposal.proposalId)
    const { options } = said.results as { options: object[] }
    const results: object[] = [
      { status: 'PASSED', winner: 'YES', passing: true },
      { options: options.toReversed() },
      { totalVotes: 3 },
      { final: false },
      { proposalId: crypto.randomUUID() },
      { daoId: crypto.randomUUID() },
    ]
    for (const lie of results) {
      const answers = async () => ({ ...said, results: { ...said.results, ...lie } })
      assert.deepEqual(await ended(honest, { source: { answers } }), [1, FALSE], JSON.stringify(lie))
    }
  })

  test('A lie of a mirror that writes a time in another form accuses nobody', async () => {
    const padded = (messages: ShownMessage[]) =>
      messages.map((one) => ({ ...one, consensus_timestamp: `0${one.consensus_timestamp}` }))
    for (const lies of [{ shown: padded }, { shown: padded, options: noNode }])
      assert.deepEqual(await ended(honest, lies), [2, 'MIRROR_UNAVAILABLE'])
  })

  test('A lie of a service about a result is detected even before the decision is on the topic', async () => {
    const said = await httpSource(harness.url).answers(proposal.proposalId)
    const open = {
      proposal: { ...said.proposal, status: 'ACTIVE', decision: null },
      results: { ...said.results, status: 'ACTIVE', winner: null, final: false },
    }
    const options = { now: Date.parse(proposal.endTime) - HOUR }
    const told = (proposal: object, results: object) => {
      const answers: LeafSource['answers'] = async () => ({
        proposal: { ...open.proposal, ...proposal },
        results: { ...open.results, ...results },
      })
      return ended(without('decision'), { source: { answers }, options })
    }
    assert.deepEqual(await told({}, {}), [0, 'Not decided yet; the records anchored so far hold.'])
    const adopted = { status: 'PASSED', winner: 'YES', final: true }
    const lies: [proposal: object, results: object][] = [
      [{}, { ...adopted, passing: true, totalVotes: 300, threshold: 1 }],
      [{}, { winner: 'YES' }],
      [{}, { passing: true }],
      [{}, { leading: 'YES' }],
      [{}, { support: null }],
      [{}, { support: { option: 'YES', percent: 99, missing: 0 } }],
      [{}, { optionDecimals: 2 }],
      [{}, { thresholdFraction: '2/3' }],
      [{}, { rounds: [] }],
      [{}, { votingMethod: 'ranked' }],
      [{ votingMethod: 'ranked' }, {}],
      [{ quorumFraction: '1/3' }, {}],
      [{}, { totalVotes: 300 }],
      [{}, { totalWeight: 300 }],
      [{}, { threshold: 1 }],
      [{}, { decimals: 1 }],
      [{}, { quorum: { percent: 1, eligibleWeight: 2, cast: 100, reached: true } }],
      [{}, { options: (said.results.options as object[]).toReversed() }],
      [{}, { options: (said.results.options as object[]).map((one) => ({ ...one, percent: 100 })) }],
      [{}, { final: 'true' }],
      [{}, { final: true }],
      [{}, { status: 'Passed' }],
      [{}, { status: null }],
      [{}, { daoId: crypto.randomUUID() }],
      [{ status: 'Passed' }, {}],
      [{ cancelled: true }, {}],
      [{ cancelled: 'true' }, {}],
      [{ cancellation: { cancelledAt: proposal.startTime, signed: true } }, {}],
      [{ decision: said.proposal.decision }, {}],
    ]
    for (const [proposal, results] of lies)
      assert.deepEqual(await told(proposal, results), [1, FALSE], JSON.stringify([proposal, results]))
    const unsure: typeof lies = [
      // The proposal may have been decided or cancelled since.
      [{ status: 'REJECTED' }, { status: 'REJECTED', final: true }],
      [{}, { status: 'REJECTED', final: true }],
      [{ status: 'REJECTED', cancelled: true, cancellation: { cancelledAt: proposal.startTime, signed: true } }, {}],
      // The service's database may be an older copy.
      [
        {},
        {
          options: (said.results.options as object[]).map((one) => ({ ...one, votes: 0, weight: 0, percent: 0 })),
          totalVotes: 0,
          totalWeight: 0,
          leading: null,
          passing: false,
          support: { option: 'YES', percent: 0, missing: 1 },
        },
      ],
    ]
    for (const [proposal, results] of unsure)
      assert.deepEqual(await told(proposal, results), [2, UNKNOWN], JSON.stringify([proposal, results]))
  })

  test('A lie of a storage about leaves is skipped or makes the result unknown; the service answers for leaves that it serves', async () => {
    const close: (() => void)[] = []
    const serve = async (listener: RequestListener) => {
      const server = createServer(listener)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      close.push(
        () => void server.closeAllConnections(),
        () => void server.close(),
      )
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const direct = httpSource(harness.url)
    const right = await direct.leaves(proposal.proposalId, { number: 1, identifier: '' })
    const wrong = right.replace('"choice":"NO"', '"choice":"YES"')
    assert.notEqual(wrong, right)
    const liar = await serve((_request, response) => void response.end(wrong))
    const gateway = await serve((_request, response) => void response.end(right))
    const away = await serve((_request, response) => void response.writeHead(404).end())
    const leavesOf = (service: string, ...storages: string[]): Partial<LeafSource> => ({
      leaves: httpSource(service, { storages }).leaves,
    })
    try {
      assert.deepEqual(await ended(honest, { source: leavesOf(harness.url, liar) }), [0, HOLDS])
      assert.deepEqual(await ended(honest, { source: leavesOf(away, liar, gateway) }), [0, HOLDS])
      assert.deepEqual(await ended(honest, { source: leavesOf(liar, gateway) }), [0, HOLDS])
      assert.deepEqual(await ended(honest, { source: leavesOf(away, liar) }), [2, 'NOT_REACHED'])
      assert.deepEqual(await ended(honest, { source: leavesOf(liar, away) }), [2, 'NOT_REACHED'])
      assert.deepEqual(await ended(honest, { source: leavesOf(liar, liar) }), [1, FALSE], 'nobody has others')
    } finally {
      for (const one of close) one()
    }
  })

  test('A lie in chunks of a second publisher is a fault if the mirror shows them as decisions, and otherwise "as shown"', async () => {
    const inPieces = (told: Told[]) => {
      const { record } = decisionOf(told)
      const pieces = [7, 8].flatMap((batches) => {
        const text = JSON.stringify({ ...record, batches })
        return [text.slice(0, 300), text.slice(300)].map((piece) => ({ record: piece, payer: '0.0.98' }))
      })
      return [...told, ...behind(...pieces)]
    }
    const numbered = (total: number) => (messages: ShownMessage[]) =>
      messages.map((one, index) => {
        const piece = index - (messages.length - 4)
        if (piece < 0) return one
        const of = { account_id: '0.0.98', transaction_valid_start: `${piece < 2 ? 1 : 2}.000000000` }
        return { ...one, chunk_info: { initial_transaction_id: of, number: (piece % 2) + 1, total } }
      })
    assert.deepEqual(await ended(inPieces, { shown: numbered(3) }), [0, AS_SHOWN], 'chunks 1/3 and 2/3, twice')
    assert.deepEqual(await ended(inPieces), [0, AS_SHOWN], 'messages that cannot be read')
    assert.deepEqual(await ended(inPieces, { shown: numbered(2) }), [1, FALSE])
  })

  test('A lie of a mirror about which chunk was written again accuses nobody', async () => {
    // The ledger was unreachable between the decision's two chunks, so the service wrote both again.
    const writtenAgain = (told: Told[]) => {
      const { record, payer } = decisionOf(told)
      const text = JSON.stringify(record)
      const half = text.slice(0, text.length / 2)
      return [
        ...told.slice(0, -1),
        ...behind(...[half, half, text.slice(half.length)].map((record) => ({ record, payer }))),
      ]
    }
    const named =
      (...starts: number[]) =>
      (messages: ShownMessage[]) =>
        messages.map((one, index) => {
          const chunk = index - (messages.length - 3)
          if (chunk < 0) return one
          const of = { account_id: one.payer_account_id, transaction_valid_start: `${starts[chunk]}.000000000` }
          return { ...one, chunk_info: { initial_transaction_id: of, number: chunk < 2 ? 1 : 2, total: 2 } }
        })
    const answers: LeafSource['answers'] = async (proposalId) => {
      const said = await httpSource(harness.url).answers(proposalId)
      const [, again] = behind({ record: '', payer: '' }, { record: '', payer: '' })
      return { ...said, proposal: { ...said.proposal, decision: { topicId, consensusTimestamp: again?.completedAt } } }
    }
    const source = { answers }
    assert.deepEqual(await ended(writtenAgain, { shown: named(1, 2, 2), source }), [0, AS_SHOWN])
    assert.deepEqual(await ended(writtenAgain, { shown: named(1, 2, 1), source }), [2, UNKNOWN])
  })

  test('A lie of a mirror about the order of chunks accuses nobody', async () => {
    const inPieces = (pieces: number) => (told: Told[]) =>
      inTime(told).map((one) => (one.record.type === 'proposal' ? { ...inChunks(one), pieces } : one))
    const swapped = (a: number, b: number) => (messages: ShownMessage[]) =>
      messages.map((one) => {
        const { chunk_info: info } = one
        const number = info?.number === a ? b : info?.number === b ? a : info?.number
        return info && number !== undefined ? { ...one, chunk_info: { ...info, number } } : one
      })
    assert.deepEqual(await ended(inPieces(8)), [0, AS_SHOWN])
    // Both first chunks contain only a part of the description, so another proposal is read.
    assert.deepEqual(await ended(inPieces(8), { shown: swapped(3, 4) }), [2, UNKNOWN])
    assert.deepEqual(await ended(inPieces(8), { shown: swapped(2, 8) }), [2, 'NO_SUCH_PROPOSAL'])
  })

  test('A lie of a mirror alone, whatever it shows, accuses nobody if a consensus node is asked', async () => {
    const edit = fc.record({
      what: fc.constantFrom(
        'remove',
        'twice',
        'move',
        'number',
        'total',
        'name',
        'none',
        'bytes',
        'payer',
        'time',
        'hash',
      ),
      at: fc.nat(20),
      by: fc.nat(20),
      start: fc.nat(3),
    })
    type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never
    const changed = (one: ShownMessage, { what, by, start }: Edit): object => {
      const of = { account_id: one.payer_account_id, transaction_valid_start: `${start}.000000000` }
      const info = one.chunk_info ?? { initial_transaction_id: of, number: 1, total: 2 }
      if (what === 'number') return { ...one, chunk_info: { ...info, number: by % 7 } }
      if (what === 'total') return { ...one, chunk_info: { ...info, total: by % 5 } }
      if (what === 'name') return { ...one, chunk_info: { ...info, initial_transaction_id: of, number: 1 + (by % 6) } }
      if (what === 'none') return { ...one, chunk_info: null }
      if (what === 'bytes') return { ...one, message: Buffer.from(`${one.message}x`, 'base64').toString('base64') }
      if (what === 'payer') return { ...one, payer_account_id: '0.0.98' }
      if (what === 'time') return { ...one, consensus_timestamp: ledgerTimestamp(harness.clock.now() + by * 1000) }
      return { ...one, running_hash: by % 2 ? null : one.message }
    }
    const told = (messages: ShownMessage[], edits: Edit[]) =>
      edits.reduce<ShownMessage[]>((list, one) => {
        const index = one.at % Math.max(1, list.length)
        const message = list[index]
        if (!message) return list
        if (one.what === 'remove') return list.toSpliced(index, 1)
        if (one.what === 'twice') return list.toSpliced(one.by % list.length, 0, message)
        if (one.what === 'move') return list.toSpliced(index, 1).toSpliced(one.by % list.length, 0, message)
        return list.with(index, changed(message, one) as ShownMessage)
      }, messages)
    /** Some records are in two to five chunks, as longer ones are. */
    const chunked = (which: number) => (all: Told[]) =>
      all.map((one, index) => ((which >> index) % 2 ? { ...inChunks(one), pieces: 2 + ((which + index) % 4) } : one))
    const ways = { 0: 0, 1: 0, 2: 0 }
    await fc.assert(
      fc.asyncProperty(
        ...([fc.array(edit, { minLength: 1, maxLength: 4 }), fc.nat(63), fc.boolean()] as const),
        async (edits, which, isCounted) => {
          const shown = (messages: ShownMessage[]) => told(messages, edits)
          const [code, verdict] = await ended(chunked(which), { shown, ...(isCounted ? { answer: saysAsMany } : {}) })
          ways[code]++
          assert.notEqual(code, 1, verdict)
        },
      ),
      { numRuns: RUNS, seed: Number(process.env.FORGER_SEED ?? 7) },
    )
    assert.ok(ways[0] > 0 && ways[2] > 0, JSON.stringify(ways))
  })
})
