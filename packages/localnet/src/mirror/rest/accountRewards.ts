import { idText } from '../../ids.ts'
import { timestampText } from '../../time.ts'
import { findAccount } from './accountLookup.ts'
import { int64Json } from './json.ts'
import { page, type Row } from './page.ts'
import { compare } from './parameters.ts'
import type { MirrorRoute } from './route.ts'

/** GET /accounts/{id}/rewards: what the account was paid for its stake, newest first unless asked otherwise. */
export const accountRewards: MirrorRoute = {
  path: '/accounts/:id/rewards',
  parameters: ['limit', 'order', 'timestamp'],
  answer(request, context) {
    const { query } = request
    const { num } = findAccount(request.path.id ?? '', context)
    const times = query.timestamps().map((comparison) => compare('consensus_timestamp', comparison))
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'staking_reward',
      conditions: [{ sql: 'account = ?', values: [num] }, ...times],
      orderBy: 'consensus_timestamp',
      order: query.order('desc'),
      parameter: 'timestamp',
      keyOf: (row) => timestampText(row.consensus_timestamp as bigint),
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
