// Signatures from outside are counted before they are decoded, and verified with a limited number of keys. Code that
// receives such signatures makes these calls, and needs no further limit:
//
//     const found = signaturesFrom(bytes)                               // refuses too many pairs before decoding
//     const verified = verifiedSignatures(message, found, leaves(key))  // refuses too many before verifying
//
// `message` is a transaction's bodyBytes. For a text for people, pass `verifyWalletMessage` as `verifies`, or another
// function that tries at most three forms of the message.
import { proto, Reader } from '@hiero-ledger/proto'
import { badRequest } from '@quorate/platform'
import {
  canonicalSignature,
  type Leaf,
  publicKeyText,
  SIGNATURE_BYTES,
  verify,
  withoutRecoveryId,
} from '@quorate/verify'
import { limits } from '../limits.ts'

/** The maximum number of bytes of a TransactionList, Transaction, SignedTransaction or SignatureMap. */
const MAX_SIGNED_BYTES = 262_144
/** The maximum number of transactions in one TransactionList: copies for several nodes, chunks of a message. */
const MAX_LISTED_TRANSACTIONS = 256
/** The maximum number of signatures in all transactions of one TransactionList together. */
const MAX_LISTED_PAIRS = 1_000
/** The most protobuf fields that are scanned to count the signatures. */
const MAX_COUNTED_FIELDS = 10_000
/** The maximum number of verifications for the signatures of one request, counted before the first one. */
const MAX_VERIFICATIONS = 128

/** A pair of a SignatureMap. `prefix` may be the whole key, its first bytes, or empty. */
export interface FoundSignature {
  prefix: Uint8Array
  signature: Uint8Array
  kind: Leaf['type']
}

/** The signatures of one body; `bodyBytes` is null if only a SignatureMap was given. */
export interface SignedBody {
  bodyBytes: Uint8Array | null
  signatures: FoundSignature[]
}

export interface Signature {
  publicKey: Leaf
  signature: Uint8Array
}

/**
 * The signatures in a serialized TransactionList, Transaction, SignedTransaction or SignatureMap, with the bodies that
 * they claim to sign. Nothing is verified: see {@link verifiedSignatures}. Omits signatures other than Ed25519 and
 * secp256k1, and bytes that are not a signature. Returns secp256k1 signatures in canonical form.
 *
 * Transactions and signature pairs are counted in the encoded bytes, before anything is decoded.
 *
 * @throws 400 INVALID_TRANSACTION_BYTES, TOO_MANY_SIGNATURES
 */
export function signaturesIn(bytes: Uint8Array): SignedBody[] {
  if (bytes.length > MAX_SIGNED_BYTES) throw notTransaction(`${bytes.length} bytes are more than ${MAX_SIGNED_BYTES}`)
  checkCounts(bytes)
  const found = asList(bytes) ?? asTransaction(bytes) ?? asSigned(bytes) ?? asSignatureMap(bytes)
  if (!found) throw notTransaction('the bytes decode as none of these')
  return found
}

const notTransaction = (why: string) =>
  badRequest(
    'INVALID_TRANSACTION_BYTES',
    `expected a TransactionList, Transaction, SignedTransaction or SignatureMap: ${why}`,
  )

/**
 * Refuses bytes with more transactions or pairs than any honest client sends. The four messages share field numbers, so
 * this counts every field that could contain pairs in any of them.
 */
function checkCounts(bytes: Uint8Array): void {
  const { maxSignaturePairs } = limits
  const budget = { fields: MAX_COUNTED_FIELDS }
  const contents = (of: Uint8Array, fields: readonly number[]) => fieldContents(of, fields, budget)
  const listed = contents(bytes, [1])
  if (listed.length > MAX_LISTED_TRANSACTIONS)
    throw badRequest(
      'TOO_MANY_SIGNATURES',
      `The bytes contain ${listed.length} signatures or transactions, and the maximum is ${maxSignaturePairs.value} signatures and ${MAX_LISTED_TRANSACTIONS} transactions`,
    )
  let all = 0
  for (const transaction of [bytes, ...listed.map(({ content }) => content)]) {
    // A SignatureMap is field 2 of a SignedTransaction, which is field 5 of a Transaction. In the old form of a
    // Transaction, it is field 3.
    const maps = contents(transaction, [2, 3, 5]).flatMap(({ field, content }) =>
      field === 5 ? contents(content, [2]) : [{ content }],
    )
    const pairs = maps.reduce((sum, map) => sum + contents(map.content, [1]).length, 0)
    all += pairs
    if (pairs > maxSignaturePairs.value || all > MAX_LISTED_PAIRS)
      throw tooManySignatures(pairs > maxSignaturePairs.value ? maxSignaturePairs.value : MAX_LISTED_PAIRS)
  }
}

const tooManySignatures = (most: number) =>
  badRequest(
    'TOO_MANY_SIGNATURES',
    `The bytes contain more than ${most} signatures: send one for each key that must sign`,
  )

/**
 * The undecoded contents of the length-delimited fields with these numbers; none if the bytes are not a protobuf
 * message. A stranger may send very many fields of two bytes, so each field that is read counts against the budget.
 *
 * @throws 400 TOO_MANY_SIGNATURES
 */
function fieldContents(
  bytes: Uint8Array,
  fields: readonly number[],
  budget: { fields: number },
): { field: number; content: Uint8Array }[] {
  const found: { field: number; content: Uint8Array }[] = []
  try {
    const reader = Reader.create(bytes)
    while (reader.pos < reader.len && --budget.fields >= 0) {
      const tag = reader.uint32()
      if ((tag & 7) === 2 && fields.includes(tag >>> 3)) found.push({ field: tag >>> 3, content: reader.bytes() })
      else reader.skipType(tag & 7)
    }
  } catch {
    // Bytes that cannot be read here cannot be decoded later, either.
  }
  if (budget.fields < 0)
    throw badRequest(
      'TOO_MANY_SIGNATURES',
      `The bytes have more than ${MAX_COUNTED_FIELDS} fields for transactions and signatures: send only the bytes of the transaction`,
    )
  return found
}

/**
 * Reads the bytes as a TransactionList. The four messages share field numbers, so this succeeds only if each
 * transaction has a body in the right place.
 */
function asList(bytes: Uint8Array): SignedBody[] | undefined {
  const list = decoded(proto.TransactionList, bytes)?.transactionList ?? []
  const bodies = list.map(fromTransaction)
  return bodies.length > 0 && bodies.every((body) => body !== undefined) ? bodies : undefined
}

function asTransaction(bytes: Uint8Array): SignedBody[] | undefined {
  const body = fromTransaction(decoded(proto.Transaction, bytes))
  return body && [body]
}

function asSigned(bytes: Uint8Array): SignedBody[] | undefined {
  const body = fromSigned(decoded(proto.SignedTransaction, bytes))
  return body && [body]
}

function asSignatureMap(bytes: Uint8Array): SignedBody[] | undefined {
  const { maxSignaturePairs } = limits
  if (fieldContents(bytes, [1], { fields: MAX_COUNTED_FIELDS }).length > maxSignaturePairs.value)
    throw tooManySignatures(maxSignaturePairs.value)
  const map = decoded(proto.SignatureMap, bytes)
  return map?.sigPair?.length && map.sigPair.every(isPair)
    ? [{ bodyBytes: null, signatures: signaturesOf(map) }]
    : undefined
}

const isPair = (pair: proto.ISignaturePair): boolean => !!(pair.ed25519 ?? pair.ECDSASecp256k1)?.length

function fromTransaction(transaction: proto.ITransaction | undefined): SignedBody | undefined {
  if (transaction?.signedTransactionBytes?.length) {
    return fromSigned(decoded(proto.SignedTransaction, transaction.signedTransactionBytes))
  }
  // The older form without signedTransactionBytes, which the network still accepts.
  return transaction && fromSigned(transaction)
}

function fromSigned(signed: proto.ISignedTransaction | undefined): SignedBody | undefined {
  if (!signed?.bodyBytes?.length || !isBody(signed.bodyBytes)) return undefined
  return { bodyBytes: Uint8Array.from(signed.bodyBytes), signatures: signaturesOf(signed.sigMap ?? {}) }
}

function isBody(bytes: Uint8Array): boolean {
  const body = decoded(proto.TransactionBody, bytes)
  return !!body?.transactionID?.accountID && !!body.transactionID.transactionValidStart && !!body.nodeAccountID
}

function decoded<T>(message: { decode(bytes: Uint8Array): T }, bytes: Uint8Array): T | undefined {
  try {
    return message.decode(bytes)
  } catch {
    return undefined
  }
}

const signaturesOf = (map: proto.ISignatureMap): FoundSignature[] =>
  (map.sigPair ?? []).flatMap((pair) => {
    const kind = pair.ed25519?.length ? 'ed25519' : 'secp256k1'
    const given = kind === 'ed25519' ? pair.ed25519 : pair.ECDSASecp256k1
    const signature = canonicalSignature(kind, given ?? new Uint8Array())
    if (!signature) return []
    return [{ prefix: Uint8Array.from(pair.pubKeyPrefix ?? []), signature: Uint8Array.from(signature), kind } as const]
  })

/**
 * The signatures in a wallet's answer after it has signed a body: 64 raw bytes (or r‖s‖v) without a key, a SignatureMap
 * (HIP-820), or the whole signed transaction. A raw signature is returned once for each type of key.
 *
 * @throws 400 like {@link signaturesIn}
 */
export function signaturesFrom(bytes: Uint8Array): FoundSignature[] {
  const raw = withoutRecoveryId(bytes)
  if (raw.length !== SIGNATURE_BYTES) {
    const found = signaturesIn(bytes).flatMap((body) => body.signatures)
    if (found.length > limits.maxSignaturePairs.value) throw tooManySignatures(limits.maxSignaturePairs.value)
    return found
  }
  return (['ed25519', 'secp256k1'] as const).flatMap((kind) => {
    const signature = canonicalSignature(kind, kind === 'ed25519' ? bytes : raw)
    return signature ? [{ prefix: new Uint8Array(), signature: Uint8Array.from(signature), kind }] : []
  })
}

/**
 * The signatures by those `candidates` that have signed `message`, each once. A prefix that fits several candidates is
 * tried with all of them, within the limit; a signature that fits none is left out.
 *
 * The worst-case number of `verifies` calls is counted first. Signatures without a prefix are refused for a large key,
 * since each would have to be tried with every leaf. `verifies` may try three forms of the message. `check` is called
 * with that number before the first verification, and may throw.
 *
 * @throws 400 TOO_MANY_SIGNATURES before anything is verified
 */
export function verifiedSignatures(
  message: Uint8Array,
  signatures: readonly FoundSignature[],
  candidates: readonly Leaf[],
  { verifies = verify, check }: { verifies?: typeof verify; check?: (tries: number) => void } = {},
): Signature[] {
  const { maxSignaturePairs } = limits
  if (signatures.length > maxSignaturePairs.value) throw tooManySignatures(maxSignaturePairs.value)
  const given = signatures.map((one) => ({ ...one, start: Buffer.from(one.prefix).toString('hex') }))
  const pairs = candidates.map((publicKey) => {
    const text = publicKeyText(publicKey)
    return { publicKey, fitting: given.filter(({ kind, start }) => kind === publicKey.type && text.startsWith(start)) }
  })
  const tries = pairs.reduce((sum, { fitting }) => sum + fitting.length, 0) * (verifies === verify ? 1 : MESSAGE_FORMS)
  checkVerifications(tries)
  check?.(tries)
  return pairs.flatMap(({ publicKey, fitting }) => {
    const found = fitting.find(({ signature }) => verifies(publicKey, message, signature))
    return found ? [{ publicKey, signature: found.signature }] : []
  })
}

/** How many forms of a message `verifyWalletMessage` tries. */
export const MESSAGE_FORMS = 3

/**
 * Refuses too many verifications in one request, for callers that use `verify` directly.
 * @throws 400 TOO_MANY_SIGNATURES
 */
export function checkVerifications(tries: number): void {
  if (tries > MAX_VERIFICATIONS)
    throw badRequest(
      'TOO_MANY_SIGNATURES',
      `These signatures need ${tries} verifications, but at most ${MAX_VERIFICATIONS} are allowed: send fewer signatures, each with its whole public key`,
    )
}
