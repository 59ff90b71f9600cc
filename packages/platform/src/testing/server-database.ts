/** Databases of tests on a PostgreSQL server. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { DatabaseServer } from '../database/database.ts'

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

/** The same database, which does something more after it was closed. */
export const closingWith = (server: DatabaseServer, after: () => Promise<void>): DatabaseServer => ({
  ...server,
  async close() {
    await server.close()
    await after()
  },
})
