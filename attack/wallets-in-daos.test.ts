import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  AccountId,
  AccountUpdateTransaction,
  Client,
  KeyList,
  type PrivateKey,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Answer, type AttackedPlatform, type Person, startPlatform } from './platform.ts'

/** Long enough for a vote on a slow machine. The clock then moves. */
const VOTING_SECONDS = 60

describe('A wallet in DAOs', () => {
  let platform: AttackedPlatform
  let client: Client
  let ada: Person
  let ben: Person
  let cy: Person
  let eve: Person
  before(async () => {
    platform = await startPlatform({ GOVERNANCE_ANCHOR_INTERVAL: '200' })
    ;[ada, ben, cy, eve] = (await platform.people(4)) as [Person, Person, Person, Person]
    client = Client.forNetwork({ [platform.process.at.ledger]: '0.0.3' })
  })
  after(async () => {
    client?.close()
    await platform.close()
  })

  const post = (service: 'node' | 'governance' | 'multisig', path: string, by: Person | undefined, body: unknown) =>
    platform.call(service, 'POST', path, by, body)
  const codeOf = async (answer: Promise<Answer>) => (await answer).body.code
  async function done(answer: Promise<Answer>): Promise<Answer['body']> {
    const { status, body } = await answer
    assert.ok(status < 300, JSON.stringify(body))
    return body
  }
  const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  /** A protobuf field of bytes, fewer than 128. */
  const field = (number: number, bytes: Uint8Array) => Uint8Array.of(number * 8 + 2, bytes.length, ...bytes)
  const memberOf = ({ id }: Person) => ({ wallet: id, name: id })
  async function wallet(owners: [Person, ...Person[]], threshold: number): Promise<string> {
    const [first] = owners
    const settings = { owners: owners.map(memberOf), threshold }
    const request = await done(
      post('multisig', '/multisig/wallet/create/request', first, { name: 'Treasury', balance: 0, settings }),
    )
    const { jobId, bytes, bodyBytes } = request
    const signature = hex(first.key.sign(Buffer.from(bodyBytes, 'base64')))
    await done(post('multisig', `/multisig/transaction/sign/${jobId}`, first, { senderId: first.id, signature }))
    return (await done(post('multisig', '/multisig/wallet/create/execute', first, { jobId, bytes }))).walletId
  }
  async function paidByAda(transaction: AccountUpdateTransaction | TransferTransaction, ...signers: Person[]) {
    let signed = transaction
      .setTransactionId(TransactionId.generate(ada.id))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    for (const { key } of [ada, ...signers]) signed = await signed.sign(key)
    await (await signed.execute(client)).getReceipt(client)
  }
  /** A DAO whose record is on its topic: the multi-signature service reads there who owns it. */
  const dao = async (owner: Pick<Person, 'id' | 'token'>, members: string[]): Promise<Answer['body']> => {
    const made = await done(
      platform.call('governance', 'POST', '/daos', owner, {
        ...{ name: 'Gardeners', description: '', ownerAddress: owner.id, members },
        votingRules: { threshold: 50, minVotingPeriod: 0, tokenWeighted: false },
      }),
    )
    const path = `/api/v1/topics/${made.topicId}/messages`
    while (!(await platform.call('mirror', 'GET', path)).body.messages?.length) await delay(50)
    return made
  }
  let titles = 0
  const propose = (daoId: string, by: Person, more: object = {}) =>
    done(
      post('governance', '/proposals', by, {
        ...{ daoId, title: `Proposal ${++titles}`, description: '', creatorAddress: by.id, votingDurationHours: 1 },
        ...more,
      }),
    )
  const voteOf = ({ proposalId, daoId }: Answer['body'], voterAddress: string, choice = 'YES', more: object = {}) => ({
    ...{ proposalId, daoId, voterAddress, choice },
    ...more,
  })

  test('votes by signatures of enough owners over this very vote, once, and by no others', async () => {
    const voter = await wallet([ada, ben, cy], 2)
    const other = await wallet([ada, ben, cy], 2)
    const { daoId } = await dao(ada, [voter, other])
    const proposal = await propose(daoId, ada)
    const second = await propose(daoId, ada)
    const { text } = await done(post('governance', '/votes/text', eve, voteOf(proposal, voter)))
    const mapOf = (...pairs: { by: Person; prefix?: number; named?: PrivateKey }[]) => {
      const pairsOf = pairs.map(({ by: { key }, prefix = 32, named = key }) => {
        const publicKey = field(1, named.publicKey.toBytesRaw().subarray(0, prefix))
        return field(1, Buffer.concat([publicKey, field(3, key.sign(Buffer.from(text)))]))
      })
      return hex(Buffer.concat(pairsOf))
    }
    const two = mapOf({ by: ada }, { by: ben })
    const vote = (signature: string, of = proposal, voterAddress = voter, choice = 'YES', more: object = {}) =>
      post('governance', '/votes', eve, voteOf(of, voterAddress, choice, { signature, ...more }))
    for (const pairs of [
      [{ by: ada }],
      [{ by: ada }, { by: ada, prefix: 0 }],
      [1, 2, 3, 4, 5].map((prefix) => ({ by: ada, prefix })),
    ])
      assert.equal(await codeOf(vote(mapOf(...pairs))), 'SIGNATURES_MISSING')
    for (const moved of [
      vote(mapOf({ by: ada }, { by: ada, named: ben.key })),
      vote(two, proposal, other),
      vote(two, second),
      vote(two, proposal, voter, 'NO'),
      vote(two, proposal, voter, 'YES', { comment: '' }),
    ])
      assert.equal(await codeOf(moved), 'INVALID_SIGNATURE')
    const keys = [ada, ben, cy].map(({ key }) => key.publicKey)
    const rekey = (threshold: number) =>
      paidByAda(new AccountUpdateTransaction().setAccountId(voter).setKey(new KeyList(keys, threshold)), ben, cy)
    await rekey(3)
    assert.equal(await codeOf(vote(two)), 'SIGNATURES_MISSING', 'a threshold that was raised counts at once')
    await rekey(2)
    assert.deepEqual((await done(vote(two))).signed, true)
    assert.equal(await codeOf(vote(mapOf({ by: ben }, { by: cy }))), 'ALREADY_VOTED')
  })

  test('gets one request from the votes of its DAO, which lets neither its members nor its session sign', async () => {
    const walletId = await wallet([ada, ben], 2)
    await paidByAda(new TransferTransaction().addHbarTransfer(ada.id, -50).addHbarTransfer(walletId, 50))
    const login = await done(post('node', '/auth/multisig/request', ada, { walletId }))
    for (const owner of [ada, ben]) {
      const signature = hex(owner.key.sign(Buffer.from(login.text)))
      const publicKey = owner.key.publicKey.toStringRaw()
      await done(post('node', '/auth/multisig/sign', owner, { id: login.id, publicKey, signature }))
    }
    const { accessToken: token } = await done(post('node', '/auth/multisig/session', ada, { id: login.id }))
    const session = { ...ada, id: walletId, token }
    const operation = {
      ...{ method: 'POST', path: '/multisig/wallet/withdraw/request' },
      body: { walletId, receiverId: eve.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 5 },
    }
    const proposal = { votingDurationHours: VOTING_SECONDS / 3600, proposalData: { operation } }
    const decided = async (daoId: string, proposalId?: string) => {
      proposalId ??= (await propose(daoId, eve, proposal)).proposalId
      await done(post('governance', '/votes', eve, voteOf({ proposalId, daoId }, eve.id)))
      await platform.passTime(VOTING_SECONDS * 1000)
      for (;;) {
        const { decision } = (await platform.call('governance', 'GET', `/proposals/${proposalId}`, ada)).body
        if (decision) return decision
        await delay(50)
      }
    }
    const open = (at: object) => post('multisig', '/multisig/proposal/request', undefined, at)
    const own = await decided((await dao(session, [eve.id])).daoId)
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(own)))
    assert.deepEqual(new Set(opened.map(({ status }) => status)), new Set([200]))
    const [jobId, ...others] = new Set(opened.map(({ body }) => body.jobId))
    assert.deepEqual(others, [])
    for (const by of [eve, session]) {
      const path = `/multisig/transaction/status/${jobId}`
      assert.equal((await platform.call('multisig', 'GET', path, by)).status, 403)
      const rejected = await post('multisig', `/multisig/transaction/reject/${jobId}`, by, { reason: 'no' })
      assert.equal(rejected.status, 403)
    }
    const { bytes } = await done(platform.call('multisig', 'GET', `/multisig/transaction/status/${jobId}`, ada))
    assert.equal((await post('multisig', '/multisig/wallet/withdraw/execute', session, { jobId, bytes })).status, 403)
    // A stranger's proposals are refused until the rate limit of the checks is used up. Then one is stored unchecked.
    const { daoId } = await dao(eve, [])
    const creation = { daoId, title: 'Rob', description: '', creatorAddress: eve.id, ...proposal }
    const codes = new Set<string>()
    let unchecked: string | undefined
    for (let tries = 0; tries < 200 && unchecked === undefined; tries++) {
      const { body } = await post('governance', '/proposals', eve, creation)
      if (body.code) codes.add(body.code)
      unchecked = body.proposalId
    }
    assert.deepEqual([...codes], ['WALLET_OPERATION_REFUSED'])
    const strangers = await decided(daoId, unchecked ?? assert.fail('every proposal was checked'))
    assert.equal(await codeOf(open(strangers)), 'NOT_THE_WALLETS_DAO')
    assert.equal(await codeOf(open({ ...own, topicId: strangers.topicId })), 'DECISION_NOT_FOUND')
  })
})
