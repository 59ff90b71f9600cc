import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createDatabaseFolder, EMPTY_DATABASE } from '../src/database/empty-database.ts'
import { keepPrivate, openDatabase, silentLogger } from '../src/index.ts'

const others = async (path: string) => (await stat(path)).mode & 0o077

describe('DATA_DIR', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorate-modes-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  test('A DATA_DIR that is open to other users is closed, with everything in it, and a warning says so', async () => {
    const dataDir = join(folder, 'open')
    await mkdir(join(dataDir, 'ledger'), { recursive: true })
    await mkdir(join(dataDir, 'ipfs', 'blocks'), { recursive: true })
    const outside = join(folder, 'outside')
    for (const path of [
      outside,
      ...['token-key.pem', 'ledger/localnet.sqlite', 'ipfs/blocks/x'].map((at) => join(dataDir, at)),
    ]) {
      await writeFile(path, '')
      await chmod(path, 0o666)
    }
    await symlink(outside, join(dataDir, 'link'))
    for (const path of ['.', 'ledger', 'ipfs', 'ipfs/blocks']) await chmod(join(dataDir, path), 0o755)
    const warnings: unknown[][] = []
    const logger = { warn: (...what: unknown[]) => void warnings.push(what) }
    const { mended, open } = keepPrivate(dataDir, logger as never)
    assert.equal(mended.length, 6)
    assert.deepEqual(open, [])
    for (const path of ['.', 'ledger', 'ipfs', 'ipfs/blocks', 'token-key.pem', 'ledger/localnet.sqlite'])
      assert.equal(await others(join(dataDir, path)), 0, path)
    assert.notEqual(await others(outside), 0, 'a link leads out of the folder')
    assert.deepEqual(
      warnings.map(([about]) => about),
      [{ mended: 6 }, { keys: [join(dataDir, 'token-key.pem')] }],
    )
    warnings.length = 0
    assert.deepEqual(keepPrivate(dataDir, logger as never), { mended: [], open: [] })
    assert.deepEqual(keepPrivate(join(folder, 'absent'), logger as never), { mended: [], open: [] })
    assert.deepEqual(warnings, [])
  })

  test('The archive of an empty database is of the installed PGlite (npm run generate:database makes it)', async () => {
    const manifest = findPackageJSON('@electric-sql/pglite', import.meta.url) ?? assert.fail()
    const installed = JSON.parse(await readFile(manifest, 'utf8'))
    assert.equal(basename(EMPTY_DATABASE.pathname), `pglite-${installed.version}.tar.zst`)
    const path = join(folder, 'archive')
    // A start that was killed left a part.
    await mkdir(`${path}.unfinished/base`, { recursive: true })
    await createDatabaseFolder(path)
    const entries = await readdir(path, { recursive: true })
    assert.ok(entries.includes('PG_VERSION'))
    for (const entry of entries) assert.equal(await others(join(path, entry)), 0, entry)
    assert.ok(!existsSync(`${path}.unfinished`))
  })

  test('A DATA_DIR that is a symbolic link is closed at its target', async () => {
    const dataDir = join(folder, 'elsewhere')
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'token-key.pem'), '')
    await chmod(join(dataDir, 'token-key.pem'), 0o644)
    await symlink(dataDir, join(folder, 'linked'))
    keepPrivate(join(folder, 'linked'), silentLogger)
    assert.equal(await others(join(dataDir, 'token-key.pem')), 0)
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'))
    assert.deepEqual(keepPrivate(join(folder, 'dangling'), silentLogger), { mended: [], open: [] })
  })

  test('contains no file of the embedded database that other users can read', async () => {
    const dataDir = join(folder, 'database')
    const server = await openDatabase({ dataDir, logger: silentLogger })
    await server.ping()
    await server.close()
    const files = await readdir(join(dataDir, 'postgres'), { recursive: true, withFileTypes: true })
    assert.ok(files.length > 100)
    for (const file of files)
      if (file.isFile()) assert.equal(await others(join(file.parentPath, file.name)), 0, file.name)
  })
})
