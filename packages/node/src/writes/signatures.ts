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
import { leaves, publicKeyText } from '@quorate/verify'
import type { Decision } from '../decisions/decisions.ts'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { transactionIdOf } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Roles } from '../sessions/roles.ts'
import type { Cosigner, Due } from '../validators/cosign.ts'
import { assertNoOtherSigners, type Signers, signersOf } from '../validators/needed-keys.ts'
import type { PreparedWrite, WriteRequest } from './prepare.ts'

/** A signed transaction in the bytes that the ledger accepts. */
export interface Signed {
  transactionId: string
  bytes: Uint8Array
  bodyBytes: Uint8Array
  /** The signatures in the bytes, not verified. */
  signatures: FoundSignature[]
}

/**
 * The transactions in the bytes that a wallet signed: each chunk of a long message, but only the first of several
 * copies for different consensus nodes.
 *
 * @throws 400 INVALID_TRANSACTION_BYTES, TOO_MANY_TRANSACTIONS, TOO_MANY_SIGNATURES
 */
export function signedIn(bytes: Uint8Array): Signed[] {
  const found = new Map<string, Signed>()
  for (const { bodyBytes, signatures } of signaturesIn(bytes)) {
    if (!bodyBytes) throw badRequest('INVALID_TRANSACTION_BYTES', 'bytes contain signatures without a transaction')
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
      throw badRequest('TOO_MANY_TRANSACTIONS', `bytes contain more than ${most} transactions: submit them separately`)
  }
  return [...found.values()]
}

/**
 * Adds a signature by a key of the payer to the single transaction in `bytes`. Existing signatures stay.
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
    throw badRequest(
      'SIGNATURE_AMBIGUOUS',
      '`signature` signs one transaction, but `bytes` does not contain exactly one',
    )
  const { bodyBytes } = signed
  const transactionId = transactionIdOf(bodyBytes)
  const payer = parseTransactionId(transactionId)?.payer ?? ''
  const account = await ledger.mirror.account(payer)
  const candidates = account?.key ? leaves(account.key) : []
  const given = verifiedSignatures(bodyBytes, signaturesFrom(signature), candidates)
  if (given.length === 0)
    throw unprocessable(
      'INVALID_SIGNATURE',
      `signature is not a signature of bodyBytes by a key of the payer, ${payer}`,
    )
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
 * The verified signatures of keys that may have to sign the transaction. Others are left out: the submitting wallet may
 * have added so many that the transaction would be too large for the ledger.
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

/** Returns the network's signatures of a body, one for each of its keys that must sign. */
export type NetworkSigns = (body: Uint8Array) => Signature[]

/** `asker` has proved that it asks. @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED */
export async function askValidators(
  cosigner: Cosigner,
  request: WriteRequest,
  ledger: OperatedLedger,
  { sender, prepared, frozen }: PreparedWrite,
  { decision, asker }: { decision: Decision | undefined; asker: string | undefined },
): Promise<Due> {
  const { operation, params } = request
  const { sender: _sender, dao: _dao, isOfflineTransaction: _offline, ...fields } = request.body
  const asked = {
    name: operation.name,
    fields,
    params,
    swaps: prepared.swaps ?? [],
    moved: prepared.moves,
    sender,
    asker,
    daoTopic: decision?.topicId,
    decidedSender: decision?.sender?.id,
  }
  return cosigner.due(ledger, frozen, asked, prepared.creates !== undefined)
}

/**
 * Whether the node signs and submits for the operator as payer. It does so in a session of the operator, unless the
 * session requests the bytes.
 */
export const isByOperator = (
  roles: Roles,
  { session, body }: WriteRequest,
  sender: string,
  { operator }: OperatedLedger,
): boolean => roles.ofSession(session) === 'operator' && sender === operator.accountId && !body.isOfflineTransaction

/** Checks that only the operator and the network must sign. @throws 422 INVALID_SIGNATURE */
export const assertOperatorSuffices = (ledger: OperatedLedger, frozen: FrozenWrite, { signers }: Due) =>
  assertNoOtherSigners(ledger, frozen, [ledger.operator.publicKey, ...signers])

/** The bodies with the operator's signatures. */
export const signedByOperator = ({ operator: { publicKey, sign } }: OperatedLedger, { bodies }: FrozenWrite) =>
  bodies.flatMap((body) => signedIn(withSignatures(body, [{ publicKey, signature: sign(body) }])))

/** The transactions with the network's signatures and the verified signatures of keys that may have to sign. */
export async function withNetworkSignatures(
  ledger: OperatedLedger,
  frozen: FrozenWrite,
  given: readonly Signed[],
  networkSigns: NetworkSigns,
): Promise<Signed[]> {
  const signers = await signersOf(ledger, frozen)
  return given.map((signed) => {
    const signatures = [...signaturesOf(signed, signers), ...networkSigns(signed.bodyBytes)]
    return { ...signed, bytes: withSignatures(signed.bodyBytes, signatures) }
  })
}

const BLANK = new Uint8Array(64).fill(1)
/** Placeholders of the same size as the network's signatures. */
export const blankSignatures =
  ({ signers }: Due): NetworkSigns =>
  () =>
    signers.map((publicKey) => ({ publicKey, signature: BLANK }))
