import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { AccountCreateTransaction, Hbar, KeyList, Long, PublicKey, TransferTransaction } from '@hiero-ledger/sdk'
import { keyFromText, type Signature, signerFromText, withSignatures, writeMessage } from '@quorate/ledger'
import { silentLogger } from '@quorate/platform'
import { bodyHash, canonicalBytes, guardedOwnerMemo, publicKeyText } from '@quorate/verify'
import type { Decision } from '../src/decisions/decisions.ts'
import { sealedRecord } from '../src/decisions/opening-record.ts'
import { loadShareKey } from '../src/keys/key-files.ts'
import { createSecretBox } from '../src/keys/secret-box.ts'
import { type FrozenWrite, frozenFrom, joined } from '../src/model/frozen-write.ts'
import { createRecordBoxes } from '../src/shared-key/record-boxes.ts'
import { createShares } from '../src/shared-key/shares.ts'
import { type SigningQuestion, signAnswer, type WriteEvidence } from '../src/shared-key/signing/questions.ts'
import { insertOpening } from '../src/store/openings.ts'
import { decidedOn } from './decided.ts'
import { guardedOn } from './guarded.ts'
import { type Answer, CHAIN, loggedIn, OPERATOR } from './harness.ts'
import { type Member, type Members, openMembers } from './members.ts'
import { type Person, signed } from './wallets.ts'

const PATH = '/accounts/transfer/hbar'
const ends = ({ status, body }: Pick<Answer, 'status' | 'body'>) => [status, body.code ?? body.status]

const signatureBy = ({ key }: Person, bytes: Uint8Array): Signature => {
  const { publicKey, sign } = signerFromText(key.toStringDer())
  return { publicKey, signature: sign(bytes) }
}

/** The same body with a window that begins later by this many seconds. */
function shifted(bodyBytes: Uint8Array, seconds: number): Uint8Array {
  const body = proto.TransactionBody.decode(bodyBytes)
  const start = body.transactionID?.transactionValidStart?.seconds
  if (body.transactionID?.transactionValidStart)
    body.transactionID.transactionValidStart.seconds = Long.fromString(String(Number(start) + seconds))
  return Uint8Array.from(proto.TransactionBody.encode(body).finish())
}

describe("A DAO's decision in a network whose nodes share a key", () => {
  let m: Members
  let g: Awaited<ReturnType<typeof guardedOn>>
  let topicId: string
  /** An account that only the DAO may move. */
  let daos: string
  before(async () => {
    m = await openMembers()
    g = await guardedOn(m.first.node)
    topicId = (await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })).topicId
    daos = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topicId}` },
    })
  })
  after(async () => {
    g?.wallets.client.close()
    await m?.[Symbol.asyncDispose]()
  })
  afterEach(() => m.mend())

  const pay = (amount = 10, sender: object = { sender: { id: daos } }) => ({
    amount,
    from: daos,
    to: g.ben.id,
    ...sender,
  })
  const decided = async (body: object, topic = topicId) => ({
    ...body,
    dao: await decidedOn(m.first.node, topic, { method: 'POST', path: PATH, body }),
  })
  const asked = async (by: Person, body: object): Promise<Answer> => {
    const answer = await g.ask(by, PATH, body)
    assert.equal(answer.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(answer.body))
    return answer
  }

  /** Publishes an opening as `by` could with other software. */
  async function publish(
    by: Member,
    decision: Decision,
    frozen: FrozenWrite,
    change: object = {},
    secondsBetween = 0,
  ): Promise<void> {
    const { tokens, dataDir, clock, ledger } = by.node
    const shareBox = createSecretBox(loadShareKey({ DATA_DIR: dataDir }))
    const held = await createShares(
      { ...{ database: tokens.database, shareBox, clock }, log: silentLogger },
      CHAIN,
    ).held()
    const seal = createRecordBoxes(() => (held ? [held] : []), by.id).forMembers({ chain: CHAIN }) ?? assert.fail()
    const record = { ...sealedRecord(seal, CHAIN, decision, frozen), ...change }
    const bytes = canonicalBytes(record)
    const message = { payer: by.id, topicId: m.topic, bytes, chunkBytes: Math.ceil(bytes.length / 2) }
    await writeMessage(ledger, message, async (index, freeze) => {
      if (index > 0) m.clock.advance(secondsBetween * 1000)
      const frozen = freeze()
      const bodyBytes = index > 0 && secondsBetween > 0 ? shifted(frozen.bodyBytes, secondsBetween) : frozen.bodyBytes
      const signature = { publicKey: by.signer.publicKey, signature: by.signer.sign(bodyBytes) }
      await ledger.submit(withSignatures(bodyBytes, [signature]))
      return { transactionId: frozen.transactionId }
    })
  }

  const decisionOf = ({ dao }: { dao: Awaited<ReturnType<typeof decidedOn>> }): Decision => {
    const { consensusTimestamp = '' } = dao
    return { topicId: dao.topicId, consensusTimestamp, proposalId: `p ${consensusTimestamp}` }
  }
  const frozenOf = ({ body }: Answer): FrozenWrite =>
    frozenFrom([Uint8Array.from(Buffer.from(body.bodyBytes, 'base64'))])

  test('is carried out by two of three nodes, once, no matter who pays', async () => {
    m.third.front.isDown = true
    for (const body of [await decided(pay()), await decided(pay(11, {}))]) {
      const answer = await asked(g.ben, body)
      assert.deepEqual(ends(await g.wallets.submit(answer, g.ben)), [200, 'SUCCESS'])
      assert.deepEqual(await g.refusal(g.ben, PATH, body), [409, 'DECISION_USED'])
    }
    const token = await loggedIn(m.first.node, OPERATOR)
    const byOperator = await decided(pay(12, {}))
    assert.deepEqual(ends(await g.ask({ token } as Person, PATH, byOperator)), [200, 'SUCCESS'])
  })

  test('is carried out by another node, which reads on the topic what was opened', async () => {
    const token = await loggedIn(m.second.node, OPERATOR)
    const ask = (body: object) => m.second.node.ask(PATH, { method: 'POST', token, body })
    const body = await decided(pay(13, {}))
    const bytes = await ask(body)
    assert.equal(bytes.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(bytes.body))
    const first = await asked(g.ben, body)
    assert.deepEqual(ends(await g.wallets.submit(first, g.ben)), [200, 'SUCCESS'])
    assert.deepEqual(ends(await ask(await decided(pay(14, {})))).at(0), 200)
    assert.deepEqual(ends(await ask(body)), [409, 'DECISION_USED'])
  })

  test('is known to be carried out by a member that reads of it when it gets a new share', async () => {
    m.third.front.isDown = true
    const body = await decided(pay(29))
    assert.deepEqual(ends(await g.wallets.submit(await asked(g.ben, body), g.ben)), [200, 'SUCCESS'])
    m.mend()
    const opening = () =>
      m.third.node.tokens.database.read
        .selectFrom('node.opening')
        .select('body_hash')
        .where('consensus_timestamp', '=', body.dao.consensusTimestamp ?? '')
        .execute()
    assert.deepEqual(await opening(), [])
    const refreshed = m.members.map(
      ({ node }) =>
        new Promise<void>((resolve) =>
          node.events.on('smart_node.dkg.progress', ({ phase }) => {
            if (phase === 'done') resolve()
          }),
        ),
    )
    const token = await loggedIn(m.first.node, OPERATOR)
    const { status } = await m.first.node.ask('/smart-node/dkg', { body: { kind: 'refresh' }, token })
    assert.equal(status, 202)
    await Promise.all(refreshed)
    const [row = assert.fail()] = await opening()
    assert.match(row.body_hash ?? '', /^[0-9a-f]{64}$/)
    const another = await decided(pay(28))
    assert.deepEqual(ends(await g.wallets.submit(await asked(g.ben, another), g.ben)), [200, 'SUCCESS'])
  })

  test('is not signed by members that cannot be asked, and is free again afterwards', async () => {
    const body = await decided(pay(15))
    const answer = await asked(g.ben, body)
    m.second.front.isDown = true
    m.third.front.isDown = true
    assert.deepEqual(ends(await g.wallets.submit(answer, g.ben)), [503, 'SIGNERS_MISSING'])
    m.mend()
    // Members sign no other transaction until they know that this one was not executed.
    const soon = await asked(g.ada, body)
    assert.deepEqual(ends(await g.wallets.submit(soon, g.ada)), [409, 'DECISION_PENDING'])
    m.clock.advance(260_000)
    const again = await asked(g.ben, body)
    assert.deepEqual(ends(await g.wallets.submit(again, g.ben)), [200, 'SUCCESS'])
  })

  test('is carried out once if two nodes are asked at the same time', async () => {
    const body = await decided(pay(16))
    const token = await loggedIn(m.second.node, g.ada.id, signerFromText(g.ada.key.toStringDer()))
    const one = await asked(g.ben, body)
    const other = await m.second.node.ask(PATH, { method: 'POST', token, body })
    const bytes = await Promise.all([signed(one, g.ben.key), signed(other, g.ada.key)])
    const answers = await Promise.all([
      m.first.node.ask('/transactions/submit', { token: g.ben.token, body: { bytes: bytes[0] } }),
      m.second.node.ask('/transactions/submit', { token, body: { bytes: bytes[1] } }),
    ])
    const [codes, done] = [answers.map(ends), answers.filter(({ status }) => status === 200)]
    assert.equal(done.length, 1, JSON.stringify(codes))
    const [lost] = answers.filter(({ status }) => status !== 200)
    assert.ok(['DECISION_PENDING', 'DECISION_USED'].includes(lost?.body.code), JSON.stringify(codes))
  })

  test('for a wallet that the DAO co-owns is signed by two of three nodes, for its owners only', async () => {
    const dao = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['sign/wallet'], controller: `dao:${topicId}` },
    })
    const keys = [g.ada.key.publicKey, g.ben.key.publicKey, PublicKey.fromStringED25519(m.publicKey)]
    const create = new AccountCreateTransaction().setKeyWithoutAlias(new KeyList(keys, 2))
    create.setAccountMemo(guardedOwnerMemo(dao)).setInitialBalance(new Hbar(50))
    const wallet = (await g.wallets.onLedger(create)).accountId ?? assert.fail()
    const payment = (amount: number) => {
      const { ledger } = m.first.node
      const transfer = new TransferTransaction()
        .addHbarTransfer(wallet, Hbar.fromTinybars(-amount))
        .addHbarTransfer(g.ben.id, Hbar.fromTinybars(amount))
      const window = { validStart: ledger.validStart(), validDurationSeconds: 120 }
      return ledger.freeze(transfer, { payer: wallet, ...window }).bodyBytes
    }
    const bytes = payment(100)
    const path = `/multisig/transaction/sign/${randomUUID()}`
    const body = { walletId: wallet, senderId: dao, bodyBytes: Buffer.from(bytes).toString('base64') }
    const reference = await decidedOn(m.first.node, topicId, { method: 'POST', path, body })
    m.third.front.isDown = true
    const { status, body: answer } = await g.ask(g.ada, `/wallets/${wallet}/sign`, { dao: reference })
    assert.deepEqual([status, answer.publicKey], [200, m.publicKey], JSON.stringify(answer))
    const signatures = [
      { publicKey: keyFromText(m.publicKey), signature: Buffer.from(answer.signature.slice(2), 'hex') },
      signatureBy(g.ada, bytes),
    ]
    const outcome = await m.first.node.ledger.submit(withSignatures(bytes, signatures))
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))

    const commitments = async () =>
      (await Promise.all([m.second, m.third].map((member) => m.question(m.first, member, {})))).map(
        ({ body }) => body.commitment,
      )
    const publicKey = publicKeyText(signerFromText(g.ada.key.toStringDer()).publicKey)
    const dishonest = async (message: Uint8Array, change: object = {}) => {
      const walletSignature = { walletId: wallet, dao: reference as never, publicKey, ...change }
      const hex = Buffer.from(message).toString('hex')
      const question = { session: 0, commitments: await commitments(), message: hex, walletSignature }
      const { body } = await m.question(m.first, m.second, question)
      return body.code ?? typeof body.share
    }
    const theirs = await decidedOn(m.first.node, topicId, { method: 'POST', path, body: { ...body, walletId: dao } })
    assert.deepEqual(
      [
        await dishonest(bytes),
        await dishonest(payment(101)),
        await dishonest(bytes, { publicKey: publicKeyText(m.second.signer.publicKey) }),
        await dishonest(bytes, { dao: theirs }),
        await dishonest(bytes, { walletId: dao, dao: theirs }),
      ],
      ['string', 'SIGNING_REFUSED', 'NOT_AN_OWNER', 'DECISION_DOES_NOT_PERMIT', 'NOT_AN_OWNER'],
    )
  })

  describe('that is not the first, or not what its bodies say', () => {
    /** Makes the first member ask the other members, with other software. */
    async function lie(answer: Answer, body: object, bytes: string = answer.body.bytes) {
      const others = [m.second, m.third]
      const commitments = (await Promise.all(others.map((member) => m.question(m.first, member, {})))).map(
        ({ body }) => body.commitment,
      )
      const write: WriteEvidence = {
        ...{ wallet: g.ben.id, request: { name: 'transfer/hbar', params: {}, body: { ...body } }, bytes },
      }
      const message = Buffer.from(answer.body.bodyBytes, 'base64').toString('hex')
      const question: Partial<SigningQuestion> = { session: 0, commitments, message, write }
      const answers = await Promise.all(others.map((member) => m.question(m.first, member, question)))
      return answers.map(({ body: { code, share } }) => code ?? (share ? 'SHARE' : 'NOTHING'))
    }
    const both = (code: string) => [code, code]

    test('gets a share once its opening is on the topic, and none before', async () => {
      const body = await decided(pay(20))
      const answer = await asked(g.ben, body)
      assert.deepEqual(await lie(answer, body), both('MIRROR_UNAVAILABLE'))
      await publish(m.first, decisionOf(body), frozenOf(answer))
      assert.deepEqual(await lie(answer, body), both('SHARE'))
    })

    test('gets no share for other bodies than those that were opened first', async () => {
      const body = await decided(pay(21))
      const [one, other] = [await asked(g.ben, body), await asked(g.ada, body)]
      await publish(m.second, decisionOf(body), frozenOf(one))
      await publish(m.first, decisionOf(body), frozenOf(other))
      assert.deepEqual(await lie(other, body), both('DECISION_PENDING'))
      assert.deepEqual(await lie(one, body), both('SHARE'))
      // An honest node does not pay for a record in this case.
      assert.deepEqual(ends(await g.wallets.submit(other, g.ada)), [409, 'DECISION_PENDING'])
    })

    /** Bytes for Ada from the second node. */
    async function askedAtSecond(body: object) {
      const token = await loggedIn(m.second.node, g.ada.id, signerFromText(g.ada.key.toStringDer()))
      const ask = (path: string, given: object) => m.second.node.ask(path, { method: 'POST', token, body: given })
      return { ask, answer: await ask(PATH, body) }
    }

    test('gets no share while an opening that its node has given up may still be executed', async () => {
      const body = await decided(pay(31))
      const { ask, answer: given } = await askedAtSecond(body)
      const refused = { code: 'VALIDATOR_REFUSED', message: 'no' }
      for (const { front, signer } of [m.first, m.third])
        front.alter = (path, answer) => {
          if (!path.endsWith('/dkg/shares')) return undefined
          const { from, question } = JSON.parse(answer)
          return JSON.stringify(signAnswer({ from, question, refused }, signer.sign))
        }
      const submitted = await ask('/transactions/submit', { bytes: given.body.bytes })
      assert.deepEqual(ends(submitted), [403, 'VALIDATOR_REFUSED'])
      m.mend()
      const other = await asked(g.ben, body)
      await publish(m.first, decisionOf(body), frozenOf(other))
      assert.equal((await lie(given, body))[1], 'SHARE')
      assert.deepEqual(await lie(other, body), both('DECISION_PENDING'))
    })

    test('is opened as the topic says, even at a node that has claimed the same transaction', async () => {
      const body = await decided(pay(32))
      const { answer: given } = await askedAtSecond(body)
      const [decision, frozen] = [decisionOf(body), frozenOf(given)]
      const { topicId: topic_id, consensusTimestamp: consensus_timestamp, proposalId: proposal_id } = decision
      const { database } = m.second.node.tokens
      // The second node has claimed the decision, but its record is not on the topic yet.
      await database.change((trx) =>
        insertOpening(trx, {
          ...{ chain: CHAIN, transaction_id: frozen.transactionId, topic_id, consensus_timestamp, proposal_id },
          ...{ node_id: frozen.nodeId, expires_at: new Date(frozen.expiresAt), state: 'claimed', wallet: g.ada.id },
          ...{ parts: [{ transactionId: frozen.transactionId, body: given.body.bodyBytes }], recorded_at: null },
          body_hash: bodyHash(frozen.bodies),
        }),
      )
      await publish(m.first, decision, { ...frozen, expiresAt: m.clock.now() - 60_000 })
      const other = await asked(g.ben, body)
      await publish(m.first, decision, frozenOf(other))
      const [second, third] = await lie(given, body)
      assert.deepEqual([second === 'SHARE', third === 'SHARE'], [false, false])
    })

    test('gets no share with an opening whose parts are so far apart that some members do not see it', async () => {
      const body = await decided(pay(33))
      const answer = await asked(g.ben, body)
      const seconds = 650
      const bodyBytes = shifted(Uint8Array.from(Buffer.from(answer.body.bodyBytes, 'base64')), seconds)
      const bytes = Buffer.from(joined([withSignatures(bodyBytes, [])])).toString('base64')
      await publish(m.first, decisionOf(body), frozenFrom([bodyBytes]), {}, seconds)
      const given = { ...answer, body: { bodyBytes: Buffer.from(bodyBytes).toString('base64'), bytes } }
      assert.deepEqual(await lie(given, body), both('MIRROR_UNAVAILABLE'))
    })

    test('gets no share with an opening that says other ids or times than its bodies', async () => {
      const body = await decided(pay(28))
      const answer = await asked(g.ben, body)
      const frozen = frozenOf(answer)
      const [, start = ''] = frozen.transactionId.split('@')
      const other = `${daos}@${Number(start.split('.')[0]) - 1}.000000000`
      for (const change of [{ transactionId: other }, { expiresAt: frozen.expiresAt - 1_000 }])
        await publish(m.first, decisionOf(body), { ...frozen, ...change })
      assert.deepEqual(await lie(answer, body), both('MIRROR_UNAVAILABLE'))
    })

    test('gets no share before everybody else has signed', async () => {
      const body = await decided(pay(29, {}))
      const answer = await asked(g.ben, body)
      await publish(m.first, decisionOf(body), frozenOf(answer))
      assert.deepEqual(await lie(answer, body), both('INVALID_SIGNATURE'))
      assert.deepEqual(await lie(answer, body, await signed(answer, g.ada.key)), both('INVALID_SIGNATURE'))
      assert.deepEqual(await lie(answer, body, await signed(answer, g.ben.key)), both('SHARE'))
    })

    test('gets no share once it was carried out', async () => {
      const body = await decided(pay(22))
      const [one, other] = [await asked(g.ben, body), await asked(g.ada, body)]
      assert.deepEqual(ends(await g.wallets.submit(one, g.ben)), [200, 'SUCCESS'])
      await publish(m.first, decisionOf(body), frozenOf(other))
      assert.deepEqual(await lie(other, body), both('DECISION_USED'))
    })

    test('gets no share with a decision for something else, or of another DAO', async () => {
      const body = await decided(pay(23))
      const answer = await asked(g.ben, body)
      await publish(m.first, decisionOf(body), frozenOf(answer))
      const other = await decided(pay(24))
      assert.deepEqual(await lie(answer, { ...body, dao: other.dao }), both('DECISION_DOES_NOT_PERMIT'))
      const { topicId: foreign } = await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'another dao' })
      const theirs = await decided(pay(23), foreign)
      const again = await asked(g.ada, body)
      await publish(m.first, decisionOf(theirs), frozenOf(again))
      assert.deepEqual(await lie(again, theirs), both('VALIDATOR_REFUSED'))
      const { dao: _, ...without } = body
      assert.deepEqual(await lie(answer, without), both('VALIDATOR_REFUSED'))
    })

    test('is blocked by an opening that no member can read, but not by one that lasts too long', async () => {
      const body = await decided(pay(25))
      const answer = await asked(g.ben, body)
      const frozen = frozenOf(answer)
      await publish(m.second, decisionOf(body), { ...frozen, expiresAt: frozen.expiresAt + 86_400_000 })
      assert.deepEqual(ends(await g.wallets.submit(answer, g.ben)), [200, 'SUCCESS'])
      const held = await decided(pay(26))
      const bytes = await asked(g.ben, held)
      await publish(m.second, decisionOf(held), frozenOf(bytes), { sealed: Buffer.alloc(60).toString('base64') })
      assert.deepEqual(ends(await g.wallets.submit(bytes, g.ben)), [409, 'DECISION_PENDING'])
    })

    test('is not blocked by records that a stranger writes on the topic', async () => {
      const body = await decided(pay(27))
      const answer = await asked(g.ben, body)
      const stranger = { ...m.second, id: '0.0.1025', signer: m.first.node.signers.get('0.0.1025') ?? assert.fail() }
      await publish(stranger, decisionOf(body), frozenOf(answer), { sealed: '' })
      assert.deepEqual(ends(await g.wallets.submit(answer, g.ben)), [200, 'SUCCESS'])
    })
  })
})
