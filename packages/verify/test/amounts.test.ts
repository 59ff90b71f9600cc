import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type AmountRules,
  amountInField,
  amountText,
  changeText,
  decimalsIn,
  fullAmountText,
  hbars,
  readAmount,
} from '../src/index.ts'

const EN: AmountRules = { decimals: 8, language: 'en' }
const DE: AmountRules = { decimals: 8, language: 'de' }
const ℏ = 100_000_000n
const units = (text: string, rules: AmountRules): bigint => {
  const read = readAmount(text, rules)
  return 'units' in read ? read.units : assert.fail(`${text}: ${read.fault}`)
}

describe('A typed amount', () => {
  test('is read with the separators of its language', () => {
    for (const text of ['5100', '5100.00', '5,100.00', '5,100.0', '5 100', '5’100.', '5,100.000'])
      assert.equal(units(text, EN), 5100n * ℏ, text)
    for (const text of ['1500', '1500,00', '1.500,00', '1.500,0', '1 500', '1\u202f500', "1'500"])
      assert.equal(units(text, DE), 1500n * ℏ, text)
    assert.equal(units('5,100,000', EN), 5_100_000n * ℏ)
    assert.equal(units('1.500.000', DE), 1_500_000n * ℏ)
    assert.equal(units('0.125', EN), ℏ / 8n)
    assert.equal(units('.5', EN), ℏ / 2n)
    assert.equal(units('0.00000001', EN), 1n)
    assert.equal(units('1234.125', EN), 123_412_500_000n)
  })

  test('is refused as ambiguous if it could mean a thousand times as much', () => {
    for (const [text, rules] of [
      ['5,100', EN],
      ['5.100', EN],
      ['5,100', DE],
      ['5.100', DE],
    ] as const) {
      const read = readAmount(text, rules)
      assert.ok('fault' in read && read.fault === 'ambiguous', text)
      assert.deepEqual(read.meant.toSorted(), [(ℏ * 51n) / 10n, 5100n * ℏ].toSorted(), text)
    }
    const [own] = (readAmount('1.500', DE) as { meant: bigint[] }).meant
    assert.equal(own, 1500n * ℏ)
  })

  test("is read with the other language's separator if clear, and refused as ambiguous if it may be an error", () => {
    assert.equal(units('2,5', EN), (ℏ * 5n) / 2n)
    assert.equal(units('2.5', DE), (ℏ * 5n) / 2n)
    assert.equal(units('1.234,56', EN), 123_456_000_000n)
    assert.equal(units('0,125', EN), ℏ / 8n)
    assert.deepEqual(readAmount('5,1000', EN), { fault: 'ambiguous', meant: [51_000n * ℏ, (ℏ * 51n) / 10n] })
  })

  test('is not ambiguous if the token has no such decimals', () => {
    const whole = { decimals: 0, language: 'en' }
    for (const decimals of [0, 1, 2])
      assert.equal(units('5,000', { decimals, language: 'en' }), 5000n * 10n ** BigInt(decimals))
    assert.equal(units('5,100', whole), 5100n)
    assert.deepEqual(readAmount('5.100', whole), { fault: 'tooPrecise', meant: [5100n] })
    assert.deepEqual(readAmount('12,345', { decimals: 6, language: 'en', most: 100_000_000n }), {
      fault: 'tooLarge',
      meant: [12_345_000n],
    })
  })

  test('is refused if it is not a number, too precise or too large', () => {
    const fault = (text: string, rules = EN) => (readAmount(text, rules) as { fault?: string }).fault
    for (const text of ['x', '-1', '1e3', '1,2,3', '1,00,000', '5,100,', '..', ',', '1.2.3', '٣', '0x10', '1 23'])
      assert.equal(fault(text), 'notANumber', text)
    assert.equal(fault(' '), 'empty')
    assert.equal(fault('0.000000001'), 'tooPrecise')
    assert.equal(fault('92233720368.54775808'), 'tooLarge')
    assert.equal(fault('9'.repeat(1000)), 'notANumber')
    assert.equal(fault('1', { decimals: 2 ** 31 - 1, language: 'en' }), 'notANumber')
  })

  test('is read back from every text in a field, and never as another amount in another language', () => {
    const languages = fc.constantFrom('en', 'de')
    const amounts = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 80n }),
      fc
        .tuple(fc.bigInt({ min: 0n, max: 9_999n }), fc.integer({ min: 0, max: 12 }))
        .map(([n, zeros]) => n * 10n ** BigInt(zeros)),
    )
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 20 }), languages, (amount, decimals, language) => {
        const most = 2n ** 80n
        const text = amountInField(amount, decimals, language)
        assert.deepEqual(readAmount(text, { decimals, language, most }), { units: amount })
        const elsewhere = readAmount(text, { decimals, language: language === 'en' ? 'de' : 'en', most })
        if ('units' in elsewhere) assert.equal(elsewhere.units, amount)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('A displayed amount', () => {
  test('is exact, and written in full on request', () => {
    assert.equal(amountText(123_456_789_012_345_678n, 8, 'en'), '1,234,567,890.12345678')
    assert.equal(amountText(-150_000_000n, 8, 'de'), '−1,5')
    assert.equal(changeText(7n, 0, 'en'), '+7')
    assert.equal(fullAmountText(5100n * ℏ, 8, 'en'), '5,100.00')
    assert.equal(fullAmountText(5100n, 0, 'de'), '5.100')
    assert.equal(hbars(250_000_000n), '2.50 ℏ')
  })

  test('has a bounded length, however many decimals a token has', () => {
    assert.equal(amountText(5n, 2 ** 31 - 1, 'en'), '5 × 10⁻2147483647')
    assert.equal(amountText(5_000n, 500_000_000, 'en'), '5,000 × 10⁻500000000')
  })

  test('is refused if a token cannot have such decimals', () => {
    assert.equal(decimalsIn('2'), 2)
    for (const answered of [undefined, null, '', '2x', -1, 0.5, Number.NaN, 2 ** 31, '99999999999', {}])
      assert.equal(decimalsIn(answered), undefined)
    for (const decimals of [Number.NaN, 0.5, -1, 2 ** 31])
      assert.throws(() => amountText(1n, decimals, 'en'), RangeError)
  })
})
