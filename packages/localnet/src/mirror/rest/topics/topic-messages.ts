import { LRUCache } from 'lru-cache'
import { refuseExclusions } from '#mirror/rest/bounds.ts'
import { invalidParameter, MirrorError } from '#mirror/rest/errors.ts'
import { continuedBy, page, select } from '#mirror/rest/page.ts'
import { type Comparison, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { countBefore, MESSAGE_COLUMNS, MESSAGE_TABLES, messageOf } from '#mirror/topic-messages.ts'
import { findTopic } from './topic-lookup.ts'
import { messageJson } from './topic-message-json.ts'

/** GET /topics/{topicId}/messages: the oldest first unless asked otherwise. */
export const topicMessages: MirrorRoute = {
  path: '/topics/:id/messages',
  parameters: ['encoding', 'limit', 'order', 'sequencenumber', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const encoding = encodingOf(request)
    const topic = Number(findTopic(request.path.id ?? '', context).num)
    const order = query.order('asc')
    const sequences = query.integers('sequencenumber')
    refuseExclusions({ parameter: 'sequencenumber', comparisons: sequences })
    if (sequences.filter(({ operator }) => operator === 'eq').length > 1)
      throw new MirrorError(400, 'Only one equal (eq) operator is allowed for sequencenumber')
    const times = query.timestamps().flatMap((comparison) => sequencesAt(topic, comparison, context))
    const { rows, links } = await page(request, context, {
      columns: 'm.topic, m.sequence, m.consensus_timestamp',
      from: 'topic_message m',
      along: [{ sql: 'm.topic = ?', values: [topic] }, ...compareAll('m.sequence', [...sequences, ...times])],
      filters: [],
      keys: ['m.sequence'],
      order,
      after: continuedBy(request, 'sequencenumber', order, (row) => String(row.sequence)),
    })
    return { links, messages: rows.map((row) => rendered(row, encoding, context)) }
  },
}

type Encoding = 'base64' | 'utf-8'

/** The maximum number of texts cached for each ledger and encoding, about a kilobyte each. */
const MAX_KEPT = 5000
type Texts = LRUCache<bigint, object>
const kept: Record<Encoding, WeakMap<object, Texts>> = { base64: new WeakMap(), 'utf-8': new WeakMap() }

const WHOLE = `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE m.topic = ? AND m.sequence = ?`

/** The JSON of a row's message, from a cache: messages never change. */
function rendered(row: Record<string, unknown>, encoding: Encoding, context: MirrorContext): object {
  const { store } = context
  const cache = kept[encoding].get(store.era) ?? new LRUCache<bigint, object>({ max: MAX_KEPT })
  kept[encoding].set(store.era, cache)
  const at = row.consensus_timestamp as bigint
  const known = cache.get(at)
  if (known) return known
  const whole = select(context, WHOLE, row.topic as bigint, row.sequence as bigint)[0]
  const made = messageJson(messageOf(whole ?? row), encoding)
  cache.set(at, made)
  return made
}

function encodingOf({ query }: MirrorRequest): Encoding {
  const text = query.text('encoding')?.toLowerCase() ?? 'base64'
  if (text === 'base64') return 'base64'
  if (text !== 'utf-8' && text !== 'utf8') throw invalidParameter('encoding')
  return 'utf-8'
}

/** Turns a condition on the time into one on the sequence number. */
function sequencesAt(
  topic: number,
  { operator, value }: Comparison<bigint>,
  { store }: MirrorContext,
): Comparison<bigint>[] {
  const after = (count: bigint): Comparison<bigint> => ({ operator: 'gt', value: count })
  const upTo = (count: bigint): Comparison<bigint> => ({ operator: 'lte', value: count })
  const [before, including] = [countBefore(store, topic, value), countBefore(store, topic, value + 1n)]
  if (operator === 'gt') return [after(including)]
  if (operator === 'gte') return [after(before)]
  if (operator === 'lt') return [upTo(before)]
  if (operator === 'lte') return [upTo(including)]
  if (operator === 'eq') return [after(before), upTo(including)]
  throw invalidParameter('timestamp')
}
