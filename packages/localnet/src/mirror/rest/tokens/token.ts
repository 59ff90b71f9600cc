import { invalidParameter } from '#mirror/rest/errors.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import { type Row, select, turn } from '#mirror/rest/page.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import { customFeesJson } from './custom-fees-json.ts'
import { findToken } from './token-lookup.ts'

/** GET /tokens/{id} */
export const token: MirrorRoute = {
  path: '/tokens/:id',
  parameters: ['timestamp'],
  async answer(request, context) {
    const { path, query } = request
    const isBefore = query.timestamps().every(({ operator }) => ['eq', 'lt', 'lte'].includes(operator))
    if (!isBefore) throw invalidParameter('timestamp')
    const { token, row } = findToken(path.id ?? '', context, query.moment())
    return {
      admin_key: keyJson(token.adminKey),
      auto_renew_account: token.autoRenewAccount === null ? null : idText(token.autoRenewAccount),
      auto_renew_period: token.autoRenewPeriod === 0n ? null : int64Json(token.autoRenewPeriod),
      created_timestamp: timestampText(token.createdAt),
      custom_fees: customFeesJson(token, await feesSince(row, context)),
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

/** The maximum number of versions of a token that are compared before other requests have a turn. */
const VERSIONS = 500
const ENDED = `SELECT valid_until, custom_fees <> ? AS differ FROM token_history WHERE num = ? AND valid_until <= ?
  ORDER BY valid_until DESC LIMIT ?`

/**
 * The time at which the custom fees in a version of a token were set: the end of the last earlier version with
 * different fees.
 */
async function feesSince(row: Row, context: MirrorContext): Promise<bigint> {
  const { num = null, custom_fees = null, modified_at, created_at } = row
  for (let until = modified_at as bigint; ; ) {
    const versions = select(context, ENDED, custom_fees, num, until, VERSIONS)
    const other = versions.find(({ differ }) => differ === 1n)
    if (other) return other.valid_until as bigint
    if (versions.length < VERSIONS) return created_at as bigint
    until = (versions.at(-1)?.valid_until as bigint) - 1n
    await turn()
  }
}
