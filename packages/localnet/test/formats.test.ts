import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { FileCreateTransaction, Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { localnet } from '../src/index.ts'
import { clientOf, execute } from './support/network.ts'

/** A ledger's folder with a file and a transfer in its history, closed. */
async function written(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-formats-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const network = await localnet({ dataDir, ports: {} })
  const client = clientOf(network)
  await execute(new FileCreateTransaction().setContents('kept'), client)
  const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-7))
  await execute(transfer.addHbarTransfer('0.0.1023', new Hbar(7)), client)
  client.close()
  const all = async (mirror: string) =>
    (await fetch(`${mirror}/api/v1/transactions?limit=100`)).text().then((text) => JSON.parse(text).transactions)
  const transactions = await all(network.mirrorRest)
  await network.close()
  const change = (sql: string) => {
    const db = new DatabaseSync(join(dataDir, 'localnet.sqlite'))
    db.exec(sql)
    db.close()
  }
  return { dataDir, change, transactions, all }
}

const ADDED = ['file DROP COLUMN expiry_before', 'schedule DROP COLUMN id_account', 'schedule DROP COLUMN nonce']
  .map((change) => `ALTER TABLE ${change}`)
  .join('; ')

test('A file of the first format is brought to the present one, with all that is in it', async (t) => {
  const { dataDir, change, transactions, all } = await written(t)
  change(`${ADDED}; DROP TABLE about; PRAGMA user_version = 0`)
  for (const _start of ['the first', 'the second']) {
    await using network = await localnet({ dataDir, ports: {} })
    assert.deepEqual(await all(network.mirrorRest), transactions)
  }
})

test('A file of a newer or unknown format is refused with a one-line error and not changed', async (t) => {
  const { dataDir, change, transactions, all } = await written(t)
  change('PRAGMA user_version = 99')
  const before = await localnet({ dataDir, ports: {} }).catch((error: Error) => error.message)
  assert.match(String(before), /^The ledger's file has format 99, and this version knows formats up to \d+: .+$/)
  change('PRAGMA user_version = 1; ALTER TABLE topic ADD COLUMN foreign_to_us TEXT')
  const odd = await localnet({ dataDir, ports: {} }).catch((error: Error) => error.message)
  assert.match(String(odd), /^The ledger's file does not have a released format \(topic\.foreign_to_us\)/)
  change('ALTER TABLE topic DROP COLUMN foreign_to_us')
  await using network = await localnet({ dataDir, ports: {} })
  assert.deepEqual(await all(network.mirrorRest), transactions)
})
