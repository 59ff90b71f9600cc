import type { proto } from '@hiero-ledger/proto'
import type { BodyCase, Envelope } from '../protocol/envelope.ts'
import type { KeyRule } from '../protocol/keys.ts'
import type { Signatures } from '../protocol/signatures.ts'
import type { ResponseCode } from '../protocol/status-error.ts'
import type { State } from '../state/state.ts'
import type { Executed } from '../store/executed.ts'
import type { Price } from './prices.ts'

/** The body of each kind of transaction. */
export type Bodies = { [K in BodyCase]: NonNullable<proto.ITransactionBody[K]> }

/** A transaction that the node lets in: the account that pays, the fee in tinybars, when it becomes valid. */
export interface Admitted extends Envelope {
  readonly payer: number
  readonly fee: bigint
  readonly validStart: bigint
  readonly definition: TransactionDefinition<unknown>
  readonly op: unknown
}

/** What a transaction may look at while it says who must sign. */
export interface Reading {
  readonly state: State
  /** The account that pays. */
  readonly payer: number
  readonly signatures: Signatures
  /** The whole transaction. */
  readonly transaction: proto.ITransactionBody
  readonly dispatch: Dispatch
}

/** What a transaction may ask of the ledger about others that it contains or causes. */
export interface Dispatch {
  /** The definition of a body; undefined if the ledger does not support it. */
  definitionOf(bodyCase: BodyCase): TransactionDefinition<unknown> | undefined
  /** Lets a transaction of a batch in as the node lets in those that stand alone. @throws a StatusError if not */
  admitInner(envelope: Envelope): Admitted
  /** The consensus time of a transaction that the one being handled brings about before itself. */
  precedingTime(): bigint
  /** 48 bytes that nobody can foresee, the same when the ledger is replayed. */
  entropy(): Buffer
  /** Handles a transaction and what follows it; the changes stay, nothing is recorded. */
  rehearse(following: DispatchedTransaction, now: bigint): ResponseCode
}

/** A transaction that another one contains or causes: handled right after it, with a record of its own. */
export interface DispatchedTransaction {
  readonly admitted: Admitted
  /** Consensus time of the batch that contains it; null for a scheduled one. */
  readonly parent: bigint | null
  /** What is known to become of it: it leaves only its fee. */
  readonly outcome?: ResponseCode
  /** Fields of its record from the start. */
  readonly record?: proto.ITransactionRecord
}

/**
 * What a handler works with: it changes `state` and fills `receipt`, or throws a StatusError and leaves no trace.
 * A status that it puts into the receipt itself is kept.
 */
export interface HandleContext extends Reading {
  /** Consensus timestamp in nanoseconds. */
  readonly now: bigint
  readonly receipt: proto.ITransactionReceipt
  /** Further fields of the record. */
  readonly record: proto.ITransactionRecord
  /** Nanoseconds. */
  readonly validStart: bigint
  /** What it brought about before itself. */
  readonly preceding: Executed[]
  /** What is handled right after it, in this order. */
  readonly following: DispatchedTransaction[]
  /** The entity that the transaction created or is about, for the mirror. */
  entity: number | null
}

/** One kind of transaction: its file under services/ exports one of these. */
export interface TransactionDefinition<Body> {
  /** Field number of the body in proto.TransactionBody. */
  readonly type: number
  /** The Mirror Node's name of the type. */
  readonly name: string
  /** What it costs beside what every transaction costs; nothing if absent. */
  readonly price?: Price<Body>
  /** Checks that need no state; their codes come back from the precheck. */
  precheck?(body: Body, transaction: proto.ITransactionBody): void
  /** Checks how long its lists are, at consensus, where the network answers these codes, but before anything looks at each entry. */
  checkLengths?(body: Body): void
  /** Tinybars beyond the fee that the payer must have at the precheck. */
  debit?(body: Body, payer: number): bigint
  /** The rules that must be met beside the payer's key. @throws for entities that can't sign or may not be touched */
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
