/**
 * Hostile HTTP requests for every route, generated from the services' OpenAPI descriptions: each starts from a request
 * that the route would take, and one part of it is too long, too deep, too many, or of a shape that is slow to read.
 */
import type { Entrance } from './platform.ts'

export interface Input {
  /** Says what is hostile about it: with the seed, enough to send it again. */
  name: string
  entrance: Entrance
  method: string
  path: string
  headers: Record<string, string | string[]>
  /** Made when it is sent, since many are large. */
  body?: () => string | Buffer
  /** Whether it is sent with a session. */
  hasSession: boolean
}

/** The parts of an OpenAPI description that matter here. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
interface Operation {
  parameters?: { name: string; in: 'path' | 'query' | 'header' | 'cookie'; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  format?: string
}

export type Random = (below: number) => number

/** Mulberry32: the same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

interface Hostile {
  name: string
  text: () => string
}

/** What a text is made of that is slow to read where somebody was careless. */
const UNITS = [
  ...[
    '=',
    '/',
    '9',
    '0',
    '1',
    'A',
    'z',
    ' ',
    '\t',
    '\n',
    '-',
    '.',
    ',',
    ';',
    '%',
    '"',
    '\\',
    "'",
    '&',
    '?',
    '#',
    '+',
    '*',
  ],
  ...[
    '<!---->',
    '<',
    '\\"',
    ';a="\\"',
    '0.',
    '0.0.',
    '0x',
    'gte:',
    '%25',
    '&a=',
    '../',
    '{"a":',
    '[',
    '\u200d',
    '\u202e',
    'é',
    '\u0301',
    '💣',
  ],
]

/** One of a list. */
const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

const sized = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length))
const inBytes = (length: number): string => (length < 1000 ? `${length} B` : `${Math.round(length / 1000)} kB`)

function hostileText(random: Random, largest: number): Hostile {
  const unit = oneOf(random, UNITS)
  const length = Math.ceil(largest / oneOf(random, [1, 1, 4, 16, 60]))
  const prefix = oneOf(random, ['', '', '0x', '0.0.', 'Qm', 'bafy', 'data:'])
  const suffix = oneOf(random, ['', '', '!', '\u0000', '0', '"'])
  return {
    name: `${JSON.stringify(prefix)} + ${JSON.stringify(unit)} up to ${inBytes(length)} + ${JSON.stringify(suffix)}`,
    text: () => prefix + sized(unit, length) + suffix,
  }
}

/** JSON values that are too much, as text: some could not be written by `JSON.stringify`. */
const JSON_VALUES: Hostile[] = [
  ...[60, 2_000, 30_000, 250_000].flatMap((depth) => [
    { name: `arrays nested ${depth} deep`, text: () => '['.repeat(depth) + ']'.repeat(depth) },
    { name: `objects nested ${depth} deep`, text: () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` },
  ]),
  ...[1_000, 19_000, 400_000].flatMap((count) => [
    { name: `${count} numbers`, text: () => `[${'0,'.repeat(count - 1)}0]` },
    { name: `${count} empty objects`, text: () => `[${'{},'.repeat(count / 2)}{}]` },
    { name: `${count} empty texts`, text: () => `[${'"",'.repeat(count / 2)}""]` },
  ]),
  ...[1_000, 4_000, 60_000].flatMap((count) => [
    { name: `${count} keys`, text: () => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}` },
    { name: `bytes by index, ${count}`, text: () => `{${Array.from({ length: count }, (_, i) => `"${i}":1`).join()}}` },
    { name: `one key ${count} times`, text: () => `{${'"a":0,'.repeat(count)}"a":1}` },
    {
      name: `${count} account ids`,
      text: () => JSON.stringify(Array.from({ length: count }, (_, i) => `0.0.${1000 + i}`)),
    },
    {
      name: `${count / 10} signature pairs`,
      text: () =>
        JSON.stringify(
          Array.from({ length: count / 10 }, () => ({ publicKey: 'ab'.repeat(32), signature: '00'.repeat(64) })),
        ),
    },
  ]),
  // Sixteen digits, so that what is no exact number is looked for.
  ...[25_000, 120_000].map((length) => ({
    name: `18,000 values under a name of ${length} characters`,
    text: () => `{"${'n'.repeat(length)}":["0000000000000000",${'1,'.repeat(18_000)}1]}`,
  })),
  { name: 'an integer of 100,000 digits', text: () => '9'.repeat(100_000) },
  { name: 'a fraction of 100,000 digits', text: () => `0.${'9'.repeat(100_000)}` },
  { name: '1e400', text: () => '1e400' },
  { name: 'null', text: () => 'null' },
  { name: '__proto__', text: () => '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}' },
  { name: '$ref to itself', text: () => '{"$ref":"#","allOf":[{"$ref":"#"}],"unevaluatedItems":false}' },
  {
    name: 'a schema of nested alternatives',
    text: () => {
      let schema = '{"type":"string","pattern":"^(a+)+$"}'
      for (let depth = 0; depth < 12; depth++) schema = `{"anyOf":[${schema},${schema}]}`
      return schema
    },
  },
  {
    name: 'unevaluatedItems, nested',
    text: () => `${'{"allOf":[{"items":true}],"unevaluatedItems":'.repeat(200)}false${'}'.repeat(200)}`,
  },
]

const jsonText = ({ name, text }: Hostile): Hostile => ({ name, text: () => JSON.stringify(text()) })

const HEADERS: ((random: Random) => [string, string])[] = [
  (random) => ['authorization', `Bearer ${hostileText(random, 12_000).text()}`],
  () => ['authorization', `Bearer ${'a.'.repeat(6_000)}`],
  (random) => ['cookie', hostileText(random, 12_000).text()],
  () => ['cookie', 'a=b;'.repeat(3_000)],
  (random) => ['content-type', `multipart/form-data; boundary=${hostileText(random, 12_000).text()}`],
  () => ['content-type', `multipart/form-data${';a="\\"'.repeat(2_000)}`],
  () => ['content-type', `application/json${';'.repeat(12_000)}`],
  () => ['content-type', `application/${' '.repeat(12_000)}json`],
  () => ['accept', '*/*;q=0.1,'.repeat(1_200)],
  () => ['accept-encoding', 'gzip;q=0.001,'.repeat(900)],
  () => ['accept-language', 'a-'.repeat(6_000)],
  () => ['range', `bytes=${'0-0,'.repeat(3_000)}0-0`],
  () => ['range', `bytes=${'9'.repeat(12_000)}-`],
  () => ['if-none-match', '"a",'.repeat(3_000)],
  () => ['if-none-match', 'W/'.repeat(6_000)],
  (random) => ['idempotency-key', hostileText(random, 12_000).text()],
  () => ['origin', `http://${'a.'.repeat(6_000)}`],
  () => ['x-forwarded-for', '1.1.1.1,'.repeat(1_500)],
  () => ['x-forwarded-for', ':'.repeat(12_000)],
  () => ['host', `${'a.'.repeat(6_000)}:80`],
  () => ['referer', `${'/'.repeat(12_000)}`],
  () => ['transfer-encoding', `${'chunked,'.repeat(1_000)}chunked`],
]

/** What HTTP allows in a header, so that Node's client sends it. */
const headerText = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, 'x')

const EXAMPLES = [
  ...['0.0.1022', '0.0.1023', '1', '0', '123456', 'a', 'hedera:devnet', 'owner', 'asc', 'true', 'YES'],
  ...[
    '2030-01-01T00:00:00Z',
    '1700000000.000000000',
    '0.0.1022@1700000000.000000000',
    'aa'.repeat(32),
    'aa'.repeat(64),
  ],
  ...['00000000-0000-4000-8000-000000000000', 'https://example.com/a', 'AAAA', `0x${'00'.repeat(64)}`],
  ...['bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'],
]

/** A value that the schema takes, as far as that is easy. */
function exampleOf(schema: Schema | undefined, described: Description, depth = 0): unknown {
  if (!schema || depth > 6) return 'a'
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return exampleOf(described.components?.schemas?.[name], described, depth + 1)
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (first && !schema.properties) return exampleOf(first, described, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, of]) => [name, exampleOf(of, described, depth + 1)]),
    )
  if (type === 'array')
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
      exampleOf(schema.items, described, depth + 1),
    )
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return textFor(schema)
}

function textFor({ pattern, minLength = 0, maxLength = 1e9, format }: Schema): string {
  if (format === 'date-time') return '2030-01-01T00:00:00Z'
  const expression = pattern ? new RegExp(pattern, 'u') : /(?:)/
  const fits = (text: string) => expression.test(text) && text.length >= minLength && text.length <= maxLength
  return EXAMPLES.find(fits) ?? 'a'.repeat(Math.min(maxLength, Math.max(1, minLength)))
}

/** The JSON of `example` with one of its values, chosen at random, in another's place. */
function withReplaced(example: unknown, random: Random, value: Hostile): Hostile {
  const places: (string | number)[][] = []
  const walk = (at: unknown, path: (string | number)[]) => {
    places.push(path)
    if (Array.isArray(at)) for (const [index, one] of at.entries()) walk(one, [...path, index])
    else if (typeof at === 'object' && at !== null)
      for (const [key, one] of Object.entries(at)) walk(one, [...path, key])
  }
  walk(example, [])
  const place = oneOf(random, places)
  const mark = '@@hostile@@'
  const marked = (at: unknown, path: (string | number)[]): unknown => {
    const [next, ...rest] = path
    if (next === undefined) return mark
    if (Array.isArray(at)) return at.map((one, index) => (index === next ? marked(one, rest) : one))
    return { ...(at as object), [next]: marked((at as Record<string, unknown>)[next], rest) }
  }
  const [head = '', tail = ''] = JSON.stringify(marked(example, place)).split(`"${mark}"`)
  return { name: `${value.name} as ${place.join('.') || 'the body'}`, text: () => head + value.text() + tail }
}

/** A few hostile requests for each route of a service, others for each seed. */
export function inputsFor(entrance: Entrance, described: Description, random: Random, each: number): Input[] {
  return Object.entries(described.paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      Array.from({ length: each }, () => inputFor({ entrance, template, method, operation, described, random })),
    ),
  )
}

interface Making {
  entrance: Entrance
  template: string
  method: string
  operation: Operation
  described: Description
  random: Random
}

function inputFor(making: Making): Input {
  const { entrance, template, method, operation, described, random } = making
  const { parameters = [], requestBody } = operation
  const body = requestBody?.content['application/json']
  const isForm = requestBody?.content['multipart/form-data'] !== undefined
  const hasPathParameter = template.includes('{')
  const ways = [
    'header',
    'query',
    ...(hasPathParameter ? ['path', 'path'] : []),
    ...(parameters.some((one) => one.in === 'query') ? ['parameter', 'parameter', 'parameter'] : []),
    ...(requestBody ? ['json', 'json', 'field', 'field', 'field', 'field'] : []),
    ...(isForm ? ['form', 'form', 'form', 'form', 'form', 'form'] : []),
  ]
  const way = oneOf(random, ways)
  const pathHostile = way === 'path' ? hostileText(random, 8_000) : undefined
  const path = template.replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    pathHostile
      ? encodeURIComponent(pathHostile.text()).slice(0, 9_000)
      : encodeURIComponent(String(exampleOf(parameters.find((one) => one.name === name)?.schema, described))),
  )
  const input: Input = {
    name: `${method.toUpperCase()} ${template} of ${entrance}`,
    entrance,
    method: method.toUpperCase(),
    path,
    headers: {},
    hasSession: random(3) > 0,
  }
  const example = body ? exampleOf(body.schema, described) : {}
  if (requestBody) {
    input.headers['content-type'] = 'application/json'
    input.body = () => JSON.stringify(example)
  }
  const called = (what: string): Input => ({ ...input, name: `${input.name}: ${what}` })
  if (way === 'header') {
    const [name, value] = oneOf(random, HEADERS)(random)
    input.headers[name] = headerText(value)
    return called(`header ${name} of ${inBytes(value.length)}, ${JSON.stringify(value.slice(0, 40))} ...`)
  }
  if (way === 'query' || way === 'parameter') {
    const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
    const name = way === 'query' ? 'unknown' : oneOf(random, known)
    if (random(3) === 0) {
      const value = encodeURIComponent(exampleText(parameters.find((one) => one.name === name)?.schema, described))
      const count = Math.floor(12_000 / (name.length + value.length + 2))
      input.path += `?${`${name}=${value}&`.repeat(count)}`
      return called(`query parameter ${name} ${count} times`)
    }
    const value = hostileText(random, 8_000)
    input.path += `?${name}=${encodeURIComponent(value.text()).slice(0, 12_000)}`
    return called(`query parameter ${name}: ${value.name}`)
  }
  if (way === 'path') return called(`path: ${pathHostile?.name}`)
  if (way === 'form') {
    const { name, type, text } = hostileForm(random)
    input.headers['content-type'] = type
    input.body = text
    return called(`form: ${name}`)
  }
  const value =
    way === 'field' && random(2)
      ? jsonText(hostileText(random, oneOf(random, [50_000, 150_000, 900_000])))
      : oneOf(random, JSON_VALUES)
  const replaced = way === 'json' ? value : withReplaced(example, random, value)
  input.body = replaced.text
  return called(`body: ${replaced.name}`)
}

const exampleText = (schema: Schema | undefined, described: Description): string => String(exampleOf(schema, described))

/** Forms (RFC 7578) whose headers or boundaries are slow to read. */
function hostileForm(random: Random): Hostile & { type: string } {
  const boundary = oneOf(random, ['b', '-'.repeat(60), 'a'.repeat(69)])
  const part = (header: string, content: string) => `--${boundary}\r\n${header}\r\n\r\n${content}\r\n`
  const file = 'Content-Disposition: form-data; name="file"; filename="a"'
  const end = `--${boundary}--\r\n`
  const filler = hostileText(random, 900_000)
  const forms: Hostile[] = [
    { name: 'parameters without end', text: () => part(`${file}${';a="\\"'.repeat(10_000)}`, 'x') + end },
    { name: 'backslashes', text: () => part(`${file}; x="${'\\'.repeat(60_000)}`, 'x') + end },
    { name: 'a folded header', text: () => part(`${file}${'\r\n '.repeat(20_000)}`, 'x') + end },
    { name: '10,000 headers', text: () => part(`${file}${'\r\na: b'.repeat(10_000)}`, 'x') + end },
    { name: '20,000 parts', text: () => part('Content-Disposition: form-data; name="a"', 'x').repeat(20_000) + end },
    {
      name: 'what is nearly the boundary',
      text: () => part(file, `\r\n--${boundary.slice(0, -1)}`.repeat(20_000)) + end,
    },
    { name: 'line ends', text: () => part(file, '\r\n'.repeat(400_000)) + end },
    { name: 'dashes', text: () => part(file, '\r\n--'.repeat(200_000)) + end },
    { name: `a file of ${filler.name}`, text: () => part(file, filler.text()) + end },
    {
      name: `a name of ${filler.name}`,
      text: () => part(`Content-Disposition: form-data; name="file"; filename="${filler.text()}"`, 'x') + end,
    },
    { name: `filename* of ${filler.name}`, text: () => part(`${file}; filename*=utf-8'${filler.text()}`, 'x') + end },
    { name: 'no end', text: () => part(file, 'x'.repeat(500_000)) },
    { name: 'a preamble', text: () => `${'-'.repeat(900_000)}\r\n${part(file, 'x')}${end}` },
  ]
  const form = oneOf(random, forms)
  return { ...form, type: `multipart/form-data; boundary=${boundary}` }
}
