import { type Static, Type } from 'typebox'
import { toBase64, utf8 } from '../bytes.ts'
import { unavailable } from '../error.ts'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import {
  assembler,
  isFirst,
  isLater,
  isPartOf,
  MAX_INCOMPLETE_MESSAGES,
  rawOf,
  ShownMessage,
  type TopicMessage,
  type UnusedChunk,
} from './chunks.ts'
import type { MirrorGet } from './reading/mirror-get.ts'
import { nextPath } from './reading/next-link.ts'
import { entityPath } from './reading/paths.ts'
import { isLedgerMoment } from './reading/timestamps.ts'
import type { RawTopicMessage } from './topic-trail.ts'

/** How many incomplete messages of one payer are kept, if anybody may write on the topic. */
const MAX_INCOMPLETE_PER_PAYER = 8
/** How many pages of other payers' messages are skipped in the search for the chunks of one message. */
export const MAX_PAGES_PER_MESSAGE = 20

export interface TopicReadOptions {
  /** Messages of other payers are skipped before their chunks are stored. */
  payers?: ReadonlySet<string>
  /**
   * Keeps every message, however late its chunks come, so nobody can hide a message behind others. A topic with too
   * many incomplete messages at a time is refused.
   */
  all?: boolean
  /**
   * Called with each chunk that belongs to no message. With `all`, also with chunks of messages that are incomplete at
   * the end of the topic.
   */
  onUnused?: ((chunk: UnusedChunk) => void) | undefined
  /** Called with each message of the topic before chunks are joined. */
  onRaw?: ((message: RawTopicMessage) => void) | undefined
  /**
   * Stops reading after this many messages, counted before chunks are joined. Default: reads to the end of the topic.
   */
  most?: number | undefined
}

/** Reads of topics. All of them join chunks by the rule of `assembler`. */
export interface TopicReads {
  /**
   * The messages of a topic in the order of their last chunks, page by page; messages that lack a chunk are left out.
   * @throws 422 TOPIC_TOO_LONG
   */
  topicMessages(topicId: string, from?: { timestamp: string }, options?: TopicReadOptions): AsyncGenerator<TopicMessage>
  /**
   * The message whose first chunk reached consensus at that time; null if there is none, or it is not complete yet.
   * `accept` is called with the payer of the first chunk before anything else is read, and may throw. Chunks of other
   * payers are skipped. An accepted payer's chunks may come at any time later, since a service resumes its writing
   * after an outage.
   */
  topicMessage(
    topicId: string,
    consensusTimestamp: string,
    accept?: (payer: string) => boolean,
  ): Promise<TopicMessage | null>
  /** The sequence number of the newest message on the mirror; 0 if there is none. */
  topicSequence(topicId: string): Promise<bigint>
  /** Reads a topic from its beginning, some pages with each call; nothing is read twice. */
  topicReader(topicId: string): TopicReader
  /**
   * The first topic, not deleted since, that this account paid for in a transaction with that memo; null if there is
   * none.
   */
  topicCreatedBy(payer: string, transactionMemo: string): Promise<string | null>
}

export interface TopicReader {
  /**
   * The messages completed since the last call. Reads at most `mostPages` pages, since anybody may write on the topic.
   * Messages of payers that `accept` refuses are skipped before their chunks are stored.
   */
  next(mostPages: number, accept?: (payer: string) => boolean): AsyncGenerator<TopicMessage>
  /** Whether a call has reached the end that the topic had at that time. */
  readonly wasAtEnd: boolean
}

/** The longest message in base64. A transaction has at most 6,144 bytes. */
const MAX_MESSAGE = 8_192
const MessagesAnswer = Type.Object({
  messages: Type.Array(ShownMessage),
  links: Type.Optional(Type.Object({ next: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
})
const CreationsAnswer = Type.Object({
  transactions: Type.Array(
    Type.Object({
      transaction_id: Type.String(),
      entity_id: Type.Optional(Type.Union([EntityId, Type.Null()])),
      memo_base64: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  links: Type.Optional(Type.Object({ next: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
})
const DeletedAnswer = Type.Object({ deleted: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) })
export const topicReads = (http: MirrorGet): TopicReads => ({
  topicMessages: (topicId, from, options) => topicMessages(http, topicId, from, options),
  topicMessage: (topicId, consensusTimestamp, accept) => topicMessage(http, topicId, consensusTimestamp, accept),
  async topicSequence(topicId) {
    const newest = await http.get(
      entityPath([topicId], `/api/v1/topics/${topicId}/messages?limit=1&order=desc`),
      MessagesAnswer,
    )
    return BigInt(newest?.messages[0]?.sequence_number ?? 0)
  },
  topicReader: (topicId) => topicReader(http, topicId),
  topicCreatedBy: (payer, transactionMemo) => topicCreatedBy(http, payer, transactionMemo),
})

async function* topicMessages(
  http: MirrorGet,
  topicId: string,
  from?: { timestamp: string },
  { payers, all = false, onUnused, onRaw, most }: TopicReadOptions = {},
): AsyncGenerator<TopicMessage> {
  const perPayer = payers ? MAX_INCOMPLETE_MESSAGES : MAX_INCOMPLETE_PER_PAYER
  const join = assembler({ perPayer, all, onUnused })
  for await (const message of messagesFrom(http, pathOf(topicId, from && `gte:${from.timestamp}`), most)) {
    onRaw?.(rawOf(message))
    if (payers && !payers.has(message.payer_account_id)) continue
    const whole = join(message)
    if (whole) yield whole
  }
  join.end()
}

function topicReader(http: MirrorGet, topicId: string): TopicReader {
  const join = assembler({ perPayer: MAX_INCOMPLETE_PER_PAYER })
  let readTo: string | undefined
  let wasAtEnd = false
  return {
    async *next(mostPages, accept = () => true) {
      const path = pathOf(topicId, readTo ? `gt:${readTo}` : undefined)
      let read = 0
      for await (const { messages, isLast } of pagesWithNext(http, path)) {
        for (const message of messages) {
          readTo = message.consensus_timestamp
          const whole = accept(message.payer_account_id) ? join(message) : undefined
          if (whole) yield whole
        }
        wasAtEnd ||= isLast
        if (++read >= mostPages) return
      }
    },
    get wasAtEnd() {
      return wasAtEnd
    },
  }
}

async function topicMessage(
  http: MirrorGet,
  topicId: string,
  consensusTimestamp: string,
  accept?: (payer: string) => boolean,
): Promise<TopicMessage | null> {
  const path = isLedgerMoment(consensusTimestamp) ? pathOf(topicId, `gte:${consensusTimestamp}`) : null
  const join = assembler({ perPayer: 1 })
  let first: ShownMessage | undefined
  let read = 0
  for await (const messages of pages(http, path)) {
    for (const message of messages) {
      if (!first) {
        if (message.consensus_timestamp !== consensusTimestamp || !isFirst(message)) return null
        if (accept?.(message.payer_account_id) === false) return null
        first = message
      }
      if (!accept && isLater(message, first)) return null
      const whole = isPartOf(message, first) ? join(message) : undefined
      // If the first chunk was sent again, a new message replaced this one.
      if (whole) return whole.consensusTimestamp === consensusTimestamp ? whole : null
    }
    if (++read >= MAX_PAGES_PER_MESSAGE || !first) return null
  }
  return null
}

async function topicCreatedBy(http: MirrorGet, payer: string, transactionMemo: string): Promise<string | null> {
  const memo = toBase64(utf8(transactionMemo))
  let path = entityPath(
    [payer],
    `/api/v1/transactions?account.id=${payer}&transactiontype=CONSENSUSCREATETOPIC&result=success&order=asc&limit=100`,
  )
  while (path) {
    const page: Static<typeof CreationsAnswer> | null = await http.get(path, CreationsAnswer)
    for (const { transaction_id: id, entity_id: topicId, memo_base64 } of page?.transactions ?? []) {
      if (memo_base64 !== memo || !topicId || !id.startsWith(`${payer}-`)) continue
      const topic = await http.get(entityPath([topicId], `/api/v1/topics/${topicId}`), DeletedAnswer)
      if (topic && !topic.deleted) return topicId
    }
    path = nextPath(path, page)
  }
  return null
}

/** Yields the messages page by page. `first` is the path of the first page. */
async function* pages(http: MirrorGet, first: string | null): AsyncGenerator<ShownMessage[]> {
  for await (const { messages } of pagesWithNext(http, first)) yield messages
}

async function* pagesWithNext(
  http: MirrorGet,
  first: string | null,
): AsyncGenerator<{ messages: ShownMessage[]; isLast: boolean }> {
  let path = first
  while (path) {
    const page: Static<typeof MessagesAnswer> | null = await http.get(path, MessagesAnswer)
    if (!page && path !== first) throw unavailable('MIRROR_UNAVAILABLE', `The mirror has no page ${path}`)
    const next = nextPath(path, page)
    for (const { message, sequence_number: sequence } of page?.messages ?? [])
      if (message.length > MAX_MESSAGE)
        throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows message ${sequence} larger than a transaction`)
    // Otherwise empty pages could link to one another for ever.
    if (next !== null && page?.messages.length === 0)
      throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows no message at ${path}, but links to a next page`)
    yield { messages: page?.messages ?? [], isLast: next === null }
    path = next
  }
}

async function* messagesFrom(
  http: MirrorGet,
  first: string | null,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ShownMessage> {
  let read = 0
  for await (const messages of pages(http, first))
    for (const message of messages) {
      if (read++ >= most) return
      yield message
    }
}
/** `from` is a bound in the mirror's syntax, such as `gte:1.000000000`. */
const pathOf = (topicId: string, from?: string) =>
  entityPath([topicId], `/api/v1/topics/${topicId}/messages?limit=100&order=asc${from ? `&timestamp=${from}` : ''}`)
