import type { proto } from '@hiero-ledger/proto'
import { topicNumber } from '#protocol/ids.ts'
import { isKeyRemoval, isValidKey, type Key, type KeyRule, keyFromProto } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import { validKey } from '#services/validation.ts'
import type { Topic } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** topics.maxEntriesForFeeExemptKeyList */
const MAX_EXEMPT_KEYS = 10

/** The topic, which must exist and not be deleted. */
export function usableTopic(state: State, id: proto.ITopicID | null | undefined): Topic {
  const topic = state.topics.get(topicNumber(id))
  check(topic !== undefined && !topic.deleted, 'INVALID_TOPIC_ID')
  return topic
}

/**
 * A key of a topic; null if it is absent or the empty key list.
 *
 * @throws StatusError with `invalid` if it is malformed
 */
export function topicKey(key: proto.IKey | null | undefined, invalid: ResponseCode): Key | null {
  return !key || isKeyRemoval(keyFromProto(key).rule) ? null : validKey(key, invalid)
}

/** Checks that each fee-exempt key occurs once. */
export function checkExemptKeysOnce(keys: readonly proto.IKey[]): void {
  const encoded = new Set(keys.map((key) => keyFromProto(key).encoded.toString('latin1')))
  check(encoded.size === keys.length, 'FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS')
}

/** HIP-991: the fee-exempt keys. A message signed with one of them pays no custom fees. */
export function exemptKeys(keys: readonly proto.IKey[]): Key[] {
  check(keys.length <= MAX_EXEMPT_KEYS, 'MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED')
  const parsed = keys.map(keyFromProto)
  check(
    parsed.every(({ rule }) => isValidKey(rule)),
    'INVALID_KEY_IN_FEE_EXEMPT_KEY_LIST',
  )
  return parsed
}

/** The key rule of the account that renews the topic. */
export function autoRenewRule(state: State, id: proto.IAccountID): KeyRule {
  const account = state.account(id)
  check(account !== undefined, 'INVALID_AUTORENEW_ACCOUNT')
  return account.key.rule
}
