import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  AccountAllowanceApproveTransaction,
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  Hbar,
  PrivateKey,
  ScheduleCreateTransaction,
  Timestamp,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, statusOf, type TestNetwork, testNetwork } from './support/network.ts'

const key = PrivateKey.generateED25519()
const create = () => new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(10))
const send = () =>
  new TransferTransaction().addHbarTransfer('0.0.1022', new Hbar(-1)).addHbarTransfer('0.0.1023', new Hbar(1))

/** Everything that the mirror answers about the state. */
async function everything({ mirror }: TestNetwork, id: string) {
  const paths = [
    `/accounts/${id}`,
    `/accounts/${id}/allowances/crypto`,
    '/accounts?limit=100&order=desc',
    '/transactions?limit=100',
    '/blocks',
    '/network/stake',
  ]
  const answers = await Promise.all(paths.map(async (path) => (await mirror(path)).text))
  return answers.map((text) => text.replaceAll(/"balance":\{"balance":(\d+),"timestamp":"[\d.]+"/g, '$1'))
}

for (const thread of [false, true]) {
  test(`A restored snapshot is as if nothing had happened since${thread ? ', in a thread too' : ''}`, async (t) => {
    const network = await testNetwork(t, { thread })
    const { client } = network
    const { accountId } = await execute(create(), client)
    const id = String(accountId)
    await execute(new AccountUpdateTransaction().setAccountId(id).setAccountMemo('before'), client, key)
    const approve = (hbar: number) =>
      new AccountAllowanceApproveTransaction().approveHbarAllowance(id, '0.0.1022', new Hbar(hbar))
    await execute(approve(5), client, key)
    const snapshot = await network.snapshot()
    const before = await everything(network, id)
    for (const round of [1, 2]) {
      await execute(new AccountUpdateTransaction().setAccountId(id).setAccountMemo(`after ${round}`), client, key)
      await execute(approve(6), client, key)
      const transfer = send()
      await execute(transfer, client)
      const { accountId: other } = await execute(create(), client)
      await network.advance(90_000_000)
      assert.notDeepEqual(await everything(network, id), before)
      await network.restore(snapshot)
      assert.deepEqual(await everything(network, id), before)
      assert.equal((await network.mirror(`/accounts/${other}`)).status, 404)
      const { accountId: again } = await execute(create(), client)
      assert.equal(String(again), String(other))
      await network.restore(snapshot)
    }
    assert.equal(
      await statusOf(network.restore(7)),
      'Error: The snapshot 7 does not exist: pass an id that snapshot() returned',
    )
  })
}

test('A restored schedule is found by an identical one, though a newer one had taken its place', async (t) => {
  const network = await testNetwork(t)
  const payment = new TransferTransaction().addHbarTransfer('0.0.1023', -1).addHbarTransfer('0.0.1022', 1)
  const schedule = (ahead = 0) => {
    const start = Timestamp.fromDate(new Date(Date.now() + ahead - 2_000))
    const create = new ScheduleCreateTransaction().setScheduledTransaction(payment)
    return execute(
      create.setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.1022'), start)),
      network.client,
    )
  }
  await schedule()
  const snapshot = await network.snapshot()
  await network.advance(2_000_000)
  await schedule(2_000_000)
  await network.restore(snapshot)
  assert.equal(await statusOf(schedule()), 'IDENTICAL_SCHEDULE_ALREADY_CREATED')
})

test('A transaction that a restore removed may be sent again', async (t) => {
  const network = await testNetwork(t)
  const transfer = send().freezeWith(network.client)
  const bytes = transfer.toBytes()
  const snapshot = await network.snapshot()
  const again = () => statusOf((TransferTransaction.fromBytes(bytes) as TransferTransaction).execute(network.client))
  assert.equal(await again(), 'SUCCESS')
  assert.equal(await again(), 'DUPLICATE_TRANSACTION')
  await network.restore(snapshot)
  assert.equal(await again(), 'SUCCESS')
})

test('With ids given once, entities created after a restore get new ids, even after a restart', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-snapshot-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const stop: (() => Promise<void>)[] = []
  const options = { dataDir, givesIdsOnce: true }
  const first = await testNetwork({ after: (close) => stop.push(close) }, options)
  const made: (string | undefined)[] = []
  const make = async ({ client }: typeof first) => made.push(String((await execute(create(), client)).accountId))
  const snapshot = await first.snapshot()
  for (let round = 0; round < 3; round++) {
    await make(first)
    await first.restore(snapshot)
    assert.equal((await first.mirror(`/accounts/${made.at(-1)}`)).status, 404)
  }
  await stop[0]?.()
  await make(await testNetwork(t, options))
  assert.equal(new Set(made).size, 4, made.join())
})

test('A restored state survives a restart', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-snapshot-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const stop: (() => Promise<void>)[] = []
  const first = await testNetwork({ after: (close) => stop.push(close) }, { dataDir })
  const { accountId } = await execute(create(), first.client)
  const snapshot = await first.snapshot()
  await execute(send(), first.client)
  await execute(new AccountUpdateTransaction().setAccountId(String(accountId)).setAccountMemo('x'), first.client, key)
  await first.restore(snapshot)
  await execute(send(), first.client)
  const before = await everything(first, String(accountId))
  await stop[0]?.()
  const second = await testNetwork(t, { dataDir })
  assert.deepEqual(await everything(second, String(accountId)), before)
})
