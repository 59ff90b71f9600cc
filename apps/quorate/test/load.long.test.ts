/** The load generator against a platform in a separate process. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testDataDirectory } from '@quorate/platform/testing'
import type { Report } from '../../../load/report.ts'
import { freePorts, type PlatformProcess, startProcess } from './process.ts'

const main = fileURLToPath(new URL('../../../load/main.ts', import.meta.url))
let folder: string
let platform: PlatformProcess

before(async () => {
  folder = await testDataDirectory()
  platform = await startProcess({ ...(await freePorts()), DATA_DIR: folder })
})
after(async () => {
  await platform.stop()
  await rm(folder, { recursive: true, force: true })
})

async function load(...given: string[]): Promise<Report> {
  const { node, multisig, governance, sockets } = platform.at
  const addresses = Object.entries({ node, multisig, governance }).flatMap(([name, url]) => [`--${name}`, url])
  const own = ['--sockets', sockets.multisig, '--governance-sockets', sockets.governance, '--out', join(folder, 'out')]
  await promisify(execFile)(process.execPath, [main, ...addresses, ...own, ...given])
  return JSON.parse(await readFile(join(folder, 'out.json'), 'utf8'))
}

test('a run does every operation, and reports the failures, the durations of the rest, and plots of them', async () => {
  // At these rates, the probability that an operation is not done in three seconds is one in millions.
  const rates = 'life-cycle=6,wallet=10,history=10,inbox=10,account=10,daos=10,login=6'
  const report = await load('--people', '4', '--seconds', '3', '--rates', rates, '--listeners', '20')
  const rows = new Map(report.rows.map((row) => [row.name, row]))
  for (const rate of rates.split(',')) {
    const name = rate.slice(0, rate.indexOf('='))
    assert.ok(rows.get(name)?.done, name)
    assert.deepEqual(rows.get(name)?.codes, {}, name)
  }
  assert.ok(rows.get('life-cycle: signature on the other screen')?.done)
  assert.equal(rows.get('socket: open')?.done, 20)
  assert.equal(rows.get('socket: event to all')?.done, 5)
  const page = await readFile(join(folder, 'out.html'), 'utf8')
  assert.equal(page.match(/<svg/g)?.length, report.rows.length)
})

test('refusals by a service are counted under their codes', async () => {
  // The accounts have 32 sockets each. A socket that was accepted at the same moment as another may be closed right
  // after.
  const report = await load('--people', '2', '--seconds', '1', '--rates', 'life-cycle=0', '--listeners', '70')
  const row = (name: string) => report.rows.find((one) => one.name === name)
  const [opened, stayed] = [row('socket: open'), row('socket: stay open')]
  const refused = opened?.codes.TOO_MANY_SOCKETS ?? 0
  const ended = stayed?.failed ?? 0
  assert.deepEqual([(opened?.done ?? 0) + refused, refused + ended], [70, 6])
  assert.equal(row('socket: event to all')?.done, 5)
})
