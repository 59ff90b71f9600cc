import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { silentLogger } from '../src/base/logger.ts'
import { testTokens } from '../src/testing/tokens.ts'
import { followRevocations, type RevocationList } from '../src/tokens/follow-revocations.ts'
import { makeKeySet } from '../src/tokens/key-set.ts'
import { remoteKeySet } from '../src/tokens/remote-key-set.ts'
import { createTokenVerifier } from '../src/tokens/tokens.ts'
import { movableClock } from './http-service.ts'

const someone = { walletId: '0.0.1001', publicKey: 'ab', role: 'user', chain: 'hedera:devnet', app: 'shop' } as const

/** A node that answers `answer()` as JSON, or 500 if that throws. */
async function node(answer: (url: string) => unknown) {
  const server = createServer((request, response) => {
    try {
      response.end(JSON.stringify(answer(request.url ?? '')))
    } catch {
      response.writeHead(500).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, [Symbol.dispose]: () => void server.close().closeAllConnections() }
}

test('A token identifies its session until it expires or is revoked', async () => {
  const clock = movableClock()
  const { privateKey } = generateKeyPairSync('ed25519')
  const { keys, issue } = await makeKeySet(privateKey, clock)
  const verifier = createTokenVerifier({ keys, clock })
  const { token, session } = await issue(someone)
  assert.equal(verifier.recall(token), undefined)
  assert.deepEqual(await verifier.verify(token), {
    ...someone,
    tokenId: session.tokenId,
    expiresAt: clock.now() + 3_600_000,
  })
  assert.deepEqual(verifier.recall(token), session)
  const heard: string[] = []
  verifier.onRevoked((tokenId) => heard.push(tokenId))
  for (let times = 0; times < 2; times++) verifier.revoke(session.tokenId, session.expiresAt)
  assert.deepEqual(heard, [session.tokenId])
  await assert.rejects(verifier.verify(token), { statusCode: 401, code: 'TOKEN_REVOKED' })
  clock.advance(3_600_000)
  await assert.rejects(verifier.verify(token), { statusCode: 401, code: 'TOKEN_EXPIRED' })
})

test('Tokens of another key, another issuer, another algorithm or with claims missing are refused', async () => {
  const clock = movableClock()
  const { privateKey } = generateKeyPairSync('ed25519')
  const { keys } = await makeKeySet(privateKey, clock)
  const verifier = createTokenVerifier({ keys, clock })
  const exp = clock.now() / 1000 + 60
  const claims = { sub: '0.0.1', publicKey: 'ab', role: 'user', chain: 'hedera:devnet', app: '', jti: 'x', exp }
  const sign = (payload: object, issuer = 'quorate') =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'EdDSA' }).setIssuer(issuer).sign(privateKey)
  await verifier.verify(await sign(claims))
  const { exp: _, ...endless } = claims
  const wrong = [
    await sign(claims, 'somebody'),
    await sign({ ...claims, role: 'admin' }),
    await sign({ ...claims, sub: undefined }),
    await sign(endless),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuer('quorate').sign(Buffer.alloc(32)),
    await (await testTokens(clock)).issue(),
  ]
  for (const token of wrong) await assert.rejects(verifier.verify(token), { statusCode: 401, code: 'TOKEN_INVALID' })
})

test('A key set is read over HTTP, and an unreadable one causes a 503, not a refusal', async () => {
  const clock = movableClock()
  const { jwks, issue } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  let down = true
  using server = await node(() => {
    if (down) throw new Error('down')
    return jwks
  })
  const keys = remoteKeySet([server.url], { cooldownMs: 0 })
  const verifier = createTokenVerifier({ keys, clock })
  const { token } = await issue(someone)
  await assert.rejects(verifier.verify(token), { statusCode: 503, code: 'KEY_SET_UNAVAILABLE' })
  const unreachable = createTokenVerifier({ keys: remoteKeySet(['http://127.0.0.1:1']), clock })
  await assert.rejects(unreachable.verify(token), { statusCode: 503 })
  down = false
  assert.equal((await verifier.verify(token)).walletId, '0.0.1001')
})

test('A key set with too many bytes or keys is not read, and tokens are verified again once it is valid', async () => {
  const clock = movableClock()
  const { jwks, issue } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  const others = Array.from({ length: 100 }, (_, kid) => ({ ...jwks.keys[0], kid: String(kid) }))
  const large = { ...jwks, padding: 'x'.repeat(65_536) }
  let answer: object = large
  using server = await node(() => answer)
  const verifier = createTokenVerifier({ keys: remoteKeySet([server.url]), clock })
  const { token } = await issue(someone)
  for (answer of [large, { keys: [...others, ...jwks.keys] }, { keys: 'none' }])
    await assert.rejects(verifier.verify(token), {
      statusCode: 503,
      code: 'KEY_SET_UNAVAILABLE',
      message: /answered 200 without a set of at most 100 keys in 65536 bytes/,
    })
  answer = jwks
  assert.equal((await verifier.verify(token)).walletId, '0.0.1001')
})

test('Revocations are read when a token is first seen, and not again', async () => {
  const clock = movableClock()
  const { keys, issue } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  const asked: string[] = []
  const isRevoked = async (tokenId: string) => asked.push(tokenId) > 1
  const verifier = createTokenVerifier({ keys, clock, isRevoked })
  const [one, two] = [await issue({ ...someone, tokenId: 'one' }), await issue({ ...someone, tokenId: 'two' })]
  for (let times = 0; times < 2; times++) await verifier.verify(one.token)
  await assert.rejects(verifier.verify(two.token), { code: 'TOKEN_REVOKED' })
  assert.deepEqual(asked, ['one', 'two'])
})

test('Logouts are still followed after a node answered invalid times', async () => {
  const { verifier } = await testTokens()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const timestamp = '2026-01-01T00:10:00.000Z'
  const wrong = [
    { timestamp: 'yesterday', expiresAt },
    { timestamp: '+275760-09-13T00:00:00.000Z', expiresAt },
    { timestamp, expiresAt: 'never' },
  ]
  let asked = 0
  using server = await node((): RevocationList => {
    const times = wrong[asked++] ?? { timestamp, expiresAt }
    return { revocations: [{ tokenId: `token-${asked}`, expiresAt: times.expiresAt }], timestamp: times.timestamp }
  })
  const heard = new Promise<string>((resolve) => verifier.onRevoked(resolve))
  const follower = followRevocations(verifier, { urls: [server.url], everyMs: 1, logger: silentLogger })
  assert.equal(await heard, `token-${wrong.length + 1}`)
  await follower.close()
})

test('An endless list of revocations counts as unread, and is read again from its start', async () => {
  const { verifier } = await testTokens()
  const begun: string[] = []
  const again = Promise.withResolvers<void>()
  using server = await node((url): RevocationList => {
    if (!url.includes('after')) begun.push(url)
    if (begun.length === 2) again.resolve()
    return { revocations: [], timestamp: '2026-01-01T00:10:00.000Z', next: '/auth/revocations?since=x&after=y' }
  })
  const follower = followRevocations(verifier, { urls: [server.url], everyMs: 1, logger: silentLogger })
  let isReady = false
  void follower.ready.then(() => {
    isReady = true
  })
  await again.promise
  assert.deepEqual([isReady, begun[1]], [false, begun[0]])
  await follower.close()
})

test('Logouts at the node are followed, even through an outage', async () => {
  const { verifier } = await testTokens()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const asked: string[] = []
  using server = await node((url): RevocationList => {
    asked.push(url)
    if (asked.length === 2) throw new Error('down')
    return { revocations: [{ tokenId: `token-${asked.length}`, expiresAt }], timestamp: '2026-01-01T00:10:00.000Z' }
  })
  const seen: string[] = []
  const third = new Promise<void>((resolve) => {
    verifier.onRevoked((tokenId) => {
      seen.push(tokenId)
      if (tokenId === 'token-3') resolve()
    })
  })
  const follower = followRevocations(verifier, { urls: [server.url], everyMs: 1, logger: silentLogger })
  await follower.ready
  assert.deepEqual(seen, ['token-1'])
  await third
  await follower.close()
  assert.deepEqual(asked.slice(0, 3), [
    '/auth/revocations?since=1970-01-01T00:00:00.000Z',
    '/auth/revocations?since=2026-01-01T00:09:00.000Z',
    '/auth/revocations?since=2026-01-01T00:09:00.000Z',
  ])
})

test('If one of several nodes is down, another one supplies the keys and the logouts', async () => {
  const clock = movableClock()
  const { jwks, issue } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const down = new Set(['first'])
  const asked: string[] = []
  const answering = (name: string) => (url: string) => {
    asked.push(name)
    if (down.has(name)) throw new Error('down')
    if (!url.startsWith('/auth/revocations')) return jwks
    return { revocations: [{ tokenId: `told by ${name}`, expiresAt }], timestamp: '2026-01-01T00:10:00.000Z' }
  }
  using first = await node(answering('first'))
  using second = await node(answering('second'))
  const urls = [first.url, second.url]

  const keys = remoteKeySet(urls, { cooldownMs: 0 })
  const verifier = createTokenVerifier({ keys, clock })
  assert.equal((await verifier.verify((await issue(someone)).token)).walletId, someone.walletId)
  await verifier.verify((await issue(someone)).token)
  assert.deepEqual(asked, ['first', 'second'], 'who has answered is asked first, and is asked once')
  const { issue: issueElsewhere } = await makeKeySet(generateKeyPairSync('ed25519').privateKey, clock)
  await assert.rejects(verifier.verify((await issueElsewhere(someone)).token), { statusCode: 401 })

  const { promise: changed, resolve } = Promise.withResolvers<void>()
  verifier.onRevoked((tokenId) => {
    if (tokenId === 'told by first') return resolve()
    down.delete('first')
    down.add('second')
  })
  const follower = followRevocations(verifier, { urls, everyMs: 1, logger: silentLogger })
  await changed
  await follower.close()
})
