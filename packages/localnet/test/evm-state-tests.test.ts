import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runFixture, stateTests } from './evm/state-tests.ts'

/** A checkout of github.com/ethereum/tests. */
const FOLDER = process.env.ETHEREUM_TESTS ?? ''
const FIXTURES = join(FOLDER, 'GeneralStateTests')

/**
 * The tests that the interpreter does not take part in. They have more gas than any transaction of this ledger, and than
 * a number counts exactly, or run for minutes on purpose.
 */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([['VMTests/vmPerformance/loopMul.json', 'has 2^63 - 1 gas']])

describe("Ethereum's state tests since Cancun", { skip: !FOLDER || !existsSync(FIXTURES) }, () => {
  test('end in the expected state and with the expected logs', () => {
    const failures: string[] = []
    let cases = 0
    for (const [file, name, fixture] of stateTests(FIXTURES)) {
      if (LEFT_OUT.has(file)) continue
      const result = runFixture(fixture)
      cases += result.cases
      for (const failure of result.failures) failures.push(`${file} ${name} ${failure}`)
    }
    assert.deepEqual(failures, [])
    assert.ok(cases > 10_000, `only ${cases} cases`)
  })
})
