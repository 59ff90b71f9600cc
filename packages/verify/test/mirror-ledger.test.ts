/** Reads of the ledger that a signature depends on. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { mirrorLedger, sameKey, tokenIn } from '@quorate/verify'

const hex = (byte: string) => byte.repeat(32)
const keyOf = (byte: string) => ({ _type: 'ED25519', key: hex(byte) })
const SCHEDULE = {
  ...{ schedule_id: '0.0.9', creator_account_id: '0.0.7', payer_account_id: '0.0.8', admin_key: keyOf('01') },
  ...{ consensus_timestamp: '1795000000.000000009', memo: 'quorate:a-job', wait_for_expiry: false, deleted: false },
  ...{ expiration_time: null, executed_timestamp: null, transaction_body: 'AAAA', signatures: [] },
}

test('Keys are read as of now or of a past time, and a schedule with its admin key and its creation time', async () => {
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

test('The earlier keys of an account are those around its changes and after those of the wallet', async () => {
  const changes: Record<string, object> = {
    '0.0.7': { created_timestamp: '100.000000000', transactions: [{ consensus_timestamp: '300.000000000' }] },
    '0.0.8': { created_timestamp: '200.000000000', transactions: [{ consensus_timestamp: '250.000000000' }] },
  }
  const asked: string[] = []
  const beforeIt: string[] = []
  const server = createServer(({ url = '' }, response) => {
    const [, id = '', time] = /accounts\/([\d.]+)\?.*?(?:timestamp=lte:([\d.]+))?$/.exec(url) ?? []
    if (time === undefined && !url.includes('transactions=false')) asked.push(url)
    const answer =
      time === undefined
        ? { account: id, key: keyOf('09'), memo: 'Ours', ...changes[id] }
        : { account: id, key: keyOf(Number(time) >= 300 ? '03' : Number(time) >= 250 ? '02' : '01'), deleted: false }
    const isThere = time === undefined || Number(time) >= 100
    if (!isThere) beforeIt.push(url)
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isThere ? answer : { _status: { messages: [{ message: 'Not found' }] } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ledger = mirrorLedger(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const keys = await ledger.earlierKeys('0.0.7', '0.0.8')
    assert.deepEqual(keys.map((one) => one.type === 'ed25519' && one.bytes[0]).sort(), [1, 2, 3])
    assert.deepEqual(beforeIt, [], 'nothing is read of the time before the account was created')
    assert.match(asked.join(' '), /transactiontype=CRYPTOUPDATEACCOUNT&order=desc&limit=10 /)
    assert.equal(await ledger.memo('0.0.7'), 'Ours')
    changes['0.0.7'] = { created_timestamp: '100.000000000' }
    await assert.rejects(ledger.earlierKeys('0.0.7', '0.0.8'), { code: 'MIRROR_UNAVAILABLE' })
  } finally {
    server.close().closeAllConnections()
  }
})

test('A token is read with what it charges, and not if the answer leaves that out', () => {
  const price = { amount: 9_000_000_000_000_000_001n, denominating_token_id: null }
  const collected = { collector_account_id: '0.0.7', all_collectors_are_exempt: true }
  const fraction = { numerator: 1, denominator: 10 }
  const answer = {
    ...{ token_id: '0.0.9', symbol: 'APL', decimals: '2', treasury_account_id: '0.0.8', admin_key: keyOf('01') },
    fee_schedule_key: keyOf('02'),
    custom_fees: {
      created_timestamp: '1.000000001',
      fixed_fees: [{ ...price, ...collected }],
      fractional_fees: [{ amount: fraction, minimum: 2, maximum: null, net_of_transfers: true, ...collected }],
    },
  }
  const { customFees, keys, treasury, decimals } = tokenIn('0.0.9', answer)
  const by = { collector: '0.0.7', collectorsAreExempt: true }
  assert.deepEqual(customFees, [
    { kind: 'fixed', ...by, tokenId: null, amount: 9_000_000_000_000_000_001n },
    { kind: 'fractional', ...by, numerator: 1n, denominator: 10n, minimum: 2n, maximum: 0n, netOfTransfers: true },
  ])
  assert.deepEqual(
    [treasury, decimals, keys.adminKey !== null, keys.feeScheduleKey !== null],
    ['0.0.8', '2', true, true],
  )
  const royalty_fees = [{ amount: fraction, fallback_fee: { ...price, amount: '5' }, ...collected }]
  const nft = tokenIn('0.0.9', { ...answer, custom_fees: { fixed_fees: [], royalty_fees } })
  assert.deepEqual(nft.customFees, [
    { kind: 'royalty', ...by, numerator: 1n, denominator: 10n, fallback: { tokenId: null, amount: 5n } },
  ])
  for (const other of [
    ...[{ custom_fees: undefined }, { custom_fees: null }, { custom_fees: {} }, { custom_fees: { fixed_fees: null } }],
    ...[{ custom_fees: { fixed_fees: [{}] } }, { custom_fees: { fixed_fees: [{ amount: -1 }] } }],
    ...[{ custom_fees: { fixed_fees: [{ amount: 1.5 }] } }, { custom_fees: { fixed_fees: [], fractional_fees: [{}] } }],
    ...[{ custom_fees: { fixed_fees: [], royalty_fees: [{}] } }, { fee_schedule_key: 'x' }, { symbol: 5 }],
  ])
    assert.throws(() => tokenIn('0.0.9', { ...answer, ...other }), { code: 'TOKEN_UNREADABLE' }, JSON.stringify(other))
})

test('A topic is read with its keys and message fees, and refused if the answer leaves them out', async () => {
  const fee = { amount: 5, collector_account_id: '0.0.7', denominating_token_id: '0.0.9' }
  const answer = { topic_id: '0.0.9', admin_key: null, submit_key: keyOf('02'), fee_schedule_key: keyOf('03') }
  let fees: unknown = { created_timestamp: '1.000000001', fixed_fees: [fee] }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...answer, custom_fees: fees }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { topic } = mirrorLedger(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    const { adminKey, submitKey, feeScheduleKey, customFees } = (await topic('0.0.9')) ?? assert.fail()
    assert.deepEqual([adminKey !== null, submitKey !== null, feeScheduleKey !== null], [false, true, true])
    const [first] = customFees
    assert.ok(first?.kind === 'fixed' && first.amount === 5n && first.tokenId === '0.0.9')
    for (fees of [undefined, null, {}, { fixed_fees: null }, { fixed_fees: [{}] }, { fixed_fees: [{ amount: '-5' }] }])
      await assert.rejects(topic('0.0.9'), { code: 'TOPIC_UNREADABLE' }, JSON.stringify(fees))
  } finally {
    server.close().closeAllConnections()
  }
})

test('What a transaction created is read of the one that succeeded, and of no other one with its id', async () => {
  const asked: string[] = []
  let transactions: object[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ transactions }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { created } = mirrorLedger(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [failed, made] = [
    { result: 'DUPLICATE_TRANSACTION', entity_id: '0.0.8' },
    { result: 'SUCCESS', entity_id: '0.0.9' },
  ]
  try {
    for (const [shown, expected] of [
      [[made], '0.0.9'],
      [[failed, made], '0.0.9'],
      [[failed], null],
      [[], null],
      [[{ result: 'SUCCESS', entity_id: null }], null],
    ] as const) {
      transactions = [...shown]
      assert.equal(await created('0.0.7@1795000000.000000007'), expected)
    }
    assert.equal(asked[0], '/api/v1/transactions/0.0.7-1795000000-000000007?nonce=0&scheduled=false')
    transactions = [{ result: 'SUCCESS', entity_id: '../accounts' }]
    await assert.rejects(created('0.0.7@1795000000.000000007'), { code: 'MIRROR_UNAVAILABLE' })
    asked.length = 0
    for (const id of ['', '0.0.7', '0.0.7@x', '0.0.7@1.1/../..']) assert.equal(await created(id), null, id)
    assert.deepEqual(asked, [])
  } finally {
    server.close().closeAllConnections()
  }
})
