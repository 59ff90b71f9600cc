/** What is read of the ledger before something is signed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { mirrorLedger, sameKey } from '@quorate/verify'

const hex = (byte: string) => byte.repeat(32)
const keyOf = (byte: string) => ({ _type: 'ED25519', key: hex(byte) })
const SCHEDULE = {
  ...{ schedule_id: '0.0.9', creator_account_id: '0.0.7', payer_account_id: '0.0.8', admin_key: keyOf('01') },
  ...{ consensus_timestamp: '1795000000.000000009', memo: 'quorate:a-job', wait_for_expiry: false, deleted: false },
  ...{ expiration_time: null, executed_timestamp: null, transaction_body: 'AAAA', signatures: [] },
}

test('Keys are those of now or of a past time, and a schedule has who may delete it and when it was made', async () => {
  let schedule: object = SCHEDULE
  const server = createServer(({ url = '' }, response) => {
    const key = url.includes('timestamp=lte:1795000000.000000009') ? keyOf('01') : keyOf('02')
    const answer = url.startsWith('/api/v1/schedules/0.0.9') ? schedule : { account: '0.0.7', key, deleted: false }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ledger = mirrorLedger(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const leaf = (byte: string) => ({ type: 'ed25519' as const, bytes: Uint8Array.fromHex(hex(byte)) })
    const kept = (await ledger.schedule('0.0.9')) ?? assert.fail()
    assert.equal(kept.createdAt, SCHEDULE.consensus_timestamp)
    assert.ok(kept.adminKey && sameKey(kept.adminKey, leaf('01')))
    const [now, then] = [await ledger.key('0.0.7'), await ledger.keyAt('0.0.7', kept.createdAt)]
    assert.ok(now && sameKey(now, leaf('02')) && then && sameKey(then, leaf('01')))
    schedule = { ...SCHEDULE, admin_key: null }
    assert.equal((await ledger.schedule('0.0.9'))?.adminKey, null)
    for (const other of [{ admin_key: 'x' }, { consensus_timestamp: null }, { consensus_timestamp: 'soon' }]) {
      schedule = { ...SCHEDULE, ...other }
      await assert.rejects(ledger.schedule('0.0.9'), { code: 'MIRROR_UNAVAILABLE' }, JSON.stringify(other))
    }
  } finally {
    server.close().closeAllConnections()
  }
})
