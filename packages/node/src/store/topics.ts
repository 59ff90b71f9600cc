/** The topics with nodes' records (the node's own, and the shared key's), and the time up to which each was read. */
import type { Reads, Writes } from './tables.ts'

export const nodeTopic = (read: Reads, chain: string) =>
  read.selectFrom('node.topic').select(['topic_id', 'read_to']).where('chain', '=', chain).executeTakeFirst()

/** Stores a chain's topic, unless the chain already has one. */
export const insertNodeTopic = (trx: Writes, chain: string, topicId: string) =>
  trx
    .insertInto('node.topic')
    .values({ chain, topic_id: topicId, read_to: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setTopicReadTo = (trx: Writes, chain: string, readTo: string | null) =>
  trx.updateTable('node.topic').set({ read_to: readTo }).where('chain', '=', chain).execute()

/** The time up to which the topic of a shared key was read; null before the first record. */
export async function membersTopicReadTo(read: Reads, chain: string, topicId: string): Promise<string | null> {
  const row = await read
    .selectFrom('node.members_topic')
    .select('read_to')
    .where('chain', '=', chain)
    .where('topic_id', '=', topicId)
    .executeTakeFirst()
  return row?.read_to ?? null
}

export const setMembersTopicReadTo = (trx: Writes, chain: string, topicId: string, readTo: string | null) =>
  trx
    .insertInto('node.members_topic')
    .values({ chain, topic_id: topicId, read_to: readTo })
    .onConflict((conflict) => conflict.columns(['chain', 'topic_id']).doUpdateSet({ read_to: readTo }))
    .execute()
