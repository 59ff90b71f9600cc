import { TopicUpdateTransaction } from '@hiero-ledger/sdk'
import { TopicId } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { bodyOf } from '../fields.ts'
import { movedKeys, nothingToMove } from '../moves.ts'
import { defineOperation } from '../operation.ts'

export const moveTopic = defineOperation({
  name: 'move/topic',
  method: 'PUT',
  path: '/hcs/{topic}/network-key',
  tag: 'topics',
  summary: "Move a topic to the network's current key",
  errors: { 422: ['CONTRACT_KEY', 'INVALID_TOPIC_ID', 'NOTHING_TO_MOVE'] },
  params: Type.Object({ topic: TopicId }),
  body: bodyOf({}),
  async prepare({ params: { topic: id } }, { facts, movedKey }) {
    const { adminKey, submitKey, feeScheduleKey } = await facts.topic(id)
    const moved = movedKeys(Object.entries({ adminKey, submitKey, feeScheduleKey }), movedKey)
    if (moved.length === 0) throw nothingToMove('topic', id)
    const transaction = new TopicUpdateTransaction().setTopicId(id)
    for (const [name, key] of moved) SET[name]?.(transaction, keyToSdk(key))
    return { transaction, moves: { kind: 'topic', id } }
  },
})

type Set = (transaction: TopicUpdateTransaction, key: ReturnType<typeof keyToSdk>) => unknown
const SET: Record<string, Set> = {
  adminKey: (transaction, key) => transaction.setAdminKey(key),
  submitKey: (transaction, key) => transaction.setSubmitKey(key),
  feeScheduleKey: (transaction, key) => transaction.setFeeScheduleKey(key),
}
