import { creation, MAX_INIT_CODE } from '#evm/calls.ts'
import { Machine } from '#evm/machine.ts'
import type { Observer, Outcome } from '#evm/observer.ts'
import { PRECOMPILES } from '#evm/precompiles/index.ts'
import type { Log } from '#evm/substate.ts'
import { type Address, wordOf } from '#evm/word.ts'
import type { Block, Message, Rules } from '#evm/world.ts'
import type { AccessListEntry } from '#protocol/ethereum-transaction.ts'
import { longZeroAddress } from '#protocol/ids.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import type { BlockTime } from '#store/block-time.ts'
import { leastPrice } from '#transaction/prices.ts'
import type { ContractState } from './contract-state.ts'
import type { Birth, ContractWorld } from './contract-world.ts'
import { GAS_PRICE, GAS_TINYCENTS, intrinsicGas } from './gas.ts'
import { systemContracts } from './system/index.ts'

export const CHAIN_ID = 298
/** The account that programs see as the block's coinbase (ledger.fundingAccount). */
export const COINBASE = longZeroAddress(98).toString('hex')

/** The gas for an account that a transfer of value creates: the fee of a CryptoCreate. */
const CREATION_GAS = Number(leastPrice({ functionality: 'CryptoCreate', base: 499_000_000n }) / GAS_TINYCENTS)

/** The state and the block that a message runs with. */
export interface Surroundings {
  readonly state: ContractState
  readonly world: ContractWorld
  readonly block: BlockTime
  readonly observer?: Observer
}

/** The request of a transaction or a query to a contract. Amounts are tinybars. */
export interface Request {
  /** The account that sends it. */
  readonly sender: Address
  readonly gas: number
  readonly value: bigint
  /** The address to call; undefined creates a contract. */
  readonly to: Address | undefined
  /** Parameters of a call, or the program that creates a contract. */
  readonly data: Uint8Array
  readonly isStatic?: boolean
  /** The address that a created contract gets. Default: its long-zero address. */
  readonly creates?: Address
  /** The addresses and slots that the transaction pays for in advance (EIP-2930). */
  readonly accessList?: readonly AccessListEntry[]
}

/** The outcome of a message. */
export interface Result {
  readonly outcome: Outcome
  readonly gasUsed: number
  readonly logs: readonly Log[]
  readonly births: readonly Birth[]
  /** The called address, or the address of the contract that was to be created. */
  readonly address: Address
  readonly status: ResponseCode
}

/** A machine that has begun a request, and the function that makes the result once it has ended. */
export interface Running {
  readonly machine: Machine
  result(): Result
}

/** Runs a request to its end. */
export function runMessage(request: Request, surroundings: Surroundings): Result {
  const { machine, result } = beginMessage(request, surroundings)
  while (!machine.outcome) machine.run(Number.POSITIVE_INFINITY)
  return result()
}

/** Begins a request. The caller runs the machine until it has an outcome. */
export function beginMessage(request: Request, { state, world, block, observer }: Surroundings): Running {
  const { sender, gas, to } = request
  const machine = new Machine({
    world,
    block: blockOf(block, gas, world.entropy),
    sender: { origin: sender, gasPrice: Number(GAS_PRICE), blobHashes: [] },
    rules: rulesOf(world),
    observer,
  })
  const message = to === undefined ? creationOf(request, state) : callOf(request, to, world)
  for (const address of [sender, message.self, COINBASE]) machine.substate.touch(address)
  for (const { address, slots } of request.accessList ?? []) {
    const listed = Buffer.from(address).toString('hex')
    machine.substate.touch(listed)
    for (const slot of slots) machine.substate.touchSlot(listed, wordOf(slot))
  }
  machine.enter(message)
  return { machine, result: () => resultOf(machine, message, request) }
}

function resultOf(machine: Machine, { self: address }: Message, { gas }: Request): Result {
  const { outcome, substate, world } = machine
  if (!outcome) throw new Error('The message has not ended')
  const isSuccess = outcome.status === 'success'
  if (isSuccess) for (const destroyed of substate.destroyed) world.destroy(destroyed)
  const used = gas - outcome.gas
  return {
    outcome,
    gasUsed: isSuccess ? Math.max(used - substate.refund, 0) : used,
    logs: substate.logs,
    births: (world as ContractWorld).births,
    address,
    status: statusOf(outcome.status),
  }
}

function blockOf({ number, timestamp, hashOf }: BlockTime, gas: number, entropy: Uint8Array): Block {
  return {
    number,
    timestamp,
    gasLimit: gas,
    baseFee: 0,
    blobBaseFee: 1,
    coinbase: COINBASE,
    chainId: CHAIN_ID,
    prevRandao: wordOf(entropy.subarray(0, 32)),
    hashOf: (earlier) => wordOf(hashOf(earlier)?.subarray(0, 32) ?? new Uint8Array()),
  }
}

function rulesOf(world: ContractWorld): Rules {
  return {
    precompiles: PRECOMPILES,
    systemContracts: systemContracts(world),
    transferGas: (to) => (world.createsAccount(to) ? CREATION_GAS : 0),
    refusesDestruction: (contract, beneficiary) => world.refusesDestruction(contract, beneficiary),
  }
}

function callOf(request: Request, to: Address, world: ContractWorld): Message {
  const { sender, gas, value, data, isStatic, accessList } = request
  return {
    kind: 'CALL',
    caller: sender,
    self: to,
    codeAddress: to,
    code: world.code(to, data),
    value,
    transferred: value,
    input: data,
    gas: gas - intrinsicGas(data, false, accessList),
    isStatic: isStatic ?? false,
    depth: 0,
    outputAt: 0,
    outputSize: 0,
  }
}

function creationOf({ sender, gas, value, data, creates, accessList }: Request, state: ContractState): Message {
  const address = creates ?? longZeroAddress(state.network.get(0)?.nextEntity ?? 1).toString('hex')
  const left = data.length > MAX_INIT_CODE ? -1 : gas - intrinsicGas(data, true, accessList)
  return creation({ kind: 'CREATE', creator: sender, address, initCode: data, value, gas: left, depth: 0 })
}

const STATUSES: { readonly [status in Outcome['status']]?: ResponseCode } = {
  success: 'SUCCESS',
  revert: 'CONTRACT_REVERT_EXECUTED',
  ILLEGAL_STATE_CHANGE: 'LOCAL_CALL_MODIFICATION_EXCEPTION',
  INSUFFICIENT_GAS: 'INSUFFICIENT_GAS',
  INVALID_ALIAS_KEY: 'INVALID_ALIAS_KEY',
  INVALID_CONTRACT_ID: 'INVALID_CONTRACT_ID',
  INVALID_FEE_SUBMITTED: 'INVALID_FEE_SUBMITTED',
  INVALID_SIGNATURE: 'INVALID_SIGNATURE',
  MAX_CHILD_RECORDS_EXCEEDED: 'MAX_CHILD_RECORDS_EXCEEDED',
  INVALID_SOLIDITY_ADDRESS: 'INVALID_SOLIDITY_ADDRESS',
  SELF_DESTRUCT_TO_SELF: 'OBTAINER_SAME_CONTRACT_ID',
  TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED: 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED',
}

/** The response code of an outcome (CustomExceptionalHaltReason.statusFor). */
function statusOf(status: Outcome['status']): ResponseCode {
  return STATUSES[status] ?? 'CONTRACT_EXECUTION_EXCEPTION'
}
