import { createAddress, creation, MAX_INIT_CODE } from '#evm/calls.ts'
import { wordsIn } from '#evm/frame.ts'
import { Machine } from '#evm/machine.ts'
import type { Outcome } from '#evm/observer.ts'
import { PRECOMPILES } from '#evm/precompiles/index.ts'
import type { Log } from '#evm/substate.ts'
import type { Address, Word } from '#evm/word.ts'
import type { Block, Message, Rules } from '#evm/world.ts'
import type { PlainWorld } from './plain-world.ts'

/** Ethereum's own rules. */
export const PLAIN_RULES: Rules = {
  systemContracts: new Map(),
  precompiles: PRECOMPILES,
  transferGas: () => 0,
  refusesDestruction: () => undefined,
}

export interface PlainTransaction {
  readonly sender: Address
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Uint8Array
  readonly gasLimit: number
  readonly nonce: bigint
  readonly gasPrice: bigint
  /** The price per gas that the sender's balance must cover. */
  readonly maxFee: bigint
  readonly priorityFee: bigint
  readonly accessList: readonly { readonly address: Address; readonly slots: readonly Word[] }[]
  /** Only a transaction of type 3 has them, and at least one. */
  readonly blobHashes: readonly Word[] | undefined
  readonly maxBlobFee: bigint
}

const BLOB_GAS = 131_072n

/** Gas before the first instruction. */
export function intrinsicGas({ data, to, accessList }: PlainTransaction): number {
  const zeros = data.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const slots = accessList.reduce((count, entry) => count + entry.slots.length, 0)
  const creation = to === undefined ? 32_000 + 2 * wordsIn(data.length) : 0
  return 21_000 + 4 * zeros + 16 * (data.length - zeros) + creation + 2400 * accessList.length + 1900 * slots
}

/** Says why a transaction is invalid. */
function refusal(tx: PlainTransaction, world: PlainWorld, block: Block): string | undefined {
  const baseFee = BigInt(block.baseFee)
  const blobs = BigInt(tx.blobHashes?.length ?? 0)
  const cost = BigInt(tx.gasLimit) * tx.maxFee + tx.value + blobs * BLOB_GAS * tx.maxBlobFee
  if (world.nonce(tx.sender) !== tx.nonce || tx.nonce >= 2n ** 64n - 1n) return 'nonce'
  if (world.code(tx.sender).bytes.length > 0) return 'EIP-3607'
  if (BigInt(tx.gasLimit) > BigInt(block.gasLimit)) return 'gas limit of the block'
  if (intrinsicGas(tx) > tx.gasLimit) return 'intrinsic gas'
  if (tx.maxFee < baseFee || tx.priorityFee > tx.maxFee) return 'fee'
  if (world.balance(tx.sender) < cost) return 'balance'
  if (tx.to === undefined && tx.data.length > MAX_INIT_CODE) return 'init code'
  if (blobs > 6n || (blobs > 0n && (tx.to === undefined || tx.maxBlobFee < BigInt(block.blobBaseFee)))) return 'blobs'
  if (tx.blobHashes?.length === 0 || tx.blobHashes?.some((hash) => BigInt(hash) >> 248n !== 1n)) return 'blob version'
  return undefined
}

export interface PlainResult {
  readonly outcome: Outcome
  readonly logs: readonly Log[]
  readonly gasUsed: number
}

/** Executes a transaction as Ethereum does since Cancun; undefined if it is invalid. */
export function transact(tx: PlainTransaction, world: PlainWorld, block: Block): PlainResult | undefined {
  if (refusal(tx, world, block)) return undefined
  const blobCost = BigInt(tx.blobHashes?.length ?? 0) * BLOB_GAS * BigInt(block.blobBaseFee)
  world.add(tx.sender, -BigInt(tx.gasLimit) * tx.gasPrice - blobCost)
  world.increaseNonce(tx.sender)
  const sender = {
    origin: tx.sender,
    gasPrice: tx.gasPrice <= 2n ** 53n - 1n ? Number(tx.gasPrice) : tx.gasPrice,
    blobHashes: tx.blobHashes ?? [],
  }
  const machine = new Machine({ world, block, sender, rules: PLAIN_RULES })
  const message = messageOf(tx, world)
  for (const address of [tx.sender, message.self, block.coinbase]) machine.substate.touch(address)
  for (const { address, slots } of tx.accessList) {
    machine.substate.touch(address)
    for (const slot of slots) machine.substate.touchSlot(address, slot)
  }
  const outcome = machine.execute(message)
  const used = tx.gasLimit - outcome.gas
  const isSuccess = outcome.status === 'success'
  const gasUsed = used - (isSuccess ? Math.min(machine.substate.refund, Math.floor(used / 5)) : 0)
  world.add(tx.sender, BigInt(tx.gasLimit - gasUsed) * tx.gasPrice)
  world.add(block.coinbase, BigInt(gasUsed) * (tx.gasPrice - BigInt(block.baseFee)))
  if (isSuccess) for (const address of machine.substate.destroyed) world.destroy(address)
  world.removeDead()
  return { outcome, logs: machine.substate.logs, gasUsed }
}

function messageOf(tx: PlainTransaction, world: PlainWorld): Message {
  const gas = tx.gasLimit - intrinsicGas(tx)
  if (tx.to === undefined) {
    const address = createAddress(tx.sender, tx.nonce)
    return creation({ kind: 'CREATE', creator: tx.sender, address, initCode: tx.data, value: tx.value, gas, depth: 0 })
  }
  return {
    kind: 'CALL',
    caller: tx.sender,
    self: tx.to,
    codeAddress: tx.to,
    code: world.code(tx.to),
    value: tx.value,
    transferred: tx.value,
    input: tx.data,
    gas,
    isStatic: false,
    depth: 0,
    outputAt: 0,
    outputSize: 0,
  }
}
