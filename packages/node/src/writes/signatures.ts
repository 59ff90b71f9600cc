/** The signatures of a write: the network's (after asking the validators), the operator's, and those of wallets. */
import { proto } from '@hiero-ledger/proto'
import {
  evmAddressOf,
  type FoundSignature,
  parseTransactionId,
  type Signature,
  signaturesFrom,
  signaturesIn,
  verifiedSignatures,
  wholeKey,
  withSignatures,
} from '@quorate/ledger'
import { badRequest, unprocessable } from '@quorate/platform'
import { type Leaf, leaves, publicKeyText } from '@quorate/verify'
import type { Decision } from '../decisions/decisions.ts'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { transactionIdOf } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Roles } from '../sessions/roles.ts'
import type { Cosigner, Due } from '../validators/cosign.ts'
import { assertNoOtherSigners, type Signers } from '../validators/needed-keys.ts'
import type { PreparedWrite, WriteRequest } from './prepare.ts'

/** A signed transaction in the bytes that the ledger takes. */
export interface Signed {
  transactionId: string
  bytes: Uint8Array
  bodyBytes: Uint8Array
  /** The signatures in the bytes, which nobody has verified. */
  signatures: FoundSignature[]
}

/**
 * The transactions in the bytes that a wallet signed: the first of several copies for different consensus nodes, and
 * each chunk of a long message.
 *
 * @throws 400 INVALID_TRANSACTION_BYTES, TOO_MANY_TRANSACTIONS, TOO_MANY_SIGNATURES
 */
export function signedIn(bytes: Uint8Array): Signed[] {
  const found = new Map<string, Signed>()
  for (const { bodyBytes, signatures } of signaturesIn(bytes)) {
    if (!bodyBytes) throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes hold signatures without a transaction')
    const transactionId = transactionIdOf(bodyBytes)
    if (found.has(transactionId)) continue
    const sigPair = signatures.map(({ prefix, signature, kind }) => ({
      pubKeyPrefix: prefix,
      ...(kind === 'ed25519' ? { ed25519: signature } : { ECDSASecp256k1: signature }),
    }))
    const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()
    const transaction = Uint8Array.from(proto.Transaction.encode({ signedTransactionBytes }).finish())
    found.set(transactionId, { transactionId, bytes: transaction, bodyBytes, signatures })
    const { value: most } = limits.maxTransactionsPerSubmission
    if (found.size > most)
      throw badRequest('TOO_MANY_TRANSACTIONS', `bytes hold more than ${most} transactions: submit them separately`)
  }
  return [...found.values()]
}

/**
 * Adds a signature by a key of the payer to the one transaction in `bytes`. Existing signatures stay.
 *
 * @throws 400 SIGNATURE_AMBIGUOUS, INVALID_TRANSACTION_BYTES; 422 INVALID_SIGNATURE
 */
export async function withPayersSignature(
  ledger: OperatedLedger,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<Signed> {
  const [signed, ...more] = signaturesIn(bytes)
  if (!signed?.bodyBytes || more.length > 0)
    throw badRequest('SIGNATURE_AMBIGUOUS', 'signature is for one transaction, but bytes do not hold exactly one')
  const { bodyBytes } = signed
  const transactionId = transactionIdOf(bodyBytes)
  const payer = parseTransactionId(transactionId)?.payer ?? ''
  const account = await ledger.mirror.account(payer)
  const candidates = account?.key ? leaves(account.key) : []
  const given = verifiedSignatures(bodyBytes, signaturesFrom(signature), candidates)
  if (given.length === 0)
    throw unprocessable('INVALID_SIGNATURE', `signature is not that of a key of ${payer}, who pays, over bodyBytes`)
  const present = signed.signatures.flatMap(({ prefix, signature: bytes, kind }): Signature[] => {
    const publicKey = wholeKey(prefix, kind)
    return publicKey ? [{ publicKey, signature: bytes }] : []
  })
  const all = [...present, ...given]
  return {
    transactionId,
    bodyBytes,
    bytes: withSignatures(bodyBytes, all),
    signatures: all.map(({ publicKey, signature }) => ({ prefix: publicKey.bytes, signature, kind: publicKey.type })),
  }
}

/**
 * The verified signatures of keys that may have to sign the transaction. The submitting wallet may have added others,
 * which could make it too large for the ledger.
 *
 * @throws 400 TOO_MANY_SIGNATURES
 */
export function signaturesOf({ bodyBytes, signatures }: Signed, { keys, evmAddresses }: Signers): Signature[] {
  const hollow = signatures.flatMap(({ prefix, kind }) => {
    const leaf = wholeKey(prefix, kind)
    return leaf && evmAddresses.has(evmAddressOf(leaf) ?? '') ? [leaf] : []
  })
  const candidates = new Map([...keys, ...hollow].map((leaf) => [publicKeyText(leaf), leaf]))
  return verifiedSignatures(bodyBytes, signatures, [...candidates.values()])
}

export interface NetworkSignature {
  due: Due
  /** The network's signature of a body if it is due; otherwise an empty list. */
  sign(body: Uint8Array): Signature[]
}

/** @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
export async function askValidators(
  cosigner: Cosigner,
  request: WriteRequest,
  ledger: OperatedLedger,
  { sender, prepared, frozen }: PreparedWrite,
  decision: Decision | undefined,
): Promise<NetworkSignature> {
  const { operation, params, session } = request
  const { sender: _sender, dao: _dao, isOfflineTransaction: _offline, ...fields } = request.body
  const asked = {
    name: operation.name,
    fields,
    params,
    swaps: prepared.swaps ?? [],
    sender,
    wallet: session.walletId,
    daoTopic: decision?.topicId,
    decidedSender: decision?.sender?.id,
  }
  const due = await cosigner.due(ledger, frozen, asked, prepared.creates !== undefined)
  return { due, sign: (body) => (due.signs ? [cosigner.sign(ledger, body)] : []) }
}

/**
 * Whether the node signs and submits for the operator as payer: in a session of the operator, unless it asks for the
 * bytes.
 */
export const isByOperator = (
  roles: Roles,
  { session, body }: WriteRequest,
  sender: string,
  { operator }: OperatedLedger,
): boolean => roles.ofSession(session) === 'operator' && sender === operator.accountId && !body.isOfflineTransaction

/** The keys that the network's signature comes from, if it is due. */
export const networkSigners = ({ bodies: [first] }: FrozenWrite, { sign }: NetworkSignature): Leaf[] =>
  sign(first ?? new Uint8Array()).map(({ publicKey }) => publicKey)

/** Checks that nobody but the operator and the network must sign. @throws 422 INVALID_SIGNATURE */
export const assertOperatorSuffices = (ledger: OperatedLedger, frozen: FrozenWrite, network: NetworkSignature) =>
  assertNoOtherSigners(ledger, frozen, [ledger.operator.publicKey, ...networkSigners(frozen, network)])

/** The operator's signatures and, if they are due, the network's. */
export const operatorsSignatures = (
  { operator: { publicKey, sign } }: OperatedLedger,
  body: Uint8Array,
  networkSigns: NetworkSignature['sign'],
): Signature[] => [{ publicKey, signature: sign(body) }, ...networkSigns(body)]
