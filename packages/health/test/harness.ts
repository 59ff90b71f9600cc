/** A service with the health module over real HTTP, on a clock that the test moves. */
import { createHttp, type Http, silentLogger } from '@quorate/platform'
import { checkAnswers, checkMessages, type TestClock, testClock } from '@quorate/platform/testing'
import { type HealthDeps, health } from '../src/index.ts'

export interface Harness {
  http: Http
  clock: TestClock
  url: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  get(path: string): Promise<{ status: number; body: any }>
  /** Asks /health/check once the last answer is too old to be given again. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  check(): Promise<{ status: number; body: any }>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openHarness(deps: Omit<HealthDeps, 'http' | 'clock'>): Promise<Harness> {
  const clock = testClock()
  const http = await createHttp({
    name: 'health',
    title: 'Health',
    description: 'under test',
    version: '0.1.0',
    settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
    logger: silentLogger,
    clock,
  })
  checkAnswers(http)
  checkMessages(http)
  health({ http, clock, ...deps })
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const get: Harness['get'] = async (path) => {
    const answer = await fetch(url + path)
    return { status: answer.status, body: await answer.json() }
  }
  return {
    http,
    clock,
    url,
    get,
    async check() {
      await clock.advance(1000)
      return get('/health/check')
    },
    [Symbol.asyncDispose]: () => http.close(),
  }
}
