/** The queries of the screens. Live events invalidate them by their keys. */
import { isQuorateError, type MultisigTypes, type Page, QuorateError } from '@quorate/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  api,
  type Binding,
  type Dao,
  type Delegate,
  type DiscussionComment,
  type HistoryEntry,
  type InboxEntry,
  type Opening,
  type Proposal,
  type ProposalDraft,
  type ValidatorRules,
  type Vote,
  type WalletSummary,
} from './client.ts'
import { mirrorOf } from './mirrors.ts'

/** The page size of lists. */
const PAGE = 50

/** The entries of a list that are loaded so far. */
export interface Listed<T> {
  entries: T[]
  /** The number of entries on all pages; absent if the service does not count them. */
  total: number | undefined
}

/** A paged list. A refetch reloads all loaded pages. */
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

/** The maximum number of entries to load from a list that is searched as a whole. */
export const MOST = 1_000

/** Returns the first `MOST` entries of a list. */
async function first<T>(list: AsyncGenerator<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of list) {
    found.push(one)
    if (found.length === MOST) break
  }
  return found
}

/** The account's settings at the node. */
export const profileQuery = () => queryOptions({ queryKey: ['profile'], queryFn: () => api.node.get('/auth/profile') })

/** The parts of an account's key, and who holds them. */
export const adoptableQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['adoptable', walletId],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}/adopt', { path: { walletId } }),
    retry: false,
  })

export const remindersQuery = () =>
  queryOptions({ queryKey: ['reminders'], queryFn: () => api.multisig.get('/multisig/reminders') })

/** The account's settings for messages: channels and times. */
export const deliveryQuery = () =>
  queryOptions({ queryKey: ['delivery'], queryFn: () => api.node.get('/auth/profile/delivery') })

export const daoNoticesQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao-notices', daoId],
    queryFn: () => api.governance.get('/daos/{daoId}/notices', { path: { daoId } }),
  })

export const inboxQuery = () =>
  queryOptions({
    queryKey: ['inbox'],
    queryFn: (): Promise<InboxEntry[]> => first(api.multisig.list('/multisig/inbox')),
  })

/** The inbox in pages: requests of wallets that the account knows, or of wallets that are new to it. */
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

/** All of the account's wallets, for search and for their names. */
export const everyWalletQuery = () =>
  queryOptions({
    queryKey: ['wallets', 'every'],
    queryFn: (): Promise<WalletSummary[]> => first(api.multisig.list('/multisig/wallets')),
  })

/** How often to reload a wallet's balance while it is shown. Incoming payments do not cause an event. */
export const BALANCE_MS = 10_000

export const walletQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }),
  })

/** The roles at a wallet, and the changes that owners can sign. Only owners see them. */
export const rolesQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'roles'],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}/roles', { path: { walletId } }),
  })

/** The roles of the account, and those that it was offered. */
export const ownRolesQuery = () =>
  queryOptions({
    queryKey: ['wallets', 'roles'],
    queryFn: () => first(api.multisig.list('/multisig/roles')),
  })

/**
 * The spending limits at a wallet. The allowed and remaining amounts come from the mirror itself, if this browser knows
 * one.
 */
export const limitsQuery = (walletId: string, chain: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'limits', chain],
    async queryFn() {
      const limits = await api.multisig.get('/multisig/wallet/{walletId}/limits', { path: { walletId } })
      const url = mirrorOf(chain)
      const shown = url === undefined ? undefined : await allowancesOf(url, walletId).catch(() => undefined)
      return limits.map((limit) => {
        const of = shown?.find((one) => one.spenderId === limit.spenderId && one.tokenId === limit.tokenId)
        const [granted, left] = shown ? [of?.granted ?? 0n, of?.left ?? 0n] : [limit.granted, limit.left]
        return { ...limit, granted: BigInt(granted), left: BigInt(left) }
      })
    },
  })

async function allowancesOf(url: string, walletId: string, spenderId?: string) {
  const { openMirror } = await import('@quorate/verify/recount')
  return openMirror(url).allowancesOf(walletId, spenderId)
}

/** What the account may spend from wallets. The remaining amounts come from the mirror, as in {@link limitsQuery}. */
export const ownLimitsQuery = (chain: string) =>
  queryOptions({
    queryKey: ['wallets', 'limits', chain],
    async queryFn() {
      const limits = await first(api.multisig.list('/multisig/limits'))
      const url = mirrorOf(chain)
      return Promise.all(
        limits.map(async ({ walletId, tokenId, spenderId, left }) => {
          const shown =
            url === undefined ? undefined : await allowancesOf(url, walletId, spenderId).catch(() => undefined)
          const of = shown?.find((one) => one.spenderId === spenderId && one.tokenId === tokenId)
          return { walletId, tokenId, left: BigInt(shown ? (of?.left ?? 0n) : left) }
        }),
      )
    },
  })

export const pendingQuery = (walletId: string) =>
  listOptions(['wallet', walletId, 'pending'], (query) =>
    api.multisig.page('/multisig/wallet/{walletId}/pending', { path: { walletId }, query: { ...query, total: true } }),
  )

/** The first pending requests of a wallet, for the home screen. */
export const firstPendingQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'pending', 'first'],
    queryFn: async () =>
      (await api.multisig.page('/multisig/wallet/{walletId}/pending', { path: { walletId }, query: { limit: 20 } }))
        .entries,
  })

/** Requests that have ended although the ledger can still execute them. */
export const keptRequestsQuery = () =>
  queryOptions({ queryKey: ['inbox', 'kept'], queryFn: () => first(api.multisig.list('/multisig/kept')) })

export const historyQuery = (walletId: string) =>
  listOptions<HistoryEntry>(['wallet', walletId, 'history'], (query) =>
    api.multisig.page('/multisig/wallet/{walletId}/history', { path: { walletId }, query: { ...query, total: true } }),
  )

/** The requests of a wallet that have this transaction id. */
export const requestsOfTransactionQuery = (walletId: string, transactionId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'history', 'transaction', transactionId],
    queryFn: async (): Promise<HistoryEntry[]> =>
      (
        await api.multisig.page('/multisig/wallet/{walletId}/history', {
          path: { walletId },
          query: { transactionId, limit: 20 },
        })
      ).entries,
  })

export const requestQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['request', jobId],
    queryFn: () => api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } }),
  })

/** Requests that are reviewed and signed together. */
export const groupQuery = (walletId: string, groupId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'group', groupId],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}/group/{groupId}', { path: { walletId, groupId } }),
  })

/** The payment templates of a wallet, without their payments. */
export const templatesQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'templates'],
    queryFn: () => api.multisig.get('/multisig/wallet/{walletId}/templates', { path: { walletId } }),
  })

export const templateQuery = (walletId: string, templateId: string) =>
  queryOptions({
    queryKey: ['wallet', walletId, 'template', templateId],
    queryFn: () =>
      api.multisig.get('/multisig/wallet/{walletId}/templates/{templateId}', { path: { walletId, templateId } }),
  })

/** The reasons why the ledger would refuse the request if it were executed now. */
export const problemsQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['request', jobId, 'problems'],
    queryFn: () => api.multisig.get('/multisig/transaction/check/{jobId}', { path: { jobId } }),
  })

/** A token as the check before a signature reads it. */
export const tokenQuery = (token: string, chain: string) =>
  queryOptions({
    queryKey: ['token', chain, token],
    async queryFn() {
      const { ledgerOf } = await import('./ledger-reads.ts')
      const read = await ledgerOf(chain).token(token)
      if (read) return read
      throw new QuorateError({ code: 'INVALID_TOKEN_ID', message: `The ledger shows no token ${token}`, status: 404 })
    },
    staleTime: 600_000,
  })

/** The DAOs of the chain: all of them, or only those with this member. */
export const daosQuery = (chain: string, member?: string) =>
  listOptions<Dao>(['daos', chain, member ?? 'all'], (query) =>
    api.governance.page('/daos', { query: { ...query, chain, ...(member === undefined ? {} : { member }) } }),
  )

/** The account's DAOs, for search. */
export const everyDaoQuery = (chain: string, member: string) =>
  queryOptions({
    queryKey: ['daos', chain, member, 'every'],
    queryFn: (): Promise<Dao[]> => first(api.governance.list('/daos', { query: { chain, member } })),
  })

/** The keys of the network, as the node names them. */
export const networkKeysQuery = () =>
  queryOptions({ queryKey: ['network-keys'], queryFn: () => api.node.get('/ballot-keys') })

export const daoQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao', daoId],
    async queryFn() {
      const dao = await api.governance.get('/daos/{daoId}', { path: { daoId } })
      // Texts that are signed name the DAO, so it must be the one that was opened.
      if (dao.daoId === daoId) return dao
      throw new QuorateError({ code: 'INVALID_ANSWER', message: `The service shows another DAO: ${dao.daoId}` })
    },
    // The service creates the DAO's topic after it has answered.
    refetchInterval: ({ state }) => (state.data?.status === 'PENDING' ? 1_000 : false),
  })

/** The rules that a DAO has had, newest first. */
export const rulesQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'rules'],
    queryFn: () => api.governance.get('/daos/{daoId}/rules', { path: { daoId }, query: { limit: 100 } }),
  })

/** An account's delegation in a DAO. The `dao` key makes changes of the DAO refresh it. */
export const delegationQuery = (daoId: string, account: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'delegation', account],
    queryFn: () => api.governance.get('/daos/{daoId}/delegations/{account}', { path: { daoId, account } }),
  })

/** The newest delegations to an account. */
export const delegatorsQuery = (daoId: string, delegate: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'delegators', delegate],
    queryFn: () =>
      api.governance.get('/daos/{daoId}/delegations', { path: { daoId }, query: { delegate, limit: 100 } }),
  })

/** The delegates of a DAO, those with most delegators first. */
export const delegatesQuery = (daoId: string) =>
  listOptions<Delegate>(['dao', daoId, 'delegates'], (query) =>
    api.governance.page('/daos/{daoId}/delegates', { path: { daoId }, query }),
  )

/** null if the account has no statement, and nobody delegates to it. */
export const delegateQuery = (daoId: string, account: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'delegate', account],
    async queryFn(): Promise<Delegate | null> {
      try {
        return await api.governance.get('/daos/{daoId}/delegates/{account}', { path: { daoId, account } })
      } catch (error) {
        if (isQuorateError(error) && error.code === 'DELEGATE_NOT_FOUND') return null
        throw error
      }
    },
  })

export const treasuryQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'treasury'],
    queryFn: () => api.governance.get('/daos/{daoId}/treasury', { path: { daoId } }),
  })

/** The drafts of a DAO, newest first. The `dao` key makes changes of the DAO refresh it. */
export const draftsQuery = (daoId: string) =>
  listOptions<ProposalDraft>(['dao', daoId, 'drafts'], (query) =>
    api.governance.page('/daos/{daoId}/drafts', { path: { daoId }, query }),
  )

/** null if there is none: it may have become a proposal. */
export const draftQuery = (draftId: string) =>
  queryOptions({
    queryKey: ['draft', draftId],
    async queryFn(): Promise<ProposalDraft | null> {
      try {
        return await api.governance.get('/drafts/{draftId}', { path: { draftId } })
      } catch (error) {
        if (isQuorateError(error) && error.code === 'DRAFT_NOT_FOUND') return null
        throw error
      }
    },
  })

/** The comments on a draft or a proposal, newest first. */
export const commentsQuery = (discussionId: string) =>
  listOptions<DiscussionComment>(['discussion', discussionId], (query) =>
    api.governance.page('/discussions/{discussionId}/comments', { path: { discussionId }, query }),
  )

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId],
    queryFn: () => api.governance.get('/proposals/{proposalId}', { path: { proposalId } }),
    // The service writes the decision to the topic after the end.
    refetchInterval: ({ state: { data } }) =>
      data?.decision === null && !data.cancelled && ['PASSED', 'REJECTED'].includes(data.status) ? 2_000 : false,
  })

/** The request that a passed proposal has created; null if it has not opened one yet. */
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
    // The request is opened some seconds after the proposal has passed.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data === null && dataUpdateCount < 10 ? 2_000 : false),
  })

export const resultsQuery = (proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId, 'results'],
    queryFn: () => api.governance.get('/votes/proposal/{proposalId}/results', { path: { proposalId } }),
  })

/** The vetoes that owners of a wallet have begun to sign. Other owners may sign at any time. */
export const begunVetoesQuery = (proposalId: string) =>
  queryOptions({
    queryKey: ['proposal', proposalId, 'begun-vetoes'],
    queryFn: () => api.governance.get('/proposals/{proposalId}/veto/signatures', { path: { proposalId } }),
    refetchInterval: BEGUN_MS,
  })

/** The changes of rules that owners of a wallet have begun to sign. */
export const begunRulesQuery = (daoId: string) =>
  queryOptions({
    queryKey: ['dao', daoId, 'begun-rules'],
    queryFn: () => api.governance.get('/daos/{daoId}/rules/signatures', { path: { daoId } }),
    refetchInterval: BEGUN_MS,
  })
export const BEGUN_MS = 15_000

/** The account's vote; null if it has not voted. */
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

/** The account's entities that are bound to validators. */
export const bindingsQuery = (chain: string) =>
  listOptions<Binding>(['bindings', chain], (query) => api.node.page('/validators/bindings', { query }))

/** The binding of an account, topic or token; null if no validator guards it. */
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
    // A new entity is bound some seconds after its creation.
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data === null && dataUpdateCount < 10 ? 2_000 : false),
  })

/** The rules of a validator, which never change. */
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

/** Transactions for decisions of this DAO topic. */
export const openingsQuery = (chain: string, topicId: string) =>
  queryOptions({
    queryKey: ['openings', chain, topicId],
    queryFn: (): Promise<Opening[]> => first(api.node.list('/validators/decisions', { query: { topicId } })),
  })

/** Transactions for decisions that the account submitted. */
export const myOpeningsQuery = (chain: string) =>
  listOptions<Opening>(['openings', chain, 'mine'], (query) => api.node.page('/validators/decisions', { query }))

export const offersQuery = (chain: string) =>
  queryOptions({
    queryKey: ['openings', chain, 'offers'],
    queryFn: () => api.node.get('/validators/decisions/offers'),
  })

/** The maximum number of open proposals on the home screen. */
export const MOST_ACTIVE = 20

/** The proposals of the account's DAOs that can be voted on. */
export const activeProposalsQuery = (chain: string, member: string) =>
  queryOptions({
    queryKey: ['passed', chain, 'active', member],
    queryFn: async (): Promise<Proposal[]> =>
      (await api.governance.page('/proposals', { query: { chain, member, status: 'ACTIVE', limit: MOST_ACTIVE } }))
        .entries,
  })

/** The passed proposals of the account's DAOs, newest first. */
export const passedQuery = (chain: string, member: string) =>
  listOptions<Proposal>(['passed', chain, member], (query) =>
    api.governance.page('/proposals', { query: { ...query, chain, member, status: 'PASSED' } }),
  )
