import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, mock, test } from 'node:test'
import { ledgerOf } from '../src/connection/ledger.ts'

const NOW = Date.parse('2026-12-01T00:00:00.000Z')
const DAY = 86_400_000

afterEach(() => {
  mock.timers.reset()
  delete process.env.CONSOLE_HTTP_PORT
  delete process.env.LOCALNET_REST_PORT
})

/** The ledger's time as the command sees it, while the console and the mirror give these answers. */
async function timeWhile(answer: string, { chain = 'hedera:devnet', blocks = '' } = {}): Promise<number> {
  const console = createServer(({ url }, response) =>
    response.end(url?.startsWith('/api/v1/blocks') ? blocks : answer),
  ).listen(0, '127.0.0.1')
  await once(console, 'listening')
  const port = String((console.address() as AddressInfo).port)
  process.env.CONSOLE_HTTP_PORT = port
  process.env.LOCALNET_REST_PORT = port
  mock.timers.enable({ apis: ['Date'], now: NOW })
  try {
    return (await ledgerOf({ chain })).now
  } finally {
    console.close()
  }
}

test('the command compares times with the clock of the embedded ledger, which development may have moved', async () => {
  assert.equal(await timeWhile(JSON.stringify({ development: { aheadMs: 30 * DAY } })), NOW + 30 * DAY)
})

test("the command uses this machine's clock for a public network, and if the console does not answer", async () => {
  assert.equal(await timeWhile(JSON.stringify({ development: { aheadMs: DAY } }), { chain: 'hedera:testnet' }), NOW)
  mock.timers.reset()
  for (const answer of ['{"development":null}', '{"development":{"aheadMs":"1"}}', 'no JSON']) {
    assert.equal(await timeWhile(answer), NOW)
    mock.timers.reset()
  }
})

test('without the console, the clock of the ledger is at least at the time of the newest block of its mirror', async () => {
  const blocks = (ms: number) => JSON.stringify({ blocks: [{ timestamp: { to: `${ms / 1000}.000000000` } }] })
  const timeAt = async (answer: string, newest: string) => {
    const time = await timeWhile(answer, { blocks: newest })
    mock.timers.reset()
    return time
  }
  assert.equal(await timeAt('no JSON', blocks(NOW + 40 * DAY)), NOW + 40 * DAY)
  assert.equal(await timeAt('no JSON', blocks(NOW - DAY)), NOW)
  // The console knows of a move after which no block was made.
  const moved = JSON.stringify({ development: { aheadMs: 50 * DAY } })
  assert.equal(await timeAt(moved, blocks(NOW + 40 * DAY)), NOW + 50 * DAY)
  for (const none of ['{"blocks":[]}', '{"blocks":[{"timestamp":{}}]}', 'null'])
    assert.equal(await timeAt('', none), NOW)
})
