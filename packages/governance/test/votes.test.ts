import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { AccountDeleteTransaction, AccountUpdateTransaction, KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { canonicalBytes, walletMessage } from '@quorate/verify'
import { httpSource, ledgerTimestamp, recount } from '@quorate/verify/recount'
import fc from 'fast-check'
import { checkExists } from '../src/daos/existing-accounts.ts'
import { keyTime } from '../src/signatures/proofs.ts'
import { type Answer, chain, type Harness, HOUR, openHarness, type Person } from './harness.ts'

describe('Votes', () => {
  let harness: Harness
  let people: Person[]
  let ada: Person
  let ben: Person
  before(async () => {
    // One person founds all the DAOs of these tests, within an hour of the clock.
    harness = await openHarness({ MESSAGES_PER_HOUR: '1000000', WALLET_MESSAGES_PER_HOUR: '1000000' })
    people = await harness.people(12)
    ;[ada, ben] = people as [Person, Person]
  })
  after(() => harness.close())

  const results = async (proposalId: string) => (await harness.get(`/votes/proposal/${proposalId}/results`)).body

  test('Votes of one voter, twenty at once, count once', async () => {
    const dao = await harness.dao([ada])
    const proposal = await harness.propose(dao.daoId, ada)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => harness.vote(proposal, ada, index % 2 ? 'YES' : 'NO')),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status, body }) => status === 409 && body.code === 'ALREADY_VOTED').length, 19)
    assert.equal((await results(proposal.proposalId)).totalVotes, 1)
    const { body } = await harness.get(`/votes/proposal/${proposal.proposalId}`)
    assert.equal(body.length, 1)
    assert.equal(body[0].voteId, answers.find(({ status }) => status === 201)?.body.voteId)
  })

  test('are tallied exactly and once each, whoever votes when, how often and for what', async () => {
    const dao = await harness.dao(people.slice(0, 10))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ voter: fc.nat(11), choice: fc.constantFrom('YES', 'NO', 'ABSTAIN') }), { maxLength: 30 }),
        async (ballots) => {
          const proposal = await harness.propose(dao.daoId, ada)
          const answers = await Promise.all(
            ballots.map(({ voter, choice }) => harness.vote(proposal, people[voter] as Person, choice)),
          )
          const counted = answers.flatMap(({ status, body }) => (status === 201 ? [body] : []))
          const voters = new Set(ballots.map(({ voter }) => voter).filter((voter) => voter < 10))
          assert.equal(counted.length, voters.size)
          const { options, totalVotes } = await results(proposal.proposalId)
          assert.equal(totalVotes, voters.size)
          for (const { option, votes, weight } of options) {
            const expected = counted.filter(({ choice }) => choice === option).length
            assert.deepEqual([votes, weight], [expected, expected])
          }
          const numbers = counted.map(({ number }) => number).sort((a, b) => a - b)
          assert.deepEqual(
            numbers,
            numbers.map((_, index) => index + 1),
            'numbered without gaps',
          )
        },
      ),
      { numRuns: 15 },
    )
  })

  test('are listed in pages and found by voter', async () => {
    const dao = await harness.dao(people.slice(0, 5))
    const proposal = await harness.propose(dao.daoId, ada)
    for (const person of people.slice(0, 5)) await harness.vote(proposal, person, 'YES', { comment: 'a tree' })
    const path = `/votes/proposal/${proposal.proposalId}`
    const first = await harness.get(`${path}?limit=3`)
    assert.deepEqual(
      first.body.map(({ number }: Answer['body']) => number),
      [5, 4, 3],
    )
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    assert.deepEqual(
      (await harness.get(next)).body.map(({ number }: Answer['body']) => number),
      [2, 1],
    )
    const { body } = await harness.get(`${path}/voter/${ben.id}`)
    assert.deepEqual([body.voterAddress, body.comment, body.signed], [ben.id, 'a tree', false])
  })

  test("have the voter's own signature, and may then be sent by anybody", async () => {
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ada)
    const signature = harness.signedVote(proposal, ben.key, ben.id, 'NO', 'ü')
    const forged = harness.voteBody(proposal, ben, 'YES', { signature, comment: 'ü' })
    assert.equal((await harness.call('POST', '/votes', ada, forged)).body.code, 'INVALID_SIGNATURE')
    const vote = harness.voteBody(proposal, ben, 'NO', { signature, comment: 'ü' })
    const { status, body } = await harness.call('POST', '/votes', ada, vote)
    assert.deepEqual([status, body.signed, body.voterAddress], [201, true, ben.id], JSON.stringify(body))
    const ecdsa = await harness.person(1, PrivateKey.generateECDSA())
    await harness.addMember(dao.daoId, ada, ecdsa.id)
    await harness.clock.advance(1)
    const second = await harness.propose(dao.daoId, ada)
    const bySecp256k1 = harness.signedVote(second, ecdsa.key, ecdsa.id, 'YES')
    const other = await harness.call(
      'POST',
      '/votes',
      ada,
      harness.voteBody(second, ecdsa, 'YES', { signature: bySecp256k1 }),
    )
    assert.equal(other.status, 201, JSON.stringify(other.body))
  })

  test("are signed with the hash of the proposal's record, in a text that the service returns", async () => {
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ada)
    await harness.jobs.idle()
    const record = (await harness.onTopic(dao.topicId)).map((one) => one.record).find(({ type }) => type === 'proposal')
    assert.equal(proposal.proposalHash, createHash('sha256').update(canonicalBytes(record)).digest('hex'))
    const vote = harness.voteBody(proposal, ben, 'YES', { comment: 'ü "1"' })
    const { body } = await harness.call('POST', '/votes/text', ada, vote)
    assert.deepEqual(JSON.parse(body.text), { chain, proposalHash: proposal.proposalHash, ...vote })
    const signature = `0x${Buffer.from(ben.key.sign(Buffer.from(body.text))).toString('hex')}`
    const byId = harness.signedVote({ ...proposal, proposalHash: undefined }, ben.key, ben.id, 'YES', 'ü "1"')
    assert.equal(
      (await harness.call('POST', '/votes', ada, { ...vote, signature: byId })).body.code,
      'INVALID_SIGNATURE',
    )
    assert.equal((await harness.call('POST', '/votes', ada, { ...vote, signature })).status, 201)
    for (const [wrong, code] of [
      [{ choice: 'yes' }, 'INVALID_CHOICE'],
      [{ daoId: crypto.randomUUID() }, 'WRONG_DAO'],
      [{ comment: '\u202e' }, 'HIDDEN_CHARACTER'],
    ] as const)
      assert.equal((await harness.call('POST', '/votes/text', ada, { ...vote, ...wrong })).body.code, code)
  })

  test('Votes of a multi-signature wallet need signatures that together satisfy its key on the ledger', async () => {
    const keys = [1, 2, 3].map(() => PrivateKey.generateED25519()) as [PrivateKey, PrivateKey, PrivateKey]
    const wallet = await harness.account(
      new KeyList(
        keys.map((key) => key.publicKey),
        2,
      ),
    )
    const dao = await harness.dao([ada])
    await harness.addMember(dao.daoId, ada, wallet)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, ada)
    const by = (...signers: PrivateKey[]) =>
      signers.map((key) => ({
        publicKey: key.publicKey.toStringRaw(),
        signature: harness.signedVote(proposal, key, wallet, 'YES'),
      }))
    const vote = (signatures: object[]) =>
      harness.call('POST', '/votes', ada, harness.voteBody(proposal, { id: wallet }, 'YES', { signatures }))
    assert.deepEqual((await vote(by(keys[0]))).body.code, 'SIGNATURES_MISSING')
    assert.deepEqual((await vote([...by(keys[0]), ...by(keys[0])])).body.code, 'SIGNATURES_MISSING')
    const { body: unknown } = await vote([...by(keys[0]), ...by(ada.key)])
    assert.deepEqual([unknown.code, /^signatures\/1\/publicKey: /.test(unknown.message)], ['UNKNOWN_KEY', true])
    const { body: unread } = await vote([...by(keys[0]), { ...by(keys[1])[0], publicKey: 'ffff' }])
    assert.deepEqual([unread.code, unread.message.slice(0, 29)], ['INVALID_KEY', 'signatures/1/publicKey: "ffff'])
    const many = (count: number) => vote(Array.from({ length: count }, () => by(keys[0])).flat())
    assert.deepEqual((await many(100)).body.code, 'SIGNATURES_MISSING', 'each key is tried once')
    assert.deepEqual((await many(101)).body.code, 'VALIDATION_FAILED')
    const { status, body } = await vote(by(keys[0], keys[2]))
    assert.deepEqual([status, body.voterAddress, body.signed], [201, wallet, true], JSON.stringify(body))
    assert.equal((await vote(by(keys[0], keys[1]))).body.code, 'ALREADY_VOTED')
  })

  test('Votes of a multi-signature wallet may have one SignatureMap, and are recounted with the key of that time', async () => {
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateECDSA(), PrivateKey.generateED25519()]
    const list = (...of: PrivateKey[]) =>
      new KeyList(
        of.map((key) => key.publicKey),
        2,
      )
    const wallet = { id: await harness.account(list(...keys)) }
    const dao = await harness.dao([ada])
    await harness.addMember(dao.daoId, ada, wallet.id)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, ada)
    const { text } = (await harness.call('POST', '/votes/text', ada, harness.voteBody(proposal, wallet, 'YES'))).body
    const message = walletMessage(Buffer.from(text))
    /** A protobuf bytes field with fewer than 128 bytes. */
    const field = (number: number, bytes: Uint8Array) => [number * 8 + 2, bytes.length, ...bytes]
    const map = (signers: PrivateKey[], prefixBytes = 33) => {
      const pairs = signers.flatMap((key) => {
        const prefix = key.publicKey.toBytesRaw().slice(0, prefixBytes)
        const signature = field(key.type === 'secp256k1' ? 6 : 3, key.sign(message))
        return field(1, Uint8Array.from([...field(1, prefix), ...signature]))
      })
      return `0x${Buffer.from(pairs).toString('hex')}`
    }
    const vote = (signature: string, choice = 'YES') =>
      harness.call('POST', '/votes', ada, harness.voteBody(proposal, wallet, choice, { signature }))
    const [first, second, third] = keys as [PrivateKey, PrivateKey, PrivateKey]
    const outgoing = PrivateKey.generateED25519()
    for (const [refused, code] of [
      [map([first]), 'SIGNATURES_MISSING'],
      [map([first, first]), 'SIGNATURES_MISSING'],
      [map([first, outgoing]), 'INVALID_SIGNATURE'],
      [map([first, ben.key], 0), 'INVALID_SIGNATURE'],
      ['0x1234', 'INVALID_SIGNATURE'],
    ] as const)
      assert.equal((await vote(refused)).body.code, code)
    assert.equal((await vote(map([first, second]), 'NO')).body.code, 'INVALID_SIGNATURE')
    // One owner's key is replaced before the vote, another's after the vote is on the topic.
    const rotate = (keyList: KeyList, ...signers: PrivateKey[]) =>
      harness.onLedger(new AccountUpdateTransaction().setAccountId(wallet.id).setKey(keyList), ...signers)
    const [fresh, later] = [PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    await rotate(list(first, second, fresh), first, second, fresh)
    assert.equal((await vote(map([first, third]))).body.code, 'INVALID_SIGNATURE')
    const { status, body } = await vote(map([second, fresh], 4))
    assert.deepEqual([status, body.signed], [201, true], JSON.stringify(body))
    await harness.pass(HOUR)
    await rotate(list(first, later), first, second, later)
    await harness.pass(23 * HOUR)
    const counted = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror: harness.ledger.mirror,
      source: httpSource(harness.url),
    })
    assert.deepEqual([counted.faults, counted.totalVotes, counted.signedVotes], [[], 1, 1])
  })

  test('are refused for a large key list unless each signature names its key', async () => {
    const keys = Array.from({ length: 70 }, () => PrivateKey.generateED25519())
    const wallet = await harness.account(
      new KeyList(
        keys.map((key) => key.publicKey),
        1,
      ),
      30,
    )
    const [owner = assert.fail()] = await harness.people(1)
    const dao = await harness.dao([owner])
    await harness.addMember(dao.daoId, owner, wallet)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, owner)
    const [key = assert.fail()] = keys.slice(-1)
    const signature = harness.signedVote(proposal, key, wallet, 'YES')
    const vote = (more: object) =>
      harness.call('POST', '/votes', owner, harness.voteBody(proposal, { id: wallet }, 'YES', more))
    const unnamed = await vote({ signature })
    assert.deepEqual([unnamed.status, unnamed.body.code], [400, 'TOO_MANY_SIGNATURES'])
    const named = { publicKey: key.publicKey.toStringRaw(), signature }
    assert.equal((await vote({ signatures: Array.from({ length: 101 }, () => named) })).status, 400)
    assert.equal((await vote({ signatures: [named, named] })).status, 201)
  })

  test('are refused with too many signatures before any is verified, even if each names its key', async () => {
    const keys = Array.from({ length: 65 }, () => PrivateKey.generateED25519())
    const list = new KeyList(
      keys.map((key) => key.publicKey),
      64,
    )
    const wallet = await harness.account(list, 30)
    const [owner = assert.fail()] = await harness.people(1)
    const dao = await harness.dao([owner])
    await harness.addMember(dao.daoId, owner, wallet)
    await harness.clock.advance(1)
    const proposal = await harness.propose(dao.daoId, owner)
    const vote = (signers: PrivateKey[], comment?: string) => {
      const signatures = signers.map((key) => ({
        publicKey: key.publicKey.toStringRaw(),
        signature: harness.signedVote(proposal, key, wallet, 'YES', comment),
      }))
      const more = comment === undefined ? { signatures } : { signatures, comment }
      return harness.call('POST', '/votes', owner, harness.voteBody(proposal, { id: wallet }, 'YES', more))
    }
    for (const refused of [await vote(keys), await vote(keys.slice(0, 43), 'ü')])
      assert.deepEqual([refused.status, refused.body.code], [400, 'TOO_MANY_SIGNATURES'])
    assert.equal((await vote(keys.slice(0, 42), 'ü')).body.code, 'SIGNATURES_MISSING')
    assert.equal((await vote(keys.slice(1))).status, 201)
  })

  test('cause no verification if the voter may not vote, or has voted', async () => {
    const dao = await harness.dao([ada, ben])
    const stranger = await harness.person()
    const proposal = await harness.propose(dao.daoId, ada)
    const send = (voter: Person) =>
      harness.call(
        'POST',
        '/votes',
        ada,
        harness.voteBody(proposal, voter, 'YES', { signature: `0x${'00'.repeat(64)}` }),
      )
    assert.deepEqual((await send(stranger)).body.code, 'NOT_A_MEMBER')
    assert.deepEqual((await send(ben)).body.code, 'INVALID_SIGNATURE')
    assert.equal((await harness.vote(proposal, ben, 'NO')).status, 201)
    assert.deepEqual((await send(ben)).body.code, 'ALREADY_VOTED')
  })

  test("are checked against the account's present key", async () => {
    const dao = await harness.dao([ada, ben])
    const proposal = await harness.propose(dao.daoId, ada)
    const key = PrivateKey.generateED25519()
    const rotation = new AccountUpdateTransaction().setAccountId(ben.id).setKey(key.publicKey)
    await harness.onLedger(rotation, ben.key, key)
    const vote = (by: PrivateKey) =>
      harness.voteBody(proposal, ben, 'YES', { signature: harness.signedVote(proposal, by, ben.id, 'YES') })
    assert.equal((await harness.call('POST', '/votes', ada, vote(ben.key))).body.code, 'INVALID_SIGNATURE')
    assert.equal((await harness.call('POST', '/votes', ada, vote(key))).status, 201)
  })

  test('Votes that are signed do not count for another proposal, account, choice or chain', async () => {
    const id = await harness.account(ada.key.publicKey)
    const twin = { id, key: ada.key, token: await harness.session(id, ada.key) }
    const dao = await harness.dao([ada, twin])
    const [first, second] = [await harness.propose(dao.daoId, ada), await harness.propose(dao.daoId, ada)]
    const signature = harness.signedVote(first, ada.key, ada.id, 'YES')
    const cast = (proposal: Answer['body'], voter: Person, choice: string, more: object = {}) =>
      harness.call('POST', '/votes', ben, harness.voteBody(proposal, voter, choice, { signature, ...more }))
    for (const refused of [
      await cast(second, ada, 'YES'),
      await cast(first, twin, 'YES'),
      await cast(first, ada, 'NO'),
      await cast(first, ada, 'YES', { comment: 'x' }),
    ])
      assert.deepEqual([refused.status, refused.body.code], [422, 'INVALID_SIGNATURE'])
    assert.equal((await cast(first, ada, 'YES')).status, 201)
    const again = await cast(first, ada, 'YES')
    assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_VOTED'])
    assert.equal(
      (await harness.vote(first, twin, 'NO')).status,
      201,
      'two accounts are two members, whoever has the key',
    )
    const elsewhere = { ...ada, token: await harness.tokens.issue({ walletId: ada.id, chain: 'hedera:testnet' }) }
    assert.equal(
      (await harness.vote(second, elsewhere, 'YES')).body.code,
      'WRONG_CHAIN',
      '0.0.n is somebody else there',
    )
  })

  test('are refused for invalid options, however similar they look, and for comments beyond a thousand characters', async () => {
    const dao = await harness.dao([ada])
    const proposal = await harness.propose(dao.daoId, ada)
    for (const choice of ['yes', ' YES', 'YES ', '\u0422ES', 'Y\u200bES', '', 'constructor', '0'])
      assert.equal((await harness.vote(proposal, ada, choice)).body.code, 'INVALID_CHOICE', JSON.stringify(choice))
    const comment = (text: string) => harness.vote(proposal, ada, 'YES', { comment: text })
    assert.equal((await comment('x'.repeat(1001))).status, 400)
    assert.equal((await comment('\u0000')).body.code, 'INVALID_TEXT')
    assert.equal((await comment('\ud800')).body.code, 'INVALID_TEXT')
    const kept = '\u{1f333}'.repeat(500)
    assert.equal((await comment(kept)).body.comment, kept)
  })

  test('Votes of an account deleted before the start, whose session still lives, do not break the recount', async () => {
    const gone = await harness.person()
    const dao = await harness.dao([ada, gone])
    const deletion = new AccountDeleteTransaction().setAccountId(gone.id).setTransferAccountId(harness.treasury.id)
    await harness.onLedger(deletion, gone.key)
    await harness.clock.advance(HOUR)
    const proposal = await harness.propose(dao.daoId, ada)
    assert.equal((await harness.vote(proposal, gone, 'YES')).status, 201)
    await harness.pass(24 * HOUR)
    const { mirror } = harness.ledger
    const counted = await recount({
      proposalId: proposal.proposalId,
      chain,
      topicId: dao.topicId,
      mirror,
      source: httpSource(harness.url),
      now: harness.clock.now(),
    })
    assert.deepEqual([counted.faults, counted.published?.status], [[], 'PASSED'])
    assert.match(counted.notes.join('\n'), new RegExp(`vote 1 is from ${gone.id}, an account deleted before`))
  })

  test('cannot be signed for by a deleted account', async () => {
    const gone = await harness.person()
    const dao = await harness.dao([ada, gone])
    const proposal = await harness.propose(dao.daoId, ada)
    const signature = harness.signedVote(proposal, gone.key, gone.id, 'YES')
    const deletion = new AccountDeleteTransaction().setAccountId(gone.id).setTransferAccountId(harness.treasury.id)
    await harness.onLedger(deletion, gone.key)
    const { status, body } = await harness.call(
      'POST',
      '/votes',
      ada,
      harness.voteBody(proposal, gone, 'YES', { signature }),
    )
    assert.deepEqual([status, body.code], [422, 'NO_KEY'])
  })
})

describe('A signed vote while the mirror lags', () => {
  test('waits while the mirror does not reach the time of a key that counts, except on a quiet ledger', async () => {
    const castAt = new Date('2026-01-01T12:00:00Z')
    const behind = (minutes: number) => {
      const newest = ledgerTimestamp(castAt.getTime() - minutes * 60_000)
      return { mirror: { newestTimestamp: async () => newest }, newest }
    }
    for (const on of ['hedera:testnet', 'hedera:devnet'])
      assert.equal(await keyTime({ chain: on, mirror: behind(9).mirror }, castAt), behind(9).newest)
    const unavailable = { statusCode: 503, code: 'MIRROR_UNAVAILABLE' }
    const account = async () => null
    const asked = (minutes: number) =>
      checkExists(
        { chain: 'hedera:testnet', mirror: { ...behind(minutes).mirror, account } },
        '0.0.5',
        castAt.getTime(),
      )
    await assert.rejects(asked(9), { code: 'INVALID_ACCOUNT_ID' })
    await assert.rejects(asked(11), unavailable)
    await assert.rejects(keyTime({ chain: 'hedera:testnet', mirror: behind(11).mirror }, castAt), unavailable)
    const empty = { newestTimestamp: async () => null }
    await assert.rejects(keyTime({ chain: 'hedera:testnet', mirror: empty }, castAt), unavailable)
    assert.equal(await keyTime({ chain: 'hedera:devnet', mirror: behind(11).mirror }, castAt), behind(10).newest)
    // The mirror answered late, when the ledger had moved on.
    assert.equal(await keyTime({ chain: 'hedera:testnet', mirror: behind(-5).mirror }, castAt), behind(-1).newest)
  })

  test('is checked against the key that the mirror showed, and a recount agrees once the mirror has moved on', async () => {
    let behind: string | null = null
    const harness = await openHarness(
      {},
      {
        seen: (ledger) => ({
          ...ledger,
          mirror: { ...ledger.mirror, newestTimestamp: async () => behind ?? (await ledger.mirror.newestTimestamp()) },
        }),
      },
    )
    try {
      const [ada, ben] = (await harness.people(2)) as [Person, Person]
      const dao = await harness.dao([ada, ben])
      const proposal = await harness.propose(dao.daoId, ada)
      behind = await harness.ledger.mirror.newestTimestamp()
      await harness.clock.advance(2000)
      const key = PrivateKey.generateED25519()
      await harness.onLedger(new AccountUpdateTransaction().setAccountId(ben.id).setKey(key.publicKey), ben.key, key)
      await harness.clock.advance(2000)
      const vote = (by: PrivateKey) =>
        harness.vote(proposal, ben, 'YES', { signature: harness.signedVote(proposal, by, ben.id, 'YES') })
      assert.equal((await vote(key)).body.code, 'INVALID_SIGNATURE', 'the mirror does not have the new key yet')
      assert.equal((await vote(ben.key)).status, 201)
      behind = null
      await harness.pass(24 * HOUR)
      const counted = await recount({
        proposalId: proposal.proposalId,
        chain,
        topicId: dao.topicId,
        mirror: harness.ledger.mirror,
        source: httpSource(harness.url),
      })
      assert.deepEqual([counted.faults, counted.signedVotes], [[], 0])
      assert.match(
        counted.notes.join(),
        /^vote 1 is signed by the key of .* which was replaced before the vote reached the topic/,
      )
    } finally {
      await harness.close()
    }
  })
})
