import { idText, NOWHERE, parseId } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { accountNumberOf } from './accountLookup.ts'
import { balanceOf } from './balanceJson.ts'
import { keyCondition } from './keyCondition.ts'
import { page } from './page.ts'
import { compare, compareAll } from './parameters.ts'
import type { MirrorRoute } from './route.ts'

/** GET /balances: of all accounts, now or at a `timestamp`. */
export const balances: MirrorRoute = {
  path: '/balances',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'limit', 'order', 'timestamp'],
  answer(request, context) {
    const { query } = request
    const moment = query.moment()
    const amounts = query.integers('account.balance').map((comparison) => compare('balance', comparison))
    const keys = query.all('account.publickey').map((text) => keyCondition('key', text, 'account.publickey'))
    const numberOf = (text: string) => parseId(text) ?? accountNumberOf(text, context) ?? NOWHERE
    const born = moment === undefined ? [] : [{ sql: 'created_at <= ?', values: [moment] }]
    const { rows, links } = page(request, context, {
      columns: 'num, balance',
      from: 'account',
      conditions: [...compareAll('num', query.ids('account.id', numberOf)), ...amounts, ...keys, ...born],
      orderBy: 'num',
      order: query.order('desc'),
      parameter: 'account.id',
      keyOf: (row) => idText(Number(row.num)),
    })
    const found = rows.map((row) => {
      const { balance, tokens } = balanceOf(Number(row.num), row.balance as bigint, moment, context)
      return { account: idText(Number(row.num)), balance, tokens }
    })
    return { timestamp: timestampText(moment ?? context.clock.last), balances: found, links }
  },
}
