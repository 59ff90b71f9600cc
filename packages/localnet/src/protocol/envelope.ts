import { hash } from 'node:crypto'
import { proto, Reader } from '@hiero-ledger/proto'
import { limits } from '#limits.ts'
import { accountNumber } from './ids.ts'
import { isEthereumIn, isGovernanceAccount, payerNamedIn } from './large-transaction.ts'
import { isPrefix, Signatures, type Verifications } from './signatures.ts'
import { check, StatusError } from './status-error.ts'

/** governanceTransactions.maxTxnSize */
export const MAX_GOVERNANCE_BYTES = 133_120

/** The name of the oneof member in a transaction body: the kind of transaction. */
export type BodyCase = NonNullable<proto.TransactionBody['data']>

/** A transaction as a client sent it, decoded. */
export interface Envelope {
  readonly signedBytes: Uint8Array
  readonly body: proto.TransactionBody
  readonly bodyCase: BodyCase
  readonly pairs: readonly proto.ISignaturePair[]
  readonly signatures: Signatures
}

interface Decoder<T> {
  decode(reader: Reader): T
}

/** The oneofs of each class of messages, by its prototype. */
const oneofs = new WeakMap<object, readonly string[]>()

function oneofsOf(prototype: object): readonly string[] {
  const known = oneofs.get(prototype)
  if (known) return known
  const found = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { set }]) =>
    set ? [name] : [],
  )
  oneofs.set(prototype, found)
  return found
}

/**
 * Keeps only the last member of each oneof, as every protobuf reader does; protobufjs keeps all. If a member occurs
 * both before and after another one, only its first place is seen, but no encoder writes that.
 */
function withLastMembers<T>(message: T): T {
  if (typeof message !== 'object' || message === null || message instanceof Uint8Array) return message
  if (Array.isArray(message)) for (const one of message) withLastMembers(one)
  else {
    const fields = message as Record<string, unknown>
    for (const name of oneofsOf(Object.getPrototypeOf(message))) {
      const last = fields[name]
      fields[name] = last
    }
    for (const value of Object.values(fields)) withLastMembers(value)
  }
  return message
}

/** Decodes a protobuf, and refuses fields that the schema does not have. */
function decodeStrictly<T>(
  type: Decoder<T>,
  bytes: Uint8Array,
  malformed: 'INVALID_TRANSACTION' | 'INVALID_TRANSACTION_BODY',
): T {
  const reader = Reader.create(bytes)
  reader.skipType = () => {
    throw new StatusError('TRANSACTION_HAS_UNKNOWN_FIELDS')
  }
  try {
    return withLastMembers(type.decode(reader))
  } catch (error) {
    throw error instanceof StatusError ? error : new StatusError(malformed)
  }
}

interface SignedParts {
  readonly signedBytes: Uint8Array
  readonly bodyBytes: Uint8Array
  readonly sigMap: proto.ISignatureMap
}

/** The signed parts of a transaction: from `signedTransactionBytes`, or from the deprecated fields that it replaced. */
function signedParts(bytes: Uint8Array): SignedParts {
  const transaction = decodeStrictly(proto.Transaction, bytes, 'INVALID_TRANSACTION')
  const signedBytes = transaction.signedTransactionBytes
  if (!signedBytes?.length) {
    const { bodyBytes, sigMap } = transaction
    check(bodyBytes.length > 0, 'INVALID_TRANSACTION_BODY')
    check(sigMap != null, 'INVALID_TRANSACTION')
    return { signedBytes: proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish(), bodyBytes, sigMap }
  }
  check(!transaction.bodyBytes.length && !transaction.sigMap, 'INVALID_TRANSACTION')
  const { bodyBytes, sigMap } = decodeStrictly(proto.SignedTransaction, signedBytes, 'INVALID_TRANSACTION')
  check(bodyBytes.length > 0, 'INVALID_TRANSACTION_BODY')
  check(sigMap != null, 'INVALID_TRANSACTION')
  return { signedBytes, bodyBytes, sigMap }
}

/**
 * Decodes a proto.Transaction.
 *
 * @throws StatusError with the precheck's code if the bytes are not a transaction
 */
export function openEnvelope(bytes: Uint8Array, verifications?: Verifications): Envelope {
  check(bytes.length <= limits.maxTransactionBytes.value, 'TRANSACTION_OVERSIZE')
  const parts = signedParts(bytes)
  return decodeBody(parts, new Signatures(parts.bodyBytes, parts.sigMap.sigPair ?? [], verifications))
}

/** Whether a large transaction may be decoded: a governance account's (HIP-1300), or Ethereum's (HIP-1086). */
export const mayBeLarge = (bytes: Uint8Array): boolean =>
  bytes.length <= MAX_GOVERNANCE_BYTES && (isGovernanceAccount(payerNamedIn(bytes)) || isEthereumIn(bytes))

/**
 * Decodes a proto.Transaction that {@link mayBeLarge}. `checkSigned` is called before the body is decoded, and throws
 * if the payer has not signed, so that nobody else can make the ledger decode a large body.
 *
 * @throws StatusError TRANSACTION_OVERSIZE, what `checkSigned` throws, or what {@link openEnvelope} throws
 */
export function openLargeEnvelope(
  bytes: Uint8Array,
  checkSigned: (payer: number, signatures: Signatures) => void,
): Envelope {
  check(mayBeLarge(bytes), 'TRANSACTION_OVERSIZE')
  const payer = payerNamedIn(bytes)
  const parts = signedParts(bytes)
  const signatures = new Signatures(parts.bodyBytes, parts.sigMap.sigPair ?? [])
  checkSigned(payer, signatures)
  const envelope = decodeBody(parts, signatures)
  check(accountNumber(envelope.body.transactionID?.accountID) === payer, 'TRANSACTION_OVERSIZE')
  const isAllowed = isGovernanceAccount(payer) || envelope.bodyCase === 'ethereumTransaction'
  check(isAllowed, 'TRANSACTION_OVERSIZE')
  return envelope
}

function decodeBody({ signedBytes, bodyBytes, sigMap }: SignedParts, signatures: Signatures): Envelope {
  const body = decodeStrictly(proto.TransactionBody, bodyBytes, 'INVALID_TRANSACTION_BODY')
  const bodyCase = body.data
  check(bodyCase != null, 'INVALID_TRANSACTION_BODY')
  return { signedBytes, body, bodyCase, pairs: sigMap.sigPair ?? [], signatures }
}

/** Longer than any key, so it is never a prefix of one. */
const NO_PREFIX = new Uint8Array(MAX_GOVERNANCE_BYTES)

/** Checks that no prefix is the beginning of another: otherwise it would be unclear which key signed. */
export function checkPrefixes(pairs: readonly proto.ISignaturePair[]): void {
  const prefixes = pairs.map((pair) => pair.pubKeyPrefix ?? new Uint8Array()).sort(Buffer.compare)
  // In this order, a prefix that begins with another one directly follows it.
  for (const [i, prefix] of prefixes.entries())
    check(!isPrefix(prefixes[i - 1] ?? NO_PREFIX, prefix), 'KEY_PREFIX_MISMATCH')
}

/** The transaction hash of records: SHA-384 of the signed transaction. */
export function transactionHash(signedBytes: Uint8Array): Buffer {
  return hash('sha384', signedBytes, 'buffer')
}
