import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { de, en } from '../src/page/texts/all.ts'
import { durationText } from '../src/page/texts/duration.ts'
import { errorsDe } from '../src/page/texts/errors-de.ts'
import { errorsEn } from '../src/page/texts/errors-en.ts'
import { nameOf, seen, seenWhole } from '../src/page/texts/strangers.ts'

const page = new URL('../src/page/', import.meta.url)
/** Where errors with a code are made. */
const THROWN =
  /(?:QuorateError\(\{\s*code: |(?:VerifyError|unavailable|unprocessable|badRequest)\(\s*)'([A-Z][A-Z\d_]+)'/g

describe('The texts of the page', () => {
  test('have a sentence for each error code of the services, in each language', async () => {
    const known = await readFile(
      new URL('../../../apps/quorate/src/generate/error-examples.ts', import.meta.url),
      'utf8',
    )
    const codes = new Set(known.match(/(?<=^ {2})[A-Z][A-Z\d_]+(?=:)/gm))
    assert.ok(codes.size > 150)
    for (const sentences of [errorsEn, errorsDe])
      for (const code of codes) assert.match((sentences as Record<string, string>)[code] ?? code, /^\p{Lu}.+\.$/u)
  })

  test('have a sentence for each error code of the client, of the checks and of the page itself', async () => {
    const codes = new Set<string>()
    for (const folder of ['../../client/src/', '../../verify/src/', '../src/page/']) {
      const root = new URL(folder, import.meta.url)
      for (const file of await readdir(root, { recursive: true }))
        if (/\.tsx?$/.test(file))
          for (const [, code = ''] of (await readFile(new URL(file, root), 'utf8')).matchAll(THROWN)) codes.add(code)
    }
    assert.ok(codes.size > 40)
    for (const sentences of [errorsEn, errorsDe])
      for (const code of codes) assert.match((sentences as Record<string, string>)[code] ?? code, /^\p{Lu}.+\.$/u)
  })

  test('are complete in German, and none is left in English', () => {
    const leaves = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value === 'function'
          ? [value('2', 3)]
          : Object.values(value as object).flatMap(leaves)
    const [english, german] = [leaves(en), leaves(de)]
    assert.equal(german.length, english.length)
    assert.ok(german.every((text) => text !== ''))
    const same = english.filter((text, index) => text.includes(' ') && text === german[index])
    assert.deepEqual(
      same,
      ['Quorum (optional)', 'Matrix (hookshot)', 'Name (optional)', 'Memo (optional)'],
      'these are the same in both languages',
    )
  })

  test('show durations in their two largest units', () => {
    assert.equal(durationText(2 * 86_400_000 + 3 * 3_600_000 + 5_000), '2 d 3 h')
    assert.equal(durationText(80_000), '1 min 20 s')
    assert.equal(durationText(-5), '0 s')
  })
})

test('Searches ignore accents and typographic signs, and numbers are written as the language does', async () => {
  for (const file of (await readdir(page, { recursive: true })).filter((one) => /\.tsx?$/.test(one))) {
    const source = await readFile(new URL(file, page), 'utf8')
    assert.doesNotMatch(source, /toLowerCase\(\)\??\.(includes|startsWith)\(/, `${file}: compare with folded`)
    assert.doesNotMatch(source, />[^<>{}=;()]*\d[.,]\d{3}[^<>{}=;()]*<\//, `${file}: format the number`)
  }
})

test('Text from other people hides nothing, and no name passes for another account', () => {
  assert.equal(seen('Pay\u202e0.0.5'), 'Pay⟨U+202E⟩0.0.5')
  assert.equal(seen('zero\u200bwidth\u200b'), 'zero⟨U+200B⟩width⟨U+200B⟩')
  assert.equal(seen('two\nlines <b>&amp;</b> 👩‍💻'), 'two\nlines <b>&amp;</b> 👩‍💻')
  assert.equal(seen('x'.repeat(100_000)).length, 2001)
  assert.equal(seenWhole('x'.repeat(100_000)).length, 100_000)
  assert.equal(seen('a\u200db 👩‍💻'), 'a⟨U+200D⟩b 👩‍💻', 'each is looked at by itself')
  assert.equal(seen('\u{1fffd}\ufe0f'), '⟨U+1FFFD⟩⟨U+FE0F⟩', 'a picture to come is none yet')
  assert.equal(nameOf('0.0.9', 'Ada\u2066'), 'Ada⟨U+2066⟩')
  assert.equal(nameOf('0.0.9', 'Ada 0.0.9'), 'Ada 0.0.9')
  for (const name of ['0.0.1023', 'Ben (0.0.1023)', 'Ben 0 . 0 . 1023', '０.０.1023', ' ', ''])
    assert.equal(nameOf('0.0.9', name), undefined)
})

test('Only one file requests signatures of transactions and of changes of roles', async () => {
  const files = (await readdir(page, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const calling: Record<string, string[]> = { '.signBody(': [], '.signMessage(': [] }
  for (const file of files) {
    const text = await readFile(new URL(file, page), 'utf8')
    for (const [call, found] of Object.entries(calling)) if (text.includes(call)) found.push(file)
  }
  assert.deepEqual(calling, { '.signBody(': ['approve/approve.ts'], '.signMessage(': ['approve/approve.ts'] })
})
