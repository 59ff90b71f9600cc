import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Faults } from '../src/faults.ts'
import { consensusServer } from '../src/grpc/consensus-server.ts'
import { listen } from '../src/grpc/listen.ts'
import { systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { openEnvelope } from '../src/protocol/envelope.ts'
import { accountId } from '../src/protocol/ids.ts'
import { NANOS_PER_SECOND, toTimestamp } from '../src/protocol/time.ts'
import type { Schedule } from '../src/state/entities.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const operator = signerFor(1022)
const transfer = () =>
  body({
    ...transferOf([
      [1022, -1n],
      [1023, 1n],
    ]),
    memo: 'm'.repeat(100),
  })

test('A ledger whose disk is full confirms nothing more, and keeps what it had confirmed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-full-'))
  const ledger = new Ledger(dataDir, systemClock)
  const server = consensusServer(ledger, new Faults())
  const listening = await listen(server, '127.0.0.1', 0)
  const raw = new RawClient(`127.0.0.1:${listening.port}`)
  const first = transfer()
  assert.equal(await raw.run(first, [operator]), 'SUCCESS')
  const { page_count: pages } = ledger.store.db.prepare('PRAGMA page_count').get() as { page_count: number }
  ledger.store.db.exec(`PRAGMA max_page_count = ${pages}`)
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
  const refused = async () => {
    for (;;) await raw.submit(signed(transfer(), [operator]))
  }
  await assert.rejects(refused(), /could not be written: fix the cause, then restart/)
  assert.match((await warned).message, /full/)
  await assert.rejects(raw.status(first), /could not be written/)
  raw.close()
  listening.close()
  ledger.store.close()
  const reopened = new Ledger(dataDir, systemClock)
  const arrived = (reopened.state.accounts.get(1023)?.balance ?? 0n) - 50_000_000_000_000n
  const { n } = reopened.store.db.prepare('SELECT count(*) AS n FROM transactions').get() as { n: number }
  assert.equal(arrived, BigInt(n))
  reopened.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('A closed ledger takes no transaction any more, not even one whose signature was being verified', () => {
  const ledger = new Ledger(undefined, systemClock)
  const envelope = openEnvelope(signed(transfer(), [operator]))
  ledger.close()
  assert.equal(ledger.submit(envelope), 'PLATFORM_NOT_ACTIVE')
})

test('A scheduled transaction that fails is logged and rolled back, and the clock and later transactions go on', async (t) => {
  const ledger = new Ledger(undefined, systemClock)
  const listening = await listen(consensusServer(ledger, new Faults()), '127.0.0.1', 0)
  const raw = new RawClient(`127.0.0.1:${listening.port}`)
  t.after(() => {
    raw.close()
    listening.close()
    ledger.close()
  })
  const seconds = Math.floor(Date.now() / 1000)
  for (const amount of [3n, 5n]) {
    const { cryptoTransfer } = transferOf([
      [1022, -amount],
      [1023, amount],
    ])
    const scheduledTransactionBody = { transactionFee: toLong(100_000_000n), cryptoTransfer: cryptoTransfer ?? null }
    const expirationTime = { seconds: toLong(BigInt(seconds + 3000)) }
    const scheduleCreate = { scheduledTransactionBody, waitForExpiry: true, expirationTime }
    assert.equal(await raw.run(body({ scheduleCreate }), [operator]), 'SUCCESS')
  }
  const [first, second] = [...ledger.state.schedules.values()].map(({ num }) => num)
  assert.ok(first && second)
  const { schedules } = ledger.state
  const put = schedules.put.bind(schedules)
  let faults = 0
  t.mock.method(schedules, 'put', (num: number, schedule: Schedule) => {
    put(num, schedule)
    if (num !== first || schedule.executedAt === null) return
    faults++
    throw new Error('a fault of ours')
  })
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
  const balance = () => ledger.state.accounts.get(1023)?.balance ?? 0n
  const before = balance()
  ledger.advance(3_100n * NANOS_PER_SECOND)
  assert.match((await warned).message, /a fault of ours/)
  assert.equal(schedules.get(first)?.executedAt, null)
  assert.ok(schedules.get(second)?.executedAt)
  assert.equal(balance(), before + 5n)
  ledger.advance(NANOS_PER_SECOND)
  assert.equal(faults, 1, 'it is not tried at every look')
  t.mock.method(ledger.state, 'stakingNow', () => {
    faults++
    throw new Error('a fault at the end of a period')
  })
  for (let days = 0; days < 2; days++) ledger.advance(86_400n * NANOS_PER_SECOND)
  assert.equal(faults, 3)
  t.mock.restoreAll()
  assert.equal(ledger.failure, undefined)
  const transactionValidStart = toTimestamp(ledger.clock.now() - NANOS_PER_SECOND)
  const later = { ...transfer(), transactionID: { accountID: accountId(1022), transactionValidStart } }
  assert.equal(await raw.run(later, [operator]), 'SUCCESS')
})
