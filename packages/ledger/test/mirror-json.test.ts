/** Tests reading the mirror's JSON, against values that are generated together with their text. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseJson } from '@quorate/platform'
import { parseDecimal, parseExact } from '@quorate/verify/recount'
import fc from 'fast-check'

type Keep = (digits: string) => unknown
/** JSON text and its value; `keep` makes the values of integers beyond 2^53. */
interface Written {
  text: string
  value: (keep: Keep) => unknown
}
const constant = (text: string): Written => ({ text, value: () => JSON.parse(text) })

const oneOrMore = (...digits: [number, number][]) =>
  fc.oneof(
    ...digits.map(([minLength, maxLength]) => fc.stringMatching(new RegExp(`^[0-9]{${minLength},${maxLength}}$`))),
  )
const digits = oneOrMore([1, 4], [14, 21])
const edge = fc.constantFrom('0', '9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807')
const integer = fc.oneof(
  edge,
  digits.map((text) => text.replace(/^0+(?=\d)/, '')),
)
const sign = fc.constantFrom('', '-')
const fraction = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  digits.map((text) => `.${text}`),
)
const exponent = fc.constantFrom('', '', '', '', 'e0', 'E3', 'e+20', 'E-16', 'e400')
const number = fc.tuple(sign, integer, fraction, exponent).map((parts) => parts.join(''))
const isInteger = (text: string): boolean => /^-?\d{1,19}$/.test(text)
const written = number.map(
  (text): Written => ({
    text,
    value: (keep) => (isInteger(text) && !Number.isSafeInteger(Number(text)) ? keep(text) : Number(text)),
  }),
)
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ')

const escaped = fc.constantFrom('\\"', '\\\\', '\\n', '\\u0031', '\\/', '\\\\\\"')
const punctuation = fc.constantFrom(',', ':', ' ', '[', ']', '}', '{"a":', '-', 'é', '💥', '\u2028')
const inString = fc.oneof(
  escaped,
  punctuation.map((text) => text.replaceAll('"', '\\"')),
  number,
)
const string = fc.array(inString, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`)
/**
 * V8 14.6 confuses a name that ends with an escape with one that ends with a backslash, if it has read such a name
 * before.
 */
const name = fc.oneof(
  fc.constantFrom('"a"', '"b"', '"0"', '"toString"'),
  string.filter((text) => !text.includes('\\')),
)

const { json } = fc.letrec<{ json: Written }>((tie) => {
  const item = fc
    .tuple(space, tie('json'), space)
    .map(([before, { text, value }, after]): Written => ({ text: before + text + after, value }))
  const member = fc.record({ before: space, key: name, after: space, item })
  const object = fc.array(member, { maxLength: 5 }).map(
    (all): Written => ({
      text: `{${all.map(({ before, key, after, item }) => `${before}${key}${after}:${item.text}`)}}`,
      value: (keep) => Object.fromEntries(all.map(({ key, item }) => [JSON.parse(key), item.value(keep)])),
    }),
  )
  const array = fc.array(item, { maxLength: 5 }).map(
    (items): Written => ({
      text: `[${items.map(({ text }) => text)}]`,
      value: (keep) => items.map(({ value }) => value(keep)),
    }),
  )
  return {
    json: fc.oneof(
      { maxDepth: 5 },
      { weight: 3, arbitrary: written },
      { weight: 2, arbitrary: string.map(constant) },
      { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null', '[]', '{}').map(constant) },
      { weight: 3, arbitrary: array },
      { weight: 3, arbitrary: object },
    ),
  }
})
/** The mirror's answers are objects. */
const answer = json.map(
  ({ text, value }): Written => ({ text: `{"answer":${text}}`, value: (keep) => ({ answer: value(keep) }) }),
)

function isJson(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}

describe('the JSON of a mirror', () => {
  test('keeps the digits of each number', () => {
    const isExact = ({ text, value }: Written): void => {
      assert.deepEqual(parseExact(text), value(BigInt), text)
      assert.deepEqual(parseDecimal(text), value(String), text)
    }
    fc.assert(fc.property(answer, isExact), { numRuns: 3000 })
  })

  test('keeps the names as written, whatever names others have', () => {
    for (const parse of [parseExact, parseDecimal]) {
      JSON.parse('{"memo":1,"balanc\\\\":1}')
      assert.deepEqual(parse('{"memo":"","balanc\\u0065":1}'), { memo: '', balance: 1 })
    }
  })

  test('is refused if it is not valid', () => {
    const cut = fc.tuple(
      answer,
      fc.nat(),
      fc.nat(3),
      fc.oneof(punctuation, escaped, number, fc.constant('"'), fc.constant('')),
    )
    const broken = cut.map(([{ text }, place, removed, put]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + put + text.slice(at + removed)
    })
    const sameRefusals = (text: string): void => {
      for (const parse of [parseExact, parseDecimal])
        assert.equal(
          isJson(() => parse(text)),
          isJson(() => parseJson(text)),
          text,
        )
    }
    fc.assert(fc.property(broken, sameRefusals), { numRuns: 3000 })
    for (const text of ['{9223372036854775807:1}', '{"a":1,9223372036854775807 :1}', '[09223372036854775807]'])
      assert.throws(() => parseDecimal(text), SyntaxError)
  })

  test('keeps digits in strings, decimals and exponents unchanged', () => {
    const text = String.raw`{"a":[9223372036854775807,-9223372036854775808 ],"b":", 9223372036854775807","c":"\\","d":9007199254740993,"e":"\"","__proto__":9007199254740993,"f":1.2345678901234567,"g":[1234567890123456789e2,1234567890123456]}`
    const { a, b, c, d, e, f, g, ...others } = parseDecimal(text) as Record<string, unknown>
    assert.deepEqual(
      [a, b, d],
      [['9223372036854775807', '-9223372036854775808'], ', 9223372036854775807', '9007199254740993'],
    )
    assert.deepEqual([c, e, f, g], ['\\', '"', 1.2345678901234567, [Number('1234567890123456789e2'), 1234567890123456]])
    assert.equal(Object.getOwnPropertyDescriptor(others, '__proto__')?.value, '9007199254740993')
  })
})
