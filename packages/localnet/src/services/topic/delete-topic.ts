import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { usableTopic } from './topics.ts'

/** ConsensusDeleteTopic: the topic cannot be used any more. */
export const deleteTopic = define('consensusDeleteTopic', {
  type: 26,
  name: 'CONSENSUSDELETETOPIC',
  price: { functionality: 'ConsensusDeleteTopic', base: 49_000_000n },

  precheck: ({ topicID }) => check(topicID != null, 'INVALID_TOPIC_ID'),

  signers({ topicID }, { state }) {
    const { adminKey } = usableTopic(state, topicID)
    check(adminKey !== null, 'UNAUTHORIZED')
    return [adminKey.rule]
  },

  handle({ topicID }, context) {
    const topic = usableTopic(context.state, topicID)
    context.state.topics.put(topic.num, { ...topic, deleted: true })
    context.entity = topic.num
  },
})
