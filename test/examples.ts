/**
 * Writes `apps/quorate/src/operation-examples.json`: one exchange for each operation, as tests of the services recorded
 * it. An example that still matches the description stays, so only new and changed operations get another. Arguments
 * are the test files to record from, by default those of all services. If `RECORD_EXAMPLES` is set, no test is run and
 * the recordings in that folder are read.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  describedOperations,
  EXAMPLES,
  type Example,
  examplesNow,
  problemOf,
  WITHOUT_EXAMPLE,
} from '../apps/quorate/test/operation-examples.ts'

const SERVICES = 'packages/{node,multisig,governance,storage,health}/test/**/*.test.ts'
/** Lists are cut after this many items, or once their items have this length as JSON. */
const MAX_ITEMS = 3
const MAX_LIST = 600
const MAX_TEXT = 120
/** The number of bytes that are kept of an index-keyed object. */
const MAX_BYTES = 4

interface Candidate {
  example: Example
  cost: number
}

interface Exchange {
  operation: string
  params: Record<string, string | number>
  body?: unknown
  status: number
  type: string
  answer: unknown
}

function recordingsIn(folder: string): Exchange[] {
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

/** Replaces a value by a placeholder if its name or its form is that of a secret. */
function withoutSecrets(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (key === 'code' && /^\d{6}$/.test(value)) return '123456'
  if (key === 'secret' || (key === 'token' && value.length > 30)) return '<random text>'
  return value
    .replace(/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, '<header>.<claims>.<signature>')
    .replace(/(?<=[?&]secret=)\w+/g, '<secret>')
    .replace(/\bhttp:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://node.example.com')
}

function shortList(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    let length = 0
    return value.slice(0, MAX_ITEMS).filter((item, index) => {
      length += JSON.stringify(item).length
      return index === 0 || length <= MAX_LIST
    })
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isBytes = entries.length > MAX_BYTES && entries.every(([name], index) => name === String(index))
  return isBytes ? Object.fromEntries(entries.slice(0, MAX_BYTES)) : value
}

const shortText = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'string' || value.length <= MAX_TEXT) return value
  // Keys and signatures in hex stay whole. Base64 must stay base64: 60 characters of it are 45 bytes.
  if (/^(0x)?[0-9a-f]+$/.test(value)) return value
  return /^[A-Za-z0-9+/]+=*$/.test(value) ? value.slice(0, 60) : `${value.slice(0, 60)}…`
}

/** The exchange as an example: shortened as far as it still matches its description. */
function exampleOf({ operation, params, body, status, type, answer }: Exchange): Candidate | undefined {
  const described = operations.get(operation)
  if (!described) return undefined
  const path = Object.entries(params)
    .map(([name, value]) => [name === '*' ? 'path' : name, value] as const)
    .filter(([name]) => described.path.includes(name))
  const whole: Example = {
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(described.body && { body: mapped(body ?? {}, withoutSecrets) }),
    status,
    ...(type !== 'application/json' && { type }),
    answer: mapped(answer, withoutSecrets),
  }
  let best = whole
  for (const part of ['body', 'answer'] as const)
    for (const change of [shortList, shortText]) {
      const tried = part in best ? { ...best, [part]: mapped(best[part], change) } : best
      if (!problemOf(described, tried)) best = tried
    }
  if (problemOf(described, best)) return undefined
  const cut = JSON.stringify(whole).length - JSON.stringify(best).length
  return { example: best, cost: costOf(best) + cut / 40 }
}

/** A JSON value with each of its parts changed. */
const mapped = (value: unknown, change: (key: string, value: unknown) => unknown): unknown =>
  JSON.parse(JSON.stringify(value, change))

/** Lower is better: a good example is short, with few empty parts and many fields. */
function costOf({ body, status, answer }: Example): number {
  const text = JSON.stringify([body, answer])
  const sent = body === undefined ? 0 : JSON.stringify(body).length
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return (
    Math.max(0, text.length - 1200) / 50 +
    Math.max(0, sent - 200) / 10 +
    20 * count(/\[\]|\{\}/g) +
    8 * count(/""/g) +
    2 * count(/null/g) -
    Math.min(40, count(/":/g)) +
    (sent === 2 ? 60 : 0) +
    (JSON.stringify(answer) === '[]' ? 200 : 0) +
    // Fields for special cases.
    15 * count(/"(dao|force|isOfflineTransaction)":/g) +
    40 * count(/[^\x20-\x7e…]/g) +
    40 * count(/([^0])\1{7}/g) +
    // Names such as "x" or "A2".
    4 * count(/:"\w{1,2}"/g) +
    (status === 202 ? 15 : 0)
  )
}

const operations = await describedOperations()
const kept = await examplesNow()
for (const [operation, example] of Object.entries(kept)) {
  const described = operations.get(operation)
  if (!described || problemOf(described, example)) delete kept[operation]
}

const given = process.env.RECORD_EXAMPLES
const folder = given ?? mkdtempSync(join(tmpdir(), 'quorate-examples-'))
const runner = fileURLToPath(new URL('run.ts', import.meta.url))
const files = process.argv.length > 2 ? process.argv.slice(2) : [SERVICES]
if (given === undefined)
  spawnSync(process.execPath, [runner, ...files], {
    stdio: 'inherit',
    env: { ...process.env, RECORD_EXAMPLES: folder },
  })
const found = new Map<string, Candidate>()
for (const exchange of recordingsIn(folder)) {
  if (exchange.operation in kept || WITHOUT_EXAMPLE.includes(exchange.operation)) continue
  const candidate = exampleOf(exchange)
  const earlier = found.get(exchange.operation)
  if (candidate && (!earlier || candidate.cost < earlier.cost)) found.set(exchange.operation, candidate)
}
if (given === undefined) rmSync(folder, { recursive: true })

const all = [...operations.keys()].flatMap((operation) => {
  const example = kept[operation] ?? found.get(operation)?.example
  return example ? [[operation, example] as const] : []
})
writeFileSync(EXAMPLES, `${JSON.stringify(Object.fromEntries(all), null, 1)}\n`)
const missing = [...operations.keys()].filter(
  (operation) => !(operation in kept) && !found.has(operation) && !WITHOUT_EXAMPLE.includes(operation),
)
process.stdout.write(
  `${all.length} examples, ${found.size} of them new. Without one: ${missing.join(', ') || 'none'}\n`,
)
