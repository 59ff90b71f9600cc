/** Logins of accounts whose keys need several signatures. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { AccountUpdateTransaction, type PublicKey, Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import { keyToSdk, type Signer } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import { testClock, testDatabase } from '@quorate/platform/testing'
import { type Key, type Leaf, publicKeyText, walletMessage } from '@quorate/verify'
import { Secret, TOTP } from 'otpauth'
import { loadTwoFactorKey } from '../src/keys/key-files.ts'
import { createSecretBox } from '../src/keys/secret-box.ts'
import { limits } from '../src/limits.ts'
import { type Described, describedBy } from './described.ts'
import {
  ADMIN,
  CHAIN,
  challenge,
  ed25519Signer,
  type Harness,
  loggedIn,
  loginBody,
  OPERATOR,
  OTHER_CHAIN,
  openHarness,
  secp256k1Signer,
} from './harness.ts'

const HOUR = 3_600_000
const utf8 = (text: string) => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const prefixed = ({ sign }: Signer, text: string) => hex(sign(walletMessage(utf8(text))))
const threshold = (count: number, ...signers: Signer[]): Key => ({
  type: 'threshold',
  threshold: count,
  keys: signers.map(({ publicKey }) => publicKey),
})

interface Owner {
  id: string
  signer: Signer
  token: string
}

async function ownersOf(harness: Harness, ...signers: Signer[]): Promise<Owner[]> {
  const owners: Owner[] = []
  for (const signer of signers) {
    const id = await harness.account(signer.publicKey)
    owners.push({ id, signer, token: await loggedIn(harness, id, signer) })
  }
  return owners
}

function signatureMap(text: string, ...signers: Signer[]): string {
  const sigPair = signers.map(({ publicKey, sign }) => ({
    pubKeyPrefix: publicKey.bytes,
    [publicKey.type === 'ed25519' ? 'ed25519' : 'ECDSASecp256k1']: sign(walletMessage(utf8(text))),
  }))
  return hex(proto.SignatureMap.encode({ sigPair }).finish())
}

describe("A wallet's login", () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  let ada: Owner
  let ben: Owner
  let cy: Owner
  let eve: Owner
  let wallet: string
  before(async () => {
    harness = await openHarness()
    ask = await describedBy(harness)
    ;[ada, ben, cy, eve] = (await ownersOf(
      harness,
      ed25519Signer(),
      secp256k1Signer(),
      ed25519Signer(),
      ed25519Signer(),
    )) as [Owner, Owner, Owner, Owner]
    wallet = await harness.account(threshold(2, ada.signer, ben.signer, cy.signer))
  })
  after(() => harness[Symbol.asyncDispose]())

  const post = (path: string, { token }: { token: string }, body: object): Promise<Described> =>
    ask(`/auth/multisig/${path}`, { method: 'POST', token, body })
  const requested = async (by: Owner, walletId = wallet, hours?: number) => {
    const { status, body, headers } = await post('request', by, { walletId, ...(hours ? { hours } : {}) })
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(headers.get('location'), `/auth/multisig/request/${body.id}`)
    return body as { id: string; text: string; expiresAt: string; holder: string }
  }
  const sign = (login: { id: string; text: string }, by: Owner) =>
    post('sign', by, {
      id: login.id,
      signature: prefixed(by.signer, login.text),
      publicKey: publicKeyText(by.signer.publicKey),
    })
  const take = (login: { id: string }, by: Owner, code?: string) =>
    post('session', by, { id: login.id, ...(code ? { code } : {}) })
  const refused = async (answer: Promise<Described>, status: number, code: string): Promise<string> => {
    const { status: given, body } = await answer
    assert.deepEqual([given, body.code], [status, code], JSON.stringify(body))
    return body.message
  }
  const lives = async (token: string) => (await ask('/auth/profile', { token })).status === 200
  const sessionOf = async (by: Owner, ...signers: Owner[]): Promise<string> => {
    const login = await requested(by)
    for (const signer of signers) assert.equal((await sign(login, signer)).status, 200)
    const { status, body } = await take(login, by)
    assert.equal(status, 200, JSON.stringify(body))
    return body.accessToken
  }
  /** Changes the wallet's key. The signers are its owners. */
  const changeKey = (key: Key, walletId: string, ...signers: Signer[]) =>
    harness.submit(new AccountUpdateTransaction().setAccountId(walletId).setKey(keyToSdk(key)), OPERATOR, ...signers)
  const watched = async () => {
    await harness.clock.advance(11_000)
    await harness.jobs.idle()
  }

  test('is requested by an owner, signed by as many as the ledger requires, and taken once by its requester', async () => {
    const login = await requested(ada)
    assert.deepEqual([login.holder, new Date(login.expiresAt).getTime() - harness.clock.now()], [ada.id, 24 * HOUR])
    const [domain, json] = login.text.split('\n') as [string, string]
    assert.equal(domain, 'Quorate wallet login v1')
    const { token, ...signed } = JSON.parse(json)
    assert.match(token, /^[\w-]{43}$/)
    assert.deepEqual(signed, {
      ...{ chain: CHAIN, url: harness.url, node: OPERATOR, walletId: wallet, holder: ada.id },
      ...{ purpose: `For one hour, ${ada.id} may act as ${wallet}`, expiresAt: login.expiresAt },
    })
    const first = await sign(login, ben)
    assert.deepEqual([first.status, first.body.status, first.body.missing.count], [200, 'pending', 1])
    assert.deepEqual(
      first.body.missing.publicKeys,
      [ada, cy].map(({ signer }) => publicKeyText(signer.publicKey)),
    )
    assert.match(
      await refused(take(login, ada), 422, 'THRESHOLD_NOT_MET'),
      /has 1 signature of this login and needs 1 more/,
    )
    // The same signature counts only once.
    assert.equal((await sign(login, ben)).body.signatures.length, 1)
    const second = await sign(login, cy)
    assert.deepEqual([second.body.status, second.body.missing], ['ready', { count: 0, publicKeys: [] }])
    assert.ok(!JSON.stringify(second.body).includes(prefixed(cy.signer, login.text).slice(2)))
    await refused(take(login, ben), 403, 'NOT_THE_HOLDER')
    const { status, body, headers } = await take(login, ada)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(headers.get('cache-control'), 'no-store')
    const session = await harness.tokens.verifier.verify(body.accessToken)
    assert.deepEqual(
      [session.walletId, session.holder, session.role, session.chain, session.scope],
      [wallet, ada.id, 'user', CHAIN, undefined],
    )
    assert.equal(session.expiresAt - Math.floor(harness.clock.now() / 1000) * 1000, HOUR)
    assert.equal((await ask('/auth/profile', { token: body.accessToken })).body.username, wallet)
    await refused(take(login, ada), 409, 'LOGIN_USED')
    await refused(sign(login, ada), 409, 'LOGIN_USED')
    assert.equal((await ask(`/auth/multisig/request/${login.id}`, { token: ben.token })).body.status, 'used')
  })

  test('is listed for every owner while it is open', async () => {
    const walletId = await harness.account(threshold(2, ada.signer, ben.signer))
    const logins = [await requested(ada, walletId), await requested(ben, walletId)]
    for (const { token } of [ada, ben]) {
      const { body } = await ask(`/auth/multisig/requests?walletId=${walletId}`, { token })
      assert.deepEqual(
        body.map(({ id }: { id: string }) => id),
        logins.map(({ id }) => id).reverse(),
      )
    }
    await refused(ask(`/auth/multisig/requests?walletId=${walletId}`, { token: cy.token }), 403, 'NOT_AN_OWNER')
  })

  test('reveals nothing to strangers, and accepts nothing from them', async () => {
    const login = await requested(ada)
    await refused(post('request', eve, { walletId: wallet }), 403, 'NOT_AN_OWNER')
    await refused(ask(`/auth/multisig/request/${login.id}`, { token: eve.token }), 403, 'FORBIDDEN')
    await refused(sign(login, eve), 403, 'FORBIDDEN')
    await refused(take(login, eve), 403, 'FORBIDDEN')
    const unknown = { id: '00000000-0000-4000-8000-000000000000', text: login.text }
    for (const by of [ada, eve]) await refused(sign(unknown, by), 403, 'FORBIDDEN')
    // The same account ids on another chain are other people's.
    const elsewhere = { ...ada, token: await loggedIn(harness, ada.id, ada.signer, OTHER_CHAIN) }
    await refused(sign(login, elsewhere), 403, 'FORBIDDEN')
    assert.equal(
      (await ask('/auth/multisig/sign', { method: 'POST', body: { id: login.id, signature: '0x00' } })).status,
      401,
    )
  })

  test('counts only signatures over its own text, by keys of the wallet', async () => {
    const login = await requested(ada)
    const other = await requested(ada)
    const given = (signature: string, publicKey?: Leaf) =>
      post('sign', ada, { id: login.id, signature, ...(publicKey ? { publicKey: publicKeyText(publicKey) } : {}) })
    const wrongs = [
      prefixed(eve.signer, login.text),
      prefixed(ben.signer, other.text),
      // Without the line that states the purpose, and with another purpose.
      prefixed(ben.signer, login.text.slice(login.text.indexOf('\n') + 1)),
      prefixed(ben.signer, login.text.replace('wallet login', 'cancellation')),
      hex(new Uint8Array(64)),
    ]
    for (const wrong of wrongs) {
      await refused(given(wrong), 422, 'INVALID_SIGNATURE')
      await refused(given(wrong, ben.signer.publicKey), 422, 'INVALID_SIGNATURE')
    }
    await refused(given(prefixed(eve.signer, login.text), eve.signer.publicKey), 422, 'KEY_MISMATCH')
    await refused(given(prefixed(ada.signer, login.text), ben.signer.publicKey), 422, 'INVALID_SIGNATURE')
    await refused(given('0x1234'), 400, 'INVALID_SIGNATURE')
    const { body } = await ask(`/auth/multisig/request/${login.id}`, { token: ada.token })
    assert.deepEqual([body.signatures, body.status], [[], 'pending'])
    // A raw signature without a key, and several signatures sent by one owner.
    assert.equal((await given(hex(ben.signer.sign(utf8(login.text))))).body.signatures.length, 1)
    const relayed = await post('sign', cy, {
      id: other.id,
      signature: signatureMap(other.text, ada.signer, ben.signer, eve.signer),
    })
    assert.deepEqual([relayed.body.status, relayed.body.signatures.length], ['ready', 2])
    assert.equal((await take(other, ada)).status, 200)
  })

  test("is not valid as an owner's login, and an owner's login is not valid for a wallet", async () => {
    const login = await requested(ada)
    const asked = await challenge(harness)
    const signature = prefixed(ada.signer, login.text)
    const payload = login.text.slice(login.text.indexOf('\n') + 1)
    for (const given of [asked.payload, login.text, payload]) {
      const body = { ...loginBody(ada.id, ada.signer, asked), payload: given }
      const answer = await harness.ask('/auth/web3/login', {
        body: { ...body, signedData: { ...body.signedData, signature } },
      })
      assert.ok([400, 401].includes(answer.status), JSON.stringify(answer.body))
    }
    await refused(
      post('sign', ada, { id: login.id, signature: prefixed(ada.signer, JSON.stringify(asked.payload)) }),
      422,
      'INVALID_SIGNATURE',
    )
  })

  test("uses the wallet's key at the time when the session is taken", async () => {
    const fresh = ed25519Signer()
    const walletId = await harness.account(threshold(2, ada.signer, ben.signer, cy.signer))
    const login = await requested(ada, walletId)
    await sign(login, ben)
    assert.equal((await sign(login, cy)).body.status, 'ready')
    await changeKey(threshold(2, ada.signer, fresh, cy.signer), walletId, ada.signer, ben.signer, cy.signer, fresh)
    const { body } = await ask(`/auth/multisig/request/${login.id}`, { token: ada.token })
    assert.deepEqual([body.status, body.signatures.length, body.missing.count], ['pending', 1, 1])
    await refused(take(login, ada), 422, 'THRESHOLD_NOT_MET')
    await refused(sign(login, ben), 403, 'FORBIDDEN')
    await post('sign', ada, { id: login.id, signature: signatureMap(login.text, fresh) })
    assert.equal((await take(login, ada)).status, 200)
    // A former owner cannot take a session, either.
    const second = await requested(ada, walletId)
    await post('sign', ada, { id: second.id, signature: signatureMap(second.text, cy.signer, fresh) })
    await changeKey(threshold(2, fresh, cy.signer), walletId, cy.signer, fresh)
    await refused(take(second, ada), 403, 'FORBIDDEN')
  })

  test('makes no token for an application, which would outlast its session', async () => {
    const token = await sessionOf(ada, ada, ben)
    await refused(
      ask('/auth/applications', { method: 'POST', token, body: { name: 'Kubo', days: 365 } }),
      403,
      'WALLET_SESSION',
    )
  })

  test('gives one session to concurrent requests, and counts concurrent signatures', async () => {
    const login = await requested(ada)
    const signed = await Promise.all([sign(login, ada), sign(login, ben), sign(login, cy), sign(login, ben)])
    assert.deepEqual(
      signed.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const { body } = await ask(`/auth/multisig/request/${login.id}`, { token: ada.token })
    assert.equal(body.signatures.length, 3)
    const taken = await Promise.all([1, 2, 3, 4].map(() => take(login, ada)))
    assert.deepEqual(taken.map(({ status }) => status).sort(), [200, 409, 409, 409])
  })

  test('expires, and is deleted with its signatures', async () => {
    const login = await requested(ada, wallet, 1)
    await sign(login, ada)
    await sign(login, ben)
    await harness.clock.advance(HOUR - 1)
    for (const owner of [ada, ben, cy]) owner.token = await loggedIn(harness, owner.id, owner.signer)
    eve.token = await loggedIn(harness, eve.id, eve.signer)
    await harness.clock.advance(1)
    const { body } = await ask(`/auth/multisig/request/${login.id}`, { token: ada.token })
    assert.equal(body.status, 'expired', JSON.stringify(body))
    await refused(sign(login, cy), 410, 'LOGIN_EXPIRED')
    await refused(take(login, ada), 410, 'LOGIN_EXPIRED')
    await harness.clock.advance(20 * 60_000)
    await harness.jobs.idle()
    await refused(take(login, ada), 403, 'FORBIDDEN')
    const { read } = harness.tokens.database
    const left = read.selectFrom('node.wallet_login_signature').select('login').where('login', '=', login.id)
    assert.deepEqual(await left.execute(), [])
    for (const hours of [0, 169, 1.5])
      assert.equal((await post('request', ada, { walletId: wallet, hours })).status, 400)
  })

  test('replaces the oldest one beyond a limit per account and per key', async () => {
    const most = limits.walletLogins.value
    const walletId = await harness.account(threshold(2, ada.signer, ben.signer))
    const others = await requested(ben, walletId)
    // A second account with the same key.
    const twin: Owner = { ...ada, id: await harness.account(ada.signer.publicKey) }
    twin.token = await loggedIn(harness, twin.id, twin.signer)
    const first = await requested(ada, walletId)
    const logins = [first]
    for (let index = 0; index < most; index++) logins.push(await requested(index % 2 ? ada : twin, walletId))
    await refused(sign(first, ben), 403, 'FORBIDDEN')
    for (const login of [logins[1], logins.at(-1), others])
      assert.equal((await sign(login as typeof others, ben)).status, 200)
    const wallets = await Promise.all([1, 2].map(() => harness.account(threshold(2, ada.signer, ben.signer))))
    for (const one of wallets) for (let index = 0; index < most / 2; index++) await requested(ada, one)
    await requested(ada, wallets[0])
    const { body } = await ask(`/auth/multisig/requests?walletId=${wallets[0]}`, { token: ada.token })
    assert.equal(body.length, most / 2)
  })

  test('is refused for accounts that cannot sign, and works with nested keys', async () => {
    await refused(post('request', ada, { walletId: '0.0.999999' }), 422, 'INVALID_ACCOUNT_ID')
    const nested: Key = {
      type: 'list',
      keys: [threshold(1, ada.signer, cy.signer), threshold(2, ben.signer, cy.signer)],
    }
    const walletId = await harness.account(nested)
    const login = await requested(ada, walletId)
    await sign(login, ada)
    assert.equal((await sign(login, ben)).body.missing.count, 1)
    await sign(login, cy)
    assert.equal((await take(login, ada)).status, 200)
  })

  test("never gives an operator's session, even if the wallet's account is an operator", async () => {
    const keyOf = (id: string) => harness.signers.get(id) as Signer
    const admin: Owner = { id: ADMIN, signer: keyOf(ADMIN), token: await loggedIn(harness, ADMIN) }
    const login = await requested(admin, ADMIN)
    await sign(login, admin)
    const { body } = await take(login, admin)
    assert.equal(body.session.role, 'user')
    assert.equal((await ask('/auth/profile', { token: body.accessToken })).body.role, 'user')
    assert.equal((await ask('/auth/profile', { token: admin.token })).body.role, 'operator')
  })

  describe('gives a session that', () => {
    test("A wallet's login ends with the wallet's key", async () => {
      const token = await sessionOf(ada, ada, ben)
      await watched()
      assert.ok(await lives(token))
      await changeKey(threshold(2, ada.signer, ben.signer), wallet, ada.signer, ben.signer)
      await watched()
      assert.ok(!(await lives(token)))
      assert.ok(await lives(ada.token))
      await changeKey(threshold(2, ada.signer, ben.signer, cy.signer), wallet, ada.signer, ben.signer, cy.signer)
      await watched()
    })

    test("A wallet's login ends with its holder's key, and with all sessions of its holder", async () => {
      const walletId = await harness.account(threshold(1, ada.signer, ben.signer))
      const second: Owner = { ...ben, id: await harness.account(ben.signer.publicKey) }
      second.token = await loggedIn(harness, second.id, second.signer)
      const taken = async () => {
        const login = await requested(second, walletId)
        await sign(login, second)
        return (await take(login, second)).body.accessToken as string
      }
      const first = await taken()
      const others = await sessionOf(ada, ada, ben)
      assert.deepEqual((await ask('/auth/sessions/revoke-all', { method: 'POST', token: second.token })).body, {
        revoked: 2,
      })
      assert.deepEqual([await lives(first), await lives(others)], [false, true])
      second.token = await loggedIn(harness, second.id, second.signer)
      const again = await taken()
      await harness.rotate(second.id, ben.signer, ed25519Signer())
      await watched()
      assert.deepEqual([await lives(again), await lives(others)], [false, true])
      // All sessions of the wallet end together with this one.
      await ask('/auth/sessions/revoke-all', { method: 'POST', token: others })
      assert.deepEqual([await lives(others), await lives(ada.token)], [false, true])
    })

    test('can be ended by one owner alone, with open logins that others have signed, and all owners are informed', async () => {
      const walletId = await harness.account(threshold(2, ada.signer, ben.signer, cy.signer))
      const taken = async (by: Owner) => {
        const login = await requested(by, walletId)
        await sign(login, ada)
        await sign(login, ben)
        return (await take(login, by)).body.accessToken as string
      }
      const [first, second] = [await taken(ada), await taken(ben)]
      const signed = await requested(ada, walletId)
      await sign(signed, ada)
      await sign(signed, ben)
      const others = await sessionOf(ada, ada, ben)
      const told: object[] = []
      const stop = harness.events.on('session.wallet_revoked', (revoked) => void told.push(revoked))
      await refused(post('revoke', eve, { walletId }), 403, 'NOT_AN_OWNER')
      await refused(post('revoke', { token: first }, { walletId }), 403, 'WALLET_SESSION')
      assert.deepEqual((await post('revoke', cy, { walletId })).body, { revoked: 2, logins: 1 })
      assert.deepEqual(await Promise.all([first, second, others, ada.token].map(lives)), [false, false, true, true])
      await refused(take(signed, ada), 403, 'FORBIDDEN')
      const by = { chain: CHAIN, walletId, by: cy.id, publicKey: publicKeyText(cy.signer.publicKey) }
      assert.deepEqual(told, [{ ...by, revoked: 2, logins: 1 }])
      // A key can do this a few times a day, even through another account with the same key. Each other key has its own
      // limit.
      const twin: Owner = { ...cy, id: await harness.account(cy.signer.publicKey) }
      twin.token = await loggedIn(harness, twin.id, twin.signer)
      const most = limits.walletRevocations.value
      const answers = await Promise.all([cy, twin, cy, twin, cy].map((owner) => post('revoke', owner, { walletId })))
      const codes = answers.map(({ status }) => status).sort()
      assert.deepEqual(codes, [...Array(most - 1).fill(200), ...Array(6 - most).fill(429)])
      const late = await taken(ada)
      const { status, body, headers } = await post('revoke', twin, { walletId })
      assert.deepEqual([status, body.code], [429, 'TOO_MANY_REVOCATIONS'])
      assert.equal(Number(headers.get('retry-after')), 86_400)
      assert.ok(await lives(late))
      assert.equal((await post('revoke', ben, { walletId })).body.revoked, 1)
      assert.ok(!(await lives(late)))
      stop()
    })

    test("does not survive if the wallet's sessions are ended while it is taken", async () => {
      const walletId = await harness.account(threshold(1, ada.signer, ben.signer))
      const login = await requested(ada, walletId)
      await sign(login, ada)
      const [, revoked] = await Promise.all([take(login, ada), post('revoke', ben, { walletId })])
      assert.equal(revoked.status, 200, JSON.stringify(revoked.body))
      const { read } = harness.tokens.database
      const left = read.selectFrom('node.session').select('token_id').where('wallet', '=', walletId)
      assert.deepEqual(await left.execute(), [])
      // The login is gone if the sessions were ended first, and used if the session was taken first.
      assert.match(String((await take(login, ada)).status), /^40[39]$/)
    })

    test("can ask for the wallet's ledger transactions, which its owners then sign", async () => {
      const token = await sessionOf(ada, ada, ben)
      const fund = new TransferTransaction().addHbarTransfer(OPERATOR, -20).addHbarTransfer(wallet, 20)
      await harness.submit(fund, OPERATOR)
      const asked = await ask('/hcs', { method: 'POST', token, body: { memo: 'ours' } })
      assert.equal(asked.body.status, 'SIGNATURE_REQUIRED', JSON.stringify(asked.body))
      const submitted = async (...signers: Owner[]) => {
        const transaction = Transaction.fromBytes(Buffer.from(asked.body.bytes, 'base64'))
        for (const { signer } of signers)
          await transaction.signWith(keyToSdk(signer.publicKey) as PublicKey, async (bytes) => signer.sign(bytes))
        const bytes = Buffer.from(transaction.toBytes()).toString('base64')
        return ask('/transactions/submit', { method: 'POST', token, body: { bytes } })
      }
      assert.equal((await submitted(ada)).status, 422)
      const { status, body } = await submitted(ada, ben)
      assert.deepEqual([status, body.status], [200, 'SUCCESS'], JSON.stringify(body))
    })

    test("is not created if the taker's own session has ended meanwhile", async () => {
      const walletId = await harness.account(threshold(1, ada.signer, ben.signer))
      const taker: Owner = { ...ada, id: await harness.account(ada.signer.publicKey) }
      taker.token = await loggedIn(harness, taker.id, taker.signer)
      const login = await requested(taker, walletId)
      await sign(login, taker)
      // The logout happens while the mirror is asked for the key, after the token was accepted.
      const { mirror } = harness.ledger
      const { account } = mirror
      mirror.account = async (id) => {
        mirror.account = account
        await ask('/auth/sessions/revoke-all', { method: 'POST', token: taker.token })
        return account(id)
      }
      await refused(take(login, taker), 401, 'TOKEN_REVOKED')
      const { read } = harness.tokens.database
      const left = read.selectFrom('node.session').select('token_id').where('wallet', '=', walletId)
      assert.deepEqual(await left.execute(), [])
    })

    test('cannot create another session or begin a second factor', async () => {
      const token = await sessionOf(ada, ada, ben)
      await refused(post('request', { token }, { walletId: wallet }), 403, 'WALLET_SESSION')
      const login = await requested(ben)
      await refused(
        post('sign', { token }, { id: login.id, signature: prefixed(cy.signer, login.text) }),
        403,
        'WALLET_SESSION',
      )
      await refused(take(login, { ...ada, token }), 403, 'WALLET_SESSION')
      for (const path of [`requests?walletId=${wallet}`, `request/${login.id}`])
        await refused(ask(`/auth/multisig/${path}`, { token }), 403, 'WALLET_SESSION')
      for (const [path, body] of [['', undefined] as const, ['/verify', { code: '123456' }] as const])
        await refused(ask(`/auth/2fa${path}`, { method: 'POST', token, body }), 403, 'WALLET_SESSION')
    })

    test("needs its account's second factor", async () => {
      // Otherwise a key that can sign alone could bypass the account's second factor.
      const walletId = await harness.account(threshold(1, ada.signer, ben.signer))
      const login = await requested(ada, walletId)
      await sign(login, ada)
      const secret = Buffer.alloc(20, 7)
      const factor = '00000000-0000-4000-8000-000000000001'
      const box = createSecretBox(loadTwoFactorKey({ DATA_DIR: harness.dataDir } as never))
      await harness.tokens.database.change((trx) =>
        trx
          .insertInto('node.two_factor')
          .values({
            ...{
              chain: CHAIN,
              wallet: walletId,
              factor,
              status: 'ACTIVE',
              last_step: 0n,
              failures: 0,
              locked_until: null,
            },
            secret: box.seal(secret, `${CHAIN} ${walletId} ${factor}`),
            created_at: new Date(harness.clock.now()),
          })
          .execute(),
      )
      await refused(take(login, ada), 401, 'TOTP_REQUIRED')
      const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })
      const code = totp.generate({ timestamp: harness.clock.now() })
      await refused(take(login, ada, code === '000000' ? '111111' : '000000'), 401, 'TOTP_INVALID')
      assert.equal((await take(login, ada, code)).status, 200)
    })
  })

  test('continues after a restart', async () => {
    const clock = testClock()
    const network = await localnet({
      clock: { now: () => BigInt(clock.now()) * 1_000_000n },
      ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
    })
    const server = await testDatabase()
    const kept = { network, clock, server, dataDir: harness.dataDir }
    const first = await openHarness({}, kept)
    const owners = await ownersOf(first, ed25519Signer(), ed25519Signer())
    const [one, two] = owners as [Owner, Owner]
    const walletId = await first.account(threshold(2, one.signer, two.signer))
    const login = await (async () => {
      const { body } = await first.ask('/auth/multisig/request', { body: { walletId }, token: one.token })
      await first.ask('/auth/multisig/sign', {
        body: { id: body.id, signature: prefixed(one.signer, body.text) },
        token: one.token,
      })
      return body
    })()
    await first.stop()
    await using again = await openHarness({}, kept)
    await again.ask('/auth/multisig/sign', {
      body: { id: login.id, signature: prefixed(two.signer, login.text) },
      token: two.token,
    })
    const { status, body } = await again.ask('/auth/multisig/session', { body: { id: login.id }, token: one.token })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal((await again.ask('/auth/profile', { token: body.accessToken })).body.username, walletId)
    await network.close()
  })
})
