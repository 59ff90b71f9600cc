/** What screens read: one entry for each, under the names by which live events ask for it again. */
import { queryOptions } from '@tanstack/react-query'
import { api, type HistoryEntry, type InboxEntry, type WalletSummary } from './client.ts'

const MOST = 200

/** The entries of a list, up to a number that fits a page of the screen. */
async function first<T>(list: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) {
    found.push(one)
    if (found.length === MOST) break
  }
  return found
}

export const inboxQuery = () =>
  queryOptions({
    queryKey: ['inbox'],
    queryFn: (): Promise<InboxEntry[]> => first(api.multisig.list('/multisig/inbox')),
  })

export const walletsQuery = () =>
  queryOptions({
    queryKey: ['wallets'],
    queryFn: (): Promise<WalletSummary[]> => first(api.multisig.list('/multisig/wallets')),
  })

export const walletQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }),
  })

export const pendingQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'pending'],
    queryFn: () => first(api.multisig.list('/multisig/wallet/{walletId}/pending', { path: { walletId } })),
  })

export const historyQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'history'],
    queryFn: (): Promise<HistoryEntry[]> =>
      first(api.multisig.list('/multisig/wallet/{walletId}/history', { path: { walletId } })),
  })

export const requestQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['request', jobId],
    queryFn: () => api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } }),
  })

export const tokenQuery = (token: string, chain: string) =>
  queryOptions({
    queryKey: ['token', chain, token],
    queryFn: () => api.node.get('/hts/token/{token}', { path: { token }, query: { chain } }),
    staleTime: 600_000,
  })
