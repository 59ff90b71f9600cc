import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { type Signer, signerFromText } from '@quorate/ledger'
import { type Key, publicKeyText, verify, walletMessage, withChecksum } from '@quorate/verify'
import {
  ADMIN,
  bytesIn,
  CHAIN,
  type Challenge,
  challenge,
  ed25519Signer,
  type Harness,
  indexKeyed,
  loggedIn,
  loginBody,
  OPERATOR,
  OTHER_CHAIN,
  openHarness,
  secp256k1Signer,
} from './harness.ts'

const ALICE = '0.0.1024'
const utf8 = (text: string) => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('A login', () => {
  let harness: Harness
  let alice: Signer
  before(async () => {
    harness = await openHarness()
    alice = harness.signers.get(ALICE) as Signer
  })
  after(() => harness[Symbol.asyncDispose]())

  const login = (body: unknown, cookie?: string) =>
    harness.ask('/auth/web3/login', { body, ...(cookie ? { cookie } : {}) })
  const refused = async (body: unknown, status: number, code: string, cookie?: string) => {
    const answer = await login(body, cookie)
    assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
    assert.equal(answer.cookies.size, 0)
  }

  test("starts with a payload signed by the node's own account", async () => {
    const { payload, signedData, cookie } = await challenge(harness)
    assert.deepEqual(Object.keys(payload), ['url', 'node', 'data', 'chain'])
    assert.equal(payload.url, harness.url)
    assert.equal(payload.node, OPERATOR)
    assert.equal(payload.chain, CHAIN)
    assert.equal(signedData.serverSigningAccount, OPERATOR)
    const { operator } = harness.ledger
    const signed = utf8(`Quorate challenge v1\n${JSON.stringify(payload)}`)
    assert.ok(operator && verify(operator.publicKey, signed, bytesIn(signedData.signature)))
    assert.match(cookie, /^quorate_challenge=[\w-]{43}$/)
    const other = await challenge(harness)
    assert.notEqual(other.payload.data.token, payload.data.token)
  })

  test('never shows an address that somebody else chose: rejects requests whose Host is not this machine', async () => {
    const asked = (path: string, host: string) =>
      new Promise<{ status: number | undefined; body: { code?: string; payload?: { url: string }; url?: string } }>(
        (resolve, reject) => {
          get(`${harness.url}${path}`, { headers: { host } }, async (answer) => {
            const text = Buffer.concat(await answer.toArray()).toString()
            resolve({ status: answer.statusCode, body: JSON.parse(text) })
          }).on('error', reject)
        },
      )
    const { port } = new URL(harness.url)
    const hosts = [
      'storage.example',
      `storage.example:${port}`,
      `127.0.0.1.example:${port}`,
      '127.0.0.1',
      'localhost:1',
    ]
    for (const host of [...hosts, `user@127.0.0.1:${port}`, `192.168.0.1:${port}`, '[::1']) {
      for (const path of ['/auth/web3/request', '/smart-node/identifier']) {
        const { status, body } = await asked(path, host)
        assert.deepEqual([status, body.code], [400, 'HOST_UNKNOWN'], host)
      }
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.equal((await asked('/auth/web3/request', host)).body.payload?.url, `http://${host}`)
    await using named = await openHarness({ PUBLIC_URL: 'https://node.example' })
    const { payload } = await challenge(named)
    assert.equal(payload.url, 'https://node.example')
  })

  test('(a) signs the payload last given to the cookie, and returns a session and a token', async () => {
    const asked = await challenge(harness)
    const { payload, ...body } = loginBody(ALICE, alice, asked, { smartApp: 'dapp', nickname: 'al' })
    const answer = await login(body, asked.cookie)
    assert.equal(answer.status, 200)
    const { accessToken, ...rest } = answer.body
    assert.deepEqual(rest, {
      operator: body.operator,
      signedData: body.signedData,
      payload,
      session: { walletId: ALICE, publicKey: publicKeyText(alice.publicKey), role: 'user', chain: CHAIN },
    })
    const session = await harness.tokens.verifier.verify(accessToken)
    assert.deepEqual([session.walletId, session.chain, session.app, session.role], [ALICE, CHAIN, 'dapp', 'user'])
    assert.equal(session.expiresAt - Math.floor(harness.clock.now() / 1000) * 1000, 3_600_000)
  })

  test("accepts an account id with its checksum, and with the payload's chain in front", async () => {
    const on = async (accountId: string, chain = OTHER_CHAIN) => {
      const asked = await challenge(harness, `?chain=${chain}`)
      const { status, body } = await login({ ...loginBody(ALICE, alice, asked), operator: { accountId } })
      return status === 200 ? body.session.walletId : body.code
    }
    const checked = withChecksum(ALICE, OTHER_CHAIN)
    assert.notEqual(checked, ALICE)
    for (const name of [ALICE, checked, `${OTHER_CHAIN}:${ALICE}`, `${OTHER_CHAIN}:${checked}`])
      assert.equal(await on(name), ALICE, name)
    const others = [
      withChecksum(ALICE, 'hedera:mainnet'),
      `hedera:mainnet:${ALICE}`,
      `${ALICE}-aaaaa`,
      `${CHAIN}:${ALICE}`,
    ]
    for (const name of others) assert.equal(await on(name), 'INVALID_LOGIN', name)
    for (const name of [`${ALICE}-AAAAA`, `${ALICE}-`, `eip155:1:${ALICE}`, 'hedera::0.0.5', '0.0.05'])
      assert.equal(await on(name), 'VALIDATION_FAILED', name)
    assert.equal(await on(`${CHAIN}:${ALICE}`, CHAIN), ALICE)
  })

  test('(a) without a cookie, or with one that got no payload, returns a 401 that says what to send', async () => {
    const asked = await challenge(harness)
    const { payload: _, ...body } = loginBody(ALICE, alice, asked)
    await refused(body, 401, 'CHALLENGE_UNKNOWN')
    await refused(body, 401, 'CHALLENGE_UNKNOWN', `quorate_challenge=${'A'.repeat(43)}`)
    await refused(body, 401, 'CHALLENGE_UNKNOWN', 'quorate_challenge=short')
  })

  test('(a) uses the last of several payloads that a browser got', async () => {
    const first = await challenge(harness)
    const again = await harness.ask('/auth/web3/request', { cookie: first.cookie })
    const last: Challenge = { ...again.body, cookie: first.cookie }
    assert.ok(again.cookies.get('quorate_challenge')?.startsWith(`${first.cookie};`))
    const { payload: _, ...old } = loginBody(ALICE, alice, first)
    await refused(old, 401, 'SIGNATURE_INVALID', first.cookie)
    const { payload: __, ...fresh } = loginBody(ALICE, alice, last)
    assert.equal((await login(fresh, first.cookie)).status, 200)
  })

  test('(b) sends the payload, as an object or as text, without a cookie', async () => {
    const asked = await challenge(harness)
    assert.equal((await login(loginBody(ALICE, alice, asked))).status, 200)
    const text = await challenge(harness)
    const body = { ...loginBody(ALICE, alice, text), payload: JSON.stringify(text.payload) }
    assert.equal((await login(body)).status, 200)
  })

  test('(b) refuses a payload that was changed, invented, or given to another browser', async () => {
    const asked = await challenge(harness)
    const changed = { ...asked, payload: { ...asked.payload, url: 'https://evil.example' } }
    await refused(loginBody(ALICE, alice, changed), 401, 'CHALLENGE_UNKNOWN')
    for (const token of ['A\0', '\ud800', 'A'.repeat(1000)]) {
      const payload = JSON.stringify({ ...asked.payload, data: { token } })
      await refused({ ...loginBody(ALICE, alice, asked), payload }, 401, 'CHALLENGE_UNKNOWN')
    }
    const invented = { ...asked, payload: { ...asked.payload, data: { token: 'A'.repeat(43) } } }
    await refused(loginBody(ALICE, alice, invented), 401, 'CHALLENGE_UNKNOWN')
    const other = await challenge(harness)
    await refused(loginBody(ALICE, alice, asked), 401, 'CHALLENGE_UNKNOWN', other.cookie)
    assert.equal((await login(loginBody(ALICE, alice, asked), asked.cookie)).status, 200)
  })

  const wrapped = (asked: Challenge, signer: Signer, asText: boolean) => {
    const signedPayload = { serverSignature: asked.signedData.signature, originalPayload: asked.payload }
    const text = JSON.stringify(signedPayload)
    return {
      operator: { accountId: ALICE },
      signedData: { signedPayload: asText ? text : signedPayload, userSignature: indexKeyed(signer.sign(utf8(text))) },
    }
  }

  test("(c) signs the payload together with the node's signature, as an object or as the exact text", async () => {
    for (const asText of [false, true]) {
      const answer = await login(wrapped(await challenge(harness), alice, asText))
      assert.equal(answer.status, 200)
      assert.equal(answer.body.session.walletId, ALICE)
    }
    const spaced = await challenge(harness)
    const text = JSON.stringify({ originalPayload: spaced.payload, serverSignature: hexBytes(spaced) }, null, 2)
    const signedData = { signedPayload: text, userSignature: indexKeyed(alice.sign(utf8(text))) }
    assert.equal((await login({ operator: { accountId: ALICE }, signedData })).status, 200)
  })
  const hexBytes = (asked: Challenge) => `0x${hex(bytesIn(asked.signedData.signature))}`

  test("(c) refuses a server signature that is not the node's, or is over another payload", async () => {
    const asked = await challenge(harness)
    const forged = { ...asked, signedData: { ...asked.signedData, signature: indexKeyed(new Uint8Array(64)) } }
    await refused(wrapped(forged, alice, false), 401, 'SERVER_SIGNATURE_INVALID')
    const other = { ...asked, payload: { ...asked.payload, node: '0.0.5' } }
    await refused(wrapped(other, alice, false), 401, 'CHALLENGE_UNKNOWN')
    const good = wrapped(asked, alice, true)
    await refused(
      { ...good, signedData: { ...good.signedData, signedPayload: `${good.signedData.signedPayload} ` } },
      401,
      'SIGNATURE_INVALID',
    )
  })

  test("accepts a signature in every form of bytes, raw or in a SignatureMap, with or without the wallets' prefix", async () => {
    for (const signer of [alice, secp256k1Signer()]) {
      const id = signer === alice ? ALICE : await harness.account(signer.publicKey)
      const map = (signature: Uint8Array) =>
        proto.SignatureMap.encode({
          sigPair: [
            {
              pubKeyPrefix: signer.publicKey.bytes.slice(0, 5),
              ...(signer === alice ? { ed25519: signature } : { ECDSASecp256k1: signature }),
            },
          ],
        }).finish()
      const forms: ((signature: Uint8Array) => unknown)[] = [
        indexKeyed,
        (bytes) => [...bytes],
        (bytes) => `0x${hex(bytes)}`,
        (bytes) => Buffer.from(bytes).toString('base64'),
        (bytes) => Buffer.from(bytes).toJSON(),
        (bytes) => Buffer.from(map(bytes)).toString('base64'),
      ]
      for (const form of forms) {
        const asked = await challenge(harness)
        const message = utf8(JSON.stringify(asked.payload))
        const prefixed = form === forms.at(-1) || form === forms[0]
        const signature = form(signer.sign(prefixed ? walletMessage(message) : message))
        const body = { ...loginBody(id, signer, asked), signedData: { signature } }
        const answer = await login(body)
        assert.equal(answer.status, 200, JSON.stringify(answer.body))
        assert.equal(answer.body.session.publicKey, publicKeyText(signer.publicKey))
      }
    }
  })

  test("accepts a secp256k1 signature with a low or a high s, and with Ethereum's recovery id after it", async () => {
    const signer = secp256k1Signer()
    const id = await harness.account(signer.publicKey)
    for (const other of [
      highS,
      (signature: Uint8Array) => new Uint8Array([...signature, 27]),
      (signature: Uint8Array) => new Uint8Array([...highS(signature), 28]),
    ]) {
      const asked = await challenge(harness)
      const signature = other(signer.sign(walletMessage(utf8(JSON.stringify(asked.payload)))))
      const { status, body } = await login({
        ...loginBody(id, signer, asked),
        signedData: { signature: [...signature] },
      })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.session.publicKey, publicKeyText(signer.publicKey))
    }
  })

  test("refuses the node's own signature in any form: what the node signs is not a login", async () => {
    const asked = await challenge(harness)
    const own = asked.signedData.signature
    const operator = { accountId: OPERATOR }
    await refused({ operator, payload: asked.payload, signedData: { signature: own } }, 401, 'SIGNATURE_INVALID')
    await refused({ operator, signedData: { signature: own } }, 401, 'SIGNATURE_INVALID', asked.cookie)
    const signedPayload = { serverSignature: own, originalPayload: asked.payload }
    const wrapped = { operator, signedData: { signedPayload, userSignature: own } }
    await refused(wrapped, 401, 'SIGNATURE_INVALID')
    const elsewhere = await challenge(harness, `?chain=${OTHER_CHAIN}`)
    const signature = elsewhere.signedData.signature
    await refused({ operator, payload: elsewhere.payload, signedData: { signature } }, 401, 'SIGNATURE_INVALID')
  })

  test("accepts a signature by a key that the node holds only with the wallets' prefix, for whichever account", async () => {
    const own = harness.signers.get(OPERATOR) as Signer
    const shared = await harness.account({
      type: 'threshold',
      threshold: 1,
      keys: [own.publicKey, alice.publicKey],
    })
    const pem = await readFile(join(harness.dataDir, 'network-key.pem'), 'utf8')
    const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' })
    const network = signerFromText(der.toString('hex'))
    const underNetwork = await harness.account(network.publicKey)
    for (const [id, signer] of [
      [OPERATOR, own],
      [shared, own],
      [underNetwork, network],
    ] as const) {
      const asked = await challenge(harness)
      const text = JSON.stringify(asked.payload)
      const body = (signature: Uint8Array) => ({
        operator: { accountId: id },
        payload: asked.payload,
        signedData: { signature: indexKeyed(signature) },
      })
      await refused(body(signer.sign(utf8(text))), 401, 'SIGNATURE_INVALID')
      const signedPayload = { serverSignature: asked.signedData.signature, originalPayload: asked.payload }
      const userSignature = indexKeyed(signer.sign(utf8(JSON.stringify(signedPayload))))
      await refused(
        { operator: { accountId: id }, signedData: { signedPayload, userSignature } },
        401,
        'SIGNATURE_INVALID',
      )
      assert.equal((await login(body(signer.sign(walletMessage(utf8(text)))))).status, 200)
    }
    assert.ok(await loggedIn(harness, shared, alice))
  })

  test("(c) refuses a text that begins like a transaction's body", async () => {
    const asked = await challenge(harness)
    const signedPayload = { serverSignature: asked.signedData.signature, originalPayload: asked.payload }
    for (const space of ['\n', ' ', '\r\n', '\t\n', '\ufeff']) {
      const text = space + JSON.stringify(signedPayload)
      const signedData = { signedPayload: text, userSignature: indexKeyed(alice.sign(utf8(text))) }
      await refused({ operator: { accountId: ALICE }, signedData }, 400, 'INVALID_LOGIN')
    }
  })

  test("(c) refuses any field except the payload and the node's signature", async () => {
    const asked = await challenge(harness)
    const payload = JSON.stringify(asked.payload)
    const signature = `"serverSignature":"${hexBytes(asked)}"`
    for (const signedPayload of [
      `{"url":"x","originalPayload":${payload},${signature}}`,
      `{"originalPayload":{"vote":"YES"},"originalPayload":${payload},${signature}}`,
      `{"originalPayload":${payload.replace('{', '{"url":"x",')},${signature}}`,
      `{"originalPayload":${payload},"serverSignatur\\u0065":"0x",${signature}}`,
    ]) {
      const userSignature = indexKeyed(alice.sign(utf8(signedPayload)))
      await refused(
        { operator: { accountId: ALICE }, signedData: { signedPayload, userSignature } },
        400,
        'INVALID_LOGIN',
      )
    }
  })

  test('may request a session with one scope, which the wallet can sign and nothing else accepts', async () => {
    const scope = 'ipfs:upload'
    const inBody = { ...loginBody(ALICE, alice, await challenge(harness)), scope }
    const asked = await challenge(harness, `?scope=${scope}`)
    assert.equal(asked.payload.scope, scope)
    for (const body of [inBody, loginBody(ALICE, alice, asked)]) {
      const answer = await login(body)
      assert.deepEqual([answer.status, answer.body.session.scope, answer.cookies.size], [200, scope, 0])
      const token = answer.body.accessToken
      assert.equal((await harness.tokens.verifier.verify(token)).scope, scope)
      for (const [path, method, sent] of [
        ['/auth/profile', 'GET', undefined],
        ['/auth/2fa', 'POST', undefined],
        ['/accounts/transfer/hbar', 'POST', { amount: 1, from: ALICE, to: ADMIN }],
        ['/transactions/submit', 'POST', { bytes: '' }],
      ] as const) {
        const refusal = await harness.ask(path, { method, token, body: sent })
        assert.deepEqual([refusal.status, refusal.body.code], [403, 'TOKEN_SCOPE'], path)
      }
      assert.equal((await harness.ask('/auth/web3/logout', { token })).status, 200)
    }
    await refused({ ...loginBody(ALICE, alice, await challenge(harness)), scope: 'all' }, 400, 'VALIDATION_FAILED')
    assert.equal((await harness.ask('/auth/web3/request?scope=all')).status, 400)
    const relayed = await challenge(harness, `?scope=${scope}`)
    const { scope: _, ...payload } = relayed.payload
    await refused({ ...loginBody(ALICE, alice, relayed), payload }, 401, 'CHALLENGE_UNKNOWN')
  })

  test("is refused if the key is not the account's on the ledger, and leaves the payload open", async () => {
    const asked = await challenge(harness)
    await refused(loginBody(ALICE, ed25519Signer(), asked), 401, 'SIGNATURE_INVALID')
    await refused(loginBody('0.0.1025', alice, asked), 401, 'SIGNATURE_INVALID')
    const mallory = ed25519Signer()
    const claimed = { publicKey: publicKeyText(mallory.publicKey) }
    await refused(loginBody(ALICE, mallory, asked, claimed), 401, 'KEY_MISMATCH')
    await refused(loginBody(ALICE, alice, asked, claimed), 401, 'KEY_MISMATCH')
    const own = { publicKey: { key: publicKeyText(alice.publicKey) } }
    assert.equal((await login(loginBody(ALICE, alice, asked, own))).status, 200)
  })

  test('A login with a thousand junk signatures is refused before any is verified', async () => {
    const many = await harness.account({
      type: 'threshold',
      threshold: 1,
      keys: [alice.publicKey, ...Array.from({ length: 19 }, () => ed25519Signer().publicKey)],
    })
    const junk = (pairs: number) =>
      proto.SignatureMap.encode({
        sigPair: Array.from({ length: pairs }, () => ({ pubKeyPrefix: new Uint8Array(), ed25519: new Uint8Array(64) })),
      }).finish()
    for (const [pairs, status, code] of [
      [1000, 413, 'BODY_TOO_LARGE'],
      [150, 400, 'TOO_MANY_SIGNATURES'],
      [10, 400, 'TOO_MANY_SIGNATURES'],
      [1, 400, 'TOO_MANY_SIGNATURES'],
    ] as const) {
      const { payload } = await challenge(harness)
      const signature = Buffer.from(junk(pairs)).toString('base64')
      await refused({ operator: { accountId: many }, payload, signedData: { signature } }, status, code)
    }
    const { payload } = await challenge(harness)
    await refused(
      { operator: { accountId: many }, payload, signedData: { signature: '='.repeat(16_000) } },
      400,
      'VALIDATION_FAILED',
    )
    const operator = { accountId: many, publicKey: publicKeyText(alice.publicKey) }
    for (const [pairs, status, code] of [
      [9, 400, 'TOO_MANY_SIGNATURES'],
      [8, 401, 'SIGNATURE_INVALID'],
    ] as const) {
      const { payload } = await challenge(harness)
      const signature = Buffer.from(junk(pairs)).toString('base64')
      await refused({ operator, payload, signedData: { signature } }, status, code)
    }
    const asked = await challenge(harness)
    assert.equal((await login(loginBody(many, alice, asked, operator))).status, 200)
  })

  test('follows the ledger when the key is rotated', async () => {
    const [old, fresh] = [ed25519Signer(), secp256k1Signer()]
    const id = await harness.account(old.publicKey)
    assert.ok(await loggedIn(harness, id, old))
    await harness.rotate(id, old, fresh)
    await refused(loginBody(id, old, await challenge(harness)), 401, 'SIGNATURE_INVALID')
    assert.ok(await loggedIn(harness, id, fresh))
  })

  test('accepts any key of a key list that could sign for the account alone, and no other', async () => {
    const [a, b, c] = [ed25519Signer(), secp256k1Signer(), ed25519Signer()]
    const oneOf: Key = {
      type: 'threshold',
      threshold: 1,
      keys: [a.publicKey, { type: 'list', keys: [b.publicKey, c.publicKey] }],
    }
    const id = await harness.account(oneOf)
    assert.ok(await loggedIn(harness, id, a))
    await refused(loginBody(id, b, await challenge(harness)), 401, 'SIGNATURE_INVALID')
    const twoOf = await harness.account({ type: 'threshold', threshold: 2, keys: [a.publicKey, b.publicKey] })
    await refused(loginBody(twoOf, a, await challenge(harness)), 422, 'KEY_CANNOT_LOG_IN')
  })

  test('is refused for an account that does not exist or was deleted', async () => {
    await refused(loginBody('0.0.999999', alice, await challenge(harness)), 422, 'INVALID_ACCOUNT_ID')
    const signer = ed25519Signer()
    const id = await harness.account(signer.publicKey)
    await harness.remove(id, signer)
    await refused(loginBody(id, signer, await challenge(harness)), 422, 'ACCOUNT_DELETED')
  })

  test('succeeds exactly once if it is sent twice at the same time, fifty times over', async () => {
    for (let round = 0; round < 50; round++) {
      const body = loginBody(ALICE, alice, await challenge(harness))
      const answers = await Promise.all([login(body), login(body), login(body)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
      for (const answer of answers) if (answer.status === 401) assert.equal(answer.body.code, 'CHALLENGE_USED')
    }
  })

  test('cannot be replayed, in any form', async () => {
    const asked = await challenge(harness)
    const body = loginBody(ALICE, alice, asked)
    assert.equal((await login(body)).status, 200)
    await refused(body, 401, 'CHALLENGE_USED')
    await refused(wrapped(asked, alice, true), 401, 'CHALLENGE_USED')
    const { payload: _, ...withCookie } = body
    await refused(withCookie, 401, 'CHALLENGE_USED', asked.cookie)
  })

  test('is remembered for exactly as long as its token lives', async () => {
    await harness.clock.advance(1999 - (harness.clock.now() % 1000))
    const { tokenId, expiresAt } = await harness.tokens.verifier.verify(await loggedIn(harness, ALICE))
    const row = await harness.tokens.database.read
      .selectFrom('node.session')
      .select('expires_at')
      .where('token_id', '=', tokenId)
      .executeTakeFirst()
    assert.equal(row?.expires_at.getTime(), expiresAt)
  })

  test('gives the role operator to the node itself and to ADMIN_WALLETS, on the default chain only', async () => {
    const roleOf = async (id: string, query = '') => {
      const body = loginBody(id, harness.signers.get(id) as Signer, await challenge(harness, query))
      return (await login(body)).body.session
    }
    assert.equal((await roleOf(OPERATOR)).role, 'operator')
    assert.equal((await roleOf(ADMIN)).role, 'operator')
    assert.equal((await roleOf(ALICE)).role, 'user')
    const elsewhere = await roleOf(ADMIN, `?chain=${OTHER_CHAIN}`)
    assert.deepEqual([elsewhere.role, elsewhere.chain], ['user', OTHER_CHAIN])
  })

  test("is valid only for its payload's chain, not for another with the same account and key", async () => {
    const asked = await challenge(harness, `?chain=${OTHER_CHAIN}`)
    assert.equal(asked.payload.chain, OTHER_CHAIN)
    // Signed for one chain, but sent as a payload of the other chain.
    const signed = loginBody(ALICE, alice, asked)
    const claimed = { ...asked.payload, chain: CHAIN }
    await refused({ ...signed, payload: claimed }, 401, 'CHALLENGE_UNKNOWN')
    const resigned = loginBody(ALICE, alice, { ...asked, payload: claimed })
    await refused(resigned, 401, 'CHALLENGE_UNKNOWN')
    const { payload: _, ...withCookie } = resigned
    await refused(withCookie, 401, 'SIGNATURE_INVALID', asked.cookie)
    const onChain = (chain: string) =>
      harness.tokens.database.change((trx) =>
        trx.updateTable('node.challenge').set({ chain }).where('token', '=', asked.payload.data.token).execute(),
      )
    await onChain(CHAIN)
    await refused(signed, 401, 'CHALLENGE_UNKNOWN')
    await onChain(OTHER_CHAIN)
    assert.equal((await login(signed)).body.session.chain, OTHER_CHAIN)
  })

  test('returns a 400 for a chain that is not served, naming those that are', async () => {
    const answer = await harness.ask('/auth/web3/request?chain=hedera:mainnet')
    assert.deepEqual([answer.status, answer.body.code], [400, 'UNKNOWN_CHAIN'])
    assert.match(answer.body.message, /hedera:devnet, hedera:testnet/)
  })

  test('returns a 503 while the mirror is down, and succeeds afterwards with the same request', async () => {
    const body = loginBody(ALICE, alice, await challenge(harness))
    await harness.network.setFault({ kind: 'unreachable', calls: 1_000, on: 'mirror' })
    const answer = await login(body)
    assert.deepEqual([answer.status, answer.body.code], [503, 'MIRROR_UNAVAILABLE'])
    assert.ok(answer.headers.get('retry-after'))
    await harness.network.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    assert.equal((await login(body)).status, 200)
  })

  test('returns a 400 with a code for any malformed request', async () => {
    const asked = await challenge(harness)
    const good = loginBody(ALICE, alice, asked)
    const { signature } = good.signedData
    const operator = { accountId: ALICE }
    const bad: [unknown, string][] = [
      ['', 'VALIDATION_FAILED'],
      ['{', 'INVALID_JSON'],
      ['[]', 'VALIDATION_FAILED'],
      [{}, 'VALIDATION_FAILED'],
      [{ operator }, 'VALIDATION_FAILED'],
      [{ signedData: { signature } }, 'VALIDATION_FAILED'],
      [{ operator: 'me', signedData: { signature } }, 'VALIDATION_FAILED'],
      [{ operator: { accountId: 'alice' }, signedData: { signature } }, 'VALIDATION_FAILED'],
      [{ operator: { accountId: '0.0.-1' }, signedData: { signature } }, 'VALIDATION_FAILED'],
      [{ operator: {}, signedData: { signature } }, 'INVALID_LOGIN'],
      [{ operator: { accountId: ALICE, wallet: '0.0.5' }, signedData: { signature } }, 'INVALID_LOGIN'],
      [{ operator: { accountId: ALICE, smartApp: 'dapp\u202e' }, signedData: { signature } }, 'HIDDEN_CHARACTER'],
      [{ operator: { accountId: ALICE, smartApp: 5 }, signedData: { signature } }, 'VALIDATION_FAILED'],
      [{ operator, signedData: {} }, 'INVALID_LOGIN'],
      [{ operator, signedData: { signature: null } }, 'INVALID_LOGIN'],
      [{ operator, signedData: { signature: { 0: 300 } } }, 'VALIDATION_FAILED'],
      [{ operator, signedData: { signature: { 0: 1, 2: 1 } }, payload: asked.payload }, 'INVALID_BYTES'],
      [{ operator, signedData: { signature: '0x00' }, payload: asked.payload }, 'INVALID_SIGNATURE'],
      [{ operator, signedData: { signature: [] }, payload: asked.payload }, 'INVALID_SIGNATURE'],
      [{ operator, signedData: { signature }, payload: 'not json' }, 'INVALID_LOGIN'],
      [{ operator, signedData: { signature }, payload: '[1]' }, 'INVALID_LOGIN'],
      [{ operator, signedData: { signature }, payload: 5 }, 'VALIDATION_FAILED'],
      [{ operator, signedData: { userSignature: signature } }, 'INVALID_LOGIN'],
      [{ operator, signedData: { signedPayload: {}, userSignature: signature } }, 'INVALID_LOGIN'],
      [
        { operator, signedData: { signedPayload: { originalPayload: asked.payload }, userSignature: signature } },
        'INVALID_LOGIN',
      ],
      [{ ...good, operator: { ...operator, publicKey: 'nonsense' } }, 'INVALID_KEY'],
    ]
    for (const [body, code] of bad) await refused(body, 400, code)
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const large = JSON.stringify('x'.repeat(20_000))
    const signatureText = JSON.stringify(signature)
    const long = { operator, signedData: { signedPayload: 'x'.repeat(20_000), userSignature: signature } }
    await refused(long, 413, 'BODY_TOO_LARGE')
    for (const value of [deep, large]) {
      const operatorText = `"operator":{"accountId":"${ALICE}"`
      await refused(
        `{${operatorText}},"signedData":{"signature":${signatureText}},"payload":{"a":${value}}}`,
        413,
        'BODY_TOO_LARGE',
      )
      await refused(
        `{${operatorText},"a":${value}},"signedData":{"signature":${signatureText}}}`,
        413,
        'BODY_TOO_LARGE',
      )
      await refused(
        `{${operatorText}},"signedData":{"signedPayload":{"originalPayload":${value}},"userSignature":${signatureText}}}`,
        413,
        'BODY_TOO_LARGE',
      )
    }
    const payloads = [{}, { data: null }, { data: 'x' }, { data: { token: 5 } }, { data: { token: '' } }, { data: [] }]
    for (const payload of payloads) await refused({ ...good, payload }, 401, 'CHALLENGE_UNKNOWN')
    assert.equal((await login(good)).status, 200)
  })
})

/** The order n from SEC 2, §2.4.1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The other valid signature, with a high s. HSMs, KMSs and OpenSSL produce such signatures half of the time. */
function highS(signature: Uint8Array): Uint8Array {
  const s = ORDER - BigInt(`0x${signature.subarray(32).toHex()}`)
  return new Uint8Array([...signature.subarray(0, 32), ...Uint8Array.fromHex(s.toString(16).padStart(64, '0'))])
}
