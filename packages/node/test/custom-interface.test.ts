import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_MESSAGE_BYTES } from '@quorate/ledger'
import { MAX_PARTS } from '../src/model/custom-interface.ts'
import { type Guarded, openGuarded, REFUSED } from './guarded.ts'

describe('The interface of a topic', () => {
  let guarded: Guarded
  before(async () => {
    guarded = await openGuarded()
  })
  after(() => guarded[Symbol.asyncDispose]())

  const asked = (customInterface: object) => ({
    ...{ smartNodeSecurity: 'full', actionsConditions: { create: ['anyone'] } },
    customInterface,
  })

  test('accepts only keywords with bounded work', async () => {
    const { ask, ada } = guarded
    const fine = { properties: { pattern: { type: 'string' }, format: { enum: ['a'] } }, required: ['pattern'] }
    await guarded.validator(
      'consensus',
      asked({ parameters: { pattern: fine }, conditions: [{ not: { type: 'null' } }] }),
    )
    for (const schema of [
      { pattern: '(a+)+$' },
      { patternProperties: { '(a+)+$': {} } },
      { items: { format: 'email' } },
      { allOf: [{ $ref: '#' }] },
      { unevaluatedItems: { type: 'number' } },
      { unevaluatedProperties: false },
      { propertyNames: { pattern: 'a' } },
      { dependentSchemas: { a: {} } },
      { properties: { a: 5 } },
      { anyOf: {} },
      { enum: Array.from({ length: MAX_PARTS }, (_, index) => index) },
      JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`),
    ])
      for (const customInterface of [{ parameters: { a: schema } }, { parameters: {}, conditions: [schema] }]) {
        const { status, body } = await ask(ada, '/validators/consensus', asked(customInterface))
        assert.deepEqual([status, body.code], [400, 'INVALID_VALIDATOR'], JSON.stringify(schema).slice(0, 100))
      }
  })

  test('judges messages in a bounded number of steps', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const items = { allOf: Array.from({ length: 90 }, () => ({ minimum: 0 })) }
    const validatorConsensusTimestamp = await guarded.validator('consensus', asked({ parameters: { list: { items } } }))
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    await wallets.done(ben, 'POST', path, { message: JSON.stringify({ list: Array.from({ length: 50 }, () => 1) }) })
    const long = JSON.stringify({ list: Array.from({ length: 9_000 }, () => 1) })
    assert.deepEqual(await refusal(ben, path, { message: long }), REFUSED)
    const text = (length: number) => ({ message: JSON.stringify({ list: [], text: 'x'.repeat(length) }) })
    assert.deepEqual(await refusal(ben, path, text(9_000)), REFUSED)
    assert.deepEqual(
      await refusal(ben, path, { message: JSON.stringify({ list: [], ['x'.repeat(9_000)]: 1 }) }),
      REFUSED,
    )
    await wallets.done(ben, 'POST', path, text(3_000))
    const deep = `{"list":${'['.repeat(9_000)}${']'.repeat(9_000)}}`
    assert.deepEqual(await refusal(ben, path, { message: deep }), REFUSED)
    assert.deepEqual(await refusal(ben, path, { message: '{"list":[-1]}' }), REFUSED)
  })

  test('counts the characters of its own names as steps', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const items = { properties: { ['.'.repeat(3_500)]: true }, additionalProperties: true }
    const validatorConsensusTimestamp = await guarded.validator('consensus', asked({ parameters: { list: { items } } }))
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    const list = (length: number) => ({ message: JSON.stringify({ list: Array.from({ length }, () => ({ a: 0 })) }) })
    await wallets.done(ben, 'POST', path, list(100))
    assert.deepEqual(await refusal(ben, path, list(200)), REFUSED)
  })

  test('refuses a message that names a member twice, since readers may take either', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const kind = { type: 'string', enum: ['a'] }
    const validatorConsensusTimestamp = await guarded.validator('consensus', asked({ parameters: { kind } }))
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    for (const message of [
      '{"kind":"b","kind":"a"}',
      '{"kind":"a","list":[{"x":1,"x":2}]}',
      '{"k\\u0069nd":"b","kind":"a"}',
      '{"__proto__":1,"__proto__":2,"kind":"a"}',
    ])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    for (const message of ['{"kind":"a","text":"a:b\\":\\\\","list":[{"x":1},{"x":2}]}', '{"__proto__":1,"kind":"a"}'])
      await wallets.done(ben, 'POST', path, { message })
  })

  test('refuses names that differ only in case from another in the object or the interface, since some readers ignore case', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const amount = { type: 'integer', maximum: 10, multipleOf: 5 }
    const conditions = [{ anyOf: [{ properties: { pay: { properties: { sum: amount } } } }, false] }]
    const validatorConsensusTimestamp = await guarded.validator(
      'consensus',
      asked({ parameters: { amount, ma\u00dfe: amount, limit: amount }, conditions }),
    )
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    for (const message of [
      '{"amount":5,"AMOUNT":1000000}',
      '{"Amount":1000000}',
      '{"pay":{"\u017fum":1000000}}',
      '{"ma\u1e9ee":1000000}',
      '{"L\u0130mit":1000000}',
      '{"list":[{"x":1,"X":2}]}',
      '{"amount":4}',
      '{"amount":0.00000000009}',
    ])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    await wallets.done(ben, 'POST', path, { message: '{"amount":5,"pay":{"sum":10},"a":{"x":1},"b":{"X":1}}' })
  })

  test('ignores members that objects inherit, such as toString, and counts only those in the message', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const validatorConsensusTimestamp = await guarded.validator(
      'consensus',
      asked({ parameters: { valueOf: { type: 'string' } }, conditions: [{ required: ['toString'] }] }),
    )
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    for (const message of ['{}', '{"toString":1,"valueOf":1}', '{"__proto__":{"toString":1}}'])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    for (const message of ['{"toString":1}', '{"toString":1,"valueOf":"x","list":[{"__proto__":1},null]}'])
      await wallets.done(ben, 'POST', path, { message })
  })

  test('checks each chunk that reads as a message by itself, since its payer may submit only that one', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const price = { type: 'number', minimum: 0 }
    const validatorConsensusTimestamp = await guarded.validator(
      'consensus',
      asked({ parameters: { price }, conditions: [{ required: ['price'] }] }),
    )
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    /** A message whose second chunk is this object. */
    const around = (inside: object) =>
      `${'{"price":1,"list":['.padEnd(MAX_MESSAGE_BYTES)}${JSON.stringify(inside).padEnd(MAX_MESSAGE_BYTES)}]}`
    assert.deepEqual(await refusal(ben, path, { message: around({ price: -1 }) }), REFUSED)
    await wallets.done(ben, 'POST', path, { message: around({ price: 1 }) })
    // Inside a string of the whole message, a chunk of 1,024 bytes begins with a byte order mark, which readers strip.
    // By itself, the chunk is an object without a price.
    const marked = [
      '{"price":1,"list":["'.padEnd(MAX_MESSAGE_BYTES, 'x'),
      '\uFEFF{",":","}'.padEnd(MAX_MESSAGE_BYTES - 2),
      '"]}',
    ]
    assert.equal(JSON.parse(marked.join('')).price, 1)
    assert.deepEqual(await refusal(ben, path, { message: marked.join('') }), REFUSED)
    await wallets.done(ben, 'POST', path, { message: JSON.stringify({ price: 1, text: 'x'.repeat(3_000) }) })
  })

  test('must have keyword values that it can judge by, because an unknown value would let every message pass', async () => {
    const { ask, ada } = guarded
    const fine = [
      { type: ['integer', 'null'], const: null, enum: ['a', 1, true, null], required: [], uniqueItems: false },
      { minimum: -0.5, maximum: 10, minLength: 0, maxItems: 3, default: [{}], title: 5 },
      { type: 'integer', multipleOf: 5 },
    ]
    for (const schema of fine) await guarded.validator('consensus', asked({ parameters: { a: schema } }))
    for (const schema of [
      { type: 'Integer' },
      { type: 'date' },
      { type: ['string', 'bigint'] },
      { type: {} },
      { const: { x: [1] } },
      { const: [] },
      { enum: 'x' },
      { enum: [['x']] },
      { required: 'a' },
      { required: [5] },
      { maximum: '10' },
      { exclusiveMinimum: null },
      { type: 'integer', multipleOf: 0 },
      { type: 'integer', multipleOf: 0.5 },
      { type: 'number', multipleOf: 5 },
      { multipleOf: 5 },
      { maxLength: '3' },
      { minItems: -1 },
      { maxProperties: 1.5 },
      { uniqueItems: 'true' },
    ])
      for (const customInterface of [
        { parameters: { a: schema } },
        { parameters: {}, conditions: [{ not: schema }] },
      ]) {
        const { status, body } = await ask(ada, '/validators/consensus', asked(customInterface))
        assert.deepEqual([status, body.code], [400, 'INVALID_VALIDATOR'], JSON.stringify(schema))
      }
  })

  test('refuses numbers that readers may round, because they are too large or have too many digits', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const parameters = { price: { maximum: 10 }, count: { const: 9007199254740990 }, id: { type: 'integer' } }
    const validatorConsensusTimestamp = await guarded.validator('consensus', asked({ parameters }))
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    for (const message of [
      '{"price":1e999}',
      '{"price":-1e999}',
      '{"price":10.0000000000000000001}',
      '{"other":["1",1e-400]}',
      '{"count":9007199254740990.3}',
      '{"id":9007199254740993}',
      `{"id":1.${'0'.repeat(30)}1}`,
    ])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    for (const message of [
      '{"price":10.000,"count":9.007199254740990e15,"id":-0}',
      '{"price":-1e21,"other":[0.1,1E-7,123456789012345680000,0.0e999,5e-324,"1e999 \\" 1e999"]}',
    ])
      await wallets.done(ben, 'POST', path, { message })
  })
})

describe('Names in JSON from clients', () => {
  /** Names that end where the later texts have an escape. V8 14.6 then reads these names instead. */
  const primers = ['{"a":1,"amount":5,"amoun\\\\":1}', '{"montant":{"type":"string"},"quantit\\\\":{"type":"number"}}']
  let guarded: Guarded
  before(async () => {
    guarded = await openGuarded()
    for (const primer of primers) JSON.parse(primer)
  })
  after(() => guarded[Symbol.asyncDispose]())

  const rules = { smartNodeSecurity: 'full', actionsConditions: { create: ['anyone'] } }

  test('are read as written, in messages that an interface judges', async () => {
    const { ada, ben, wallets, refusal } = guarded
    const parameters = { a: { type: 'number' }, amount: { type: 'number', maximum: 10 } }
    const customInterface = { parameters, conditions: [{ required: ['a', 'amount'] }] }
    const validatorConsensusTimestamp = await guarded.validator('consensus', { ...rules, customInterface })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    for (const message of [...primers, '{"a":1,"amount":5,"b\\n":1}'])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    for (const message of ['{"a":1,"amount":5,"amoun\\u0074":1000000}', '{"a":1,"amoun\\u0074":1000000}'])
      assert.deepEqual(await refusal(ben, path, { message }), REFUSED, message)
    await wallets.done(ben, 'POST', path, { message: '{"a":1,"amoun\\u0074":5}' })
  })

  test("are read as written, in a validator's rules", async () => {
    const { ada, ben, wallets, refusal, harness } = guarded
    const post = (path: string, body: string) =>
      fetch(`${harness.url}${path}`, {
        ...{ method: 'POST', body },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` },
      })
    for (const primer of primers) {
      const answer = await post('/auth/web3/login', `{"x":${primer}}`)
      assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [400, 'NAME_NOT_PLAIN'])
    }
    // In the form that Python's json.dumps writes.
    const written = '{"parameters":{"montant":{"type":"string"},"quantit\\u00e9":{"type":"number","maximum":10}}}'
    const answer = await post(
      '/validators/consensus',
      `${JSON.stringify(rules).slice(0, -1)},"customInterface":${written}}`,
    )
    assert.equal(answer.status, 200)
    const validatorConsensusTimestamp = await answer.text()
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { validatorConsensusTimestamp })
    const path = `/hcs/${topicId}/message`
    assert.deepEqual(await refusal(ben, path, { message: '{"montant":"x","quantité":1000000}' }), REFUSED)
    await wallets.done(ben, 'POST', path, { message: '{"montant":"x","quantité":10}' })
  })
})
