/** Lists entities bound to validators: the session's own, and any that the client knows the id of. */
import {
  AccountId,
  type Database,
  type Http,
  linkToNext,
  notFound,
  numberInCursor,
  PageQuery,
  pageHeaders,
} from '@quorate/platform'
import { Type } from 'typebox'
import { BindingOut, bindingOut } from '../answers/bindings.ts'
import type { Replay } from '../node-topic/replay.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { bindingsOfOwner } from '../store/bindings.ts'
import type { Tables } from '../store/tables.ts'
import type { Bindings } from '../validators/bindings.ts'
import { spendingErrors } from './errors.ts'

/** The ledger for reads that any session may request. */
const publicly = (ledger: OperatedLedger): OperatedLedger => ({ ...ledger, mirror: ledger.publicMirror })

/** Bindings are on the public ledger, so any session may look one up. */
export function bindingRoutes(
  http: Http,
  deps: { ledgers: Map<string, OperatedLedger>; database: Database<Tables>; replay: Replay; bindings: Bindings },
): void {
  const { ledgers, database, replay, bindings } = deps
  const tags = ['validators']
  http.get(
    '/validators/bindings',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List what I created under validators',
        description:
          'Accounts, topics and tokens, newest first. The first page also reads the newest 100 creations of each kind from the mirror.',
        querystring: PageQuery,
        errors: [spendingErrors, { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] }],
        response: { 200: { ...Type.Array(BindingOut), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor }, session }, reply) => {
      const { chain, walletId: owner } = session
      const after = numberInCursor(cursor, 'nanoseconds')
      const ledger = publicly(ledgerOf(ledgers, session))
      await replay(ledger)
      if (after === undefined) await bindings.readCreated(ledger, owner)
      const page = await bindingsOfOwner(database.read, { chain, owner, limit, cursor: after })
      const last = page.at(-1)
      if (last && page.length === limit) linkToNext(reply, '/validators/bindings', { limit, cursor: last.started })
      return page.map(bindingOut)
    },
  )

  http.get(
    '/validators/bindings/:entityId',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get the validator of an account, topic or token',
        params: Type.Object({ entityId: Type.Unsafe<string>({ ...AccountId, description: 'of any of the three' }) }),
        errors: [spendingErrors, { 400: ['UNKNOWN_CHAIN'], 404: ['BINDING_NOT_FOUND'] }],
        response: { 200: BindingOut },
      },
    },
    async ({ params: { entityId }, session }) => {
      const ledger = publicly(ledgerOf(ledgers, session))
      const found = await bindings.find(ledger, entityId)
      if (!found) throw notFound('BINDING_NOT_FOUND', `${entityId} is not under a validator of this node`)
      return bindingOut(found)
    },
  )
}
