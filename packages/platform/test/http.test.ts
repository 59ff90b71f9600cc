import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { AccountId, AmountIn } from '../src/index.ts'
import { type Answer, startService, type TestService } from './http-service.ts'

const isError = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.body.code, code, JSON.stringify(answer.body))
  assert.equal(answer.status, status)
  assert.equal(answer.body.statusCode, status)
  assert.equal(typeof answer.body.error, 'string')
  assert.equal(typeof answer.body.message, 'string')
  assert.match(String(answer.headers.get('x-request-id')), /./)
  assert.ok(!JSON.stringify(answer.body).includes('    at '), 'a stack is shown')
}

/** The server's answer to raw text. */
const raw = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (data) => {
      answer += data
    })
    socket.on('error', reject).on('close', () => resolve(answer))
  })

describe('A service over HTTP', () => {
  let service: TestService
  before(async () => {
    service = await startService({ RATE_LIMIT_WALLET: '0', RATE_LIMIT_ADDRESS: '0' })
  })
  after(() => service.close())

  test('answers its health, and its metrics by route', async () => {
    assert.deepEqual((await service.get('/health')).body, { status: 'ok', version: '1.0.0' })
    await service.get('/item/0.0.5')
    const { text } = (await service.get('/metrics')).body
    assert.match(
      String(text),
      /http_request_duration_seconds_count\{service="test",method="GET",route="\/item\/:id",status="200"\} 1/,
    )
    assert.match(String(text), /process_resident_memory_bytes/)
  })

  test('answers unknown paths with 404, and unknown methods of known paths with 405 and the allowed ones', async () => {
    isError(await service.get('/nowhere'), 404, 'NOT_FOUND')
    const refused = await service.get('/open?x=1', { method: 'DELETE' })
    isError(refused, 405, 'METHOD_NOT_ALLOWED')
    assert.deepEqual(refused.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD'])
    isError(await service.get('/item'), 404, 'NOT_FOUND')
  })

  test('refuses unknown parameters of a query, and names the known ones', async () => {
    const refused = await service.get('/query?limit=5&flagg=true')
    isError(refused, 400, 'VALIDATION_FAILED')
    assert.match(String(refused.body.message), /flagg is not known here: expected only limit, flag, names, serial/)
    isError(await service.get('/query?limit=1001'), 400, 'VALIDATION_FAILED')
    assert.equal((await service.get('/query?limit=1000')).status, 200)
  })

  test('refuses every parameter on a route without a query schema', async () => {
    const refused = await service.get('/open?flagg=true')
    isError(refused, 400, 'VALIDATION_FAILED')
    assert.match(String(refused.body.message), /query\/flagg is not known here: expected none/)
    isError(await service.post('/unguarded?flagg=true', {}), 400, 'VALIDATION_FAILED')
    isError(await service.get('/health?flagg=true'), 400, 'VALIDATION_FAILED')
    assert.equal((await service.get('/api/docs-json?flagg=true')).status, 200)
  })

  test("keeps a caller's plain request id and replaces any other", async () => {
    const answered = async (id: string) =>
      (await service.get('/open', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    assert.equal(await answered('trace-1.2:3'), 'trace-1.2:3')
    assert.match(String(await answered('<script>')), /^[0-9a-f-]{36}$/)
  })

  test("sends Helmet's headers with answers and errors alike", async () => {
    for (const path of ['/open', '/nowhere', '/broken']) {
      const { headers } = await service.get(path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.match(String(headers.get('content-security-policy')), /default-src 'none'/)
    }
  })

  test('hides the details of a 500, and logs them with the request id', async () => {
    const answer = await service.get('/broken', { headers: { 'x-request-id': 'find-me' } })
    isError(answer, 500, 'INTERNAL_ERROR')
    assert.ok(!JSON.stringify(answer.body).includes('swordfish'))
    const line = service.log.find(({ requestId, level }) => requestId === 'find-me' && level === 50)
    assert.match(JSON.stringify(line), /swordfish/)
  })

  test('says with a 503 when to retry', async () => {
    const answer = await service.get('/down')
    isError(answer, 503, 'MIRROR_UNAVAILABLE')
    assert.equal(answer.headers.get('retry-after'), '7')
  })

  test('names each invalid field', async () => {
    const wrong = { receiverId: '0.0.x', amount: -1, memo: 5, owners: [{ wallet: '0.0.1' }, {}] }
    const answer = await service.post('/transfer', wrong)
    isError(answer, 400, 'VALIDATION_FAILED')
    const paths = (answer.body.details as { path: string }[]).map(({ path }) => path)
    assert.deepEqual(paths.sort(), ['body/amount', 'body/memo', 'body/owners/1/wallet', 'body/receiverId'])
    assert.match(String(answer.body.message), /expected|required/)
    isError(await service.post('/transfer', '', undefined), 400, 'VALIDATION_FAILED')
    isError(await service.post('/transfer', 'null'), 400, 'VALIDATION_FAILED')
    isError(await service.post('/transfer', '[]'), 400, 'VALIDATION_FAILED')
    isError(await service.get('/item/0.0.01'), 400, 'VALIDATION_FAILED')
  })

  test('reports one fault for invalid bytes, in whichever form they are', async () => {
    const octets = (last: unknown) => [...Array(1000).fill(1), last]
    const many = (last: unknown) => ({ ...octets(last) })
    const right = { receiverId: '0.0.5', amount: 1 }
    for (const bytes of [1, 'A!', octets(256), many('x'), { ...many(1), x: 1 }, { type: 'Buffer', data: octets(-1) }]) {
      const answer = await service.post('/transfer', { ...right, bytes })
      isError(answer, 400, 'VALIDATION_FAILED')
      const [fault, ...others] = answer.body.details as { path: string; message: string }[]
      assert.deepEqual(others, [])
      assert.equal(fault?.path, 'body/bytes')
      assert.match(
        fault?.message ?? '',
        /: expected bytes as 0x hex or base64, such as 0x0a0b0c or a list, each an integer from 0 to 255/,
      )
      const { body } = await service.post('/transfer', { amount: 1, bytes: many(1) })
      const message = 'is required: expected an account id, shard.realm.num, such as 0.0.1001'
      assert.deepEqual(body.details, [{ path: 'body/receiverId', message }])
    }
    for (const bytes of ['0x0a', 'Cg', octets(255), many(0), {}, { type: 'Buffer', data: octets(0) }])
      assert.equal((await service.post('/transfer', { ...right, bytes })).status, 200)
  })

  test('says which rule a value breaks', async () => {
    const settings = Type.Object(
      { threshold: Type.Integer({ minimum: 1, maximum: 10 }) },
      { additionalProperties: false },
    )
    const body = Type.Object(
      {
        hours: Type.Number({ exclusiveMinimum: 0, maximum: 87_600 }),
        start: Type.String({ format: 'date-time' }),
        sees: Type.Record(Type.String(), Type.Boolean(), { maxProperties: 2, propertyNames: AccountId }),
        settings: Type.Union([settings, Type.Null()]),
        act: Type.Union([
          Type.Object({ type: Type.Literal('mint'), amount: Type.Integer({ minimum: 1 }) }),
          Type.Object({ type: Type.Literal('burn'), serials: Type.Array(Type.Integer(), { maxItems: 2 }) }),
        ]),
      },
      { additionalProperties: false },
    )
    await using rules = await startService({}, {}, (http) => {
      http.post('/rules', { config: { access: 'public' }, schema: { body } }, async () => ({ ok: true }))
    })
    const act = { type: 'mint', amount: 1 }
    const right = { hours: 1, start: '2030-01-01T00:00:00Z', sees: { '0.0.5': true }, settings: { threshold: 1 }, act }
    assert.equal((await rules.post('/rules', right)).status, 200)
    const names = 'each named by an account id, shard.realm.num, such as 0.0.1001'
    const cases: [wrong: object, message: string][] = [
      [{ hours: 0 }, 'body/hours is 0: expected a number of more than 0 and at most 87600'],
      [{ hours: null }, 'body/hours is null: expected a number of more than 0 and at most 87600'],
      [
        { start: 'soon' },
        'body/start is "soon": expected an ISO 8601 date-time with its time zone, such as 2030-01-01T00:00:00Z',
      ],
      [
        { sees: { '0.0.5': true, '0.0.6': true, '0.0.7': true } },
        `body/sees is an object of 3 fields: expected an object of at most 2 fields, ${names}`,
      ],
      [{ sees: { five: true } }, `body/sees has a field "five": expected an object of at most 2 fields, ${names}`],
      [{ settings: { threshold: 11 } }, 'body/settings/threshold is 11: expected an integer from 1 to 10'],
      [
        { settings: { treshold: 1, threshold: 1 } },
        'body/settings/treshold is not known here: expected only threshold',
      ],
      [{ settings: 5 }, 'body/settings is 5: expected an object with threshold or null'],
      [{ act: { type: 'mint' } }, 'body/act/amount is required: expected an integer of at least 1'],
      [
        { act: { type: 'burn', serials: [1, 2, 3] } },
        'body/act/serials is a list of 3: expected a list of at most 2 items, each an integer',
      ],
      [
        { act: { type: 'melt' } },
        'body/act is an object of 1 field: expected an object with type ("mint"), amount or an object with type ("burn"), serials',
      ],
      [{ more: 1 }, 'body/more is not known here: expected only hours, start, sees, settings, act'],
    ]
    for (const [wrong, message] of cases) {
      const answer = await rules.post('/rules', { ...right, ...wrong })
      isError(answer, 400, 'VALIDATION_FAILED')
      assert.equal(answer.body.message, message)
    }
    const { body: absent } = await rules.post('/rules', '', undefined)
    assert.equal(absent.message, 'body is missing: expected an object with hours, start, sees, settings, act')
  })

  test('fills in defaults, and never coerces a body', async () => {
    const { body } = await service.post('/transfer', { receiverId: '0.0.5', amount: '9007199254740993' })
    assert.deepEqual(body, { receiverId: '0.0.5', amount: '9007199254740993', memo: '' })
    isError(await service.post('/transfer', { receiverId: '0.0.5', amount: 1, memo: 12 }), 400, 'VALIDATION_FAILED')
  })

  test('treats null in an optional field of a body as absent, unless null has a meaning there', async () => {
    const Form = Type.Object({
      amount: AmountIn,
      name: Type.Optional(Type.String()),
      memo: Type.String({ default: 'none' }),
      until: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      free: Type.Optional(Type.Unknown()),
      owners: Type.Optional(Type.Array(Type.Object({ wallet: AccountId, name: Type.Optional(Type.String()) }))),
      either: Type.Optional(
        Type.Union([
          Type.Object({ act: Type.Literal('a'), note: Type.Optional(Type.String()) }),
          Type.Object({ act: Type.Literal('b'), note: Type.Union([Type.String(), Type.Null()]) }),
        ]),
      ),
    })
    await using forms = await startService({}, {}, (http) => {
      http.post('/form', { schema: { body: Form }, config: { access: 'public' } }, (request) => request.body)
    })
    const answered = async (body: object) => {
      const answer = await forms.post('/form', body)
      assert.equal(answer.status, 200, String(answer.body.message))
      return answer.body
    }
    const rest = { amount: '1', memo: 'none' }
    assert.deepEqual(await answered({ amount: '1', name: null, memo: null, owners: null, either: null }), rest)
    assert.deepEqual(await answered({ amount: '1', name: null, until: null, free: null }), {
      ...rest,
      until: null,
      free: null,
    })
    const inside = { owners: [{ wallet: '0.0.5', name: null }, { wallet: '0.0.6' }], either: { act: 'a', note: null } }
    assert.deepEqual(await answered({ amount: '1', ...inside }), {
      ...rest,
      owners: [{ wallet: '0.0.5' }, { wallet: '0.0.6' }],
      either: { act: 'a' },
    })
    const kept = { ...rest, name: 'x', either: { act: 'b', note: null } }
    assert.deepEqual(await answered(kept), kept)
    const refused = await forms.post('/form', { amount: null, name: null, owners: [null] })
    isError(refused, 400, 'VALIDATION_FAILED')
    const paths = (refused.body.details as { path: string }[]).map(({ path }) => path)
    assert.deepEqual(paths.sort(), ['body/amount', 'body/owners/0'])
    isError(
      await forms.post('/form', { amount: '1', unknown: null, owners: [{ wallet: null }] }),
      400,
      'VALIDATION_FAILED',
    )
  })

  test('asks for a string if a JSON integer is beyond 2^53', async () => {
    const answer = await service.post('/transfer', '{"receiverId":"0.0.5","amount":9007199254740993}')
    isError(answer, 400, 'INTEGER_TOO_LARGE')
    assert.match(String(answer.body.message), /body\/amount.*string/)
    const forms = ['1e19', '9.007199254740993e15', '9.007199254740993E+15', '-0.9007199254740993e16', '1e400']
    for (const number of forms) isError(await service.post('/unguarded', `{"a":[${number}]}`), 400, 'INTEGER_TOO_LARGE')
    const fine = '{"a":[9.007199254740991e15,1.5e3,1e-7,"1e400"]}'
    assert.deepEqual((await service.post('/unguarded', fine)).body, { body: JSON.parse(fine) })
  })

  test('reads queries exactly', async () => {
    assert.deepEqual((await service.get('/query?flag=true&names=a,b&serial=9007199254740993')).body, {
      limit: 100,
      flag: true,
      names: ['a', 'b'],
      serial: '9007199254740993',
    })
    assert.deepEqual((await service.get('/query?limit=7&names=a&names=b')).body, { limit: 7, names: ['a', 'b'] })
    for (const limit of ['0', '1.5', '1e1', 'ten', '0x1', '', '1001', '1&limit=2']) {
      isError(await service.get(`/query?limit=${limit}`), 400, 'VALIDATION_FAILED')
    }
  })

  test('refuses broken bodies with a code', async () => {
    const refused: [body: string, status: number, code: string][] = [
      ['{"a":', 400, 'INVALID_JSON'],
      ['{"__proto__":{"admin":true}}', 400, 'INVALID_JSON'],
      [`{"a":"${'x'.repeat(1024 * 1024)}"}`, 413, 'BODY_TOO_LARGE'],
      ['{"a":"\\u0000"}', 400, 'INVALID_TEXT'],
      ['{"a":["\\ud800"]}', 400, 'INVALID_TEXT'],
      ['{"\\u0000":1}', 400, 'NAME_NOT_PLAIN'],
      ['{"\\ud800":1}', 400, 'INVALID_TEXT'],
      ['{"a":{"b\\"":1}}', 400, 'NAME_NOT_PLAIN'],
      ['{"\\u005f_proto__":{"admin":true}}', 400, 'INVALID_JSON'],
      ['{"a\\"":', 400, 'INVALID_JSON'],
      ['{"a":"\u0000"}', 400, 'INVALID_JSON'],
    ]
    for (const [body, status, code] of refused) isError(await service.post('/unguarded', body), status, code)
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.from([0x22, ...bytes, 0x22])
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      isError(await service.get('/unguarded', init), 400, 'INVALID_UTF8')
    }
    const fine = '{"a":"\\\\u0000 and \\ud83d\\ude00"}'
    assert.deepEqual((await service.post('/unguarded', fine)).body, { body: JSON.parse(fine) })
    assert.equal(
      (await service.post('/unguarded', `${'['.repeat(20_000)}9007199254740993${']'.repeat(20_000)}`)).status,
      400,
    )
  })

  test('accepts only JSON, and treats an empty body as none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
      const answer = await service.post('/unguarded', 'a=1', undefined, { 'content-type': type })
      isError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
      assert.match(String(answer.body.message), /Send JSON, with Content-Type: application\/json$/)
    }
    assert.deepEqual((await service.post('/unguarded', '')).body, { body: null })
  })

  test('refuses addresses that are not text', async () => {
    isError(await service.get('/item/%zz'), 400, 'INVALID_URL')
    isError(await service.get('/item/%ff%fe'), 400, 'INVALID_URL')
    isError(await service.get('/item/0.0.5%00'), 400, 'INVALID_URL')
    isError(await service.get('/query?names=%00'), 400, 'INVALID_URL')
    isError(await service.get(`/item/${'9'.repeat(5000)}`), 414, 'URL_TOO_LONG')
  })

  test('answers requests that are not HTTP with an error, too', async () => {
    assert.match(await raw(service.port, 'nonsense\r\n\r\n'), /^HTTP\/1\.1 400 .*"code":"BROKEN_REQUEST"/s)
    const huge = `GET / HTTP/1.1\r\nHost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`
    assert.match(await raw(service.port, huge), /^HTTP\/1\.1 431 .*"code":"HEADERS_TOO_LARGE"/s)
  })

  test('describes itself in OpenAPI 3.1, with errors and access', async () => {
    const { body } = await service.get('/api/docs-json')
    const paths = body.paths as Record<
      string,
      Record<string, { security: unknown; responses: Record<string, unknown>; tags?: string[] }>
    >
    assert.equal(body.openapi, '3.1.0')
    assert.deepEqual(paths['/write']?.post?.security, [{ bearer: [] }, { cookie: [] }])
    assert.deepEqual(paths['/maybe']?.get?.security, [{}, { bearer: [] }, { cookie: [] }])
    assert.deepEqual(paths['/transfer']?.post?.tags, ['transfers'])
    for (const operations of Object.values(paths)) {
      for (const { responses } of Object.values(operations)) {
        assert.match(JSON.stringify(responses['4XX']), /#\/components\/schemas\/Error/)
        assert.match(JSON.stringify(responses['5XX']), /#\/components\/schemas\/Error/)
      }
    }
    const components = body.components as { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
    assert.ok(components.schemas.Error && components.securitySchemes.bearer)
  })

  test('answers its description as YAML, the same as the JSON, and its documentation files with a tag', async () => {
    const [json, yaml] = [await fetch(`${service.url}/api/docs-json`), await fetch(`${service.url}/api/docs/yaml`)]
    assert.equal(yaml.headers.get('content-type'), 'application/yaml')
    assert.equal(await yaml.text(), await json.text())
    const url = `${service.url}/api/docs/static/swagger-ui-bundle.js`
    const file = await fetch(url)
    assert.equal(file.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(Number(file.headers.get('content-length')), (await file.bytes()).length)
    const tag = String(file.headers.get('etag'))
    assert.match(tag, /^"[\w-]{43}"$/)
    assert.equal((await fetch(url, { headers: { 'if-none-match': tag } })).status, 304)
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 200)
    assert.equal((await service.get('/api/docs/static/..%2fpackage.json')).status, 404)
  })

  test('sends its documentation with a content policy that lets it work', async () => {
    const page = await service.get('/api/docs/')
    assert.match(String(page.body.text), /swagger-ui/)
    const policy = String(page.headers.get('content-security-policy'))
    assert.match(policy, /script-src 'self'/)
    assert.ok(!policy.includes('upgrade-insecure-requests'))
    const inline = [...String(page.body.text).matchAll(/<script(?![^>]*src)[^>]*>[^<]+/g)]
    assert.equal(inline.length, 0, 'an inline script would be refused')
    for (const [, source] of String(page.body.text).matchAll(/(?:src|href)="([^"]+)"/g)) {
      assert.equal((await fetch(new URL(String(source), `${service.url}/api/docs/`))).status, 200, String(source))
    }
  })
})

test('Browsers of configured origins may call, and others may not', async () => {
  await using service = await startService({ CORS_ORIGINS: 'https://app.example' })
  const preflight = (origin: string) =>
    service.get('/write', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
  assert.equal(
    (await preflight('https://app.example')).headers.get('access-control-allow-origin'),
    'https://app.example',
  )
  const { headers } = await service.get('/open', { headers: { origin: 'https://app.example' } })
  const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? []
  for (const name of ['allow', 'content-range', 'etag', 'idempotency-replayed', 'ratelimit-reset'])
    assert.ok(exposed.includes(name), name)
  assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null)
})

test('A close answers accepted requests, refuses later ones, and then resolves', async () => {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const service = await startService({}, {}, (http) => {
    http.get('/slow', async () => {
      started.resolve()
      await finish.promise
      return { slow: true }
    })
  })
  await service.get('/open')
  const slow = service.get('/slow')
  await started.promise
  const closed = service.close()
  while (service.http.server.listening) await new Promise(setImmediate)
  const last = await service.get('/open')
  assert.equal(last.headers.get('connection'), 'close', 'a connection that was open gets a last answer')
  await assert.rejects(service.get('/open'))
  finish.resolve()
  assert.deepEqual((await slow).body, { slow: true })
  await closed
})

test('Once a stop is announced, health answers 503, while requests are served and their connections end', async () => {
  await using service = await startService()
  assert.equal((await service.get('/open')).headers.get('connection'), 'keep-alive')
  service.http.announceStop()
  isError(await service.get('/health'), 503, 'STOPPING')
  const served = await service.get('/open')
  assert.deepEqual([served.status, served.headers.get('connection')], [200, 'close'])
})
