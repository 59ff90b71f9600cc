import {
  AccountId,
  CountedPageQuery,
  countedPageHeaders,
  createSharedReads,
  type Http,
  invalidCursor,
  isEntityId,
  type ListPage,
  linkToNext,
  numberInCursor,
  type Session,
  tellTotal,
} from '@quorate/platform'
import { sameKey } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { HistoryEntry, historyOut } from '../answers/history.ts'
import { RequestOut, requestOut } from '../answers/requests.ts'
import { WalletOut, WalletSummary, walletSummary } from '../answers/wallets.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import type { RequestEntry } from '../model/request.ts'
import type { Service } from '../service.ts'
import { eventsOf } from '../store/events.ts'
import { countRequestsOf, requestsOf } from '../store/requests.ts'
import { countWalletsOf, findWallet, isOwner, walletsOf } from '../store/wallets.ts'
import { holdingsOf } from '../wallets/holdings.ts'

/** How many loads of the same wallet may be in progress at once. */
const LOADS_AT_ONCE = 1
const WalletPath = Type.Object({ walletId: AccountId })
const PageQuery = Type.Object({
  ...CountedPageQuery.properties,
  limit: Type.Integer({
    ...CountedPageQuery.properties.limit,
    description: `a page has at most ${limits.pageEntries.value} entries, fewer if they are large. Its Link header leads to the next page`,
  }),
})
const tags = ['wallets']

/** Reads of wallets, by their owners. */
export function walletRoutes(http: Http, service: Service): void {
  walletRoute(http, service)
  listRoute(http, service)
  requestLists(http, service)
}

/** History entries with their events. */
async function historyOf(
  { database, clock }: Service,
  requests: RequestEntry[],
): Promise<Static<typeof HistoryEntry>[]> {
  const jobIds = requests.map((request) => request.jobId)
  return historyOut(requests, await eventsOf(database.read, jobIds), clock.now())
}

/**
 * Checks the owner before reading anything of the wallet, so that response times don't tell others whether it exists.
 */
export async function checkOwner(
  { database }: Service,
  chain: string,
  walletId: string,
  account: string,
): Promise<void> {
  if (!(await isOwner(database.read, chain, walletId, account))) throw notFoundOrDenied()
}

function walletRoute(http: Http, service: Service): void {
  const { database, cache, ledgerOf } = service
  const readWallet = createSharedReads(async (key) => {
    const [chain = '', id = ''] = key.split('/')
    const wallet = await findWallet(database.read, chain, id)
    if (!wallet) return undefined
    const [requests, { onLedger, assets }] = await Promise.all([
      requestsOf(database.read, { chain, wallet: id, limit: limits.pageEntries.value, cursor: undefined }),
      holdingsOf(ledgerOf({ chain }), id, cache),
    ])
    const owners = new Set(wallet.owners.map((owner) => owner.wallet))
    const keyMatches = !!onLedger?.key && !onLedger.deleted && sameKey(onLedger.key, wallet.key)
    const body = { ...walletSummary(wallet), keyMatches, assets, history: await historyOf(service, requests.items) }
    return { owners, body, text: JSON.stringify(body) }
  }, LOADS_AT_ONCE)

  http.get(
    '/multisig/wallet/:walletId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get a wallet',
        description: 'With its assets and its newest 100 history entries. Only for its owners.',
        params: WalletPath,
        errors: { 400: ['UNKNOWN_CHAIN'], 403: ['FORBIDDEN'], 422: ['LIST_TOO_LONG'] },
        response: { 200: WalletOut },
      },
    },
    async ({ params, session }, reply) => {
      await checkOwner(service, session.chain, params.walletId, session.walletId)
      const found = await readWallet(`${session.chain}/${params.walletId}`)
      if (!found?.owners.has(session.walletId)) throw notFoundOrDenied()
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => found.text)
        .send(found.body)
    },
  )
}

function listRoute(http: Http, { database }: Service): void {
  http.get(
    '/multisig/wallets',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the wallets that I own',
        description: 'On the chain of the session, without those that I have muted.',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(WalletSummary), headers: countedPageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { chain, walletId: account } = session
      if (query.cursor !== undefined && !isEntityId(query.cursor)) throw invalidCursor(query.cursor)
      const page = await walletsOf(database.read, { chain, account, limit: shorter(query), cursor: query.cursor })
      await tellTotal(reply, query, () => countWalletsOf(database.read, chain, account))
      link(reply, '/multisig/wallets', query, page, ({ wallet }) => wallet)
      return page.items.map(walletSummary)
    },
  )
}

/** The open requests of a wallet, and its history. */
function requestLists(http: Http, service: Service): void {
  const { database, clock } = service

  /** A page of a wallet's requests, with the headers of a list. */
  async function pageOf(
    reply: { header(name: string, value: string): unknown },
    { walletId: wallet, path }: { walletId: string; path: 'pending' | 'history' },
    { chain, walletId: account }: Pick<Session, 'chain' | 'walletId'>,
    query: Static<typeof PageQuery>,
  ) {
    await checkOwner(service, chain, wallet, account)
    const of = { chain, wallet, ...(path === 'pending' ? { openAt: new Date(clock.now()) } : {}) }
    const cursor = numberInCursor(query.cursor)
    const page = await requestsOf(database.read, { ...of, limit: shorter(query), cursor })
    await tellTotal(reply, query, () => countRequestsOf(database.read, of))
    link(reply, `/multisig/wallet/${wallet}/${path}`, query, page, ({ sequence }) => sequence)
    return page.items
  }

  http.get(
    '/multisig/wallet/:walletId/pending',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the pending requests of a wallet',
        description: 'The requests that wait for signatures or execution, newest first. Only for its owners.',
        params: WalletPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 403: ['FORBIDDEN'] },
        response: { 200: { ...Type.Array(RequestOut), headers: countedPageHeaders } },
      },
    },
    async ({ params: { walletId }, query, session }, reply) =>
      (await pageOf(reply, { walletId, path: 'pending' }, session, query)).map(requestOut),
  )

  http.get(
    '/multisig/wallet/:walletId/history',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the history of a wallet',
        description: 'Its requests with their events, newest first. Only for its owners.',
        params: WalletPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 403: ['FORBIDDEN'] },
        response: { 200: { ...Type.Array(HistoryEntry), headers: countedPageHeaders } },
      },
    },
    async ({ params: { walletId }, query, session }, reply) =>
      historyOf(service, await pageOf(reply, { walletId, path: 'history' }, session, query)),
  )
}

const shorter = ({ limit }: Static<typeof PageQuery>): number => Math.min(limit, limits.pageEntries.value)

function link<Item>(
  reply: { header(name: string, value: string): unknown },
  path: string,
  query: Static<typeof PageQuery>,
  { items, isFull }: ListPage<Item>,
  cursorOf: (last: Item) => string | bigint,
): void {
  const last = items.at(-1)
  if (last !== undefined && isFull) linkToNext(reply, path, { limit: shorter(query), cursor: cursorOf(last) })
}
