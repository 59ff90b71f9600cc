/** How the mirror's JSON is read, compared with a parser that looks at each number as it is written. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseDecimal, parseExact } from '../src/mirror/json.ts'

function parseEach(text: string, keep: (digits: string) => unknown): unknown {
  const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
    typeof value !== 'number' || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)
      ? value
      : keep(source)
  return JSON.parse(text, exact as (key: string, value: unknown) => unknown)
}

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
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n  ')

const escaped = fc.constantFrom('\\"', '\\\\', '\\n', '\\u0031', '\\/', '\\\\\\"')
const punctuation = fc.constantFrom(',', ':', ' ', '[', ']', '}', '{"a":', '-', 'é', '💥', '\u2028')
const inString = fc.oneof(
  escaped,
  punctuation.map((text) => text.replaceAll('"', '\\"')),
  number,
)
const string = fc.array(inString, { maxLength: 6 }).map((parts) => `"${parts.join('')}"`)
const name = fc.oneof(fc.constantFrom('"a"', '"b"', '"0"', '"toString"'), string)

const { json } = fc.letrec<{ json: string }>((tie) => {
  const item = fc.tuple(space, tie('json'), space).map((parts) => parts.join(''))
  const member = fc.record({ before: space, key: name, after: space, value: item })
  // The reviver of V8 loses digits near names that stand twice.
  const members = fc.uniqueArray(member, { maxLength: 5, selector: ({ key }) => JSON.parse(key) })
  const object = members.map(
    (all) => `{${all.map(({ before, key, after, value }) => `${before}${key}${after}:${value}`)}}`,
  )
  return {
    json: fc.oneof(
      { maxDepth: 5 },
      { weight: 3, arbitrary: number },
      { weight: 2, arbitrary: string },
      { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null', '[]', '{}') },
      { weight: 3, arbitrary: fc.array(item, { maxLength: 5 }).map((items) => `[${items.join()}]`) },
      { weight: 3, arbitrary: object },
    ),
  }
})
/** The mirror's answers are objects. */
const answer = json.map((text) => `{"answer":${text}}`)

const parsers = [
  [parseExact, BigInt],
  [parseDecimal, String],
] as const

function sameAsEach(text: string): void {
  for (const [parse, keep] of parsers) assert.deepEqual(parse(text), parseEach(text, keep), text)
}

function isJson(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}

describe('the JSON of a mirror', () => {
  test('is read as if each number were looked at', () => {
    fc.assert(fc.property(answer, sameAsEach), { numRuns: 3000 })
  })

  test('is refused where it is none', () => {
    const cut = fc.tuple(
      answer,
      fc.nat(),
      fc.nat(3),
      fc.oneof(punctuation, escaped, number, fc.constant('"'), fc.constant('')),
    )
    const broken = cut.map(([text, place, removed, put]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + put + text.slice(at + removed)
    })
    const sameRefusals = (text: string): void => {
      for (const [parse] of parsers)
        assert.equal(
          isJson(() => parse(text)),
          isJson(() => JSON.parse(text)),
          text,
        )
    }
    fc.assert(fc.property(broken, sameRefusals), { numRuns: 3000 })
    for (const text of ['{9223372036854775807:1}', '{"a":1,9223372036854775807 :1}', '[09223372036854775807]'])
      assert.throws(() => parseDecimal(text), SyntaxError)
  })

  test('keeps digits in strings, decimals and exponents as they are', () => {
    const text = String.raw`{"a":[9223372036854775807,-9223372036854775808 ],"b":", 9223372036854775807","c":"\\","d":9007199254740993,"e":"\"","__proto__":9007199254740993,"f":1.2345678901234567,"g":[1234567890123456789e2,1234567890123456]}`
    sameAsEach(text)
    const { a, b, d } = parseDecimal(text) as Record<string, unknown>
    assert.deepEqual(
      [a, b, d],
      [['9223372036854775807', '-9223372036854775808'], ', 9223372036854775807', '9007199254740993'],
    )
  })
})
