import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openConsole, pageFolder, settings } from '@quorate/console'
import { createHttp, createLogger, platformSettings, readSettings, systemClock } from '@quorate/platform'
import { putInPlace } from '../build.ts'
import { missingModule } from '../src/service/build.ts'
import { ask } from './ask.ts'

const MAX_SCRIPT = 200 * 1024
const MAX_STYLE = 40 * 1024

describe('The built page', () => {
  let folder: string
  before(async () => {
    folder = await pageFolder()
  })
  const file = (path: string) => readFile(join(folder, path))

  test('initially loads at most 200 KiB of script and 40 KiB of style, compressed', async () => {
    const document = String(await file('index.html'))
    const paths = (form: RegExp) => [...document.matchAll(form)].map(([, path = '']) => path)
    const sizes = async (all: string[]) =>
      (await Promise.all(all.map((path) => file(`${path}.gz`)))).map(({ length }) => length)
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    const listed: { path: string }[] = JSON.parse(String(await file('assets.json')))
    const dictionaries = listed
      .map(({ path }) => path)
      .filter((path) => /^\/assets\/(?:de|en)-(?!screens)[^/]+\.js$/.test(path))
    assert.equal(dictionaries.length, 2)
    const scripts = paths(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)
    const styles = paths(/href="(\/assets\/[^"]+\.css)"/g)
    assert.ok(scripts.length > 0 && styles.length > 0)
    // The texts of one language load right after the document's scripts.
    const script = sum(await sizes(scripts)) + Math.max(...(await sizes(dictionaries)))
    const style = sum(await sizes(styles))
    assert.ok(script <= MAX_SCRIPT, `${script} bytes of script`)
    assert.ok(style <= MAX_STYLE, `${style} bytes of style`)
  })

  test('lists the hash of each file, and has the same content in its compressed files', async () => {
    const assets: { path: string; integrity: string }[] = JSON.parse(String(await file('assets.json')))
    assert.ok(assets.some(({ path }) => path === '/'))
    for (const { path, integrity } of assets) {
      const bytes = await file(path === '/' ? 'index.html' : path)
      assert.equal(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, integrity, path)
      if (/\.(js|css)$/.test(path)) assert.ok(gunzipSync(await file(`${path}.gz`)).equals(bytes), path)
    }
  })

  test('makes no code from text, which its policy forbids and the browser would report', async () => {
    const scripts = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js'))
    assert.ok(scripts.some((name) => name.startsWith('worker-')))
    for (const name of scripts)
      assert.doesNotMatch(
        String(await file(`assets/${name}`)),
        /globalThis\.Function\(|\bnew Function\(|[^.\w]eval\(/,
        name,
      )
  })

  test('is not rebuilt while its sources are unchanged', async () => {
    const before = await file('sources')
    assert.equal(await pageFolder(), folder)
    assert.ok((await file('sources')).equals(before))
  })
})

test('A concurrent build from the same sources keeps the existing page; a build from others replaces it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'quorate-page-'))
  const made = async (name: string, sources: string) => {
    const folder = join(place, name)
    await mkdir(folder)
    await writeFile(join(folder, 'sources'), sources)
    return folder
  }
  const folder = join(place, 'dist')
  await Promise.all(['first', 'second'].map(async (name) => putInPlace(await made(name, 'one'), folder, 'one')))
  const { ino } = await stat(folder)
  await putInPlace(await made('third', 'one'), folder, 'one')
  assert.equal((await stat(folder)).ino, ino)
  await Promise.all(['fourth', 'fifth'].map(async (name) => putInPlace(await made(name, 'two'), folder, 'two')))
  assert.equal(await readFile(join(folder, 'sources'), 'utf8'), 'two')
  assert.deepEqual(await readdir(place), ['dist'])
  await rm(place, { recursive: true })
})

test('A running console serves the page that it started with, even if another start builds the page anew', async (t) => {
  const place = await mkdtemp(join(tmpdir(), 'quorate-page-'))
  t.after(() => rm(place, { recursive: true, force: true }))
  const folder = join(place, 'dist')
  await cp(await pageFolder(), folder, { recursive: true })
  const http = await createHttp({
    ...{ name: 'console', title: 'Console', description: '', version: '0', clock: systemClock },
    ...{ settings: readSettings(platformSettings, { env: {} }), logger: createLogger({ level: 'silent' }) },
  })
  t.after(() => http.close())
  await openConsole({
    ...{ http, settings: readSettings(settings, { env: {}, service: 'console' }), trustProxy: [], entrances: {} },
    config: { version: '0', chains: [], nodeUrl: null, development: null, mirrors: {} },
    folder,
  })
  const at = await http.listen({ host: '127.0.0.1', port: 0 })
  const listed: { path: string; integrity: string }[] = JSON.parse(await readFile(join(folder, 'assets.json'), 'utf8'))
  await rm(folder, { recursive: true })
  assert.deepEqual(JSON.parse((await ask(at, '/assets.json')).text), listed)
  for (const { path, integrity } of listed.filter(({ path }) => !/\.(png|woff2)$/.test(path))) {
    const { status, headers, text } = await ask(at, path)
    const found = `sha384-${createHash('sha384').update(text).digest('base64')}`
    assert.deepEqual([status, headers['content-encoding'], found], [200, undefined, integrity], path)
  }
  const script = listed.find(({ path }) => path.endsWith('.js'))?.path ?? ''
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
  ] as const) {
    const { headers } = await ask(at, script, { headers: { 'accept-encoding': accepted } })
    assert.deepEqual([headers['content-encoding'], headers.vary], [encoding, 'Accept-Encoding'], accepted)
    assert.match(String(headers['content-type']), /^text\/javascript/)
  }
  for (const path of ['/assets/none.js', `${script}.br`, '/assets/%2e%2e/index.html', '/assets/'])
    assert.equal((await ask(at, path)).status, 404, path)
})

test('A failed build names the module that it did not find', () => {
  for (const [stderr, module] of [
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite' imported from /x/build.ts", 'vite'],
    ['[vite]: Rolldown failed to resolve import "qrcode" from "/x/src/page/parts/code.tsx".', 'qrcode'],
    ["[UNRESOLVED_IMPORT] Could not resolve 'react-dom/client' in src/page/main.tsx", 'react-dom/client'],
    ['SyntaxError: Unexpected token', undefined],
  ] as const)
    assert.equal(missingModule(stderr), module)
})
