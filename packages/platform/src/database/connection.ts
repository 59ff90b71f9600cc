/**
 * The interface of both databases (a PGlite folder, a PostgreSQL server): connections that carry sessions. A session
 * has at most one open transaction.
 */
import { unavailable } from '../base/errors.ts'

export type Row = Record<string, unknown>

export interface StatementResult {
  rows: Row[]
  /** The command tag's first word: `INSERT`, `COMMIT`, `ROLLBACK` ... */
  command: string
  /** Rows inserted, updated, deleted or merged; 0 for anything else. */
  affectedRows: number
}

export interface QueryOptions {
  /**
   * After this time a server that has not answered counts as down, and its connection is closed. Default: a second
   * after DATABASE_STATEMENT_TIMEOUT. The embedded database does not hang.
   */
  timeoutMs?: number
}

export interface DatabaseSession {
  /** One statement, prepared the first time it is seen. INT8 is a bigint, JSON parsed, BYTEA a Uint8Array. */
  query(sql: string, values?: readonly unknown[], options?: QueryOptions): Promise<StatementResult>
  /** Several statements in one text, without values. */
  script(sql: string): Promise<StatementResult[]>
  release(): void
}

export interface SessionOptions {
  /** Whether its statements have no time limit by default. */
  isPatient?: boolean
}

export interface Connections {
  readonly kind: 'pglite' | 'postgres'
  /** @throws ApiError 503 `DATABASE_UNAVAILABLE` if the server does not answer */
  session(options?: SessionOptions): Promise<DatabaseSession>
  /**
   * Calls `heard` for each `NOTIFY channel` until the returned function is called. Reconnects after a lost connection.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Statements that every session runs before anything else; replaces the previous ones. */
  setSessionStatements(statements: string[]): Promise<void>
  close(): Promise<void>
}

export const isChange = (command: string): boolean =>
  command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'

export const changesSchema = (command: string): boolean =>
  command === 'CREATE' || command === 'ALTER' || command === 'DROP'

export const mayChangeSchema = (script: string): boolean => /\b(create|alter|drop)\b/i.test(script)

/** Runs `work` in a separate session. */
export async function withSession<R>(
  connections: Connections,
  work: (session: DatabaseSession) => Promise<R>,
): Promise<R> {
  const session = await connections.session()
  try {
    return await work(session)
  } finally {
    session.release()
  }
}

/** The SQLSTATE of a database error, or the system's code of a network error; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Whether the statement failed because its table was changed after this session had prepared it. */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/** The SQLSTATE of a change on a read-only server: a standby, or a primary that has become one. */
export const READ_ONLY = '25006'

const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // query_canceled, which ends a statement after its timeout, and idle_in_transaction_session_timeout
  '57014',
  '25P03',
])
const GONE_MESSAGE =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|connection error and is not queryable/i

/** Turns a lost or refused connection into a 503 `DATABASE_UNAVAILABLE`; returns every other error unchanged. */
export function asUnavailable(error: unknown, where: string): unknown {
  const code = codeOf(error) ?? ''
  const message = error instanceof Error ? error.message : ''
  if (code === READ_ONLY)
    return unavailable(
      'DATABASE_UNAVAILABLE',
      `The database ${where} is read-only; work continues once it is writable`,
      5,
      error,
    )
  const gone = GONE.has(code) || code.startsWith('08') || GONE_MESSAGE.test(message)
  if (!gone) return error
  return unavailable(
    'DATABASE_UNAVAILABLE',
    `The database ${where} does not answer (${message || code}); work continues once it does`,
    5,
    error,
  )
}
