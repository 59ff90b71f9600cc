import { idText } from '../../ids.ts'
import { findAccount } from './accountLookup.ts'
import { invalidParameter } from './errors.ts'
import { NFT_COLUMNS, nftJson } from './nftJson.ts'
import { type Row, select, where } from './page.ts'
import { type Condition, compare } from './parameters.ts'
import type { MirrorRequest, MirrorRoute } from './route.ts'

/** GET /accounts/{id}/nfts: what the account owns, by token and serial number, newest first unless asked otherwise. */
export const accountNfts: MirrorRoute = {
  path: '/accounts/:id/nfts',
  parameters: ['token.id', 'serialnumber', 'spender.id', 'limit', 'order'],
  answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const order = query.order('desc')
    const limit = query.limit()
    const clause = where([{ sql: 'owner = ?', values: [num] }, ...conditionsOf(request)])
    const sql = `SELECT ${NFT_COLUMNS} FROM nft ${clause.sql} ORDER BY token ${order}, serial ${order} LIMIT ?`
    const rows = select(context, sql, ...clause.values, limit)
    return { nfts: rows.map(nftJson), links: { next: nextLink(request, rows, limit, order) } }
  },
}

function conditionsOf({ query }: MirrorRequest): Condition[] {
  const tokens = query.ids('token.id')
  const serials = query.integers('serialnumber')
  if (serials.length > 0 && tokens.length === 0) throw invalidParameter('serialnumber')
  const spenders = query.ids('spender.id').map((comparison) => compare('spender', comparison))
  const [token] = tokens
  const [serial] = serials
  if (!token || !serial || token.operator === 'eq' || !['gt', 'gte', 'lt', 'lte'].includes(serial.operator)) {
    const plain = [...tokens.map((c) => compare('token', c)), ...serials.map((c) => compare('serial', c))]
    return [...plain, ...spenders]
  }
  const edge = compare('serial', serial)
  const beyond = compare('token', { ...token, operator: token.operator.startsWith('g') ? 'gt' : 'lt' })
  const values = [...beyond.values, token.value, ...edge.values]
  return [{ sql: `${beyond.sql} OR (token = ? AND ${edge.sql})`, values }, ...spenders]
}

function nextLink(
  { query, url }: MirrorRequest,
  rows: readonly Row[],
  limit: number,
  order: 'asc' | 'desc',
): string | null {
  const last = rows.at(-1)
  if (rows.length < limit || !last) return null
  const [token, serial] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const isOneToken = query.ids('token.id')[0]?.operator === 'eq'
  const kept = query.without(['token.id', 'serialnumber'])
  const tokenId = `${isOneToken ? '' : `${token}:`}${idText(Number(last.token))}`
  return `${url}?${[...kept, `token.id=${tokenId}`, `serialnumber=${serial}:${last.serial}`].join('&')}`
}
