/** Names from other people, shown only if they do not pass for something that the reader knows. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { nameOf } from '../texts/strangers.ts'
import { useMyNames } from './use-book.ts'

const lookAlikesQuery = () =>
  queryOptions({
    queryKey: ['config', 'look-alikes'],
    queryFn: () => import('./look-alikes.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The name of an account or wallet: the user's own name for it, or another person's if it resembles none of the user's.
 */
export function useCalled(): (id: string, name: string | undefined) => string | undefined {
  const mine = useMyNames()
  const { data: looks } = useQuery({ ...lookAlikesQuery(), enabled: mine.size > 0 })
  return useCallback(
    (id, name) => {
      const own = mine.get(id)
      const called = own ?? nameOf(id, name)
      if (called === undefined || own !== undefined || mine.size === 0) return called
      return looks && !looks.passesForMine(called, id, mine) ? called : undefined
    },
    [mine, looks],
  )
}

/** The symbol or name of a token; undefined if it passes for HBAR, and until that has been checked. */
export function useSymbol(): (token: string, symbol: string) => string | undefined {
  const { data: looks } = useQuery(lookAlikesQuery())
  return (token, symbol) => nameOf(token, looks?.shownSymbol(symbol, token))
}
