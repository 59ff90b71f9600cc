import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)

/** Words that begin a sentence, and are no name of a field. */
const FIRST_WORDS =
  'the a an this these that no nobody nothing without there it its only another many too not all both each what who where more one some between'
const CALL =
  /(?:badRequest|forbidden|notFound|conflict|gone|tooLarge|unprocessable|unauthorized|tooMany|unavailable)\(\s*'[A-Z_\d]+',\s*['"`]([a-z]+) /g

const COMMENT = /^\s*(?:\*|\/\/|\/\*\*) (?!biome-ignore)/
const MAX_LENGTH = 120

/** The paths of all sources of the packages, below `packages/`. */
const sources = async (): Promise<string[]> =>
  (await readdir(new URL('packages/', root), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && file.includes('/src/') && !file.includes('node_modules'),
  )
const textOf = (file: string) => readFile(new URL(`packages/${file}`, root), 'utf8')

test('No line of a comment is longer than the lines of the code', async () => {
  for (const file of await sources()) {
    const lines = (await textOf(file)).split('\n')
    const long = lines.filter((line) => line.length > MAX_LENGTH && COMMENT.test(line))
    assert.deepEqual(long, [], `packages/${file}`)
  }
})

test('The message of an error begins with a capital letter, unless with a name or a value as clients write it', async () => {
  const words = new Set(FIRST_WORDS.split(' '))
  const files = await sources()
  assert.ok(files.length > 500)
  for (const file of files) {
    const lower = [...(await textOf(file)).matchAll(CALL)]
      .map(([, word = '']) => word)
      .filter((word) => words.has(word))
    assert.deepEqual(lower, [], `packages/${file}`)
  }
})
