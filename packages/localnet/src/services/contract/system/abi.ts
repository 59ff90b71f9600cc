/** The part of Solidity's ABI that system contracts use: arguments are decoded, results and events are encoded. */
import { keccak } from '#protocol/encoding/keccak.ts'

/** Integers are BigInts; addresses and bytes are Buffers; arrays and tuples are arrays. */
export type AbiValue = bigint | boolean | string | Uint8Array | readonly AbiValue[]

type Type =
  | { readonly kind: 'integer'; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: 'address' | 'bool' | 'bytes' | 'string' }
  | { readonly kind: 'array'; readonly of: Type }
  | Tuple

interface Tuple {
  readonly kind: 'tuple'
  readonly fields: readonly Type[]
}

const WORD = 32
const ADDRESS_AT = 12

/** Thrown for bytes that are not the encoding of the types. */
export class AbiError extends Error {}

function need(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new AbiError(problem)
}

/** The types in parentheses, such as `(address,(int64,bool)[])`. */
export function parseTypes(text: string): Tuple {
  const { type, end } = parseAt(text, 0)
  if (type.kind !== 'tuple' || end !== text.length) throw new Error(`Not a list of types: ${text}`)
  return type
}

function parseAt(text: string, at: number): { type: Type; end: number } {
  const { type, end } = text[at] === '(' ? tupleAt(text, at) : elementaryAt(text, at)
  return arraysOf(type, text, end)
}

function arraysOf(type: Type, text: string, end: number): { type: Type; end: number } {
  return text.startsWith('[]', end) ? arraysOf({ kind: 'array', of: type }, text, end + 2) : { type, end }
}

function tupleAt(text: string, at: number): { type: Type; end: number } {
  const fields: Type[] = []
  let next = at + 1
  while (text[next] !== ')') {
    const field = parseAt(text, text[next] === ',' ? next + 1 : next)
    fields.push(field.type)
    next = field.end
  }
  return { type: { kind: 'tuple', fields }, end: next + 1 }
}

const ELEMENTARY = /(u?int)(\d+)|address|bool|bytes|string/y

function elementaryAt(text: string, at: number): { type: Type; end: number } {
  ELEMENTARY.lastIndex = at
  const match = ELEMENTARY.exec(text)
  if (!match) throw new Error(`Unknown type at ${at}: ${text}`)
  const [name, integer, bits] = match
  const end = at + name.length
  if (integer) return { type: { kind: 'integer', bits: Number(bits), isSigned: integer === 'int' }, end }
  return { type: { kind: name as 'address' | 'bool' | 'bytes' | 'string' }, end }
}

const isDynamic = (type: Type): boolean =>
  type.kind === 'bytes' ||
  type.kind === 'string' ||
  type.kind === 'array' ||
  (type.kind === 'tuple' && type.fields.some(isDynamic))

/** The size of a value's head in bytes. The head of a dynamic type is an offset. */
function headSize(type: Type): number {
  if (type.kind !== 'tuple' || isDynamic(type)) return WORD
  return type.fields.reduce((size, field) => size + headSize(field), 0)
}

/** The first four bytes of a call: the hash of the function's name and types, in hex. */
export const selectorOf = (signature: string): string => keccak(Buffer.from(signature)).toString('hex', 0, 4)

/**
 * Decodes arguments. Several offsets may lead to the same bytes, so a short input could stand for millions of values.
 * So at most as many words are read as the input has.
 *
 * @throws AbiError if the bytes are not an encoding of the types
 */
export function decode(types: Tuple, input: Uint8Array): readonly AbiValue[] {
  return new Decoder(Buffer.from(input)).tuple(types.fields, 0)
}

class Decoder {
  readonly #input: Buffer
  #left: number

  constructor(input: Buffer) {
    this.#input = input
    this.#left = Math.ceil(input.length / WORD)
  }

  tuple(fields: readonly Type[], start: number): readonly AbiValue[] {
    let at = start
    return fields.map((field) => {
      const value = this.#field(field, at, start)
      at += headSize(field)
      return value
    })
  }

  #field(type: Type, at: number, start: number): AbiValue {
    return this.#value(type, isDynamic(type) ? start + this.#size(at) : at)
  }

  #value(type: Type, at: number): AbiValue {
    switch (type.kind) {
      case 'tuple':
        return this.tuple(type.fields, at)
      case 'array':
        return this.#array(type.of, at)
      case 'bytes':
        return this.#bytes(at)
      case 'string':
        return this.#bytes(at).toString('utf8')
      case 'integer':
        return this.#integer(type, at)
      case 'bool':
        return this.#size(at, 1) === 1
      case 'address':
        need(
          this.#word(at)
            .subarray(0, ADDRESS_AT)
            .every((byte) => byte === 0),
          'an address has 20 bytes',
        )
        return this.#input.subarray(at + ADDRESS_AT, at + WORD)
    }
  }

  #array(of: Type, at: number): readonly AbiValue[] {
    const count = this.#size(at)
    const start = at + WORD
    need(start + count * headSize(of) <= this.#input.length, 'the array is cut off')
    return this.tuple(new Array<Type>(count).fill(of), start)
  }

  #bytes(at: number): Buffer {
    const length = this.#size(at)
    const start = at + WORD
    need(start + length <= this.#input.length, 'the bytes are cut off')
    this.#count(Math.ceil(length / WORD))
    return this.#input.subarray(start, start + length)
  }

  #integer({ bits, isSigned }: { bits: number; isSigned: boolean }, at: number): bigint {
    const value = BigInt(`0x${this.#word(at).toString('hex')}`)
    const whole = isSigned ? BigInt.asIntN(256, value) : value
    const most = 1n << BigInt(isSigned ? bits - 1 : bits)
    need(whole < most && whole >= (isSigned ? -most : 0n), 'the integer has too many bits')
    return whole
  }

  #word(at: number): Buffer {
    need(at + WORD <= this.#input.length, 'the input is cut off')
    this.#count(1)
    return this.#input.subarray(at, at + WORD)
  }

  /** A number up to the length of the input, or up to `most`. */
  #size(at: number, most = this.#input.length): number {
    const value = BigInt(`0x${this.#word(at).toString('hex')}`)
    need(value <= BigInt(most), 'the number is too large')
    return Number(value)
  }

  #count(words: number): void {
    this.#left -= words
    need(this.#left >= 0, 'offsets lead to the same bytes')
  }
}

/** Encodes values of these types. */
export function encode(types: Tuple, values: readonly AbiValue[]): Buffer {
  return encodeTuple(types.fields, values)
}

function encodeTuple(fields: readonly Type[], values: readonly AbiValue[]): Buffer {
  const heads: Buffer[] = []
  const tails: Buffer[] = []
  let end = fields.reduce((size, field) => size + headSize(field), 0)
  for (const [index, field] of fields.entries()) {
    const bytes = encodeValue(field, values[index] as AbiValue)
    if (!isDynamic(field)) {
      heads.push(bytes)
      continue
    }
    heads.push(wordOf(BigInt(end)))
    tails.push(bytes)
    end += bytes.length
  }
  return Buffer.concat([...heads, ...tails])
}

function encodeValue(type: Type, value: AbiValue): Buffer {
  switch (type.kind) {
    case 'tuple':
      return encodeTuple(type.fields, value as readonly AbiValue[])
    case 'array': {
      const items = value as readonly AbiValue[]
      const types = new Array<Type>(items.length).fill(type.of)
      return Buffer.concat([wordOf(BigInt(items.length)), encodeTuple(types, items)])
    }
    case 'string':
      return encodeBytes(Buffer.from(value as string))
    case 'bytes':
      return encodeBytes(value as Uint8Array)
    case 'address':
      return Buffer.concat([Buffer.alloc(ADDRESS_AT), value as Uint8Array])
    default:
      return wordOf(BigInt(value as bigint | boolean))
  }
}

function encodeBytes(bytes: Uint8Array): Buffer {
  const padding = Buffer.alloc((WORD - (bytes.length % WORD)) % WORD)
  return Buffer.concat([wordOf(BigInt(bytes.length)), bytes, padding])
}

/** An integer as 32 bytes, negative ones as two's complement. */
export const wordOf = (value: bigint): Buffer =>
  Buffer.from(BigInt.asUintN(256, value).toString(16).padStart(64, '0'), 'hex')
