/** The query client. Reads and writes ignore the browser's network state: they are sent at once and never queued. */
import { isQuorateError } from '@quorate/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

export function createQueries(): QueryClient {
  // The session has ended: refetching the account asks the user to sign in again.
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
