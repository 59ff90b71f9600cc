/**
 * Changes an honest proposal at random, and checks that a recount never confirms a result that the voters did not
 * decide.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey } from '@hiero-ledger/sdk'
import type { ShownMessage } from '@quorate/ledger/testing'
import { limits } from '@quorate/verify'
import {
  CLOCKS_MS,
  cancellationText,
  contentIdentifier,
  type DecisionRecord,
  decide,
  exitCode,
  httpSource,
  isAtFault,
  LATE_MS,
  type VoteLeaf as Leaf,
  ledgerTimestamp,
  type ProposalRecord,
  parseLeaf,
  proposalHash,
  type Recount,
  rootOf,
  singleTally,
  weighedBetween,
} from '@quorate/verify/recount'
import fc from 'fast-check'
import { proposalSummary, resultsOut, voteOut } from '../src/answers/resources.ts'
import { type Dao, type Proposal, rulesFrom } from '../src/model/dao.ts'
import { fileOf } from '../src/model/leaves.ts'
import { delayed, type Forgery, openForgery, type Told } from './forging.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

const RUNS = Number(process.env.FORGER_RUNS ?? 1_000)
/** Different forgeries each time. A failure names its seed. */
const SEED = Number(process.env.FORGER_SEED ?? randomInt(2 ** 31))
const THRESHOLD = 60n
const QUORUM = 20n

/** The more often an entry is listed, the more often it is changed. */
const EDITED = [
  ...(['record', 'record', 'message', 'leaf', 'leaf', 'member', 'shown', 'answer', 'chunk'] as const),
  ...(['late', 'date', 'unsigned', 'cancelled', 'dust', 'dust', 'eligible'] as const),
] as const

/** The target of a change, and its kind. Numbers are taken modulo the number of targets. */
interface Edit {
  what: (typeof EDITED)[number]
  at: number
  path: number
  how: 'remove' | 'twice' | 'move' | 'other' | 'null' | 'more' | 'less' | 'add' | 'late' | 'early' | 'stretch' | 'payer'
  pick: number
}

/** The parts that a liar makes consistent with its changes. */
interface Fits {
  numbers: boolean
  batches: boolean
  electorate: boolean
  memberships: boolean
  decision: boolean
  answers: boolean
}

const edit = fc.record<Edit>({
  what: fc.constantFrom(...EDITED),
  at: fc.nat(1000),
  path: fc.nat(1000),
  pick: fc.nat(1000),
  how: fc.oneof(
    { arbitrary: fc.constantFrom('other', 'more', 'less'), weight: 3 },
    {
      arbitrary: fc.constantFrom('remove', 'twice', 'move', 'null', 'add', 'late', 'early', 'stretch', 'payer'),
      weight: 2,
    },
  ),
})
/** Mostly true, so that most lies are consistent. */
const mostly = fc.integer({ min: 0, max: 15 }).map((n) => n < 15)
const fits = fc.record<Fits>({
  numbers: mostly,
  batches: mostly,
  electorate: mostly,
  memberships: mostly,
  decision: mostly,
  answers: mostly,
})

// biome-ignore lint/suspicious/noExplicitAny: lies have any shape.
type Json = any

/** A liar's result: what it serves, what is on the topic, and what the API returns. */
interface Made {
  leaves: Leaf[]
  electorate: string[]
  written: Told[]
  said: { proposal: Json; results: Json }
}

describe('A forger', () => {
  let harness: Harness
  let forgery: Forgery
  let proposal: Answer['body']
  /** The id of another proposal of the same DAO. */
  let otherId: string
  let lines: string[]
  let members: string[]
  let pool: Json[]
  /** Values by the name of their field. */
  let alikeValues: Map<string, Json[]>
  let answers: { proposal: Json; results: Json }
  let topicId: string
  let honestRecord: ProposalRecord
  /** The creator's signatures of cancellations: for this proposal and for the other one. */
  let cancellations: { own: string; other: string }
  /** When the creator's key was replaced, in milliseconds. */
  let replacedAt: number
  let creatorKey: string
  /** Each voter's choice. */
  const acts = new Map<string, string>()
  /** Each account's holdings at the start. */
  const held = new Map<string, bigint>()
  /** Cache of the mirror's answers: an account's holding, by the question as JSON. */
  const weights = new Map<string, bigint>()
  const { value: historyPages } = limits.maxHistoryPages
  before(async () => {
    harness = await openHarness()
    const people = await Promise.all([100, 70, 50, 30, 20].map((hbars) => harness.person(hbars)))
    // Weights start from a balance snapshot that is at least an hour old (SNAPSHOT_AGE_MS), so the accounts must be
    // older.
    await harness.clock.advance(3 * HOUR)
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
    const signedBy = ({ proposalId, daoId, proposalHash, creatorAddress }: Answer['body']) =>
      Buffer.from(
        ada.key.sign(Buffer.from(cancellationText({ chain, daoId, proposalId, proposalHash, creatorAddress }))),
      ).toString('hex')
    cancellations = { own: signedBy(proposal), other: signedBy(other) }
    await harness.pass(HOUR)
    const next = PrivateKey.generateED25519()
    replacedAt = harness.clock.now()
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(ada.id).setKey(next.publicKey), ada.key, next)
    creatorKey = ada.key.publicKey.toStringRaw()
    topicId = dao.topicId
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
    honestRecord = records.find(
      (record) => record.type === 'proposal' && record.proposalId === proposalId,
    ) as ProposalRecord
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
    limits.maxHistoryPages.value = 2
    pool.push(...strangers, ...signatures, otherId, 0, 1, 2, 1e303, 2 ** 53, '1', '0', '', 'yes', true, false, {}, [])
  })
  after(async () => {
    limits.maxHistoryPages.value = historyPages
    forgery.close()
    await harness.close()
  })

  test('is detected, unless its version of a proposal is what the voters decided', async (t) => {
    t.diagnostic(`these are the forgeries of FORGER_SEED=${SEED} FORGER_RUNS=${RUNS}`)
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
        const made = await forged(edits, fit)
        if (!made.counted || exitCode(made.counted) !== 0) return
        held++
        await checkTruth(made.counted, made)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    assert.ok(held > 0, 'some forgeries change nothing that counts')
  })

  /** Checks the verdict "holds": a signed vote must count as its voter signed it, any other as its leaf says. */
  async function checkTruth(counted: Recount, { leaves: served, electorate, written, said }: Made): Promise<void> {
    const own = written.filter(({ record }) => [undefined, proposal.proposalId].includes(record.proposalId))
    const recordOf = (type: string): Json => own.find(({ record }) => record.type === type)?.record
    const dao = recordOf('dao')
    const record = recordOf('proposal') as ProposalRecord
    const decision = recordOf('decision') as DecisionRecord | undefined
    const leaves = own.some(({ record }) => record.type === 'votes') ? served : []
    const members = recordOf('electorate') ? electorate : []
    assert.equal(counted.dao?.isEarlier, dao.membersAnchored !== true)
    if (recordOf('electorate') && dao.membersAnchored)
      assert.deepEqual(members, membersOnTopic(own, record), 'members are those of the topic')
    const voted = new Map<string, bigint>(record.votingOptions.map((option) => [option, 0n]))
    const voters = new Set<string>()
    for (const { voterAddress: voter, weight, choice = '', castAt, comment, signatures } of leaves) {
      assert.ok(!voters.has(voter), `${voter} voted once`)
      voters.add(voter)
      assert.ok(members.includes(voter), `${voter} may vote`)
      assert.equal(weight, String(await weightOf(record, voter)), `the weight of ${voter}`)
      assert.ok(weight !== '0' && castAt >= record.startTime && castAt < record.endTime, `${voter} ${weight} ${castAt}`)
      voted.set(choice, (voted.get(choice) ?? 0n) + BigInt(weight))
      if (!signatures) continue
      assert.deepEqual([choice, comment], [acts.get(voter), undefined], `${voter} signed what it did`)
      assert.equal(canonical(record), canonical(honestRecord), `${voter} signed for what the proposal says`)
    }
    assert.equal(voted.size, record.votingOptions.length, 'what is chosen is an option')
    const isReplacedBefore = (number: number) =>
      own.some(
        ({ record, completedAt }) =>
          record.type === 'votes' &&
          record.first <= number &&
          number <= record.last &&
          Number(completedAt) * 1000 > replacedAt,
      )
    const isSigned = ({ signatures, voterAddress, number }: Json) =>
      signatures && !(voterAddress === proposal.creatorAddress && isReplacedBefore(number))
    assert.equal(counted.signedVotes, leaves.filter(isSigned).length)
    assert.equal(counted.fixedLate.length > 0, isLate(own, record, decision), counted.fixedLate.join())
    if (!decision) {
      assert.ok(Date.parse(record.endTime) >= harness.clock.now(), 'without a decision it is not over')
      return
    }
    const { result } = decision
    const eligible = (await Promise.all(members.map((account) => weightOf(record, account)))).reduce(
      (a, b) => a + b,
      0n,
    )
    const cast = [...voted.values()].reduce((a, b) => a + b, 0n)
    const winner = decision.cancelled ? null : winnerOf(record, { voted, cast, eligible })
    assert.deepEqual([decision.status, result.winner], [winner === null ? 'REJECTED' : 'PASSED', winner])
    assert.deepEqual([result.totalVotes, result.totalWeight], [leaves.length, String(cast)])
    const options = [...voted].map(([option, weight]) => {
      return { option, votes: leaves.filter(({ choice }) => choice === option).length, weight: String(weight) }
    })
    assert.deepEqual(result.options, options)
    if (record.quorum !== null && !decision.cancelled) assert.equal(result.eligibleWeight, String(eligible))
    if (winner !== null) assert.deepEqual(decision.proposalData, record.proposalData)
    assert.equal(decision.validUntil, record.validUntil)
    const decidedAt = msOf(own.find(({ record }) => record === decision))
    assert.ok(decision.cancelled ? leaves.length === 0 : decidedAt >= Date.parse(record.endTime) - CLOCKS_MS)
    if (counted.cancellation?.signed) {
      assert.equal(decision.cancellation?.signatures[0]?.signature, cancellations.own)
      assert.equal(canonical(record), canonical(honestRecord), 'the creator cancelled what the proposal says')
      assert.ok(decidedAt <= replacedAt + 60_000, 'with a key that it had')
    }
    checkSaid(said, answersOf(written, leaves), decision)
  }

  const msOf = (one: Told | undefined) => Math.floor(Number(one?.completedAt) * 1000)

  function membersOnTopic(own: Told[], { startTime }: ProposalRecord): string[] {
    const members = new Set<string>()
    for (const { record } of own) {
      if (record.type === 'dao') members.add(record.ownerAddress)
      if (record.type !== 'membership') continue
      for (const { account, change, changedAt } of record.changes)
        if (changedAt < startTime) change === 'added' ? members.add(account) : members.delete(account)
    }
    return [...members].sort()
  }

  async function weightOf({ votingRules, startTime }: ProposalRecord, account: string): Promise<bigint> {
    const { tokenWeighted, tokenId, votingDelay } = votingRules
    if (!tokenWeighted) return 1n
    const question = { account, tokenId, ...weighedBetween(Date.parse(startTime), votingDelay) }
    const name = JSON.stringify(question)
    const weight = weights.get(name) ?? (await harness.ledger.mirror.holdingAt(question))
    weights.set(name, weight)
    return weight
  }

  /** The option that these weights adopt; null if there is none. */
  function winnerOf(
    { votingOptions, votingRules: { threshold }, quorum }: ProposalRecord,
    { voted, cast, eligible }: { voted: Map<string, bigint>; cast: bigint; eligible: bigint },
  ): string | null {
    const isAtLeast = (part: bigint, percent: number, whole: bigint) =>
      part * 100_000_000n >= BigInt(Math.round(percent * 1_000_000)) * whole
    if (quorum !== null && !isAtLeast(cast, quorum, eligible)) return null
    const [yes, no] = [voted.get('YES'), voted.get('NO')]
    if (yes !== undefined && no !== undefined && votingOptions.every((one) => ['YES', 'NO', 'ABSTAIN'].includes(one)))
      return yes > 0n && yes !== no && isAtLeast(yes, threshold, yes + no) ? 'YES' : null
    const [first, second] = [...voted].sort(([, a], [, b]) => (a < b ? 1 : -1))
    return first && first[1] > 0n && first[1] !== second?.[1] && isAtLeast(first[1], threshold, cast) ? first[0] : null
  }

  /** Whether anything reached the ledger later than an honest and available service would write it. */
  function isLate(own: Told[], record: ProposalRecord, decision: DecisionRecord | undefined): boolean {
    const [start, end] = [Date.parse(record.startTime), Date.parse(record.endTime)]
    const proposed = own.findIndex(({ record }) => record.type === 'proposal')
    return own.some((one, index) => {
      const at = msOf(one)
      const { type, changes } = one.record
      if (type === 'votes') return at > end + LATE_MS
      const isBefore = type === 'membership' && changes.some((change: Json) => Date.parse(change.changedAt) < start)
      if (isBefore || type === 'proposal' || type === 'electorate') {
        const isCancelledBefore =
          type === 'proposal' && decision?.cancelled && Date.parse(decision.decidedAt) < at - CLOCKS_MS
        const isDatedBack =
          isBefore &&
          index > proposed &&
          changes.some(({ changedAt }: Json) => Date.parse(changedAt) < Math.min(start, at - LATE_MS))
        return at >= end || at > start + LATE_MS || isCancelledBefore || isDatedBack
      }
      return type === 'decision' && decision?.cancelled
        ? at >= end || at > Date.parse(decision.decidedAt) + LATE_MS
        : false
    })
  }

  /** Checks that the service returns what is on the topic, or omits fields as earlier versions do. */
  function checkSaid(said: typeof answers, truth: typeof answers, { cancelled }: DecisionRecord): void {
    const missing: Json = { decision: null, proposalHash: undefined, cancellation: undefined }
    for (const [name, value] of Object.entries(truth.proposal)) {
      if (['createdAt', 'updatedAt', 'votes'].includes(name)) continue
      if (name in missing && said.proposal[name] === missing[name]) continue
      assert.equal(textOf(said.proposal[name]), textOf(value), `the service answers the ${name} of the topic`)
    }
    const byNumber = (votes: Json[]) => votes.toSorted((a, b) => a.number - b.number)
    for (const [index, { updatedAt: _, comment = null, ...vote }] of byNumber(truth.proposal.votes).entries()) {
      const shown = byNumber(said.proposal.votes)[index]
      for (const [name, value] of Object.entries({ ...vote, comment }))
        assert.equal(textOf(shown[name]), textOf(value), `the service answers the ${name} of vote ${vote.number}`)
    }
    assert.equal(said.proposal.votes.length, truth.proposal.votes.length)
    for (const [name, value] of Object.entries(truth.results))
      if (name !== 'quorum' || !cancelled)
        assert.equal(textOf(said.results[name]), textOf(value), `the service answers the ${name} of the topic`)
  }

  /** The recount of the honest proposal after these edits; undefined if there is none, or if it ends with an error. */
  async function forged(edits: Edit[], fit: Fits) {
    const of = (...what: Edit['what'][]) => edits.filter((one) => what.includes(one.what))
    const lied = editedLines(of('leaf', 'date', 'unsigned', 'dust'))
    const leaves = fit.numbers ? renumbered(lied) : lied
    const file = fileOf(leaves)
    const electorate = editedList(members, of('member'))
    const parsed = leaves.flatMap((line) => parseLeaf(line) ?? [])
    let said = answers
    let written: Told[] = []
    const tell = (honest: Told[]): Told[] => {
      const told = lateTopic(editedTopic(honest, of('record', 'message', 'chunk', 'date')), of('cancelled', 'late'))
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
      const counted = last('votes') ? parsed : []
      const published = of('eligible', 'dust').filter(({ what, path }) => what === 'eligible' || path % 3 === 2)
      const more = published.reduce((sum, { pick }) => sum + BigInt((pick % 7) - 3) * 10_0000_0000n, 0n)
      if (fit.decision) fitDecision(last('decision'), last('proposal'), { parsed: counted, electorate, more })
      written = told
      if (fit.answers) said = answersIfAny(told, counted)
      said = edited(said, of('answer'))
      return told.map((message) => ({ ...message, record: canonical(message.record) }))
    }
    const source = {
      leaves: async () => file,
      async *electorate() {
        yield electorate
      },
      answers: async () => ({ proposal: Object(said.proposal), results: Object(said.results) }),
    }
    const shown = (messages: ShownMessage[]) =>
      of('chunk').reduce<Json[]>(rechunked, editedList(messages as Json[], of('shown')))
    const dusted = new Set(of('dust').map(dustedBy))
    const counted = await forgery
      .told(tell, { source, shown, answer: (path) => endless(path, dusted) })
      .catch((error) => {
        // Any other error must be a reported one, not a fault of the recount itself.
        if (isAtFault(error) || ('code' in error && typeof error.statusCode === 'number')) return undefined
        throw error
      })
    return { counted, leaves: parsed, electorate, written, said }
  }

  /**
   * The account whose history becomes too long. For a lie about the eligible weight, it is one that has not voted,
   * because votes show the weights of the others.
   */
  const dustedBy = ({ at, path }: Edit) =>
    path % 3 === 2 ? members.find((account) => !acts.has(account)) : members[at % members.length]

  /** Simulates accounts that somebody has sent more transactions than can be followed. */
  function endless(path: string, accounts: ReadonlySet<string | undefined>): object | undefined {
    const [, account = '', page = 0] = /^\/transactions\?account\.id=([0-9.]+)(?:&page=([0-9]+))?/.exec(path) ?? []
    if (!accounts.has(account)) return undefined
    const next = `/api/v1/transactions?account.id=${account}&page=${Number(page) + 1}`
    return { transactions: [], links: { next } }
  }

  /** A mirror shows a message with other chunk numbers, which no running hash covers. */
  function rechunked(shown: Json[], { at, path, pick }: Edit): Json[] {
    const index = (at + (path % 2)) % Math.max(1, shown.length)
    const message = shown[index]
    if (!message) return shown
    const idOf = (one: Json) => ({ account_id: one.payer_account_id, transaction_valid_start: one.consensus_timestamp })
    const info = message.chunk_info ?? { initial_transaction_id: idOf(message), number: 1, total: 2 }
    const id = info.initial_transaction_id
    const changed = [
      ...[null, { ...info, number: info.number + 1 }, { ...info, number: info.number - 1 }, { ...info, number: 2 }],
      ...[
        { ...info, total: info.total + 1 },
        { ...info, total: info.total - 1 },
        { ...info, number: 1, total: 1 },
      ],
      { ...info, initial_transaction_id: { ...id, transaction_valid_start: '1.000000000' } },
      { ...info, initial_transaction_id: { ...id, account_id: '0.0.98' } },
      { ...info, number: 2, initial_transaction_id: idOf(shown[index - 1] ?? message) },
      info,
    ]
    const payer = path % 10 === 0 ? { payer_account_id: '0.0.98' } : {}
    return shown.with(index, { ...message, ...payer, chunk_info: changed[pick % changed.length] })
  }

  /** Times near the limits for late and early. */
  function timeNear({ at, pick }: Edit): number {
    const [start, end] = [Date.parse(proposal.startTime), Date.parse(proposal.endTime)]
    const by = [0, 1000, -1000, CLOCKS_MS, LATE_MS, LATE_MS + 1000, HOUR, -HOUR, 30 * HOUR][pick % 9] ?? 0
    return ([start, end][at % 2] as number) + by
  }

  function lateTopic(honest: Told[], edits: Edit[]): Told[] {
    return edits.reduce((told, one) => {
      if (one.what === 'cancelled') return cancelled(told, one)
      const types = ['proposal', 'electorate', 'votes', 'membership', 'decision']
      return delayed(types[one.path % types.length] ?? '', timeNear(one))(told)
    }, honest)
  }

  /**
   * The proposal was cancelled before anybody voted: unsigned, or with the creator's signatures for this or another
   * proposal.
   */
  function cancelled(told: Told[], one: Edit): Told[] {
    const isOwn = ({ record }: Told) => record.proposalId === proposal.proposalId
    const ms = timeNear(one)
    const signature = [undefined, cancellations.other, cancellations.own][one.path % 3]
    const signed = signature && {
      keyAt: ledgerTimestamp(ms),
      signatures: [{ publicKey: creatorKey, signature }],
    }
    const writtenMs = ms + ([0, LATE_MS, LATE_MS + 1000, 30 * HOUR][(one.path >> 2) % 4] ?? 0)
    const time = ledgerTimestamp(writtenMs + 20)
    const kept = told.filter((message) => !(isOwn(message) && message.record.type === 'votes'))
    const made = kept.map((message): Told => {
      const { record } = message
      if (!isOwn(message) || record.type !== 'decision') return message
      const { cancellation: _, ...rest } = record
      const decidedAt = new Date(ms).toISOString()
      const changed = { ...rest, ...(signed ? { cancellation: signed } : {}), cancelled: true, decidedAt, batches: 0 }
      return { ...message, record: changed, consensusTimestamp: time, completedAt: time }
    })
    return inOrder(made)
  }

  function editedLines(edits: Edit[]): string[] {
    const leaves = lines.map((line) => JSON.parse(line))
    for (const one of edits) {
      const leaf = leaves[one.at % leaves.length]
      if (one.what === 'unsigned') for (const name of ['keyAt', 'proposalHash', 'signatures']) delete leaf[name]
      if (one.what === 'date') leaf.castAt = new Date(timeNear(one)).toISOString()
      const dusted = one.what === 'dust' && leaves.find(({ voterAddress }) => voterAddress === dustedBy(one))
      // Less than the account adds to the eligible weight, which therefore stays the same.
      if (dusted && one.path % 3 === 1)
        dusted.weight = String(BigInt(dusted.weight) - BigInt(1 + (one.pick % 9)) * 1_0000_0000n)
    }
    return editedList(
      leaves,
      edits.filter(({ what }) => what === 'leaf'),
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

  /** Removes, repeats, moves or changes items. */
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

  /** Changes one value, somewhere inside. */
  function edited(value: Json, edits: Edit[]): Json {
    const copy = structuredClone(value)
    for (const { path, how, pick } of edits) {
      const places = placesIn(copy)
      const place = places[path % Math.max(1, places.length)]
      if (!place) continue
      const [owner, name] = place
      const before = owner[name]
      const alike = alikeValues.get(name) ?? []
      // Mostly a value of another field with the same name, because that may pass.
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
      if (one.what === 'date') return list.with(index, { ...message, record: dated(message.record, one) })
      // A longer record has two chunks, which is just as honest.
      if (one.what === 'chunk' && one.pick % 2 === 0) return list
      if (one.what === 'chunk') return list.with(index, { ...message, completedAt: ledgerTimestamp(msOf(message) + 1) })
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

  function dated(record: Json, one: Edit): Json {
    const time = new Date(timeNear(one)).toISOString()
    if (Array.isArray(record.changes))
      return { ...record, changes: record.changes.map((change: Json) => ({ ...change, changedAt: time })) }
    const name = ['decidedAt', 'createdAt'].find((name) => name in record)
    return name ? { ...record, [name]: time } : record
  }

  function inOrder(told: Told[]): Told[] {
    return told.toSorted((a, b) => Number(a.completedAt) - Number(b.completedAt))
  }

  /** Makes the memberships match the electorate that is served: everybody in it was added, and nobody else. */
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
    { parsed, electorate, more }: { parsed: Leaf[]; electorate: string[]; more: bigint },
  ) {
    if (!decision || !Array.isArray(record?.votingOptions)) return
    const counts = record.votingOptions.map((option) => {
      const chosen = parsed.filter(({ choice }) => choice === option)
      return { option, votes: chosen.length, weight: chosen.reduce((sum, { weight }) => sum + BigInt(weight), 0n) }
    })
    const eligible = electorate.reduce((sum, account) => sum + (held.get(account) ?? 0n), more)
    const { threshold } = record.votingRules ?? {}
    if (!(threshold >= 0 && threshold <= 100)) return
    const quorum = typeof record.quorum === 'number' && record.quorum <= 100 ? record.quorum : null
    const decided = decide(singleTally(counts), { threshold, quorum }, eligible)
    const passed = decided.passed && !decision.cancelled
    const winner = passed ? decided.winner : null
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

  /** Answers that agree with the forged records. If none can be made from these records, the honest answers. */
  function answersIfAny(told: Told[], leaves: Leaf[]): typeof answers {
    try {
      return answersOf(told, leaves)
    } catch {
      return answers
    }
  }

  function answersOf(told: Told[], leaves: Leaf[]): typeof answers {
    const ofType = (type: string) =>
      told.find(({ record }) => record?.type === type && record.proposalId === proposal.proposalId)
    const proposed = ofType('proposal')
    const decided = ofType('decision')
    if (!proposed || !decided) throw new Error('it is not decided')
    const record: ProposalRecord = proposed.record
    const { status, cancelled, cancellation, decidedAt, result }: DecisionRecord = decided.record
    const { proposalId, daoId, votingRules, quorum, validUntil = null } = record
    const isWeighed = result.eligibleWeight !== null
    const of: Proposal = {
      proposalId,
      sequence: 0n,
      title: record.title,
      description: record.description,
      status,
      cancelled,
      quorum,
      quorumFraction: null,
      optimistic: false,
      area: null,
      votingMethod: 'single',
      dao: {
        chain: record.chain,
        daoId,
        topicId,
        rules: rulesFrom(votingRules),
        decimals: votingRules.decimals,
      } as Partial<Dao> as Dao,
      creator: record.creatorAddress,
      cancelSigned: cancellation !== undefined,
      options: record.votingOptions,
      proposalData: record.proposalData,
      recordHash: proposalHash(record),
      ballotKey: null,
      ballotSecret: null,
      validUntil,
      electorate: null,
      startAt: new Date(record.startTime),
      endAt: new Date(record.endTime),
      winner: result.winner,
      eligibleWeight: isWeighed ? BigInt(result.eligibleWeight ?? 0) : null,
      decisionTimestamp: decided.consensusTimestamp,
      decisionCompletedAt: decided.completedAt,
      walletRefusal: null,
      veto: null,
      createdAt: new Date(record.startTime),
      updatedAt: new Date(decidedAt),
    }
    const counts = result.options.map((one) => ({ ...one, weight: BigInt(one.weight) }))
    const votes = leaves.map(({ number, voterAddress: voter, choice, weight, comment = null, castAt, signatures }) =>
      voteOut(of, {
        proposalId,
        number,
        voter,
        ballot: { choice },
        revision: 1,
        replaced: false,
        weight: BigInt(weight),
        comment,
        castAt: new Date(castAt),
        proof: signatures ? { keyAt: '', signatures } : null,
      }),
    )
    return { proposal: { ...proposalSummary(of), votes }, results: resultsOut(of, singleTally(counts)) }
  }
})

const textOf = (value: Json): string => canonical(JSON.parse(JSON.stringify(value ?? null)))

const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

/** Where every value is: the object that contains it, and its name there. */
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
