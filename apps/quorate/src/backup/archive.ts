/** A backup's file: a compressed tar archive of the entries of `DATA_DIR`, with `backup.json` as its first entry. */
import { createWriteStream, readFileSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create, extract } from 'tar'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Failure } from '../exit-codes.ts'

const About = Type.Object({
  format: Type.Integer(),
  /** The time of the copies of database and ledger. */
  at: Type.String(),
  content: Type.Boolean(),
  blocks: Type.Integer(),
})
export type About = Type.Static<typeof About>

const FORMAT = 1
const ABOUT = 'backup.json'

/** Called with the number of bytes written so far. */
type Passed = (bytes: number) => void

/**
 * Writes all of `folder` into a file that must not exist yet, or for `-` to standard output. Syncs the file to disk.
 */
export async function pack(folder: string, file: string, about: Omit<About, 'format'>, passed: Passed): Promise<void> {
  await writeFile(join(folder, ABOUT), JSON.stringify({ format: FORMAT, ...about }))
  const names = (await readdir(folder)).filter((name) => name !== ABOUT)
  const packed = create({ cwd: folder, gzip: { level: 1 }, portable: true }, [ABOUT, ...names])
  const stream = counted(packed, passed)
  if (file === '-') return pipeline(stream, process.stdout, { end: false })
  const partial = `${file}.partial`
  try {
    await pipeline(stream, createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Reads a backup from a file, or for `-` from standard input, into an empty folder.
 *
 * @throws Failure if it is not a backup, is incomplete, or has a later format
 */
export async function unpack(file: string, folder: string): Promise<About> {
  const foreign: string[] = []
  try {
    await extract({
      file: file === '-' ? await received(folder) : file,
      cwd: folder,
      strict: true,
      filter: (path, entry) => {
        const isOurs = 'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
        if (!isOurs) foreign.push(path)
        return isOurs
      },
    })
    if (foreign.length > 0) throw new Error(`${foreign[0]} is neither a file nor a folder`)
    const about: unknown = JSON.parse(readFileSync(join(folder, ABOUT), 'utf8'))
    if (!Value.Check(About, about)) throw new Error(`its ${ABOUT} was not written by quorate backup`)
    if (about.format !== FORMAT) throw new Error(`its format is ${about.format}: only a newer version can read it`)
    await rm(join(folder, ABOUT))
    return about
  } catch (error) {
    throw new Failure('failed', `${file} is not a complete backup: ${(error as Error).message}`, 'BACKUP_UNREADABLE')
  }
}

/**
 * Writes standard input into a file, which is not among the entries of an installation. The archive reader cannot read
 * a stream directly, because it ignores backpressure.
 */
async function received(folder: string): Promise<string> {
  const file = join(folder, '.received')
  await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }))
  return file
}

async function* counted(source: AsyncIterable<Uint8Array>, passed: Passed) {
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    passed(bytes)
    yield part
  }
}
