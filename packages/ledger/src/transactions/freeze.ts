import { proto } from '@hiero-ledger/proto'
import { AccountId, Timestamp, type Transaction, TransactionId } from '@hiero-ledger/sdk'
import { type Leaf, publicKeyText, timestampText } from '@quorate/verify'
import type { Signature } from '../keys/signatures.ts'

/** The largest transaction that the network accepts, in bytes, including signatures (TRANSACTION_OVERSIZE). */
export const MAX_TRANSACTION_BYTES = 6_144

/** A consensus timestamp or a valid start. */
export interface LedgerTime {
  seconds: bigint
  /** 0 to 999,999,999. */
  nanos: number
}

export interface FreezeOptions {
  /** The account that pays, `0.0.n`. */
  payer: string
  validStart: LedgerTime
  /** 15 to 180; the network refuses other values (INVALID_TRANSACTION_DURATION). */
  validDurationSeconds: number
}

/** A transaction that is ready to be signed, for exactly one consensus node. */
export interface Frozen {
  /** `0.0.n@seconds.nanos`, nanos with nine digits. */
  transactionId: string
  /** The account of the node to which it must be submitted. */
  nodeId: string
  /** A TransactionList without signatures, which SDKs and wallets can read. */
  bytes: Uint8Array
  /** The bytes that keys sign. */
  bodyBytes: Uint8Array
  /** In milliseconds. After this time the network can no longer execute the transaction. */
  expiresAt: number
}

/** The ledger's outcome. Codes are the protocol's ResponseCodeEnum names. */
export type Outcome =
  | FinalOutcome
  | {
      state: 'unknown'
      /** A node reports that a transaction with this id is on its way to consensus. */
      isUnderWay?: true
    }

export interface FinalOutcome {
  state: 'final'
  transactionId: string
  /** `SUCCESS`, or the reason for the failure. */
  status: string
  success: boolean
  /**
   * The stage that decided the outcome. A refusal at the node's `precheck` costs nothing and leaves no trace: while the
   * window is open, the same transaction can still be submitted with other signatures. An outcome at `consensus` is
   * final.
   */
  phase: 'precheck' | 'consensus' | 'expired'
  /** `seconds.nanos`, if the mirror has it already. */
  consensusTimestamp?: string
  /**
   * The outcome is for a transaction in a batch, whose body differs from the same transaction's body outside a batch.
   * Only the mirror shows this.
   */
  inBatch?: true
  /** A node accepted the bytes of this very submission: see `Ledger.execution`. */
  accepted?: true
  receipt: Receipt
}

/**
 * A receipt: the status, and the ids and values that the transaction created or changed. Amounts are decimal strings.
 */
export interface Receipt {
  status: string
  accountId?: string
  tokenId?: string
  topicId?: string
  fileId?: string
  contractId?: string
  scheduleId?: string
  scheduledTransactionId?: string
  totalSupply?: string
  serials?: string[]
  topicSequenceNumber?: string
}

/** Freezes without a client or an operator. Changes the given SDK transaction, which must not be frozen yet. */
export function freezeFor(nodeId: string, transaction: Transaction, options: FreezeOptions): Frozen {
  const { payer, validStart, validDurationSeconds } = options
  const start = new Timestamp(Number(validStart.seconds), validStart.nanos)
  transaction
    .setNodeAccountIds([AccountId.fromString(nodeId)])
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString(payer), start))
    .setTransactionValidDuration(validDurationSeconds)
    .freeze()
  const bytes = Uint8Array.from(transaction.toBytes())
  return {
    transactionId: `${payer}@${timestampText(validStart.seconds, validStart.nanos)}`,
    nodeId,
    bytes,
    bodyBytes: bodyIn(bytes),
    expiresAt: Number(validStart.seconds + BigInt(validDurationSeconds)) * 1000 + Math.ceil(validStart.nanos / 1e6),
  }
}

function bodyIn(bytes: Uint8Array): Uint8Array {
  const [transaction, ...others] = proto.TransactionList.decode(bytes).transactionList ?? []
  if (!transaction?.signedTransactionBytes || others.length > 0) {
    throw new Error(
      'A message of several chunks cannot be frozen as one transaction: freeze and submit each chunk separately',
    )
  }
  return Uint8Array.from(proto.SignedTransaction.decode(transaction.signedTransactionBytes).bodyBytes ?? [])
}

/**
 * The signed Transaction with exactly this body, ready to submit. The signatures must be verified already. They are
 * sorted by key, one for each key, so that the same signatures give the same bytes.
 */
export function withSignatures(bodyBytes: Uint8Array, signatures: readonly Signature[]): Uint8Array {
  const byKey = new Map(signatures.map((signature) => [publicKeyText(signature.publicKey), signature]))
  const sigPair = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, signature]) => pairOf(signature))
  const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()
  return Uint8Array.from(proto.Transaction.encode({ signedTransactionBytes }).finish())
}

const pairOf = ({ publicKey, signature }: Signature): proto.ISignaturePair => ({
  pubKeyPrefix: publicKey.bytes,
  ...(publicKey.type === 'ed25519' ? { ed25519: signature } : { ECDSASecp256k1: signature }),
})

const BLANK = new Uint8Array(64).fill(1)

/**
 * The size in bytes of the transaction with a signature by each of these keys. Compare it with {@link
 * MAX_TRANSACTION_BYTES}.
 */
export const signedSize = (bodyBytes: Uint8Array, publicKeys: readonly Leaf[]): number =>
  withSignatures(
    bodyBytes,
    publicKeys.map((publicKey) => ({ publicKey, signature: BLANK })),
  ).length
