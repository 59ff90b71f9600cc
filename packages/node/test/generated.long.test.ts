import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inlined } from '@quorate/platform/testing'
import { loggedIn, OPERATOR, openHarness } from './harness.ts'
import { walletsOf } from './wallets.ts'

const COUNT = Number(process.env.GENERATED_REQUESTS ?? 5_000)
const SEED = Number(process.env.GENERATED_SEED ?? Date.now() % 1_000_000)
const AT_ONCE = 8
const MAX_GROWTH = 24 * 2 ** 20

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read by its paths.
type Json = any

interface Route {
  method: string
  path: string
  operation: Json
}

/** Mulberry32: the same seed gives the same requests. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const deep = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`)

const HOSTILE: unknown[] = [
  ...[
    null,
    true,
    false,
    '',
    ' ',
    '\t\n',
    '\u202e',
    '😀'.repeat(300),
    'x'.repeat(5_000),
    'x'.repeat(100_000),
    '%00',
    '\ufffd',
  ],
  ...[
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53 - 1,
    -(2 ** 53 - 1),
    '9223372036854775807',
    '9223372036854775808',
    '-1',
  ],
  ...[
    '0x',
    '0xff',
    'ff'.repeat(32),
    '00'.repeat(33),
    '30'.repeat(60),
    'AAAA',
    '====',
    `302a300506032b6570032100${'0'.repeat(64)}`,
  ],
  ...[
    '0.0.0',
    '0.0.2',
    '0.0.3',
    '0.0.98',
    '0.0.800',
    '0.0.9223372036854775807',
    '0.0.9223372036854775808',
    '1.2.3',
    '0.0.01',
    '0.0',
  ],
  ...[
    '1700000000.000000001',
    '9999999999.999999999',
    '99999999999.1',
    '2024-02-30T25:61:61Z',
    '+275760-09-13',
    '1e400',
  ],
  ...['__proto__', 'constructor', 'toString', "'; drop table node.user; --", '$(id)', '../../etc/passwd', '<script>'],
  ...['http://127.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'javascript:1', 'http://', 'HBAR'],
  ...[
    [],
    [[]],
    [null],
    [0, 0],
    ['a', 'a'],
    Array(10_000).fill('1'),
    {},
    { length: -1 },
    { toString: 1 },
    { toJSON: 'x' },
  ],
  ...[
    { key: [] },
    { threshold: 0, key: ['x'] },
    { threshold: 1e9, key: [{}] },
    { _type: 'ProtobufEncoded', key: '00' },
  ],
  ...[{ 0: 1, 1: 256 }, { 0: 1, 2: 3 }, { _code: 99 }, { id: '0.0.2' }, { type: 'dao' }, deep(20), deep(400)],
]

interface Known {
  ids: string[]
  transactions: string[]
  times: string[]
  key: string
}

/**
 * Generates values for the schemas of a description: half of them valid, the others as clients might send them anyway.
 */
function generator(next: () => number, known: Known) {
  const chance = (part: number): boolean => next() < part
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T

  function value(schema: Json, wrong: number, depth = 0): unknown {
    if (chance(wrong)) return pick(HOSTILE)
    if (!schema || depth > 8) return pick(HOSTILE)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return value(pick(options), wrong, depth + 1)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return pick(schema.enum)
    switch (schema.type) {
      case 'object':
        return object(schema, wrong, depth)
      case 'array':
        return Array.from({ length: Math.floor(next() * 4) }, () => value(schema.items, wrong, depth + 1))
      case 'integer':
      case 'number':
        return pick([schema.minimum ?? 1, (schema.minimum ?? 0) + 1, 2, 10, schema.maximum ?? 100])
      case 'boolean':
        return chance(0.5)
      case 'null':
        return null
      default:
        return text(schema)
    }
  }

  function text({ pattern = '', maxLength = 40, minLength = 0, format, description = '' }: Json): string {
    if (/transaction|@s/.test(description) || pattern.includes('@')) return pick(known.transactions)
    if (/consensus timestamp|ISO 8601/.test(description)) return pick(known.times)
    if (/key/.test(description) || minLength >= 64) return known.key
    if (/\\d.*\\\.|0-9.*\\\./.test(pattern) && !/9}\$$/.test(pattern)) return pick(known.ids)
    if (/\\d/.test(pattern)) return pick(['1700000000.000000001', '1', '123456'])
    if (/0-9a-f/i.test(pattern)) return 'ab'.repeat(64)
    if (format === 'date-time') return '2026-01-01T00:00:00Z'
    return pick(['a', 'memo', '1', ...known.ids])
      .padEnd(minLength, 'a')
      .slice(0, Math.max(1, maxLength))
  }

  function object({ properties = {}, required = [] }: Json, wrong: number, depth: number): object {
    const names = Object.keys(properties).filter((name) =>
      chance(required.includes(name) ? 0.97 : name === 'dao' ? 0.1 : 0.4),
    )
    const fields = names.map((name) => [name, value(properties[name], wrong, depth + 1)])
    if (chance(0.03)) fields.push([pick(['__proto__', 'extra', 'constructor', '']), pick(HOSTILE)])
    return Object.fromEntries(fields)
  }

  const query = (parameters: Json[], wrong: number): string => {
    const search = new URLSearchParams()
    for (const { name, in: place, schema } of parameters)
      if (place === 'query' && chance(0.4))
        for (let times = chance(0.1) ? 3 : 1; times > 0; times--)
          search.append(name, String(textOf(value(schema, wrong))).slice(0, 3_000))
    if (chance(0.02)) search.append('unknown', '1')
    const text = search.toString()
    return text && `?${text}`
  }

  return {
    chance,
    pick,
    /** Mostly valid, partly wrong, or completely wrong. */
    request({ method, path, operation }: Route) {
      const wrong = pick([0, 0, 0.1, 0.3, 0.8])
      const parameters: Json[] = operation.parameters ?? []
      const at = path.replace(/\{(\w+)\}/g, (_, name) => {
        const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
        return encodeURIComponent(String(textOf(value(schema, wrong * 0.5))).slice(0, 1_000)) || 'x'
      })
      const schema = operation.requestBody?.content?.['application/json']?.schema
      const body = schema ? written(value(schema, wrong)) : chance(0.05) ? '{"stray":1}' : undefined
      return { method, url: at + query(parameters, wrong), body }
    },
  }

  function written(body: unknown): string {
    if (chance(0.03))
      return pick(['{', '[]]', '{"a":1e999}', '{"a":12345678901234567890}', '"\\ud800"', '{"a":"\\u0000"}', ''])
    if (chance(0.005)) return JSON.stringify({ huge: 'x'.repeat(1_100_000) })
    return JSON.stringify(body) ?? ''
  }
}

const textOf = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value)

/** Existing entities, so that requests get past the first check. */
async function entities(wallets: ReturnType<typeof walletsOf>) {
  const ada = await wallets.person()
  const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
    ...{ name: 'G', symbol: 'G', initialSupply: 900 },
    ...{ adminKey: true, supplyKey: true, pauseKey: true, feeScheduleKey: true, wipeKey: true, freezeKey: true },
  })
  const art = { name: 'Art', symbol: 'A', tokenType: { _code: 1 }, supplyKey: true, wipeKey: true }
  const { tokenId: nft } = await wallets.done(ada, 'POST', '/hts/create/token', art)
  await wallets.done(ada, 'POST', `/hts/mint/nft/${nft}`, { metadata: ['1', '2'] })
  const { topicId } = await wallets.done(ada, 'POST', '/hcs', { memo: 'm' })
  const { transactionId, consensusTimestamp } = await wallets.done(ada, 'POST', `/hcs/${topicId}/message`, {
    message: 'one',
  })
  const known: Known = {
    ids: [ada.id, '0.0.1024', tokenId, nft, topicId],
    transactions: [transactionId, '0.0.2@1700000000.000000001'],
    times: [consensusTimestamp, '2026-01-01T00:00:00Z'],
    key: ada.key.publicKey.toStringDer(),
  }
  return { ada, known }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

test(`${COUNT} requests generated from the description (seed ${SEED}) meet no fault and no lack of memory`, async () => {
  const env = { SPENDING_PER_HOUR: '9000000000000', WEBHOOK_HOSTS: '127.0.0.1' }
  await using harness = await openHarness(env, {}, { mirrorTimeoutMs: 30_000 })
  const wallets = walletsOf(harness)
  const { ada, known } = await entities(wallets)
  const operator = await loggedIn(harness, OPERATOR)
  const { paths } = inlined(await (await fetch(`${harness.url}/api/docs-json`)).json())
  const routes: Route[] = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  assert.ok(routes.length >= 80, `${routes.length} routes`)
  const { request, chance, pick } = generator(random(SEED), known)
  const faults: string[] = []
  const answered = new Map<string, Set<number>>()

  async function once(route: Route): Promise<void> {
    const { method, url, body } = request(route)
    const ending = ['/auth/web3/logout', '/auth/sessions/revoke-all', '/auth/multisig/revoke']
    const endsSessions = ending.includes(route.path)
    // Otherwise the operator could delete the account that the other requests use.
    const endsAccount = method === 'DELETE' && route.path === '/accounts/{wallet}'
    const token = endsSessions ? 'none' : !endsAccount && chance(0.2) ? operator : ada.token
    const type = chance(0.02) ? pick(['text/plain', 'application/x-www-form-urlencoded', 'x']) : 'application/json'
    const response = await fetch(harness.url + url, {
      method,
      headers: {
        ...(chance(0.03) ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined || method === 'GET' ? {} : { body }),
    })
    const text = await response.text()
    const name = `${route.method} ${route.path}`
    answered.set(name, (answered.get(name) ?? new Set()).add(response.status))
    // 501 is a clear answer: the harness has no mail server.
    if (response.status < 500 || response.status === 501) return
    faults.push(
      `${method} ${url.slice(0, 300)} ${body?.slice(0, 600)} answered ${response.status} ${text.slice(0, 300)}`,
    )
  }

  async function ask(count: number): Promise<void> {
    let left = count
    const work = async () => {
      for (; left > 0 && faults.length < 20; ) {
        left--
        await once(routes[left % routes.length] as Route)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await harness.jobs.idle()
  }

  // Whatever is created once and kept is created in the first fifth of the requests.
  await ask(COUNT / 5)
  const before = heap()
  await ask((COUNT * 4) / 5)
  const growth = heap() - before
  assert.deepEqual(faults, [])
  assert.equal(answered.size, routes.length, 'every route was asked')
  const done = [...answered.values()].filter((statuses) => [...statuses].some((status) => status < 300))
  assert.ok(done.length > routes.length / 3, `only ${done.length} of ${routes.length} routes did what was asked`)
  assert.ok(growth < MAX_GROWTH, `the heap grew by ${(growth / 2 ** 20).toFixed(1)} MB`)
  if (process.env.GENERATED_REQUESTS) {
    const all = [...answered].map(([name, statuses]) => `${name}: ${[...statuses].sort().join(' ')}`)
    process.stdout.write(`heap grew by ${(growth / 2 ** 20).toFixed(1)} MB\n${all.join('\n')}\n`)
  }
  wallets.client.close()
})
