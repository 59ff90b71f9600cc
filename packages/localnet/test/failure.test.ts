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
import { openEnvelope } from '../src/protocol/envelope.ts'
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
  await assert.rejects(refused(), /could not be written; restart/)
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
