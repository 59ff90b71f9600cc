import { RLP } from '@ethereumjs/rlp'
import { keccak } from '#protocol/encoding/keccak.ts'
import { codeOf, NO_CODE } from './code.ts'
import { access, COLD_ACCOUNT } from './environment.ts'
import { type Context, type Frame, NO_BYTES, wordsIn } from './frame.ts'
import { OUT_OF_GAS, STATIC_VIOLATION } from './halt.ts'
import { type Address, addressOf, toBytes, type Word } from './word.ts'
import type { Message } from './world.ts'

const MAX_DEPTH = 1024
const VALUE_GAS = 9000
/** Extra gas for sending value to a dead account. */
const NEW_ACCOUNT_GAS = 25_000
const STIPEND = 2300
const CREATE_GAS = 32_000
const DESTRUCTION_GAS = 5000
/** EIP-3860 */
export const MAX_INIT_CODE = 49_152
/** EIP-2681 */
const MAX_NONCE = 2n ** 64n - 1n

/** All but a 64th of the gas (EIP-150). */
const mostOf = (gas: number): number => gas - Math.floor(gas / 64)

/** Deducts the gas that a call gets from its caller, at most `requested`, and returns it. */
function take(frame: Frame, requested: Word): number {
  const most = mostOf(frame.gas)
  const gas = requested < most ? (requested as number) : most
  frame.charge(gas)
  return gas
}

/** Ends a call before it begins, and returns its gas to the caller. */
function fail(frame: Frame, gas: number): void {
  frame.gas += gas
  frame.returnData = NO_BYTES
  frame.push(0)
}

/** CALL, CALLCODE, DELEGATECALL and STATICCALL. */
function call(kind: Message['kind']): (frame: Frame, context: Context) => void {
  const hasValue = kind === 'CALL' || kind === 'CALLCODE'
  return (frame, context) => {
    const { message } = frame
    const { world } = context
    const requested = frame.pop()
    const target = frame.pop()
    const value = hasValue ? BigInt(frame.pop()) : 0n
    if (message.isStatic && kind === 'CALL' && value !== 0n) throw STATIC_VIOLATION
    const [inputAt, inputSize, outputTo, outputSize] = [frame.pop(), frame.pop(), frame.pop(), frame.pop()]
    const from = frame.expand(inputAt, inputSize)
    const outputAt = frame.expand(outputTo, outputSize)
    const codeAddress = access(frame, target, context)
    if (value !== 0n) frame.charge(VALUE_GAS)
    if (kind === 'CALL' && value !== 0n && world.isDead(codeAddress)) frame.charge(NEW_ACCOUNT_GAS)
    const gas = take(frame, requested) + (value === 0n ? 0 : STIPEND)
    if (message.depth >= MAX_DEPTH || (value !== 0n && world.balance(message.self) < value)) {
      fail(frame, gas)
      return
    }
    const input = frame.memory.read(from, inputSize as number)
    context.enter({
      kind,
      caller: kind === 'DELEGATECALL' ? message.caller : message.self,
      self: kind === 'CALL' || kind === 'STATICCALL' ? codeAddress : message.self,
      codeAddress,
      code: world.code(codeAddress, input),
      value: kind === 'DELEGATECALL' ? message.value : value,
      transferred: kind === 'CALL' ? value : 0n,
      input,
      gas,
      isStatic: message.isStatic || kind === 'STATICCALL',
      depth: message.depth + 1,
      outputAt,
      outputSize: outputSize as number,
    })
  }
}

/** The address of a contract by CREATE: from the creator and its nonce. */
export function createAddress(creator: Address, nonce: bigint): Address {
  return keccak(RLP.encode([Buffer.from(creator, 'hex'), nonce])).toString('hex', 12)
}

/** The address of a contract by CREATE2 (EIP-1014). */
export function create2Address(creator: Address, salt: Word, initCode: Uint8Array): Address {
  const parts = [Buffer.from([0xff]), Buffer.from(creator, 'hex'), toBytes(salt), keccak(initCode)]
  return keccak(Buffer.concat(parts)).toString('hex', 12)
}

/** CREATE and CREATE2. */
function create(kind: 'CREATE' | 'CREATE2'): (frame: Frame, context: Context) => void {
  return (frame, context) => {
    const { message } = frame
    const { world, substate } = context
    if (message.isStatic) throw STATIC_VIOLATION
    const value = BigInt(frame.pop())
    const [at, size] = [frame.pop(), frame.pop()]
    const salt = kind === 'CREATE2' ? frame.pop() : 0
    if (size > MAX_INIT_CODE) throw OUT_OF_GAS
    const from = frame.expand(at, size)
    const perWord = kind === 'CREATE2' ? 8 : 2
    frame.charge(CREATE_GAS + perWord * wordsIn(size as number))
    const gas = take(frame, Number.POSITIVE_INFINITY)
    const creator = message.self
    const nonce = world.nonce(creator)
    const isPossible = message.depth < MAX_DEPTH && world.balance(creator) >= value && nonce < MAX_NONCE
    if (!isPossible) {
      fail(frame, gas)
      return
    }
    const initCode = frame.memory.read(from, size as number)
    world.increaseNonce(creator)
    const address = kind === 'CREATE2' ? create2Address(creator, salt, initCode) : createAddress(creator, nonce)
    substate.touch(address)
    context.enter(creation({ kind, creator, address, initCode, value, gas, depth: message.depth + 1 }))
  }
}

/** The message that creates a contract. */
export function creation(given: {
  readonly kind: 'CREATE' | 'CREATE2'
  readonly creator: Address
  readonly address: Address
  readonly initCode: Uint8Array
  readonly value: bigint
  readonly gas: number
  readonly depth: number
}): Message {
  const { kind, creator, address, initCode, value, gas, depth } = given
  return {
    kind,
    caller: creator,
    self: address,
    codeAddress: address,
    code: initCode.length === 0 ? NO_CODE : codeOf(initCode),
    value,
    transferred: value,
    input: NO_BYTES,
    gas,
    isStatic: false,
    depth,
    outputAt: 0,
    outputSize: 0,
  }
}

/** SELFDESTRUCT: sends the balance, and removes the contract if this transaction created it (EIP-6780). */
function selfDestruct(frame: Frame, context: Context): void {
  const { self, isStatic } = frame.message
  const { world, substate, rules } = context
  if (isStatic) throw STATIC_VIOLATION
  const beneficiary = addressOf(frame.pop())
  frame.charge(DESTRUCTION_GAS)
  if (!substate.touch(beneficiary)) frame.charge(COLD_ACCOUNT)
  const balance = world.balance(self)
  if (balance > 0n && world.isDead(beneficiary)) frame.charge(NEW_ACCOUNT_GAS)
  const refusal =
    rules.refusesDestruction(self, beneficiary) ??
    (balance > 0n && self !== beneficiary ? world.transfer(self, beneficiary, balance) : undefined)
  if (refusal) throw refusal
  context.observer?.destroyed(beneficiary, balance)
  if (substate.created.has(self)) {
    if (self === beneficiary) world.burn(self)
    substate.addDestroyed(self)
  }
  frame.finish(NO_BYTES)
}

/** LOG0 to LOG4. */
function log(topics: number): (frame: Frame, context: Context) => void {
  return (frame, { substate }) => {
    const { self, isStatic } = frame.message
    if (isStatic) throw STATIC_VIOLATION
    const [at, size] = [frame.pop(), frame.pop()]
    const from = frame.expand(at, size)
    frame.charge(375 * (topics + 1) + 8 * (size as number))
    const data = frame.memory.read(from, size as number)
    substate.addLog({ address: self, topics: Array.from({ length: topics }, () => frame.pop()), data })
  }
}

function end(isReverted: boolean): (frame: Frame) => void {
  return (frame) => {
    const [at, size] = [frame.pop(), frame.pop()]
    const from = frame.expand(at, size)
    frame.finish(frame.memory.read(from, size as number), isReverted)
  }
}

/** Instructions that take their values from the stack themselves. */
export const OTHERS: readonly (readonly [
  opcode: number,
  name: string,
  gas: number,
  pops: number,
  pushes: number,
  (frame: Frame, context: Context) => void,
])[] = [
  [0x00, 'STOP', 0, 0, 0, (frame) => frame.finish(NO_BYTES)],
  ...Array.from({ length: 5 }, (_, n) => [0xa0 + n, `LOG${n}`, 0, n + 2, 0, log(n)] as const),
  [0xf0, 'CREATE', 0, 3, 1, create('CREATE')],
  [0xf1, 'CALL', 0, 7, 1, call('CALL')],
  [0xf2, 'CALLCODE', 0, 7, 1, call('CALLCODE')],
  [0xf3, 'RETURN', 0, 2, 0, end(false)],
  [0xf4, 'DELEGATECALL', 0, 6, 1, call('DELEGATECALL')],
  [0xf5, 'CREATE2', 0, 4, 1, create('CREATE2')],
  [0xfa, 'STATICCALL', 0, 6, 1, call('STATICCALL')],
  [0xfd, 'REVERT', 0, 2, 0, end(true)],
  [0xff, 'SELFDESTRUCT', 0, 1, 0, selfDestruct],
]
