/** The node topic of each chain, and how far it was read back. */
import type { Reads, Writes } from './tables.ts'

export const nodeTopic = (read: Reads, chain: string) =>
  read.selectFrom('node.topic').select(['topic_id', 'read_to']).where('chain', '=', chain).executeTakeFirst()

/** Stores a chain's topic, unless it has one. */
export const insertNodeTopic = (trx: Writes, chain: string, topicId: string) =>
  trx
    .insertInto('node.topic')
    .values({ chain, topic_id: topicId, read_to: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setTopicReadTo = (trx: Writes, chain: string, readTo: string | null) =>
  trx.updateTable('node.topic').set({ read_to: readTo }).where('chain', '=', chain).execute()
