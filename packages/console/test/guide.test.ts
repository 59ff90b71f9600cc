import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { entriesIn } from '../src/page/address-book/book.ts'
import { en } from '../src/page/texts/all.ts'
import { historyCsv } from '../src/page/wallets/history/history-csv.ts'

const guide = readFileSync(new URL('../../../docs/guides/console.md', import.meta.url), 'utf8')
/** The code blocks of the guide in this language. */
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code)

/** All texts of a language that do not depend on values. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' ? Object.values(value ?? {}).flatMap(textsIn) : []

describe('The guide to the console', () => {
  test('names fields, buttons and screens as they are labelled', () => {
    const labels = new Set(textsIn(en))
    const named = [...guide.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, label = '']) => label)
    // Words that introduce a paragraph end with a full stop.
    const wrong = named.filter((label) => !label.endsWith('.') && !labels.has(label))
    assert.deepEqual(wrong, [])
    assert.ok(named.length > 60)
  })

  test('shows the columns of the history and a file of the address book as they are', () => {
    const [history = ''] = blocks('csv')
    assert.equal(
      `\ufeff${history.split('\n', 1)[0]}\r\n`,
      historyCsv([], () => undefined),
    )
    const book = blocks('json').find((code) => code.includes('entries'))
    assert.equal(entriesIn(book ?? '')?.length, 1)
  })
})
