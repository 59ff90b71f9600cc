import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  ContractCallQuery,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  ContractFunctionParameters,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { execute, type TestNetwork, testNetwork } from './support/network.ts'

const PROBE = Buffer.from(readFileSync(new URL('./fixtures/probe.hex', import.meta.url), 'utf8'), 'hex')
const number = (value: number) => new ContractFunctionParameters().addUint256(value)

const deploy = async ({ client }: TestNetwork) => {
  const create = new ContractCreateTransaction().setBytecode(PROBE).setGas(3_000_000)
  return String((await execute(create, client)).contractId)
}

const set = ({ client }: TestNetwork, id: string, value: number) =>
  execute(new ContractExecuteTransaction().setContractId(id).setGas(100_000).setFunction('set', number(value)), client)

const count = async ({ client }: TestNetwork, id: string) =>
  (await new ContractCallQuery().setContractId(id).setGas(50_000).setFunction('count').execute(client))
    .getUint256(0)
    .toNumber()

/** Everything that the mirror answers about a contract. */
const told = ({ mirror }: TestNetwork, id: string) =>
  Promise.all(
    ['', '/results', '/results/logs', '/state'].map(async (path) => (await mirror(`/contracts/${id}${path}`)).text),
  )

function folder(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-contracts-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('Contracts and what they store outlive a restart', async (t) => {
  const dataDir = folder(t)
  const started: { stop?: () => Promise<void> } = {}
  const first = await testNetwork({ after: (stop) => Object.assign(started, { stop }) }, { dataDir })
  const id = await deploy(first)
  await set(first, id, 5)
  const before = await told(first, id)
  await started.stop?.()
  const second = await testNetwork(t, { dataDir })
  assert.deepEqual(await told(second, id), before)
  assert.equal(await count(second, id), 5)
  await set(second, id, 0)
  assert.equal(await count(second, id), 0)
})

test('A restored snapshot has the contracts of its time', async (t) => {
  const network = await testNetwork(t)
  const id = await deploy(network)
  await set(network, id, 5)
  const before = await told(network, id)
  const snapshot = await network.snapshot()
  await set(network, id, 6)
  const later = await deploy(network)
  await network.restore(snapshot)
  assert.equal(await count(network, id), 5)
  assert.deepEqual(await told(network, id), before)
  assert.equal((await network.mirror(`/contracts/${later}`)).status, 404)
})

test('A mirror call with the maximum gas does not block transactions, and sees none of them halfway', async (t) => {
  const network = await testNetwork(t)
  const id = await deploy(network)
  const to = `0x${Number(id.split('.')[2]).toString(16).padStart(40, '0')}`
  const loop = `0x0b7d796e${'f'.repeat(64)}`
  let isAnswered = false
  const answer = fetch(`${network.mirrorRest}/api/v1/contracts/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to, data: loop }),
  }).then(async (response) => {
    isAnswered = true
    return response.json() as Promise<{ _status: { messages: { message: string }[] } }>
  })
  const send = new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1023', 1)
  await execute(send, network.client)
  assert.equal(isAnswered, false)
  assert.equal((await answer)._status.messages[0]?.message, 'INSUFFICIENT_GAS')
})
