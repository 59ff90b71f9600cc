import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkVisible, hiddenCharacterIn } from '../src/index.ts'

describe('Text that people compare by eye', () => {
  test('may be in any script, with emoji', () => {
    for (const text of ['', 'Ada', 'Zürich 日本 עברית العربية हिन्दी', '👩‍👩‍👧 ❤️ 👍🏽 👩🏽‍🚀 ❤️‍🔥 1', 'a\u0301', 'a b'])
      assert.equal(hiddenCharacterIn(text), undefined, text)
  })

  test('may have joiners, keycaps and flags if the rules of scripts and emoji allow them there', () => {
    for (const text of [
      ...['می‌خواهم', 'کتاب‌ها', 'خانه‌ها', 'نامه\u064e\u200cها'],
      ...['ශ්‍රී ලංකා', 'क्‍ष', 'क्‌ष', 'ക്‍'],
      ...['1️⃣ #️⃣ *️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏳️‍🌈 🏴‍☠️ 👩🏽‍❤️‍💋‍👨🏾'],
    ])
      assert.equal(hiddenCharacterIn(text), undefined, text)
  })

  test('has no joiner, variation selector or tag anywhere else', () => {
    for (const [text, found] of [
      ['Be\u200cn', 'U+200C'],
      ['Be\u200dn', 'U+200D'],
      ['\u0645\u200c', 'U+200C'],
      ['\u0627\u200c\u0645', 'U+200C'],
      ['\u06cc\u200c\u200c\u062e', 'U+200C'],
      ['\u0645\u200d\u0645', 'U+200D'],
      ['\u0915\u200d\u0937', 'U+200D'],
      ['1\ufe0f', 'U+FE0F'],
      ['a\ufe0f\u20e3', 'U+FE0F'],
      ['🏴\u{e0075}\u{e0073}\u{e0078}\u{e007f}', 'U+E0075'],
      ['a\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 'U+E0067'],
      ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}', 'U+E0067'],
      ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0061}', 'U+E0061'],
    ] as const)
      assert.equal(hiddenCharacterIn(text), found, JSON.stringify(text))
  })

  test('has no control, bidirectional, zero-width, blank or unassigned character, and no half of a pair', () => {
    const hidden = [
      0x00, 0x07, 0x09, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d,
    ]
    hidden.push(0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164, 0xfe0f, 0xfeff, 0xfff9)
    hidden.push(
      0x378,
      0xe000,
      0xfdd0,
      0xfffc,
      0xffff,
      0x2800,
      0x1160,
      0xffa0,
      0x13441,
      0x13442,
      0x16fe4,
      0x1d159,
      0xf0000,
    )
    hidden.push(0xd800, 0xdfff, 0xe0041, 0xe0100, 0x1d173)
    for (const point of hidden) {
      const text = `Ada${String.fromCodePoint(point)}n`
      assert.equal(hiddenCharacterIn(text), `U+${point.toString(16).toUpperCase().padStart(4, '0')}`)
      assert.throws(() => checkVisible(text, 'name'), {
        statusCode: 400,
        code: 'HIDDEN_CHARACTER',
        message: /^name holds U\+/,
      })
    }
    assert.equal(hiddenCharacterIn('👩\u200d'), 'U+200D')
    assert.equal(hiddenCharacterIn('\u200d👩'), 'U+200D')
    assert.equal(hiddenCharacterIn('❤️\ufe0f'), 'U+FE0F')
  })

  test('has line breaks only if they are allowed', () => {
    assert.equal(hiddenCharacterIn('a\tb\r\nc', { lines: true }), undefined)
    assert.equal(hiddenCharacterIn('a\nb'), 'U+000A')
    assert.equal(hiddenCharacterIn('a\u2028b', { lines: true }), 'U+2028')
  })
})
