import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { Long } from '@hiero-ledger/sdk'
import { withSignatures } from '@quorate/ledger'
import { ownershipText } from '@quorate/verify'
import { joined } from '../src/model/frozen-write.ts'
import { type SigningQuestion, signAnswer, type WriteEvidence } from '../src/shared-key/signing/questions.ts'
import { insertUsedNonce } from '../src/store/shared-key.ts'
import { guardedOn, REFUSED } from './guarded.ts'
import { type Answer, CHAIN, loggedIn, OPERATOR, openHarness } from './harness.ts'
import { type Member, type Members, openMembers } from './members.ts'
import { owned, type Person } from './wallets.ts'

const PATH = '/accounts/transfer/hbar'
const ends = ({ status, body }: Pick<Answer, 'status' | 'body'>) => [status, body.code ?? body.status]
interface Owned {
  ownership: { signature: string }
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('A write of a network whose nodes share a key', () => {
  let m: Members
  let g: Awaited<ReturnType<typeof guardedOn>>
  /** An account that anybody may move. */
  let open: string
  /** An account that only Ada may move. */
  let adas: string
  before(async () => {
    m = await openMembers()
    g = await guardedOn(m.first.node)
    open = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar', 'message/topic'], controller: 'anyone' },
    })
    adas = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
    })
  })
  after(async () => {
    g?.wallets.client.close()
    await m?.[Symbol.asyncDispose]()
  })
  afterEach(() => m.mend())

  const pay = (from: string, amount = 10, more: object = {}) => ({ amount, from, to: g.ben.id, ...more })
  const asked = async (by: Person, body: object): Promise<Answer> => {
    const answer = await g.ask(by, PATH, body)
    assert.equal(answer.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(answer.body))
    return answer
  }
  const done = async (by: Person, body: object): Promise<unknown[]> => {
    const answer = await g.ask(by, PATH, body)
    return answer.body.status === 'SIGNATURE_REQUIRED' ? ends(await g.wallets.submit(answer, by)) : ends(answer)
  }

  test('puts the shared key into what is created under a validator', async () => {
    const { key } = await g.wallets.mirror(`/accounts/${open}`)
    assert.equal(key.key, m.publicKey)
    const validatorConsensusTimestamp = await g.validator('consensus', {
      smartNodeSecurity: 'full',
      actionsConditions: { create: ['anyone'] },
    })
    // A topic's new keys must sign.
    const { topicId } = await g.wallets.done(g.ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    assert.equal((await g.wallets.mirror(`/topics/${topicId}`)).admin_key.key, m.publicKey)
    // So does each chunk of a long message.
    const sent = await g.ask(g.ben, `/hcs/${topicId}/message`, { message: 'x'.repeat(2_500) })
    assert.deepEqual(ends(await g.wallets.submit(sent, g.ben)), [200, 'SUCCESS'])
  })

  test('is signed by two of three nodes, whichever of the others is down', async () => {
    for (const down of [m.second, m.third]) {
      down.front.isDown = true
      assert.deepEqual(await done(g.ben, pay(open)), [200, 'SUCCESS'])
      down.front.isDown = false
    }
  })

  test('is not signed by one node alone, which names the others', async () => {
    m.second.front.isDown = true
    m.third.front.isDown = true
    const { status, body } = await g.ask(g.ben, PATH, pay(open))
    assert.deepEqual([status, body.code], [503, 'SIGNERS_MISSING'])
    assert.match(body.message, /0\.0\.1023 does not answer; 0\.0\.1024 does not answer/)
  })

  test('is signed although a member lies, and names it if too few are left', async () => {
    m.lie(m.second)
    assert.deepEqual(await done(g.ben, pay(open)), [200, 'SUCCESS'])
    m.third.front.isDown = true
    const { body } = await g.ask(g.ben, PATH, pay(open))
    assert.match(body.message, /wrong answers came from 0\.0\.1023; 0\.0\.1024 does not answer/)
  })

  test('is signed although the mirror of a member is behind; that member says so if it is needed', async () => {
    const isOf = (path: string) => path.startsWith(`/api/v1/accounts/${open}`)
    m.second.mirror.alter = (path) =>
      isOf(path)
        ? { status: 404, body: JSON.stringify({ _status: { messages: [{ message: 'Not found' }] } }) }
        : undefined
    assert.deepEqual(await done(g.ben, pay(open)), [200, 'SUCCESS'])
    m.third.front.isDown = true
    const { status, body } = await g.ask(g.ben, PATH, pay(open))
    assert.deepEqual([status, body.code], [503, 'SIGNERS_MISSING'])
    assert.match(body.message, /0\.0\.1023 refuses: .+ \([A-Z_]+\); 0\.0\.1024 does not answer/)
  })

  test('passes on the reasons of members only if they have signed them', async () => {
    const refused = { code: 'VALIDATOR_REFUSED', message: 'no' }
    for (const { front } of [m.second, m.third])
      front.alter = (path) =>
        path.endsWith('/dkg/shares') ? { status: 403, body: JSON.stringify(refused) } : undefined
    assert.deepEqual(await g.refusal(g.ben, PATH, pay(open)), [503, 'SIGNERS_MISSING'])
    for (const { front, signer } of [m.second, m.third])
      front.alter = (path, answer) => {
        if (!path.endsWith('/dkg/shares')) return undefined
        const { from, question } = JSON.parse(answer)
        return JSON.stringify(signAnswer({ from, question, refused }, signer.sign))
      }
    const { body } = await g.ask(g.ben, PATH, pay(open))
    assert.match(body.message, /no \(refused by the members 0\.0\.1023, 0\.0\.1024\)/)
  })

  test('is refused before any member is asked, as a single node would refuse it', async () => {
    m.second.front.asked.length = 0
    assert.deepEqual(await g.refusal(g.ben, PATH, pay(adas)), REFUSED)
    assert.ok(m.second.front.asked.every((path) => path !== '/smart-node/dkg/shares'))
  })

  test('of an account that asks is signed from its own signature', async () => {
    const answer = await asked(g.ada, pay(adas, 10, { sender: { id: adas } }))
    const { text } = answer.body.ownership
    assert.match(text, new RegExp(`"dkgId":"${m.dkgId}"`))
    assert.deepEqual(ends(await g.wallets.submit(answer, g.ada)), [200, 'SUCCESS'])
  })

  test('that the operator pays is submitted with the signatures of members', async () => {
    const token = await loggedIn(m.first.node, OPERATOR)
    const answer = await m.first.node.ask(PATH, { method: 'POST', token, body: pay(open) })
    assert.deepEqual(ends(answer), [200, 'SUCCESS'])
  })

  test('that the operator asks for as an owner is signed from the signature of its key', async () => {
    const token = await loggedIn(m.first.node, OPERATOR)
    const own = { id: OPERATOR, token } as Person
    const { body: created } = await g.ask(own, '/accounts', {
      validatorConsensusTimestamp: await g.validator('accounts', {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/token'], controller: 'owner' },
      }),
      ...{ balance: 1_000_000_000, maxAutomaticTokenAssociations: -1 },
    })
    const fee = { feeType: 'fixed', amount: 5, feeCollectorAccountId: g.ben.id }
    const tokenId = await g.token(g.ben, { customFees: [fee] })
    const give = { token_id: tokenId, from: g.ben.id, to: created.accountId, amount: 5 }
    await g.wallets.done(g.ben, 'POST', '/accounts/transfer/token', give)
    const send = {
      ...{ token_id: tokenId, amount: 1, from: created.accountId, to: g.ada.id },
      maxCustomFees: [{ id: tokenId, fees: [{ token_id: 'HBAR', amount: 5 }] }],
    }
    assert.deepEqual(ends(await g.ask(own, '/accounts/transfer/token', send)), [200, 'SUCCESS'])
  })

  describe('that nobody may sign', () => {
    /** Asks two members for commitments, as `by`, and returns them. */
    const committed = async (
      by: Member,
      to: readonly Member[],
    ): Promise<NonNullable<SigningQuestion['commitments']>> => {
      const answers = await Promise.all(to.map((member) => m.question(by, member, {})))
      return answers.map(({ body }) => body.commitment)
    }
    /** Makes the first member ask both others, with other software. */
    async function lie(write: WriteEvidence | undefined, body: Uint8Array, more: Partial<SigningQuestion> = {}) {
      const others = [m.second, m.third]
      const commitments = await committed(m.first, others)
      const message = Buffer.from(body).toString('hex')
      const question = { session: 0, commitments, message, ...(write ? { write } : {}), ...more } as SigningQuestion
      const answers = await Promise.all(others.map((member) => m.question(m.first, member, question)))
      return answers.map(({ body: { code, share } }) => code ?? (share ? 'SHARE' : 'NOTHING'))
    }
    const both = (code: string) => [code, code]
    const bodyOf = ({ body }: Answer): Uint8Array => Buffer.from(body.bodyBytes, 'base64')
    const bytesOf = (...bodies: Uint8Array[]) => base64(joined(bodies.map((body) => withSignatures(body, []))))
    const evidenceOf = (wallet: string, body: object, bytes: string, ownership?: string): WriteEvidence => ({
      ...{ wallet, request: { name: 'transfer/hbar', params: {}, body: { ...body } }, bytes },
      ...(ownership ? { ownership } : {}),
    })
    /** A transfer that the node made for another account, changed to be from this account. */
    async function transferOf(from: string, change: (body: proto.TransactionBody) => void = () => {}) {
      const answer = await asked(g.ben, pay(open))
      const body = proto.TransactionBody.decode(bodyOf(answer))
      const [, , number] = from.split('.')
      for (const one of body.cryptoTransfer?.transfers?.accountAmounts ?? [])
        if (String(one.accountID?.accountNum) === open.split('.')[2])
          one.accountID = { ...one.accountID, accountNum: Long.fromString(number ?? '') }
      change(body)
      return Uint8Array.from(proto.TransactionBody.encode(body).finish())
    }

    test('gets a share for the honest question', async () => {
      const body = bodyOf(await asked(g.ben, pay(open)))
      assert.deepEqual(await lie(evidenceOf(g.ben.id, pay(open), bytesOf(body)), body), both('SHARE'))
    })

    test('gets none without evidence, or with that of another body', async () => {
      const [one, other] = [bodyOf(await asked(g.ben, pay(open))), bodyOf(await asked(g.ben, pay(open, 11)))]
      assert.deepEqual(await lie(undefined, one), both('SIGNING_REFUSED'))
      const evidence = evidenceOf(g.ben.id, pay(open), bytesOf(one))
      assert.deepEqual(await lie(evidence, other), both('SIGNING_REFUSED'))
      assert.deepEqual(await lie({ ...evidence, bytes: bytesOf(other) }, other), both('BYTES_OUTDATED'))
      const message = Buffer.from(`Quorate signing test v1\n${m.dkgId}\n${'0'.repeat(32)}`)
      assert.deepEqual(await lie(evidence, message), both('SIGNING_REFUSED'))
    })

    test('gets none for what the validator forbids, whoever is said to ask', async () => {
      const body = await transferOf(adas)
      for (const wallet of [g.ben.id, g.ada.id])
        assert.deepEqual(
          await lie(evidenceOf(wallet, { ...pay(adas), sender: { id: g.ben.id } }, bytesOf(body)), body),
          both('VALIDATOR_REFUSED'),
        )
    })

    test("gets none for an account that asks without the account's signature of these bodies", async () => {
      const request = pay(adas, 10, { sender: { id: adas } })
      const answer = await asked(g.ada, request)
      const body = bodyOf(answer)
      const { ownership } = owned(answer, g.ada.key) as Owned
      const { ownership: bens } = owned(answer, g.ben.key) as Owned
      const of = (signature?: string) => lie(evidenceOf(g.ada.id, request, bytesOf(body), signature), body)
      assert.deepEqual(await of(), both('VALIDATOR_REFUSED'))
      assert.deepEqual(await of(bens.signature), both('INVALID_SIGNATURE'))
      const other = await asked(g.ada, request)
      const { ownership: others } = owned(other, g.ada.key) as Owned
      assert.deepEqual(await of(others.signature), both('INVALID_SIGNATURE'))
      assert.deepEqual(await of(ownership.signature), both('SHARE'))
    })

    test('gets none for a window, a fee, a payer or a memo that this node would not sign', async () => {
      const seconds = (by: number) => (body: proto.TransactionBody) => {
        const start = body.transactionID?.transactionValidStart
        if (start) start.seconds = Long.fromNumber(Number(String(start.seconds)) + by)
      }
      for (const change of [
        seconds(1_000),
        seconds(-1_000),
        (body) => Object.assign(body, { transactionValidDuration: { seconds: Long.fromNumber(200) } }),
        (body) => Object.assign(body, { transactionFee: Long.fromNumber(900_000_000_000) }),
        (body) => Object.assign(body, { memo: 'more' }),
        (body) => Object.assign(body.transactionID ?? {}, { nonce: 1 }),
        (body) => Object.assign(body.transactionID ?? {}, { accountID: { accountNum: Long.fromNumber(1022) } }),
      ] as ((body: proto.TransactionBody) => void)[]) {
        const body = await transferOf(open, change)
        assert.deepEqual(await lie(evidenceOf(g.ben.id, pay(open), bytesOf(body)), body), both('BYTES_OUTDATED'))
      }
    })

    test('gets none for a token that expires at another time than 90 days after the valid start', async () => {
      const validatorConsensusTimestamp = await g.validator('tokens', { smartNodeSecurity: 'full' })
      const request = { name: 'T', symbol: 'T', adminKey: true, validatorConsensusTimestamp }
      const answer = await g.ask(g.ben, '/hts/create/token', request)
      const evidence = (bytes: Uint8Array): WriteEvidence => ({
        ...{ wallet: g.ben.id, request: { name: 'create/token', params: {}, body: request } },
        bytes: bytesOf(bytes),
      })
      const changed = (by: number): Uint8Array => {
        const body = proto.TransactionBody.decode(bodyOf(answer))
        const { expiry } = body.tokenCreation ?? {}
        const seconds = Long.fromNumber(Number(String(expiry?.seconds)) + by)
        Object.assign(body.tokenCreation ?? {}, { expiry: { ...expiry, seconds } })
        return Uint8Array.from(proto.TransactionBody.encode(body).finish())
      }
      for (const by of [-1, 1, 86_400])
        assert.deepEqual(await lie(evidence(changed(by)), changed(by)), both('BYTES_OUTDATED'), String(by))
      assert.deepEqual(await lie(evidence(changed(0)), changed(0)), both('SHARE'))
    })

    test('gets none for longer than the minute for which conditions are taken to be true', async () => {
      const gated = await g.account(g.ada, {
        smartNodeSecurity: 'full',
        actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
        tokenGates: { timeRange: { end: '2100-01-01T00:00:00Z' } },
      })
      const body = bodyOf(await asked(g.ben, pay(gated)))
      const later = proto.TransactionBody.decode(body)
      const longer = proto.TransactionBody.encode({
        ...later,
        transactionValidDuration: { seconds: Long.fromNumber(150) },
      }).finish()
      const of = (one: Uint8Array) => lie(evidenceOf(g.ben.id, pay(gated), bytesOf(one)), one)
      assert.deepEqual(await of(Uint8Array.from(longer)), both('BYTES_OUTDATED'))
      assert.deepEqual(await of(body), both('SHARE'))
    })

    test('gets none for a request that no operation accepts, or for bytes that are not a transaction', async () => {
      const body = bodyOf(await asked(g.ben, pay(open)))
      const evidence = evidenceOf(g.ben.id, pay(open), bytesOf(body))
      for (const request of [
        { ...evidence.request, name: 'steal' },
        { ...evidence.request, params: { wallet: open } },
        { ...evidence.request, body: { ...pay(open), more: 1 } },
      ])
        assert.deepEqual(await lie({ ...evidence, request }, body), both('VALIDATION_FAILED'))
      assert.deepEqual(await lie({ ...evidence, bytes: '' }, body), both('INVALID_TRANSACTION_BYTES'))
      const many = Array.from({ length: 21 }, (_, index) => withSignatures(Uint8Array.from([...body, index]), []))
      assert.deepEqual((await lie({ ...evidence, bytes: base64(joined(many)) }, body)).length, 2)
    })

    test('gets one share for a question that is repeated, and none for another body with its commitments', async () => {
      const body = bodyOf(await asked(g.ben, pay(open)))
      const other = bodyOf(await asked(g.ben, pay(open)))
      const commitments = await committed(m.first, [m.second, m.third])
      const question = (one: Uint8Array) =>
        m.question(m.first, m.second, {
          ...{ session: 0, commitments, message: Buffer.from(one).toString('hex') },
          write: evidenceOf(g.ben.id, pay(open), bytesOf(one)),
        })
      assert.equal(typeof (await question(body)).body.share, 'string')
      assert.deepEqual([(await question(body)).body.code, (await question(other)).body.code], both('NONCE_UNKNOWN'))
      // An answer that is more than a minute old.
      const old = await committed(m.first, [m.second, m.third])
      m.clock.advance(60_001)
      const late = bodyOf(await asked(g.ben, pay(open)))
      const write = evidenceOf(g.ben.id, pay(open), bytesOf(late))
      const message = Buffer.from(late).toString('hex')
      const answer = await m.question(m.first, m.second, { session: 0, commitments: old, message, write })
      assert.equal(answer.body.code, 'NONCE_UNKNOWN')
    })

    test('gets none for a text with which an account signed for another network', async () => {
      const request = pay(adas, 10, { sender: { id: adas } })
      const body = bodyOf(await asked(g.ada, request))
      const text = ownershipText({ chain: CHAIN, dkgId: `${m.dkgId}1`, bodyHash: '00'.repeat(32) })
      const ownership = owned({ body: { ownership: { request: {}, text } } }, g.ada.key) as {
        ownership: { signature: string }
      }
      const evidence = evidenceOf(g.ada.id, request, bytesOf(body), ownership.ownership.signature)
      assert.deepEqual(await lie(evidence, body), both('INVALID_SIGNATURE'))
    })
  })

  test('is signed by a member whose two processes take turns to answer', async () => {
    const { node, front, id, mirror } = m.second
    const { clock, network } = m
    const kept = { clock, network, server: node.server, dataDir: node.dataDir }
    const other = await openHarness(m.env, kept, {
      operatorId: id,
      mirrorUrl: mirror.url,
      mirrorTimeoutMs: 10_000,
    })
    front.targets.push(other.url)
    m.third.front.isDown = true
    try {
      for (let time = 0; time < 3; time++) assert.deepEqual(await done(g.ben, pay(open)), [200, 'SUCCESS'])
    } finally {
      front.targets.pop()
      await other.stop()
    }
  })

  test('uses nonces whose hashes are kept for an hour', async () => {
    const { database } = m.second.node.tokens
    const kept = async () => (await database.read.selectFrom('node.used_nonce').select('hash').execute()).length
    const before = await kept()
    assert.ok(before > 5)
    await database.change((trx) => insertUsedNonce(trx, 'old', new Date(m.clock.now() - 3_600_000)))
    m.clock.advance(600_001)
    m.third.front.isDown = true
    assert.deepEqual(await done(g.ben, pay(open)), [200, 'SUCCESS'])
    assert.equal(await kept(), before + 1)
  })
})
