/** The statement of a wallet for a period, for its bookkeeping. */
import { AccountId, badRequest, type Http } from '@quorate/platform'
import { ledgerTimestamp } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { requestKey, StatementOut, statementOut } from '../answers/statement.ts'
import { Time } from '../answers/values.ts'
import { scheduledTransactionId } from '../model/modes.ts'
import type { Service } from '../service.ts'
import { requestsOfTransactions } from '../store/requests.ts'
import { checkMay } from '../wallets/check-member.ts'

export function statementRoutes(http: Http, service: Service): void {
  http.get(
    '/multisig/wallet/:walletId/statement',
    {
      config: { access: 'session' },
      schema: {
        tags: ['wallets'],
        summary: 'Get the statement of a wallet',
        description:
          'All movements of its account in a period, incoming ones and fees too, with the balances before, after each and at the end, as a mirror node shows them. Only for its members.',
        params: Type.Object({ walletId: AccountId }),
        querystring: Type.Object({
          from: Type.Unsafe<string>({ ...Time, description: 'the beginning of the period' }),
          to: Type.Unsafe<string>({
            ...Time,
            description: 'its end, which no longer belongs to it. A period that has not ended is read up to now',
          }),
        }),
        errors: { 400: ['INVALID_PERIOD', 'UNKNOWN_CHAIN'], 403: ['FORBIDDEN'], 422: ['STATEMENT_TOO_LONG'] },
        response: { 200: StatementOut },
      },
    },
    async ({ params: { walletId }, query: { from, to }, session: { chain, walletId: account } }) => {
      const { database, ledgerOf, clock } = service
      await checkMay(service, { chain, wallet: walletId, account }, 'see')
      const end = Math.min(Date.parse(to), clock.now())
      if (Date.parse(from) < 0 || Date.parse(from) >= end)
        throw badRequest('INVALID_PERIOD', `from is ${from}: expected a time in the past, before to`)
      // Strangers decide how much there is to read, so this reads from the `publicMirror`, which logins and signatures
      // do not use.
      const mirror = ledgerOf({ chain }).publicMirror
      const statement = await mirror.statementOf({
        account: walletId,
        from: ledgerTimestamp(Date.parse(from)),
        to: ledgerTimestamp(end),
      })
      const keys = statement.entries.map(requestKey)
      const ids = [...new Set(keys.map((key) => key.split('?')[0] ?? ''))]
      const requests = await requestsOfTransactions(database.read, { chain, wallet: walletId, ids })
      const byKey = new Map(
        requests.map((one) => [one.isScheduled ? scheduledTransactionId(one) : one.transactionId, one]),
      )
      return statementOut(statement, { from, to: new Date(end).toISOString() }, byKey)
    },
  )
}
