import type { proto } from '@hiero-ledger/proto'
import type { BodyCase, Envelope } from '#protocol/envelope.ts'
import type { KeyRule } from '#protocol/keys.ts'
import type { Signatures } from '#protocol/signatures.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import type { BlockTime } from '#store/block-time.ts'
import type { ContractAction, Executed } from '#store/executed.ts'
import type { PresetIds } from './preset-ids.ts'
import type { Price } from './prices.ts'

/** The body of each kind of transaction. */
export type Bodies = { [K in BodyCase]: NonNullable<proto.ITransactionBody[K]> }

/** A transaction that the node has admitted: its payer, the fee in tinybars, and its valid start. */
export interface Admitted extends Envelope {
  readonly payer: number
  readonly fee: bigint
  readonly validStart: bigint
  readonly definition: TransactionDefinition<unknown>
  readonly op: unknown
  /** The multiplier of its fee, in thousandths, if it requested high volume (HIP-1313). */
  readonly multiplier?: bigint
}

/** The data that a definition may read to find the required signers. */
export interface Reading {
  readonly state: State
  /** The account that pays. */
  readonly payer: number
  readonly signatures: Signatures
  /** The whole transaction. */
  readonly transaction: proto.ITransactionBody
  readonly dispatch: Dispatch
}

/** What a transaction paid to run a contract. It pays that even if the batch that contains it fails. */
export interface GasPaid {
  /** Tinybars by account. */
  readonly charges: readonly (readonly [account: number, amount: bigint])[]
  /** The sender of an Ethereum transaction. The transaction uses up this account's nonce. */
  readonly sender?: number
}

/** The result of a handler: the receipt, further fields of the record, and the entity concerned. */
export interface Handled {
  readonly receipt: proto.ITransactionReceipt
  readonly record: proto.ITransactionRecord
  readonly entity: number | null
  /** The fee that was charged, in tinybars. */
  readonly fee: bigint
  readonly following: readonly DispatchedTransaction[]
  readonly preceding: readonly Executed[]
  /** The account that gets the staking reward of the one that the transaction deleted. */
  readonly heir?: number
  readonly gas?: GasPaid
  /** The calls of the contract that it ran. */
  readonly actions?: readonly ContractAction[]
  /** What the contract service needs to run the contract once more. */
  readonly rerun?: object
}

/** Functions of the ledger for handlers whose transaction contains or causes others. */
export interface Dispatch {
  /** The definition of a body; undefined if the ledger does not support it. */
  definitionOf(bodyCase: BodyCase): TransactionDefinition<unknown> | undefined
  /**
   * Admits a transaction of a batch, like the precheck for transactions outside of batches.
   *
   * @throws StatusError if it is not admitted
   */
  admitInner(envelope: Envelope): Admitted
  /** The consensus time of a child that precedes the transaction being handled. */
  precedingTime(): bigint
  /** The consensus time of a child that follows the transaction being handled. */
  followingTime(): bigint
  /** The block of a transaction. Its consensus time must be after all others. */
  block(now: bigint): BlockTime
  /** The ids of the schedules that contracts create. */
  readonly presets: PresetIds
  /** 48 unpredictable bytes; they are the same when the ledger is replayed. */
  entropy(): Buffer
  /**
   * Handles a transaction that a contract dispatches, without recording it. The children that precede it are added to
   * `preceding`. `within`: the functions that it may call, which are others if the contract's call is only simulated.
   */
  handleCall(
    transaction: DispatchedTransaction,
    state: State,
    now: bigint,
    preceding: Executed[],
    within: Dispatch,
  ): Handled
  /** Handles a transaction and those that follow it. The changes stay in the state, but nothing is recorded. */
  rehearse(following: DispatchedTransaction, now: bigint): Handled
}

/** A transaction that another one contains or causes: handled right after it, with a separate record. */
export interface DispatchedTransaction {
  readonly admitted: Admitted
  /** The consensus time of the batch that contains it; null for a scheduled transaction. */
  readonly parent: bigint | null
  /** The outcome, if it is known beforehand: the transaction then leaves only its fee. */
  readonly outcome?: ResponseCode
  /** The gas that it pays all the same. */
  readonly gas?: GasPaid
  /** Fields that its record has from the start. */
  readonly record?: proto.ITransactionRecord
  /** Whether a contract's gas pays for it. */
  readonly isPaidInGas?: boolean
  /** Whether the payer's key has signed the transaction that runs the contract. */
  readonly isKeySigned?: boolean
}

/**
 * The input of a handler: it changes `state` and fills `receipt`, or throws a StatusError, which undoes its changes. A
 * status that it sets in the receipt is kept.
 */
export interface HandleContext extends Reading {
  /** Consensus timestamp in nanoseconds. */
  readonly now: bigint
  /** Where the changes of the transaction begin, those of its fee included. */
  readonly savepoint: number
  readonly receipt: proto.ITransactionReceipt
  /** Further fields of the record. */
  readonly record: proto.ITransactionRecord
  /** Nanoseconds. */
  readonly validStart: bigint
  /** The children that precede the transaction. */
  readonly preceding: Executed[]
  /** The transactions to handle right after this one, in this order. */
  readonly following: DispatchedTransaction[]
  /** The fee that the precheck computed, in tinybars. */
  readonly fee: bigint
  /** Whether a contract's gas pays for it. If so, nothing is charged while handling. */
  readonly isPaidInGas: boolean
  /** The charge while handling, in tinybars: see `chargeWhileHandling`. */
  chargedMore: bigint
  /** The entity that the transaction created or is about, for the mirror. */
  entity: number | null
  /** The account that gets the staking reward of the one that the transaction deleted. */
  heir?: number
  gas?: GasPaid
  actions?: readonly ContractAction[]
  rerun?: object
}

/** One kind of transaction: its file under services/ exports one of these. */
export interface TransactionDefinition<Body> {
  /** Field number of the body in proto.TransactionBody. */
  readonly type: number
  /** The Mirror Node's name of the type. */
  readonly name: string
  /** Its price in addition to what every transaction costs; absent if there is none. */
  readonly price?: Price<Body>
  /** Checks that need no state; the precheck returns their codes. */
  precheck?(body: Body, transaction: proto.ITransactionBody): void
  /**
   * Checks the lengths of lists, before anything reads their entries. It runs at consensus, because the network gives
   * these codes there.
   */
  checkLengths?(body: Body): void
  /** The tinybars beyond the fee that the payer must have at the precheck. */
  debit?(body: Body, payer: number): bigint
  /**
   * The key rules that must be met, in addition to the payer's.
   *
   * @throws StatusError for entities that cannot sign or must not be changed
   */
  signers(body: Body, reading: Reading): readonly KeyRule[]
  handle(body: Body, context: HandleContext): void
}

/** Gives a definition its body's type. */
export function define<K extends BodyCase>(
  _bodyCase: K,
  definition: TransactionDefinition<Bodies[K]>,
): TransactionDefinition<Bodies[K]> {
  return definition
}
