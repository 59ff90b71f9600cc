import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from '../src/backup/pairing.ts'

const id = '0190b5a4-0000-7000-8000-000000000001'

test('A ledger and its database match at whatever point a process may have died, and are refused otherwise', () => {
  for (const mark of [1, 7, 1_000_000])
    for (let ahead = -5; ahead <= 5; ahead++) {
      const refusal = refusalOf({ id, mark }, { id, mark: mark + ahead })
      if (ahead < 0) assert.match(refusal ?? '', /ledger .* is an older copy/)
      else if (ahead > 2) assert.match(refusal ?? '', /database is an older copy/)
      else assert.equal(refusal, undefined)
    }
})

test('Another ledger is refused, and one used with another database, but not an installation without marks', () => {
  assert.match(refusalOf({ id, mark: 1 }, { id: 'another', mark: 1 }) ?? '', /different ledger/)
  assert.match(refusalOf(undefined, { id, mark: 9 }) ?? '', /different database/)
  assert.equal(refusalOf(undefined, { id, mark: 1 }), undefined)
})
