/** The embedded database: PGlite in a folder, one session at a time. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { PgliteSession } from './pglite-session.ts'
import { type Session, type Store, withSession } from './store.ts'

const INT8 = 20
const BYTEA = 17

/**
 * Opens the PGlite folder, making it first if there is none. The caller holds the folder's lock.
 *
 * PGlite never calls fsync: what was answered survives the death of the process, not a loss of power.
 */
export async function openPglite(folder: string): Promise<Store> {
  if (!existsSync(folder)) await initialise(folder)
  const pglite = await PGlite.create({
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    parsers: { [INT8]: BigInt, [BYTEA]: (hex) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) },
    serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  })
  return new PgliteStore(pglite)
}

/** Making a folder takes half a gigabyte of memory, which a child process gives back. */
async function initialise(folder: string): Promise<void> {
  const script = fileURLToPath(new URL('./pglite-initialise.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [script, folder])
}

class PgliteStore implements Store {
  readonly kind = 'pglite'
  readonly #pglite: PGlite
  readonly #session: Session
  readonly #waiting: ((session: Session) => void)[] = []
  #taken = false

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#session = new PgliteSession(pglite, () => this.#release())
  }

  /** PGlite has one connection: who asks while it is taken gets it in turn. */
  session(): Promise<Session> {
    if (this.#taken) return new Promise((resolve) => this.#waiting.push(resolve))
    this.#taken = true
    return Promise.resolve(this.#session)
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next) next(this.#session)
    else this.#taken = false
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const unlisten = await withSession(this, () => this.#pglite.listen(channel, heard))
    return () => withSession(this, () => unlisten())
  }

  async setSessionStatements(statements: string[]): Promise<void> {
    for (const statement of statements) await withSession(this, (session) => session.script(statement))
  }

  async close(): Promise<void> {
    await withSession(this, () => this.#pglite.close())
  }
}
