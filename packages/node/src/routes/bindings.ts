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
import { bindingOfEntity, bindingsOfOwner } from '../store/bindings.ts'
import type { Tables } from '../store/tables.ts'
import { spendingErrors } from './errors.ts'

/** Bindings are on the node topic, which anybody can read, so any session may look one up. */
export function bindingRoutes(
  http: Http,
  deps: { ledgers: Map<string, OperatedLedger>; database: Database<Tables>; replay: Replay },
): void {
  const { ledgers, database, replay } = deps
  const tags = ['validators']
  http.get(
    '/validators/bindings',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List what I created under validators',
        description: 'Accounts, topics and tokens, newest first.',
        querystring: PageQuery,
        errors: [spendingErrors, { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] }],
        response: { 200: { ...Type.Array(BindingOut), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor }, session }, reply) => {
      const { chain, walletId: owner } = session
      const after = numberInCursor(cursor)
      await replay(ledgerOf(ledgers, session))
      const page = await bindingsOfOwner(database.read, { chain, owner, limit, cursor: after })
      const last = page.at(-1)
      if (last && page.length === limit) linkToNext(reply, '/validators/bindings', { limit, cursor: last.sequence })
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
      const ledger = ledgerOf(ledgers, session)
      await replay(ledger)
      const found = await bindingOfEntity(database.read, ledger.chain, entityId)
      if (!found) throw notFound('BINDING_NOT_FOUND', `${entityId} is not under a validator of this node`)
      return bindingOut(found)
    },
  )
}
