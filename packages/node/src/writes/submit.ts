import { proto } from '@hiero-ledger/proto'
import {
  type CountVerifications,
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
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Signers } from '../validators/cosign.ts'
import { transactionIdOf } from '../values/transaction-body.ts'

/** A signed transaction in the bytes that the ledger takes. */
export interface Signed {
  transactionId: string
  bytes: Uint8Array
  bodyBytes: Uint8Array
  /** The signatures in the bytes, which nobody has verified. */
  signatures: FoundSignature[]
}

/**
 * The transactions in the bytes that a wallet signed: the first of copies for several consensus nodes, and each chunk
 * of a long message.
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
      throw badRequest('TOO_MANY_TRANSACTIONS', `bytes hold more than ${most} transactions: submit them apart`)
  }
  return [...found.values()]
}

/**
 * Adds to the one transaction in `bytes` a signature by a key of its payer; signatures that it has stay.
 *
 * @throws 400 SIGNATURE_AMBIGUOUS, INVALID_TRANSACTION_BYTES; 422 INVALID_SIGNATURE
 */
export async function withPayersSignature(
  ledger: OperatedLedger,
  bytes: Uint8Array,
  signature: Uint8Array,
  count: CountVerifications,
): Promise<Signed> {
  const [signed, ...more] = signaturesIn(bytes)
  if (!signed?.bodyBytes || more.length > 0)
    throw badRequest('SIGNATURE_AMBIGUOUS', 'signature is for one transaction: bytes hold another number of them')
  const { bodyBytes } = signed
  const transactionId = transactionIdOf(bodyBytes)
  const payer = parseTransactionId(transactionId)?.payer ?? ''
  const account = await ledger.mirror.account(payer)
  const candidates = account?.key ? leaves(account.key) : []
  const given = verifiedSignatures(bodyBytes, signaturesFrom(signature), candidates, { count })
  if (given.length === 0)
    throw unprocessable('INVALID_SIGNATURE', `signature is not that of a key of ${payer}, who pays, over bodyBytes`)
  const present = signed.signatures.flatMap(({ prefix, signature: bytes, kind }): Signature[] => {
    const publicKey = wholeKey(prefix, kind)
    return publicKey ? [{ publicKey, signature: bytes }] : []
  })
  const all = [...present, ...given]
  return {
    ...{ transactionId, bodyBytes, bytes: withSignatures(bodyBytes, all) },
    signatures: all.map(({ publicKey, signature }) => ({ prefix: publicKey.bytes, signature, kind: publicKey.type })),
  }
}

/**
 * The verified signatures of keys that may have to sign the transaction. The wallet that hands it in may have added
 * others, which could make it too large for the ledger.
 *
 * @throws 400 TOO_MANY_SIGNATURES
 */
export function signaturesOf(
  { bodyBytes, signatures }: Signed,
  { keys, evmAddresses }: Signers,
  count: CountVerifications,
): Signature[] {
  const hollow = signatures.flatMap(({ prefix, kind }) => {
    const leaf = wholeKey(prefix, kind)
    return leaf && evmAddresses.has(evmAddressOf(leaf) ?? '') ? [leaf] : []
  })
  const candidates = new Map([...keys, ...hollow].map((leaf) => [publicKeyText(leaf), leaf]))
  return verifiedSignatures(bodyBytes, signatures, [...candidates.values()], { count })
}
