import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)

/** Words that begin a sentence, and are no name of a field. */
const FIRST_WORDS =
  'the a an this these that no nobody nothing without there it its only another many too not all both each what who where more one some between'
const CALL =
  /(?:badRequest|forbidden|notFound|conflict|gone|tooLarge|unprocessable|unauthorized|tooMany|unavailable)\(\s*'[A-Z_\d]+',\s*['"`]([a-z]+) /g

test('The message of an error begins with a capital letter, unless with a name or a value as clients write it', async () => {
  const words = new Set(FIRST_WORDS.split(' '))
  const files = (await readdir(new URL('packages/', root), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && file.includes('/src/') && !file.includes('node_modules'),
  )
  assert.ok(files.length > 500)
  for (const file of files) {
    const text = await readFile(new URL(`packages/${file}`, root), 'utf8')
    const lower = [...text.matchAll(CALL)].map(([, word = '']) => word).filter((word) => words.has(word))
    assert.deepEqual(lower, [], `packages/${file}`)
  }
})
