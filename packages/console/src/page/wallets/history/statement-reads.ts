/** Reads of a wallet's statement: the figures from the mirror, the requests from the wallet service. */
import {
  historyReads,
  ledgerTimestamp,
  type MirrorGet,
  type Statement,
  type StatementRequest,
  statementReads,
} from '@quorate/verify/recount'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ledgerNow } from '../../api/time.ts'
import { inClientTerms, readMirror, useMirrorUrl } from '../../mirror/mirror.ts'

/** A month of the computer's time zone, such as `2026-11`. */
export type Month = string

export function monthOf(ms: number): Month {
  const date = new Date(ms)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** The months from `since` to `now`, newest first. */
export function monthsFrom(since: number, now: number): Month[] {
  const months: Month[] = []
  const date = new Date(now)
  for (let first = new Date(date.getFullYear(), date.getMonth(), 1); ; first.setMonth(first.getMonth() - 1)) {
    months.push(monthOf(first.getTime()))
    if (first.getTime() <= since) return months
  }
}

export const startOf = (month: Month): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(year, number - 1, 1).getTime()
}

const endOf = (month: Month): number => {
  const date = new Date(startOf(month))
  return new Date(date.getFullYear(), date.getMonth() + 1, 1).getTime()
}

/** A mirror whose answers are checked without evaluating text, which the page's policy forbids. */
const mirrorOf = (url: string): MirrorGet => ({
  get: async (path, answer) => (path === null ? null : readMirror(url, path, answer)),
})

export function useStatement(wallet: string, month: Month): UseQueryResult<Statement> {
  const url = useMirrorUrl()
  return useQuery({
    queryKey: ['mirror', url, 'statement', wallet, month],
    enabled: url !== undefined,
    queryFn: () => {
      const mirror = mirrorOf(url ?? '')
      return inClientTerms(
        statementReads(mirror, historyReads(mirror)).statementOf({
          account: wallet,
          from: ledgerTimestamp(startOf(month)),
          to: ledgerTimestamp(Math.min(endOf(month), ledgerNow())),
        }),
      )
    },
  })
}

/** The requests behind the entries, by consensus time. */
export function useStatementRequests(
  walletId: string,
  month: Month,
): UseQueryResult<ReadonlyMap<string, StatementRequest>> {
  return useQuery({
    queryKey: ['wallet', walletId, 'statement', month],
    async queryFn() {
      const query = { from: new Date(startOf(month)).toISOString(), to: new Date(endOf(month)).toISOString() }
      const { entries } = await api.multisig.get('/multisig/wallet/{walletId}/statement', { path: { walletId }, query })
      return new Map(
        entries.flatMap(({ consensusTimestamp, request }): [string, StatementRequest][] =>
          request ? [[consensusTimestamp, request]] : [],
        ),
      )
    },
  })
}
