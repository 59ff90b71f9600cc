import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { localnet } from '../src/index.ts'
import { execute, testNetwork } from './support/network.ts'

const send = (tinybars: number) =>
  new TransferTransaction()
    .addHbarTransfer('0.0.1022', Hbar.fromTinybars(-tinybars))
    .addHbarTransfer('0.0.1023', Hbar.fromTinybars(tinybars))

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'localnet-copies-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const balanceAt = async (mirror: string) => {
  const answer = await fetch(`${mirror}/api/v1/accounts/0.0.1023`)
  return ((await answer.json()) as { balance: { balance: number } }).balance.balance
}

for (const thread of [false, true]) {
  test(`A network starts from a copy with what the ledger had when it was made${thread ? ', in a thread too' : ''}`, async (t) => {
    const copies = folder(t)
    const network = await testNetwork(t, { thread, dataDir: folder(t) })
    const marks: number[] = []
    const balances: number[] = []
    for (const round of [1, 2]) {
      await execute(send(round), network.client)
      marks.push(await network.mark())
      balances.push(await balanceAt(network.mirrorRest))
      await network.copyTo(join(copies, String(round)))
    }
    assert.equal(await network.mark(), marks[1], 'nothing was executed since')
    await execute(send(3), network.client)

    for (const [index, balance] of balances.entries()) {
      await using copy = await localnet({ dataDir: join(copies, String(index + 1)), ports: {}, thread })
      assert.equal(await balanceAt(copy.mirrorRest), balance)
      assert.equal(copy.id, network.id)
      assert.equal(await copy.mark(), marks[index])
    }
    assert.equal((marks[1] ?? 0) - (marks[0] ?? 0), 1)
  })
}

test('Two ledgers have different ids, and one has the same after a restart', async (t) => {
  const [one, other] = [folder(t), folder(t)]
  const idOf = async (dataDir: string) => {
    await using network = await localnet({ dataDir, ports: {} })
    return network.id
  }
  const id = await idOf(one)
  assert.equal(await idOf(one), id)
  assert.notEqual(await idOf(other), id)
})

test('A copy does not overwrite a ledger, and a ledger in memory cannot be copied', async (t) => {
  const copies = folder(t)
  const network = await testNetwork(t, { dataDir: folder(t) })
  await network.copyTo(copies)
  await assert.rejects(network.copyTo(copies), /EEXIST/)
  const inMemory = await testNetwork(t)
  await assert.rejects(inMemory.copyTo(copies), /in memory has no file/)
})
