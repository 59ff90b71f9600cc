import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { topicId } from '#protocol/ids.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { isAutoRenewPeriod, newKeyRules, usableAccount } from '#services/validation.ts'
import type { Topic } from '#state/entities.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { ENTITIES } from '#transaction/high-volume.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkTopicFees } from './custom-fees.ts'
import { INITIAL_RUNNING_HASH } from './running-hash.ts'
import { autoRenewRule, checkExemptKeysOnce, exemptKeys, topicKey } from './topics.ts'

type Body = proto.IConsensusCreateTopicTransactionBody

/** ConsensusCreateTopic. */
export const createTopic = define('consensusCreateTopic', {
  type: 24,
  name: 'CONSENSUSCREATETOPIC',
  price: {
    functionality: 'ConsensusCreateTopic',
    highVolume: { opsPerSec: 25_000, curve: ENTITIES },
    base: 99_000_000n,
    extras: ({ adminKey, submitKey, feeScheduleKey, customFees }) => [
      ['KEYS', keysIn(adminKey, submitKey, feeScheduleKey), 0],
      ['CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE', customFees?.length ? 1 : 0, 0],
    ],
  },

  precheck: (body) => checkExemptKeysOnce(body.feeExemptKeyList ?? []),

  signers({ adminKey, autoRenewAccount }, { state }) {
    const rules = newKeyRules(adminKey)
    return autoRenewAccount ? [...rules, autoRenewRule(state, autoRenewAccount)] : rules
  },

  handle(body, context) {
    const topic = newTopic(body, context)
    context.state.topics.put(topic.num, topic)
    context.receipt.topicID = topicId(topic.num)
    context.entity = topic.num
  },
})

function newTopic(body: Body, { state, now }: HandleContext): Topic {
  const attributes = attributesOf(body)
  const customFees = body.customFees ?? []
  checkTopicFees(customFees, state)
  checkMemo(body.memo ?? '')
  const autoRenewAccount = renewerOf(body, state)
  const autoRenewPeriod = int64(body.autoRenewPeriod?.seconds)
  return {
    num: state.newEntity(),
    ...attributes,
    memo: body.memo ?? '',
    customFees,
    autoRenewAccount,
    autoRenewPeriod,
    expiry: now / NANOS_PER_SECOND + autoRenewPeriod,
    deleted: false,
    runningHash: INITIAL_RUNNING_HASH,
    sequence: 0n,
    createdAt: now,
  }
}

function attributesOf(body: Body): Pick<Topic, 'adminKey' | 'submitKey' | 'feeScheduleKey' | 'feeExemptKeys'> {
  return {
    adminKey: topicKey(body.adminKey, 'BAD_ENCODING'),
    submitKey: topicKey(body.submitKey, 'BAD_ENCODING'),
    feeScheduleKey: topicKey(body.feeScheduleKey, 'INVALID_CUSTOM_FEE_SCHEDULE_KEY'),
    feeExemptKeys: exemptKeys(body.feeExemptKeyList ?? []),
  }
}

function renewerOf({ autoRenewAccount, autoRenewPeriod }: Body, state: HandleContext['state']): number | null {
  check(isAutoRenewPeriod(autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  if (!autoRenewAccount) return null
  return usableAccount(state, autoRenewAccount, 'INVALID_AUTORENEW_ACCOUNT', 'INVALID_AUTORENEW_ACCOUNT').num
}
