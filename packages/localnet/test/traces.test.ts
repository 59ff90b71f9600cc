import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import {
  BatchTransaction,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  EthereumTransaction,
  PrivateKey,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import {
  Contract,
  ContractFactory,
  getCreate2Address,
  Interface,
  JsonRpcProvider,
  keccak256,
  parseEther,
  Transaction,
  Wallet,
} from 'ethers'
import { execute, type TestNetwork, testNetwork } from './support/network.ts'

// probe.sol and agent.sol, compiled by solc 0.8.28 for Cancun.
const read = (name: string) => `0x${readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'utf8').trim()}`
const probeAbi = new Interface([
  'function set(uint256 value)',
  'function fail(string reason)',
  'function refuse(uint256 code)',
  'function make(uint256 value) payable returns (address)',
  'function make2(uint256 value, bytes32 salt) returns (address)',
  'function makeAndEnd(uint256 value, address to) payable',
  'function tryCall(address to, bytes data) returns (bool ok, bytes out)',
  'function pay(address to, uint256 amount)',
  'function loop(uint256 times)',
])
const TINYBAR = 10_000_000_000n
const SHA256 = '0x0000000000000000000000000000000000000002'
const PRNG = '0x0000000000000000000000000000000000000169'
const UNKNOWN = `0x${'ab'.repeat(32)}`
/** The id of a transaction as the mirror writes it. */
const idOf = ({ transactionId }: { readonly transactionId: unknown }): string =>
  String(transactionId)
    .replace('@', '-')
    .replace(/\.(\d+)$/, '-$1')
/** Runs the program of an address that follows it: DELEGATECALL, and returns what that returned. */
const proxyOf = (address: string) => {
  const code = `365f5f375f5f365f73${address.slice(2)}5af43d5f5f3e3d5ff3`
  return `0x60${(code.length / 2).toString(16)}600c60003960${(code.length / 2).toString(16)}6000f3${code}`
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

interface Call {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly input: string
  readonly output: string
  readonly value: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly Call[]
}

interface Log {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  readonly stack: readonly string[] | null
  readonly memory: readonly string[] | null
  readonly storage: Readonly<Record<string, string>> | null
  readonly reason: string | null
}

function toolsOf(network: TestNetwork) {
  const url = network.rpc ?? ''
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, pollingInterval: 20, staticNetwork: true })
  after(() => provider.destroy())
  const der = network.accounts.find(({ id }) => id === '0.0.1012')?.privateKey ?? ''
  const wallet = new Wallet(PrivateKey.fromStringDer(der).toStringRaw(), provider)
  const post = async (body: unknown) =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<Answer & Answer[]>
  const rpc = (method: string, ...params: unknown[]): Promise<Answer> => post({ jsonrpc: '2.0', id: 1, method, params })
  const deploy = async (code: string, value = 0n): Promise<string> => {
    const contract = await new ContractFactory(probeAbi, code, wallet).deploy({ value, gasLimit: 3_000_000 })
    await contract.waitForDeployment()
    return (await contract.getAddress()).toLowerCase()
  }
  /** Sends a call, and returns its hash once it is executed, whether it succeeded or not. */
  const send = async (to: string, name: string, args: readonly unknown[], more: object = {}): Promise<string> => {
    const sent = await new Contract(to, probeAbi, wallet).getFunction(name)(...args, { gasLimit: 1_000_000, ...more })
    return sent.hash
  }
  const calls = async (hash: string, config: object = {}): Promise<Call> =>
    (await rpc('debug_traceTransaction', hash, { tracer: 'callTracer', tracerConfig: config })).result
  const logs = async (hash: string, config: object = {}): Promise<Log[]> =>
    (await rpc('debug_traceTransaction', hash, config)).result.structLogs
  return { provider, wallet, post, rpc, deploy, send, calls, logs, sender: wallet.address.toLowerCase() }
}

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const { client, mirror } = network
const { provider, wallet, sender, post, rpc, deploy, send, calls, logs } = toolsOf(network)
const probe = await deploy(read('probe'))
const data = (name: string, args: readonly unknown[]) => probeAbi.encodeFunctionData(name, args)

describe('callTracer', () => {
  test('shows each call within the call that made it, with its error and the reason of its revert', async () => {
    const inner = data('tryCall', [probe, data('fail', ['not today'])])
    const top = await calls(await send(probe, 'tryCall', [probe, inner]))
    assert.deepEqual(
      [top.type, top.from, top.to, top.value, top.error, top.input],
      ['CALL', sender, probe, '0x0', undefined, data('tryCall', [probe, inner])],
    )
    const [middle] = top.calls ?? []
    assert.deepEqual([middle?.type, middle?.from, middle?.to, middle?.input], ['CALL', probe, probe, inner])
    const [failed] = middle?.calls ?? []
    assert.deepEqual(
      [failed?.error, failed?.revertReason, failed?.calls],
      ['CONTRACT_REVERT_EXECUTED', 'not today', undefined],
    )
    assert.equal(failed?.output.slice(0, 10), '0x08c379a0')
    assert.deepEqual((await calls(await send(probe, 'set', [1]))).calls, [])
  })

  test('shows only the outermost call if asked to', async () => {
    const hash = await send(probe, 'tryCall', [probe, data('set', [3])])
    assert.equal((await calls(hash)).calls?.length, 1)
    assert.deepEqual((await calls(hash, { onlyTopCall: true })).calls, [])
  })

  test('has the programs of a contract that was created, by CREATE, CREATE2 and a transaction', async () => {
    const [made] = (await calls(await send(probe, 'make', [7], { value: 5n * TINYBAR }))).calls ?? []
    assert.deepEqual([made?.type, made?.from, made?.value], ['CREATE', probe, `0x${(5n * TINYBAR).toString(16)}`])
    assert.equal(made?.output, await provider.getCode(made?.to ?? ''))
    const salt = `0x${'11'.repeat(32)}`
    const [salted] = (await calls(await send(probe, 'make2', [7, salt]))).calls ?? []
    assert.equal(salted?.type, 'CREATE2')
    assert.equal(salted?.to, getCreate2Address(probe, salt, keccak256(salted?.input ?? '')).toLowerCase())
    // Once more, the address is taken.
    const top = await calls(await send(probe, 'make2', [7, salt]))
    assert.deepEqual([top.error, top.calls?.[0]?.error], ['CONTRACT_REVERT_EXECUTED', 'ADDRESS_COLLISION'])
    assert.equal(top.calls?.[0]?.input, salted?.input)
    const created = await wallet.sendTransaction({ data: read('probe'), gasLimit: 3_000_000 })
    const address = (await provider.getTransactionReceipt(created.hash))?.contractAddress ?? ''
    const outer = await calls(created.hash)
    assert.deepEqual([outer.type, outer.to, outer.input], ['CREATE', address.toLowerCase(), read('probe')])
    assert.equal(outer.output, await provider.getCode(address))
  })

  test('shows SELFDESTRUCT as the last call of the contract that ends', async () => {
    const hash = await send(probe, 'makeAndEnd', [7, sender], { value: TINYBAR })
    const [made, ended] = (await calls(hash)).calls ?? []
    assert.deepEqual(
      ended?.calls?.map(({ type, from, to, value }) => [type, from, to, value]),
      [['SELFDESTRUCT', made?.to, sender, `0x${TINYBAR.toString(16)}`]],
    )
  })

  test('shows a DELEGATECALL from the account whose storage it uses, and so the calls of the program it runs', async () => {
    const proxy = await deploy(proxyOf(probe))
    const top = await calls(await send(proxy, 'tryCall', [SHA256, '0x1234'], { value: 0n }))
    const [delegated] = top.calls ?? []
    assert.deepEqual([delegated?.type, delegated?.from, delegated?.to], ['DELEGATECALL', proxy, probe])
    assert.equal(top.output, delegated?.output)
    const [hashed] = delegated?.calls ?? []
    assert.deepEqual([hashed?.type, hashed?.from, hashed?.to, hashed?.input], ['CALL', proxy, SHA256, '0x1234'])
  })

  test('shows calls of system contracts and transfers of value', async () => {
    const [random] = (await calls(await send(probe, 'tryCall', [PRNG, '0xd83bf9a1']))).calls ?? []
    assert.deepEqual([random?.to, random?.input, random?.output.length], [PRNG, '0xd83bf9a1', 66])
    const { hash } = await wallet.sendTransaction({ to: probe, value: 3n * TINYBAR, gasLimit: 100_000 })
    const paid = await calls(hash)
    assert.deepEqual([paid.to, paid.input, paid.value], [probe, '0x', `0x${(3n * TINYBAR).toString(16)}`])
    const [passed] = (await calls(await send(probe, 'pay', [sender, 1]))).calls ?? []
    assert.deepEqual([passed?.from, passed?.to, passed?.value], [probe, sender, `0x${TINYBAR.toString(16)}`])
    const plain = await wallet.sendTransaction({ to: sender, value: parseEther('1') })
    assert.deepEqual((await calls(plain.hash)).to, sender)
    assert.deepEqual(await logs(plain.hash), [])
  })

  test('has the error of a transaction that failed, with or without running a contract', async () => {
    const empty = await calls(await send(probe, 'loop', [100_000], { gasLimit: 60_000 }))
    assert.deepEqual([empty.error, empty.calls], ['INSUFFICIENT_GAS', []])
    const refused = await calls(await send(probe, 'refuse', [7]))
    assert.deepEqual([refused.error, refused.revertReason], ['CONTRACT_REVERT_EXECUTED', undefined])
    assert.equal(refused.output, `0x590a5151${'7'.padStart(64, '0')}`)
    // The network refuses a nonce in the future only at consensus.
    const raw = await wallet.signTransaction({
      ...{ to: probe, data: data('set', [1]), nonce: 9999, chainId: 298, type: 0 },
      ...{ gasLimit: 100_000, gasPrice: 71n * TINYBAR },
    })
    await new EthereumTransaction().setEthereumData(Buffer.from(raw.slice(2), 'hex')).execute(client)
    const hash = Transaction.from(raw).hash ?? ''
    const early = await calls(hash)
    assert.deepEqual(
      [early.type, early.error, early.revertReason, early.calls],
      ['CALL', 'WRONG_NONCE', 'WRONG_NONCE', []],
    )
    assert.deepEqual(await logs(hash), [])
    assert.deepEqual((await rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer' })).result, {})
  })
})

describe('opcodeLogger', () => {
  test('is the default: every instruction with the frame before it', async () => {
    const hash = await send(probe, 'set', [9])
    const { result } = await rpc('debug_traceTransaction', hash)
    assert.deepEqual([result.failed, result.returnValue], [false, ''])
    assert.equal(BigInt(result.gas), (await provider.getTransactionReceipt(hash))?.gasUsed)
    const steps: Log[] = result.structLogs
    const first = { pc: 0, op: 'PUSH1', gas: steps[0]?.gas, gasCost: 3, depth: 1, stack: [], memory: null, storage: {} }
    assert.deepEqual(steps[0], { ...first, reason: null })
    for (const [i, { gas, gasCost }] of steps.entries()) assert.equal(steps[i + 1]?.gas ?? gas - gasCost, gas - gasCost)
    const store = steps.find(({ op }) => op === 'SSTORE')
    assert.deepEqual(store?.stack?.slice(-2), ['9'.padStart(64, '0'), '0'.repeat(64)])
    assert.deepEqual(store?.storage, { ['0'.repeat(64)]: '9'.padStart(64, '0') })
    assert.equal(steps.at(-1)?.op, 'STOP')
  })

  test('leaves out what it is asked to leave out', async () => {
    const hash = await send(probe, 'set', [8])
    const wanted = { enableMemory: true, disableStack: true, disableStorage: true }
    for (const options of [wanted, { tracer: 'opcodeLogger', tracerConfig: wanted }]) {
      const steps = await logs(hash, options)
      assert.ok(steps.every(({ stack, storage }) => stack === null && storage === null))
      assert.deepEqual(steps[3]?.memory?.at(-1), '80'.padStart(64, '0'))
    }
  })

  test('goes into calls, whose gas is part of their cost, and ends with the data of a revert', async () => {
    const steps = await logs(await send(probe, 'tryCall', [probe, data('fail', ['no'])]))
    const at = steps.findIndex(({ op }) => op === 'CALL')
    assert.deepEqual([steps[at]?.depth, steps[at + 1]?.depth, steps[at + 1]?.pc], [1, 2, 0])
    assert.ok((steps[at]?.gasCost ?? 0) > (steps[at + 1]?.gas ?? 0))
    const revert = steps.find(({ op }) => op === 'REVERT')
    assert.deepEqual([revert?.depth, revert?.reason?.slice(0, 8)], [2, '08c379a0'])
    const creation = await logs(await send(probe, 'make', [1]))
    // Neither the gas of the new contract, nor that of its code.
    assert.ok((creation.find(({ op }) => op === 'CREATE')?.gasCost ?? 0) < 33_000)
    assert.equal(creation.find(({ op, depth }) => op === 'RETURN' && depth === 2)?.gasCost, 0)
  })

  test('runs on the state right before the transaction, whatever happened since', async () => {
    const one = await send(probe, 'set', [100])
    const two = await send(probe, 'set', [200])
    const system = await send(probe, 'tryCall', [PRNG, '0xd83bf9a1'])
    const made = await send(probe, 'make', [1])
    const before = await Promise.all([one, two, system, made].map((hash) => logs(hash)))
    for (let i = 0; i < 5; i++) await send(probe, 'make', [i])
    await send(probe, 'set', [0])
    await execute(new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1012', 1), client)
    for (const [i, hash] of [one, two, system, made].entries()) assert.deepEqual(await logs(hash), before[i])
    const costs = (steps: Log[] | undefined) => steps?.find(({ op }) => op === 'SSTORE')?.gasCost
    // The slot had a value already, and both transactions read it for the first time.
    assert.deepEqual([costs(before[0]), costs(before[1])], [5000, 5000])
  })

  test('runs the program that the called contract had, and creates what was created', async () => {
    const to = await deploy(read('probe'))
    const hash = await send(to, 'set', [5])
    const create = new ContractCreateTransaction().setBytecode(Buffer.from('30505f5ff3', 'hex')).setGas(200_000)
    const { contractId } = await execute(create, client)
    const before = await logs(hash)
    const path = `/contracts/results/${idOf(create)}/opcodes`
    const created = (await mirror(path)).json
    assert.equal(Number(created.opcodes[1].stack[0]), Number(String(contractId).split('.')[2]))
    assert.equal((await rpc('hardhat_setCode', to, '0x5f')).result, true)
    await deploy(read('probe'))
    assert.deepEqual(await logs(hash), before)
    assert.deepEqual((await mirror(path)).json, created)
  })

  test('is the same while other transactions run', async () => {
    const hash = await send(probe, 'loop', [300])
    const alone = await logs(hash, { disableStack: true })
    const others = (async () => {
      for (let i = 0; i < 3; i++) await send(probe, 'set', [i])
    })()
    const [during] = await Promise.all([logs(hash, { disableStack: true }), others])
    assert.deepEqual(during, alone)
  })

  test('refuses a trace that is too large, alone or together with the others of a batch', async () => {
    const answer = /more than 33554432 bytes/
    const hash = await send(probe, 'loop', [120_000], { gasLimit: 15_000_000 })
    const { error } = await rpc('debug_traceTransaction', hash)
    assert.deepEqual([error?.code, answer.test(error?.message ?? '')], [-32_000, true])
    const { status, text } = await mirror(`/contracts/results/${hash}/opcodes`)
    assert.deepEqual([status, answer.test(text)], [400, true])
    const small = await send(probe, 'loop', [500])
    const one = { jsonrpc: '2.0', id: 1, method: 'debug_traceTransaction', params: [small] }
    const batch: Answer[] = await post([one, one, one, one, one])
    assert.ok(batch[0]?.result.structLogs.length > 10_000)
    assert.match(batch.at(-1)?.error?.message ?? '', answer)
  })
})

describe('Traces of calls that are not sent', () => {
  // Calls the contract that copies its input as often as its data says.
  const runtime = '5f355b5f5f5f5f60045afa50600190038060025700'
  const repeat = (times: number) => `0x${times.toString(16).padStart(64, '0')}`
  const programOf = (code: string) => {
    const size = (code.length / 2).toString(16).padStart(2, '0')
    return `0x60${size}600c60003960${size}6000f3${code}`
  }

  test('count against the bytes of an answer, too', async () => {
    const params = [{ to: await deploy(programOf(runtime)), data: repeat(10_000) }, 'latest', { tracer: 'callTracer' }]
    const one = { jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params }
    const batch: Answer[] = await post(Array(12).fill(one))
    assert.equal(batch[0]?.result.calls.length, 10_000)
    assert.match(batch.at(-1)?.error?.message ?? '', /more than 33554432 bytes/)
  })

  test('give other requests turns, even if no account is at the addresses that they call', async () => {
    // Calls another address each time.
    const many = await deploy(programOf('5f355b5f5f5f5f846c01000000000000000000000000015afa50600190038060025700'))
    const { hash } = await wallet.sendTransaction({ to: many, data: repeat(1_000), gasLimit: 15_000_000 })
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns++
      if (!isOver) setImmediate(count)
    }
    const before = rpc('debug_traceTransaction', hash, { tracer: 'callTracer' })
    assert.equal((await before).result.calls.length, 1_000)
    setImmediate(count)
    const { result } = await rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer' })
    isOver = true
    assert.deepEqual(Object.keys(result), [sender, many])
    assert.ok(turns > 20, `${turns} turns`)
  })
})

describe('prestateTracer', () => {
  test('has the accounts as they were before, with their programs and storage', async () => {
    await send(probe, 'set', [41])
    const balance = await provider.getBalance(sender)
    const nonce = await wallet.getNonce()
    const hash = await send(probe, 'set', [42])
    await send(probe, 'set', [43])
    const { result } = await rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer' })
    assert.deepEqual(Object.keys(result), [sender, probe])
    assert.deepEqual(result[sender], { balance: `0x${balance.toString(16)}`, nonce, code: '0x', storage: {} })
    assert.equal(result[probe].code, await provider.getCode(probe))
    assert.equal(result[probe].storage[`0x${'0'.repeat(64)}`], `0x${(41).toString(16).padStart(64, '0')}`)
  })

  test('leaves out accounts that the transaction created, and those of inner calls if asked to', async () => {
    const trace = async (hash: string, tracerConfig: object = {}) =>
      Object.keys((await rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer', tracerConfig })).result)
    const hash = await send(probe, 'make', [7])
    assert.equal((await calls(hash)).calls?.length, 1)
    assert.deepEqual(await trace(hash), [sender, probe])
    const other = await deploy(read('probe'))
    const nested = await send(probe, 'tryCall', [other, data('set', [1])])
    assert.deepEqual(await trace(nested), [sender, probe, other])
    assert.deepEqual(await trace(nested, { onlyTopCall: true }), [sender, probe])
  })
})

describe('Blocks and calls', () => {
  test('have a trace for each transaction of a block, by number and by hash', async () => {
    const hash = await send(probe, 'set', [1])
    const { blockNumber = 0, blockHash = '' } = (await provider.getTransactionReceipt(hash)) ?? {}
    const number = `0x${blockNumber.toString(16)}`
    const { result } = await rpc('debug_traceBlockByNumber', number)
    assert.deepEqual(result.find(({ txHash }: { txHash: string }) => txHash === hash).result, await calls(hash))
    assert.deepEqual((await rpc('debug_traceBlockByHash', blockHash, { tracer: 'callTracer' })).result, result)
    for (const tracer of ['prestateTracer', 'opcodeLogger']) {
      const traces = (await rpc('debug_traceBlockByNumber', number, { tracer })).result
      const one = (await rpc('debug_traceTransaction', hash, { tracer })).result
      assert.deepEqual(traces.find(({ txHash }: { txHash: string }) => txHash === hash).result, one)
    }
  })

  test('are traced without being sent', async () => {
    const call = { from: sender, to: probe, data: data('make', [3]), gas: '0xf4240' }
    const { result } = await rpc('debug_traceCall', call, 'latest', { tracer: 'callTracer' })
    assert.deepEqual([result.type, result.from, result.calls[0].type], ['CALL', sender, 'CREATE'])
    assert.equal(result.calls[0].output.length > 100, true)
    assert.equal(await provider.getCode(result.calls[0].to), '0x')
    const failing = { ...call, data: data('fail', ['never']) }
    assert.equal(
      (await rpc('debug_traceCall', failing, 'latest', { tracer: 'callTracer' })).result.revertReason,
      'never',
    )
    const logged = (await rpc('debug_traceCall', failing)).result
    assert.deepEqual([logged.failed, logged.structLogs.at(-1).op], [true, 'REVERT'])
    const before = (await rpc('debug_traceCall', call, 'latest', { tracer: 'prestateTracer' })).result
    assert.deepEqual(Object.keys(before), [sender, probe])
    assert.equal((await rpc('debug_traceCall', call, '0x0')).error?.code, -32_000)
  })

  test('answer a clear error for what does not exist, and for wrong parameters', async () => {
    const missing = {
      code: -32_001,
      message: `Requested resource not found. Failed to retrieve transaction information for ${UNKNOWN}`,
    }
    for (const tracer of ['callTracer', 'prestateTracer', 'opcodeLogger'])
      assert.deepEqual((await rpc('debug_traceTransaction', UNKNOWN, { tracer })).error, missing)
    assert.equal((await rpc('debug_traceBlockByHash', UNKNOWN)).error?.code, -32_001)
    assert.equal((await rpc('debug_traceBlockByNumber', '0xffffff')).error?.code, -32_001)
    const hash = await send(probe, 'set', [1])
    for (const options of [{ tracer: 'noTracer' }, { enableMemory: 1 }, 'callTracer', { tracerConfig: [] }])
      assert.equal((await rpc('debug_traceTransaction', hash, options)).error?.code, -32_602, JSON.stringify(options))
    assert.equal((await rpc('debug_traceTransaction', '0x12')).error?.code, -32_602)
  })
})

describe('The mirror', () => {
  const longZero = (id: string) => `0x${Number(id.split('.')[2]).toString(16).padStart(40, '0')}`

  test('has the calls of a transaction as actions', async () => {
    const id = (await mirror(`/contracts/${probe}`)).json.contract_id
    const hash = await send(probe, 'tryCall', [SHA256, '0x1234'], { value: 0n })
    const { json } = await mirror(`/contracts/results/${hash}/actions`)
    const { timestamp } = (await mirror(`/contracts/results/${hash}`)).json
    assert.deepEqual(json.links, { next: null })
    const [top, inner] = json.actions
    assert.deepEqual(
      { ...top, gas: 0, gas_used: 0, result_data: '' },
      {
        call_depth: 0,
        call_operation_type: 'CALL',
        call_type: 'CALL',
        caller: '0.0.1012',
        caller_type: 'ACCOUNT',
        from: longZero('0.0.1012'),
        gas: 0,
        gas_used: 0,
        index: 0,
        input: data('tryCall', [SHA256, '0x1234']),
        recipient: id,
        recipient_type: 'CONTRACT',
        result_data: '',
        result_data_type: 'OUTPUT',
        timestamp,
        to: longZero(id),
        value: 0,
      },
    )
    assert.deepEqual(
      [
        inner.call_depth,
        inner.call_type,
        inner.caller,
        inner.caller_type,
        inner.recipient,
        inner.input,
        inner.gas_used,
      ],
      [1, 'PRECOMPILE', id, 'CONTRACT', '0.0.2', '0x1234', 72],
    )
    const random = await send(probe, 'tryCall', [PRNG, '0xd83bf9a1'])
    const [, system] = (await mirror(`/contracts/results/${random}/actions`)).json.actions
    assert.deepEqual([system.call_type, system.recipient, system.recipient_type], ['SYSTEM', '0.0.361', 'CONTRACT'])
  })

  test('has the errors of actions, and no recipient for a creation that failed', async () => {
    const salt = `0x${'22'.repeat(32)}`
    const actions = async (hash: string) => (await mirror(`/contracts/results/${hash}/actions`)).json.actions
    const [, made] = await actions(await send(probe, 'make2', [7, salt]))
    assert.deepEqual(
      [made.call_type, made.recipient_type, made.input, made.result_data],
      ['CREATE', 'CONTRACT', '0x', '0x'],
    )
    const [top, taken] = await actions(await send(probe, 'make2', [7, salt]))
    assert.deepEqual([top.result_data_type, taken.result_data_type], ['REVERT_REASON', 'ERROR'])
    assert.equal(Buffer.from(taken.result_data.slice(2), 'hex').toString(), 'ADDRESS_COLLISION')
    assert.deepEqual([taken.recipient, taken.recipient_type, taken.to], [null, null, null])
  })

  test('has actions by pages, in both orders, and by index', async () => {
    const nested = data('tryCall', [probe, data('tryCall', [probe, data('set', [1])])])
    const hash = await send(probe, 'tryCall', [probe, nested])
    const path = `/contracts/results/${hash}/actions`
    const indexes = async (query: string) => {
      const { json } = await mirror(`${path}${query}`)
      return { of: json.actions.map(({ index }: { index: number }) => index), next: json.links.next }
    }
    assert.deepEqual(await indexes(''), { of: [0, 1, 2, 3], next: null })
    const first = await indexes('?limit=3&order=desc')
    assert.deepEqual(first.of, [3, 2, 1])
    assert.match(first.next, /index=lt:1/)
    assert.deepEqual((await mirror(first.next.replace('/api/v1', ''))).json.actions[0].index, 0)
    assert.deepEqual((await indexes('?index=2')).of, [2])
    assert.deepEqual((await indexes('?index=gte:1&index=lt:3')).of, [1, 2])
    for (const query of ['?index=ne:1', '?index=x', '?nonce=1']) assert.equal((await mirror(path + query)).status, 400)
    assert.equal((await mirror(`/contracts/results/${UNKNOWN}/actions`)).status, 404)
  })

  test('has the actions and opcodes of a native call by its id, and none of other transactions', async () => {
    const create = new ContractCreateTransaction().setBytecode(Buffer.from(read('probe').slice(2), 'hex'))
    const { contractId } = await execute(create.setGas(3_000_000), client)
    const parameters = Buffer.from(data('make', [7]).slice(2), 'hex')
    const call = new ContractExecuteTransaction().setGas(1_000_000).setContractId(String(contractId))
    await execute(call.setFunctionParameters(parameters), client)
    const id = idOf(call)
    const { actions } = (await mirror(`/contracts/results/${id}/actions`)).json
    assert.deepEqual([actions[0].caller, actions[0].recipient, actions.length], ['0.0.1022', String(contractId), 2])
    assert.equal((await mirror(`/contracts/results/${id}/opcodes`)).json.contract_id, String(contractId))
    const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1012', 1)
    await execute(transfer, client)
    const plain = idOf(transfer)
    assert.deepEqual((await mirror(`/contracts/results/${plain}/actions`)).json.actions, [])
    assert.equal((await mirror(`/contracts/results/${plain}/opcodes`)).status, 404)
  })

  test('has the instructions of a transaction as opcodes', async () => {
    const hash = await send(probe, 'set', [5])
    const { json } = await mirror(`/contracts/results/${hash}/opcodes?memory=true&storage=true`)
    const { opcodes, ...rest } = json
    const id = (await mirror(`/contracts/${probe}`)).json.contract_id
    const gas = Number((await provider.getTransactionReceipt(hash))?.gasUsed)
    assert.deepEqual(rest, { address: probe, contract_id: id, failed: false, gas, return_value: '0x' })
    const store = opcodes.find(({ op }: { op: string }) => op === 'SSTORE')
    assert.deepEqual(Object.keys(store), [
      'depth',
      'gas',
      'gas_cost',
      'memory',
      'op',
      'pc',
      'reason',
      'stack',
      'storage',
    ])
    assert.deepEqual(store.storage, { [`0x${'0'.repeat(64)}`]: `0x${'5'.padStart(64, '0')}` })
    assert.equal(store.memory.length > 0 && store.stack.at(-1), `0x${'0'.repeat(64)}`)
    const less = (await mirror(`/contracts/results/${hash}/opcodes?stack=false`)).json.opcodes
    assert.ok(
      less.every((one: { stack: []; memory: []; storage: object }) => one.stack.length + one.memory.length === 0),
    )
    assert.equal((await mirror(`/contracts/results/${hash}/opcodes?stack=yes`)).status, 400)
    assert.equal((await mirror(`/contracts/results/${UNKNOWN}/opcodes`)).status, 404)
  })
})

test('The transactions of a batch are traced, unless the batch failed: then they ran nothing', async () => {
  const operator = PrivateKey.fromStringDer(network.accounts.find(({ id }) => id === '0.0.1022')?.privateKey ?? '')
  const inner = (name: string, args: Parameters<typeof data>[1]) =>
    new ContractExecuteTransaction()
      .setContractId(`0.0.${id}`)
      .setGas(200_000)
      .setFunctionParameters(Buffer.from(data(name, args).slice(2), 'hex'))
      .batchify(client, operator.publicKey)
  const id = (await mirror(`/contracts/${probe}`)).json.contract_id.split('.')[2]
  const run = async (...inners: ContractExecuteTransaction[]) => {
    const batch = new BatchTransaction()
    for (const one of inners) batch.addInnerTransaction(one)
    await (await batch.execute(client)).getReceipt(client).catch(() => undefined)
    return inners.map(idOf)
  }
  const [good = ''] = await run(await inner('set', [77]), await inner('set', [78]))
  const { actions } = (await mirror(`/contracts/results/${good}/actions`)).json
  assert.deepEqual([actions.length, actions[0].input], [1, data('set', [77])])
  const { opcodes } = (await mirror(`/contracts/results/${good}/opcodes?storage=true`)).json
  const store = opcodes.find(({ op }: { op: string }) => op === 'SSTORE')
  assert.equal(store.storage[`0x${'0'.repeat(64)}`], `0x${(77).toString(16).padStart(64, '0')}`)
  const [undone = ''] = await run(await inner('set', [79]), await inner('fail', ['the whole batch']))
  assert.deepEqual((await mirror(`/contracts/results/${undone}/actions`)).json.actions, [])
  assert.equal((await mirror(`/contracts/results/${undone}/opcodes`)).status, 404)
})

test('The calls of a transaction with too much data are not kept, and it says so', async () => {
  // Calls the identity contract until its gas is gone, with 64 KB each time.
  const runtime = '5b5f5f620100005f5f6004611a00f1505f56'
  const size = (runtime.length / 2).toString(16).padStart(2, '0')
  const bomb = await deploy(`0x60${size}600c60003960${size}6000f3${runtime}`)
  const { hash } = await wallet.sendTransaction({ to: bomb, gasLimit: 15_000_000 })
  const answer = /have too much data/
  assert.match((await rpc('debug_traceTransaction', hash, { tracer: 'callTracer' })).error?.message ?? '', answer)
  const { status, text } = await mirror(`/contracts/results/${hash}/actions`)
  assert.deepEqual([status, answer.test(text)], [400, true])
  assert.deepEqual((await calls(await send(probe, 'set', [1]))).calls, [])
})

test('Calls outlive a restart; instructions do not, and neither do those of a state that was restored', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-traces-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const stopped: (() => Promise<void>)[] = []
  const first = toolsOf(await testNetwork({ after: (stop) => void stopped.push(stop) }, { dataDir, ports: { rpc: 0 } }))
  const contract = await first.deploy(read('probe'))
  const hash = await first.send(contract, 'make', [7])
  const trace = await first.calls(hash)
  const before = await first.rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer' })
  const snapshot = (await first.rpc('evm_snapshot')).result
  const kept = await first.send(contract, 'set', [1])
  await first.rpc('evm_revert', snapshot)
  assert.equal((await first.rpc('debug_traceTransaction', kept)).error?.code, -32_001)
  assert.match((await first.rpc('debug_traceTransaction', hash)).error?.message ?? '', /is not kept any more/)
  for (const stop of stopped) await stop()
  const second = toolsOf(await testNetwork(t, { dataDir, ports: { rpc: 0 } }))
  assert.deepEqual(await second.calls(hash), trace)
  assert.deepEqual(await second.rpc('debug_traceTransaction', hash, { tracer: 'prestateTracer' }), before)
  const { error } = await second.rpc('debug_traceTransaction', hash)
  assert.deepEqual([error?.code, /is not kept any more/.test(error?.message ?? '')], [-32_000, true])
  assert.ok((await second.logs(await second.send(contract, 'set', [2]))).length > 0)
})
