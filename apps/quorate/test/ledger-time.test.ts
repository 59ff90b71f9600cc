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
})

/** The ledger's time as the command sees it, while the console gives this answer. */
async function timeWhile(answer: string, chain = 'hedera:devnet'): Promise<number> {
  const console = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
  await once(console, 'listening')
  process.env.CONSOLE_HTTP_PORT = String((console.address() as AddressInfo).port)
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
  assert.equal(await timeWhile(JSON.stringify({ development: { aheadMs: DAY } }), 'hedera:testnet'), NOW)
  mock.timers.reset()
  for (const answer of ['{"development":null}', '{"development":{"aheadMs":"1"}}', 'no JSON']) {
    assert.equal(await timeWhile(answer), NOW)
    mock.timers.reset()
  }
})
