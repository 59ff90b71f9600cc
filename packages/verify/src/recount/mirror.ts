import type { HistoryReads } from '../mirror/history.ts'
import type { TopicReads } from '../mirror/topics.ts'

/** What a recount asks of a mirror. */
export type RecountMirror = Pick<TopicReads, 'topicMessages' | 'topicSequence'> &
  Pick<HistoryReads, 'holdingAt' | 'keyAt' | 'existedAt' | 'presentAccounts'>
