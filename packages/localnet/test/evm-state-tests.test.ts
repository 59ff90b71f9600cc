import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runFixture, stateTests } from './evm/state-tests.ts'

/** A checkout of github.com/ethereum/tests. */
const FOLDER = process.env.ETHEREUM_TESTS ?? ''
const FIXTURES = join(FOLDER, 'GeneralStateTests')

describe("Ethereum's state tests since Cancun", { skip: !FOLDER || !existsSync(FIXTURES) }, () => {
  test('end in the expected state and with the expected logs', () => {
    const failures: string[] = []
    let cases = 0
    let leftOut = 0
    for (const [file, name, fixture] of stateTests(FIXTURES)) {
      const result = runFixture(fixture)
      cases += result.cases
      leftOut += result.leftOut
      for (const failure of result.failures) failures.push(`${file} ${name} ${failure}`)
    }
    assert.deepEqual(failures, [])
    assert.ok(cases > 10_000 && leftOut < 100, `${cases} cases, ${leftOut} left out`)
  })
})
