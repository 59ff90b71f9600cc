import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { checkMessages, hiddenConstraints } from '../src/testing/messages.ts'
import { AccountId } from '../src/values/ids.ts'
import { expectation } from '../src/values/schema-in-words.ts'

test('The expectation is derived from the constraints, whatever the description says', () => {
  const described = { description: 'the number of metadata entries if absent' }
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
    [Type.Number({ exclusiveMinimum: 0, maximum: 87_600 }), 'a number of more than 0 and at most 87600'],
    [Type.Integer({ minimum: -5, exclusiveMaximum: 5 }), 'an integer of at least -5 and less than 5'],
    [Type.Integer({ multipleOf: 5, minimum: 0 }), 'an integer of at least 0, a multiple of 5'],
    [
      Type.String({ format: 'date-time', ...described }),
      'an ISO 8601 date-time with its time zone, such as 2030-01-01T00:00:00Z',
    ],
    [
      Type.Record(Type.String(), Type.Boolean(), { minProperties: 1, maxProperties: 9, propertyNames: AccountId }),
      'an object from 1 to 9 fields, each named by an account id, shard.realm.num, such as 0.0.1001',
    ],
    [AccountId, 'an account id, shard.realm.num, such as 0.0.1001'],
    [Type.String({ pattern: '^a+$', ...described }), 'text that matches ^a+$'],
    [Type.String({ maxLength: 9, title: 'letters', examples: ['b'] }), 'letters of at most 9 characters, such as b'],
    [Type.Object({ id: Type.Optional(AccountId), key: Type.Optional(Type.String()) }), 'an object with any of id, key'],
    [Type.Unsafe({ type: 'array', title: 'a list of keys', minItems: 1 }), 'a list of keys of at least 1 items'],
    [Type.Unsafe({ title: 'a key or a list of keys' }), 'a key or a list of keys'],
  ]
  for (const [schema, words] of expected) assert.equal(expectation(schema), words)
})

test('A constraint that a message hides is found', () => {
  const hidden = Type.Object({
    plain: Type.Array(Type.Integer({ minimum: 1, maximum: 10 }), { maxItems: 3 }),
    text: Type.String({ pattern: '^a+$', title: 'letters', examples: ['b'] }),
    any: Type.Unsafe({ minProperties: 3 }),
    tens: Type.Unsafe({ const: 10, minimum: 1 }),
    bounded: Type.Record(Type.String({ pattern: '^.{0,60}$' }), Type.Boolean()),
    both: Type.Unsafe({ allOf: [{ type: 'integer' }] }),
    same: Type.Unsafe({ type: 'string', contentEncoding: 'base64' }),
    free: Type.Object({}, { additionalProperties: Type.Unknown() }),
    named: Type.Object({}, { additionalProperties: Type.Unknown(), title: 'an object of any form' }),
  })
  assert.deepEqual(
    hiddenConstraints(hidden, 'body').map((fault) => fault.slice(0, 40)),
    [
      'body/text: "letters, such as b" has no example that matches ^a+$'.slice(0, 40),
      'body/any: "any value" lacks 3',
      'body/any: "any value" does not say what ',
      'body/tens: "10" lacks 1',
      'body/bounded: "an object" lacks ^.{0,60}',
      'body/both: no message tells of the keyword allOf'.slice(0, 40),
      'body/both: "any value" does not say what',
      'body/same: no message tells of the keyword contentEncoding'.slice(0, 40),
      'body/free: "an object" does not say what is expected'.slice(0, 40),
    ],
  )
})

test('The messages of all parts of a route are checked as it is added, headers included', () => {
  let added = (_route: object): void => assert.fail('no hook')
  checkMessages({ addHook: (_: string, hook: typeof added) => (added = hook) } as never)
  const hidden = Type.Object({ range: Type.String({ pattern: '^a+$', title: 'letters' }) })
  for (const part of ['body', 'params', 'querystring', 'headers'])
    assert.throws(
      () => added({ method: 'GET', url: '/things', schema: { [part]: hidden } }),
      /messages of GET \/things/,
    )
  added({ method: 'GET', url: '/things', schema: { params: Type.Object({}) } })
})
