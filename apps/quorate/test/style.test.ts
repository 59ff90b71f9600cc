import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)

/** Words that begin a sentence, and are not the name of a field. */
const FIRST_WORDS =
  'the a an this these that no nobody nothing without there it its only another many too not all both each what who where more one some between'
const CALL =
  /(?:badRequest|forbidden|notFound|conflict|gone|tooLarge|unprocessable|unauthorized|tooMany|unavailable)\(\s*'[A-Z_\d]+',\s*['"`]([a-z]+) /g

const COMMENT = /^\s*(?:\*|\/\/|\/\*\*) (?!biome-ignore)/
const MAX_LENGTH = 120
const FOLDERS = ['apps', 'attack', 'bench', 'examples', 'load', 'pack', 'packages', 'test']
/** Folders of generated code, and of installed or built packages. */
const OTHERS = /(^|\/)(node_modules|generated|out|dist|\.built-\w+)\//
const NAMED_FILE = /(?<![\w/.-])(?:\.{1,2}\/)*[\w-]+(?:\/[\w-]+)*(?:\.test)?\.(?:ts|md)\b/g

/** The paths of all sources of the packages, below `packages/`. */
const sources = async (): Promise<string[]> =>
  (await readdir(new URL('packages/', root), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && file.includes('/src/') && !file.includes('node_modules'),
  )
const textOf = (file: string) => readFile(new URL(`packages/${file}`, root), 'utf8')

/** The paths of all files that are neither generated nor installed. */
async function allCode(): Promise<string[]> {
  const lists = FOLDERS.map(async (folder) => {
    const files = await readdir(new URL(`${folder}/`, root), { recursive: true })
    return files.map((file) => join(folder, file)).filter((file) => !OTHERS.test(file))
  })
  return (await Promise.all(lists)).flat()
}

test('No line of a comment is longer than the lines of the code', async () => {
  for (const file of await allCode()) {
    if (!/\.[tj]s$/.test(file)) continue
    const lines = (await readFile(new URL(file, root), 'utf8')).split('\n')
    const long = lines.filter((line) => line.length > MAX_LENGTH && COMMENT.test(line))
    assert.deepEqual(long, [], file)
  }
})

test("Each file that a comment names exists in the comment's package, or at this path of the project", async () => {
  const files = [
    ...(await allCode()),
    ...(await readdir(new URL('docs/', root), { recursive: true })).map((file) => `docs/${file}`),
  ]
  let found = 0
  for (const file of files.filter((one) => /\.[tj]s$/.test(one))) {
    const home = /^(?:(?:packages|apps)\/)?[^/]+\//.exec(file)?.[0] ?? ''
    const comments = (await readFile(new URL(file, root), 'utf8')).split('\n').filter((line) => COMMENT.test(line))
    const named = [...comments.join('\n').matchAll(NAMED_FILE)].map(([name]) => name.replace(/^(\.{1,2}\/)+/, ''))
    const gone = named.filter(
      (name) => !files.some((one) => one === name || (one.startsWith(home) && one.endsWith(`/${name}`))),
    )
    assert.deepEqual(gone, [], file)
    found += named.length
  }
  assert.ok(found > 20)
})

test("An error message begins with a capital letter, unless it begins with a client's name or value", async () => {
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
