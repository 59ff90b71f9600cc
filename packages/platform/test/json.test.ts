/**
 * Tests reading JSON from outside, against values that are generated together with their text, after `JSON.parse` has
 * seen names of all kinds.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { NameNotPlain, parseJson } from '../src/index.ts'

/** A JSON text and its value, with objects as lists of names and values. */
interface Written {
  text: string
  value: unknown
}

const unit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
/** A character of a name or text, bare or as an escape. */
const bare = fc
  .constantFrom('a', 'b', 't', 'u', '0', '4', '1', ':', ',', '{', '/', 'é', '\ud83d', '\ude00')
  .map((value): Written => ({ text: value, value }))
const escaped = bare.map(({ value }): Written => ({ text: unit(value as string), value }))
const needy = fc.constantFrom('\\', '"', '\n', '\b').map(
  (value): Written => ({
    text: value === '\\' || value === '"' ? `\\${value}` : unit(value),
    value,
  }),
)
const joined = (parts: readonly Written[]): Written => ({
  text: `"${parts.map(({ text }) => text).join('')}"`,
  value: parts.map(({ value }) => value).join(''),
})
const stringOf = (...characters: fc.Arbitrary<Written>[]) =>
  fc.array(fc.oneof(...characters), { maxLength: 8 }).map(joined)
const space = fc.constantFrom('', '', ' ', '\n\t', '\r')

const documentOf = (name: fc.Arbitrary<Written>): fc.Arbitrary<Written> => {
  const { document } = fc.letrec<{ document: Written; object: Written; list: Written }>((tie) => ({
    document: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      stringOf(bare, escaped, needy),
      fc.constant({ text: '1.50', value: 1.5 }),
      tie('object'),
      tie('list'),
    ),
    object: fc
      .uniqueArray(fc.tuple(name, tie('document'), space), { maxLength: 4, selector: ([{ value }]) => value })
      .map((members) => ({
        text: `{${members.map(([{ text }, inside, gap]) => `${gap}${text}${gap}:${gap}${inside.text}`).join(',')}}`,
        value: Object.fromEntries(members.map(([{ value }, inside]) => [value, inside.value])),
      })),
    list: fc.array(tie('document'), { maxLength: 4 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(' , ')}]`,
      value: items.map(({ value }) => value),
    })),
  }))
  return document
}

/**
 * Makes `JSON.parse` see names that it may confuse with the escapes in a text: those that begin as a name in the text
 * and end within an escape, after the same member as that name.
 */
function prime(text: string): void {
  for (const [, member = '', name = ''] of text.matchAll(
    /("(?:[^"\\\s]|\\.)*")\s*:[^:{}]*,\s*"((?:[^"\\\s]|\\.)*)"\s*:/g,
  ))
    for (let length = 1; length <= name.length; length++)
      JSON.parse(`{${member}:1,${JSON.stringify(name.slice(0, length))}:1}`)
}

const runs = { numRuns: process.env.TEST_LONG ? 20_000 : 1_000 }

describe('JSON from outside', () => {
  test('keeps the names as written, whatever names JSON.parse has seen before', () => {
    for (const [primer, text, names] of [
      ['{"a":1,"amoun\\\\":1}', '{"a":1,"amoun\\u0074":5}', ['a', 'amount']],
      ['{"b":1,"x\\\\u":1}', '{"b":1,"x\\u0041c":5}', ['b', 'xAc']],
      ['{"c":1,"\\\\u":1}', '{"c":1,"\\u0041c" \n:5}', ['c', 'Ac']],
      ['{"d":1,"x\\\\":1}', '{"d":"\\\\","x\\/":5}', ['d', 'x/']],
    ] as const) {
      JSON.parse(primer)
      assert.deepEqual(Object.keys(parseJson(text) as object), names)
      assert.throws(() => parseJson(primer), NameNotPlain)
    }
  })

  test('is read as it is written, with escapes at any place', () => {
    fc.assert(
      fc.property(documentOf(stringOf(bare, escaped)), ({ text, value }) => {
        prime(text)
        assert.deepEqual(parseJson(text), value)
        const keep = (_name: string, inside: unknown) => inside
        assert.deepEqual(parseJson(text, keep), value)
      }),
      runs,
    )
  })

  test('is refused if and only if a name needs an escape', () => {
    fc.assert(
      fc.property(documentOf(stringOf(bare, escaped, needy)), ({ text, value }) => {
        prime(text)
        const isPlain = (one: unknown): boolean =>
          typeof one !== 'object' ||
          one === null ||
          Object.entries(one).every(([name, inside]) => !/["\\\n\b]/.test(name) && isPlain(inside))
        if (isPlain(value)) assert.deepEqual(parseJson(text), value)
        else assert.throws(() => parseJson(text), NameNotPlain)
      }),
      runs,
    )
  })

  test('is refused as invalid if JSON.parse refuses it, whatever its names', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u0061',
      '\\"',
      '"a":',
      '"\\u0061":',
      '1',
      ' ',
      '\n',
      '\\x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const outcome = (parse: (text: string) => unknown): string => {
          try {
            parse(text)
            return 'read'
          } catch (error) {
            return error instanceof NameNotPlain ? 'read' : (error as Error).name
          }
        }
        assert.equal(outcome(parseJson), outcome(JSON.parse))
      }),
      { numRuns: runs.numRuns * 10 },
    )
  })

  test('JSON from outside with a hundred thousand escaped names, or one string of a million characters, is read', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `"\\u0061${index}":0`)
    assert.equal(Object.keys(parseJson(`{${names.join(',')}}`) as object)[99_999], 'a99999')
    for (const text of [`"${'\\"'.repeat(500_000)}`, `{"${'\\\\'.repeat(500_000)}"${' '.repeat(500_000)}`])
      assert.throws(() => parseJson(text), SyntaxError)
  })
})
