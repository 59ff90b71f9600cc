/**
 * A pack: small blocks that arrived together, one after the other in one file. It is an archive (CARv1) without roots,
 * so that it can be read without an index. All identifiers in it have the codec raw, since blocks are stored only by
 * their hash.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { CarIndexer } from '@ipld/car/indexer'
import { encode } from '@ipld/dag-cbor'
import { varint } from 'multiformats'
import { RAW } from '../../identifier/identifier.ts'

/** The place of a block within a pack. */
export interface Place {
  multihash: Uint8Array
  position: number
  size: number
}

/** Bytes that are written at once. */
const CHUNK = 256 * 1024
/** The beginning of an identifier: version 1, codec raw. */
const IDENTIFIER = Uint8Array.of(1, RAW)
const HEADER = encode({ roots: [], version: 1 })

export type PackFile = ReturnType<typeof createPackFile>

/** @param path A file that does not exist yet. It is created with the first block. */
export function createPackFile(path: string) {
  const places: Place[] = []
  let file: Promise<FileHandle> | undefined
  /** The bytes that are not written yet: the first `filled` ones of the chunk, which begins at `start` in the file. */
  let chunk = Buffer.alloc(0)
  let [start, filled] = [0, 0]
  let writing = Promise.resolve()

  const write = async (bytes: Uint8Array, position: number): Promise<void> => {
    file ??= open(path, 'wx+')
    const handle = await file
    for (let at = 0; at < bytes.length; )
      at += (await handle.write(bytes, at, bytes.length - at, position + at)).bytesWritten
  }
  const flush = (): Promise<void> => {
    const [bytes, position] = [chunk.subarray(0, filled), start]
    start += filled
    filled = 0
    if (bytes.length > 0) writing = writing.then(() => write(bytes, position))
    return writing
  }
  const add = (bytes: Uint8Array): void => {
    chunk.set(bytes, filled)
    filled += bytes.length
  }
  const addLength = (length: number): void => {
    varint.encodeTo(length, chunk, filled)
    filled += varint.encodingLength(length)
  }
  const makeRoom = (bytes: number): void => {
    if (filled + bytes <= chunk.length) return
    // The next append reports the error.
    flush().catch(() => {})
    chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, bytes))
  }
  return {
    path,
    places: places as readonly Place[],
    /** Adds a copy of the block. Before the next one, await {@link written}. */
    append(multihash: Uint8Array, bytes: Uint8Array): Place {
      const length = IDENTIFIER.length + multihash.length + bytes.length
      makeRoom(HEADER.length + length + 2 * varint.encodingLength(length))
      if (places.length === 0) {
        addLength(HEADER.length)
        add(HEADER)
      }
      addLength(length)
      add(IDENTIFIER)
      add(multihash)
      const place = { multihash, position: start + filled, size: bytes.length }
      places.push(place)
      add(bytes)
      return place
    },
    /** Resolves when the writing under way has ended, so that only one chunk is in memory. */
    written: (): Promise<void> => writing,
    async read({ position, size }: Place): Promise<Uint8Array> {
      await flush()
      const bytes = file && (await readAt(await file, position, size))
      if (bytes) return bytes
      throw new Error(`${path} has no ${size} bytes at ${position}`)
    },
    /** Forces the whole file to the drive. */
    async finish(): Promise<void> {
      await flush()
      await (await file)?.datasync()
    },
    async close(): Promise<void> {
      await writing.catch(() => {})
      const handle = await file?.catch(() => {})
      file = undefined
      await handle?.close()
    },
  }
}

/** Undefined if the file ends before. */
export async function readAt(file: FileHandle, position: number, size: number): Promise<Uint8Array | undefined> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, position + at)
    if (bytesRead === 0) return undefined
    at += bytesRead
  }
  return bytes
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(CHUNK), 0, CHUNK, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** The blocks of a pack, read from the pack itself. If it is damaged, only the blocks before the damage. */
export async function* placesIn(file: FileHandle): AsyncGenerator<Place> {
  const { size: end } = await file.stat()
  try {
    for await (const { cid, blockOffset, blockLength } of await CarIndexer.fromIterable(chunksOf(file)))
      if (blockOffset + blockLength <= end)
        yield { multihash: cid.multihash.bytes, position: blockOffset, size: blockLength }
  } catch {
    // The sweep finds the blocks that are missing then.
  }
}
