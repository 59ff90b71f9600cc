import type { RouteErrors } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Ledger } from '../ledger.ts'
import type { MirrorAccount } from '../mirror/mirror.ts'
import type { Facts } from './checks.ts'
import type { EntityKind, Swap, UnfrozenWrite } from './write.ts'

/** The account that pays for a write and signs it. */
export interface Sender {
  id: string
  account: MirrorAccount
  /** The key for new entities: the one in the request, or else the account's own. */
  key: Key
}

/** The context that an operation uses to prepare a write. */
export interface Preparing {
  ledger: Ledger
  facts: Facts
  sender: Sender
  /**
   * The key for a new entity: `own`, or, with a validator, `own` combined with the network key according to the
   * validator's `smartNodeSecurity`.
   *
   * @throws 400 WRONG_VALIDATOR for another kind of validator, 404 VALIDATOR_NOT_FOUND
   */
  newKey(kind: EntityKind, own: Key, validator: string | undefined): Promise<Key>
  /** A key with the network's current key in place of its earlier ones. */
  movedKey(key: Key): Key
  /**
   * The amount that `account` wants in return for `gives`, by its validator's prices: null if there is no such price,
   * undefined without a validator.
   */
  priceOf(account: string, gives: { tokenId: string | null; amount: bigint }): Promise<Swap['takes'] | null | undefined>
}

/** A kind of write: one endpoint. */
export interface Operation<Params extends TObject = TObject, Body extends TSchema = TSchema> {
  /** The name of the operation, which validators use. */
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The endpoint's path, with `{...}` for parameters. */
  path: string
  tag: 'topics' | 'tokens' | 'accounts' | 'contracts' | 'files' | 'schedules' | 'nodes'
  summary: string
  /** The errors it may return besides those of every ledger write. */
  errors?: RouteErrors | readonly RouteErrors[]
  params: Params
  body: Body
  prepare(request: { params: Static<Params>; body: Static<Body> }, preparing: Preparing): Promise<UnfrozenWrite>
}

export const defineOperation = <Params extends TObject, Body extends TSchema>(
  operation: Operation<Params, Body>,
): Operation => operation as unknown as Operation
