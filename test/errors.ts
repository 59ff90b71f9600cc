/**
 * Adds the errors that tests recorded to `apps/quorate/src/operation-errors.ts`, which the descriptions of the APIs
 * show: `npm run docs:errors -- <folder>`. A test run that answers others names the folder.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operationErrors } from '../apps/quorate/src/operation-errors.ts'
import { unnamedErrors } from './recorded-errors.ts'

const FILE = fileURLToPath(new URL('../apps/quorate/src/operation-errors.ts', import.meta.url))
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder that the tests recorded into')

const operations = structuredClone(operationErrors.operations) as Record<string, Record<number, string[]>>
const messages = { ...operationErrors.messages }
for (const { operation, status, code, message } of unnamedErrors(folder)) {
  operations[operation] ??= {}
  const ofOperation = operations[operation]
  ofOperation[status] ??= []
  ofOperation[status].push(code)
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
