/** Proposals, comparisons and signatures, without a browser. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { QuorateError, type Signer } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { type Key, withChecksum } from '@quorate/verify'
import { type Cast, comparedText, differencesOf, type ProposalRecord } from '@quorate/verify/recount'
import { daoBodyOf, membersIn, proposalBodyOf } from '../src/page/daos/dao-form.ts'
import { hbarPaymentIn, isOpenedBy, operationIn } from '../src/page/daos/operations.ts'
import { noAmount, type TypedAmount } from '../src/page/parts/typed-amount.ts'
import { exactPercentText, percentSign, percentText } from '../src/page/texts/amounts.ts'
import { en } from '../src/page/texts/en.ts'
import { castVote } from '../src/page/votes/cast.ts'
import { shareBelow, shareOf, shareText, weightText } from '../src/page/votes/weight.ts'
import { feesAsked } from '../src/page/wallets/fees-asked.ts'
import { ADA, BEN, KEYS } from './people.ts'

const signerOf = (accountId: string, privateKey: string): Signer =>
  keySigner({ accountId, privateKey, type: 'ed25519' })

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
  const typed = (number: number): TypedAmount => ({ text: String(number), units: BigInt(number * 1e6) })
  const unread: TypedAmount = { text: '1,000', units: undefined }
  const dao = {
    ...{ name: ' Garden ', description: '', members: '', threshold: typed(66.25) },
    ...{ weights: 'hbar' as const, tokenId: '', delay: typed(1.5) },
  }
  const members = { accounts: [BEN, ADA, BEN], unknown: [] }
  assert.deepEqual(daoBodyOf(dao, members, ADA), {
    body: {
      ...{ name: 'Garden', description: '', ownerAddress: ADA, members: [BEN] },
      votingRules: { threshold: 66.25, minVotingPeriod: 0, tokenWeighted: true, votingDelay: 1.5 },
    },
  })
  assert.deepEqual(
    daoBodyOf(
      { ...dao, name: ' ', threshold: noAmount, weights: 'token', tokenId: 'x', delay: unread },
      { accounts: [], unknown: ['Ben'] },
      ADA,
    ),
    { faults: ['name', 'members', 'threshold', 'tokenId', 'delay'] },
  )
  const proposal = {
    ...{ title: 'Plant', description: '', kind: 'yesNo' as const, options: '', duration: typed(72), quorum: noAmount },
  }
  const operation = { method: 'POST', path: '/a', body: { amount: 1 } }
  const by = { daoId: 'd', me: ADA }
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
})

test('A share that is not enough is never shown as the needed one', () => {
  const below = (part: bigint, whole: bigint, needed: number) => shareBelow({ part, whole, needed }, 'en')
  assert.equal(below(2n, 3n, 66.67), '66.666666%')
  assert.equal(below(4_996n, 10_000n, 50), '49.96%')
  assert.equal(below(1n, 3n, 50), '33.3%')
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

test('Weights are exact, and shares are rounded to one decimal', () => {
  const reader = { texts: en, language: 'en' }
  assert.equal(weightText('9007199254740993', 0, reader), '9,007,199,254,740,993')
  assert.doesNotMatch(weightText('1234567', undefined, reader), /\d/)
  assert.deepEqual([shareOf(1n, 3n), shareOf(2n, 3n), shareOf('2', '2'), shareOf(0n, 0n)], [33.3, 66.7, 100, 0])
})

test('Only nothing is shown as 0%, and only everything as 100%', () => {
  const of = (part: bigint, whole: bigint, language = 'en') => shareText(part, whole, language)
  assert.deepEqual([of(0n, 9n), of(9n, 9n), of(1n, 3n), of(0n, 0n)], ['0%', '100%', '33.3%', '0%'])
  assert.deepEqual([of(1n, 10_000n), of(9_999n, 10_000n)], ['<0.1%', '>99.9%'])
  assert.equal(of(1n, 10_000n, 'de'), '<0,1\u00a0%')
  assert.equal(shareBelow({ part: 1n, whole: 10_000n, needed: 50 }, 'en'), '<0.1%')
})
