/** Proposals, comparisons and signatures, without a browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type GovernanceTypes, QuorateError, type Signer } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { type Key, type Leaf, publicKeyText, withChecksum } from '@quorate/verify'
import {
  type Ballot,
  type Cast,
  comparedText,
  differencesOf,
  type ProposalRecord,
  type Rule,
  resultFigures,
  tallyOf,
  type VotingMethod,
} from '@quorate/verify/recount'
import { daoBodyOf, membersIn, proposalBodyOf, proposalFormOf, usualVoting } from '../src/page/daos/forms/dao-form.ts'
import { hbarPaymentIn, isOpenedBy, operationIn } from '../src/page/daos/forms/operations.ts'
import {
  measureOf,
  noAmount,
  numberMeasure,
  readTyped,
  type TypedAmount,
} from '../src/page/parts/inputs/typed-amount.ts'
import { de, en } from '../src/page/texts/all.ts'
import { exactPercentText, percentSign, percentText } from '../src/page/texts/amounts.ts'
import { optionTextOf } from '../src/page/votes/options.ts'
import { missingFor, sharesIn, supportOf } from '../src/page/votes/results/support.ts'
import { withBegun } from '../src/page/votes/vetoes/begun-vetoes.ts'
import { inDelay } from '../src/page/votes/vetoes/vetoes.ts'
import { type BallotDraft, ballotIn, draftOf, leftOf, moved, splitEvenly } from '../src/page/votes/voting/ballots.ts'
import { castVote } from '../src/page/votes/voting/cast.ts'
import { shareOf, shownPercent, weightText } from '../src/page/votes/voting/weight.ts'
import { feesAsked } from '../src/page/wallets/asking/fees-asked.ts'
import { ADA, BEN, KEYS } from './people.ts'

const signerOf = (accountId: string, privateKey: string): Signer =>
  keySigner({ accountId, privateKey, type: 'ed25519' })

describe('Options', () => {
  const german = (votingOptions: string[], votingMethod?: VotingMethod) =>
    votingOptions.map(optionTextOf({ votingOptions, votingMethod }, de.options))

  test('YES, NO and ABSTAIN are translated only in a vote between YES and NO', () => {
    assert.deepEqual(german(['YES', 'NO', 'ABSTAIN']), ['Ja', 'Nein', 'Enthaltung'])
    assert.deepEqual(german(['NO', 'YES']), ['Nein', 'Ja'])
    assert.deepEqual(german(['YES', 'NO', 'Later']), ['YES', 'NO', 'Later'])
    assert.deepEqual(german(['YES', 'NO'], 'approval'), ['YES', 'NO'])
    assert.deepEqual(['YES', 'Ja'].map(optionTextOf({ votingOptions: ['YES', 'Ja'] }, en.options)), ['YES', 'Ja'])
  })

  test("a DAO's own option never passes for a translated one", () => {
    const own = (option: string) => `„${option}“ (eigene Option)`
    for (const option of ['Ja', 'ja', 'J\u0430', 'NEIN', 'Enthaltung'])
      assert.deepEqual(german([option, 'Yes', 'No']), [own(option), 'Yes', 'No'], option)
    assert.deepEqual(german(['Ja, sofort', 'Januar']), ['Ja, sofort', 'Januar'])
  })
})

describe('A vote', () => {
  const ada = signerOf(ADA, KEYS[ADA])
  const key: Key = { type: 'ed25519', bytes: Buffer.from(ada.publicKey ?? '', 'hex') }
  const said = { chain: 'hedera:devnet', daoId: 'd', proposalId: 'p', votingOptions: ['YES', 'NO'] }
  const record = said as unknown as ProposalRecord
  const vote = { record, voterAddress: ADA, choice: 'YES' }
  type Sent = Parameters<Cast<unknown>['send']>[0]
  /** Returns the vote that is sent with this signer; undefined if it is refused before. */
  async function sent(signer: Signer, of: Key | undefined = key): Promise<Sent | undefined> {
    let body: Sent | undefined
    const send = async (given: Sent) => {
      body = given
    }
    await castVote({ ...vote, signer, key: of, send }).catch((error) => assert.equal(error.code, 'NOT_THE_KEY'))
    return body
  }

  test('is sent with a signature over its text by the key on the ledger', async () => {
    const body = await sent(ada)
    assert.deepEqual([body?.choice, body?.voterAddress, body?.signature.length], ['YES', ADA, 130])
  })

  test('is not sent if the signature covers a different choice than the one shown', async () => {
    const other = {
      ...ada,
      signMessage: (text: string | Uint8Array) => ada.signMessage(String(text).replace('"YES"', '"NO"')),
    }
    assert.equal(await sent(other), undefined)
  })

  test('is not sent if another account or key signs, or the ledger has no key', async () => {
    assert.equal(await sent(signerOf(BEN, KEYS[BEN])), undefined)
    assert.equal(await sent(signerOf(ADA, KEYS[BEN])), undefined)
    await assert.rejects(castVote({ ...vote, signer: ada, key: undefined, send: () => assert.fail('sent') }), {
      code: 'NOT_THE_KEY',
    })
  })
})

test('Every part of a proposal that differs from the ledger is named; an absent date does not differ', () => {
  const record = {
    ...{ chain: 'hedera:devnet', daoId: 'd', proposalId: 'p', title: 'A', description: '', creatorAddress: ADA },
    ...{ votingOptions: ['YES', 'NO'], quorum: null, startTime: '1', endTime: '2' },
    proposalData: { operation: { path: '/a', method: 'POST' } },
  }
  const shown = { ...record, validUntil: null, proposalData: { operation: { method: 'POST', path: '/a' } } }
  assert.deepEqual(differencesOf(record, shown), [])
  const others = {
    ...{ chain: 'hedera:mainnet', daoId: 'e', proposalId: 'q', title: 'B', description: 'b', creatorAddress: BEN },
    ...{ votingOptions: ['NO', 'YES'], quorum: 5, startTime: '2', endTime: '3', proposalData: {}, validUntil: '4.0' },
  }
  for (const [name, value] of Object.entries(others)) {
    const altered = { ...shown, [name]: value }
    assert.deepEqual(differencesOf(record, altered), [name])
    assert.notEqual(comparedText(altered), comparedText(shown), name)
  }
  assert.equal(comparedText(record), comparedText(shown))
})

test('Forms of DAOs and proposals become valid bodies, or name their faults', () => {
  const typed = (number: number): TypedAmount => ({ text: String(number) })
  const unread: TypedAmount = { text: '1,000' }
  const dao = {
    ...{
      ...usualVoting,
      name: ' Garden ',
      description: '',
      members: '',
      share: 'own' as const,
      threshold: typed(66.25),
    },
    ...{ weights: 'hbar' as const, tokenId: '', delay: typed(1.5) },
  }
  const members = { accounts: [BEN, ADA, BEN], unknown: [] }
  assert.deepEqual(daoBodyOf(dao, members, { me: ADA, language: 'en' }), {
    body: {
      ...{ name: 'Garden', description: '', ownerAddress: ADA, members: [BEN] },
      votingRules: { threshold: 66.25, minVotingPeriod: 0, tokenWeighted: true, votingDelay: 1.5 },
    },
  })
  assert.deepEqual(
    daoBodyOf(
      { ...dao, name: ' ', threshold: noAmount, methods: [], weights: 'token', tokenId: 'x', delay: unread },
      { accounts: [], unknown: ['Ben'] },
      { me: ADA, language: 'en' },
    ),
    { faults: ['name', 'members', 'threshold', 'methods', 'tokenId', 'delay'] },
  )
  const proposal = {
    ...{ title: 'Plant', description: '', kind: 'yesNo' as const, options: '', method: 'single' as const },
    ...{ duration: typed(72), quorum: noAmount, start: '', area: '', isOptimistic: false },
  }
  const operation = { method: 'POST', path: '/a', body: { amount: 1 } }
  const by = { daoId: 'd', me: ADA, language: 'en', mostOptions: 5, now: 0 }
  assert.deepEqual(proposalBodyOf(proposal, { ...by, operation }).body?.proposalData, { operation })
  for (const [duration, quorum] of [
    [typed(0), typed(101)],
    [unread, unread],
  ] as const)
    assert.deepEqual(proposalBodyOf({ ...proposal, title: '', duration, quorum }, by).faults, [
      ...['title', 'duration', 'quorum'],
    ])
  assert.equal(proposalBodyOf({ ...proposal, quorum: typed(12.345678) }, by).body?.quorum, 12.345678)
  const custom = { ...proposal, kind: 'options' as const }
  assert.deepEqual(proposalBodyOf({ ...custom, options: 'Oak\n \n' }, by).faults, ['options'])
  assert.deepEqual(proposalBodyOf({ ...custom, options: `Oak\n${'m'.repeat(101)}` }, by).faults, ['options'])
  assert.deepEqual(proposalBodyOf({ ...custom, options: 'Oak\nElm\n Oak' }, by).faults, ['sameOptions'])
  const { body } = proposalBodyOf({ ...custom, options: 'Oak\n Elm ' }, { ...by, operation })
  assert.deepEqual([body?.votingOptions, body?.proposalData], [['Oak', 'Elm'], undefined])
})

test("A node's payment is put in words only if nothing else is in the operation", () => {
  const body = { from: ADA, to: BEN, amount: 150_000_000 }
  const payment = { method: 'POST', path: '/accounts/transfer/hbar', body }
  assert.deepEqual(hbarPaymentIn(payment), { ...body, tinybars: 150_000_000n })
  assert.deepEqual(hbarPaymentIn({ ...payment, body: { ...body, amount: '5' } })?.tinybars, 5n)
  const others: object[] = [{ memo: 'x' }, { amount: 1.5 }, { amount: 2 ** 60 }, { amount: '-5' }, { to: 'Ben' }]
  for (const more of others) assert.equal(hbarPaymentIn({ ...payment, body: { ...body, ...more } }), undefined)
  for (const more of [{ method: 'PUT' }, { path: '/accounts/transfer/token' }, { extra: 1 }, { body: null }])
    assert.equal(hbarPaymentIn({ ...payment, ...more }), undefined)
})

test('An operation has a method and a path', () => {
  assert.deepEqual(operationIn('{"method": "POST", "path": "/a", "body": {}}'), {
    method: 'POST',
    path: '/a',
    body: {},
  })
  for (const none of ['', '{"method": "POST"}', '{"method": 1, "path": "/a"}', 'null', '[]', '{'])
    assert.equal(operationIn(none), null, none)
})

test("A DAO's decisions open requests of the wallets that its owner owns, and of the owner itself if it is a wallet", () => {
  const wallet = { wallet: '0.0.7', settings: { owners: [{ wallet: ADA }] } } as Parameters<typeof isOpenedBy>[0]
  assert.deepEqual(
    [ADA, '0.0.7', BEN].map((owner) => isOpenedBy(wallet, owner)),
    [true, true, false],
  )
})

test('Members are taken by their ids, checksums or names, and what is none of these is named', () => {
  const names = new Map([
    ['0.0.1024', 'Müller & Söhne; GmbH'],
    ['0.0.1025', 'Dora Dorn'],
  ])
  const marked = withChecksum(BEN, 'hedera:devnet')
  const text = `${marked}, 0.0.9 0.0.10\n\nmüller & söhne; gmbh\n 0.0.11;Dora Dorn\n0.0.8-aaaaa\nEmil, 0.0.12`
  assert.deepEqual(membersIn(text, 'hedera:devnet', names), {
    accounts: [BEN, '0.0.9', '0.0.10', '0.0.1024', '0.0.11', '0.0.1025', '0.0.12'],
    unknown: ['0.0.8-aaaaa', 'Emil'],
  })
  assert.deepEqual(membersIn('0,0,1025\n0.0.9; 0,0,1026', 'hedera:devnet', names), {
    accounts: ['0.0.9'],
    unknown: ['0,0,1025', '0,0,1026'],
  })
})

test('Percentages are written as the language does, and rules with all their decimals', () => {
  assert.deepEqual([percentText(33.35, 'en'), percentText(33.35, 'de')], ['33.4%', '33,4\u00a0%'])
  assert.equal(exactPercentText(66.666667, 'de'), '66,666667\u00a0%')
  assert.deepEqual(['en', 'de'].map(percentSign), ['%', '\u00a0%'])
})

test('A payment may be permitted only custom fees that can be shown', () => {
  const refused = (details: unknown[], code = 'CUSTOM_FEES') =>
    feesAsked(new QuorateError({ code, message: '', status: 422, details }))
  const fees = [{ id: '0.0.9', fees: [{ token_id: 'HBAR', amount: 100_000_000 }] }]
  assert.deepEqual(refused(fees), fees)
  assert.deepEqual(refused([{ id: '0.0.9', fees: [] }]), [{ id: '0.0.9', fees: [] }])
  assert.equal(refused(fees, 'OTHER'), undefined)
  for (const wrong of [
    [],
    [null],
    [{ id: 'x', fees: [] }],
    [{ id: '0.0.9', fees: [{ token_id: 'HBAR', amount: -1 }] }],
    [{ id: '0.0.9', fees: [{ token_id: 'hbar', amount: 1 }] }],
    [{ id: '0.0.9', fees: [null] }],
  ])
    assert.equal(refused(wrong), undefined, JSON.stringify(wrong))
})

test('Weights are exact, and the widths of bars are rounded to one decimal', () => {
  const reader = { texts: en, language: 'en' }
  assert.equal(weightText('9007199254740993', 0, reader), '9,007,199,254,740,993')
  assert.doesNotMatch(weightText('1234567', undefined, reader), /\d/)
  assert.deepEqual([shareOf(1n, 3n), shareOf(2n, 3n), shareOf('2', '2'), shareOf(0n, 0n)], [33.3, 66.7, 100, 0])
})

test('Only nothing is shown as 0%, and only everything as 100%', () => {
  const of = (percent: number, part: bigint, whole: bigint, language = 'en') =>
    shownPercent(percent, { part, whole }, language)
  assert.deepEqual([of(0, 0n, 9n), of(100, 9n, 9n), of(33.33, 1n, 3n), of(0, 0n, 0n)], ['0%', '100%', '33.33%', '0%'])
  assert.deepEqual([of(0, 1n, 100_000n), of(100, 99_999n, 100_000n)], ['<0.01%', '>99.99%'])
  assert.equal(of(0, 1n, 100_000n, 'de'), '<0,01\u00a0%')
})

test('A share that is exactly the fraction that decides is shown as this fraction, and others with all their digits', () => {
  const of = (percent: number, part: bigint, whole: bigint, fraction: string | null = '1/3') =>
    shownPercent(percent, { part, whole, fraction }, 'en')
  assert.deepEqual([of(33.333333, 1n, 3n), of(33.333333, 2n, 6n)], ['1/3', '1/3'])
  assert.deepEqual(
    [of(33.334, 33_334n, 100_000n), of(66.67, 2n, 3n), of(50, 1n, 2n, null)],
    ['33.334%', '66.67%', '50%'],
  )
  const proposal = { threshold: 50, quorum: 33.333333, quorumFraction: '1/3', decimals: 0 }
  const counts = [
    { option: 'YES', votes: 1, weight: 1n },
    { option: 'NO', votes: 0, weight: 0n },
  ]
  const { quorum } = resultFigures({ counts, totalVotes: 1, totalWeight: 1n }, proposal, 3n)
  assert.deepEqual([quorum?.reached, of(quorum?.cast ?? 0, 1n, 3n, quorum?.fraction)], [true, '1/3'])
})

test('A percentage is at most 100, and one in groups is asked about', () => {
  const read = (text: string, language = 'en') => readTyped({ text }, numberMeasure(language, '%'))
  const half = 50_000_000n
  assert.deepEqual(read('50,000'), { fault: 'tooLarge', meant: [half] })
  assert.deepEqual(read('50.000', 'de'), { fault: 'tooLarge', meant: [half] })
  assert.deepEqual(read('50,0000'), { fault: 'ambiguous', meant: [half] })
  for (const text of ['100.000001', '150 %', '50000'])
    assert.deepEqual(read(text), { fault: 'tooLarge', meant: [] }, text)
  assert.deepEqual([read('100 %'), read('50,000', 'de')], [{ units: 2n * half }, { units: half }])
  // Hours have no such bound.
  assert.deepEqual(readTyped({ text: '150' }, numberMeasure('en')), { units: 3n * half })
})

test('An amount of hbars, such as a first deposit, is at most what exists', () => {
  const read = (text: string) => readTyped({ text }, measureOf('HBAR', undefined, 'en'))
  assert.deepEqual(read('50000000000'), { units: 5_000_000_000_000_000_000n })
  assert.deepEqual(read('50000000000.00000001 ℏ'), { fault: 'tooLarge', meant: [] })
  assert.deepEqual(read('60,000,000,000'), { fault: 'tooLarge', meant: [] })
  assert.deepEqual(readTyped({ text: '60000000000' }, measureOf('0.0.5', 2, 'en')), { units: 6_000_000_000_000n })
})

test('A DAO is made with fractions and further rules, which a usual one leaves out', () => {
  const dao = {
    ...{ ...usualVoting, name: 'Garden', description: '', members: '' },
    ...{ weights: 'equal' as const, tokenId: '', delay: noAmount },
  }
  const rulesOf = (part: Partial<typeof dao>) =>
    daoBodyOf({ ...dao, ...part }, { accounts: [], unknown: [] }, { me: ADA, language: 'en' }).body?.votingRules
  const equal = { minVotingPeriod: 0, tokenWeighted: false }
  assert.deepEqual(rulesOf({}), { threshold: 50, ...equal })
  assert.deepEqual(rulesOf({ share: 'twoThirds' }), { thresholdFraction: '2/3', ...equal })
  const typed = (text: string): TypedAmount => ({ text })
  assert.deepEqual(rulesOf({ share: 'own', threshold: typed(' 3 / 5 ') }), { thresholdFraction: '3/5', ...equal })
  for (const wrong of ['3/2', '0/3', '1/', '1/1000'])
    assert.equal(rulesOf({ share: 'own', threshold: typed(wrong) }), undefined, wrong)
  assert.deepEqual(rulesOf({ methods: ['ranked', 'single'], maxOptions: 9, isChangeable: true }), {
    ...{ threshold: 50, ...equal },
    ...{ votingMethods: ['single', 'ranked'], maxOptions: 9, votesChangeable: true },
  })
})

test('A proposal is optimistic only with YES and NO, and then has no quorum', () => {
  const hours = { text: '72' }
  const proposal = {
    ...{ title: 'Plant', description: '', kind: 'yesNo' as const, options: 'a\nb', method: 'single' as const },
    ...{ duration: hours, quorum: { text: '40' }, start: '', area: 'grants', isOptimistic: true },
  }
  const by = { daoId: 'd', me: ADA, language: 'en', mostOptions: 5, now: 0 }
  const { body } = proposalBodyOf(proposal, by)
  assert.deepEqual([body?.optimistic, body?.quorum, body?.area], [true, undefined, 'grants'])
  const { body: options } = proposalBodyOf({ ...proposal, kind: 'options' }, by)
  assert.deepEqual([options?.optimistic, options?.quorum, options?.area], [undefined, 40, 'grants'])
  assert.ok(body)
  const stored = { ...body, votingDurationHours: body.votingDurationHours ?? 0 }
  assert.deepEqual(proposalFormOf(stored, ['single'], 'en'), { ...proposal, options: '', quorum: noAmount })
})

test('A proposal has a voting method if it has options of its own, and a quorum as a fraction', () => {
  const proposal = {
    ...{ title: 'Plant', description: '', kind: 'options' as const, options: 'a\nb\nc\nd\ne\nf' },
    ...{
      method: 'ranked' as const,
      duration: { text: '1' },
      quorum: { text: '1/3' },
      ...{ start: '', area: '', isOptimistic: false },
    },
  }
  const by = { daoId: 'd', me: ADA, language: 'en', mostOptions: 6, now: 0 }
  const { body } = proposalBodyOf(proposal, by)
  assert.deepEqual([body?.votingMethod, body?.quorumFraction, body?.quorum], ['ranked', '1/3', undefined])
  assert.deepEqual(proposalBodyOf(proposal, { ...by, mostOptions: 5 }).faults, ['options'])
  assert.equal(proposalBodyOf({ ...proposal, kind: 'yesNo' }, by).body?.votingMethod, undefined)
})

type Results = GovernanceTypes['Results']

describe('A veto', () => {
  const at = '2026-12-01T00:00:00.000Z'
  const now = Date.parse(at) - 1
  const passed = (execution: { executableAt: string | null; vetoed: null | object } | null, veto?: string) =>
    ({ execution, votingRules: { ...(veto === undefined ? {} : { veto }) } }) as GovernanceTypes['Proposal']

  test('is possible from the decision on the ledger to the end of the delay, if the rules name who may give it', () => {
    const open = passed({ executableAt: at, vetoed: null }, BEN)
    const sooner = passed({ executableAt: '2026-11-30T23:59:59.999Z', vetoed: null }, ADA)
    assert.deepEqual(inDelay([open], now), [{ proposal: open, council: BEN, end: at }])
    assert.deepEqual(
      inDelay([open, sooner], now - 1).map(({ council }) => council),
      [ADA, BEN],
    )
    assert.deepEqual(inDelay([open], now + 1), [])
    for (const closed of [
      passed(null, BEN),
      passed({ executableAt: null, vetoed: null }, BEN),
      passed({ executableAt: at, vetoed: {} }, BEN),
      passed({ executableAt: at, vetoed: null }),
    ])
      assert.deepEqual(inDelay([closed], now), [])
  })

  test('waits for owners of the council until they have signed', () => {
    const keyOf = (account: typeof ADA | typeof BEN): Leaf => ({
      type: 'ed25519',
      bytes: Buffer.from(signerOf(account, KEYS[account]).publicKey ?? '', 'hex'),
    })
    const veto = { proposal: {}, council: '0.0.5', end: at }
    const begun = [{ signedBy: [publicKeyText(keyOf(ADA))], missing: 1 }]
    assert.equal(withBegun(veto, begun, keyOf(ADA)), undefined)
    assert.deepEqual(withBegun(veto, begun, keyOf(BEN)), { ...veto, begun: { signed: 1, missing: 1 } })
    assert.deepEqual(withBegun(veto, [], keyOf(ADA)), veto)
    // With another reason Ben's signature does not count with Ada's, so each may still sign the other's veto.
    const split = [...begun, { signedBy: [publicKeyText(keyOf(BEN))], missing: 1 }]
    for (const key of [keyOf(ADA), keyOf(BEN)])
      assert.deepEqual(withBegun(veto, split, key), { ...veto, begun: { signed: 1, missing: 1 } })
    assert.deepEqual(withBegun(veto, begun, undefined), { ...veto, begun: { signed: 1, missing: 1 } })
  })
})

describe('A ballot', () => {
  const votingOptions = ['Oak', 'Elm', 'Ash']
  const draft = draftOf({ votingOptions })
  const of = (votingMethod: VotingMethod, part: Partial<BallotDraft>) =>
    ballotIn({ votingOptions, votingMethod }, { ...draft, ...part })

  test('is a vote once it is complete', () => {
    assert.deepEqual(of('single', { choice: 'Elm' }), { choice: 'Elm' })
    assert.deepEqual(of('approval', { choices: ['Ash', 'Oak'] }), { choices: ['Oak', 'Ash'] })
    assert.deepEqual(of('ranked', { choices: ['Ash', 'Oak'] }), { choices: ['Ash', 'Oak'] })
    const shares = ['60 %', '', ' 40']
    assert.deepEqual(of('weighted', { shares }), { choices: ['Oak', 'Ash'], shares: [60, 40] })
    assert.deepEqual(of('quadratic', { shares: ['0', '100', ''] }), { choices: ['Elm'], shares: [100] })
    for (const method of ['single', 'approval', 'ranked', 'weighted', 'quadratic'] as const)
      assert.equal(of(method, {}), undefined, method)
    for (const wrong of [
      ['60', '', '30'],
      ['60', '60', ''],
      ['99.5', '', ''],
      ['110', '-10', ''],
    ])
      assert.equal(of('weighted', { shares: wrong }), undefined, wrong.join())
  })

  test('begins with the vote that it changes', () => {
    const before = draftOf(
      { votingOptions },
      { choice: 'Ash 70 %, Oak 30 %', choices: ['Oak', 'Ash'], shares: [30, 70] },
    )
    assert.deepEqual(before, { choice: '', choices: ['Oak', 'Ash'], shares: ['30', '', '70'] })
    assert.equal(draftOf({ votingOptions }, { choice: 'Elm' }).choice, 'Elm')
  })

  test('is split evenly among all options, or among those that have a part', () => {
    assert.deepEqual(splitEvenly(['', '', '']), ['34', '33', '33'])
    assert.deepEqual(splitEvenly(['5', '', '9']), ['50', '', '50'])
    assert.deepEqual([leftOf(['60', 'x', '']), leftOf(['60', '50', ''])], [40, -10])
  })

  test('puts options in another order', () => {
    assert.deepEqual(moved(votingOptions, 1, -1), ['Elm', 'Oak', 'Ash'])
    assert.deepEqual(moved(votingOptions, 1, 1), ['Oak', 'Ash', 'Elm'])
  })
})

describe('What an option still needs', () => {
  const voting = { decimals: 0, threshold: 50, quorum: null }
  /** The results of these votes, by the function with which the service makes them. */
  function resultsOf(
    votingMethod: VotingMethod,
    options: string[],
    ballots: Ballot[],
    rule: Partial<Rule> = {},
  ): Results {
    const tally = tallyOf(
      { votingOptions: options, votingMethod, decimals: 0 },
      ballots.map((ballot) => ({ ballot, weight: 1n })),
    )
    return { votingMethod, ...resultFigures(tally, { ...voting, votingMethod, ...rule }, 10n) } as unknown as Results
  }
  const needs = (results: Results, decimals = 0) => missingFor(results, { decimals, isEqual: true })
  const YES_NO = ['YES', 'NO', 'ABSTAIN']
  const choices = (...all: string[]): Ballot[] => all.map((choice) => ({ choice }))

  test('is counted in votes', () => {
    const twoThirds = { threshold: 66.666667, thresholdFraction: '2/3' }
    assert.deepEqual(needs(resultsOf('single', YES_NO, choices('YES', 'NO', 'NO'), twoThirds)), {
      kind: 'votes',
      votes: 3,
    })
    assert.deepEqual(needs(resultsOf('single', YES_NO, choices('ABSTAIN'))), { kind: 'votes', votes: 1 })
    assert.deepEqual(needs(resultsOf('single', YES_NO, choices('YES', 'NO'))), { kind: 'votes', votes: 1 })
    assert.deepEqual(needs(resultsOf('single', YES_NO, choices('YES', 'YES', 'NO'), twoThirds)), { kind: 'nothing' })
    assert.deepEqual(needs(resultsOf('single', YES_NO, choices('YES', 'NO'), { threshold: 100 })), { kind: 'never' })
  })

  test('stands next to the shares that the rule compares', () => {
    const shares = (results: Results) =>
      [...sharesIn(results)].map(([option, share]) => [option, share && shownPercent(share.percent, share, 'en')])
    const half = resultsOf('single', YES_NO, choices('YES', 'NO', 'ABSTAIN', 'ABSTAIN'))
    assert.deepEqual(shares(half), [
      ['YES', '50%'],
      ['NO', '50%'],
      ['ABSTAIN', null],
    ])
    const twoThirds = { threshold: 66.666667, thresholdFraction: '2/3' }
    assert.deepEqual(shares(resultsOf('single', YES_NO, choices('YES', 'YES', 'NO', 'ABSTAIN'), twoThirds)), [
      ['YES', '2/3'],
      ['NO', '33.33%'],
      ['ABSTAIN', null],
    ])
    // One of ten members objects, whoever votes.
    const optimistic = { objections: 10, objectionsFraction: '1/10' }
    assert.deepEqual(shares(resultsOf('single', YES_NO, choices('YES', 'NO'), { optimistic })), [
      ['YES', null],
      ['NO', '1/10'],
      ['ABSTAIN', null],
    ])
    const ranked = [{ choices: ['Oak'] }, { choices: ['Oak', 'Elm'] }, { choices: ['Elm'] }]
    assert.deepEqual(shares(resultsOf('ranked', ['Oak', 'Elm'], ranked)), [
      ['Oak', '66.67%'],
      ['Elm', '33.33%'],
    ])
  })

  test('is a number of whole votes if votes are divided', () => {
    const split: Ballot = { choices: ['Oak', 'Elm'], shares: [40, 60] }
    const results = resultsOf('weighted', ['Oak', 'Elm'], [split], { threshold: 75 })
    assert.deepEqual(needs(results, 2), { kind: 'votes', votes: 1 })
    assert.deepEqual(missingFor(results, { decimals: 2, isEqual: false }), { kind: 'weight', weight: 60n, decimals: 2 })
    assert.equal(missingFor(results, { decimals: undefined, isEqual: false }), undefined)
    const roots = resultsOf('quadratic', ['Oak', 'Elm'], [split], { threshold: 75 })
    assert.equal(missingFor(roots, { decimals: 6, isEqual: false })?.kind, 'roots')
  })

  test('is a lead, as long as options are equal', () => {
    assert.deepEqual(needs(resultsOf('approval', ['Oak', 'Elm'], [{ choices: ['Oak', 'Elm'] }])), { kind: 'lead' })
  })

  test('is of the last round by ranked choice', () => {
    const ranked = [['Oak'], ['Oak'], ['Elm'], ['Elm', 'Oak'], ['Ash', 'Elm']].map((names) => ({ choices: names }))
    const results = resultsOf('ranked', ['Oak', 'Elm', 'Ash'], ranked, { threshold: 75 })
    assert.equal(results.support?.option, 'Elm')
    assert.deepEqual(supportOf(results), { part: 3n, whole: 5n })
    assert.deepEqual(needs(results), { kind: 'votes', votes: 3 })
  })
})
