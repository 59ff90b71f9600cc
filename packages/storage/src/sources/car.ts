/**
 * Reads content-addressable archives (CARv1, https://ipld.io/specs/transport/car/carv1/) as they arrive, one block at a
 * time.
 */
import { ReceivedBytes } from '@quorate/platform'
import { CID } from 'multiformats/cid'
import { Unverified } from '../errors.ts'
import { MAX_BLOCK } from '../identifier/hash.ts'

export interface Block {
  cid: CID
  bytes: Uint8Array
}

const MAX_HEADER = 64 * 1024
const MAX_CID = 128
/** Bytes of a varint, for lengths below 2^35. */
const MAX_VARINT = 5

export interface Car {
  /**
   * The next block, unchecked; undefined at the end. A function that returns it holds no block until the next one is
   * requested.
   */
  next(): Promise<Block | undefined>
  close(): Promise<void>
}

/** The roots in its header are ignored: they are not verified. */
export function openCar(archive: AsyncIterable<Uint8Array>): Car {
  const chunks = archive[Symbol.asyncIterator]()
  const received = new ReceivedBytes()
  let isBegun = false
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done) return false
    received.add(value)
    return true
  }
  const take = async (count: number): Promise<Uint8Array> => {
    while (received.length < count) if (!(await more())) throw new Error('its archive breaks off')
    const all = received.take()
    received.add(withoutTaken(all.subarray(count)))
    return all.subarray(0, count)
  }
  /** Reads a section, which begins with its length; returns undefined at the end of the archive. */
  const section = async (limit: number): Promise<Uint8Array | undefined> => {
    if (received.length === 0 && !(await more())) return undefined
    let size = 0
    for (let index = 0; ; index++) {
      const [byte = 0] = await take(1)
      size += (byte & 127) * 128 ** index
      if (byte < 128) break
      if (index === MAX_VARINT) throw new Unverified('its archive is not a CAR file')
    }
    if (size > limit) throw new Unverified(`its archive has a block of ${size} bytes`)
    return take(size)
  }
  return {
    async next() {
      if (!isBegun && !(await section(MAX_HEADER))) throw new Unverified('its archive is empty')
      isBegun = true
      const found = await section(MAX_BLOCK + MAX_CID)
      return found && decode(found)
    },
    async close() {
      await chunks.return?.()
    },
  }
}

/**
 * The rest of the received bytes. It is copied if most of its memory belongs to bytes already taken, because the rest
 * may wait for long. Each copy has at most half the length of the one before.
 */
const withoutTaken = (rest: Uint8Array): Uint8Array =>
  rest.length < rest.buffer.byteLength / 2 ? new Uint8Array(rest) : rest

function decode(section: Uint8Array): Block {
  try {
    const [, bytes] = CID.decodeFirst(section)
    // Copied, so that keeping the identifier does not keep the whole section in memory.
    const identifier = new Uint8Array(section.subarray(0, section.length - bytes.length))
    return { cid: CID.decode(identifier), bytes }
  } catch {
    throw new Unverified('its archive is not a CAR file')
  }
}
