import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { Client } from '@quorate/client'
import { type ConsoleDeps, type DevelopmentLedger, limits, openConsole, pageFolder, settings } from '@quorate/console'
import { createHttp, createLogger, platformSettings, readSettings, systemClock } from '@quorate/platform'
import { testDataDirectory } from '@quorate/platform/testing'
import { freePorts, owners, type PlatformProcess, signBlindly, startProcess } from '@quorate/quorate/testing'
import { type Asking, ask } from './ask.ts'
import { ADA } from './people.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const AT = '/api/development'

interface State {
  time: string
  aheadMs: number
  snapshots: { snapshot: number; takenAt: string; aheadMs: number }[]
  faults: { kind: string; on: string; calls: number }[]
}

describe('The development API of the embedded ledger', () => {
  let folder: string
  let env: Record<string, string>
  let platform: PlatformProcess
  before(async () => {
    folder = await testDataDirectory()
    env = { ...(await freePorts()), DATA_DIR: folder }
    platform = await startProcess(env)
  })
  after(async () => {
    await platform?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const read = (asking: Asking = {}) => ask(platform.at.console, AT, asking)
  const state = async (): Promise<State> => JSON.parse((await read()).text)
  const write = async (name: string, body: unknown, { headers, ...asking }: Asking = {}) => {
    const given = { origin: platform.at.console, 'content-type': 'application/json', ...headers }
    // An empty value removes the header.
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const answer = await ask(platform.at.console, `${AT}/${name}`, {
      ...{ method: 'POST', body: JSON.stringify(body), headers: sent },
      ...asking,
    })
    return { ...answer, json: JSON.parse(answer.text) as State & { code: string } }
  }

  /** Creates a wallet with the client as its only owner. */
  async function walletOf(client: Client): Promise<string> {
    const owner = { wallet: client.accountId, name: 'Ada' }
    const creation = await client.multisig.post('/multisig/wallet/create/request', {
      body: { name: 'Treasury', balance: 10_0000_0000, settings: { owners: [owner], threshold: 1 } },
    })
    await signBlindly(client, creation)
    const { walletId } = await client.multisig.post('/multisig/wallet/create/execute', { body: creation })
    return walletId ?? assert.fail('the wallet was not created')
  }
  const withdraw = (client: Client, walletId: string, more: { executeAt?: string } = {}) =>
    client.multisig.post('/multisig/wallet/withdraw/request', {
      body: { walletId, receiverId: ADA, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1, ...more },
    })

  test("refuses other sites, and requests that do not declare the console's origin", async () => {
    const { snapshots } = await state()
    const { port } = new URL(platform.at.console)
    for (const headers of [
      { origin: '' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `https://127.0.0.1:${port}` },
      { origin: `http://localhost:${port}` },
      { origin: platform.at.node },
      { origin: `${platform.at.console}/` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': '' },
    ]) {
      const { status, json } = await write('snapshots', {}, { headers })
      assert.deepEqual([headers, status, json.code], [headers, 403, 'CROSS_SITE_REFUSED'])
    }
    assert.deepEqual((await state()).snapshots, snapshots)
    assert.equal((await read({ headers: { origin: 'https://evil.example' } })).status, 403)
    assert.equal((await read({ headers: { 'sec-fetch-site': 'cross-site' } })).status, 403)
  })

  test('refuses requests with another Host or through a proxy', async () => {
    const host = 'evil.example'
    const rebound = await write('snapshots', {}, { headers: { host, origin: `http://${host}` } })
    assert.deepEqual([rebound.status, rebound.json.code], [421, 'HOST_UNKNOWN'])
    for (const name of [
      ...['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'],
      ...['x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-original-forwarded-for'],
    ]) {
      const proxied = await write('snapshots', {}, { headers: { [name]: '127.0.0.1' } })
      assert.deepEqual([name, proxied.status, proxied.json.code], [name, 403, 'THIS_MACHINE_ONLY'])
      assert.equal((await read({ headers: { [name]: '127.0.0.1' } })).status, 403)
      const { development } = JSON.parse(
        (await ask(platform.at.console, '/config.json', { headers: { [name]: '127.0.0.1' } })).text,
      )
      assert.equal(development.tools, false)
    }
  })

  test('offers only the listed operations with the listed values', async () => {
    for (const name of [
      'status',
      'close',
      'copyTo',
      'mark',
      '',
      'clock/../mark',
      'constructor',
      '__proto__',
      'toString',
    ])
      assert.deepEqual([name, (await write(name, {})).status >= 400], [name, true])
    for (const [name, body] of [
      ['clock', { ms: -1 }],
      ['clock', { ms: 0 }],
      ['clock', { ms: 1.5 }],
      ['clock', { ms: limits.clockMove.value + 1 }],
      ['clock', { ms: HOUR, to: 'x' }],
      ['snapshots', { folder: '/tmp' }],
      ['restore', { snapshot: -1 }],
      ['restore', {}],
      ['faults', { kind: 'busy', on: 'everything', calls: 1 }],
      ['faults', { kind: 'tired', on: 'mirror', calls: 1 }],
      ['faults', { kind: 'slow', on: 'mirror', calls: 1, delayMs: 1e9 }],
      ['faults', { kind: 'busy', on: 'mirror', calls: 1, node: 2 }],
    ] as const)
      assert.deepEqual([name, body, (await write(name, body)).status], [name, body, 400])
    for (const name of ['restore', 'delete-snapshot']) {
      const { status, json } = await write(name, { snapshot: 77 })
      assert.deepEqual([status, json.code], [404, 'SNAPSHOT_NOT_FOUND'])
    }
    assert.equal((await write('clock', { ms: HOUR }, { method: 'PUT' })).status, 405)
    assert.equal((await state()).aheadMs, 0)
  })

  test('sets faults for the next calls, lists them and removes them', async () => {
    const set = await write('faults', { kind: 'unreachable', on: 'mirror', calls: 5 })
    assert.deepEqual(set.json.faults, [{ kind: 'unreachable', on: 'mirror', calls: 5 }])
    assert.equal((await fetch(`${platform.mirror}/api/v1/network/supply`)).status, 503)
    assert.ok(((await state()).faults[0]?.calls ?? 5) < 5)
    assert.deepEqual((await write('faults', { kind: 'unreachable', on: 'mirror', calls: 0 })).json.faults, [])
    assert.equal((await fetch(`${platform.mirror}/api/v1/network/supply`)).status, 200)
  })

  test('limits the number of snapshots, and deletes a snapshot by its number', async () => {
    const kept = await state()
    const room = limits.snapshots.value - kept.snapshots.length
    for (let taken = 0; taken < room; taken++) assert.equal((await write('snapshots', {})).status, 200)
    const full = await write('snapshots', {})
    assert.deepEqual([full.status, full.json.code], [409, 'TOO_MANY_SNAPSHOTS'])
    for (const { snapshot } of (await state()).snapshots)
      assert.equal((await write('delete-snapshot', { snapshot })).status, 200)
    assert.deepEqual((await state()).snapshots, [])
  })

  test('keeps its limits under concurrent requests', async () => {
    const together = (name: string, body: unknown) => Promise.all(Array.from({ length: 30 }, () => write(name, body)))
    const codesOf = (answers: Awaited<ReturnType<typeof write>>[]) =>
      new Set(answers.map(({ status, json }) => json.code ?? status))
    assert.deepEqual(codesOf(await together('snapshots', {})), new Set([200, 'TOO_MANY_SNAPSHOTS']))
    const { snapshots } = await state()
    assert.equal(snapshots.length, limits.snapshots.value)
    assert.deepEqual(codesOf(await together('clock', { ms: limits.clockMove.value })), new Set([200, 'CLOCK_TOO_FAR']))
    assert.ok((await state()).aheadMs <= limits.clockAhead.value)
    const [{ snapshot } = assert.fail()] = snapshots
    // Restoring a snapshot also drops the later ones.
    assert.equal((await write('restore', { snapshot })).json.aheadMs, 0)
    assert.deepEqual((await write('delete-snapshot', { snapshot })).json.snapshots, [])
  })

  test('moves the clock of the ledger and of the services together', async () => {
    const { snapshot } = (await write('snapshots', {})).json.snapshots.at(-1) ?? assert.fail()
    const [{ client } = assert.fail()] = await owners(platform.at, 1)
    const walletId = await walletOf(client)
    const timed = await withdraw(client, walletId, { executeAt: new Date(Date.now() + 12 * HOUR).toISOString() })
    await signBlindly(client, { ...timed, walletId })
    const { json } = await write('clock', { ms: 12 * HOUR })
    assert.equal(json.aheadMs, 12 * HOUR)
    assert.ok(Date.parse(json.time) >= Date.now() + 11 * HOUR)
    // The session has expired, as it would on any other day.
    await assert.rejects(client.node.get('/auth/profile'), { status: 401 })
    const [{ client: later } = assert.fail()] = await owners(platform.at, 1)
    const socket = await later.live.multisig()
    const executed = new Promise((resolve) => socket.on('transaction_executed', resolve))
    await socket.subscribe({ walletId })
    const { jobId } = timed
    const statusOf = () => later.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } })
    if ((await statusOf()).status !== 'success') await executed
    assert.equal((await statusOf()).status, 'success')
    socket.close()
    const now = await withdraw(later, walletId)
    await signBlindly(later, { ...now, walletId })
    assert.equal((await later.multisig.post('/multisig/wallet/withdraw/execute', { body: now })).status, 'success')
    const back = await write('restore', { snapshot })
    assert.deepEqual([back.status, back.json.aheadMs], [200, 0])
    assert.equal((await fetch(`${platform.mirror}/api/v1/accounts/${walletId}`)).status, 404)
    const [{ client: again } = assert.fail()] = await owners(platform.at, 1)
    const wallet = await walletOf(again)
    // What the services remember of the time before the restore blocks nothing.
    const heard = await again.live.multisig()
    await heard.subscribe({ walletId: wallet })
    const failed = new Promise<string>((resolve) => heard.on('transaction_failed', ({ jobId: id }) => resolve(id)))
    const unsigned = await withdraw(again, wallet)
    await write('clock', { ms: 10 * 60_000 })
    assert.equal(await failed, unsigned.jobId)
    heard.close()
  })

  test('stops at each due time on the way, so that requests are executed at their time', async () => {
    const { snapshot } = (await write('snapshots', {})).json.snapshots.at(-1) ?? assert.fail()
    const [{ client } = assert.fail()] = await owners(platform.at, 1)
    const walletId = await walletOf(client)
    const { time, aheadMs } = await state()
    const due = [12 * HOUR, 12 * HOUR + 60_000, 30 * HOUR].map((ms) => new Date(Date.parse(time) + ms))
    const jobs: string[] = []
    for (const at of due) {
      const timed = await withdraw(client, walletId, { executeAt: at.toISOString() })
      await signBlindly(client, { ...timed, walletId })
      jobs.push(timed.jobId)
    }
    const { json } = await write('clock', { ms: 5 * DAY })
    assert.equal(json.aheadMs, aheadMs + 5 * DAY)
    const [{ client: later } = assert.fail()] = await owners(platform.at, 1)
    for (const [index, jobId] of jobs.entries()) {
      const path = { jobId }
      const { status, consensusTimestamp } = await later.multisig.get('/multisig/transaction/status/{jobId}', { path })
      assert.equal(status, 'success')
      const lateMs = Number(consensusTimestamp) * 1000 - (due[index]?.getTime() ?? 0)
      assert.ok(lateMs > 0 && lateMs < 120_000, `executed ${lateMs} ms after its time`)
    }
    await write('restore', { snapshot })
  })

  test('does not reuse the id of a wallet that a restore has removed: services still know it', async () => {
    const { snapshot } = (await write('snapshots', {})).json.snapshots.at(-1) ?? assert.fail()
    const made: string[] = []
    for (let round = 0; round < 3; round++) {
      const [{ client } = assert.fail()] = await owners(platform.at, 1)
      made.push(await walletOf(client))
      assert.equal((await write('restore', { snapshot })).status, 200)
    }
    assert.equal(new Set(made).size, 3, made.join())
  })

  test('keeps the clock across a restart', async () => {
    const { aheadMs } = (await write('clock', { ms: 2 * DAY })).json
    assert.ok(aheadMs >= 2 * DAY)
    await platform.stop()
    platform = await startProcess(env)
    assert.equal((await state()).aheadMs, aheadMs)
    assert.equal(JSON.parse(await readFile(join(folder, 'development-clock.json'), 'utf8')).aheadMs, aheadMs)
    assert.equal((await owners(platform.at, 1)).length, 1)
  })
})

/** A console without a platform. It has a fake embedded ledger if `isThere`. */
async function openAlone(
  t: TestContext,
  more: Partial<Pick<ConsoleDeps, 'settings' | 'trustProxy'>>,
  isThere: boolean,
) {
  const http = await createHttp({
    ...{ name: 'console', title: 'Console', description: '', version: '0', clock: systemClock },
    ...{ settings: readSettings(platformSettings, { env: {} }), logger: createLogger({ level: 'silent' }) },
  })
  t.after(() => http.close())
  const made: unknown[] = []
  const make = async (one: unknown) => void made.push(one)
  const ledger: DevelopmentLedger = {
    ...{ aheadMs: 0, snapshots: async () => [], faults: async () => [], snapshot: async () => made.push('snapshot') },
    ...{ advance: make, restore: make, dropSnapshot: make, setFault: make },
  }
  const development = isThere ? { accounts: [], ledger } : null
  await openConsole({
    ...{ http, settings: readSettings(settings, { env: {}, service: 'console' }), trustProxy: [], entrances: {} },
    config: { version: '0', chains: [], nodeUrl: null, development, mirrors: {} },
    folder: await pageFolder(),
    ...more,
  })
  return { at: await http.listen({ host: '127.0.0.1', port: 0 }), made }
}

test('A public console refuses the development API, because a local proxy could hide the client', async (t) => {
  const named = (CONSOLE_URL?: string) =>
    readSettings(settings, { env: CONSOLE_URL === undefined ? {} : { CONSOLE_URL }, service: 'console' })
  for (const [more, isOpen] of [
    [{ settings: named('https://console.example') }, false],
    [{ settings: named('http://192.0.2.7:3005') }, false],
    [{ trustProxy: ['10.0.0.1'] }, false],
    [{ settings: named('http://localhost:8080') }, true],
    [{}, true],
  ] as const) {
    const { at, made } = await openAlone(t, more, true)
    const headers = { origin: at, 'content-type': 'application/json' }
    const { development } = JSON.parse((await ask(at, '/config.json')).text)
    const moved = await ask(at, `${AT}/clock`, { method: 'POST', headers, body: '{"ms":1000}' })
    const expected = isOpen ? [true, 200, 200, [1000]] : [false, 403, 403, []]
    assert.deepEqual([development.tools, (await ask(at, AT)).status, moved.status, made], expected)
  }
})

test('A platform without an embedded ledger does not have the development API', async (t) => {
  const { at } = await openAlone(t, {}, false)
  assert.equal(JSON.parse((await ask(at, '/config.json')).text).development, null)
  const headers = { origin: at, 'content-type': 'application/json' }
  for (const asking of [{}, { method: 'POST', headers, body: '{"ms":1000}' }])
    for (const path of [AT, `${AT}/clock`]) assert.ok([404, 405].includes((await ask(at, path, asking)).status), path)
})
