/** What screens read: one entry for each, under the names by which live events ask for it again. */
import { isQuorateError, type MultisigTypes, type Page } from '@quorate/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  api,
  type Binding,
  type Dao,
  type HistoryEntry,
  type InboxEntry,
  type Opening,
  type Proposal,
  type ValidatorRules,
  type Vote,
  type WalletSummary,
} from './client.ts'

/** So many entries of a list are read at once. */
const PAGE = 50

/** A list as far as it was read. */
export interface Listed<T> {
  entries: T[]
  /** How many entries it has on all its pages; absent where the service does not count them. */
  total: number | undefined
}

/** A list in pages. Those that were read are read again together. */
const listOptions = <T>(
  key: readonly unknown[],
  read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>,
) =>
  infiniteQueryOptions({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam }) => read({ limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }: Page<T>) => cursor,
    select: ({ pages }): Listed<T> => ({ entries: pages.flatMap(({ entries }) => entries), total: pages[0]?.total }),
  })

/** The most that is read of a list that is searched as a whole. */
export const MOST = 1_000

/** The entries of a list, up to that number. */
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

export const remindersQuery = () =>
  queryOptions({ queryKey: ['reminders'], queryFn: () => api.multisig.get('/multisig/reminders') })

export const inboxQuery = () =>
  queryOptions({
    queryKey: ['inbox'],
    queryFn: (): Promise<InboxEntry[]> => first(api.multisig.list('/multisig/inbox')),
  })

/** The pages of the inbox, of wallets that the account knows, or of those that are new to it. */
export const inboxPagesQuery = (standing: 'known' | 'new') =>
  infiniteQueryOptions({
    queryKey: ['inbox', standing],
    queryFn: ({ pageParam: cursor }) =>
      api.multisig.page('/multisig/inbox', { query: { standing, total: true, ...(cursor === '' ? {} : { cursor }) } }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })

export const mutedQuery = () =>
  queryOptions({ queryKey: ['inbox', 'muted'], queryFn: () => first(api.multisig.list('/multisig/muted')) })

export const walletsQuery = () =>
  listOptions<WalletSummary>(['wallets'], (query) =>
    api.multisig.page('/multisig/wallets', { query: { ...query, total: true } }),
  )

/** The account's wallets, to search and to name them. */
export const everyWalletQuery = () =>
  queryOptions({
    queryKey: ['wallets', 'every'],
    queryFn: (): Promise<WalletSummary[]> => first(api.multisig.list('/multisig/wallets')),
  })

/** What a wallet holds is read again as often while it is shown: what others pay into it is no event. */
export const BALANCE_MS = 10_000

export const walletQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }),
  })

export const pendingQuery = (walletId: string) =>
  listOptions(['wallet', walletId, 'pending'], (query) =>
    api.multisig.page('/multisig/wallet/{walletId}/pending', { path: { walletId }, query: { ...query, total: true } }),
  )

export const historyQuery = (walletId: string) =>
  listOptions<HistoryEntry>(['wallet', walletId, 'history'], (query) =>
    api.multisig.page('/multisig/wallet/{walletId}/history', { path: { walletId }, query: { ...query, total: true } }),
  )

export const requestQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['request', jobId],
    queryFn: () => api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } }),
  })

/** What the ledger would refuse of a request if it were executed now. */
export const problemsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['request', jobId, 'problems'],
    queryFn: () => api.multisig.get('/multisig/transaction/check/{jobId}', { path: { jobId } }),
  })

export const tokenQuery = (token: string, chain: string) =>
  queryOptions({
    queryKey: ['token', chain, token],
    queryFn: () => api.node.get('/hts/token/{token}', { path: { token }, query: { chain } }),
    staleTime: 600_000,
  })

/** DAOs of the chain: those that the account is a member of, or all. */
export const daosQuery = (chain: string, member?: string) =>
  listOptions<Dao>(['daos', chain, member ?? 'all'], (query) =>
    api.governance.page('/daos', { query: { ...query, chain, ...(member === undefined ? {} : { member }) } }),
  )

/** The DAOs that the account is a member of, to search them. */
export const everyDaoQuery = (chain: string, member: string) =>
  queryOptions({
    queryKey: ['daos', chain, member, 'every'],
    queryFn: (): Promise<Dao[]> => first(api.governance.list('/daos', { query: { chain, member } })),
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

/** The request that a passed proposal has opened; null where it has opened none yet. */
export const openedRequestQuery = (proposalId: string, chain: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId, 'request'],
    async queryFn(): Promise<MultisigTypes['OpenedRequest'] | null> {
      try {
        return await api.multisig.get('/multisig/proposal/{proposalId}', { path: { proposalId }, query: { chain } })
      } catch (error) {
        if (isQuorateError(error) && error.code === 'REQUEST_NOT_FOUND') return null
        throw error
      }
    },
    // It is opened some seconds after the proposal has passed.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data === null && dataUpdateCount < 10 ? 2_000 : false),
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

/** What the account owns under validators. */
export const bindingsQuery = (chain: string) =>
  listOptions<Binding>(['bindings', chain], (query) => api.node.page('/validators/bindings', { query }))

/** The binding of an account, topic or token; null where it is under no validator. */
export const bindingQuery = (chain: string, entityId: string) =>
  queryOptions({
    queryKey: ['bindings', chain, entityId],
    async queryFn(): Promise<Binding | null> {
      try {
        return await api.node.get('/validators/bindings/{entityId}', { path: { entityId } })
      } catch (error) {
        if (isQuorateError(error) && error.code === 'BINDING_NOT_FOUND') return null
        throw error
      }
    },
    // What was created a moment ago is bound some seconds later.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data === null && dataUpdateCount < 10 ? 2_000 : false),
  })

/** What a validator permits; it never changes. */
export const validatorQuery = (chain: string, kind: Binding['kind'], timestamp: string) =>
  queryOptions({
    queryKey: ['validator', chain, kind, timestamp],
    async queryFn(): Promise<ValidatorRules> {
      const of = { path: { timestamp }, query: { chain } }
      if (kind === 'account') return api.node.get('/validators/accounts/{timestamp}', of)
      if (kind === 'topic') return api.node.get('/validators/consensus/{timestamp}', of)
      return api.node.get('/validators/tokens/{timestamp}', of)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Transactions for decisions of a DAO's topic. */
export const openingsQuery = (chain: string, topicId: string) =>
  queryOptions({
    queryKey: ['openings', chain, topicId],
    queryFn: (): Promise<Opening[]> => first(api.node.list('/validators/decisions', { query: { topicId } })),
  })

/** Transactions for decisions that the account handed in. */
export const myOpeningsQuery = (chain: string) =>
  listOptions<Opening>(['openings', chain, 'mine'], (query) => api.node.page('/validators/decisions', { query }))

export const offersQuery = (chain: string) =>
  queryOptions({
    queryKey: ['openings', chain, 'offers'],
    queryFn: () => api.node.get('/validators/decisions/offers'),
  })

/** The passed proposals in DAOs that the account is a member of, the newest first. */
export const passedQuery = (chain: string) =>
  listOptions<Proposal>(['passed', chain], (query) =>
    api.governance.page('/proposals', { query: { ...query, chain, status: 'PASSED' } }),
  )
