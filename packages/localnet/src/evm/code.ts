import { LRUCache } from 'lru-cache'
import { keccak } from '#protocol/encoding/keccak.ts'
import { type Word, wordOf } from './word.ts'

const JUMPDEST = 0x5b
const PUSH1 = 0x60
const PUSH32 = 0x7f

/** A program's bytes, and the tables that are needed to run it. */
export class Code {
  readonly bytes: Uint8Array
  /** The bytes, followed by enough zeros (STOP) that no instruction reads beyond them. */
  readonly program: Uint8Array
  /** 1 at each JUMPDEST that is not within the data of a PUSH. */
  readonly jumps: Uint8Array
  /** The position in `constants` of the data of the PUSH at each offset. */
  readonly constantAt: Uint16Array
  /** The data of each PUSH; undefined until the PUSH has run. */
  readonly constants: (Word | undefined)[]
  #hash: Buffer | undefined

  constructor(bytes: Uint8Array) {
    const { length } = bytes
    this.bytes = bytes
    this.program = new Uint8Array(length + 1 + PUSH32 - PUSH1 + 1)
    this.program.set(bytes)
    this.jumps = new Uint8Array(length)
    this.constantAt = new Uint16Array(length)
    let count = 0
    for (let at = 0; at < length; at++) {
      const op = bytes[at] as number
      if (op === JUMPDEST) this.jumps[at] = 1
      else if (op >= PUSH1 && op <= PUSH32) {
        this.constantAt[at] = count++
        at += op - PUSH1 + 1
      }
    }
    this.constants = new Array(count).fill(undefined)
  }

  /** keccak-256 */
  get hash(): Buffer {
    this.#hash ??= keccak(this.bytes)
    return this.#hash
  }

  /** The data of the PUSH at an offset. Bytes beyond the end of the program are 0. */
  constant(at: number): Word {
    const index = this.constantAt[at] as number
    const known = this.constants[index]
    if (known !== undefined) return known
    const size = (this.bytes[at] as number) - PUSH1 + 1
    const data = Buffer.alloc(size)
    data.set(this.bytes.subarray(at + 1, at + 1 + size))
    const value = wordOf(data)
    this.constants[index] = value
    return value
  }
}

export const NO_CODE: Code = new Code(new Uint8Array())

/** How many bytes of analysed programs are cached. */
const MAX_CACHED_BYTES = 16 * 2 ** 20

/** Analysed programs, keyed by their byte array. The state keeps the same array for a contract as long as it exists. */
const analysed = new LRUCache<Uint8Array, Code>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ bytes }) => bytes.length + 64,
})

export function codeOf(bytes: Uint8Array): Code {
  if (bytes.length === 0) return NO_CODE
  const known = analysed.get(bytes)
  if (known) return known
  const made = new Code(bytes)
  analysed.set(bytes, made)
  return made
}
