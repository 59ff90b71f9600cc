import { int64Json } from '#mirror/rest/json.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { page, type Row } from '#mirror/rest/page.ts'
import { keyConditions } from '#mirror/rest/parameters.ts'
import type { MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

type Party = 'sender' | 'receiver'

/** GET /accounts/{id}/airdrops/outstanding: the airdrops that the account sent and that are not claimed yet. */
export const outstandingAirdrops = airdropRoute('outstanding', 'sender', 'receiver')

/** GET /accounts/{id}/airdrops/pending: the airdrops that the account can claim. */
export const pendingAirdrops = airdropRoute('pending', 'receiver', 'sender')

function airdropRoute(name: string, own: Party, other: Party): MirrorRoute {
  return {
    path: `/accounts/:id/airdrops/${name}`,
    parameters: ['limit', 'order', `${other}.id`, 'serialnumber', 'token.id'],
    async answer(request, context) {
      const { query } = request
      const { num } = findAccount(request.path.id ?? '', context)
      const order = query.order('asc')
      const asked = keyConditions([
        { column: other, comparisons: query.ids(`${other}.id`) },
        { column: 'token', comparisons: query.ids('token.id') },
        { column: 'serial', comparisons: query.integers('serialnumber') },
      ])
      const { rows, links } = await page(request, context, {
        columns: '*',
        from: own === 'receiver' ? 'pending_airdrop INDEXED BY pending_airdrop_by_0' : 'pending_airdrop',
        along: [{ sql: `${own} = ?`, values: [num] }, ...asked.along],
        filters: asked.filters,
        keys: asked.keys,
        order,
        after: (row) => after(request, row, other, order),
      })
      return { airdrops: rows.map(airdropJson), links }
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

function after({ query }: MirrorRequest, last: Row, other: Party, order: 'asc' | 'desc'): string {
  const [outer, inner] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const kept = query.without([`${other}.id`, 'token.id', 'serialnumber'])
  const pairs = [
    `${other}.id=${outer}:${idText(Number(last[other]))}`,
    `token.id=${outer}:${idText(Number(last.token))}`,
    `serialnumber=${inner}:${last.serial}`,
  ]
  return [...kept, ...pairs].join('&')
}
