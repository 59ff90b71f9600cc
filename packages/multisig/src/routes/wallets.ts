import { sameKey } from '@quorate/ledger'
import { AccountId, badRequest, createSharedReads, type Http } from '@quorate/platform'
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
import { notYours } from '../model/keys.ts'
import type { Request } from '../model/request.ts'
import type { Service } from '../service.ts'
import { eventsOf } from '../store/events.ts'
import type { Page } from '../store/pages.ts'
import { requestsOf } from '../store/requests.ts'
import { findWallet, isOwner, walletsOf } from '../store/wallets.ts'

/** How many loads of the same wallet may be under way at once. */
const loadsAtOnce = 1
const WalletPath = Type.Object({ walletId: AccountId })
const PageQuery = Type.Object({
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: `a page has at most ${limits.pageEntries.value} entries, and fewer where they are large: its Link says where the list goes on`,
  }),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: 'from the Link header of the page before' })),
})
const pageHeaders = { Link: { type: 'string', description: '<...>; rel="next" where there is more (RFC 8288)' } }
const tags = ['wallets']

/** Reads of wallets, by their owners. */
export function walletRoutes(http: Http, { database, clock, cache, ledgerOf }: Service): void {
  const history = async (requests: Request[]): Promise<Static<typeof HistoryEntry>[]> =>
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
  }, loadsAtOnce)

  /** Before anything of the wallet is read, so that nobody else learns from the time whether there is one. */
  async function checkOwner(chain: string, walletId: string, account: string): Promise<void> {
    if (!(await isOwner(database.read, chain, walletId, account))) throw notYours()
  }

  http.get(
    '/multisig/wallet/:walletId',
    {
      config: { access: 'session' },
      schema: { tags, summary: 'A wallet with its assets', params: WalletPath, response: { 200: WalletOut } },
    },
    async ({ params, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const found = await readWallet(`${session.chain}/${params.walletId}`)
      if (!found?.owners.has(session.walletId)) throw notYours()
      return reply
        .type('application/json; charset=utf-8')
        .serializer(() => found.text)
        .send(found.body)
    },
  )

  http.get(
    '/multisig/wallets',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'The wallets that I own',
        querystring: PageQuery,
        response: { 200: { ...Type.Array(WalletSummary), headers: pageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { chain, walletId: account } = session
      const page = await walletsOf(database.read, { chain, account, limit: shorter(query), cursor: query.cursor })
      link(reply, '/multisig/wallets', query, page, ({ wallet }) => wallet)
      return page.items.map(walletSummary)
    },
  )

  http.get(
    '/multisig/wallet/:walletId/pending',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: "A wallet's requests that await signatures or execution",
        params: WalletPath,
        querystring: PageQuery,
        response: { 200: { ...Type.Array(RequestOut), headers: pageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const page = await pageOf(params.walletId, session.chain, query, true)
      link(reply, `/multisig/wallet/${params.walletId}/pending`, query, page, ({ sequence }) => sequence)
      return page.items.map(requestOut)
    },
  )

  http.get(
    '/multisig/wallet/:walletId/history',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: "A wallet's history, newest first",
        params: WalletPath,
        querystring: PageQuery,
        response: { 200: { ...Type.Array(HistoryEntry), headers: pageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const page = await pageOf(params.walletId, session.chain, query, false)
      link(reply, `/multisig/wallet/${params.walletId}/history`, query, page, ({ sequence }) => sequence)
      return history(page.items)
    },
  )

  const pageOf = (wallet: string, chain: string, query: Static<typeof PageQuery>, open: boolean) =>
    requestsOf(database.read, {
      chain,
      wallet,
      limit: shorter(query),
      cursor: sequence(query.cursor),
      ...(open ? { openAt: new Date(clock.now()) } : {}),
    })
}

const shorter = ({ limit }: Static<typeof PageQuery>): number => Math.min(limit, limits.pageEntries.value)

function link<Item>(
  reply: { header(name: string, value: string): unknown },
  path: string,
  query: Static<typeof PageQuery>,
  { items, isFull }: Page<Item>,
  cursorOf: (last: Item) => string | bigint,
): void {
  const last = items.at(-1)
  if (last === undefined || !isFull) return
  reply.header('link', `<${path}?limit=${shorter(query)}&cursor=${cursorOf(last)}>; rel="next"`)
}

function sequence(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  if (!/^[0-9]{1,18}$/.test(cursor))
    throw badRequest('INVALID_CURSOR', `cursor is ${JSON.stringify(cursor)}: take it from the Link header of a page`)
  return BigInt(cursor)
}
