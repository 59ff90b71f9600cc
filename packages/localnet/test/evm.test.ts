import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf } from '#evm/code.ts'
import { Machine } from '#evm/machine.ts'
import type { Outcome } from '#evm/observer.ts'
import { PLAIN_RULES } from './evm/plain-transaction.ts'
import { PlainWorld } from './evm/plain-world.ts'

const CONTRACT = '00000000000000000000000000000000000004d2'
const CALLER = '000000000000000000000000000000000000aaaa'
const RETURN_TOP = '60005260206000f3'

interface Ran extends Outcome {
  readonly world: PlainWorld
  readonly machine: Machine
}

/** A machine that has begun to call a contract with this program. */
function begin(hex: string, gas = 1_000_000, input = ''): Ran {
  const world = new PlainWorld()
  const code = codeOf(Buffer.from(hex, 'hex'))
  world.accounts.set(CONTRACT, { nonce: 1n, balance: 1000n, code, storage: new Map() })
  const block = {
    ...{ number: 300, timestamp: 1_700_000_000, gasLimit: 15_000_000, baseFee: 0, blobBaseFee: 1 },
    ...{ coinbase: CALLER, prevRandao: 7, chainId: 298, hashOf: (number: number) => number + 1 },
  }
  const machine = new Machine({
    world,
    block,
    sender: { origin: CALLER, gasPrice: 71, blobHashes: [] },
    rules: PLAIN_RULES,
  })
  machine.enter({
    ...{ kind: 'CALL', caller: CALLER, self: CONTRACT, codeAddress: CONTRACT, code, value: 0n, transferred: 0n },
    ...{ input: Buffer.from(input, 'hex'), gas, isStatic: false, depth: 0, outputAt: 0, outputSize: 0 },
  })
  return { status: 'success', gas: 0, output: new Uint8Array(), world, machine }
}

/** Runs a program to its end. */
function run(hex: string, gas = 1_000_000, input = ''): Ran {
  const begun = begin(hex, gas, input)
  while (!begun.machine.outcome) begun.machine.run(Number.POSITIVE_INFINITY)
  return { ...begun, ...begun.machine.outcome }
}

/** The value that a program leaves on the stack, as an integer. */
const top = (hex: string, input = ''): bigint => {
  const { status, output } = run(hex + RETURN_TOP, 1_000_000, input)
  assert.equal(status, 'success')
  return BigInt(`0x${Buffer.from(output).toString('hex')}`)
}

const MAX = 2n ** 256n - 1n
const push = (value: bigint): string => `7f${value.toString(16).padStart(64, '0')}`
/** The instructions that compute with a and b on top of the stack, a first. */
const binary = (opcode: string, a: bigint, b: bigint): bigint => top(push(b) + push(a) + opcode)

describe('arithmetic', () => {
  test('is modulo 2^256, on both sides of where numbers become BigInts', () => {
    const edge = BigInt(Number.MAX_SAFE_INTEGER)
    assert.equal(binary('01', MAX, 1n), 0n)
    assert.equal(binary('01', edge, 1n), edge + 1n)
    assert.equal(binary('03', 0n, 1n), MAX)
    assert.equal(binary('03', edge + 1n, 1n), edge)
    assert.equal(binary('02', edge, edge), edge * edge)
    assert.equal(binary('02', MAX, MAX), 1n)
    assert.equal(binary('1b', 255n, 3n), 2n ** 255n)
    assert.equal(binary('1c', 256n, MAX), 0n)
  })

  test('gives 0 for a division by 0, and truncates towards 0', () => {
    assert.equal(binary('04', 7n, 0n), 0n)
    assert.equal(binary('06', 7n, 0n), 0n)
    assert.equal(binary('05', MAX - 6n, 2n), MAX - 2n)
    assert.equal(binary('07', MAX - 6n, 4n), MAX - 2n)
    assert.equal(binary('05', 2n ** 255n, MAX), 2n ** 255n)
  })
})

describe('a program', () => {
  test('fails with all of its gas if it jumps elsewhere than to a JUMPDEST', () => {
    const { status, gas } = run('6002565b')
    assert.deepEqual([status, gas], ['INVALID_JUMP_DESTINATION', 0])
    assert.equal(run('600456605b').status, 'INVALID_JUMP_DESTINATION')
  })

  test('fails if its stack has too few values or too many', () => {
    assert.equal(run('01').status, 'INSUFFICIENT_STACK_ITEMS')
    assert.equal(run('5b5f600056').status, 'TOO_MANY_STACK_ITEMS')
  })

  test('fails at once if memory costs more gas than there is', () => {
    assert.equal(run(`${push(MAX)}51`).status, 'INSUFFICIENT_GAS')
    assert.equal(run('63ffffffff51').status, 'INSUFFICIENT_GAS')
  })

  test('ends when its gas is used up', () => {
    assert.deepEqual([run('5b600056', 120_000).status, run('5b600056', 120_000).gas], ['INSUFFICIENT_GAS', 0])
  })

  test('can be paused between any two instructions', () => {
    const whole = run(`6001600201${RETURN_TOP}`)
    const paused = begin(`6001600201${RETURN_TOP}`)
    let runs = 0
    for (; !paused.machine.outcome; runs++) paused.machine.run(1)
    assert.deepEqual(paused.machine.outcome, { status: whole.status, gas: whole.gas, output: whole.output })
    assert.ok(runs > 5)
  })

  test('calls itself to the depth of 1024', () => {
    // Counts in slot 0, then calls itself with all gas.
    const recursive = '6001600054016000556000600060006000600030620fffff5af1'.replace('620fffff', '')
    const { status, world } = run(recursive, 15_000_000)
    assert.equal(status, 'success')
    assert.ok(BigInt(world.storage(CONTRACT, 0)) > 300n)
  })
})

describe('a paused run', () => {
  test('counts the work of precompiled contracts as steps', () => {
    // A loop of signature recoveries.
    const recoveries = begin('5b600060006080600060015afa50600056', 1_000_000)
    let runs = 0
    for (; !recoveries.machine.outcome; runs++) recoveries.machine.run(10_000)
    assert.ok(runs > 100, `${runs} runs`)
  })
})

describe('a call that reverts', () => {
  test('undoes its changes, and gives back its output and gas', () => {
    // SSTORE(1, 2), then REVERT with 32 bytes
    const { status, output, gas, world } = run('600260015560ff60005260206000fd')
    assert.equal(status, 'revert')
    assert.equal(output.at(-1), 0xff)
    assert.ok(gas > 900_000)
    assert.equal(world.storage(CONTRACT, 1), 0)
  })
})

describe('precompiled contracts', () => {
  const call = (address: number, size: number): string =>
    `3660006000376020600036600060${address.toString(16).padStart(2, '0')}5afa50${size ? '60206000f3' : ''}`

  test('recover a signer', () => {
    const input = [
      '456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3',
      '000000000000000000000000000000000000000000000000000000000000001c',
      '9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608',
      '4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada',
    ].join('')
    const { output } = run(call(1, 32), 1_000_000, input)
    assert.equal(Buffer.from(output).toString('hex', 12), '7156526fbd7a3c72969b54f64e42c10fbb768c8a')
  })

  test('hash', () => {
    const { output } = run(call(2, 32), 1_000_000, '616263')
    assert.equal(
      Buffer.from(output).toString('hex'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
