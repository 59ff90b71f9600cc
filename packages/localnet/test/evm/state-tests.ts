import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '#evm/code.ts'
import type { Log } from '#evm/substate.ts'
import { type Word, word } from '#evm/word.ts'
import type { Block } from '#evm/world.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import { type PlainTransaction, transact } from './plain-transaction.ts'
import { PlainWorld } from './plain-world.ts'
import { rlp } from './trie.ts'

type Hex = string
interface Fixture {
  readonly env: { readonly [name: string]: Hex }
  readonly pre: {
    readonly [address: Hex]: {
      readonly balance: Hex
      readonly code: Hex
      readonly nonce: Hex
      readonly storage: { readonly [slot: Hex]: Hex }
    }
  }
  readonly post: {
    readonly [fork: string]: readonly {
      readonly hash: Hex
      readonly logs: Hex
      readonly indexes: { readonly data: number; readonly gas: number; readonly value: number }
      readonly expectException?: string
    }[]
  }
  readonly transaction: {
    readonly data: readonly Hex[]
    readonly gasLimit: readonly Hex[]
    readonly value: readonly Hex[]
    readonly gasPrice?: Hex
    readonly maxFeePerGas?: Hex
    readonly maxPriorityFeePerGas?: Hex
    readonly maxFeePerBlobGas?: Hex
    readonly nonce: Hex
    readonly sender: Hex
    readonly to: Hex
    readonly accessLists?: readonly (
      | readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
      | null
    )[]
    readonly blobVersionedHashes?: readonly Hex[]
  }
}

const bytes = (hex: Hex): Buffer => Buffer.from(hex.slice(2), 'hex')
const big = (hex: Hex | undefined): bigint =>
  hex === undefined || hex === '0x' ? 0n : BigInt(hex.replace('0x:bigint ', ''))
const toWord = (hex: Hex | undefined): Word => word(big(hex))
const address = (hex: Hex): string => hex.slice(2).toLowerCase()

/** EIP-4844: the price of blob gas. */
function blobBaseFee(excess: bigint): bigint {
  let output = 0n
  let accumulated = 3_338_477n
  for (let i = 1n; accumulated > 0n; i++) {
    output += accumulated
    accumulated = (accumulated * excess) / (3_338_477n * i)
  }
  return output / 3_338_477n
}

function blockOf(env: Fixture['env']): Block {
  return {
    number: Number(big(env.currentNumber)),
    timestamp: Number(big(env.currentTimestamp)),
    gasLimit: toWord(env.currentGasLimit),
    baseFee: toWord(env.currentBaseFee),
    blobBaseFee: word(blobBaseFee(big(env.currentExcessBlobGas))),
    coinbase: address(env.currentCoinbase ?? ''),
    prevRandao: toWord(env.currentRandom),
    chainId: 1,
    hashOf: (number) => word(BigInt(`0x${keccak(Buffer.from(String(number))).toString('hex')}`)),
  }
}

function worldOf(pre: Fixture['pre']): PlainWorld {
  const world = new PlainWorld()
  for (const [name, { balance, code, nonce, storage }] of Object.entries(pre)) {
    const slots = Object.entries(storage).map(([slot, value]) => [toWord(slot), toWord(value)] as const)
    world.accounts.set(address(name), {
      nonce: big(nonce),
      balance: big(balance),
      code: codeOf(bytes(code)),
      storage: new Map(slots.filter(([, value]) => value !== 0)),
    })
  }
  return world
}

function transactionOf(
  tx: Fixture['transaction'],
  baseFee: bigint,
  indexes: { data: number; gas: number; value: number },
): PlainTransaction {
  const maxFee = big(tx.maxFeePerGas ?? tx.gasPrice)
  const priorityFee = tx.maxFeePerGas === undefined ? maxFee : big(tx.maxPriorityFeePerGas)
  const gasPrice =
    tx.maxFeePerGas === undefined ? maxFee : maxFee < baseFee + priorityFee ? maxFee : baseFee + priorityFee
  return {
    sender: address(tx.sender),
    to: tx.to === '' ? undefined : address(tx.to),
    value: big(tx.value[indexes.value]),
    data: bytes(tx.data[indexes.data] ?? '0x'),
    gasLimit: Number(big(tx.gasLimit[indexes.gas])),
    nonce: big(tx.nonce),
    gasPrice,
    maxFee,
    priorityFee,
    accessList: (tx.accessLists?.[indexes.data] ?? []).map((entry) => ({
      address: address(entry.address),
      slots: entry.storageKeys.map(toWord),
    })),
    blobHashes: tx.blobVersionedHashes?.map(toWord),
    maxBlobFee: big(tx.maxFeePerBlobGas),
  }
}

function logsHash(logs: readonly Log[]): string {
  const items = logs.map(({ address, topics, data }) => [
    Buffer.from(address, 'hex'),
    topics.map((topic) => Buffer.from(topic.toString(16).padStart(64, '0'), 'hex')),
    data,
  ])
  return `0x${keccak(rlp(items)).toString('hex')}`
}

/** The interpreter counts gas in numbers. No transaction of the ledger can have more than 15 million. */
const MAX_GAS = BigInt(Number.MAX_SAFE_INTEGER)

export interface FixtureResult {
  readonly cases: number
  /** Cases that are not run because they have more gas than that. */
  readonly leftOut: number
  readonly failures: readonly string[]
}

/** The differences between what a fixture expects since Cancun and what the interpreter does, one line each. */
export function runFixture(fixture: Fixture): FixtureResult {
  const failures: string[] = []
  let leftOut = 0
  const cases = fixture.post.Cancun ?? []
  for (const { hash, logs, indexes, expectException } of cases) {
    if (big(fixture.transaction.gasLimit[indexes.gas]) > MAX_GAS) {
      leftOut++
      continue
    }
    const world = worldOf(fixture.pre)
    const block = blockOf(fixture.env)
    const result = transact(transactionOf(fixture.transaction, BigInt(block.baseFee), indexes), world, block)
    const at = `d${indexes.data} g${indexes.gas} v${indexes.value}`
    if ((result === undefined) !== (expectException !== undefined))
      failures.push(`${at}: ${expectException ?? 'refused'}`)
    if (`0x${world.root().toString('hex')}` !== hash) failures.push(`${at}: another state (${result?.outcome.status})`)
    else if (logsHash(result?.logs ?? []) !== logs) failures.push(`${at}: other logs`)
  }
  return { cases: cases.length - leftOut, leftOut, failures }
}

/** The state tests below a folder, by file. */
export function* stateTests(folder: string): Generator<readonly [file: string, name: string, Fixture]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  for (const file of files.sort()) {
    const fixtures = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { [name: string]: Fixture }
    for (const [name, fixture] of Object.entries(fixtures)) yield [file, name, fixture]
  }
}
