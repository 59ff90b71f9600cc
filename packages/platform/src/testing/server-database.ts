/** Databases of tests on a PostgreSQL server. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { readSettings } from '../config/config.ts'
import { databaseSettings } from '../config/settings.ts'
import { type DatabaseServer, openDatabase } from '../database/database.ts'

export interface TestDatabase extends DatabaseServer {
  /**
   * The database as another process sees it. On a server, it uses separate connections, which it closes. The embedded
   * database has one process, so it is the same.
   */
  another(): Promise<TestDatabase>
}

/** Creates an empty database on a server. The caller drops it. */
export async function testServerDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `quorate_test_${randomUUID().replaceAll('-', '')}`
  await administer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(serverUrl, `drop database if exists ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A busy machine may keep hundreds of changes of a test waiting for a connection for longer than the default. */
const settings = readSettings(databaseSettings, { env: { DATABASE_CONNECT_TIMEOUT: '60000' } })

/** A test's database on a server. */
export const openTestDatabase = async (url: string, logger: Logger): Promise<TestDatabase> => ({
  ...(await openDatabase({ url, settings, logger })),
  another: () => openTestDatabase(url, logger),
})

/** Returns the database with a `close` that calls `after` once the database is closed. */
export const closingWith = <Server extends DatabaseServer>(server: Server, after: () => Promise<void>): Server => ({
  ...server,
  async close() {
    await server.close()
    await after()
  },
})
