import { TopicDeleteTransaction } from '@hiero-ledger/sdk'
import { TopicId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'

export const deleteTopic = defineOperation({
  name: 'delete/topic',
  method: 'DELETE',
  path: '/hcs/{topic}',
  tag: 'topics',
  summary: 'Delete a topic',
  errors: { 422: ['INVALID_TOPIC_ID'] },
  params: Type.Object({ topic: TopicId }),
  body: Type.Optional(bodyOf({})),
  async prepare({ params: { topic } }, { facts }) {
    const { adminKey } = await facts.topic(topic)
    if (!adminKey) throw unprocessable('UNAUTHORIZED', `The topic ${topic} has no admin key, so it cannot be deleted`)
    return { transaction: new TopicDeleteTransaction().setTopicId(topic) }
  },
})
