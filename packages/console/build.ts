/** Builds the page with Vite. Runs as `node packages/console/build.ts`, and at startup if the sources have changed. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { hashOfSources } from './src/service/build.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

/** Builds in a temporary folder first, so that concurrent starts never see a half-built page. */
async function buildPage(folder: string, hash: string): Promise<void> {
  const made = await mkdtemp(join(here, '.built-'))
  try {
    await buildInto(made)
    await finish(made)
    await writeFile(join(made, 'sources'), hash)
    await putInPlace(made, folder, hash)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

/**
 * TypeBox tries once whether it may make code from text. The page's policy forbids that, and the browser reports each
 * try. On the page, TypeBox is told that it may not.
 */
const withoutEvaluation: Plugin = {
  name: 'without-evaluation',
  load: {
    filter: { id: /[\\/]typebox[\\/]build[\\/]system[\\/]environment[\\/]evaluate\.mjs$/ },
    handler: () => `export const CanEvaluate = () => false
export const Evaluate = () => { throw new Error('The page makes no code from text') }`,
  },
}

async function buildInto(made: string): Promise<void> {
  await build({
    configFile: false,
    root: join(here, 'src/page'),
    logLevel: 'error',
    publicDir: join(here, 'src/page/public'),
    resolve: { conditions: ['browser', 'module', 'import', 'default'] },
    plugins: [withoutEvaluation],
    worker: { format: 'es', plugins: () => [withoutEvaluation] },
    build: {
      outDir: made,
      emptyOutDir: true,
      target: 'es2023',
      // The first versions with light-dark(), which the styles of every colour need.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
}

/**
 * Moves `made` to the page's folder. Keeps a page that another start has built from the same sources and may be
 * serving.
 */
export async function putInPlace(made: string, folder: string, hash: string): Promise<void> {
  try {
    return await rename(made, folder)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  if ((await readFile(join(folder, 'sources'), 'utf8').catch(() => '')) === hash)
    return rm(made, { recursive: true, force: true })
  const old = await mkdtemp(join(dirname(folder), '.old-'))
  await rename(folder, join(old, 'page')).catch(() => {})
  await rm(old, { recursive: true, force: true })
  return putInPlace(made, folder, hash)
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')

/** Compresses the files, and lists their hashes so that anyone can compare what a console serves. */
async function finish(folder: string): Promise<void> {
  const assets: { path: string; bytes: number; integrity: string }[] = []
  for (const name of [
    'index.html',
    ...(await readdir(join(folder, 'assets'))).sort().map((file) => `assets/${file}`),
  ]) {
    const bytes = await readFile(join(folder, name))
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    assets.push({ path: name === 'index.html' ? '/' : `/${name}`, bytes: bytes.length, integrity })
    if (!/\.(js|css|svg)$/.test(name)) continue
    // A quality of 9 takes seven times as long, and saves 0.2 %.
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(join(folder, `${name}.br`), await inBrotli(bytes, { params: quality }))
    await writeFile(join(folder, `${name}.gz`), await inGzip(bytes, { level: 9 }))
  }
  await writeFile(join(folder, 'assets.json'), `${JSON.stringify(assets, null, 2)}\n`)
}

if (import.meta.main) await buildPage(join(here, 'dist'), await hashOfSources())
