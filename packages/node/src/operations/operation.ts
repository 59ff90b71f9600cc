import type { CustomFeeLimit, Transaction } from '@hiero-ledger/sdk'
import type { Ledger, MirrorAccount } from '@quorate/ledger'
import type { RouteErrors } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Facts } from './checks.ts'

/** The account that pays for a write and signs it. */
export interface Sender {
  id: string
  account: MirrorAccount
  /** The key of new entities: the one that the request gave, else the account's own. */
  key: Key
}

export type EntityKind = 'account' | 'topic' | 'token'

/** An entity that a write creates. */
export interface Created {
  kind: EntityKind
  /** The consensus timestamp of the validator that it is to be bound to. */
  validator: string
}

/**
 * An atomic swap as one of its accounts sees it: what the account gives and what it takes for that. `tokenId` null is
 * ℏ.
 */
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
  /** The message that the write puts on a topic; it may be larger than one transaction can carry. */
  message?: { topicId: string; bytes: Uint8Array; limits: CustomFeeLimit[] }
}

/** What an operation has to prepare a write with. */
export interface Preparing {
  ledger: Ledger
  facts: Facts
  sender: Sender
  /**
   * The key of a new entity: `own`; with a validator, `own` and the network key as the validator's `smartNodeSecurity`
   * combines them.
   *
   * @throws 400 WRONG_VALIDATOR for a validator of another kind, 404 VALIDATOR_NOT_FOUND
   */
  newKey(kind: EntityKind, own: Key, validator: string | undefined): Promise<Key>
  /** What `account` takes for `gives`, by the prices of its validator: null if it names none, undefined without one. */
  priceOf(account: string, gives: { tokenId: string | null; amount: bigint }): Promise<Swap['takes'] | null | undefined>
}

/** A kind of write: one endpoint. */
export interface Operation<Params extends TObject = TObject, Body extends TSchema = TSchema> {
  /** The name that validators know it by. */
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The endpoint's path, with `{...}` for parameters. */
  path: string
  tag: 'topics' | 'tokens' | 'accounts'
  summary: string
  /** What it may answer beside what every ledger write may. */
  errors?: RouteErrors | readonly RouteErrors[]
  params: Params
  body: Body
  prepare(request: { params: Static<Params>; body: Static<Body> }, preparing: Preparing): Promise<Prepared>
}

export const defineOperation = <Params extends TObject, Body extends TSchema>(
  operation: Operation<Params, Body>,
): Operation => operation as unknown as Operation
