import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { topicNumber } from '#protocol/ids.ts'
import type { Key, KeyRule } from '#protocol/keys.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check } from '#protocol/status-error.ts'
import { expirySeconds, isAutoRenewPeriod, isZeroAccount, newKeyRules, usableAccount } from '#services/validation.ts'
import type { Topic } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { keysIn } from '#transaction/prices.ts'
import { checkTopicFees } from './custom-fees.ts'
import { autoRenewRule, checkExemptKeysOnce, exemptKeys, topicKey, usableTopic } from './topics.ts'

type Body = proto.IConsensusUpdateTopicTransactionBody

/** ConsensusUpdateTopic: changes the fields that are given. */
export const updateTopic = define('consensusUpdateTopic', {
  type: 25,
  name: 'CONSENSUSUPDATETOPIC',
  price: {
    functionality: 'ConsensusUpdateTopic',
    base: 1_200_000n,
    extras: ({ adminKey, submitKey, feeScheduleKey }) => [['KEYS', keysIn(adminKey, submitKey, feeScheduleKey), 1]],
  },

  precheck(body) {
    check(body.topicID != null, 'INVALID_TOPIC_ID')
    checkExemptKeysOnce(body.feeExemptKeyList?.keys ?? [])
  },

  signers(body, { state }) {
    const topic = usableTopic(state, body.topicID)
    if (onlyChanges(body, 'submitKey')) return [anyOf(topic.submitKey, topic.adminKey)]
    if (onlyChanges(body, 'expirationTime')) return []
    check(topic.adminKey !== null, 'UNAUTHORIZED')
    return [topic.adminKey.rule, ...newKeyRules(body.adminKey), ...renewerRules(body, state), ...feeRules(body, topic)]
  },

  handle(body, context) {
    const topic = usableTopic(context.state, body.topicID)
    const changed = { ...topic, ...changesOf(body, topic, context) }
    context.state.topics.put(topic.num, changed)
    context.entity = topicNumber(body.topicID)
  },
})

const FIELDS = [
  'memo',
  'adminKey',
  'submitKey',
  'expirationTime',
  'autoRenewPeriod',
  'autoRenewAccount',
  'feeScheduleKey',
  'feeExemptKeyList',
  'customFees',
] as const

function onlyChanges(body: Body, field: (typeof FIELDS)[number]): boolean {
  return FIELDS.every((name) => (body[name] != null) === (name === field))
}

function anyOf(...keys: readonly (Key | null)[]): KeyRule {
  const rules = keys.flatMap((key) => (key ? [key.rule] : []))
  check(rules.length > 0, 'UNAUTHORIZED')
  return { kind: 'threshold', threshold: 1, keys: rules }
}

function renewerRules({ autoRenewAccount }: Body, state: State): KeyRule[] {
  return autoRenewAccount && !isZeroAccount(autoRenewAccount) ? [autoRenewRule(state, autoRenewAccount)] : []
}

function feeRules({ customFees }: Body, { feeScheduleKey }: Topic): KeyRule[] {
  if (!customFees) return []
  check(feeScheduleKey !== null, 'FEE_SCHEDULE_KEY_NOT_SET')
  return [feeScheduleKey.rule]
}

function changesOf(body: Body, topic: Topic, context: HandleContext): Partial<Topic> {
  const changes = keyChanges(body, topic)
  if (body.memo) checkMemo(body.memo.value ?? '')
  if (body.customFees) checkTopicFees(body.customFees.fees ?? [], context.state)
  return {
    ...changes,
    ...(body.memo ? { memo: body.memo.value ?? '' } : {}),
    ...(body.customFees ? { customFees: body.customFees.fees ?? [] } : {}),
    ...lifetimeChanges(body, topic, context),
  }
}

function keyChanges(body: Body, topic: Topic): Partial<Topic> {
  if (body.feeScheduleKey) check(topic.feeScheduleKey !== null, 'FEE_SCHEDULE_KEY_CANNOT_BE_UPDATED')
  const isAbandoned = body.adminKey && topicKey(body.adminKey, 'BAD_ENCODING') === null
  const keepsRenewer =
    topic.autoRenewAccount !== null && !(body.autoRenewAccount && isZeroAccount(body.autoRenewAccount))
  check(!isAbandoned || !keepsRenewer, 'AUTORENEW_ACCOUNT_NOT_ALLOWED')
  return {
    ...(body.adminKey ? { adminKey: topicKey(body.adminKey, 'BAD_ENCODING') } : {}),
    ...(body.submitKey ? { submitKey: topicKey(body.submitKey, 'BAD_ENCODING') } : {}),
    ...(body.feeScheduleKey
      ? { feeScheduleKey: topicKey(body.feeScheduleKey, 'INVALID_CUSTOM_FEE_SCHEDULE_KEY') }
      : {}),
    ...(body.feeExemptKeyList ? { feeExemptKeys: exemptKeys(body.feeExemptKeyList.keys ?? []) } : {}),
  }
}

function lifetimeChanges(body: Body, topic: Topic, { state, now }: HandleContext): Partial<Topic> {
  const expiry = body.expirationTime ? expirySeconds(body.expirationTime, now) : topic.expiry
  check(expiry >= topic.expiry, 'EXPIRATION_REDUCTION_NOT_ALLOWED')
  if (body.autoRenewPeriod) check(isAutoRenewPeriod(body.autoRenewPeriod), 'AUTORENEW_DURATION_NOT_IN_RANGE')
  return {
    expiry,
    ...(body.autoRenewPeriod ? { autoRenewPeriod: int64(body.autoRenewPeriod.seconds) } : {}),
    ...(body.autoRenewAccount ? { autoRenewAccount: renewer(body.autoRenewAccount, state) } : {}),
  }
}

/** The number of the account that renews the topic; null for 0.0.0, which removes it. */
function renewer(id: proto.IAccountID, state: State): number | null {
  if (isZeroAccount(id)) return null
  return usableAccount(state, id, 'INVALID_AUTORENEW_ACCOUNT', 'INVALID_AUTORENEW_ACCOUNT').num
}
