import { define } from '../../definition.ts'
import { require } from '../../refusal.ts'
import { usableTopic } from './topics.ts'

/** ConsensusDeleteTopic: nothing can be done with the topic from then on. */
export const deleteTopic = define('consensusDeleteTopic', {
  type: 26,
  name: 'CONSENSUSDELETETOPIC',

  precheck: ({ topicID }) => require(topicID != null, 'INVALID_TOPIC_ID'),

  signers({ topicID }, { state }) {
    const { adminKey } = usableTopic(state, topicID)
    require(adminKey !== null, 'UNAUTHORIZED')
    return [adminKey.rule]
  },

  handle({ topicID }, handling) {
    const topic = usableTopic(handling.state, topicID)
    handling.state.topics.put(topic.num, { ...topic, deleted: true })
    handling.entity = topic.num
  },
})
