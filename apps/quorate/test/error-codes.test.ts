import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describedErrors, errorsOfAnyOperation } from '../../../test/recorded-errors.ts'
import { errorExamples } from '../src/generate/error-examples.ts'

const packages = fileURLToPath(new URL('../../../packages/', import.meta.url))
/** Reasons for failed jobs, which are in a job's answer (`GET /snapshots/{jobId}`). */
const OF_JOBS = ['SNAPSHOT_TOO_LARGE']
/** Why a member of the network does not sign: signed by it, in its answer (`POST /smart-node/dkg/shares`). */
const OF_MEMBERS = ['NONCE_UNKNOWN', 'SIGNING_REFUSED']
/** Matches code that makes an error for clients, with its code. */
const MADE =
  /\b(?:badRequest|forbidden|notFound|conflict|gone|tooLarge|unprocessable|unauthorized|tooMany|unavailable|new ApiError)\(\s*(?:\d{3},\s*)?'([A-Z][A-Z0-9_]+)'/g

const described = new Set([...describedErrors().values()].flatMap((statuses) => [...statuses.values()].flat()))

test('Each error code is declared by a route, or listed in docs/reference/api.md for every operation', async () => {
  const named = new Set([...errorsOfAnyOperation(), ...OF_JOBS, ...OF_MEMBERS, ...described])
  const unnamed = new Map<string, string>()
  for (const file of globSync(`${packages}{platform,ledger,node,multisig,governance,storage,health}/src/**/*.ts`)) {
    if (file.includes('/platform/src/testing/')) continue
    for (const [, code = ''] of (await readFile(file, 'utf8')).matchAll(MADE))
      if (!named.has(code)) unnamed.set(code, file.slice(packages.length))
  }
  assert.deepEqual([...unnamed], [])
})

test('Each error code that a route declares has an example message, and each example has such a code', () => {
  const declared = [...described].filter((code) => !errorsOfAnyOperation().has(code))
  assert.deepEqual(
    declared.filter((code) => !(code in errorExamples)),
    [],
  )
  assert.deepEqual(
    Object.keys(errorExamples).filter((code) => !described.has(code)),
    [],
  )
})
