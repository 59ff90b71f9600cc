import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import {
  ContractCreateTransaction,
  ContractExecuteTransaction,
  ContractFunctionParameters,
  Hbar,
  type TransactionRecord,
} from '@hiero-ledger/sdk'
import { execute, testNetwork } from './support/network.ts'

const PROBE = readFileSync(new URL('./fixtures/probe.hex', import.meta.url), 'utf8')

const network = await testNetwork({ after })
const { client, mirror } = network
const parameters = () => new ContractFunctionParameters()
const pad = (text: string) => text.padStart(64, '0')
const addressOf = (id: { toString(): string }) =>
  `0x${Number(id.toString().split('.')[2]).toString(16).padStart(40, '0')}`

const { contractId } = await execute(
  new ContractCreateTransaction()
    .setBytecode(Buffer.from(PROBE, 'hex'))
    .setGas(3_000_000)
    .setInitialBalance(Hbar.fromTinybars(1000))
    .setContractMemo('a probe'),
  client,
)
const probe = String(contractId)

async function call(name: string, given = parameters(), amount = 0): Promise<TransactionRecord> {
  const call = new ContractExecuteTransaction()
    .setContractId(probe)
    .setGas(1_000_000)
    .setPayableAmount(Hbar.fromTinybars(amount))
    .setFunction(name, given)
  return (await call.execute(client)).getRecordQuery().setValidateReceiptStatus(false).execute(client)
}

async function post(body: object) {
  const response = await fetch(`${network.mirrorRest}/api/v1/contracts/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}

// The selectors of probe.sol.
const SET = '0x60fe47b1'
const COUNT = '0x06661abd'
const LOOP = '0x0b7d796e'
const FAIL = '0x78122f3a'

const made = await call('make', parameters().addUint256(42), 9)
await call('set', parameters().addUint256(5))
const failed = await call('fail', parameters().addString('no'))

describe('The mirror', () => {
  test('has contracts, by id and by address', async () => {
    const { json } = await mirror(`/contracts/${probe}`)
    assert.equal(json.contract_id, probe)
    assert.equal(json.evm_address, addressOf(probe))
    assert.equal(json.memo, 'a probe')
    assert.equal(json.admin_key, null)
    assert.equal(json.bytecode, `0x${PROBE}`)
    assert.ok(PROBE.endsWith(json.runtime_bytecode.slice(2)))
    assert.deepEqual((await mirror(`/contracts/${addressOf(probe)}`)).json, json)
    assert.equal((await mirror('/contracts/0.0.1022')).status, 404)
    const { contracts } = (await mirror('/contracts')).json
    const [child] = made.contractFunctionResult?.createdContractIds ?? []
    assert.deepEqual(
      contracts.map((one: { contract_id: string }) => one.contract_id),
      [String(child), probe],
    )
    const next = (await mirror('/contracts?limit=1')).json.links.next
    assert.equal((await mirror(next.replace('/api/v1', ''))).json.contracts[0].contract_id, probe)
  })

  test('has results of calls and creations, in lists and by themselves', async () => {
    const { results } = (await mirror(`/contracts/${probe}/results`)).json
    assert.deepEqual(
      results.map(({ result, amount }: { result: string; amount: number }) => [result, amount]),
      [
        ['CONTRACT_REVERT_EXECUTED', 0],
        ['SUCCESS', 0],
        ['SUCCESS', 9],
        ['SUCCESS', 1000],
      ],
    )
    const [revert, set, make, create] = results
    assert.match(revert.error_message, /^0x08c379a0/)
    assert.equal(revert.gas_used, failed.contractFunctionResult?.gasUsed.toNumber())
    assert.deepEqual([set.status, set.to, set.from], ['0x1', addressOf(probe), addressOf('0.0.1022')])
    assert.equal(set.function_parameters, `${SET}${pad('5')}`)
    assert.equal(create.to, null)
    assert.equal(make.hash, `0x${Buffer.from(made.transactionHash).toString('hex').slice(0, 64)}`)
    const id = made.transactionId
      .toString()
      .replace('@', '-')
      .replace(/\.(\d+)$/, '-$1')
    const detail = (await mirror(`/contracts/results/${id}`)).json
    assert.deepEqual((await mirror(`/contracts/results/${make.hash}`)).json, detail)
    assert.deepEqual((await mirror(`/contracts/${probe}/results/${make.timestamp}`)).json, detail)
    assert.equal(detail.logs.length, 1)
    assert.equal(detail.state_changes.length, 2)
    assert.deepEqual(detail.created_contract_ids, [String(made.contractFunctionResult?.createdContractIds[0])])
    const all = (await mirror('/contracts/results?from=0.0.1022&limit=2')).json
    assert.equal(all.results.length, 2)
    assert.equal((await mirror(all.links.next.replace('/api/v1', ''))).json.results.length, 2)
    const block = (await mirror(`/blocks/${make.block_number}`)).json
    assert.equal(block.hash, make.block_hash)
    assert.equal(block.gas_used, make.block_gas_used)
    assert.notEqual(block.logs_bloom, '0x')
    assert.equal(
      (await mirror(`/contracts/results?block.number=${make.block_number}&transaction.index=${make.transaction_index}`))
        .json.results[0].hash,
      make.hash,
    )
  })

  test('has logs, by contract, topic and time', async () => {
    const { logs } = (await mirror(`/contracts/${probe}/results/logs`)).json
    assert.equal(logs.length, 1)
    const [log] = logs
    assert.equal(log.data, `0x${pad('2a')}`)
    assert.equal(log.topics.length, 2)
    const found = (topic: string) => mirror(`/contracts/${probe}/results/logs?topic0=${topic}`)
    assert.equal((await found(log.topics[0])).json.logs.length, 1)
    assert.equal((await found('0x01')).json.logs.length, 0)
    assert.equal((await mirror(`/contracts/results/logs?topic0=${log.topics[0]}`)).status, 400)
    const second = Math.floor(Number(log.timestamp))
    const range = `timestamp=gte:${second - 10}&timestamp=lte:${second + 10}`
    assert.deepEqual((await mirror(`/contracts/results/logs?topic0=${log.topics[0]}&${range}`)).json.logs, logs)
    assert.deepEqual((await mirror(`/contracts/results/logs?transaction.hash=${log.transaction_hash}`)).json.logs, logs)
  })

  test('returns the storage of a contract, now and at a past time', async () => {
    const { state } = (await mirror(`/contracts/${probe}/state`)).json
    assert.deepEqual(
      state.map(({ slot, value }: { slot: string; value: string }) => [Number(slot), BigInt(value) > 0n]),
      [
        [0, true],
        [2, true],
      ],
    )
    const [count] = state
    assert.equal(Number(count.value), 5)
    const before = `${Number(count.timestamp.split('.')[0]) - 100}.0`
    assert.deepEqual((await mirror(`/contracts/${probe}/state?timestamp=${before}`)).json.state, [])
    assert.equal((await mirror(`/contracts/${probe}/state?slot=0x2`)).json.state.length, 1)
  })

  test('answers calls, and changes nothing by them', async () => {
    const to = addressOf(probe)
    assert.deepEqual(await post({ to, data: COUNT }), { status: 200, json: { result: `0x${pad('5')}` } })
    assert.deepEqual(await post({ to, data: `${SET}${pad('7')}` }), { status: 200, json: { result: '0x' } })
    assert.deepEqual((await post({ to, data: COUNT })).json, { result: `0x${pad('5')}` })
    const data = `${FAIL}${pad('20')}${pad('2')}${Buffer.from('no').toString('hex').padEnd(64, '0')}`
    const refused = await post({ to, data })
    assert.equal(refused.status, 400)
    const [message] = refused.json._status.messages
    assert.deepEqual([message.message, message.detail], ['CONTRACT_REVERT_EXECUTED', 'no'])
    assert.match(message.data, /^0x08c379a0/)
    assert.equal(
      (await post({ data: `0x${PROBE}` })).json.result.slice(2),
      PROBE.slice(-((await mirror(`/contracts/${probe}`)).json.runtime_bytecode.length - 2)),
    )
  })

  test('estimates enough gas for a call', async () => {
    const data = `${LOOP}${pad('3e8')}`
    const { json } = await post({ to: addressOf(probe), data, estimate: true })
    const gas = Number(json.result)
    assert.equal((await post({ to: addressOf(probe), data, gas })).status, 200)
    const less = await post({ to: addressOf(probe), data, gas: Math.floor(gas * 0.9) })
    assert.equal(less.json._status.messages[0].message, 'INSUFFICIENT_GAS')
  })

  test('refuses calls that are malformed', async () => {
    const to = addressOf(probe)
    for (const body of [
      {},
      { to: '0x12' },
      { to, data: '0x1' },
      { to, gas: 15_000_001 },
      { to, gas: -1 },
      { to, value: 1.5 },
      { to, block: 'never' },
      { to, from: 5 },
    ])
      assert.equal((await post(body)).status, 400, JSON.stringify(body))
    assert.equal((await post({ to, value: 1 })).json._status.messages[0].message, 'INSUFFICIENT_PAYER_BALANCE')
  })

  test('refuses parameters that are malformed', async () => {
    for (const path of [
      '/contracts/zz',
      '/contracts/results?from=zz',
      '/contracts/results/logs?topic0=zz',
      `/contracts/${probe}/state?slot=zz`,
      `/contracts/${probe}/results/zz`,
      '/contracts/results?block.hash=1',
      '/contracts/results/logs?index=1',
    ])
      assert.equal((await mirror(path)).status, 400, path)
  })

  test('shows the nonces of accounts', async () => {
    assert.equal((await mirror(`/accounts/${probe}`)).json.ethereum_nonce, 2)
  })
})
