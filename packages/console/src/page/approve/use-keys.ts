import type { Key } from '@quorate/verify'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSession } from '../api/session.tsx'
import { keyOf } from './reads.ts'

/** The keys of accounts on the ledger; without those that have none, or one that is not understood. */
export function useKeys(accounts: readonly string[], enabled = true): UseQueryResult<ReadonlyMap<string, Key>> {
  const { chain } = useSession()
  return useQuery({
    queryKey: ['keys', chain, ...accounts],
    async queryFn() {
      const keys = await Promise.all(accounts.map(async (account) => [account, await keyOf(chain, account)] as const))
      return new Map(keys.flatMap(([account, key]) => (key ? [[account, key] as const] : [])))
    },
    enabled: enabled && accounts.length > 0,
  })
}
