import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { movableClock, startService, type TestService } from './http-service.ts'

describe('Access', () => {
  const clock = movableClock()
  let service: TestService
  before(async () => {
    service = await startService(
      { RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0', CORS_ORIGINS: 'https://app.example' },
      { clock },
    )
  })
  after(() => service.close())

  const mine = (headers: Record<string, string> = {}) => service.get('/mine', { headers })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('needs a token for a session, and for every write that does not declare otherwise', async () => {
    const anonymous = [await mine(), await service.post('/write', {}), await service.get('/mine', { method: 'HEAD' })]
    for (const { status, headers } of anonymous) {
      assert.equal(status, 401)
      assert.equal(headers.get('www-authenticate'), 'Bearer')
    }
    assert.equal(anonymous[0]?.body.code, 'UNAUTHORIZED')
    assert.equal((await service.get('/open')).status, 200)
    assert.equal((await service.post('/unguarded', {})).status, 200)
  })

  test('is decided before the body is read', async () => {
    assert.equal((await service.post('/write', '{"broken')).status, 401)
  })

  test('lets a valid token in, the first time and every time after', async () => {
    const token = await service.tokens.issue({ walletId: '0.0.7' })
    for (let times = 0; times < 3; times++) assert.deepEqual((await mine(bearer(token))).body, { wallet: '0.0.7' })
    assert.deepEqual((await mine({ authorization: `bearer ${token}` })).body, { wallet: '0.0.7' })
  })

  test('ends with the token, even for one that was let in before', async () => {
    const token = await service.tokens.issue({ lifetimeMs: 60_000 })
    assert.equal((await mine(bearer(token))).status, 200)
    clock.advance(60_000)
    assert.equal((await mine(bearer(token))).body.code, 'TOKEN_EXPIRED')
  })

  test('ends with a revocation at once', async () => {
    const token = await service.tokens.issue({ tokenId: 'gone' })
    assert.equal((await mine(bearer(token))).status, 200)
    service.tokens.verifier.revoke('gone', clock.now() + 1000)
    assert.equal((await mine(bearer(token))).body.code, 'TOKEN_REVOKED')
  })

  test('refuses tokens that are not ours', async () => {
    const token = await service.tokens.issue()
    const [head, claims, signature] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    const flipped = `${head}.${claims}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`
    for (const forged of [unsigned, flipped, 'x.y.z', `${token}x`]) {
      assert.equal((await mine(bearer(forged))).body.code, 'TOKEN_INVALID')
    }
    for (const authorization of ['Basic abc', 'Bearer', token, `Bearer ${token} x`, `Bearer ${token}, Bearer x`])
      assert.equal((await mine({ authorization })).body.code, 'UNAUTHORIZED')
  })

  test('is optional if a route says so, but a wrong Bearer token is refused', async () => {
    const maybe = (headers: Record<string, string> = {}) => service.get('/maybe', { headers })
    assert.deepEqual((await maybe()).body, { wallet: null })
    assert.deepEqual((await maybe(bearer(await service.tokens.issue()))).body, { wallet: '0.0.1001' })
    assert.equal((await maybe(bearer('x.y.z'))).status, 401)
    assert.deepEqual((await maybe({ cookie: 'quorate_session=x.y.z' })).body, { wallet: null })
  })

  test('Access with a scope is valid only on the routes that declare it', async () => {
    const token = await service.tokens.issue({ scope: 'ipfs:upload' })
    const upload = await service.post('/upload', {}, token)
    assert.deepEqual([upload.status, upload.body], [200, { wallet: '0.0.1001' }])
    // Also the second time, when the token is cached.
    for (const path of ['/mine', '/maybe', '/mine', '/maybe']) {
      const { status, body } = await service.get(path, { headers: bearer(token) })
      assert.deepEqual([status, body.code], [403, 'TOKEN_SCOPE'], path)
    }
    assert.equal((await service.post('/write', {}, token)).status, 403)
    assert.equal((await service.post('/upload', {}, await service.tokens.issue())).status, 200)
    const cookie = `quorate_session=${token}`
    assert.deepEqual((await service.get('/maybe', { headers: { cookie } })).body, { wallet: null })
    assert.equal((await mine({ cookie })).body.code, 'TOKEN_SCOPE')
  })

  test('accepts the cookie of a request without a Bearer token', async () => {
    const cookie = `a=b; quorate_session=${await service.tokens.issue()}; c=d`
    assert.equal((await mine({ cookie })).status, 200)
    assert.equal((await mine({ cookie: 'quorate_session=x.y.z' })).body.code, 'TOKEN_INVALID')
    assert.equal((await mine({ cookie: 'not_quorate_session=x' })).body.code, 'UNAUTHORIZED')
  })

  test('lets a cookie write only from our own origin or a configured one, as JSON', async () => {
    const cookie = `quorate_session=${await service.tokens.issue()}`
    const write = async (headers: Record<string, string>) =>
      (await service.post('/write', {}, undefined, { cookie, ...headers })).status
    assert.equal(await write({}), 200)
    assert.equal(await write({ origin: service.url }), 200)
    assert.equal(await write({ origin: 'https://app.example' }), 200)
    assert.equal(await write({ origin: 'https://evil.example' }), 403)
    assert.equal(await write({ origin: service.url.replace('http:', 'https:') }), 403, 'another scheme')
    assert.equal(await write({ origin: 'null' }), 403)
    assert.equal(await write({ 'content-type': 'text/plain' }), 403)
    const bearerToo = bearer(await service.tokens.issue())
    assert.equal(await write({ origin: 'https://evil.example', ...bearerToo }), 200)
  })
})

test('A form with the cookie must come from exactly our own origin, to a route that takes forms', async () => {
  await using service = await startService({ CORS_ORIGINS: 'https://app.example' }, {}, async (http) => {
    await http.register(async (scope) => {
      scope.addContentTypeParser('multipart/form-data', (_request, body, done) => {
        body.resume().once('end', () => done(null))
      })
      scope.post('/form', { config: { takes: 'multipart/form-data' } }, ({ session }) => ({ wallet: session.walletId }))
      scope.post('/json', ({ session }) => ({ wallet: session.walletId }))
    })
  })
  const cookie = `quorate_session=${await service.tokens.issue()}`
  const send = async (path: string, headers: Record<string, string>) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body } = await service.post(path, '--x--', undefined, { ...type, ...headers })
    return status === 200 ? 200 : body.code
  }
  const { url: origin } = service
  assert.equal(await send('/form', { cookie, origin }), 200)
  assert.equal(await send('/form', { cookie, origin, 'sec-fetch-site': 'same-origin' }), 200)
  const refused: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://evil.example' },
    { origin: 'https://app.example' },
    { origin: origin.replace('127.0.0.1', 'localhost') },
    { origin: origin.replace('http:', 'https:') },
    { origin: `${origin}0` },
    { origin: `${origin}, ${origin}` },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    ...['cross-site', 'same-site', 'none'].map((site) => ({ origin, 'sec-fetch-site': site })),
    { origin, 'content-type': 'text/plain' },
    { origin, 'content-type': 'application/x-www-form-urlencoded' },
    { origin, 'content-type': 'multipart/form-datax; boundary=x' },
  ]
  for (const headers of refused)
    assert.equal(await send('/form', { cookie, ...headers }), 'CROSS_SITE_REFUSED', JSON.stringify(headers))
  assert.equal(await send('/json', { cookie, origin }), 'CROSS_SITE_REFUSED')
  assert.equal(await send('/form', { origin }), 'UNAUTHORIZED')
  const authorization = `Bearer ${await service.tokens.issue()}`
  assert.equal(await send('/form', { authorization, cookie, origin: 'https://evil.example' }), 200)
})

test('A form with the cookie of a service behind TLS comes from our origin over TLS', async () => {
  await using service = await startService({}, { secureCookies: true }, (http) => {
    http.addContentTypeParser('multipart/form-data', (_request, body, done) => {
      body.resume().once('end', () => done(null))
    })
    http.post('/form', { config: { takes: 'multipart/form-data' } }, ({ session }) => ({ wallet: session.walletId }))
  })
  const cookie = `__Host-quorate_session=${await service.tokens.issue()}`
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const send = async (origin: string) =>
    (await service.post('/form', '--x--', undefined, { ...type, cookie, origin })).status
  assert.equal(await send(service.url), 403)
  assert.equal(await send(service.url.replace('http:', 'https:')), 200)
})

test('A cookie of a service behind TLS writes from its own origin over TLS, not over plain HTTP', async () => {
  await using service = await startService({}, { secureCookies: true })
  const cookie = `__Host-quorate_session=${await service.tokens.issue()}`
  const write = async (origin: string) => (await service.post('/write', {}, undefined, { cookie, origin })).status
  assert.equal(await write(service.url), 403)
  assert.equal(await write(service.url.replace('http:', 'https:')), 200)
})

test('Answers to a session are not cacheable unless the route says so', async () => {
  await using service = await startService({ CORS_ORIGINS: 'https://app.example' }, {}, (http) => {
    http.get('/kept', { config: { access: 'optional' } }, (_request, reply) =>
      reply.header('cache-control', 'private, max-age=60').send({}),
    )
  })
  const authorization = `Bearer ${await service.tokens.issue()}`
  const caching = async (path: string, headers: Record<string, string> = {}) => {
    const { headers: answered } = await service.get(path, { headers })
    return [answered.get('cache-control'), answered.get('vary')]
  }
  const vary = 'Origin, Authorization, Cookie'
  for (const path of ['/mine', '/maybe'])
    for (const headers of [{}, { authorization }, { authorization: 'Bearer x.y.z' }])
      assert.deepEqual(await caching(path, headers), ['private, no-store', vary])
  assert.deepEqual(await caching('/kept', { authorization }), ['private, max-age=60', vary])
  assert.deepEqual(await caching('/open', { authorization }), [null, 'Origin'])
})

test('A service may require a session for reads, too, but its health and documentation stay public', async () => {
  await using service = await startService({}, { reads: 'session' })
  assert.equal((await service.get('/open')).status, 401)
  for (const path of ['/health', '/metrics', '/api/docs', '/api/docs-json'])
    assert.equal((await service.get(path)).status, 200, path)
})
