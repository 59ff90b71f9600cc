import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAmount } from '@quorate/verify'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { AmountIn, AmountOut, decodeAmount, positiveAmountIn } from '../src/values/amounts.ts'

const [input, output] = [Compile(AmountIn), Compile(AmountOut)]
const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

test('An amount survives JSON in both directions, exactly', () => {
  fc.assert(
    fc.property(amount, (value) => {
      const encoded = JSON.parse(JSON.stringify(encodeAmount(value)))
      assert.equal(typeof encoded === 'number', value <= 2n ** 53n - 1n)
      assert.ok(input.Check(encoded) && output.Check(encoded))
      assert.equal(decodeAmount(encoded), value)
      assert.equal(decodeAmount(value.toString()), value)
    }),
  )
})

test('A negative amount is encoded exactly, too', () => {
  fc.assert(fc.property(amount, (value) => assert.equal(BigInt(encodeAmount(-value)), -value)))
})

test('The schema, or INVALID_AMOUNT, refuses anything that is not an amount', () => {
  const wrong = [-1, 1.5, 2 ** 53, 1e300, '-1', '1.5', '01', '1e3', '', ' 1', '0x10', '9223372036854775808', '1_000']
  for (const value of wrong) {
    assert.throws(
      () => decodeAmount(value, 'balance'),
      { code: 'INVALID_AMOUNT', message: /^balance is / },
      String(value),
    )
  }
  for (const value of [-1, 1.5, 2 ** 53, '01', '', null, true, {}, 1n]) assert.equal(input.Check(value), false)
})

test('A positive amount is anything that AmountIn accepts except 0', () => {
  const positive = Compile(positiveAmountIn('tinybars'))
  for (const zero of [0, '0', -1, '-1', '00', '']) assert.equal(positive.Check(zero), false, String(zero))
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), (value) => {
      assert.ok(positive.Check(value.toString()) && positive.Check(encodeAmount(value)))
    }),
  )
  assert.equal(positive.Check((2n ** 63n).toString()), false)
})
