/**
 * The query client. Reads and writes ignore the browser's network state: they are sent immediately and never queued.
 */
import { isQuorateError } from '@quorate/client'
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'

/**
 * An event during a query's first load may be newer than the answer on its way. TanStack Query lets such a load finish
 * and forgets that it was invalidated, so this client loads it again.
 */
class Queries extends QueryClient {
  readonly #again = new WeakSet<object>()

  override invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined || this.#again.has(query)) continue
      this.#again.add(query)
      const loadAgain = (): void => {
        this.#again.delete(query)
        void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
      }
      query.promise?.then(loadAgain, () => this.#again.delete(query))
    }
    return super.invalidateQueries(filters, options)
  }
}

export function createQueries(): QueryClient {
  // The session has ended: refetching the account asks the user to sign in again.
  const onError = (error: unknown): void => {
    if (isQuorateError(error) && error.status === 401) void queries.invalidateQueries({ queryKey: ['account'] })
  }
  const queries: QueryClient = new Queries({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < 2 && isQuorateError(error) && error.status === 503,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== 'account') onError(error)
      },
    }),
    mutationCache: new MutationCache({ onError }),
  })
  return queries
}
