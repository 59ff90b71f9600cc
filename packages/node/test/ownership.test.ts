import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { AccountCreateTransaction, Hbar, KeyList, PrivateKey } from '@hiero-ledger/sdk'
import { signerFromText, withSignatures } from '@quorate/ledger'
import { testDatabase } from '@quorate/platform/testing'
import { bodyHash, ownershipText, walletMessage } from '@quorate/verify'
import { decidedOn } from './decided.ts'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'
import { type Answer, CHAIN, loggedIn, OTHER_CHAIN, openHarness } from './harness.ts'
import { owned, type Person, signed } from './wallets.ts'

const PATH = '/accounts/transfer/hbar'
const utf8 = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('A write that is permitted only to the requesting account', () => {
  let g: Guarded
  let id: string
  before(async () => {
    g = await openGuarded()
    id = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar', 'message/topic'], controller: 'owner' },
    })
  })
  after(() => g[Symbol.asyncDispose]())

  const pay = (amount = 10) => ({ amount, from: id, to: g.ben.id, sender: { id } })
  const asked = async (body: object = pay(), by = g.ada): Promise<Answer> => {
    const answer = await g.ask(by, PATH, body)
    assert.equal(answer.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(answer.body))
    return answer
  }
  const handIn = (by: Person, answer: Answer, ownership: unknown, bytes = answer.body.bytes) =>
    g.ask(by, '/transactions/submit', { bytes, ...(ownership ? { ownership } : {}) })
  const bodyOf = ({ body }: Answer): Uint8Array => Buffer.from(body.bodyBytes, 'base64')
  const sign = ({ key }: Pick<Person, 'key'>, text: string): string =>
    base64(signerFromText(key.toStringDer()).sign(utf8(text)))
  const ownership = (answer: Answer, ...keys: PrivateKey[]): unknown =>
    (owned(answer, ...(keys.length > 0 ? keys : [g.ada.key])) as { ownership: unknown }).ownership
  const ends = ({ status, body }: Answer) => [status, body.code ?? body.status]
  const networkId = async (): Promise<string> => (await g.wallets.mirror(`/accounts/${id}`)).key.key

  test('is returned without the network signature, with the text that the account signs', async () => {
    const answer = await asked()
    const { bodyBytes, sigMap } = proto.SignedTransaction.decode(
      proto.TransactionList.decode(Buffer.from(answer.body.bytes, 'base64')).transactionList[0]
        ?.signedTransactionBytes ?? assert.fail(),
    )
    assert.deepEqual(sigMap?.sigPair ?? [], [])
    assert.deepEqual(answer.body.signers, [])
    const { accountId, request, text } = answer.body.ownership
    assert.deepEqual([accountId, request], [g.ada.id, { name: 'transfer/hbar', params: {}, body: pay() }])
    const statement = { chain: CHAIN, dkgId: await networkId(), bodyHash: bodyHash([bodyBytes]) }
    assert.equal(text, ownershipText(statement))
    assert.match(
      text,
      /^Quorate ownership v1\n\{"bodyHash":"[0-9a-f]{64}","chain":"hedera:devnet","dkgId":"[0-9a-f]{64}"\}$/,
    )
  })

  test('is signed by the network and submitted with that signature, bare or as wallet apps sign messages', async () => {
    for (const prefixed of [false, true]) {
      const answer = await asked()
      const { request, text } = answer.body.ownership
      const message = prefixed ? walletMessage(utf8(text)) : utf8(text)
      const signature = base64(signerFromText(g.ada.key.toStringDer()).sign(message))
      const done = await handIn(g.ada, answer, { request, signature })
      assert.deepEqual(ends(done), [200, 'SUCCESS'], JSON.stringify(done.body))
      // The same request again gets the same answer.
      assert.deepEqual(ends(await handIn(g.ada, answer, { request, signature })), [200, 'SUCCESS'])
    }
  })

  test('is not signed with a signature of another key, of another text, or with none', async () => {
    const answer = await asked()
    const { request, text } = answer.body.ownership
    const statement = { chain: CHAIN, dkgId: await networkId(), bodyHash: bodyHash([bodyOf(answer)]) }
    const other = await asked(pay(11))
    for (const [signature, ...expected] of [
      [sign(g.ben, text), 422, 'INVALID_SIGNATURE'],
      [sign(g.ada, ownershipText({ ...statement, chain: OTHER_CHAIN })), 422, 'INVALID_SIGNATURE'],
      [sign(g.ada, ownershipText({ ...statement, dkgId: '' })), 422, 'INVALID_SIGNATURE'],
      [sign(g.ada, other.body.ownership.text), 422, 'INVALID_SIGNATURE'],
      [sign(g.ada, `${text} `), 422, 'INVALID_SIGNATURE'],
      [undefined, 403, 'VALIDATOR_REFUSED'],
    ] as const)
      assert.deepEqual(ends(await handIn(g.ada, answer, { request, signature })), expected)
    // Without `ownership`, the ledger gets the bytes unchanged.
    assert.deepEqual(ends(await handIn(g.ada, answer, undefined)), [422, 'INVALID_SIGNATURE'])
    // A signature of the text for these bytes proves nothing about other bytes.
    const moved = await handIn(g.ada, other, { request: other.body.ownership.request, signature: sign(g.ada, text) })
    assert.deepEqual(ends(moved), [422, 'INVALID_SIGNATURE'])
  })

  test('is not signed for another request than that of the bytes', async () => {
    const answer = await asked()
    const { request, text } = answer.body.ownership
    const signature = sign(g.ada, text)
    for (const [other, ...expected] of [
      [{ ...request, body: pay(11) }, 409, 'BYTES_OUTDATED'],
      [{ ...request, body: { ...pay(), sender: { id: g.ada.id } } }, 409, 'BYTES_OUTDATED'],
      [{ ...request, name: 'transfer/token' }, 400, 'VALIDATION_FAILED'],
      [{ ...request, name: 'steal' }, 400, 'VALIDATION_FAILED'],
      [{ ...request, body: { ...pay(), amount: {} } }, 400, 'VALIDATION_FAILED'],
      [{ ...request, body: { ...pay(), more: 1 } }, 400, 'VALIDATION_FAILED'],
      [{ ...request, params: { wallet: id } }, 400, 'VALIDATION_FAILED'],
      [{ name: request.name }, 400, 'VALIDATION_FAILED'],
      [undefined, 400, 'VALIDATION_FAILED'],
    ] as const)
      assert.deepEqual(
        ends(await handIn(g.ada, answer, { request: other, signature })),
        expected,
        JSON.stringify(other),
      )
    const garbage = await handIn(g.ada, answer, { request, signature: base64(utf8('x')) })
    assert.equal(garbage.status, 400)
  })

  test('is not signed for a body that is valid later, has more in it, or has another id', async () => {
    const answer = await asked()
    const { request } = answer.body.ownership
    const body = proto.TransactionBody.decode(bodyOf(answer))
    const { transactionID: id, transactionValidDuration: duration } = body
    const start = id?.transactionValidStart
    const seconds = Number(String(start?.seconds)) + 1_000
    const encoded = (change: object) => proto.TransactionBody.encode({ ...body, ...change }).finish()
    const dkgId = await networkId()
    for (const other of [
      encoded({ transactionID: { ...id, transactionValidStart: { ...start, seconds } } }),
      encoded({ transactionValidDuration: { seconds: Number(String(duration?.seconds)) + 200 } }),
      encoded({ transactionID: { ...id, nonce: 1 } }),
      encoded({ memo: 'more' }),
      // An unknown field, and a field twice.
      Buffer.concat([bodyOf(answer), Buffer.from([0xc0, 0x3e, 0x01])]),
      Buffer.concat([bodyOf(answer), Buffer.from([0x32, 0x00])]),
    ]) {
      const text = ownershipText({ chain: CHAIN, dkgId, bodyHash: bodyHash([other]) })
      const given = await handIn(
        g.ada,
        answer,
        { request, signature: sign(g.ada, text) },
        base64(withSignatures(other, [])),
      )
      assert.deepEqual(ends(given), [409, 'BYTES_OUTDATED'])
    }
  })

  test("is not signed for another wallet's session, which has another key", async () => {
    assert.deepEqual(await g.refusal(g.ben, PATH, pay()), REFUSED)
    const answer = await asked()
    const given = { request: answer.body.ownership.request, signature: sign(g.ada, answer.body.ownership.text) }
    const ends403 = ends(await handIn(g.ben, answer, given))
    assert.deepEqual(ends403, [422, 'INVALID_SIGNATURE'])
    const bens = { ...given, signature: sign(g.ben, answer.body.ownership.text) }
    assert.deepEqual(ends(await handIn(g.ben, answer, bens)), REFUSED)
  })

  test('is checked with the validators again when the signature arrives', async () => {
    const answer = await asked(pay(1_000_000_000))
    const first = await asked(pay(1_500_000_000))
    assert.equal((await handIn(g.ada, first, ownership(first))).body.status, 'SUCCESS')
    const late = await handIn(g.ada, answer, ownership(answer))
    assert.equal(late.status, 422)
  })

  test('needs one signature if the account signs the bytes anyway', async () => {
    const shared = await g.account(g.ada, {
      smartNodeSecurity: 'partial',
      actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
    })
    const answer = await asked({ amount: 1, from: shared, to: g.ben.id, sender: { id: shared } })
    const { text, request } = answer.body.ownership
    assert.equal(text, undefined)
    const bytes = await signed(answer, g.ada.key)
    assert.deepEqual(ends(await handIn(g.ada, answer, { request }, await signed(answer, g.ben.key))), REFUSED)
    assert.deepEqual(ends(await handIn(g.ada, answer, { request }, bytes)), [200, 'SUCCESS'])
  })

  test('needs none if the ledger itself asks for the owner as the payer', async () => {
    const answer = await asked({ amount: 1, from: id, to: g.ben.id })
    assert.equal(answer.body.ownership, undefined)
    assert.equal((await g.wallets.submit(answer, g.ada)).body.status, 'SUCCESS')
  })

  test('is signed once the owners of a wallet have signed, as many as its key needs', async () => {
    const keys = [PrivateKey.generateED25519(), PrivateKey.generateECDSA(), PrivateKey.generateED25519()] as const
    const list = new KeyList(
      keys.map(({ publicKey }) => publicKey),
      2,
    )
    const create = new AccountCreateTransaction().setKeyWithoutAlias(list).setInitialBalance(new Hbar(50))
    const wallet = String((await g.wallets.onLedger(create)).accountId)
    const owners = [await g.wallets.person(keys[0]), await g.wallets.person(keys[1])] as const
    const post = async (by: Person, path: string, body: object): Promise<Answer['body']> => {
      const answer = await g.ask(by, `/auth/multisig/${path}`, body)
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body
    }
    const login = await post(owners[0], 'request', { walletId: wallet })
    for (const owner of owners) {
      const message = walletMessage(utf8(login.text))
      const { publicKey, sign } = signerFromText(owner.key.toStringDer())
      const signature = `0x${Buffer.from(sign(message)).toString('hex')}`
      await post(owner, 'sign', { id: login.id, signature, publicKey: Buffer.from(publicKey.bytes).toString('hex') })
    }
    const { accessToken: token } = await post(owners[0], 'session', { id: login.id })
    const session = { id: wallet, key: keys[0], token }
    const validatorConsensusTimestamp = await g.validator('accounts', {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'owner' },
    })
    const creation = { validatorConsensusTimestamp, balance: 1_000_000_000 }
    const { accountId } = await g.wallets.done(session, 'POST', '/accounts', creation, keys[1])
    const body = { amount: 1, from: accountId, to: g.ben.id, sender: { id: accountId } }
    const answer = await asked(body, session)
    assert.deepEqual(ends(await handIn(session, answer, ownership(answer, keys[0]))), [422, 'INVALID_SIGNATURE'])
    assert.deepEqual(ends(await handIn(session, answer, ownership(answer, keys[0], keys[1]))), [200, 'SUCCESS'])
  })

  test('is permitted to the same wallet by another node that shares only the network key', async () => {
    const answer = await asked()
    const { network, clock, dataDir } = g.harness
    const kept = { network, clock, dataDir, server: await testDatabase() }
    await using another = await openHarness({}, kept, { mirrorTimeoutMs: 10_000 })
    const token = await loggedIn(another, g.ada.id, signerFromText(g.ada.key.toStringDer()))
    const body = { bytes: answer.body.bytes, ...owned(answer, g.ada.key) }
    assert.deepEqual(ends(await another.ask('/transactions/submit', { token, body })), [200, 'SUCCESS'])
  })

  test('is signed for a decision of a guarded payer whose gates look at who asks', async () => {
    const { topicId } = await g.wallets.done(g.ada, 'POST', '/hcs', { memo: 'dao' })
    const tokenId = await g.token(g.ada)
    const gated = await g.account(g.ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: `dao:${topicId}` },
      tokenGates: { fungibles: { tokens: [tokenId] } },
    })
    const body = { amount: 1, from: gated, to: g.ben.id, sender: { id: gated } }
    const dao = await decidedOn(g.harness, topicId, { method: 'POST', path: PATH, body })
    assert.deepEqual(await g.refusal(g.ben, PATH, { ...body, dao }), REFUSED)
    const answer = await asked({ ...body, dao })
    const { request, text } = answer.body.ownership
    assert.deepEqual(ends(await handIn(g.ada, answer, undefined)), REFUSED)
    assert.deepEqual(ends(await handIn(g.ada, answer, { request, signature: sign(g.ben, text) })), [
      422,
      'INVALID_SIGNATURE',
    ])
    assert.deepEqual(ends(await handIn(g.ada, answer, { request, signature: sign(g.ada, text) })), [200, 'SUCCESS'])
  })

  test('has each chunk of a long message in its text', async () => {
    const validatorConsensusTimestamp = await g.validator('consensus', {
      smartNodeSecurity: 'full',
      actionsConditions: { create: ['owner'] },
    })
    const { topicId } = await g.wallets.done(g.ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const answer = await g.ask(g.ada, `/hcs/${topicId}/message`, { message: 'x'.repeat(2_500), sender: { id } })
    const chunks: Uint8Array[] = answer.body.chunks.map((chunk: string) => Buffer.from(chunk, 'base64'))
    const statement = { chain: CHAIN, dkgId: await networkId(), bodyHash: bodyHash(chunks) }
    assert.equal(answer.body.ownership.text, ownershipText(statement))
    const given = ownership(answer)
    const [first, ...others] = chunks.map((body) => withSignatures(body, []))
    const list = (transactions: Uint8Array[]) =>
      base64(
        proto.TransactionList.encode({
          transactionList: transactions.map((one) => proto.Transaction.decode(one)),
        }).finish(),
      )
    const fewer = await handIn(g.ada, answer, given, list([first ?? assert.fail(), others[0] ?? assert.fail()]))
    assert.deepEqual(ends(fewer), [409, 'BYTES_OUTDATED'])
    const swapped = await handIn(g.ada, answer, given, list([...others, first ?? assert.fail()]))
    assert.deepEqual(ends(swapped), [409, 'BYTES_OUTDATED'])
    // A chunk that becomes valid later: the network's signature on it could be used then.
    const last = proto.TransactionBody.decode(chunks.at(-1) ?? assert.fail())
    const { transactionID } = last
    const start = transactionID?.transactionValidStart
    const seconds = Number(String(start?.seconds)) + 1_000
    const later: object = { transactionID: { ...transactionID, transactionValidStart: { ...start, seconds } } }
    const altered = [...chunks.slice(0, -1), proto.TransactionBody.encode({ ...last, ...later }).finish()]
    const text = ownershipText({ ...statement, bodyHash: bodyHash(altered) })
    const { request } = answer.body.ownership
    const signature = sign(g.ada, text)
    const kept = await handIn(
      g.ada,
      answer,
      { request, signature },
      list(altered.map((body) => withSignatures(body, []))),
    )
    assert.deepEqual(ends(kept), [409, 'BYTES_OUTDATED'])
    assert.deepEqual(ends(await handIn(g.ada, answer, given)), [200, 'SUCCESS'])
  })

  test('shows the custom fees that the request permits in its text, so that nobody else can name others', async () => {
    const { wallets, ada, ben } = g
    const rich = await g.account(ada, {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/token'], controller: 'owner' },
    })
    const tokenId = await g.token(ben, { customFees: [{ feeType: 'fixed', amount: 5, feeCollectorAccountId: ben.id }] })
    const give = { token_id: tokenId, from: ben.id, to: rich, amount: 5 }
    await wallets.done(ben, 'POST', '/accounts/transfer/token', give)
    const body = (amount: number) => ({
      ...{ token_id: tokenId, amount: 1, from: rich, to: ada.id },
      maxCustomFees: [{ id: tokenId, fees: [{ token_id: 'HBAR', amount }] }],
    })
    const answer = await g.ask(ada, '/accounts/transfer/token', body(5))
    const { request, text } = answer.body.ownership
    assert.ok(text.includes('"maxCustomFees":[{"fees":[{"amount":5,"token_id":"HBAR"}]'), text)
    const bytes = await signed(answer, ada.key)
    const more = { request: { ...request, body: body(500) }, signature: sign(ada, text) }
    assert.deepEqual(ends(await handIn(ada, answer, more, bytes)), [422, 'INVALID_SIGNATURE'])
    // A signature of the bytes does not prove that the owner knew the fees.
    assert.deepEqual(ends(await handIn(ada, answer, { request }, bytes)), REFUSED)
    assert.deepEqual(ends(await handIn(ada, answer, { request, signature: sign(ada, text) }, bytes)), [200, 'SUCCESS'])
  })
})
