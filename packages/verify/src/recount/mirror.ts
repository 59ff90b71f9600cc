import type { HistoryReads } from '../mirror/statement/history.ts'
import type { TopicReads } from '../mirror/topics.ts'

/** The mirror reads that a recount needs. */
export type RecountMirror = Pick<TopicReads, 'topicMessages' | 'topicSequence'> &
  Pick<HistoryReads, 'holdingAt' | 'keyAt' | 'existedAt' | 'presentAccounts'>
