/** Writes the type declarations of a package: those of its entry points, and all that they refer to. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, relative } from 'node:path'

interface Declared {
  root: string
  /** The folder of the package's sources. */
  source: string
  /** The files of its entry points, without extensions. */
  entries: readonly string[]
  /** The folder to write to. */
  to: string
}

export async function declarations({ root, source, entries, to }: Declared): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'quorate-types-'))
  try {
    const config = join(all, 'tsconfig.json')
    const compilerOptions = {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
      ...{ rewriteRelativeImportExtensions: true, outDir: join(all, 'types'), rootDir: source },
      typeRoots: [join(root, 'node_modules/@types')],
    }
    const files = entries.map((entry) => join(source, `${entry}.ts`))
    await writeFile(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }),
    )
    // tsc reports inner types that cannot be named outside. The test of the packages checks the published ones.
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'ignore' })
    const entrances = entries.map((entry) => `${entry}.d.ts`)
    await copyNamed(join(all, 'types'), entrances, to)
  } finally {
    await rm(all, { recursive: true, force: true })
  }
}

const NAMED = /(?<=\bfrom '|\bimport\(['"])[.#][^'"]+(?=['"])/g

/** The relative path of a file that sources import as `#` and its path below `src`. */
function relativeTo(file: string, name: string): string {
  if (!name.startsWith('#')) return name
  const path = relative(dirname(file), join('src', name.slice(1)))
  return path.startsWith('.') ? path : `./${path}`
}

/** Copies declaration files and all declaration files that they import, with relative imports. */
async function copyNamed(from: string, first: readonly string[], to: string): Promise<void> {
  const waiting = [...first]
  const copied = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (copied.has(file)) continue
    copied.add(file)
    const text = (await readFile(join(from, file), 'utf8')).replace(NAMED, (name) => relativeTo(file, name))
    for (const [name] of text.matchAll(NAMED))
      waiting.push(normalize(join(dirname(file), name.replace(/\.(js|ts)$/, '.d.ts'))))
    await mkdir(dirname(join(to, file)), { recursive: true })
    await writeFile(
      join(to, file),
      text.replace(NAMED, (name) => name.replace(/\.ts$/, '.js')),
    )
  }
}
