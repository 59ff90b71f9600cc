import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { summaryOf } from '../bodies/summaries.ts'
import { fromBase64 } from '../bytes.ts'
import { VerifyError } from '../error.ts'
import { decode, type Field } from '../protobuf/decode.ts'
import { type RawField, readField } from '../protobuf/wire.ts'

/** The maximum number of transactions of a block whose hashes are read. */
const MAX_TRANSACTIONS = 100_000

/** A mirror's answer to `GET /transactions/{id}/stateproof`, version 6. Bytes are base64. */
export interface StateProof {
  version: number
  /** In order of time, the newest last. */
  address_books: string[]
  record_file: {
    head: string
    start_running_hash_object: string
    /** Each is a text, as mirrors write it, or a list with one text, as the node API writes it. */
    hashes_before: (string | string[])[]
    record_stream_object: string
    hashes_after: (string | string[])[]
    end_running_hash_object: string
    block_number: string
  }
  /** By the account id of the node. */
  signature_files: Record<string, string>
}

/** The facts that a proof establishes. */
export interface Proven {
  /** `0.0.n@seconds.nanos`. A child's id ends with a slash and its nonce, since its status is not its parent's. */
  transactionId: string
  isScheduled: boolean
  consensusTimestamp: string
  /** The number of a ResponseCodeEnum; 22 is SUCCESS. */
  status: number
  /** The Transaction as it was submitted; read it with `openEnvelope`. */
  transaction: Uint8Array
  /** A serialized TransactionRecord. */
  record: Uint8Array
  /** The nodes of the address book that signed the block, by account. */
  signedBy: string[]
  nodes: number
}

const invalid = (what: string) => new VerifyError('PROOF_INVALID', `The state proof proves nothing: ${what}`)

/**
 * Checks a state proof offline: the record must belong to a block that at least a third of the nodes in the address
 * book have signed. Mirrors require the same of the files that they import.
 *
 * @param addressBook of the network, from another source. By default, the one in the proof is used, whose nodes the
 * proof's author may have chosen
 * @throws VerifyError PROOF_INVALID
 */
export async function verifyStateProof(proof: StateProof, addressBook?: Uint8Array): Promise<Proven> {
  if (!hasForm(proof)) throw invalid("a part of a mirror's stateproof answer is missing or not text")
  if (proof.version !== 6) throw invalid(`its version is ${proof.version}, but only version 6 can be read`)
  const { record_file: file, address_books: books } = proof
  if (file.hashes_before.length + file.hashes_after.length > MAX_TRANSACTIONS)
    throw invalid(`a block of more than ${MAX_TRANSACTIONS} transactions is not read`)
  const object = bytesOf(file.record_stream_object)
  const metadata = await metadataHash(file, object)
  const nodes = nodesIn(addressBook ?? bytesOf(books.at(-1) ?? ''))
  const signed = await Promise.all(nodes.map((node) => hasSigned(node, signatureOf(proof, node), metadata)))
  const signedBy = nodes.filter((_, index) => signed[index]).map(({ account }) => account)
  if (nodes.length === 0 || 3 * signedBy.length < nodes.length)
    throw invalid(`${signedBy.length} of ${nodes.length} nodes have signed its block: a third is needed`)
  return { ...provenBy(object), signedBy, nodes: nodes.length }
}

/** Whether all parts that are read are present. The value comes from outside, so its type proves nothing. */
function hasForm(proof: Partial<StateProof> | null): boolean {
  const { address_books, record_file, signature_files }: Partial<StateProof> = proof ?? {}
  const { hashes_before, hashes_after, ...texts }: Partial<StateProof['record_file']> = record_file ?? {}
  const { head, start_running_hash_object, record_stream_object, end_running_hash_object, block_number } = texts
  return (
    [address_books, hashes_before, hashes_after].every((list) => Array.isArray(list) && list.flat().every(isText)) &&
    [head, start_running_hash_object, record_stream_object, end_running_hash_object, block_number].every(isText) &&
    Object.values(signature_files ?? {}).every(isText)
  )
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** The class and version of hashes, little-endian as in running hashes (HIP-435). */
const HEAD = hexToBytes('1e7451a283da22f401000000')
const HASH_BYTES = 48
/** The size of a hash object: class, version, type and length, then the hash. */
const HASH_OBJECT_BYTES = 20 + HASH_BYTES
/** The version of the file and the three parts of the protocol version, four bytes each. */
const VERSIONS_BYTES = 16
const BLOCK_NUMBER_BYTES = 8

const sha384 = async (...parts: Uint8Array[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-384', concatBytes(...parts)))

/**
 * The hash that nodes sign for a block. Its parts are concatenated without length prefixes, so each length is checked.
 * Without this check, somebody could cut a whole record file, which nodes sign with the same key, into parts that prove
 * a transaction of their choice.
 *
 * @throws VerifyError PROOF_INVALID if the record is not in the block
 */
async function metadataHash(file: StateProof['record_file'], object: Uint8Array): Promise<Uint8Array> {
  const start = hashIn(file.start_running_hash_object)
  const end = hashIn(file.end_running_hash_object)
  const [before, after] = [file.hashes_before, file.hashes_after].map((hashes) =>
    hashes.flat().map((hash) => sized(hash, HASH_BYTES)),
  ) as [Uint8Array[], Uint8Array[]]
  let running = start
  for (const hash of [...before, await sha384(object), ...after]) running = await sha384(HEAD, running, HEAD, hash)
  if (bytesToHex(running) !== bytesToHex(end))
    throw invalid('the hashes of its block do not lead to the end of the block')
  return sha384(sized(file.head, VERSIONS_BYTES), start, end, sized(file.block_number, BLOCK_NUMBER_BYTES))
}

/** The bytes of a part. @throws VerifyError PROOF_INVALID if the part does not have exactly `length` bytes */
function sized(base64: string, length: number): Uint8Array {
  const bytes = bytesOf(base64)
  if (bytes.length === length) return bytes
  throw invalid(`a part of its block has ${bytes.length} bytes instead of ${length}`)
}

/** The 48 bytes at the end of a serialized hash object. */
function hashIn(object: string): Uint8Array {
  const bytes = bytesOf(object)
  if (bytes.length === HASH_OBJECT_BYTES) return bytes.subarray(-HASH_BYTES)
  throw invalid(`a running hash of its block has ${bytes.length} bytes instead of ${HASH_OBJECT_BYTES}`)
}

interface Node {
  account: string
  /** SubjectPublicKeyInfo. */
  key: Uint8Array<ArrayBuffer>
}

function nodesIn(book: Uint8Array): Node[] {
  return decode(book, 'NodeAddressBook').fields.map(({ fields = [] }) => {
    const account = last(fields, 'nodeAccountId')
    const key = last(fields, 'RSA_PubKey')?.value
    const id = account && summaryOf(account)
    if (id === undefined || typeof key !== 'string')
      throw invalid('a node of the address book has no account or no key')
    return { account: id, key: fromText(key, hexToBytes) }
  })
}

const signatureOf = ({ signature_files: files }: StateProof, { account }: Node): string | undefined =>
  files && Object.hasOwn(files, account) ? files[account] : undefined

const last = (fields: Field[], name: string): Field | undefined => fields.findLast((field) => field.name === name)

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }

/** Whether a node's signature file (a version byte, then the message) contains the node's signature of the block. */
async function hasSigned({ key }: Node, signatureFile: string | undefined, metadata: Uint8Array): Promise<boolean> {
  if (signatureFile === undefined) return false
  const file = bytesOf(signatureFile)
  if (file[0] !== 6) return false
  const parts = last(decode(file.subarray(1), 'SignatureFile').fields, 'metadata_signature')?.fields ?? []
  const signature = last(parts, 'signature')?.value
  const hash = last(last(parts, 'hash_object')?.fields ?? [], 'hash')?.value
  if (!(signature instanceof Uint8Array && hash instanceof Uint8Array) || bytesToHex(hash) !== bytesToHex(metadata))
    return false
  try {
    const imported = await crypto.subtle.importKey('spki', key, RSA, false, ['verify'])
    return await crypto.subtle.verify(RSA, imported, Uint8Array.from(signature), Uint8Array.from(metadata))
  } catch {
    return false
  }
}

/** Reads a record's object: class and version, the record, and the transaction, each with its length. */
function provenBy(object: Uint8Array): Omit<Proven, 'signedBy' | 'nodes'> {
  const record = sizedAt(object, 12)
  const transaction = sizedAt(object, 16 + record.length)
  const [receipt, , time, id] = [1, 2, 3, 4].map((number) => partOf(record, number)?.content)
  const parts = decode(id ?? new Uint8Array(), 'TransactionID').fields
  const [payer, start] = [last(parts, 'accountID'), last(parts, 'transactionValidStart')]
  const nonce = last(parts, 'nonce')?.value ?? 0n
  const consensus = { type: 'Timestamp', fields: decode(time ?? new Uint8Array(), 'Timestamp').fields } as Field
  return {
    transactionId: `${payer && summaryOf(payer)}@${start && summaryOf(start)}${nonce === 0n ? '' : `/${nonce}`}`,
    isScheduled: last(parts, 'scheduled')?.value === true,
    consensusTimestamp: summaryOf(consensus) ?? '',
    status: Number(partOf(receipt ?? new Uint8Array(), 1)?.varint?.value ?? 0n),
    transaction,
    record,
  }
}

/** The bytes after a big-endian length of four bytes. */
function sizedAt(object: Uint8Array, at: number): Uint8Array {
  const size = at + 4 <= object.length ? new DataView(object.buffer, object.byteOffset).getInt32(at) : -1
  if (size < 0 || at + 4 + size > object.length) throw invalid('its record is truncated')
  return object.subarray(at + 4, at + 4 + size)
}

/** The last field with this number; undefined if there is none. */
function partOf(bytes: Uint8Array, number: number): (RawField & { content: Uint8Array }) | undefined {
  let found: RawField | undefined
  for (let at = 0; at < bytes.length; ) {
    const field = readField(bytes, at, bytes.length)
    if (!field) throw invalid('its record cannot be read')
    if (field.number === number) found = field
    at = field.end
  }
  return found && { ...found, content: bytes.subarray(found.contentStart, found.end) }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => fromText(base64, fromBase64)

function fromText(text: string, read: (text: string) => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return read(text)
  } catch {
    throw invalid('a part of it is not base64, or a key is not hex')
  }
}
