import { TopicUpdateTransaction } from '@hiero-ledger/sdk'
import { TopicId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { checkMemo } from '../../transactions/memo.ts'
import { bodyOf, Memo } from '../fields.ts'
import { defineOperation } from '../operation.ts'

export const updateTopic = defineOperation({
  name: 'update/topic',
  method: 'PUT',
  path: '/hcs/{topic}',
  tag: 'topics',
  summary: 'Update the memo of a topic',
  errors: { 422: ['CONTRACT_KEY', 'INVALID_TOPIC_ID'] },
  params: Type.Object({ topic: TopicId }),
  body: bodyOf({ memo: Memo }),
  async prepare({ params: { topic }, body: { memo } }, { facts }) {
    checkMemo(memo)
    const { adminKey } = await facts.topic(topic)
    if (!adminKey) throw unprocessable('UNAUTHORIZED', `The topic ${topic} has no admin key, so it cannot be changed`)
    return { transaction: new TopicUpdateTransaction().setTopicId(topic).setTopicMemo(memo) }
  },
})
