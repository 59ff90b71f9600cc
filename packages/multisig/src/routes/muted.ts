import {
  AccountId,
  type Http,
  invalidCursor,
  isEntityId,
  linkToNext,
  namedSchema,
  PageQuery,
  pageHeaders,
} from '@quorate/platform'
import { Type } from 'typebox'
import { notFoundOrDenied } from '../model/errors.ts'
import type { Service } from '../service.ts'
import { concerns, mute, mutedOf, unmute } from '../store/acquaintances.ts'

const tags = ['wallets']
const Muted = namedSchema(
  'Muted',
  Type.Object({
    walletId: Type.Unsafe<string>({ ...AccountId, description: 'a wallet, or an account that requests new wallets' }),
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'the name of the wallet; null unless I am a member of it',
    }),
    mutedAt: Type.String({ format: 'date-time' }),
  }),
)

/** `/multisig/muted`: the wallets that the caller has muted. */
export function mutedRoutes(http: Http, { database, clock }: Service): void {
  const params = Type.Object({ walletId: Muted.properties.walletId })
  const Changed = Type.Object({ walletId: AccountId, muted: Type.Boolean() })

  http.get(
    '/multisig/muted',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the wallets that I have muted',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(Muted), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor }, session: { chain, walletId: account } }, reply) => {
      if (cursor !== undefined && !isEntityId(cursor)) throw invalidCursor(cursor)
      const { items, isFull } = await mutedOf(database.read, { chain, account, limit, cursor })
      const last = items.at(-1)
      if (last && isFull) linkToNext(reply, '/multisig/muted', { limit, cursor: last.source })
      return items.map(({ source, name, since }) => ({ walletId: source, name, mutedAt: since.toISOString() }))
    },
  )

  http.put(
    '/multisig/muted/:walletId',
    {
      schema: {
        tags,
        summary: 'Mute a wallet',
        description: 'The wallet leaves my list, its requests leave my inbox, and I get no events or reminders of it.',
        params,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Changed },
      },
    },
    async ({ params: { walletId: source }, session: { chain, walletId: account } }) => {
      if (!(await concerns(database.read, { chain, account, source }))) throw notFoundOrDenied()
      await database.change((trx) => mute(trx, { chain, account, source, at: new Date(clock.now()) }))
      return { walletId: source, muted: true }
    },
  )

  http.delete(
    '/multisig/muted/:walletId',
    { schema: { tags, summary: 'Unmute a wallet', params, response: { 200: Changed } } },
    async ({ params: { walletId: source }, session: { chain, walletId: account } }) => {
      await database.change((trx) => unmute(trx, { chain, account, source }))
      return { walletId: source, muted: false }
    },
  )
}
