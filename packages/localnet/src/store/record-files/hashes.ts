import { hash } from 'node:crypto'

/** The length of a SHA-384 hash. */
export const HASH_BYTES = 48

/** The class id and version that Hedera's platform writes before a record stream object, and those before a hash. */
const RECORD_STREAM_OBJECT = Buffer.from('e370929ba5429d8b00000001', 'hex')
const HASH_OBJECT = Buffer.from('f422da83a251741e00000001', 'hex')
/** The digest type SHA-384, and its length. */
const SHA_384 = Buffer.from('58ff811b00000030', 'hex')
/** Running hashes cover the same class id and version in the other byte order. */
const RUNNING_HASH_HEAD = Buffer.from('1e7451a283da22f401000000', 'hex')

/** The running hash before the first transaction. */
export const NO_HASH = Buffer.alloc(HASH_BYTES)

/** A hash as Hedera's platform serializes it. */
export const hashObject = (bytes: Uint8Array): Buffer => Buffer.concat([HASH_OBJECT, SHA_384, bytes])

/** A record and its transaction (both protobufs) as Hedera's platform serializes them for hashing. */
export function recordStreamObject(record: Uint8Array, transaction: Uint8Array): Buffer {
  return Buffer.concat([RECORD_STREAM_OBJECT, int32(record.length), record, int32(transaction.length), transaction])
}

/** The running hash after the next object. */
export function runningHash(before: Uint8Array, next: Uint8Array): Buffer {
  return hash('sha384', Buffer.concat([RUNNING_HASH_HEAD, before, RUNNING_HASH_HEAD, next]), 'buffer')
}

export const sha384 = (bytes: Uint8Array): Buffer => hash('sha384', bytes, 'buffer')

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export function int64Bytes(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
