import { keccak } from '#protocol/encoding/keccak.ts'
import { exp } from './arithmetic.ts'
import { WARM } from './environment.ts'
import { type Context, type Frame, wordsIn } from './frame.ts'
import { OUT_OF_GAS, STATIC_VIOLATION } from './halt.ts'
import { type Word, wordOf } from './word.ts'

const COLD_SLOT = 2100
/** SSTORE fails with this gas or less (EIP-2200). Every transfer of value gives the called contract this much. */
const STIPEND = 2300
const SET_SLOT = 20_000
const RESET_SLOT = 2900
/** EIP-3529 */
const CLEAR_REFUND = 4800

function load(frame: Frame, slot: Word, { world, substate }: Context): Word {
  const { self } = frame.message
  frame.charge(substate.touchSlot(self, slot) ? WARM : COLD_SLOT)
  return world.storage(self, slot)
}

/** SSTORE. Its gas depends on the slot's value before the transaction, now and afterwards (EIP-2200, 2929, 3529). */
function store(frame: Frame, slot: Word, value: Word, { world, substate }: Context): void {
  const { self, isStatic } = frame.message
  if (isStatic) throw STATIC_VIOLATION
  if (frame.gas <= STIPEND) throw OUT_OF_GAS
  if (!substate.touchSlot(self, slot)) frame.charge(COLD_SLOT)
  const current = world.storage(self, slot)
  const original = substate.original(self, slot, current)
  const isFirst = original === current && value !== current
  frame.charge(isFirst ? (original === 0 ? SET_SLOT : RESET_SLOT) : WARM)
  if (value === current) return
  const refund = refundOf(original, current, value)
  if (refund !== 0) substate.addRefund(refund)
  world.setStorage(self, slot, value)
}

function refundOf(original: Word, current: Word, value: Word): number {
  if (original === current) return original !== 0 && value === 0 ? CLEAR_REFUND : 0
  let refund = 0
  if (original !== 0 && current === 0) refund -= CLEAR_REFUND
  if (original !== 0 && value === 0) refund += CLEAR_REFUND
  if (original === value) refund += (original === 0 ? SET_SLOT : RESET_SLOT) - WARM
  return refund
}

function storeTransient({ message }: Frame, slot: Word, value: Word, { substate }: Context): void {
  if (message.isStatic) throw STATIC_VIOLATION
  substate.setTransient(message.self, slot, value)
}

/** Instructions that replace the top of the stack, an offset or slot, by the value stored there. */
export const LOADS: readonly (readonly [
  opcode: number,
  name: string,
  gas: number,
  (frame: Frame, slot: Word, context: Context) => Word,
])[] = [
  [0x51, 'MLOAD', 3, (frame, at) => frame.memory.load(frame.expand(at, 32))],
  [0x54, 'SLOAD', 0, load],
  [0x5c, 'TLOAD', 100, ({ message }, slot, { substate }) => substate.transient(message.self, slot)],
]

export const STORES: readonly (readonly [
  opcode: number,
  name: string,
  gas: number,
  (frame: Frame, at: Word, value: Word, context: Context) => void,
])[] = [
  [0x52, 'MSTORE', 3, (frame, at, value) => frame.memory.store(frame.expand(at, 32), value)],
  [
    0x53,
    'MSTORE8',
    3,
    (frame, at, value) => frame.memory.storeByte(frame.expand(at, 1), Number(BigInt(value) & 0xffn)),
  ],
  [0x55, 'SSTORE', 0, store],
  [0x5d, 'TSTORE', 100, storeTransient],
]

const bytesIn = (value: Word): number => (value === 0 ? 0 : Math.ceil(value.toString(16).length / 2))

/** Instructions that pop two values and push one, and whose gas depends on the values. */
export const PRICED: readonly (readonly [
  opcode: number,
  name: string,
  gas: number,
  (frame: Frame, a: Word, b: Word) => Word,
])[] = [
  [0x0a, 'EXP', 10, expPriced],
  [0x20, 'KECCAK256', 30, hashMemory],
]

function expPriced(frame: Frame, base: Word, exponent: Word): Word {
  frame.charge(50 * bytesIn(exponent))
  return exp(base, exponent)
}

function hashMemory(frame: Frame, at: Word, size: Word): Word {
  const from = frame.expand(at, size)
  frame.charge(6 * wordsIn(size as number))
  return wordOf(keccak(frame.memory.view(from, size as number)))
}
