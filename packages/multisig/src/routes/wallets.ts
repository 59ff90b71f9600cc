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
import { notYours } from '../model/keys.ts'
import type { Request } from '../model/request.ts'
import type { Service } from '../service.ts'
import { eventsOf, findWallet, isOwner, requestsOf, walletsOf } from '../store.ts'

/** How many loads of the same wallet may be under way at once. */
const loadsAtOnce = 1
/** How many history entries a wallet shows; the rest are at its history. */
const embedded = 100

const WalletPath = Type.Object({ walletId: AccountId })
const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
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
      requestsOf(database.read, { chain, wallet: id, limit: embedded, cursor: undefined }),
      holdingsOf(ledgerOf({ chain }), id, cache),
    ])
    const owners = new Set(wallet.owners.map((owner) => owner.wallet))
    const keyMatches = !!onLedger?.key && !onLedger.deleted && sameKey(onLedger.key, wallet.key)
    const body = { ...walletSummary(wallet), keyMatches, assets, history: await history(requests) }
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
        querystring: Page,
        response: { 200: { ...Type.Array(WalletSummary), headers: pageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { chain, walletId: account } = session
      const wallets = await walletsOf(database.read, { chain, account, limit: query.limit, cursor: query.cursor })
      const last = wallets.at(-1)
      if (last && wallets.length === query.limit)
        reply.header('link', next('/multisig/wallets', query.limit, last.wallet))
      return wallets.map(walletSummary)
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
        querystring: Page,
        response: { 200: { ...Type.Array(RequestOut), headers: pageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const requests = await pageOf(params.walletId, session.chain, query, true)
      link(reply, `/multisig/wallet/${params.walletId}/pending`, query, requests)
      return requests.map(requestOut)
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
        querystring: Page,
        response: { 200: { ...Type.Array(HistoryEntry), headers: pageHeaders } },
      },
    },
    async ({ params, query, session }, reply) => {
      await checkOwner(session.chain, params.walletId, session.walletId)
      const requests = await pageOf(params.walletId, session.chain, query, false)
      link(reply, `/multisig/wallet/${params.walletId}/history`, query, requests)
      return history(requests)
    },
  )

  const pageOf = (wallet: string, chain: string, { limit, cursor }: Static<typeof Page>, open: boolean) =>
    requestsOf(database.read, {
      chain,
      wallet,
      limit,
      cursor: sequence(cursor),
      ...(open ? { openAt: new Date(clock.now()) } : {}),
    })
}

type Reply = { header(name: string, value: string): unknown }

function link(reply: Reply, path: string, { limit }: Static<typeof Page>, page: { sequence: bigint }[]): void {
  const last = page.at(-1)
  if (last && page.length === limit) reply.header('link', next(path, limit, String(last.sequence)))
}

const next = (path: string, limit: number, cursor: string): string =>
  `<${path}?limit=${limit}&cursor=${encodeURIComponent(cursor)}>; rel="next"`

function sequence(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined
  if (!/^[0-9]{1,18}$/.test(cursor))
    throw badRequest('INVALID_CURSOR', `cursor is ${JSON.stringify(cursor)}: take it from the Link header of a page`)
  return BigInt(cursor)
}
