import { idText } from '../../ids.ts'
import { findAccount } from './accountLookup.ts'
import { invalidParameter } from './errors.ts'
import { keyCondition } from './keyCondition.ts'
import { keyJson } from './keyJson.ts'
import { page } from './page.ts'
import { type Condition, compareAll } from './parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from './route.ts'

const TYPES = new Set(['ALL', 'FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE'])
const MIN_NAME_BYTES = 3
const MAX_NAME_BYTES = 100

/** GET /tokens */
export const tokens: MirrorRoute = {
  path: '/tokens',
  parameters: ['account.id', 'limit', 'name', 'order', 'publickey', 'token.id', 'type'],
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
    return { tokens: json, links: request.query.text('name') === undefined ? links : { next: null } }
  },
}

function conditionsOf({ query }: MirrorRequest, context: MirrorContext): Condition[] {
  const ids = compareAll('num', query.ids('token.id'))
  const holders = query.all('account.id').map((text) => {
    const { num } = findAccount(text, context)
    return { sql: 'num IN (SELECT token FROM token_relation WHERE account = ?)', values: [num] }
  })
  const admins = query.all('publickey').map((text) => keyCondition('admin_key', text, 'publickey'))
  return [...ids, ...holders, ...admins, ...nameConditions(query), ...typeConditions(query.all('type'))]
}

/** Part of a name, in upper or lower case; not together with ids. */
function nameConditions(query: MirrorRequest['query']): Condition[] {
  const name = query.text('name')?.replace(/^eq:/, '')
  if (name === undefined) return []
  const isUsable = Buffer.byteLength(name) >= MIN_NAME_BYTES && Buffer.byteLength(name) <= MAX_NAME_BYTES
  const isAlone = query.all('token.id').length + query.all('account.id').length === 0
  if (!isUsable || !isAlone) throw invalidParameter('name')
  return [{ sql: 'instr(lower(name), lower(?)) > 0', values: [name] }]
}

/** Any of the types. */
function typeConditions(texts: readonly string[]): Condition[] {
  const types = texts.map((text) => text.toUpperCase().replace(/^EQ:/, ''))
  if (!types.every((type) => TYPES.has(type))) throw invalidParameter('type')
  if (types.length === 0 || types.includes('ALL')) return []
  return [{ sql: `type IN (${types.map(() => '?').join(', ')})`, values: types }]
}
