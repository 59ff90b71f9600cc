import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = new URL('../../../', import.meta.url)

test('README and CONTRIBUTING.md have the same line for each source folder, and none for a missing one', async () => {
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

test("Each file named in a package's README exists; without folders, the README names all source files", async () => {
  const packages = (await readdir(new URL('packages/', root))).map((name) => `packages/${name}/`)
  for (const name of [...packages, 'apps/quorate/']) {
    const entries = await readdir(new URL(`${name}src/`, root), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    const readme = await readFile(new URL(`${name}README.md`, root), 'utf8')
    const named = [...readme.matchAll(/`([a-z\d-]+\.ts)`/g)].map(([, file = '']) => file)
    assert.deepEqual(
      named.filter((file) => !files.includes(file)),
      [],
      `${name}README.md names files that are gone`,
    )
    if (entries.some((entry) => entry.isDirectory())) continue
    assert.deepEqual(
      files.filter((file) => !named.includes(file)),
      [],
      `${name}README.md leaves files out`,
    )
  }
})

test('Files and folders within a source folder import each other in one direction only, types included', async () => {
  const packages = (await readdir(new URL('packages/', root))).map((name) => `packages/${name}/`)
  for (const name of [...packages, 'apps/quorate/']) {
    const imports = await importsIn(new URL(`${name}src/`, root))
    assert.ok(imports.length > 0, name)
    assert.deepEqual(inCircles(imports.map(sideBySide)), [], `${name}src/`)
  }
})

/** Folders in which each file is one of a kind: a group of commands, a resource's routes, a table, a query. */
const ONE_OF_A_KIND = /\/(commands|routes|store|queries|services\/token)$/

test('No folder has more than 15 source files, except where each file is one of a kind', async () => {
  const packages = (await readdir(new URL('packages/', root))).map((name) => `packages/${name}/`)
  for (const name of [...packages, 'apps/quorate/']) {
    const entries = await readdir(new URL(`${name}src/`, root), { recursive: true, withFileTypes: true })
    const counts = new Map<string, number>()
    for (const { name: file, parentPath } of entries)
      if (/\.tsx?$/.test(file)) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1)
    const large = [...counts].filter(([folder, files]) => files > 15 && !ONE_OF_A_KIND.test(folder))
    assert.deepEqual(large, [], name)
  }
})

/** One file's import of another, as paths below `src/`. */
type Import = [from: string, to: string]

async function importsIn(src: URL): Promise<Import[]> {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const found = files.map(async (from) => {
    const text = await readFile(new URL(from, src), 'utf8')
    const paths = text.matchAll(/(?:from|import) *\(?'([.#][^']+)'/g)
    return [...paths].map(
      ([, path = '']): Import => [from, path.startsWith('#') ? path.slice(1) : join(dirname(from), path)],
    )
  })
  return (await Promise.all(found)).flat()
}

/** The importing and the imported file, or the folders that contain them, in the folder that contains both. */
function sideBySide([from, to]: Import): Import {
  const [steps, others] = [from.split('/'), to.split('/')]
  const depth = steps.findIndex((step, index) => step !== others[index]) + 1
  return [steps.slice(0, depth).join('/'), others.slice(0, depth).join('/')]
}

/** The imports that remain after repeatedly removing files and folders that nothing imports, or that import nothing. */
function inCircles(imports: Import[]): string[] {
  const importing = new Set(imports.map(([from]) => from))
  const imported = new Set(imports.map(([, to]) => to))
  const left = imports.filter(([from, to]) => imported.has(from) && importing.has(to))
  if (left.length < imports.length) return inCircles(left)
  return [...new Set(left.map(([from, to]) => `${from} -> ${to}`))]
}

const linesOf = (page: string): string[] => page.match(/^ {4}[a-z-]+\/ {2,}\S.*$/gm) ?? []
const folderOf = (line: string): string => line.trim().split(/\s/, 1)[0] ?? ''
