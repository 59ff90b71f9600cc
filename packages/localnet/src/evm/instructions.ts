import { BINARY, TERNARY, UNARY } from './arithmetic.ts'
import { OTHERS } from './calls.ts'
import { COPIES, externalCodeCopy, LOOKUPS, READS } from './environment.ts'
import type { Context, Frame } from './frame.ts'
import { LOADS, PRICED, STORES } from './storage.ts'
import type { Word } from './word.ts'

/** The kinds of instructions, by the operands they pop and the results they push. */
export const KIND = {
  invalid: 0,
  push: 1,
  dup: 2,
  swap: 3,
  unary: 4,
  binary: 5,
  ternary: 6,
  read: 7,
  lookup: 8,
  store: 9,
  priced: 10,
  copy: 11,
  other: 12,
  jump: 13,
  jumpIf: 14,
  jumpDestination: 15,
  pop: 16,
} as const

type Kind = (typeof KIND)[keyof typeof KIND]

/** The function that runs an instruction. Its arguments depend on the instruction's kind. */
export type Run = (...values: never[]) => unknown

const MAX_STACK = 1024

export const kinds: Uint8Array = new Uint8Array(256)
export const gasOf: Uint16Array = new Uint16Array(256)
/** The least and the greatest depth of the stack before the instruction. */
export const leastDepth: Uint16Array = new Uint16Array(256)
export const mostDepth: Uint16Array = new Uint16Array(256)
export const names: string[] = Array.from({ length: 256 }, (_, opcode) => `INVALID(0x${opcode.toString(16)})`)

// The functions by kind and opcode. An array of each kind lets the engine call them without checks.
const none = (): never => {
  throw new Error('No instruction of this kind has this opcode')
}
const table = <F>(): F[] => new Array<F>(256).fill(none as F)
export const unary = table<(a: Word) => Word>()
export const binary = table<(a: Word, b: Word) => Word>()
export const ternary = table<(a: Word, b: Word, c: Word) => Word>()
export const reads = table<(frame: Frame, context: Context) => Word>()
export const lookups = table<(frame: Frame, value: Word, context: Context) => Word>()
export const stores = table<(frame: Frame, at: Word, value: Word, context: Context) => void>()
export const priced = table<(frame: Frame, a: Word, b: Word) => Word>()
export const copies = table<(frame: Frame, to: Word, from: Word, size: Word) => void>()
export const others = table<(frame: Frame, context: Context) => void>()

interface Shape {
  readonly kind: Kind
  readonly gas: number
  readonly pops: number
  readonly pushes: number
}

function define(opcode: number, name: string, { kind, gas, pops, pushes }: Shape): void {
  kinds[opcode] = kind
  gasOf[opcode] = gas
  leastDepth[opcode] = pops
  mostDepth[opcode] = MAX_STACK + pops - pushes
  names[opcode] = name
}

type Entry<F> = readonly [opcode: number, name: string, gas: number, F]

/** Registers the instructions of one kind. All of them pop the same number of values, and push the same number. */
function enter<F>(into: F[], entries: readonly Entry<F>[], shape: Omit<Shape, 'gas'>): void {
  for (const [opcode, name, gas, run] of entries) {
    define(opcode, name, { ...shape, gas })
    into[opcode] = run
  }
}

enter(unary, UNARY, { kind: KIND.unary, pops: 1, pushes: 1 })
enter(binary, BINARY, { kind: KIND.binary, pops: 2, pushes: 1 })
enter(ternary, TERNARY, { kind: KIND.ternary, pops: 3, pushes: 1 })
enter(reads, READS, { kind: KIND.read, pops: 0, pushes: 1 })
enter(lookups, [...LOOKUPS, ...LOADS], { kind: KIND.lookup, pops: 1, pushes: 1 })
enter(stores, STORES, { kind: KIND.store, pops: 2, pushes: 0 })
enter(priced, PRICED, { kind: KIND.priced, pops: 2, pushes: 1 })
enter(copies, COPIES, { kind: KIND.copy, pops: 3, pushes: 0 })
for (const [opcode, name, gas, pops, pushes, run] of OTHERS)
  enter(others, [[opcode, name, gas, run]], { kind: KIND.other, pops, pushes })
enter(others, [[0x3c, 'EXTCODECOPY', 0, externalCodeCopy]], { kind: KIND.other, pops: 4, pushes: 0 })
define(0x50, 'POP', { kind: KIND.pop, gas: 2, pops: 1, pushes: 0 })
define(0x56, 'JUMP', { kind: KIND.jump, gas: 8, pops: 1, pushes: 0 })
define(0x57, 'JUMPI', { kind: KIND.jumpIf, gas: 10, pops: 2, pushes: 0 })
define(0x5b, 'JUMPDEST', { kind: KIND.jumpDestination, gas: 1, pops: 0, pushes: 0 })
for (let n = 1; n <= 32; n++) define(0x5f + n, `PUSH${n}`, { kind: KIND.push, gas: 3, pops: 0, pushes: 1 })
for (let n = 1; n <= 16; n++) {
  define(0x7f + n, `DUP${n}`, { kind: KIND.dup, gas: 3, pops: n, pushes: n + 1 })
  define(0x8f + n, `SWAP${n}`, { kind: KIND.swap, gas: 3, pops: n + 1, pushes: n + 1 })
}
