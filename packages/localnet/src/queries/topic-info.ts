import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, topicId } from '#protocol/ids.ts'
import { keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import { usableTopic } from '#services/topic/topics.ts'
import type { Topic } from '#state/entities.ts'
import { defineQuery } from './query-definition.ts'

/** ConsensusGetTopicInfo: a topic with its sequence number and running hash. */
export const topicInfo = defineQuery('consensusGetTopicInfo', {
  response: 'consensusGetTopicInfo',
  isPaid: true,
  answer({ topicID }, { state }) {
    check(topicID != null, 'INVALID_TOPIC_ID')
    const topic = usableTopic(state, topicID)
    return { topicID: topicId(topic.num), topicInfo: infoOf(topic) }
  },
})

function infoOf(topic: Topic): proto.IConsensusTopicInfo {
  return {
    memo: topic.memo,
    runningHash: topic.runningHash,
    sequenceNumber: toLong(topic.sequence),
    expirationTime: toTimestamp(topic.expiry * NANOS_PER_SECOND),
    adminKey: topic.adminKey && keyToProto(topic.adminKey),
    submitKey: topic.submitKey && keyToProto(topic.submitKey),
    autoRenewPeriod: { seconds: toLong(topic.autoRenewPeriod) },
    autoRenewAccount: topic.autoRenewAccount === null ? null : accountId(topic.autoRenewAccount),
    ledgerId: LEDGER_ID,
    feeScheduleKey: topic.feeScheduleKey && keyToProto(topic.feeScheduleKey),
    feeExemptKeyList: topic.feeExemptKeys.map(keyToProto),
    customFees: [...topic.customFees],
  }
}
