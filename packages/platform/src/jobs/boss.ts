/**
 * Runs pg-boss on our {@link Connections}, so that its statements are prepared, wait for their turn and fail as ours
 * do.
 */
import { type ConstructorOptions, type Db, PgBoss, systemClock, TestClock } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import {
  type Connections,
  type DatabaseSession,
  type Row,
  type StatementResult,
  withSession,
} from '../database/connection.ts'

const SEVERAL_STATEMENTS = /;\s*\S/

/** pg-boss expects numbers where our session returns bigints. None of its counts comes near 2^53. */
const withNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
  )

export const bossSession = (session: DatabaseSession): Db => ({
  async executeSql(text, values = []) {
    const answers: StatementResult[] =
      values.length === 0 && SEVERAL_STATEMENTS.test(text)
        ? await session.script(text)
        : [await session.query(text, values)]
    return { rows: answers.flatMap(({ rows }) => rows).map(withNumbers) }
  },
})

const bossDatabase = (connections: Connections): Db => ({
  executeSql: (text, values) => withSession(connections, (session) => bossSession(session).executeSql(text, values)),
  setSessionStatements: (statements) => connections.setSessionStatements(statements),
})

/** The timers that belong to a clock: a test clock's own, otherwise the system's. */
export const timersOf = (clock: Clock) => (clock instanceof TestClock ? clock : systemClock)

/** On a server, processes watch each other's heartbeats; the embedded database has only one process. */
const WATCHING: Record<Connections['kind'], Partial<ConstructorOptions>> = {
  postgres: { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 },
  pglite: { reindex: false, monitorVacuum: false },
}

export function newBoss(connections: Connections, clock: Clock, logger: Logger): PgBoss {
  const boss = new PgBoss({
    db: bossDatabase(connections),
    backend: connections.kind,
    schema: 'pgboss',
    clock: timersOf(clock),
    schedule: false,
    ...WATCHING[connections.kind],
  })
  boss.on('error', (error) => logger.error({ err: error }, 'the job queue reports an error'))
  boss.on('warning', ({ message, data }) => logger.warn({ data }, `the job queue warns: ${message}`))
  return boss
}
