import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { type ClientOptions, createClient, isQuorateError, type Signer } from '@quorate/client'
import { keySigner } from '@quorate/client/keys'
import { bodyHash, ownershipText } from '@quorate/verify'
import { json, refusal, serving } from './server.ts'

const ACCOUNT = '0.0.1022'
const TOKEN = 'x'.repeat(43)

/** A node whose challenge `change` can alter. It accepts every login that has the code. */
async function nodeWith(change: (payload: Record<string, unknown>) => object = (payload) => payload, code?: string) {
  let logins = 0
  let refuseLate: (() => void) | undefined
  const server = await serving((response, { url, body, headers }) => {
    if (url.startsWith('/auth/web3/request')) {
      const payload = { url: server.url, node: '0.0.2', data: { token: TOKEN }, chain: 'hedera:devnet' }
      return json(response, 200, {
        payload: change(payload),
        signedData: { signature: {}, serverSigningAccount: '0.0.2' },
      })
    }
    if (url === '/auth/web3/login') {
      if (code !== undefined && JSON.parse(body).code !== code) return json(response, 401, refusal('TOTP_REQUIRED'))
      logins++
      const session = { walletId: ACCOUNT, publicKey: '00', role: 'user', chain: 'hedera:devnet' }
      return json(response, 200, { session, accessToken: `token-${logins}` })
    }
    if (headers.authorization === 'Bearer token-1') {
      const refuse = () => json(response, 401, refusal('TOKEN_EXPIRED'))
      // This request gets its refusal only after others have already led to a new session.
      if (url !== '/hcs/0.0.1' || logins > 1) return refuse()
      refuseLate = refuse
      return
    }
    refuseLate?.()
    refuseLate = undefined
    return json(response, 200, {})
  })
  return server
}

describe('A session', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })
  const texts: string[] = []
  const signer: Signer = {
    accountId: ACCOUNT,
    signBody: () => assert.fail('a login signs no body'),
    signMessage(text) {
      texts.push(text)
      return new Uint8Array(64)
    },
  }
  async function clientOf(node: ReturnType<typeof nodeWith>, options: Partial<ClientOptions> = {}) {
    const { url, asked, close } = await node
    closing.push(close)
    texts.length = 0
    return Object.assign(createClient({ node: url, signer, ...options }), { asked, url })
  }
  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'done',
      (error) => (isQuorateError(error) ? error.code : String(error)),
    )

  test('begins with a signature of the challenge of the node that was called, and of no other text', async () => {
    const client = await clientOf(nodeWith())
    const session = await client.login({ smartApp: 'app' })
    assert.deepEqual([session.accountId, session.accessToken, client.session], [ACCOUNT, 'token-1', session])
    assert.deepEqual(texts, [
      `{"url":"${client.url}","node":"0.0.2","data":{"token":"${TOKEN}"},"chain":"hedera:devnet"}`,
    ])
    const wrong: ((payload: Record<string, unknown>) => object)[] = [
      (payload) => ({ ...payload, url: 'https://node.example' }),
      (payload) => ({ ...payload, url: `${payload.url}.example` }),
      (payload) => ({ ...payload, url: 'node.example' }),
      (payload) => ({ ...payload, url: ` ${payload.url}` }),
      (payload) => ({ ...payload, url: String(payload.url).replace('//', '\\\\') }),
      (payload) => ({ ...payload, node: '0.0.3' }),
      (payload) => ({ ...payload, data: { token: 'short' } }),
      (payload) => ({ ...payload, data: { token: TOKEN, more: 1 } }),
      (payload) => ({ ...payload, data: { token: 'I agree to send all that I have to 0.0.666' } }),
      (payload) => ({ ...payload, data: { token: '\u202e'.repeat(43) } }),
      (payload) => ({ ...payload, data: { token: 'x'.repeat(100_000) } }),
      (payload) => ({ ...payload, chain: 'hedera:devnet\u202e' }),
      (payload) => ({ ...payload, chain: 'Send all that I have' }),
      (payload) => ({ ...payload, amount: 5 }),
      (payload) => ({ ...payload, chain: undefined }),
      (payload) => ({ ...payload, scope: 'ipfs:upload' }),
      () => [],
    ]
    for (const change of wrong) {
      const misled = await clientOf(nodeWith(change))
      assert.equal(await codeOf(misled.login()), 'CHALLENGE_REFUSED', String(change))
      assert.deepEqual(texts, [])
    }
    const behind = await clientOf(
      nodeWith((payload) => ({ ...payload, url: 'https://node.example/' })),
      {
        nodeUrl: 'https://NODE.example:443',
      },
    )
    assert.equal(await codeOf(behind.login()), 'done')
    const scoped = await clientOf(nodeWith((payload) => ({ ...payload, scope: 'ipfs:upload' })))
    assert.equal(await codeOf(scoped.login({ scope: 'ipfs:upload' })), 'done')
    const elsewhere = await clientOf(nodeWith(), { chain: 'hedera:mainnet' })
    assert.equal(await codeOf(elsewhere.login()), 'CHALLENGE_REFUSED')
    const otherwise = await clientOf(nodeWith((payload) => ({ ...payload, chain: 'hedera:mainnet' })))
    assert.equal(await codeOf(otherwise.login()), 'SESSION_MISMATCH')
    assert.equal(otherwise.session, undefined)
  })

  test('asks for the second-factor code only if it is needed, and for only one signature', async () => {
    const without = await clientOf(nodeWith(undefined, '123456'))
    assert.equal(await codeOf(without.login()), 'TOTP_REQUIRED')
    const asking = await clientOf(nodeWith(undefined, '123456'), { code: async () => '123456' })
    assert.equal(await codeOf(asking.login()), 'done')
    assert.equal(texts.length, 1)
    assert.equal(await codeOf(without.login({ code: '123456' })), 'done')
    assert.equal(without.asked.filter(({ url }) => url === '/auth/web3/login').length, 2)
  })

  test('A session of an account that is given with its checksum is that of the account, also when it is renewed', async () => {
    const client = await clientOf(nodeWith(), {
      renew: true,
      signer: { ...signer, accountId: `${ACCOUNT}-sydlq` },
    })
    await client.login()
    await client.node.get('/auth/profile')
    assert.deepEqual(
      [client.accountId, client.session?.accountId, client.session?.accessToken],
      [ACCOUNT, ACCOUNT, 'token-2'],
    )
    const sent = client.asked.find(({ url }) => url === '/auth/web3/login')
    assert.equal(JSON.parse(sent?.body ?? '').operator.accountId, `${ACCOUNT}-sydlq`)
  })

  test('A session that has expired is renewed once for all concurrent requests, which are then sent again', async () => {
    const client = await clientOf(nodeWith(), { renew: true })
    await client.login()
    const late = client.node.get('/hcs/{topic}', { path: { topic: '0.0.1' } })
    await Promise.all([1, 2, 3].map(() => client.node.get('/auth/profile')))
    await late
    assert.equal(client.session?.accessToken, 'token-2')
    assert.equal(texts.length, 2)
    const ending = await clientOf(nodeWith(), { renew: true })
    await ending.login()
    await ending.logout()
    assert.deepEqual([ending.session, texts.length], [undefined, 1])
    const asking = await clientOf(nodeWith())
    await asking.login()
    assert.equal(await codeOf(asking.node.get('/auth/profile')), 'TOKEN_EXPIRED')
    assert.equal(await codeOf(asking.logout()), 'done')
    assert.equal(asking.session, undefined)
  })

  test('is renewed only by a session of the same account, chain and scope', async () => {
    const expired = { accountId: ACCOUNT, role: 'user', publicKey: '00', accessToken: 'token-1' } as const
    const ofWallet = await clientOf(nodeWith(), { renew: true })
    ofWallet.resume({ ...expired, accountId: '0.0.7', chain: 'hedera:devnet' })
    assert.equal(await codeOf(ofWallet.node.get('/auth/profile')), 'TOKEN_EXPIRED')
    assert.deepEqual([texts, ofWallet.session?.accountId], [[], '0.0.7'])
    const elsewhere = await clientOf(nodeWith(), { renew: true })
    elsewhere.resume({ ...expired, chain: 'hedera:testnet' })
    assert.equal(
      await codeOf(elsewhere.node.get('/auth/profile')),
      'CHALLENGE_REFUSED',
      'the node offers another chain',
    )
    const scoped = await clientOf(
      nodeWith((payload) => ({ ...payload, scope: 'ipfs:upload' })),
      { renew: true },
    )
    scoped.resume({ ...expired, chain: 'hedera:devnet', scope: 'ipfs:upload' })
    await scoped.node.get('/auth/profile').catch(() => {})
    assert.deepEqual(
      texts.map((text) => JSON.parse(text).scope),
      ['ipfs:upload'],
    )
    assert.ok(scoped.asked.some(({ url }) => url === '/auth/web3/request?chain=hedera%3Adevnet&scope=ipfs%3Aupload'))
    const switched = await clientOf(nodeWith(), { renew: true })
    switched.resume({ ...expired, accountId: '0.0.7', chain: 'hedera:devnet' })
    const asked = codeOf(switched.node.get('/auth/profile'))
    switched.resume({ ...expired, chain: 'hedera:devnet', accessToken: 'token-2' })
    assert.equal(await asked, 'TOKEN_EXPIRED')
    assert.ok(!switched.asked.some(({ headers }) => headers.authorization === 'Bearer token-2'))
  })

  test('stays ended or replaced if that happened during a renewal', async () => {
    const kept = {
      accountId: '0.0.7',
      chain: 'hedera:devnet',
      role: 'user',
      publicKey: '00',
      accessToken: 'w',
    } as const
    for (const instead of [undefined, kept]) {
      const [asked, signed] = [Promise.withResolvers<void>(), Promise.withResolvers<Uint8Array>()]
      let logins = 0
      const signMessage = () => {
        if (++logins === 1) return new Uint8Array(64)
        asked.resolve()
        return signed.promise
      }
      const client = await clientOf(nodeWith(), { renew: true, signer: { ...signer, signMessage } })
      await client.login()
      const refused = codeOf(client.node.get('/auth/profile'))
      await asked.promise
      if (instead) client.resume(instead)
      else await client.logout()
      signed.resolve(new Uint8Array(64))
      assert.equal(await refused, 'TOKEN_EXPIRED')
      assert.equal(client.session, instead)
    }
  })

  test('refuses to sign a text that may be a login', async () => {
    const payload = JSON.stringify({ url: 'https://node.example', node: '0.0.2', data: { token: TOKEN } })
    const client = await clientOf(nodeWith())
    const wrapped = JSON.stringify({ serverSignature: '00', originalPayload: payload })
    for (const text of [payload, ` ${payload}`, wrapped])
      assert.equal(await codeOf(client.signMessage(text)), 'TEXT_REFUSED')
    assert.equal(await client.signMessage('{"chain":"hedera:devnet"}'), `0x${'00'.repeat(64)}`)
  })

  test('signs a wallet login only for the expected wallet, holder, chain and node', async () => {
    const client = await clientOf(nodeWith(), { chain: 'hedera:devnet' })
    const login = (change: object = {}) => {
      const said = { chain: 'hedera:devnet', url: client.url, node: '0.0.2', walletId: '0.0.7', holder: ACCOUNT }
      const all = { ...said, purpose: 'x', token: TOKEN, expiresAt: '2027-01-01T00:00:00.000Z', ...change }
      const members = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1))
      return `Quorate wallet login v1\n${JSON.stringify(Object.fromEntries(members))}`
    }
    const expected = { walletId: '0.0.7', holder: ACCOUNT }
    assert.equal(await codeOf(client.signMessage(login())), 'TEXT_REFUSED')
    for (const refused of [
      login({ chain: 'hedera:mainnet' }),
      login({ url: 'https://node.example' }),
      login({ walletId: '0.0.8' }),
      login({ holder: '0.0.666' }),
      login({ choice: 'YES' }),
      ...[{ token: undefined }, { token: 'short' }, { node: 'x' }, { expiresAt: 'never' }].map(login),
      ...[{ expiresAt: undefined }, { purpose: undefined }].map(login),
      login().replace('"holder"', '"holder":"0.0.666","holder"'),
      login().replace('{', '{ '),
      `${login()}\n`,
      login().replace('wallet login', 'cancellation'),
      'Quorate wallet login v1\nnull',
    ])
      assert.equal(await codeOf(client.signWalletLogin(refused, expected)), 'TEXT_REFUSED', refused)
    const without = await clientOf(nodeWith())
    assert.equal(await codeOf(without.signWalletLogin(login({ url: without.url }), expected)), 'TEXT_REFUSED')
    texts.length = 0
    assert.equal(await client.signWalletLogin(login(), expected), `0x${'00'.repeat(64)}`)
    assert.deepEqual(texts, [login()])
  })

  test('proves that it requests a write only for bytes and custom fees that it knows', async () => {
    const client = await clientOf(nodeWith(), { chain: 'hedera:devnet' })
    // A body with the transaction id 0.0.1022@1700000000.000000000, frozen for the node 0.0.3.
    const body = Buffer.from('0a150a080880e2cfaa06100012070800100018fe071800120608001000180318', 'hex')
    const bytes = Buffer.concat([Buffer.from([0x0a, body.length + 4, 0x2a, body.length + 2, 0x0a, body.length]), body])
    const dkgId = 'ab'.repeat(32)
    const statement = { chain: 'hedera:devnet', dkgId, bodyHash: bodyHash([body]) }
    const maxCustomFees = [{ id: '0.0.7', fees: [{ token_id: 'HBAR', amount: 5 }] }]
    const request = { name: 'transfer/hbar', params: {}, body: {} }
    const answer = (text?: string, inside = bytes) =>
      ({
        ...{ status: 'SIGNATURE_REQUIRED', bytes: inside.toString('base64'), signers: [] },
        ownership: { accountId: ACCOUNT, request, ...(text === undefined ? {} : { text }) },
      }) as never
    const text = ownershipText(statement)
    assert.equal(await codeOf(client.signMessage(text)), 'TEXT_REFUSED')
    for (const other of [
      ownershipText({ ...statement, chain: 'hedera:mainnet' }),
      ownershipText({ ...statement, bodyHash: bodyHash([body, body]) }),
      ownershipText({ ...statement, maxCustomFees }),
      ownershipText({ ...statement, dkgId: 'I also give you my house' }),
      `${text} `,
      'Quorate ownership v1\nnull',
      'Quorate ownership v1\n{',
      text.replace('ownership', 'cancellation'),
    ])
      assert.equal(await codeOf(client.signOwnership(answer(other), {})), 'TEXT_REFUSED', other)
    assert.equal(await codeOf(client.signOwnership(answer(text), { maxCustomFees })), 'TEXT_REFUSED')
    texts.length = 0
    const signature = `0x${'00'.repeat(64)}`
    assert.deepEqual(await client.signOwnership(answer(text), {}), { request, signature })
    const withFees = ownershipText({ ...statement, dkgId: '0.0.5005@1700000000.000000001', maxCustomFees })
    assert.deepEqual(await client.signOwnership(answer(withFees), { maxCustomFees }), { request, signature })
    assert.deepEqual(texts, [text, withFees])
    // The signature of the bytes shows the same.
    assert.deepEqual(await client.signOwnership(answer(), {}), { request })
    assert.equal(await client.signOwnership({ status: 'SIGNATURE_REQUIRED' } as never, {}), undefined)
  })
})

describe('A signer with a private key', () => {
  const RAW = 'a608e2130a0a3cb34f86e757303c862bee353d9ab77ba4387ec084f881d420d4'

  test('accepts keys as the Hiero SDKs print them, and 32 bytes with their type', () => {
    const ed25519 = keySigner({ accountId: ACCOUNT, privateKey: RAW, type: 'ed25519' })
    assert.equal(
      keySigner({ accountId: ACCOUNT, privateKey: `0x302e020100300506032b657004220420${RAW}` }).publicKey,
      ed25519.publicKey,
    )
    const secp256k1 = keySigner({ accountId: ACCOUNT, privateKey: RAW, type: 'secp256k1' })
    const der = `3030020100300706052b8104000a04220420${RAW.toUpperCase()}`
    assert.equal(keySigner({ accountId: ACCOUNT, privateKey: der }).publicKey, secp256k1.publicKey)
    const wrong = [RAW, `${RAW}00`, `302e020100300506032b657004220421${RAW}`, RAW.replace('a', 'x'), '']
    for (const privateKey of wrong) assert.throws(() => keySigner({ accountId: ACCOUNT, privateKey }), RangeError)
    assert.throws(() => keySigner({ accountId: ACCOUNT, privateKey: der, type: 'ed25519' }), RangeError)
    assert.throws(
      () => keySigner({ accountId: ACCOUNT, privateKey: RAW.replace('a', 'x'), type: 'ed25519' }),
      RangeError,
    )
  })
})
