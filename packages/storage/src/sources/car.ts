/** Reads content-addressable archives (CARv1, https://ipld.io/specs/transport/car/carv1/) as they arrive, one block at a time. */
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

/** The blocks of an archive, unchecked. The roots in its header are ignored: nobody vouches for them. */
export async function* blocksOf(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Block> {
  const chunks = archive[Symbol.asyncIterator]()
  const received = new ReceivedBytes()
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done) return false
    received.add(value)
    return true
  }
  const take = async (count: number): Promise<Uint8Array> => {
    while (received.length < count) if (!(await more())) throw new Error('its archive breaks off')
    const all = received.take()
    received.add(all.subarray(count))
    return all.subarray(0, count)
  }
  /** Reads a section, which begins with its length; answers undefined at the end of the archive. */
  const section = async (limit: number): Promise<Uint8Array | undefined> => {
    if (received.length === 0 && !(await more())) return undefined
    let size = 0
    for (let index = 0; ; index++) {
      const [byte = 0] = await take(1)
      size += (byte & 127) * 128 ** index
      if (byte < 128) break
      if (index === MAX_VARINT) throw new Unverified('its archive is none')
    }
    if (size > limit) throw new Unverified(`its archive has a block of ${size} bytes`)
    return take(size)
  }
  try {
    if (!(await section(MAX_HEADER))) throw new Unverified('its archive is empty')
    for (let found = await section(MAX_BLOCK + MAX_CID); found; found = await section(MAX_BLOCK + MAX_CID)) {
      const [cid, bytes] = decode(found)
      yield { cid, bytes }
    }
  } finally {
    await chunks.return?.()
  }
}

function decode(section: Uint8Array): [CID, Uint8Array] {
  try {
    // A copy, so that an identifier that is kept does not keep the whole received buffer in memory.
    return CID.decodeFirst(Uint8Array.from(section))
  } catch {
    throw new Unverified('its archive is none')
  }
}
