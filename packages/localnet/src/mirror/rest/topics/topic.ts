import { int64Json } from '#mirror/rest/json.ts'
import { keyJson } from '#mirror/rest/key-json.ts'
import type { Row } from '#mirror/rest/page.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, idText, tokenNumber } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'
import type { Topic } from '#state/entities.ts'
import { findTopic } from './topic-lookup.ts'

/** GET /topics/{topicId} */
export const topic: MirrorRoute = {
  path: '/topics/:id',
  parameters: [],
  answer({ path }, context) {
    const row = findTopic(path.id ?? '', context)
    return topicJson(context.store.topics.decode(row), row)
  },
}

function topicJson(topic: Topic, row: Row): object {
  const since = timestampText(row.modified_at as bigint)
  return {
    admin_key: keyJson(topic.adminKey),
    auto_renew_account: topic.autoRenewAccount === null ? null : idText(topic.autoRenewAccount),
    auto_renew_period: int64Json(topic.autoRenewPeriod),
    created_timestamp: timestampText(topic.createdAt),
    custom_fees: { created_timestamp: since, fixed_fees: topic.customFees.map(fixedFee) },
    deleted: topic.deleted,
    fee_exempt_key_list: topic.feeExemptKeys.map(keyJson),
    fee_schedule_key: keyJson(topic.feeScheduleKey),
    memo: topic.memo,
    submit_key: keyJson(topic.submitKey),
    timestamp: { from: since, to: null },
    topic_id: idText(topic.num),
  }
}

function fixedFee({ fixedFee: fee, feeCollectorAccountId }: Topic['customFees'][number]): object {
  return {
    amount: int64Json(int64(fee?.amount)),
    collector_account_id: idText(accountNumber(feeCollectorAccountId)),
    denominating_token_id: fee?.denominatingTokenId ? idText(tokenNumber(fee.denominatingTokenId)) : null,
  }
}
