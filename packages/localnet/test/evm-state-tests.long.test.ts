import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runFixture, stateTests } from './evm/state-tests.ts'

/** A checkout of github.com/ethereum/tests. */
const FOLDER = process.env.ETHEREUM_TESTS ?? ''
const FIXTURES = join(FOLDER, 'GeneralStateTests')

/** 2^32 - 1 rounds of BLAKE2: a transaction of the ledger has the gas for 15 million. */
const LEFT_OUT = 'CALLBlake2f_MaxRounds'

describe("Ethereum's state tests since Cancun", { skip: !FOLDER || !existsSync(FIXTURES) }, () => {
  test('end in the expected state and with the expected logs', (t) => {
    const failures: string[] = []
    let cases = 0
    let leftOut = 0
    for (const [file, name, fixture] of stateTests(FIXTURES)) {
      if (name === LEFT_OUT) continue
      const result = runFixture(fixture)
      cases += result.cases
      leftOut += result.leftOut
      for (const failure of result.failures) failures.push(`${file} ${name} ${failure}`)
    }
    t.diagnostic(`${cases} cases, and ${leftOut} with more gas than the interpreter counts`)
    assert.deepEqual(failures, [])
    assert.ok(cases > 10_000 && leftOut < 100, `${cases} cases, ${leftOut} left out`)
  })
})
