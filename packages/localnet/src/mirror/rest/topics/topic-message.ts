import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { select } from '#mirror/rest/page.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { countBefore, MESSAGE_COLUMNS, MESSAGE_TABLES, messageOf } from '#mirror/topic-messages.ts'
import { parseId } from '#protocol/ids.ts'
import { parseTimestamp } from '#protocol/time.ts'
import { messageJson } from './topic-message-json.ts'

/** GET /topics/{topicId}/messages/{sequenceNumber} */
export const topicMessage: MirrorRoute = {
  path: '/topics/:id/messages/:sequence',
  parameters: [],
  answer({ path }, context) {
    const topic = parseId(path.id ?? '')
    if (topic === undefined) throw invalidParameter('topicId')
    if (!/^[1-9]\d{0,17}$/.test(path.sequence ?? '')) throw invalidParameter('sequenceNumber')
    return one('m.topic = ? AND m.sequence = ?', [topic, BigInt(path.sequence ?? 0)], context)
  },
}

/** GET /topics/messages/{timestamp}: the message that reached consensus at that time. */
export const topicMessageByTime: MirrorRoute = {
  path: '/topics/messages/:timestamp',
  parameters: [],
  answer({ path }, context) {
    const time = parseTimestamp(path.timestamp ?? '')
    if (time === undefined) throw invalidParameter('timestamp')
    const row = select(context, 'SELECT entity, type FROM transactions WHERE consensus_timestamp = ?', time)[0]
    if (row?.entity == null) throw notFound()
    const topic = Number(row.entity)
    const sequence = countBefore(context.store, topic, time) + 1n
    return one('m.topic = ? AND m.sequence = ? AND m.consensus_timestamp = ?', [topic, sequence, time], context)
  },
}

function one(condition: string, values: readonly (number | bigint)[], context: MirrorContext): object {
  const row = select(context, `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE ${condition}`, ...values)[0]
  if (!row) throw notFound()
  return messageJson(messageOf(row))
}
