import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Key } from '../src/index.ts'
import { canonicalBytes, walletMessage } from '../src/index.ts'
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
  daoId: 'dao',
  proposalId: 'proposal',
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

/** The place of the requested proposal. */
const AT = { topicId: '0.0.5', proposalId: 'proposal' }

/** A topic with these records. */
const topic = (...records: object[]): Pick<TopicReads, 'topicMessages'> => ({
  async *topicMessages() {
    for (const one of records) yield { bytes: canonicalBytes(one) } as never
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
    'another chain': { chain: 'hedera:mainnet' },
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

  for (const name of [
    'title',
    'description',
    'votingOptions',
    'creatorAddress',
    'proposalData',
    'endTime',
    'chain',
  ] as const)
    test(`is refused if it leaves out ${name}`, async () => {
      const { [name]: _, ...rest } = honest
      const check = await checkProposal(topic(record), AT, rest)
      assert.throws(() => checkedProposal(check), { code: 'PROPOSAL_DIFFERS' })
    })

  test('is refused if it is not the requested one, though it is on the topic, too', async () => {
    const other = { ...record, proposalId: 'other', title: 'Sell the garden' }
    const shown = { ...honest, ...other, proposalHash: proposalHash(other) }
    await assert.rejects(checkProposal(topic(record, other), AT, shown), { code: 'PROPOSAL_DIFFERS' })
    const { proposalId: _, ...unnamed } = honest
    await assert.rejects(checkProposal(topic(record), AT, unnamed as typeof honest), { code: 'PROPOSAL_DIFFERS' })
  })

  test('is refused if it is not on the topic, or is there twice', async () => {
    const none = await checkProposal(topic({ ...record, proposalId: 'other' }), AT, honest)
    assert.throws(() => checkedProposal(none), { code: 'PROPOSAL_NOT_THERE' })
    const twice = await checkProposal(topic(record, { ...record, title: 'Sell the garden' }), AT, honest)
    assert.throws(() => checkedProposal(twice), { code: 'PROPOSAL_DIFFERS' })
  })

  test("does not decide what is signed: votes and cancellations name the hash of the topic's record", async () => {
    const lying = { ...honest, proposalHash: 'ff'.repeat(32) }
    const checked = checkedProposal(await checkProposal(topic(record), AT, lying))
    const ada = signer()
    const vote = {
      chain: record.chain,
      daoId: record.daoId,
      proposalId: record.proposalId,
      proposalHash: checked.hash,
      voterAddress: ADA,
      choice: 'YES',
    }
    const sent = await castVote({ vote, signer: ada, key, send: async (body) => body })
    assert.match(sent.signature, /^0x[0-9a-f]{128}$/)
    await cancelProposal({ record: checked.record, signer: ada, key, send: async () => undefined })
    const { chain, daoId, proposalId } = record
    const of = { chain, daoId, proposalId, proposalHash: proposalHash(record) }
    assert.deepEqual(ada.signed, [
      signedText({ ...of, voterAddress: ADA, choice: 'YES' }),
      cancellationText({ ...of, creatorAddress: ADA }),
    ])
  })

  test('is not signed with a key that the ledger does not have for the account', async () => {
    const other: Key = { type: 'ed25519', bytes: ed25519.getPublicKey(new Uint8Array(32).fill(8)) }
    const send = () => assert.fail('sent')
    for (const now of [other, undefined])
      await assert.rejects(cancelProposal({ record, signer: signer(), key: now, send }), { code: 'NOT_THE_KEY' })
    await assert.rejects(cancelProposal({ record, signer: { ...signer(), accountId: '0.0.9' }, key, send }), {
      code: 'NOT_THE_KEY',
    })
  })
})
