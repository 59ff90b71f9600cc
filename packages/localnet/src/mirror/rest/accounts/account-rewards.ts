import { refuseExclusions } from '#mirror/rest/bounds.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { findAccount } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page, type Row } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

/** GET /accounts/{id}/rewards: the staking rewards that the account was paid, newest first unless asked otherwise. */
export const accountRewards: MirrorRoute = {
  path: '/accounts/:id/rewards',
  parameters: ['limit', 'order', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const order = query.order('desc')
    refuseExclusions({ parameter: 'timestamp', comparisons: query.timestamps() })
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'staking_reward',
      along: [{ sql: 'account = ?', values: [num] }, ...compareAll('consensus_timestamp', query.timestamps())],
      filters: [],
      keys: ['consensus_timestamp'],
      order,
      after: continuedBy(request, 'timestamp', order, (row) => timestampText(row.consensus_timestamp as bigint)),
    })
    return { rewards: rows.map(rewardJson), links }
  },
}

function rewardJson(row: Row): object {
  return {
    account_id: idText(Number(row.account)),
    amount: int64Json(row.amount as bigint),
    timestamp: timestampText(row.consensus_timestamp as bigint),
  }
}
