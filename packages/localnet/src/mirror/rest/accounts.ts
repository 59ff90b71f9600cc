import { idText } from '../../ids.ts'
import { accountJson } from './accountJson.ts'
import { balanceOf } from './balanceJson.ts'
import { keyCondition } from './keyCondition.ts'
import { page } from './page.ts'
import { type Condition, compare, compareAll } from './parameters.ts'
import type { MirrorRequest, MirrorRoute } from './route.ts'
import { pendingRewardJson } from './stakingLookup.ts'

/** GET /accounts */
export const accounts: MirrorRoute = {
  path: '/accounts',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'balance', 'limit', 'order'],
  answer(request, context) {
    const { query } = request
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'account',
      conditions: conditionsOf(request),
      orderBy: 'num',
      order: query.order('asc'),
      parameter: 'account.id',
      keyOf: (row) => idText(Number(row.num)),
    })
    const isShown = query.flag('balance', true)
    const found = rows.map((row) => context.store.accounts.decode(row))
    const json = found.map((account) => {
      const balance = isShown ? balanceOf(account.num, account.balance, undefined, context) : null
      return accountJson(account, balance, pendingRewardJson(account, context))
    })
    return { accounts: json, links }
  },
}

function conditionsOf({ query }: MirrorRequest): Condition[] {
  const ids = compareAll('num', query.ids('account.id'))
  const balances = query.integers('account.balance').map((comparison) => compare('balance', comparison))
  const keys = query.all('account.publickey').map((text) => keyCondition('key', text, 'account.publickey'))
  return [...ids, ...balances, ...keys]
}
