import type { proto } from '@hiero-ledger/proto'
import type { ConsensusClock } from '#ledger/clock.ts'
import type { State } from '#state/state.ts'
import type { RecordCache } from '#store/record-cache.ts'
import type { Store } from '#store/store.ts'
import type { Dispatch } from '#transaction/definition.ts'

export type QueryCase = NonNullable<proto.Query['query']>
export type ResponseCase = NonNullable<proto.Response['response']>
type Queries = { [K in QueryCase]: NonNullable<proto.IQuery[K]> }
type Responses = { [K in ResponseCase]: NonNullable<proto.IResponse[K]> }

/** The state that queries read. Everything in it is on disk by then. */
export interface QueryContext {
  readonly state: State
  readonly store: Store
  readonly clock: ConsensusClock
  readonly recordCache: RecordCache
  readonly dispatch: Dispatch
  /** `host:port` of each of the ledger's own nodes. */
  readonly addresses: readonly string[]
}

/** One kind of query: its file under queries/ exports one of these. */
export interface QueryDefinition<Q, R> {
  /** The member of proto.Response that answers it. */
  readonly response: ResponseCase
  /** Free queries ignore their payment. */
  readonly isPaid: boolean
  /**
   * The answer without its header. It contains a header only if the code is not OK. `payer` is undefined if the client
   * asks only for the cost, or the query is free.
   *
   * @throws StatusError with the code for the header
   */
  answer(query: Q, context: QueryContext, payer?: number): R
}

export function defineQuery<K extends QueryCase, R extends ResponseCase>(
  _query: K,
  definition: QueryDefinition<Queries[K], Responses[R]> & { readonly response: R },
): QueryDefinition<Queries[K], unknown> {
  return definition
}
