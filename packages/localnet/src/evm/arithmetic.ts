import { MAX_SMALL, MAX_WORD, MODULUS, signed, type Word, word, wrap } from './word.ts'

/** Numbers up to this are within the range of JavaScript's bit operators. */
const MAX_INT32 = 0x7fffffff

type Unary = (a: Word) => Word
type Binary = (a: Word, b: Word) => Word
type Ternary = (a: Word, b: Word, c: Word) => Word

const areSmall = (a: Word, b: Word): boolean => typeof a === 'number' && typeof b === 'number'

function add(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (sum <= MAX_SMALL) return sum
  }
  const sum = BigInt(a) + BigInt(b)
  return sum > MAX_WORD ? word(sum - MODULUS) : word(sum)
}

function mul(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (product <= MAX_SMALL) return product
  }
  return wrap(BigInt(a) * BigInt(b))
}

function sub(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number' && a >= b) return a - b
  return wrap(BigInt(a) - BigInt(b))
}

function div(a: Word, b: Word): Word {
  if (b === 0) return 0
  if (typeof a === 'number' && typeof b === 'number') return (a - (a % b)) / b
  return word(BigInt(a) / BigInt(b))
}

function sdiv(a: Word, b: Word): Word {
  return b === 0 || areSmall(a, b) ? div(a, b) : wrap(signed(a) / signed(b))
}

function mod(a: Word, b: Word): Word {
  if (b === 0) return 0
  if (typeof a === 'number' && typeof b === 'number') return a % b
  return word(BigInt(a) % BigInt(b))
}

function smod(a: Word, b: Word): Word {
  return b === 0 || areSmall(a, b) ? mod(a, b) : wrap(signed(a) % signed(b))
}

const addmod: Ternary = (a, b, n) => (n === 0 ? 0 : word((BigInt(a) + BigInt(b)) % BigInt(n)))
const mulmod: Ternary = (a, b, n) => (n === 0 ? 0 : word((BigInt(a) * BigInt(b)) % BigInt(n)))

function exp(base: Word, exponent: Word): Word {
  if (exponent === 0) return 1
  if (base === 2) return exponent < 256 ? word(1n << BigInt(exponent)) : 0
  if (base === 0 || base === 1) return base
  let result = 1n
  let power = BigInt(base)
  for (let rest = BigInt(exponent); ; ) {
    if (rest & 1n) result = BigInt.asUintN(256, result * power)
    rest >>= 1n
    if (rest === 0n) return word(result)
    power = BigInt.asUintN(256, power * power)
  }
}

/** Extends the sign of the two's complement integer in the lower `k + 1` bytes. */
function signextend(k: Word, value: Word): Word {
  return typeof k === 'number' && k < 31 ? wrap(BigInt.asIntN(8 * k + 8, BigInt(value))) : value
}

const slt: Binary = (a, b) => (areSmall(a, b) ? (a < b ? 1 : 0) : signed(a) < signed(b) ? 1 : 0)

function and(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number' && a <= MAX_INT32 && b <= MAX_INT32) return a & b
  return word(BigInt(a) & BigInt(b))
}

function or(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number' && a <= MAX_INT32 && b <= MAX_INT32) return a | b
  return word(BigInt(a) | BigInt(b))
}

function xor(a: Word, b: Word): Word {
  if (typeof a === 'number' && typeof b === 'number' && a <= MAX_INT32 && b <= MAX_INT32) return a ^ b
  return word(BigInt(a) ^ BigInt(b))
}

const not: Unary = (a) => word(MAX_WORD - BigInt(a))

/** The i-th byte from the left. */
function byte(i: Word, value: Word): Word {
  return typeof i === 'number' && i < 32 ? Number((BigInt(value) >> BigInt(248 - 8 * i)) & 0xffn) : 0
}

function shl(shift: Word, value: Word): Word {
  if (typeof shift !== 'number' || shift > 255) return 0
  if (typeof value === 'number') {
    const shifted = value * 2 ** shift
    if (shifted <= MAX_SMALL) return shifted
  }
  return wrap(BigInt(value) << BigInt(shift))
}

function shr(shift: Word, value: Word): Word {
  if (typeof shift !== 'number' || shift > 255) return 0
  return typeof value === 'number' ? Math.floor(value / 2 ** shift) : word(value >> BigInt(shift))
}

function sar(shift: Word, value: Word): Word {
  if (typeof value === 'number') return shr(shift, value)
  return wrap(signed(value) >> (shift > 255 ? 255n : BigInt(shift)))
}

export const UNARY: readonly (readonly [opcode: number, name: string, gas: number, Unary])[] = [
  [0x15, 'ISZERO', 3, (a) => (a === 0 ? 1 : 0)],
  [0x19, 'NOT', 3, not],
]

/** The first argument of each is the top of the stack. */
export const BINARY: readonly (readonly [opcode: number, name: string, gas: number, Binary])[] = [
  [0x01, 'ADD', 3, add],
  [0x02, 'MUL', 5, mul],
  [0x03, 'SUB', 3, sub],
  [0x04, 'DIV', 5, div],
  [0x05, 'SDIV', 5, sdiv],
  [0x06, 'MOD', 5, mod],
  [0x07, 'SMOD', 5, smod],
  [0x0b, 'SIGNEXTEND', 5, signextend],
  [0x10, 'LT', 3, (a, b) => (a < b ? 1 : 0)],
  [0x11, 'GT', 3, (a, b) => (a > b ? 1 : 0)],
  [0x12, 'SLT', 3, slt],
  [0x13, 'SGT', 3, (a, b) => slt(b, a)],
  [0x14, 'EQ', 3, (a, b) => (a === b ? 1 : 0)],
  [0x16, 'AND', 3, and],
  [0x17, 'OR', 3, or],
  [0x18, 'XOR', 3, xor],
  [0x1a, 'BYTE', 3, byte],
  [0x1b, 'SHL', 3, shl],
  [0x1c, 'SHR', 3, shr],
  [0x1d, 'SAR', 3, sar],
]

export const TERNARY: readonly (readonly [opcode: number, name: string, gas: number, Ternary])[] = [
  [0x08, 'ADDMOD', 8, addmod],
  [0x09, 'MULMOD', 8, mulmod],
]

export { exp }
