import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)

test("Each folder of a package's sources has one line, the same in its README and in CONTRIBUTING.md, and no line is of a folder that is gone", async () => {
  const guide = await readFile(new URL('CONTRIBUTING.md', root), 'utf8')
  const packages = (await readdir(new URL('packages/', root))).map((name) => `packages/${name}/`)
  const listed: string[] = []
  for (const name of [...packages, 'apps/quorate/']) {
    const entries = await readdir(new URL(`${name}src/`, root), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${entry.name}/`)
    const readme = linesOf(await readFile(new URL(`${name}README.md`, root), 'utf8'))
    assert.deepEqual([...readme.map(folderOf)].sort(), folders.sort(), `${name}README.md`)
    listed.push(...readme)
  }
  assert.deepEqual(linesOf(guide).sort(), listed.sort())
})

const linesOf = (page: string): string[] => page.match(/^ {4}[a-z-]+\/ {2,}\S.*$/gm) ?? []
const folderOf = (line: string): string => line.trim().split(/\s/, 1)[0] ?? ''
