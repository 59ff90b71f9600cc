/** Helpers for the tests of any service: an empty database, and a clock that the test moves. */
import { existsSync, statfsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestClock as BossClock } from 'pg-boss'
import pino, { type Logger } from 'pino'
import { type Clock, systemClock } from '../base/clock.ts'
import { type DatabaseServer, openDatabase } from '../database/database.ts'
import { openJobs } from '../jobs/job-runner.ts'
import { closingWith, openTestDatabase, type TestDatabase, testServerDatabase } from './server-database.ts'

export { ROWS_DELETED_AT_ONCE } from '../database/delete-some.ts'
export { checkAnswers } from './answers.ts'
export { halfAnswers, serverInPieces, serverWriting, unanswered } from './broken-answers.ts'
export { type Answer, caller, socketsAt } from './clients.ts'
export { inlined } from './inlined.ts'
export { interruptWaiting } from './jobs.ts'
export { checkMessages } from './messages.ts'
export { explainingDatabase } from './plans.ts'
export { type TestDatabase, testServerDatabase } from './server-database.ts'
export { startTestService, type TestServiceParts } from './service.ts'
export { type ReceivedMail, type TestSmtp, testSmtp } from './smtp.ts'
export { deletedIn } from './statements.ts'
export { type TestTokens, testTokens } from './tokens.ts'

/**
 * A `DATA_DIR` whose database already has the tables of the queue and of all services. The global setup makes it once
 * for a whole test run.
 */
export const TEMPLATE_VARIABLE = 'QUORATE_TEST_TEMPLATE'

export interface TestDatabaseOptions {
  /** Silent if absent. */
  logger?: Logger
  /** The server's URL. Default: `TEST_DATABASE_URL`. If empty, there is no server. */
  url?: string | undefined
}

/** An empty database: embedded, or a new one on the server in `TEST_DATABASE_URL`. `close` deletes it. */
export function testDatabase({
  logger = pino({ level: 'silent' }),
  url = process.env.TEST_DATABASE_URL,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return url ? onServer(url, logger) : embedded(logger)
}

async function embedded(logger: Logger): Promise<TestDatabase> {
  const dataDir = await testDataDirectory()
  const server = await openDatabase({ dataDir, logger })
  const shared: TestDatabase = { ...server, close: async () => {}, another: async () => shared }
  return { ...shared, close: closingWith(server, () => rm(dataDir, { recursive: true, force: true })).close }
}

/** Makes the template: an embedded database with the queue's tables, and those that `open` creates. */
export async function prepareTemplate(
  dataDir: string,
  open: ((server: DatabaseServer) => Promise<unknown>)[] = [],
): Promise<void> {
  const logger = pino({ level: 'silent' })
  const server = await openDatabase({ dataDir, logger })
  const settings = { attempts: 1, backoffDelayMs: 1000 }
  const jobs = openJobs({ server, settings, clock: systemClock, logger })
  await jobs.start()
  await jobs.stop()
  for (const one of open) await one(server)
  await server.close()
}

/** Linux's in-memory file system. */
const IN_MEMORY = '/dev/shm'
const ROOM_IN_MEMORY_BYTES = 4 * 1024 ** 3

/**
 * The folder for copies of the template: in memory if there is room, because copying its 700 files on a drive takes
 * half a second.
 */
function folderOfCopies(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM_IN_MEMORY_BYTES ? IN_MEMORY : tmpdir()
}

/** A new folder for `DATA_DIR`, a copy of the template if there is one. The caller removes it. */
export async function testDataDirectory(): Promise<string> {
  const template = process.env[TEMPLATE_VARIABLE]
  const dataDir = await mkdtemp(join(template ? folderOfCopies() : tmpdir(), 'quorate-test-'))
  if (template) await cp(join(template, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
  return dataDir
}

async function onServer(serverUrl: string, logger: Logger): Promise<TestDatabase> {
  const { url, drop } = await testServerDatabase(serverUrl)
  return closingWith(await openTestDatabase(url, logger), drop)
}

/** Time does not pass until it is advanced. The job queue, in this process and in the database, follows this clock. */
export class TestClock extends BossClock implements Clock {
  #moving: Promise<void> | undefined

  /**
   * Moves time forward immediately. Timers that fall due in between run now, once each, as after a sleep. To wait for
   * handlers, use `Jobs.idle`. Concurrent calls, such as a handler's and the test's own, move it one after the other.
   */
  async advance(ms: number): Promise<void> {
    while (this.#moving) await this.#moving.catch(() => {})
    this.#moving = this.#move(ms).finally(() => {
      this.#moving = undefined
    })
    await this.#moving
  }

  async #move(ms: number): Promise<void> {
    await this.setTime(this.now() + ms)
    await this.tick(0)
  }
}

/** @param start Default: now. */
export const testClock = (start?: Date): TestClock => new TestClock(start)
