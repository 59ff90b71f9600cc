/** Names from other people, shown only if they do not look like a name that the reader knows. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTexts } from '../texts/language.tsx'
import { nameOf } from '../texts/strangers.ts'
import { useMyNames } from './use-book.ts'

const lookAlikesQuery = () =>
  queryOptions({
    queryKey: ['config', 'look-alikes'],
    queryFn: () => import('./look-alikes.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Returns the name of an account or wallet: the user's own name for it, or else another person's name for it, if that
 * does not look like one of the user's names.
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

/**
 * The symbol of a token; undefined if it looks like HBAR or the digits of an amount, and until that has been checked.
 */
export function useSymbol(): (token: string, symbol: string) => string | undefined {
  const { data: looks } = useQuery(lookAlikesQuery())
  return (token, symbol) => nameOf(token, looks?.shownSymbol(symbol, token))
}

/**
 * The name of a token: the user's own name for it, or the token's. Undefined if it looks like HBAR or one of the user's
 * names, and until that has been checked.
 */
export function useTokenName(): (token: string, name: string) => string | undefined {
  const { wallet } = useTexts()
  const called = useCalled()
  const { data: looks } = useQuery(lookAlikesQuery())
  return (token, name) => called(token, looks?.shownTokenName(name, token, wallet.quotedToken))
}
