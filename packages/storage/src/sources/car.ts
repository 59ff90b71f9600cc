/**
 * Reads content-addressable archives as they arrive, one block at a time: CARv1
 * (https://ipld.io/specs/transport/car/carv1/), and the CARv1 within a CARv2
 * (https://ipld.io/specs/transport/car/carv2/). The index of a CARv2 is not needed.
 */
import { decode as decodeCbor } from '@ipld/dag-cbor'
import { ReceivedBytes } from '@quorate/platform'
import { CID } from 'multiformats/cid'
import { cborTargets } from '../blocks/dag/dag-cbor.ts'
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
/** Bytes that are skipped at once. */
const SKIPPED = 64 * 1024
/** A CARv2 begins with these bytes, then its characteristics, and then three numbers of 64 bits. */
const V2 = { pragma: 11, characteristics: 16, header: 40 }

export interface Car {
  /** The roots in the header. Nobody has checked that they are in the archive. */
  roots(): Promise<CID[]>
  /**
   * The next block, unchecked; undefined at the end. A function that returns it holds no block until the next one is
   * requested.
   */
  next(): Promise<Block | undefined>
  close(): Promise<void>
}

/** @throws Unverified if the bytes are not a CAR archive; an Error if they end too early */
export function openCar(archive: AsyncIterable<Uint8Array>): Car {
  const chunks = archive[Symbol.asyncIterator]()
  const received = new ReceivedBytes()
  /** Unread bytes of the CARv1 inside a CARv2; infinite for a plain CARv1, which doesn't state its length. */
  let left = Number.POSITIVE_INFINITY
  let roots: CID[] | undefined
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done) return false
    received.add(value)
    return true
  }
  const take = async (count: number): Promise<Uint8Array> => {
    if (count > left) throw new Error('its archive is truncated')
    while (received.length < count) if (!(await more())) throw new Error('its archive is truncated')
    left -= count
    const all = received.take()
    received.add(withoutTaken(all.subarray(count)))
    return all.subarray(0, count)
  }
  const isAtEnd = async (): Promise<boolean> => left === 0 || (received.length === 0 && !(await more()))
  /** Reads a section, which begins with its length; returns undefined at the end of the archive. */
  const section = async (limit: number): Promise<Uint8Array | undefined> => {
    if (await isAtEnd()) return undefined
    let size = 0
    for (let index = 0; ; index++) {
      const [byte = 0] = await take(1)
      size += (byte & 127) * 128 ** index
      if (byte < 128) break
      if (index === MAX_VARINT) throw new Unverified('a length in its CAR file is not a varint')
    }
    if (size > limit) throw new Unverified(`its archive has a block of ${size} bytes`)
    return take(size)
  }
  const header = async (): Promise<Header> => {
    const bytes = await section(MAX_HEADER)
    if (!bytes) throw new Unverified('its archive is empty')
    return readHeader(bytes)
  }
  /** Skips to the CARv1 within a CARv2. */
  const enterV2 = async (): Promise<void> => {
    const bytes = Buffer.from(await take(V2.header))
    const [start, size] = [0, 8].map((at) => Number(bytes.readBigUInt64LE(V2.characteristics + at)))
    let skipped = (start ?? 0) - V2.pragma - V2.header
    if (skipped < 0) throw new Unverified('its archive of version 2 begins within its own header')
    for (; skipped > 0; skipped -= SKIPPED) await take(Math.min(skipped, SKIPPED))
    left = size ?? 0
  }
  const open = async (): Promise<CID[]> => {
    if (roots) return roots
    let found = await header()
    if (found.version === 2) {
      await enterV2()
      found = await header()
    }
    if (found.version !== 1) throw new Unverified(`its archive has the version ${found.version}: 1 and 2 are read`)
    roots = found.roots
    return roots
  }
  return {
    roots: open,
    async next() {
      await open()
      const found = await section(MAX_BLOCK + MAX_CID)
      return found && decode(found)
    },
    async close() {
      await chunks.return?.()
    },
  }
}

interface Header {
  version: unknown
  roots: CID[]
}

function readHeader(bytes: Uint8Array): Header {
  try {
    // The depth is checked before the header is decoded.
    for (const _ of cborTargets(bytes));
    const { version, roots = [] } = decodeCbor<{ version?: unknown; roots?: unknown }>(bytes)
    const found = Array.isArray(roots) ? roots.map((root) => CID.asCID(root)) : [null]
    if (found.includes(null)) throw new Error('its roots are not identifiers')
    return { version, roots: found as CID[] }
  } catch {
    throw new Unverified('its archive has no valid header')
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
    throw new Unverified('a block in its CAR file has no valid identifier')
  }
}
