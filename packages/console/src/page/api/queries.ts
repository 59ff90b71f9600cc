/** What screens read: one entry for each, under the names by which live events ask for it again. */
import { isQuorateError } from '@quorate/client'
import { queryOptions } from '@tanstack/react-query'
import { api, type Dao, type HistoryEntry, type InboxEntry, type Vote, type WalletSummary } from './client.ts'

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

/** The account's own settings at the node. */
export const profileQuery = () => queryOptions({ queryKey: ['profile'], queryFn: () => api.node.get('/auth/profile') })

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

/** DAOs of the chain: those that the account is a member of, or all. */
export const daosQuery = (chain: string, member?: string) =>
  queryOptions({
    queryKey: ['daos', chain, member ?? 'all'],
    queryFn: (): Promise<Dao[]> =>
      first(api.governance.list('/daos', { query: { chain, ...(member === undefined ? {} : { member }) } })),
  })

export const daoQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao', daoId],
    queryFn: () => api.governance.get('/daos/{daoId}', { path: { daoId } }),
    // Its topic is made after it was answered.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 1_000 : false),
  })

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId],
    queryFn: () => api.governance.get('/proposals/{proposalId}', { path: { proposalId } }),
  })

export const resultsQuery = (proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId, 'results'],
    queryFn: () => api.governance.get('/votes/proposal/{proposalId}/results', { path: { proposalId } }),
  })

/** The account's vote; null where it has not voted. */
export const voteQuery = (proposalId: string, voterAddress: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId, 'vote', voterAddress],
    async queryFn(): Promise<Vote | null> {
      const path = { proposalId, voterAddress }
      try {
        return await api.governance.get('/votes/proposal/{proposalId}/voter/{voterAddress}', { path })
      } catch (error) {
        if (isQuorateError(error) && error.code === 'VOTE_NOT_FOUND') return null
        throw error
      }
    },
  })
