/** Content storage in a separate process, which a test can kill. Prints its address and a token when it is ready. */
import { createHttp, openDatabase, openJobs, readSettings, silentLogger, systemClock } from '@quorate/platform'
import { testTokens } from '@quorate/platform/testing'
import { settings as shape, storage } from '../../src/index.ts'

const logger = silentLogger
const clock = systemClock
const settings = readSettings(shape, { env: process.env })
const server = await openDatabase({ url: process.env.DATABASE_URL, dataDir: settings.DATA_DIR, logger })
const jobs = openJobs({ server, settings: { attempts: 3, backoffDelayMs: 1000 }, clock, logger })
const tokens = await testTokens(clock)
const http = await createHttp({
  name: 'storage',
  title: 'Content storage',
  description: 'under test',
  version: '0.1.0',
  settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
  logger,
  clock,
  tokens: tokens.verifier,
})
const content = await storage({ http, server, jobs, settings, chain: 'hedera:devnet', clock, logger })
await jobs.start()
await content.start()
const url = await http.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url, token: await tokens.issue() })}\n`)
