/**
 * Builds the packages that are published: Node strips no types inside `node_modules`, so they are JavaScript. Each
 * becomes a tarball in `pack/out/`: `npm run pack`.
 */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { declarations } from './declarations.ts'
import { type Package, packages } from './packages.ts'
import { changedSources, withoutSideEffects } from './plugins.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'pack/out')

/** Defines `require` for CommonJS modules in a bundle of ES modules. */
const REQUIRE = "import{createRequire as ownRequire}from'node:module';const require=ownRequire(import.meta.url);"

async function pack({
  name,
  from,
  entries,
  externals = [],
  manifest,
  types = [],
  browser,
  files = {},
}: Package): Promise<void> {
  const folder = join(out, name.replace('/', '-').replace('@', ''))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: browser ? 'neutral' : 'node',
    target: browser ? 'es2022' : 'node22',
    minify: true,
    legalComments: 'linked',
    external: externals,
    plugins: [changedSources, withoutSideEffects(/^(@electric-sql\/pglite|typebox|@quorate\/platform)(\/|$)/)],
    ...(!browser && { banner: { js: REQUIRE } }),
  })
  for (const [path, make] of Object.entries(files))
    await cp(await make(), join(folder, 'dist', path), { recursive: true })
  if (types.length) await declarations({ root, source: join(root, from), entries: types, to: join(folder, 'types') })
  for (const [path, text] of (await browser?.()) ?? []) {
    await mkdir(join(folder, 'browser'), { recursive: true })
    await writeFile(join(folder, 'browser', path), text)
  }
  const own = JSON.parse(await readFile(join(root, from, 'package.json'), 'utf8'))
  const { version, description, license } = own
  const published = {
    ...{ name, version, description, license, type: 'module' },
    repository: { type: 'git', directory: from },
    files: ['browser', 'dist', 'types'],
    ...manifest(await versionsOf(externals)),
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await cp(join(root, from, 'README.md'), join(folder, 'README.md'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder, encoding: 'utf8' })
  const [{ filename, size, unpackedSize }] = JSON.parse(answer)
  process.stdout.write(`${filename}  ${size} bytes, ${unpackedSize} unpacked\n`)
}

/** The exact versions of dependencies that are not bundled, as they are installed here. */
async function versionsOf(names: readonly string[]): Promise<Record<string, string>> {
  const version = async (name: string) =>
    JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await version(name)])))
}

const wanted = process.argv.slice(2)
for (const one of packages) if (wanted.length === 0 || wanted.includes(one.name)) await pack(one)
