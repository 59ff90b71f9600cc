/** Reads and writes of the page. Both are sent at once, whatever the browser thinks of its network: none is queued. */
import { isQuorateError } from '@quorate/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

export function createQueries(): QueryClient {
  // The session has ended: the page asks who is signed in, and has the account sign in again.
  const onError = (error: unknown): void => {
    if (isQuorateError(error) && error.status === 401) void queries.invalidateQueries({ queryKey: ['account'] })
  }
  const queries: QueryClient = new QueryClient({
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
