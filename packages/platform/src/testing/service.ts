/** A service for tests: its jobs, HTTP and sockets on a database, a clock and tokens from the test. */
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import { createLogger } from '../base/logger.ts'
import type { DatabaseServer } from '../database/database.ts'
import { createHttp } from '../http/http.ts'
import type { HttpOptions } from '../http/options.ts'
import type { Http } from '../http/server/http-type.ts'
import { openJobs } from '../jobs/job-runner.ts'
import type { JobSettings, Jobs } from '../jobs/jobs.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { checkAnswers } from './answers.ts'
import { caller, socketsAt } from './clients.ts'
import { checkMessages } from './messages.ts'

export interface TestServiceParts {
  http: Http
  jobs: Jobs
  logger: Logger
}

export interface TestServiceOptions<Sockets extends Realtime | undefined> {
  name: string
  server: DatabaseServer
  clock: Clock
  tokens: NonNullable<HttpOptions['tokens']>
  /**
   * Adds the service to its parts, and returns its sockets if it has any. It must itself close anything else that it
   * opens.
   */
  add(parts: TestServiceParts): Promise<Sockets>
  /** Without them, rate limits count nothing. */
  settings?: Partial<HttpOptions['settings']>
  jobSettings?: JobSettings
  /** Further options of `createHttp`. */
  options?: Pick<HttpOptions, 'secureCookies' | 'idempotencyStore'>
}

/**
 * Starts a service and checks every answer against its description. `stop` leaves the database open. `TEST_LOG` is its
 * log level.
 */
export async function startTestService<Sockets extends Realtime | undefined>({
  name,
  server,
  clock,
  tokens,
  add,
  settings,
  jobSettings = { attempts: 3, backoffDelayMs: 1000 },
  options,
}: TestServiceOptions<Sockets>) {
  // Closes what a failed start has opened; otherwise it would keep the test process alive.
  await using starting = new AsyncDisposableStack()
  const logger = createLogger({ level: process.env.TEST_LOG ?? 'silent' })
  const jobs = openJobs({ server, settings: jobSettings, clock, logger })
  starting.defer(() => jobs.stop())
  const http = await createHttp({
    name,
    title: name,
    description: 'under test',
    version: '0.1.0',
    logger,
    clock,
    tokens,
    ...options,
    settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [], ...settings },
  })
  checkAnswers(http)
  checkMessages(http)
  starting.defer(() => http.close())
  const realtime = await add({ http, jobs, logger })
  await jobs.start()
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const sockets = socketsAt(realtime?.address ?? url)
  starting.move()
  return {
    url,
    http,
    jobs,
    logger,
    realtime,
    sockets,
    call: caller(url),
    async stop(): Promise<void> {
      sockets.close()
      await http.close()
      await realtime?.close()
      await jobs.stop()
    },
  }
}
