import { idText } from '../../ids.ts'
import { NANOS_PER_SECOND, timestampText } from '../../time.ts'
import { customFeesJson } from './customFeesJson.ts'
import { int64Json } from './json.ts'
import { keyJson } from './keyJson.ts'
import { type Row, select } from './page.ts'
import type { MirrorContext, MirrorRoute } from './route.ts'
import { findToken } from './tokenLookup.ts'

/** GET /tokens/{id} */
export const token: MirrorRoute = {
  path: '/tokens/:id',
  parameters: ['timestamp'],
  answer({ path, query }, context) {
    const { token, row } = findToken(path.id ?? '', context, query.moment())
    return {
      admin_key: keyJson(token.adminKey),
      auto_renew_account: token.autoRenewAccount === null ? null : idText(token.autoRenewAccount),
      auto_renew_period: token.autoRenewPeriod === 0n ? null : int64Json(token.autoRenewPeriod),
      created_timestamp: timestampText(token.createdAt),
      custom_fees: customFeesJson(token, feesSince(row, context)),
      decimals: String(token.decimals),
      deleted: token.deleted,
      expiry_timestamp: int64Json(token.expiry * NANOS_PER_SECOND),
      fee_schedule_key: keyJson(token.feeScheduleKey),
      freeze_default: token.freezeDefault,
      freeze_key: keyJson(token.freezeKey),
      initial_supply: String(token.initialSupply),
      kyc_key: keyJson(token.kycKey),
      max_supply: String(token.maxSupply),
      memo: token.memo,
      metadata: token.metadata.toString('base64'),
      metadata_key: keyJson(token.metadataKey),
      modified_timestamp: timestampText(row.modified_at as bigint),
      name: token.name,
      pause_key: keyJson(token.pauseKey),
      pause_status: token.pauseKey ? (token.paused ? 'PAUSED' : 'UNPAUSED') : 'NOT_APPLICABLE',
      supply_key: keyJson(token.supplyKey),
      supply_type: token.supplyType,
      symbol: token.symbol,
      token_id: idText(token.num),
      total_supply: String(token.totalSupply),
      treasury_account_id: idText(token.treasury),
      type: token.type,
      wipe_key: keyJson(token.wipeKey),
    }
  },
}

/** When the custom fees of a version of a token were set: where the last version ended that had others. */
function feesSince(row: Row, context: MirrorContext): bigint {
  const { num, custom_fees, modified_at, created_at } = row
  const sql = 'SELECT max(valid_until) AS at FROM token_history WHERE num = ? AND valid_until <= ? AND custom_fees <> ?'
  const ended = select(context, sql, num ?? null, modified_at ?? null, custom_fees ?? null)[0]
  return (ended?.at ?? created_at) as bigint
}
