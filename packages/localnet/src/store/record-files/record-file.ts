import { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { signAsNode } from '#protocol/node-key.ts'
import { HAPI_VERSION } from '#protocol/nodes.ts'
import { HASH_BYTES, int32, int64Bytes, sha384 } from './hashes.ts'

/** The version of record files and of their signature files (HIP-435). */
export const VERSION = 6

/** The fields at the beginning and end of a record file. */
export interface Frame {
  readonly number: bigint
  /** The running hashes before the file's first transaction and after its last. */
  readonly startHash: Uint8Array
  readonly endHash: Uint8Array
}

/** Wraps a proto.SignedTransaction into a proto.Transaction. */
export function transactionBytes(signedTransactionBytes: Uint8Array): Uint8Array {
  return proto.Transaction.encode({ signedTransactionBytes }).finish()
}

/** The bytes of a record file before its items: a protobuf may be written field by field. */
export function fileStart(startHash: Uint8Array): Buffer {
  const fields = { hapiProtoVersion: HAPI_VERSION, startObjectRunningHash: protoHash(startHash) }
  return Buffer.concat([int32(VERSION), proto.RecordStreamFile.encode(fields).finish()])
}

/** One item: field 3 of the file, with transaction and record in fields 1 and 2. */
export function fileItem(record: Uint8Array, transaction: Uint8Array): Buffer {
  const heads = [head(1, transaction.length), head(2, record.length)] as const
  const length = heads[0].length + transaction.length + heads[1].length + record.length
  return Buffer.concat([head(3, length), heads[0], transaction, heads[1], record])
}

export function fileEnd({ endHash, number }: Pick<Frame, 'endHash' | 'number'>): Uint8Array {
  return proto.RecordStreamFile.encode({
    endObjectRunningHash: protoHash(endHash),
    blockNumber: toLong(number),
  }).finish()
}

/** The tag and length of a field with bytes. */
function head(field: number, length: number): Buffer {
  const bytes = [(field << 3) | 2]
  let rest = length
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}

const protoHash = (hash: Uint8Array): proto.IHashObject => ({
  algorithm: proto.HashAlgorithm.SHA_384,
  length: HASH_BYTES,
  hash,
})

/** The versions of the file format and of the protocol, which are the beginning of the metadata hash's input. */
export function fileHead(): Buffer {
  const { major, minor, patch } = HAPI_VERSION
  return Buffer.concat([VERSION, major, minor, patch].map(int32))
}

/**
 * The hash that the node signs so that parts of a file can be proven: it covers running hashes and block number, not
 * the items.
 */
export function metadataHash({ startHash, endHash, number }: Frame): Buffer {
  return sha384(Buffer.concat([fileHead(), startHash, endHash, int64Bytes(number)]))
}

/** The node's signature file of a record file. */
export function signatureFile(frame: Frame, fileHash: Uint8Array): Buffer {
  const file = {
    fileSignature: signatureObject(fileHash),
    metadataSignature: signatureObject(metadataHash(frame)),
  }
  return Buffer.concat([Buffer.from([VERSION]), proto.SignatureFile.encode(file).finish()])
}

function signatureObject(hash: Uint8Array): proto.ISignatureObject {
  const signature = signAsNode(hash)
  const checksum = 101 - signature.length
  const type = proto.SignatureType.SHA_384_WITH_RSA
  return { type, length: signature.length, checksum, signature, hashObject: protoHash(hash) }
}
