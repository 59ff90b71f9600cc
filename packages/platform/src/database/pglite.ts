/** The embedded database: PGlite in a folder, one session at a time. */
import { constants, existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { type Connections, type DatabaseSession, withSession } from './connection.ts'
import { createDatabaseFolder } from './empty-database.ts'
import { PrivateFiles } from './pglite-files.ts'
import { PgliteSession } from './pglite-session.ts'

const INT8 = 20
const BYTEA = 17

/**
 * PGlite never yields to the event loop while it answers. So a session yields after this time; otherwise nothing else
 * in the process would run.
 */
const YIELD_MS = 3

const SETTINGS = [
  'shared_buffers=16MB',
  // PostgreSQL keeps the plan that it made while a table was small. A plan without an index would still read the whole
  // table once it is large.
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
]

const VACUUM_AFTER_ROWS = 20_000
const TABLES = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`

/**
 * Opens the PGlite folder, and creates it if there is none. The caller holds the folder's lock.
 *
 * PGlite never calls fsync: committed data survives the death of the process, but not a loss of power.
 */
export async function openPglite(folder: string, logger: Logger): Promise<PgliteStore> {
  if (!existsSync(folder)) await createDatabaseFolder(folder)
  const pglite = await PGlite.create({
    fs: new PrivateFiles(folder),
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
    parsers: { [INT8]: BigInt, [BYTEA]: (hex) => new Uint8Array(Buffer.from(hex.slice(2), 'hex')) },
    serializers: { [BYTEA]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}` },
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The embedded database in ${folder} cannot be opened: put a backup there (quorate restore --replace), or set another DATA_DIR (${reason})`,
      { cause },
    )
  })
  return new PgliteStore(folder, pglite, logger)
}

export class PgliteStore implements Connections {
  readonly kind = 'pglite'
  readonly #folder: string
  readonly #pglite: PGlite
  readonly #logger: Logger
  readonly #session: PgliteSession
  readonly #waiting: ((session: DatabaseSession) => void)[] = []
  #taken = false
  #lastYield = 0
  #vacuuming: Promise<void> | undefined

  constructor(folder: string, pglite: PGlite, logger: Logger) {
    this.#folder = folder
    this.#pglite = pglite
    this.#logger = logger
    this.#session = new PgliteSession(pglite, () => this.#release())
  }

  /** PGlite has one connection. Callers that ask for it while it is taken get it one after the other. */
  session(): Promise<DatabaseSession> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#taken) this.#giveNext()
    })
  }

  #giveNext(): void {
    const next = this.#waiting.shift()
    this.#taken = next !== undefined
    if (!next) return
    if (performance.now() - this.#lastYield < YIELD_MS) next(this.#session)
    else setImmediate(() => this.#giveAfterYield(next))
  }

  #giveAfterYield(next: (session: DatabaseSession) => void): void {
    this.#lastYield = performance.now()
    next(this.#session)
  }

  #release(): void {
    this.#giveNext()
    if (this.#session.changedRows < VACUUM_AFTER_ROWS) return
    this.#session.changedRows = 0
    this.#vacuuming ??= this.#vacuum()
      .catch((error) => this.#logger.warn({ err: error }, 'the embedded database could not be vacuumed'))
      .finally(() => {
        this.#vacuuming = undefined
      })
  }

  /**
   * PGlite has no autovacuum. Tables are vacuumed one at a time, so that callers that wait for the session get it in
   * between.
   */
  async #vacuum(): Promise<void> {
    const { rows } = await withSession(this, (session) => session.query(TABLES))
    for (const { name } of rows) await withSession(this, (session) => session.script(`vacuum (analyze) ${name}`))
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    const unlisten = await withSession(this, () => this.#pglite.listen(channel, heard))
    return () => withSession(this, () => unlisten())
  }

  async setSessionStatements(statements: string[]): Promise<void> {
    for (const statement of statements) await withSession(this, (session) => session.script(statement))
  }

  /** Holds the only session meanwhile, so that nothing can change. */
  copyTo(folder: string, beside: () => Promise<void>): Promise<void> {
    return withSession(this, async (session) => {
      // Otherwise data that is not in the files yet would need a recovery.
      await session.script('checkpoint')
      await cp(this.#folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
      await beside()
    })
  }

  async close(): Promise<void> {
    await this.#vacuuming
    await withSession(this, () => this.#pglite.close())
  }
}
