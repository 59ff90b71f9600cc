/** Kysely over {@link Connections}: one dialect for the embedded database and for a server. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { type Connections, type DatabaseSession, isChange, type SessionOptions } from './connection.ts'

export const dialectOf = (connections: Connections, options: SessionOptions = {}): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new ConnectionsDriver(connections, options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class Connection implements DatabaseConnection {
  readonly session: DatabaseSession

  constructor(session: DatabaseSession) {
    this.session = session
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, affectedRows } = await this.session.query(query.sql, query.parameters)
    if (!isChange(command)) return { rows: rows as R[] }
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it, and neither database streams here.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages')
  }
}

class ConnectionsDriver implements Driver {
  readonly #connections: Connections
  readonly #options: SessionOptions

  constructor(connections: Connections, options: SessionOptions) {
    this.#connections = connections
    this.#options = options
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#connections.session(this.#options))
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.session.release()
  }

  async beginTransaction({ session }: Connection, { isolationLevel }: TransactionSettings): Promise<void> {
    await session.query(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
  }

  async commitTransaction({ session }: Connection): Promise<void> {
    const { command } = await session.query('commit')
    // A statement failed and the work continued regardless: PostgreSQL answers COMMIT with ROLLBACK.
    if (command === 'ROLLBACK') throw new Error('The change was rolled back: one of its statements had failed')
  }

  async rollbackTransaction({ session }: Connection): Promise<void> {
    await session.query('rollback')
  }

  async destroy(): Promise<void> {}
}
