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
  tellTotal,
} from '@quorate/platform'
import { sameKey } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { holdingsOf } from '../answers/assets.ts'
import {
  HistoryEntry,
  historyOut,
  RequestOut,
  requestOut,
  WalletOut,
  WalletSummary,
  walletSummary,
} from '../answers/resources.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import type { RequestEntry } from '../model/request.ts'
import type { Service } from '../service.ts'
import { eventsOf } from '../store/events.ts'
import { countRequestsOf, requestsOf } from '../store/requests.ts'
import { countWalletsOf, findWallet, isOwner, walletsOf } from '../store/wallets.ts'

/** How many loads of the same wallet may be under way at once. */
const LOADS_AT_ONCE = 1
const WalletPath = Type.Object({ walletId: AccountId })
const PageQuery = Type.Object({
  ...CountedPageQuery.properties,
  limit: Type.Integer({
    ...CountedPageQuery.properties.limit,
    description: `a page has at most ${limits.pageEntries.value} entries, and fewer where they are large: its Link says where the list goes on`,
  }),
})
const tags = ['wallets']

/** Reads of wallets, by their owners. */
export function walletRoutes(http: Http, { database, clock, cache, ledgerOf }: Service): void {
  const history = async (requests: RequestEntry[]): Promise<Static<typeof HistoryEntry>[]> =>
    historyOut(
      requests,
      await eventsOf(
        database.read,
        requests.map((request) => request.jobId),
      ),
      clock.now(),
    )

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
    const body = { ...walletSummary(wallet), keyMatches, assets, history: await history(requests.items) }
    return { owners, body, text: JSON.stringify(body) }
  }, LOADS_AT_ONCE)

  /**
   * Checks the owner before anything of the wallet is read, so that nobody else learns from the time whether it exists.
   */
  async function checkOwner(chain: string, walletId: string, account: string): Promise<void> {
    if (!(await isOwner(database.read, chain, walletId, account))) throw notFoundOrDenied()
  }

  http.get(
    '/multisig/wallet/:walletId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'A wallet with its assets',
        params: WalletPath,
        errors: { 400: ['UNKNOWN_CHAIN'], 403: ['FORBIDDEN'], 422: ['LIST_TOO_LONG'] },
        response: { 200: WalletOut },
      },
    },
    async ({ params, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const found = await readWallet(`${session.chain}/${params.walletId}`)
      if (!found?.owners.has(session.walletId)) throw notFoundOrDenied()
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => found.text)
        .send(found.body)
    },
  )

  http.get(
    '/multisig/wallets',
    {
      config: { access: 'session', large: true },
      schema: {
        tags,
        summary: 'The wallets that I own',
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

  http.get(
    '/multisig/wallet/:walletId/pending',
    {
      config: { access: 'session', large: true },
      schema: {
        tags,
        summary: "A wallet's requests that await signatures or execution",
        params: WalletPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 403: ['FORBIDDEN'] },
        response: { 200: { ...Type.Array(RequestOut), headers: countedPageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const page = await pageOf(params.walletId, session.chain, query, true)
      await countOf(reply, params.walletId, session.chain, query, true)
      link(reply, `/multisig/wallet/${params.walletId}/pending`, query, page, ({ sequence }) => sequence)
      return page.items.map(requestOut)
    },
  )

  http.get(
    '/multisig/wallet/:walletId/history',
    {
      config: { access: 'session', large: true },
      schema: {
        tags,
        summary: "A wallet's history, newest first",
        params: WalletPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 403: ['FORBIDDEN'] },
        response: { 200: { ...Type.Array(HistoryEntry), headers: countedPageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const page = await pageOf(params.walletId, session.chain, query, false)
      await countOf(reply, params.walletId, session.chain, query, false)
      link(reply, `/multisig/wallet/${params.walletId}/history`, query, page, ({ sequence }) => sequence)
      return history(page.items)
    },
  )

  const countOf = (
    reply: { header(name: string, value: string): unknown },
    wallet: string,
    chain: string,
    query: Static<typeof PageQuery>,
    open: boolean,
  ) =>
    tellTotal(reply, query, () =>
      countRequestsOf(database.read, { chain, wallet, ...(open ? { openAt: new Date(clock.now()) } : {}) }),
    )

  const pageOf = (wallet: string, chain: string, query: Static<typeof PageQuery>, open: boolean) =>
    requestsOf(database.read, {
      chain,
      wallet,
      limit: shorter(query),
      cursor: numberInCursor(query.cursor),
      ...(open ? { openAt: new Date(clock.now()) } : {}),
    })
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
