import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { Bytes, decodeBytes, encodeBytes, hasFormOfBytes } from '../src/values/bytes.ts'

const schema = Compile(Bytes)
const hex = (bytes: Uint8Array): string => `0x${bytes.toHex()}`

test('Every accepted form of the same bytes passes the schema and decodes to them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      fc.pre(!encodeBytes(bytes).startsWith('0x'))
      const forms: unknown[] = [
        hex(bytes),
        `0x${bytes.toHex().toUpperCase()}`,
        encodeBytes(bytes),
        encodeBytes(bytes).replace(/=+$/, ''),
        Buffer.from(bytes).toString('base64url'),
        [...bytes],
        JSON.parse(JSON.stringify(bytes)),
        JSON.parse(JSON.stringify(Buffer.from(bytes))),
      ]
      for (const form of forms) {
        assert.ok(schema.Check(form) && hasFormOfBytes(form), JSON.stringify(form))
        assert.deepEqual(decodeBytes(form), bytes)
      }
    }),
  )
})

test('Whatever passes the schema is decoded or refused as INVALID_BYTES, and causes no other error', () => {
  const alphabet = fc.constantFrom(...'0x19afAFgzZ+/-_= \n')
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: alphabet }),
    fc.array(fc.integer({ min: -2, max: 257 })),
    fc.dictionary(fc.constantFrom('0', '1', '2', '01', 'type'), fc.integer({ min: -1, max: 256 })),
    fc.record({ type: fc.constantFrom('Buffer', 'buffer'), data: fc.array(fc.integer({ min: -1, max: 256 })) }),
  )
  fc.assert(
    fc.property(anything, (value) => {
      const passes = schema.Check(value)
      assert.equal(hasFormOfBytes(value), passes, JSON.stringify(value))
      try {
        decodeBytes(value)
        assert.ok(passes, `decoded although the schema refuses it: ${JSON.stringify(value)}`)
      } catch (error) {
        assert.equal((error as { code: string }).code, 'INVALID_BYTES')
      }
    }),
    { numRuns: 2000 },
  )
})

test('Each value has one canonical text, and other texts are refused', () => {
  for (const text of ['0x1', '0xabc', 'AQJ=', 'AQ==A', 'A', '====', 'AQ=', 'A Q==']) {
    assert.throws(
      () => decodeBytes(text, 'signature'),
      { code: 'INVALID_BYTES', message: /^signature is not bytes/ },
      text,
    )
  }
  assert.throws(() => decodeBytes({ 0: 1, 2: 1 }), { code: 'INVALID_BYTES' })
})

test("Text that begins with 0x and is not hex is refused, naming the field, unless it is a signature's base64", () => {
  for (const text of ['0xg1', '0xzz112233', `0x${'ab'.repeat(63)}aO`, `0x${'0'.repeat(130)}z`, '0xAB-_AA'])
    assert.throws(
      () => decodeBytes(text, 'signature'),
      { code: 'INVALID_BYTES', message: /^signature is not bytes/ },
      text,
    )
  assert.deepEqual(decodeBytes('0xAB-_AA', 'content', { isContent: true }), Uint8Array.fromBase64('0xAB+/AA'))
})

test('Base64 of a signature that begins with 0x by chance is not read as hex', () => {
  const bytes = new Uint8Array(64).fill(0xff).with(0, 0xd3).with(1, 0x1f)
  assert.match(encodeBytes(bytes), /^0x/)
  assert.deepEqual(decodeBytes(encodeBytes(bytes)), bytes)
})
