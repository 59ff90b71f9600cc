import { readWord, type Word, writeWord } from './word.ts'

const FIRST_BYTES = 1024
const NOTHING = new Uint8Array()
const NOTHING_SEEN = new DataView(NOTHING.buffer)

/** The memory of a call frame. It grows in words of 32 bytes, which the frame pays for. */
export class Memory {
  #bytes = NOTHING
  #view = NOTHING_SEEN
  /** Its size in bytes, a multiple of 32. */
  size = 0

  grow(size: number): void {
    if (size <= this.size) return
    this.size = size
    if (size <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(size, 2 * this.#bytes.length, FIRST_BYTES))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }

  load(at: number): Word {
    return readWord(this.#view, at)
  }

  store(at: number, value: Word): void {
    writeWord(this.#view, at, value)
  }

  storeByte(at: number, value: number): void {
    this.#bytes[at] = value
  }

  /** The bytes themselves, valid until the memory changes. */
  view(at: number, size: number): Uint8Array {
    return this.#bytes.subarray(at, at + size)
  }

  /** A copy of the bytes. */
  read(at: number, size: number): Uint8Array {
    return this.#bytes.slice(at, at + size)
  }

  /** Writes `size` bytes from an offset of `source`; those beyond its end are 0. */
  write(at: number, source: Uint8Array, from: Word, size: number): void {
    if (size === 0) return
    const part = typeof from === 'number' ? source.subarray(from, from + size) : source.subarray(source.length)
    this.#bytes.set(part, at)
    this.#bytes.fill(0, at + part.length, at + size)
  }

  move(to: number, from: number, size: number): void {
    this.#bytes.copyWithin(to, from, from + size)
  }
}
