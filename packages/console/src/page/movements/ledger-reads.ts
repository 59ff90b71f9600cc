/** Reads of the mirror about wallets: balances (a hundred in one request), movements, and balance lines. */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BALANCE_MS } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { AccountsAnswer, type Transaction, TransactionsAnswer } from '../mirror/answers.ts'
import { readMirror, useMirrorUrl } from '../mirror/mirror.ts'
import { DAY_MS, DAYS, type Step, stepsOf, sumOf } from '../parts/figures/balance-line.ts'
import { hbarChange, MOST_READ, type Movement, movementsIn } from './movements.ts'

/** The hbars of these accounts, in tinybars. An account that the mirror does not show is missing. */
export function useBalances(accounts: readonly string[]): UseQueryResult<ReadonlyMap<string, bigint>> {
  const url = useMirrorUrl()
  return useQuery({
    queryKey: ['mirror', url, 'balances', accounts],
    enabled: url !== undefined && accounts.length > 0,
    staleTime: BALANCE_MS,
    refetchInterval: BALANCE_MS,
    async queryFn() {
      const found = new Map<string, bigint>()
      for (let first = 0; first < accounts.length; first += MOST_READ) {
        const ids = accounts.slice(first, first + MOST_READ).map((id) => `account.id=${id}`)
        const answer = await readMirror(
          url ?? '',
          `/api/v1/accounts?${ids.join('&')}&limit=${MOST_READ}`,
          AccountsAnswer,
        )
        for (const { account, balance } of answer?.accounts ?? [])
          if (balance?.balance !== null && balance?.balance !== undefined) found.set(account, BigInt(balance.balance))
      }
      return found
    },
  })
}

/** The newest 100 transactions of each account. */
export function useTransactions(accounts: readonly string[]): ReadonlyMap<string, Transaction[]> {
  const url = useMirrorUrl()
  return useQueries({
    queries: accounts.map((account) => ({
      queryKey: ['mirror', url, 'transactions', account],
      enabled: url !== undefined,
      staleTime: BALANCE_MS,
      refetchInterval: BALANCE_MS,
      queryFn: async () => {
        const path = `/api/v1/transactions?account.id=${account}&limit=${MOST_READ}&order=desc`
        return (await readMirror(url ?? '', path, TransactionsAnswer))?.transactions ?? []
      },
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, index): [string, Transaction[]][] => (data ? [[accounts[index] ?? '', data]] : [])),
      ),
  })
}

/** The movements of these transactions, newest first. */
export function movementsOf(transactions: ReadonlyMap<string, readonly Transaction[]>): Movement[] {
  return [...transactions]
    .flatMap(([wallet, list]) => list.flatMap((one) => movementsIn(one, wallet)))
    .sort((a, b) => Number(b.at) - Number(a.at))
}

export interface Line {
  steps: Step[]
  /** How far back the transactions reach, in milliseconds. */
  from: number
  to: number
  change: bigint
}

/** The balance of these accounts over 30 days, counted back from now; undefined until all of it is read. */
export function useLine(
  accounts: readonly string[],
  balances: ReadonlyMap<string, bigint> | undefined,
  transactions: ReadonlyMap<string, readonly Transaction[]>,
): Line | undefined {
  return useMemo(() => {
    if (accounts.length === 0 || !accounts.every((one) => balances?.has(one) && transactions.has(one))) return undefined
    const to = ledgerNow()
    // If a page is full, there may be earlier transactions that it leaves out.
    const starts = accounts.map((one) => {
      const list = transactions.get(one) ?? []
      return list.length < MOST_READ ? 0 : Math.ceil(Number(list.at(-1)?.consensus_timestamp ?? 0) * 1000)
    })
    const from = Math.max(to - DAYS * DAY_MS, ...starts)
    const lines = accounts.map((one) =>
      stepsOf(
        balances?.get(one) ?? 0n,
        (transactions.get(one) ?? []).map((transaction) => ({
          at: Number(transaction.consensus_timestamp) * 1000,
          change: hbarChange(transaction, one),
        })),
        { from },
      ),
    )
    const steps = sumOf(lines)
    const change = (steps.at(-1)?.balance ?? 0n) - (steps[0]?.balance ?? 0n)
    return { steps, from, to, change }
  }, [accounts, balances, transactions])
}
