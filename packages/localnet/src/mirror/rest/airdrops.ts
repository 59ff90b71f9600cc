import { idText } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { findAccount } from './accountLookup.ts'
import { int64Json } from './json.ts'
import { type Row, select, where } from './page.ts'
import { type Comparison, type Condition, compare, compareAll } from './parameters.ts'
import type { MirrorRequest, MirrorRoute } from './route.ts'

type Party = 'sender' | 'receiver'

/** GET /accounts/{id}/airdrops/outstanding: what the account gave and nobody has claimed yet. */
export const outstandingAirdrops = airdropRoute('outstanding', 'sender', 'receiver')

/** GET /accounts/{id}/airdrops/pending: what the account can claim. */
export const pendingAirdrops = airdropRoute('pending', 'receiver', 'sender')

function airdropRoute(name: string, own: Party, other: Party): MirrorRoute {
  return {
    path: `/accounts/:id/airdrops/${name}`,
    parameters: ['limit', 'order', `${other}.id`, 'serialnumber', 'token.id'],
    answer(request, context) {
      const { num } = findAccount(request.path.id ?? '', context)
      const order = request.query.order('asc')
      const limit = request.query.limit()
      const clause = where([{ sql: `${own} = ?`, values: [num] }, ...conditionsOf(request, other)])
      const sql = `SELECT * FROM pending_airdrop ${clause.sql} ORDER BY ${other} ${order}, token ${order}, serial ${order} LIMIT ?`
      const rows = select(context, sql, ...clause.values, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return { airdrops: rows.map(airdropJson), links: { next: last ? nextLink(request, last, other, order) : null } }
    },
  }
}

function airdropJson(row: Row): object {
  const serial = row.serial as bigint
  return {
    amount: serial === 0n ? int64Json(row.amount as bigint) : null,
    receiver_id: idText(Number(row.receiver)),
    sender_id: idText(Number(row.sender)),
    serial_number: serial === 0n ? null : int64Json(serial),
    timestamp: { from: timestampText(row.modified_at as bigint), to: null },
    token_id: idText(Number(row.token)),
  }
}

const isRange = (comparison: Comparison<unknown> | undefined): boolean =>
  comparison !== undefined && comparison.operator !== 'eq' && comparison.operator !== 'ne'

/** Ranges of party, token and serial number given together mean what comes after the three. */
function conditionsOf({ query }: MirrorRequest, other: Party): Condition[] {
  const [parties, tokens, serials] = [query.ids(`${other}.id`), query.ids('token.id'), query.integers('serialnumber')]
  const [party, token, serial] = [parties[0], tokens[0], serials[0]]
  if (!party || !token || !isRange(party) || !isRange(token)) {
    return [...compareAll(other, parties), ...compareAll('token', tokens), ...compareAll('serial', serials)]
  }
  const beyond = (column: string, { operator, value }: Comparison<number>): Condition =>
    compare(column, { operator: operator.startsWith('g') ? 'gt' : 'lt', value })
  const last = serial ? compare('serial', serial) : { sql: 'TRUE', values: [] }
  const [outer, inner] = [beyond(other, party), beyond('token', token)]
  const sql = `${outer.sql} OR (${other} = ? AND (${inner.sql} OR (token = ? AND ${last.sql})))`
  return [{ sql, values: [...outer.values, party.value, ...inner.values, token.value, ...last.values] }]
}

function nextLink({ query, url }: MirrorRequest, last: Row, other: Party, order: 'asc' | 'desc'): string {
  const [outer, inner] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const kept = query.without([`${other}.id`, 'token.id', 'serialnumber'])
  const pairs = [
    `${other}.id=${outer}:${idText(Number(last[other]))}`,
    `token.id=${outer}:${idText(Number(last.token))}`,
    `serialnumber=${inner}:${last.serial}`,
  ]
  return `${url}?${[...kept, ...pairs].join('&')}`
}
