import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { type Localnet, localnet } from '../src/index.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import type { BodyCase } from '../src/protocol/envelope.ts'
import { accountId } from '../src/protocol/ids.ts'
import { hasCapacity } from '../src/services/schedule/capacity.ts'
import { body, RawClient, signerFor, signerOf } from './support/raw.ts'

// Sources: ScheduleCreateHandler.upToDateThrottle, scheduling.schedulableCapacityFraction (1:10) of SchedulingConfig,
// and genesis/throttles.json: 2 accounts a second in a burst of 15 seconds, and a second has a tenth of that.
const [operator, treasury] = [signerFor(1022), signerFor(2)]
const EXPIRY = BigInt(Math.floor(Date.now() / 1000)) + 100_000n

/** Schedules a new account; no two of them are identical. */
function creation(expiry: bigint, payer = 1022): proto.ITransactionBody {
  const { publicKey } = signerOf(generateKeyPairSync('ed25519').privateKey)
  const autoRenewPeriod = { seconds: toLong(7_776_000n) }
  const scheduledTransactionBody = { cryptoCreateAccount: { key: { ed25519: publicKey }, autoRenewPeriod } }
  const expirationTime = { seconds: toLong(expiry) }
  return body({
    scheduleCreate: { scheduledTransactionBody, expirationTime, waitForExpiry: true, payerAccountID: accountId(payer) },
  })
}

/** The first number of operations that do not fit into an empty second. */
function roomFor(operation: BodyCase): number {
  let [fits, tooMany] = [0, 1_000_000]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (hasCapacity(operation, new Map([[operation, middle - 1]]))) fits = middle
    else tooMany = middle
  }
  return fits
}

async function schedules(network: Localnet, ...bodies: proto.ITransactionBody[]): Promise<string[]> {
  const raw = new RawClient(network.grpc)
  const codes: string[] = []
  for (const fields of bodies) codes.push(await raw.run(fields, [operator, treasury]))
  raw.close()
  return codes
}

test('The capacity of a second is a tenth of the burst that the network accepts', () => {
  assert.deepEqual(
    (['cryptoCreateAccount', 'cryptoTransfer', 'tokenCreation', 'tokenMint', 'fileUpdate'] as const).map(roomFor),
    [3, 15_750, 150, 187, 3],
  )
})

test('Operations of several kinds share the capacity of a second, weighted by their rates', () => {
  const accounts = new Map<BodyCase, number>([['cryptoCreateAccount', 1]])
  assert.ok(hasCapacity('nodeCreate', accounts))
  assert.ok(!hasCapacity('nodeCreate', new Map([...accounts, ['tokenCreation', 51]])))
  assert.ok(hasCapacity('nodeCreate', new Map([...accounts, ['tokenCreation', 50]])))
  assert.ok(hasCapacity('cryptoTransfer', new Map([['cryptoCreateAccount', 3]])))
})

const [ok, busy] = ['SUCCESS', 'SCHEDULE_EXPIRY_IS_BUSY']

test('A fourth account in a second is SCHEDULE_EXPIRY_IS_BUSY, unless 0.0.100 or below pays', async () => {
  await using network = await localnet({ ports: {} })
  const bodies = Array.from({ length: 4 }, () => creation(EXPIRY))
  const codes = await schedules(network, ...bodies, creation(EXPIRY + 1n), creation(EXPIRY, 2), creation(EXPIRY))
  assert.deepEqual(codes, [ok, ok, ok, busy, ok, ok, busy])
})

test('A full second stays full after a restart, and is empty again after a snapshot is restored', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'capacity-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const three = () => Array.from({ length: 3 }, () => creation(EXPIRY))
  {
    await using network = await localnet({ ports: {}, dataDir })
    const before = await network.snapshot()
    await schedules(network, ...three())
    await network.restore(before)
    assert.deepEqual(await schedules(network, ...three()), [ok, ok, ok])
  }
  await using again = await localnet({ ports: {}, dataDir })
  assert.deepEqual(await schedules(again, creation(EXPIRY)), [busy])
})
