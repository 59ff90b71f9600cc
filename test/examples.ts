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
} from '../apps/quorate/test/operation-examples.ts'

const SERVICES = 'packages/{node,multisig,governance,storage,health}/test/**/*.test.ts'
const MAX_ITEMS = 2
const MAX_TEXT = 120

interface Exchange {
  operation: string
  params: Record<string, string>
  body?: unknown
  status: number
  type: string
  answer: unknown
}

function recordingsIn(folder: string): Exchange[] {
  const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  return lines.filter(Boolean).map((line) => JSON.parse(line))
}

/** What tests recorded, without what is random, secret or belongs to this machine. */
function plainText(text: string): string {
  return text
    .replace(/\beyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, '<header>.<claims>.<signature>')
    .replace(/\bhttp:\/\/(127\.0\.0\.1|localhost)(:\d+)?/g, 'https://node.example.com')
}

/** The value with its texts and lists as these functions make them. */
function mapped(value: unknown, text: (one: string) => string, list: (items: unknown[]) => unknown[]): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return list(value).map((item) => mapped(item, text, list))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, text, list)]))
}

const same = <Value>(value: Value): Value => value
const shortList = (items: unknown[]): unknown[] => items.slice(0, MAX_ITEMS)
const shortText = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT / 2)}…` : text)

/** The exchange as an example: shortened as far as it still matches its description. */
function exampleOf({ operation, params, body, status, type, answer }: Exchange): Example | undefined {
  const described = operations.get(operation)
  if (!described) return undefined
  const path = Object.entries(params).filter(([name]) => described.path.includes(name))
  const whole: Example = {
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(described.body && body !== undefined && { body: mapped(body, plainText, same) }),
    status,
    ...(type !== 'application/json' && { type }),
    answer: mapped(answer, plainText, same),
  }
  const shorter = (
    part: 'body' | 'answer',
    from: Example,
    ...to: Parameters<typeof mapped> extends [unknown, ...infer Rest] ? Rest : never
  ): Example => (part in from ? { ...from, [part]: mapped(from[part], ...to) } : from)
  let best = whole
  for (const part of ['body', 'answer'] as const)
    for (const [text, list] of [
      [same<string>, shortList],
      [shortText, same<unknown[]>],
    ] as const) {
      const tried = shorter(part, best, text, list)
      if (!problemOf(described, tried)) best = tried
    }
  return problemOf(described, best) ? undefined : best
}

/** The lower, the better an example reads: short, with few empty parts, and with many fields. */
function cost({ body, status, answer }: Example): number {
  const text = JSON.stringify([body, answer])
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  return (
    Math.max(0, text.length - 1200) / 50 +
    20 * count(/\[\]|\{\}/g) +
    3 * count(/null|""/g) -
    Math.min(40, count(/":/g)) +
    (body !== undefined && Object.keys(body as object).length === 0 ? 60 : 0) +
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
const found = new Map<string, Example>()
for (const exchange of recordingsIn(folder)) {
  if (exchange.operation in kept) continue
  const example = exampleOf(exchange)
  const earlier = found.get(exchange.operation)
  if (example && (!earlier || cost(example) < cost(earlier))) found.set(exchange.operation, example)
}
if (given === undefined) rmSync(folder, { recursive: true })

const all = [...operations.keys()].flatMap((operation) => {
  const example = kept[operation] ?? found.get(operation)
  return example ? [[operation, example] as const] : []
})
writeFileSync(EXAMPLES, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
const missing = [...operations.keys()].filter((operation) => !(operation in kept) && !found.has(operation))
process.stdout.write(
  `${all.length} examples, ${found.size} of them new. Without one: ${missing.join(', ') || 'none'}\n`,
)
