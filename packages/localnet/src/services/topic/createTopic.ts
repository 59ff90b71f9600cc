import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { topicId } from '../../ids.ts'
import { int64 } from '../../int64.ts'
import { checkMemo } from '../../memo.ts'
import { require } from '../../refusal.ts'
import type { Topic } from '../../state/entities.ts'
import { NANOS_PER_SECOND } from '../../time.ts'
import { isAutoRenewPeriod, newKeyRules, usableAccount } from '../validation.ts'
import { checkTopicFees } from './customFees.ts'
import { INITIAL_RUNNING_HASH } from './runningHash.ts'
import { autoRenewRule, checkExemptKeysOnce, exemptKeys, topicKey } from './topics.ts'

type Body = proto.IConsensusCreateTopicTransactionBody

/** ConsensusCreateTopic. */
export const createTopic = define('consensusCreateTopic', {
  type: 24,
  name: 'CONSENSUSCREATETOPIC',

  precheck: (body) => checkExemptKeysOnce(body.feeExemptKeyList ?? []),

  signers({ adminKey, autoRenewAccount }, { state }) {
    const rules = newKeyRules(adminKey)
    return autoRenewAccount ? [...rules, autoRenewRule(state, autoRenewAccount)] : rules
  },

  handle(body, handling) {
    const topic = newTopic(body, handling)
    handling.state.topics.put(topic.num, topic)
    handling.receipt.topicID = topicId(topic.num)
    handling.entity = topic.num
  },
})

function newTopic(body: Body, { state, now }: Handling): Topic {
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

function renewerOf({ autoRenewAccount, autoRenewPeriod }: Body, state: Handling['state']): number | null {
  require(isAutoRenewPeriod(autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  if (!autoRenewAccount) return null
  return usableAccount(state, autoRenewAccount, 'INVALID_AUTORENEW_ACCOUNT', 'INVALID_AUTORENEW_ACCOUNT').num
}
