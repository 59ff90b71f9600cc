import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hiddenConstraints } from '../src/testing/messages.ts'
import { AccountId } from '../src/values/ids.ts'
import { expectation } from '../src/values/schema-in-words.ts'

test('What is expected is said by the constraints, whatever the description says', () => {
  const described = { description: 'as many as metadata, if absent' }
  const expected: [schema: Type.TSchema, words: string][] = [
    [Type.Integer({ minimum: 1, maximum: 10, ...described }), 'an integer from 1 to 10'],
    [Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], described), 'an integer of at least 1 or null'],
    [Type.String({ minLength: 1, ...described }), 'text of at least 1 character'],
    [Type.String({ minLength: 64, maxLength: 64 }), 'text of exactly 64 characters'],
    [Type.Enum(['asc', 'desc'], described), 'one of asc, desc'],
    [
      Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 10, uniqueItems: true }),
      'a list of at most 10 items without duplicates, each an integer of at least 1',
    ],
    [
      Type.Object({ _code: Type.Enum([0, 1]), note: Type.Optional(Type.String()) }),
      'an object with _code (one of 0, 1)',
    ],
    [AccountId, 'an account id, shard.realm.num, such as 0.0.1001'],
    [Type.String({ pattern: '^a+$', ...described }), 'text that matches ^a+$'],
  ]
  for (const [schema, words] of expected) assert.equal(expectation(schema), words)
})

test('A constraint that a message hides is found', () => {
  const hidden = Type.Object({
    plain: Type.Array(Type.Integer({ minimum: 1, maximum: 10 }), { maxItems: 3 }),
    text: Type.String({ pattern: '^a+$', title: 'letters', examples: ['b'] }),
    any: Type.Unsafe({ minProperties: 3 }),
  })
  assert.deepEqual(
    hiddenConstraints(hidden, 'body').map((fault) => fault.slice(0, 40)),
    [
      'body/text: "letters, such as b" has no example that matches ^a+$'.slice(0, 40),
      'body/any: nothing is said of {"minProper'.slice(0, 40),
    ],
  )
})
