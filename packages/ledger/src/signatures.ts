import { proto } from '@hiero-ledger/proto'
import { badRequest } from '@quorate/platform'
import { type Leaf, publicKeyText } from './keys.ts'
import { verify } from './verify.ts'

/** As it stands in a SignatureMap. `prefix` may be the whole key, its beginning, or empty. */
export interface FoundSignature {
  prefix: Uint8Array
  signature: Uint8Array
  kind: Leaf['type']
}

/** The signatures over one body; `bodyBytes` is null where only a SignatureMap was given. */
export interface SignedBody {
  bodyBytes: Uint8Array | null
  signatures: FoundSignature[]
}

export interface Signature {
  publicKey: Leaf
  signature: Uint8Array
}

/** Above any TransactionList that an SDK makes: a transaction is at most 6,144 bytes, one copy per node. */
const MAX_BYTES = 262_144

/**
 * What has been signed, and by whom it claims to be, in a serialized TransactionList, Transaction, SignedTransaction or
 * SignatureMap. Nothing is verified: see {@link verifiedSignatures}. Signatures of other types than Ed25519 and secp256k1, and
 * those not of 64 bytes, are left out.
 *
 * @throws 400 INVALID_TRANSACTION_BYTES
 */
export function signaturesIn(bytes: Uint8Array): SignedBody[] {
  if (bytes.length > MAX_BYTES) throw notTransaction(`${bytes.length} bytes are more than ${MAX_BYTES}`)
  const found = asList(bytes) ?? asTransaction(bytes) ?? asSigned(bytes) ?? asSignatureMap(bytes)
  if (!found) throw notTransaction('they decode as none of them')
  return found
}

const notTransaction = (why: string) =>
  badRequest(
    'INVALID_TRANSACTION_BYTES',
    `expected a TransactionList, Transaction, SignedTransaction or SignatureMap: ${why}`,
  )

/** The four messages share field numbers, so a reading counts only if a transaction's body is where it should be. */
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
  // The form before signedTransactionBytes, which the network still takes.
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
    const signature = pair.ed25519?.length ? pair.ed25519 : pair.ECDSASecp256k1
    if (signature?.length !== 64) return []
    const kind = pair.ed25519?.length ? 'ed25519' : 'secp256k1'
    return [{ prefix: Uint8Array.from(pair.pubKeyPrefix ?? []), signature: Uint8Array.from(signature), kind } as const]
  })

/**
 * What a wallet answers when it has signed a body: 64 raw bytes, which name no key, or a SignatureMap (HIP-820), or the whole
 * signed transaction. A raw signature is returned once for each type of key.
 *
 * @throws 400 INVALID_TRANSACTION_BYTES
 */
export function signaturesFrom(bytes: Uint8Array): FoundSignature[] {
  if (bytes.length !== 64) return signaturesIn(bytes).flatMap((body) => body.signatures)
  const raw = { prefix: new Uint8Array(), signature: Uint8Array.from(bytes) }
  return [
    { ...raw, kind: 'ed25519' },
    { ...raw, kind: 'secp256k1' },
  ]
}

/**
 * Those of `candidates` that really signed `bodyBytes`, each once. A prefix that fits several candidates is tried on all of them;
 * a signature that fits none is junk and is left out. Over a message for people, `verifies` is `verifyWalletMessage`.
 */
export function verifiedSignatures(
  bodyBytes: Uint8Array,
  signatures: readonly FoundSignature[],
  candidates: readonly Leaf[],
  verifies = verify,
): Signature[] {
  return candidates.flatMap((publicKey) => {
    const found = signatures.find((one) => couldBe(one, publicKey) && verifies(publicKey, bodyBytes, one.signature))
    return found ? [{ publicKey, signature: found.signature }] : []
  })
}

const couldBe = (signature: FoundSignature, leaf: Leaf): boolean =>
  signature.kind === leaf.type && publicKeyText(leaf).startsWith(Buffer.from(signature.prefix).toString('hex'))
