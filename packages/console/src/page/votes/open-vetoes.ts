/** The query for the vetoes that wait for the reader. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { BEGUN_MS, MOST_ACTIVE } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { inDelay, type OpenVeto } from './vetoes.ts'

/** The newest passed proposals of the account's DAOs that the account, or a wallet of its, may still veto. */
export const openVetoesQuery = (chain: string, member: string) =>
  queryOptions({
    queryKey: ['passed', chain, 'vetoes', member],
    async queryFn(): Promise<OpenVeto[]> {
      const query = { chain, member, status: 'PASSED' as const, limit: MOST_ACTIVE }
      const { entries } = await api.governance.page('/proposals', { query })
      const delayed = inDelay(entries, ledgerNow())
      if (delayed.length === 0) return []
      return (await import('./my-vetoes.ts')).vetoesFor(delayed, { chain, me: member })
    },
    // Other owners may sign at any time, and delays end.
    refetchInterval: ({ state: { data = [] } }) => data.length > 0 && BEGUN_MS,
  })
