import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { TopicMessageSubmitTransaction } from '@hiero-ledger/sdk'
import {
  type BallotKeyPurpose,
  ballotKeyRequestText,
  ballotPublicKey,
  checkBallotKey,
  encodeRecord,
} from '@quorate/verify/recount'
import { type BallotKeyAnswer, signAnswer, signQuestion } from '../src/ballot-keys/questions.ts'
import { openHarness } from './harness.ts'
import { type Member, type Members, openMembers } from './members.ts'

const id = (digit: number) => `${'0'.repeat(8)}-0000-4000-8000-${String(digit).padStart(12, '0')}`
const HOUR = 3_600_000

describe('A key for the ballots of a secret vote', () => {
  let m: Members
  let votes = 0
  before(async () => {
    m = await openMembers()
  })
  after(async () => m?.[Symbol.asyncDispose]())
  afterEach(() => m.mend())

  /** A vote on the members' topic that ends in an hour. */
  const vote = (): BallotKeyPurpose => ({
    chain: 'hedera:devnet',
    topicId: m.topic,
    daoId: id(1),
    proposalId: id(++votes + 1),
    endTime: new Date(m.clock.now() + HOUR).toISOString(),
  })
  const made = (purpose: BallotKeyPurpose, { by = m.first, at = m.first }: { by?: Member; at?: Member } = {}) => {
    const timestamp = new Date(m.clock.now()).toISOString()
    const signature = Buffer.from(by.signer.sign(ballotKeyRequestText(purpose, by.id, timestamp))).toString('hex')
    return at.node.ask('/ballot-keys', { body: { purpose, publisher: by.id, timestamp, signature } })
  }
  const madeAt = (endTime: string) => made({ ...vote(), endTime })
  const key = async (purpose: BallotKeyPurpose) => {
    const { status, body } = await made(purpose)
    assert.equal(status, 201, JSON.stringify(body))
    checkBallotKey({ ...purpose, ballotKey: body, votingRules: { secretVotes: true }, proposalData: {} })
    assert.equal(body.networkKey, m.publicKey)
    return body.publicKey as string
  }
  async function close(purpose: BallotKeyPurpose, more: object = {}): Promise<string> {
    const { chain, daoId, proposalId } = purpose
    const head = { quorate: 1, type: 'closing', chain, daoId, proposalId, batches: 1, votes: 1 } as const
    const message = encodeRecord({ ...head, ...more })
    const transaction = new TopicMessageSubmitTransaction({ topicId: purpose.topicId, message })
    await m.first.node.submit(transaction, m.first.id)
    let last = ''
    for await (const message of m.first.node.ledger.mirror.topicMessages(purpose.topicId))
      last = message.consensusTimestamp
    return last
  }
  const open = async (publicKey: string, closedAt: string, at = m.first) => {
    const { status, body } = await at.node.ask('/ballot-keys/open', { body: { publicKey, closedAt } })
    return { status, code: body.code, ...body }
  }
  const secretIs = (answer: { ballotSecret?: string }, publicKey: string) =>
    assert.equal(ballotPublicKey(answer.ballotSecret ?? assert.fail(JSON.stringify(answer))), publicKey)

  test('is given after the end, by any node, even if a member is down', async () => {
    const purpose = vote()
    const publicKey = await key(purpose)
    await m.clock.advance(HOUR)
    const closedAt = await close(purpose)
    for (const at of m.members) secretIs(await open(publicKey, closedAt, at), publicKey)
    m.third.front.isDown = true
    secretIs(await open(publicKey, closedAt), publicKey)
    m.second.front.isDown = true
    const { status, code } = await open(publicKey, closedAt)
    assert.deepEqual([status, code], [503, 'SIGNERS_MISSING'])
  })

  test('is given by no node before the end, no matter who asks', async () => {
    const purpose = vote()
    const publicKey = await key(purpose)
    const early = await close(purpose)
    for (const at of m.members) assert.equal((await open(publicKey, early, at)).code, 'BALLOTS_NOT_CLOSED')
    // A member with other software asks the others itself.
    const about = {
      from: m.second.id,
      to: m.third.id,
      dkgId: m.dkgId,
      timestamp: new Date(m.clock.now()).toISOString(),
    }
    const question = signQuestion({ ...about, purpose, open: { publicKey, closedAt: early } }, m.second.signer.sign)
    const { body } = await m.third.node.ask('/smart-node/dkg/ballot-keys', { body: question })
    assert.equal(body.code, 'BALLOTS_NOT_CLOSED')
    await m.clock.advance(HOUR)
    // A record from before the end, a record of another proposal, and no record at all.
    const other = await close(purpose, { proposalId: id(99) })
    for (const closedAt of [early, other, '1.000000001'])
      assert.equal((await open(publicKey, closedAt)).code, 'BALLOTS_NOT_CLOSED')
    secretIs(await open(publicKey, await close(purpose)), publicKey)
  })

  test('is refused for texts that are no times, instead of looking them up', async () => {
    const publicKey = await key(vote())
    for (const closedAt of ['x', '', '-1', '1e9', '1', 'gt:0', '1.1&limit=1', '../../accounts', '99999999999.1'])
      assert.equal((await open(publicKey, closedAt)).code, 'VALIDATION_FAILED', closedAt)
    assert.equal((await open(publicKey, '99999999999.000000000')).code, 'BALLOTS_NOT_CLOSED')
    const made = await madeAt('9999-99-99T99:99:99.999Z')
    assert.deepEqual([made.status, made.body.code], [400, 'VALIDATION_FAILED'])
  })

  test('a wrong part is left out, and its member named', async () => {
    const purpose = vote()
    const publicKey = await key(purpose)
    await m.clock.advance(HOUR)
    const closedAt = await close(purpose)
    lie(m.second, (answer) => ({ ...answer, share: '01'.padEnd(64, '0') }))
    m.third.front.isDown = true
    const failed = await open(publicKey, closedAt)
    assert.equal(failed.code, 'SIGNERS_MISSING')
    assert.match(failed.message, new RegExp(`wrong parts came from ${m.second.id}`))
    m.third.front.isDown = false
    secretIs(await open(publicKey, closedAt), publicKey)
  })

  test('is made without a member that deals wrongly or does not answer', async () => {
    lie(m.second, (answer) => {
      const { dealing } = answer
      return dealing ? { ...answer, dealing: { ...dealing, sealed: dealing.sealed.toReversed() } } : answer
    })
    const purpose = vote()
    const publicKey = await key(purpose)
    m.mend()
    m.third.front.isDown = true
    const others = vote()
    const another = await key(others)
    await m.clock.advance(HOUR)
    secretIs(await open(publicKey, await close(purpose)).then((answer) => answer), publicKey)
    secretIs(await open(another, await close(others)), another)
  })

  test('is made for publishers only, and by enough members', async () => {
    const stranger = await made(vote(), { by: m.second })
    assert.deepEqual([stranger.status, stranger.body.code], [403, 'NOT_A_PUBLISHER'])
    for (const { front } of [m.second, m.third]) front.isDown = true
    const alone = await made(vote())
    assert.deepEqual([alone.status, alone.body.code], [503, 'SIGNERS_MISSING'])
  })

  /** Makes a member give other answers, signed with its key. */
  const lie = ({ front, signer }: Member, change: (answer: Omit<BallotKeyAnswer, 'signature'>) => object): void => {
    front.alter = (path, body) => {
      if (!path.endsWith('/ballot-keys')) return body
      const { signature: _, ...answer } = JSON.parse(body) as BallotKeyAnswer
      return JSON.stringify(signAnswer(change(answer) as BallotKeyAnswer, signer.sign))
    }
  }
})

test('A node that shares no key makes and keeps keys for ballots alone', async () => {
  await using node = await openHarness()
  const { body } = await node.ask('/ballot-keys')
  assert.match(body.networkKeys[0], /^[0-9a-f]{64}$/)
  assert.equal(body.networkKeys.length, 1)
})
