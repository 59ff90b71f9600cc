import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { bodyOf, ConsensusTimestamp, KeyIn, Memo, readKey } from '../fields.ts'
import { defineOperation } from '../operation.ts'

/**
 * `key` becomes the topic's admin key and submit key. Without it and without a validator, anybody may write to the
 * topic and nobody may change it.
 */
export const createTopic = defineOperation({
  name: 'create/topic',
  method: 'POST',
  path: '/hcs',
  tag: 'topics',
  summary: 'Create a consensus topic',
  errors: { 400: ['WRONG_VALIDATOR'], 404: ['VALIDATOR_NOT_FOUND'], 422: ['CONTRACT_KEY', 'MEMO_TOO_LONG'] },
  params: Type.Object({}),
  body: Type.Optional(
    bodyOf({
      key: Type.Optional(KeyIn),
      memo: Type.Optional(Memo),
      validatorConsensusTimestamp: Type.Optional(ConsensusTimestamp),
    }),
  ),
  async prepare({ body: { key, memo, validatorConsensusTimestamp: validator } }, { sender, newKey }) {
    checkMemo(memo)
    const transaction = new TopicCreateTransaction()
    if (memo) transaction.setTopicMemo(memo)
    const own = key === undefined ? undefined : readKey(key, 'key')
    if (!own && !validator) return { transaction }
    const made = keyToSdk(await newKey('topic', own ?? sender.key, validator))
    transaction.setAdminKey(made).setSubmitKey(made)
    return { transaction, ...(validator ? { creates: { kind: 'topic', validator } } : {}) }
  },
})
