import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorsOfAnyOperation } from '../../../test/recorded-errors.ts'
import { operationErrors } from '../src/operation-errors.ts'

const packages = fileURLToPath(new URL('../../../packages/', import.meta.url))
/** Why a job failed, which its answer says (`GET /snapshots/{jobId}`). */
const OF_JOBS = ['SNAPSHOT_TOO_LARGE']
/** What makes an error that clients see, with its code. */
const MADE =
  /\b(?:badRequest|forbidden|notFound|conflict|gone|tooLarge|unprocessable|unauthorized|tooMany|unavailable|new ApiError)\(\s*(?:\d{3},\s*)?'([A-Z][A-Z0-9_]+)'/g

test('Each error code in the sources is named by an operation, or stands among those of any operation in docs/api.md', async () => {
  const named = new Set([
    ...errorsOfAnyOperation(),
    ...OF_JOBS,
    ...Object.values(operationErrors.operations).flatMap((statuses) => Object.values(statuses).flat()),
  ])
  const unnamed = new Map<string, string>()
  for (const file of globSync(`${packages}{platform,ledger,node,multisig,governance,storage,health}/src/**/*.ts`)) {
    if (file.includes('/platform/src/testing/')) continue
    for (const [, code = ''] of (await readFile(file, 'utf8')).matchAll(MADE))
      if (!named.has(code)) unnamed.set(code, file.slice(packages.length))
  }
  assert.deepEqual([...unnamed], [])
})
