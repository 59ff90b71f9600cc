import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AccountBalanceQuery, TransferTransaction } from '@hiero-ledger/sdk'
import { localnet } from '../src/index.ts'
import { clientOf, statusOf, testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const transfer = transferOf([
  [1022, -1n],
  [1023, 1n],
])
const operator = signerFor(1022)
const transferByOne = () => new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1023', 1)

test('In a worker thread the network is the same, and its clock and faults are within reach', async (t) => {
  const network = await testNetwork(t, { thread: true })
  const receipt = await (await transferByOne().execute(network.client)).getReceipt(network.client)
  assert.equal(receipt.status.toString(), 'SUCCESS')
  await network.setFault({ kind: 'busy', calls: 1 })
  const raw = new RawClient(network.grpc)
  assert.equal(await raw.submit(signed(body(transfer), [operator])), 'BUSY')
  assert.equal(await raw.submit(signed(body(transfer), [operator])), 'OK')
  await network.advance(1_000_000)
  assert.equal(await raw.submit(signed(body(transfer), [operator])), 'TRANSACTION_EXPIRED')
  await network.setFault({ kind: 'slow', calls: 3 })
  assert.deepEqual(await network.faults(), [{ kind: 'slow', calls: 3, on: 'transactions' }])
  const snapshot = await network.snapshot()
  assert.deepEqual(
    (await network.snapshots()).map(({ snapshot: id, aheadMs }) => [id, aheadMs]),
    [[snapshot, 1_000_000]],
  )
  await network.dropSnapshot(snapshot)
  assert.deepEqual(await network.snapshots(), [])
  raw.close()
})

test('An unreachable node has executed nothing', async (t) => {
  const network = await testNetwork(t)
  const raw = new RawClient(network.grpc)
  await network.setFault({ kind: 'unreachable', calls: 1 })
  const fields = body(transfer)
  await assert.rejects(raw.submit(signed(fields, [operator])), /UNAVAILABLE/)
  await assert.rejects(raw.status(fields), /RECEIPT_NOT_FOUND/)
  raw.close()
})

test('A lost answer belongs to a transaction that was executed', async (t) => {
  const network = await testNetwork(t)
  const raw = new RawClient(network.grpc)
  await network.setFault({ kind: 'lost', calls: 1 })
  const fields = body(transfer)
  await assert.rejects(raw.submit(signed(fields, [operator])), /UNAVAILABLE/)
  assert.equal(await raw.status(fields), 'SUCCESS')
  assert.equal(await raw.submit(signed(fields, [operator])), 'DUPLICATE_TRANSACTION')
  raw.close()
})

test('A slow node answers late, a busy one refuses queries, and an unreachable mirror returns 503', async (t) => {
  const network = await testNetwork(t)
  const raw = new RawClient(network.grpc)
  await network.setFault({ kind: 'slow', calls: 1, delayMs: 20 })
  assert.equal(await raw.submit(signed(body(transfer), [operator])), 'OK')
  await network.setFault({ kind: 'busy', on: 'queries', calls: 1 })
  await assert.rejects(raw.status(body(transfer)), /BUSY/)
  await network.setFault({ kind: 'unreachable', on: 'mirror', calls: 1 })
  assert.equal((await network.mirror('/accounts/0.0.2')).status, 503)
  assert.equal((await network.mirror('/accounts/0.0.2')).status, 200)
  raw.close()
})

test('A network continues from its folder after it was closed, and refuses a second ledger in the folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-'))
  const first = await localnet({ ports: {}, dataDir })
  const client = clientOf(first)
  const sent = await transferByOne().execute(client)
  await sent.getReceipt(client)
  await assert.rejects(localnet({ ports: {}, dataDir }), /another process or localnet/)
  client.close()
  await first.close()
  const second = await localnet({ ports: {}, dataDir })
  const again = clientOf(second)
  const balance = await new AccountBalanceQuery().setAccountId('0.0.1023').execute(again)
  assert.equal(balance.hbars.toTinybars().toString(), '50000100000000')
  assert.equal(await statusOf(sent.getReceipt(again)), 'SUCCESS')
  again.close()
  await second.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('A port that is taken is a clear error', async (t) => {
  const network = await testNetwork(t)
  const port = Number(network.mirrorRest.split(':').at(-1))
  await assert.rejects(localnet({ ports: { mirrorRest: port } }), /EADDRINUSE/)
})
