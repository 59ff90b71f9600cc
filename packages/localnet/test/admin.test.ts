import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, test } from 'node:test'
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { startAdmin } from '../src/index.ts'
import { execute, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const admin = await startAdmin(network, 0)
after(() => admin.close())

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${admin.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

const status = async () => (await (await fetch(`${admin.url}/status`)).json()) as { time: string; grpc: string }
const balance = async () => (await network.mirror('/accounts/0.0.1023')).json.balance.balance

test('The page and its status describe the network', async () => {
  const page = await fetch(admin.url)
  assert.match(page.headers.get('content-type') ?? '', /html/)
  assert.match(await page.text(), /localnet/)
  assert.equal((await status()).grpc, network.grpc)
})

test('The clock is moved', async () => {
  const before = Date.parse((await status()).time)
  assert.equal((await post('/clock', { ms: 3_600_000 })).status, 200)
  assert.ok(Date.parse((await status()).time) >= before + 3_600_000)
  await post('/clock', { ms: -3_600_000 })
})

test('A snapshot is taken and restored', async () => {
  const { json } = await post('/snapshots', {})
  const before = await balance()
  const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1))
  await execute(transfer.addHbarTransfer('0.0.1023', new Hbar(1)), network.client)
  assert.notEqual(await balance(), before)
  assert.equal((await post('/restore', json)).status, 200)
  assert.equal(await balance(), before)
  const { status: code, json: refusal } = await post('/restore', { snapshot: 99 })
  assert.deepEqual(
    [code, refusal.message],
    [409, 'The snapshot 99 does not exist: pass an id that snapshot() returned'],
  )
})

interface Kept {
  snapshot: number
  aheadMs: number
}

test('Snapshots are listed, and one is dropped without the others', async () => {
  const list = async () => ((await (await fetch(`${admin.url}/snapshots`)).json()) as { snapshots: Kept[] }).snapshots
  const before = await list()
  const first = (await post('/snapshots', {})).json.snapshot
  await post('/clock', { ms: 60_000 })
  const second = (await post('/snapshots', {})).json.snapshot
  const numbers = (listed: Kept[]) => listed.map(({ snapshot }) => snapshot)
  const both = await list()
  assert.deepEqual(numbers(both.slice(before.length)), [first, second])
  assert.equal(both.at(-1)?.aheadMs, (both.at(-2)?.aheadMs ?? 0) + 60_000)
  const drop = (snapshot: unknown) => fetch(`${admin.url}/snapshots/${snapshot}`, { method: 'DELETE' })
  assert.equal((await drop(first)).status, 200)
  assert.deepEqual([(await drop(first)).status, (await drop('x')).status], [409, 400])
  assert.deepEqual(numbers(await list()), [...numbers(before), second])
  assert.equal((await post('/restore', { snapshot: second })).status, 200)
  await post('/clock', { ms: -60_000 })
})

test('The faults that still affect calls are listed', async () => {
  const list = async () => ((await (await fetch(`${admin.url}/faults`)).json()) as { faults: object[] }).faults
  await post('/faults', { kind: 'unreachable', calls: 2, on: 'mirror' })
  await network.mirror('/network/supply')
  assert.deepEqual(await list(), [{ kind: 'unreachable', calls: 1, on: 'mirror' }])
  await post('/faults', { kind: 'busy', calls: 0, on: 'mirror' })
  assert.deepEqual(await list(), [])
})

test('Faults are set, and invalid ones are refused', async () => {
  assert.equal((await post('/faults', { kind: 'unreachable', calls: 1, on: 'mirror' })).status, 200)
  assert.equal((await network.mirror('/network/supply')).status, 503)
  assert.equal((await network.mirror('/network/supply')).status, 200)
  assert.equal((await post('/faults', { kind: 'tired', calls: 1 })).status, 400)
})

test('Requests with another Host header are rejected (DNS rebinding)', async () => {
  const code = await new Promise((resolve, reject) => {
    get(`${admin.url}/status`, { headers: { host: 'evil.example' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
  assert.equal(code, 403)
  const foreign = await fetch(`${admin.url}/snapshots`, { method: 'POST', headers: { origin: 'https://evil.example' } })
  assert.equal(foreign.status, 403)
  const own = await fetch(`${admin.url}/snapshots`, { method: 'POST', headers: { origin: admin.url } })
  assert.equal(own.status, 200)
})
