/**
 * Adds the errors that tests recorded to `apps/quorate/src/operation-errors.ts`, which the descriptions of the APIs show:
 *
 *     mkdir /tmp/errors; RECORD_ERRORS=/tmp/errors npm test; npm run docs:errors -- /tmp/errors
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operationErrors } from '../apps/quorate/src/operation-errors.ts'

const FILE = fileURLToPath(new URL('../apps/quorate/src/operation-errors.ts', import.meta.url))
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder that the tests recorded into (RECORD_ERRORS)')

/** Errors that any operation may answer, and faults. */
const ANYWHERE =
  /^(VALIDATION_FAILED|UNAUTHORIZED|TOKEN_\w+|RATE_LIMITED|INTERNAL_ERROR|NOT_FOUND|INVALID_JSON|BODY_\w+)$/

interface Recorded {
  operation: string
  status: number
  code: string
  message: string
}

/** The operations that the descriptions have; tests also make others. */
const known = new Set(
  globSync(fileURLToPath(new URL('../openapi/*.json', import.meta.url))).flatMap((file) =>
    Object.entries<object>(JSON.parse(readFileSync(file, 'utf8')).paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  ),
)
const operations = structuredClone(operationErrors.operations) as Record<string, Record<number, string[]>>
const messages = { ...operationErrors.messages }
const lines = globSync(join(folder, '*.jsonl')).flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
const recorded = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded)
for (const { operation, status, code, message } of recorded) {
  if (!known.has(operation) || status >= 500 || ANYWHERE.test(code)) continue
  operations[operation] ??= {}
  const ofOperation = operations[operation]
  ofOperation[status] ??= []
  const codes = ofOperation[status]
  if (!codes.includes(code)) codes.push(code)
  messages[code] ??= message
}
const sorted = Object.fromEntries(
  Object.entries(operations)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation, codes]) => [
      operation,
      Object.fromEntries(Object.entries(codes).map(([status, list]) => [status, list.toSorted()])),
    ]),
)
const text = readFileSync(FILE, 'utf8')
const start = text.indexOf('export const operationErrors')
const table = { operations: sorted, messages: Object.fromEntries(Object.entries(messages).sort()) }
writeFileSync(FILE, `${text.slice(0, start)}export const operationErrors: OperationErrors = ${JSON.stringify(table)}\n`)
execFileSync('biome', ['check', '--write', FILE], { stdio: 'ignore' })
process.stdout.write(`${Object.keys(sorted).length} operations, ${Object.keys(messages).length} codes\n`)
