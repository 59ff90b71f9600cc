import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_MESSAGE_BYTES } from '@quorate/ledger'
import { limits } from '../src/limits.ts'
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

  test('is made of keywords whose work is bounded', async () => {
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
      { enum: Array.from({ length: limits.maxInterfaceParts.value }, (_, index) => index) },
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

  test('is satisfied by no message that names a member twice, as its readers may take either', async () => {
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

  test('is satisfied by each chunk that reads as a message by itself, as its payer may submit that one alone', async () => {
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
    // Inside a string of the whole, a chunk of 1,024 bytes begins with a byte order mark, which readers strip: alone it is an object without a price.
    const marked = [
      '{"price":1,"list":["'.padEnd(MAX_MESSAGE_BYTES, 'x'),
      '\uFEFF{",":","}'.padEnd(MAX_MESSAGE_BYTES - 2),
      '"]}',
    ]
    assert.equal(JSON.parse(marked.join('')).price, 1)
    assert.deepEqual(await refusal(ben, path, { message: marked.join('') }), REFUSED)
    await wallets.done(ben, 'POST', path, { message: JSON.stringify({ price: 1, text: 'x'.repeat(3_000) }) })
  })
})
