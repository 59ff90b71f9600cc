import { idText } from '../../ids.ts'
import { findAccount } from './accountLookup.ts'
import { invalidParameter } from './errors.ts'
import { keyJson } from './keyJson.ts'
import { page } from './page.ts'
import { type Condition, compareAll } from './parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from './route.ts'

/** GET /tokens */
export const tokens: MirrorRoute = {
  path: '/tokens',
  parameters: ['account.id', 'limit', 'name', 'order', 'token.id', 'type'],
  answer(request, context) {
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'token',
      conditions: conditionsOf(request, context),
      orderBy: 'num',
      order: request.query.order('asc'),
      parameter: 'token.id',
      keyOf: (row) => idText(Number(row.num)),
    })
    const found = rows.map((row) => context.store.tokens.decode(row))
    const json = found.map((token) => ({
      admin_key: keyJson(token.adminKey),
      decimals: token.decimals,
      metadata: token.metadata.toString('base64'),
      name: token.name,
      symbol: token.symbol,
      token_id: idText(token.num),
      type: token.type,
    }))
    return { tokens: json, links }
  },
}

function conditionsOf({ query }: MirrorRequest, context: MirrorContext): Condition[] {
  const ids = compareAll('num', query.ids('token.id'))
  const holders = query.all('account.id').map((text) => {
    const { num } = findAccount(text, context)
    return { sql: 'num IN (SELECT token FROM token_relation WHERE account = ?)', values: [num] }
  })
  const names = query.all('name').map((name) => ({ sql: 'instr(lower(name), lower(?)) > 0', values: [name] }))
  return [...ids, ...holders, ...names, ...query.all('type').map(typeCondition)]
}

function typeCondition(text: string): Condition {
  const type = text.toUpperCase()
  if (type === 'ALL') return { sql: '1 = 1', values: [] }
  if (type !== 'FUNGIBLE_COMMON' && type !== 'NON_FUNGIBLE_UNIQUE') throw invalidParameter('type')
  return { sql: 'type = ?', values: [type] }
}
