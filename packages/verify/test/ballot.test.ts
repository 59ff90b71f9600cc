import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Key } from '../src/index.ts'
import { canonicalBytes, mayCount, walletMessage, wasSigned } from '../src/index.ts'
import {
  cancellationText,
  cancelProposal,
  castVote,
  checkedProposal,
  checkProposal,
  type MessageSigner,
  type ProposalRecord,
  proposalHash,
  signedText,
  type TopicReads,
} from '../src/recount.ts'

const ADA = '0.0.1022'
const secret = new Uint8Array(32).fill(7)
const key: Key = { type: 'ed25519', bytes: ed25519.getPublicKey(secret) }
const utf8 = (text: string) => new TextEncoder().encode(text)

const record: ProposalRecord = {
  quorate: 1,
  type: 'proposal',
  chain: 'hedera:devnet',
  daoId: '00000000-0000-4000-8000-000000000001',
  proposalId: '00000000-0000-4000-8000-00000000000a',
  title: 'Plant a tree',
  description: 'An apple tree',
  creatorAddress: ADA,
  votingOptions: ['YES', 'NO'],
  votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, tokenId: null, decimals: 0 },
  quorum: null,
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-02T00:00:00.000Z',
  proposalData: {},
} as ProposalRecord

/** The topic, chain and id of the requested proposal. */
const AT = { topicId: '0.0.5', chain: record.chain, proposalId: record.proposalId }

/** A topic with these records. */
const topic = (...records: object[]) => topicOf(...records.map((one) => ({ bytes: canonicalBytes(one) })))

/** A topic with these messages. */
const topicOf = (...messages: object[]): Pick<TopicReads, 'topicMessages'> => ({
  async *topicMessages() {
    const at = '1767225600.000000001'
    for (const one of messages) yield { consensusTimestamp: at, completedAt: at, ...one } as never
  },
})

/** The answer of an honest governance service. */
const honest = { ...record, validUntil: null, proposalHash: proposalHash(record), createdAt: record.startTime }

/** Signs whatever it is given, and records it. */
function signer(): MessageSigner & { signed: string[] } {
  const signed: string[] = []
  return {
    accountId: ADA,
    signed,
    signMessage(text) {
      signed.push(text)
      return ed25519.sign(walletMessage(utf8(text)), secret)
    },
  }
}

describe('A proposal as governance shows it', () => {
  const lies: Record<string, object> = {
    'another title': { title: 'Sell the garden' },
    'another operation': { proposalData: { operation: { method: 'POST', path: '/accounts/transfer/hbar' } } },
    'other options': { votingOptions: ['NO', 'YES'] },
    'another creator': { creatorAddress: '0.0.1023' },
    'another DAO': { daoId: 'other' },
    'no quorum left out': { quorum: 5 },
    'another end': { endTime: '2027-01-02T00:00:00.000Z' },
    'an end of its decision': { validUntil: '1.000000000' },
  }
  for (const [what, lie] of Object.entries(lies))
    test(`is refused if it has ${what} than on the topic`, async () => {
      const check = await checkProposal(topic(record), AT, { ...honest, ...lie })
      assert.throws(() => checkedProposal(check), { code: 'PROPOSAL_DIFFERS' })
    })

  for (const name of ['title', 'description', 'votingOptions', 'creatorAddress', 'proposalData', 'endTime'] as const)
    test(`is refused if it leaves out ${name}`, async () => {
      const { [name]: _, ...rest } = honest
      const check = await checkProposal(topic(record), AT, rest)
      assert.throws(() => checkedProposal(check), { code: 'PROPOSAL_DIFFERS' })
    })

  test('is refused if it is another one than requested, even if that is on the topic', async () => {
    const other = { ...record, proposalId: record.daoId, title: 'Sell the garden' }
    const shown = { ...honest, ...other, proposalHash: proposalHash(other) }
    await assert.rejects(checkProposal(topic(record, other), AT, shown), { code: 'PROPOSAL_DIFFERS' })
    const { proposalId: _, ...unnamed } = honest
    await assert.rejects(checkProposal(topic(record), AT, unnamed as typeof honest), { code: 'PROPOSAL_DIFFERS' })
  })

  test("is refused if its chain is not the signer's, or missing", async () => {
    const other = { ...record, chain: 'hedera:mainnet' }
    const shown = { ...honest, chain: other.chain }
    const all: Parameters<typeof checkProposal>[] = [
      [topic(other), AT, shown],
      [topic(record), AT, shown],
      [topic(record), { ...AT, chain: other.chain }, honest],
      [topic(record), AT, { ...honest, chain: undefined }],
    ]
    for (const given of all) await assert.rejects(checkProposal(...given), { code: 'PROPOSAL_DIFFERS' })
    const check = await checkProposal(topic(other), AT, honest)
    assert.throws(() => checkedProposal(check), { code: 'PROPOSAL_DIFFERS' })
  })

  test('is refused if no DAO could decide it, even if the topic has the same record', async () => {
    const { votingRules } = record
    const operation = { method: 'POST', path: '/accounts' }
    for (const more of [
      ...[
        ['YES', 'YES'],
        ['YES', 'NO', 'ΝO'],
        ['YЕS', 'NO'],
        ['YES', 'YES\u200b'],
        ['YES', 'NO\u202e'],
      ].map((votingOptions) => ({ votingOptions })),
      ...[['YES', 'NO '], ['YES'], [], ['', 'NO']].map((votingOptions) => ({ votingOptions })),
      ...[{ threshold: -5 }, { threshold: 0 }, { minVotingPeriod: -1 }, { tokenId: '0.0.9' }].map((rule) => ({
        votingRules: { ...votingRules, ...rule },
      })),
      ...[
        { quorum: 0 },
        { quorum: 101 },
        { creatorAddress: 'Ada' },
        { endTime: 'soon' },
        { endTime: record.startTime },
      ],
      ...[{ endTime: '2026-01-02T00:00:00.000+05:00' }, { votingOptions: ['A', 'B'], proposalData: { operation } }],
    ]) {
      const shown = { ...honest, ...more }
      const what = JSON.stringify(more)
      await assert.rejects(checkProposal(topic({ ...record, ...more }), AT, shown), { code: 'PROPOSAL_UNSOUND' }, what)
    }
  })

  test('is refused if others may read another record in the same message', async () => {
    const text = new TextDecoder().decode(canonicalBytes(record))
    const spend = '"proposalData":{"operation":{"method":"POST","path":"/accounts"}},'
    for (const other of [
      text.replace('{', `{${spend}`),
      text.replace('{', '{ '),
      `${text}\n`,
      text.replace('"title"', '"\\u0074itle"'),
    ])
      await assert.rejects(
        checkProposal(topicOf({ bytes: utf8(other) }), AT, honest),
        { code: 'PROPOSAL_UNSOUND' },
        other,
      )
    const stretched = { bytes: utf8(text), completedAt: '1767226201.000000002' }
    await assert.rejects(checkProposal(topicOf(stretched), AT, honest), { code: 'PROPOSAL_UNSOUND' })
  })

  test('is refused if the topic has another with an id that programs may take for the same', async () => {
    for (const proposalId of [`${record.proposalId} `, record.proposalId.toUpperCase()]) {
      const other = { ...record, proposalId, title: 'Sell the garden' }
      const check = await checkProposal(topic(record, other), AT, honest)
      assert.throws(() => checkedProposal(check), { code: 'PROPOSAL_DIFFERS' })
    }
  })

  test('is refused if it is not on the topic, or is there twice', async () => {
    const none = await checkProposal(topic({ ...record, proposalId: record.daoId }), AT, honest)
    assert.throws(() => checkedProposal(none), { code: 'PROPOSAL_NOT_THERE' })
    const twice = await checkProposal(topic(record, { ...record, title: 'Sell the garden' }), AT, honest)
    assert.throws(() => checkedProposal(twice), { code: 'PROPOSAL_DIFFERS' })
  })

  test("does not change what is signed: votes and cancellations contain the hash of the topic's record", async () => {
    const lying = { ...honest, proposalHash: 'ff'.repeat(32) }
    const checked = checkedProposal(await checkProposal(topic(record), AT, lying))
    const ada = signer()
    const vote = { record: checked.record, voterAddress: ADA, choice: 'YES' }
    const sent = await castVote({ ...vote, signer: ada, key, send: async (body) => body })
    assert.match(sent.signature, /^0x[0-9a-f]{128}$/)
    await cancelProposal({ record: checked.record, signer: ada, key, send: async () => undefined })
    const { chain, daoId, proposalId } = record
    const of = { chain, daoId, proposalId, proposalHash: proposalHash(record) }
    assert.deepEqual(ada.signed, [
      signedText({ ...of, voterAddress: ADA, choice: 'YES' }),
      cancellationText({ ...of, creatorAddress: ADA }),
    ])
  })

  test('is marked as signed once the service has the signature, whatever it answers', async () => {
    const of = { record, signer: signer(), key, send: () => Promise.reject(new Error('Nothing was signed')) }
    for (const sent of [castVote({ ...of, voterAddress: ADA, choice: 'YES' }), cancelProposal(of)])
      assert.ok(wasSigned(await sent.catch((error) => error)))
  })

  test('may count after an error, except if the service refused it with a 4xx status and a code', async () => {
    const outcomeOf = async (status: number | undefined, code: string | undefined) => {
      const failure = Object.assign(new Error('failed'), { status, code })
      const sent = castVote({
        ...{ record, voterAddress: ADA, choice: 'YES', signer: signer(), key },
        send: () => Promise.reject(failure),
      })
      return mayCount(await sent.catch((error) => error))
    }
    for (const [status, code] of [
      [400, 'INVALID_BODY'],
      [401, 'TOKEN_EXPIRED'],
      [403, 'NOT_A_MEMBER'],
      [409, 'VOTING_CLOSED'],
      [422, 'INVALID_CHOICE'],
      [429, 'RATE_LIMITED'],
    ] as const)
      assert.equal(await outcomeOf(status, code), false, code)
    const unknown = [
      [undefined, undefined],
      [0, 'UNANSWERED'],
      [0, 'TIMEOUT'],
      [200, 'INVALID_ANSWER'],
      [404, undefined],
      [404, 'INVALID_ANSWER'],
      [409, 'IDEMPOTENCY_KEY_IN_USE'],
      [422, 'NO_NEW_VALID_SIGNATURES'],
      [422, 'DUPLICATE_TRANSACTION'],
      [500, 'INTERNAL'],
      [503, 'MIRROR_UNAVAILABLE'],
    ] as const
    for (const [status, code] of unknown) assert.equal(await outcomeOf(status, code), true, `${status} ${code}`)
    assert.equal(mayCount(Object.assign(new Error('not sent'), { status: 409, code: 'VOTING_CLOSED' })), false)
    assert.equal(mayCount(Object.assign(new Error('not sent'), { status: 503, code: 'LATER' })), false)
  })

  test('is signed only for one of its options', async () => {
    const ada = signer()
    const of = { record, voterAddress: ADA, signer: ada, key, send: () => assert.fail('sent') }
    for (const choice of ['MAYBE', 'yes', 'YES ', '', 'ΝO'])
      await assert.rejects(castVote({ ...of, choice }), { code: 'INVALID_CHOICE' })
    assert.deepEqual(ada.signed, [])
  })

  test('is not signed with a key that the ledger does not show for the account', async () => {
    const other: Key = { type: 'ed25519', bytes: ed25519.getPublicKey(new Uint8Array(32).fill(8)) }
    const send = () => assert.fail('sent')
    for (const now of [other, undefined])
      await assert.rejects(cancelProposal({ record, signer: signer(), key: now, send }), { code: 'NOT_THE_KEY' })
    const eve = { ...signer(), accountId: '0.0.9' }
    await assert.rejects(cancelProposal({ record, signer: eve, key, send }), { code: 'NOT_THE_KEY' })
    assert.deepEqual(eve.signed, [], "nothing is signed in another account's name")
  })
})
