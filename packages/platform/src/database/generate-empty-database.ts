/** Writes the archive of `empty-database.ts`: `npm run generate:database`, after an update of PGlite. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { create, type WriteEntry } from 'tar'
import { EMPTY_DATABASE } from './empty-database.ts'
import { PrivateFiles } from './pglite-files.ts'

/** Two thirds of the files belong to databases that nobody opens. */
const DROP_OTHERS = [
  'update pg_database set datistemplate = false where datname <> current_database()',
  'drop database template1',
  'drop database template0',
  'checkpoint',
]

const folder = join(tmpdir(), `quorate-empty-database-${process.pid}`)
const archive = `${folder}.tar`
try {
  const pglite = await PGlite.create({ fs: new PrivateFiles(folder), initDbStartParams: ['--wal-segsize=1'] })
  for (const statement of DROP_OTHERS) await pglite.exec(statement)
  await pglite.close()
  const onWriteEntry = ({ stat }: WriteEntry): void => {
    // Folders get the mode 0755 from Emscripten.
    if (stat) stat.mode &= ~0o077
  }
  await create({ file: archive, cwd: folder, onWriteEntry }, ['.'])
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  await writeFile(EMPTY_DATABASE, await promisify(zstdCompress)(await readFile(archive), { params }))
} finally {
  await rm(folder, { recursive: true, force: true })
  await rm(archive, { force: true })
}
