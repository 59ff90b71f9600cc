import type { CustomFeeLimit, Transaction } from '@hiero-ledger/sdk'
import type { CountVerifications, Key, Ledger, MirrorAccount } from '@quorate/ledger'
import type { Static, TObject, TSchema } from 'typebox'
import type { Facts } from './checks.ts'

/** Who pays for a write and signs it. */
export interface Sender {
  id: string
  account: MirrorAccount
  /** What new entities get: the key that was given, else the account's own. */
  key: Key
}

export type EntityKind = 'account' | 'topic' | 'token'

/** An entity that a write creates. */
export interface Created {
  kind: EntityKind
  /** The consensus timestamp of the validator that it is to be bound to. */
  validator: string
}

/** A leg of an atomic swap: what an account gives and what it takes for it. `tokenId` null is the native currency. */
export interface Swap {
  account: string
  gives: { tokenId: string | null; amount: bigint }
  takes: { tokenId: string | null; amount: bigint }
}

/** A write, ready to be frozen. */
export interface Prepared {
  transaction: Transaction
  creates?: Created
  swaps?: Swap[]
  /** What is written on a topic: it may be larger than one transaction. */
  message?: { topicId: string; bytes: Uint8Array; limits: CustomFeeLimit[] }
}

/** What an operation may ask while it prepares. */
export interface Preparing {
  ledger: Ledger
  facts: Facts
  sender: Sender
  /** Counts the signatures that it verifies. */
  count: CountVerifications
  /**
   * The key of a new entity: `own`, or with a validator what its `smartNodeSecurity` makes of it.
   *
   * @throws 400 where the validator is none of this kind, 404 VALIDATOR_NOT_FOUND
   */
  newKey(kind: EntityKind, own: Key, validator: string | undefined): Promise<Key>
  /** What a bound account asks for `amount` of a token; undefined where it names no price for it. */
  priceOf(account: string, gives: { tokenId: string | null; amount: bigint }): Promise<Swap['takes'] | undefined>
}

/** A kind of write: one endpoint. */
export interface Operation<Params extends TObject = TObject, Body extends TSchema = TSchema> {
  /** How validators name it. */
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The endpoint's path, with `{...}` for parameters. */
  path: string
  tag: 'topics' | 'tokens' | 'accounts'
  summary: string
  params: Params
  body: Body
  prepare(request: { params: Static<Params>; body: Static<Body> }, preparing: Preparing): Promise<Prepared>
}

export const defineOperation = <Params extends TObject, Body extends TSchema>(
  operation: Operation<Params, Body>,
): Operation => operation as unknown as Operation
