import { parseTransactionId } from '@quorate/ledger'
import {
  AccountId,
  CountedPageQuery,
  checkTitle,
  checkVisible,
  countedPageHeaders,
  createSharedReads,
  type Http,
  invalidCursor,
  isEntityId,
  type ListPage,
  linkToNext,
  numberInCursor,
  pageHeaders,
  type Session,
  tellTotal,
} from '@quorate/platform'
import { sameKey } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { HistoryEntry, historyOut } from '../answers/history.ts'
import { RequestOut, requestOut } from '../answers/requests.ts'
import { ListedWallet, listedWallet, WalletOut, WalletSummary, walletSummary } from '../answers/wallets.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import type { RequestEntry } from '../model/request.ts'
import { create } from '../operations/create.ts'
import type { Service } from '../service.ts'
import { eventsOf } from '../store/events.ts'
import { countRequestsOf, keptRequestsOf, requestsOf } from '../store/requests.ts'
import { unmutedMembers } from '../store/roles.ts'
import { countWalletsOf, findWallet, renameWallet, walletsOf } from '../store/wallets.ts'
import { checkMay } from '../wallets/check-member.ts'
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
const HistoryQuery = Type.Object({
  ...PageQuery.properties,
  transactionId: Type.Optional(
    Type.String({
      pattern: '^0\\.0\\.\\d{1,19}[@-]\\d{1,12}[.-]\\d{1,9}$',
      title: 'a transaction id: 0.0.n@s.n or 0.0.n-s-n',
      examples: ['0.0.1022@1700000000.000000001'],
      description: 'only the requests with this transaction id',
    }),
  ),
})
const tags = ['wallets']

/** Reads of wallets, by their owners and by accounts with a role. */
export function walletRoutes(http: Http, service: Service): void {
  walletRoute(http, service)
  renameRoute(http, service)
  listRoute(http, service)
  requestLists(http, service)
  keptList(http, service)
}

/** History entries with their events. */
async function historyOf(
  { database, clock }: Service,
  requests: RequestEntry[],
): Promise<Static<typeof HistoryEntry>[]> {
  const jobIds = requests.map((request) => request.jobId)
  return historyOut(requests, await eventsOf(database.read, jobIds), clock.now())
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
    const keyMatches = !!onLedger?.key && !onLedger.deleted && sameKey(onLedger.key, wallet.key)
    const body = { ...walletSummary(wallet), keyMatches, assets, history: await historyOf(service, requests.items) }
    return { body, text: JSON.stringify(body) }
  }, LOADS_AT_ONCE)

  http.get(
    '/multisig/wallet/:walletId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get a wallet',
        description:
          'With its assets and its newest 100 history entries. Only for its owners and accounts with a role.',
        params: WalletPath,
        errors: { 400: ['UNKNOWN_CHAIN'], 403: ['FORBIDDEN'], 422: ['LIST_TOO_LONG'] },
        response: { 200: WalletOut },
      },
    },
    async ({ params, session }, reply) => {
      const { chain, walletId: account } = session
      const membership = { chain, wallet: params.walletId, account }
      await checkMay(service, membership, 'see')
      const found = await readWallet(`${chain}/${params.walletId}`)
      if (!found) throw notFoundOrDenied()
      // The wallet may have got other owners in the meantime.
      const role = await checkMay(service, membership, 'see')
      // Callers share the text, except for their own role.
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => `{"role":"${role}",${found.text.slice(1)}`)
        .send({ role, ...found.body })
    },
  )
}

const { name, description } = create.body.properties
const Named = Type.Object({ name: Type.Optional(name), description }, { minProperties: 1, additionalProperties: false })

function renameRoute(http: Http, service: Service): void {
  const { database, clock, announcements } = service
  http.patch(
    '/multisig/wallet/:walletId',
    {
      schema: {
        tags,
        summary: 'Change the name or the description of a wallet',
        description:
          'What is absent stays. Nothing changes on the ledger. Everybody who sees the wallet sees who changed it last. Only for its owners.',
        params: WalletPath,
        body: Named,
        errors: { 400: ['BLANK_TEXT', 'HIDDEN_CHARACTER'], 403: ['FORBIDDEN'] },
        response: { 200: WalletSummary },
      },
    },
    async ({ params: { walletId: wallet }, body, session: { chain, walletId: account } }) => {
      await checkMay(service, { chain, wallet, account }, 'manage')
      if (body.name !== undefined) checkTitle(body.name, 'name')
      checkVisible(body.description ?? '', 'description', { lines: true })
      return database.change(async (trx) => {
        const at = new Date(clock.now())
        const isRenamed = await renameWallet(trx, { chain, wallet, ...body, by: account, at })
        const found = await findWallet(trx, chain, wallet)
        if (!found) throw notFoundOrDenied()
        if (isRenamed) {
          const hearing = await unmutedMembers(trx, chain, wallet)
          trx.onCommit(() => announcements.walletRenamed(found, { hearing }))
        }
        return walletSummary(found)
      })
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
        summary: 'List my wallets',
        description:
          'Those that I own or have a confirmed role at, on the chain of the session, without those that I have muted.',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(ListedWallet), headers: countedPageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { chain, walletId: account } = session
      if (query.cursor !== undefined && !isEntityId(query.cursor)) throw invalidCursor(query.cursor)
      const page = await walletsOf(database.read, { chain, account, limit: shorter(query), cursor: query.cursor })
      await tellTotal(reply, query, () => countWalletsOf(database.read, chain, account))
      link(reply, '/multisig/wallets', query, page, ({ wallet }) => wallet)
      return page.items.map(listedWallet)
    },
  )
}

/** The requests that have ended here and that the ledger still keeps. */
function keptList(http: Http, { database, clock }: Service): void {
  http.get(
    '/multisig/kept',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List ended requests that the ledger still keeps',
        description:
          'Withdrawn, rejected or replaced requests whose schedules are still on the ledger, which executes them if enough owners sign there. Their requesters can sign the deletion of the schedules. Of wallets that I know, on the chain of the session, newest first.',
        querystring: Type.Object({ limit: PageQuery.properties.limit, cursor: PageQuery.properties.cursor }),
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(RequestOut), headers: pageHeaders } },
      },
    },
    async ({ query, session: { chain, walletId: account } }, reply) => {
      const of = { chain, account, now: new Date(clock.now()) }
      const cursor = numberInCursor(query.cursor)
      const page = await keptRequestsOf(database.read, { ...of, limit: shorter({ ...query, total: false }), cursor })
      link(reply, '/multisig/kept', { ...query, total: false }, page, ({ sequence }) => sequence)
      return page.items.map(requestOut)
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
    query: Static<typeof HistoryQuery>,
  ) {
    await checkMay(service, { chain, wallet, account }, 'see')
    const { transactionId } = query
    const of = {
      ...{ chain, wallet, transactionId: transactionId === undefined ? undefined : storedId(transactionId) },
      ...(path === 'pending' ? { openAt: new Date(clock.now()) } : {}),
    }
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
        description: 'The requests that wait for signatures or execution, newest first. Only for its members.',
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
        description: 'Its requests with their events, newest first. Only for its members.',
        params: WalletPath,
        querystring: HistoryQuery,
        errors: { 400: ['INVALID_CURSOR'], 403: ['FORBIDDEN'] },
        response: { 200: { ...Type.Array(HistoryEntry), headers: countedPageHeaders } },
      },
    },
    async ({ params: { walletId }, query, session }, reply) =>
      historyOf(service, await pageOf(reply, { walletId, path: 'history' }, session, query)),
  )
}

/** The form of stored ids. Mirror nodes write them with dashes. */
function storedId(text: string): string {
  const id = parseTransactionId(text)
  // No stored id contains larger numbers than the ledger can have.
  return id ? `${id.payer}@${id.seconds}.${String(id.nanos).padStart(9, '0')}` : text
}

const shorter = ({ limit }: Static<typeof PageQuery>): number => Math.min(limit, limits.pageEntries.value)

function link<Item>(
  reply: { header(name: string, value: string): unknown },
  path: string,
  { transactionId, ...query }: Static<typeof HistoryQuery>,
  { items, isFull }: ListPage<Item>,
  cursorOf: (last: Item) => string | bigint,
): void {
  const last = items.at(-1)
  const kept = transactionId === undefined ? {} : { transactionId }
  if (last !== undefined && isFull) linkToNext(reply, path, { ...kept, limit: shorter(query), cursor: cursorOf(last) })
}
