import { concatBytes } from '@noble/hashes/utils.js'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { fromBase64, toBase64, utf8 } from '../bytes.ts'
import { unavailable, unprocessable } from '../error.ts'
import { EntityId } from '../values/entity-id-schema.ts'
import type { MirrorGet } from './mirror-get.ts'
import { nextPath } from './next-link.ts'
import { entityPath } from './paths.ts'
import { isLedgerMoment, MirrorTimestamp, nanos } from './timestamps.ts'
import type { RawTopicMessage } from './topic-trail.ts'

/** A message with more chunks is ignored. */
export const MAX_CHUNKS = 100
/** How many incomplete messages are kept while a topic is read. Beyond that, the oldest is dropped. */
export const MAX_INCOMPLETE_MESSAGES = 1_000
/** The same limit for one payer, if anybody may write on the topic. */
const MAX_INCOMPLETE_PER_PAYER = 8
/** How many pages of other payers' messages are skipped in the search for the chunks of one message. */
export const MAX_PAGES_PER_MESSAGE = 20

/** A message on a topic, its chunks joined. */
export interface TopicMessage {
  /** `seconds.nanos` of its first chunk, which identifies the message. */
  consensusTimestamp: string
  /** `seconds.nanos` of the chunk that came last. The message's text was not fixed before that time. */
  completedAt: string
  /** The account that paid for it, its publisher. */
  payer: string
  bytes: Uint8Array
  /** The bytes of each chunk, in order. */
  chunks: readonly Uint8Array[]
  /** Whether its chunks reached consensus in order, as they do if the publisher writes one after the other. */
  isInOrder: boolean
  /** The sequence number of its first chunk. */
  sequence: bigint
}

/** A chunk that belongs to no message. */
export interface UnusedChunk {
  consensusTimestamp: string
  payer: string
  bytes: Uint8Array
  sequence: bigint
  /** From 1 to `total`, if it is well formed. */
  number: number
  total: number
  /**
   * `again`: its message was dropped, and a later message of the payer has the same bytes in the chunk with the same
   * number. `incomplete`: the topic ends before the other chunks of its message. `misplaced`: it cannot belong there.
   */
  kind: 'again' | 'incomplete' | 'misplaced'
  why: string
}

export interface TopicReadOptions {
  /** Messages of other payers are skipped before their chunks are stored. */
  payers?: ReadonlySet<string>
  /**
   * No message is dropped, however late its chunks come, so nobody can hide one behind others. A topic with too many
   * incomplete messages at a time is refused.
   */
  all?: boolean
  /**
   * Called with each chunk that belongs to no message. With `all`, also with the chunks that are incomplete at the end.
   */
  onUnused?: ((chunk: UnusedChunk) => void) | undefined
  /** Called with each message of the topic before chunks are joined. */
  onRaw?: ((message: RawTopicMessage) => void) | undefined
  /** Reading ends after this many messages, counted before chunks are joined. Default: at the end of the topic. */
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
   * The messages completed since the last call. Reads at most `mostPages` pages: anybody may write on the topic, so
   * each call needs a bound.
   */
  next(mostPages: number): AsyncGenerator<TopicMessage>
  /** Whether a call has reached the end of the topic, as the mirror had it then. */
  readonly wasAtEnd: boolean
}

/** The longest message in base64. A transaction has at most 6,144 bytes. */
const MAX_MESSAGE = 8_192
/** How far apart the chunks of one message may be, in seconds. */
const CHUNKS_S = 600n

/** Whether the last chunk of a message came later than that. */
export const isStretched = ({ consensusTimestamp, completedAt }: TopicMessage): boolean =>
  nanos(completedAt) > nanos(consensusTimestamp) + CHUNKS_S * 1_000_000_000n

/** The start for `topicMessages` with which it misses no message that was completed after a message of that time. */
export function overlapping(consensusTimestamp: string): { timestamp: string } {
  const seconds = nanos(consensusTimestamp) / 1_000_000_000n - CHUNKS_S
  return { timestamp: `${seconds > 0n ? seconds : 0n}.000000000` }
}

const MessagesAnswer = Type.Object({
  messages: Type.Array(
    Type.Object({
      consensus_timestamp: MirrorTimestamp,
      payer_account_id: EntityId,
      message: Type.String(),
      sequence_number: Type.Union([Type.Integer(), Type.BigInt()]),
      running_hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      running_hash_version: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
      chunk_info: Type.Optional(
        Type.Union([
          Type.Null(),
          Type.Object({
            initial_transaction_id: Type.Object({
              account_id: Type.String(),
              transaction_valid_start: Type.String(),
            }),
            number: Type.Integer(),
            total: Type.Integer(),
          }),
        ]),
      ),
    }),
  ),
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
type Message = Static<typeof MessagesAnswer>['messages'][number]

export function topicReads(http: MirrorGet): TopicReads {
  /** Yields the messages page by page. `first` is the path of the first page. */
  async function* pages(first: string | null): AsyncGenerator<Message[]> {
    for await (const { messages } of pagesWithNext(first)) yield messages
  }
  async function* pagesWithNext(first: string | null): AsyncGenerator<{ messages: Message[]; isLast: boolean }> {
    let path = first
    while (path) {
      const page: Static<typeof MessagesAnswer> | null = await http.get(path, MessagesAnswer)
      if (!page && path !== first) throw unavailable('MIRROR_UNAVAILABLE', `The mirror has no page ${path}`)
      const next = nextPath(path, page)
      for (const { message, sequence_number: sequence } of page?.messages ?? [])
        if (message.length > MAX_MESSAGE)
          throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows message ${sequence} larger than a transaction`)
      // Otherwise pages without a message could link to one another for ever.
      if (next !== null && page?.messages.length === 0)
        throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows no message at ${path}, and a page behind it`)
      yield { messages: page?.messages ?? [], isLast: next === null }
      path = next
    }
  }
  async function* messagesFrom(first: string | null, most = Number.POSITIVE_INFINITY): AsyncGenerator<Message> {
    let read = 0
    for await (const messages of pages(first))
      for (const message of messages) {
        if (read++ >= most) return
        yield message
      }
  }
  /** `from` is a bound in the mirror's syntax, such as `gte:1.000000000`. */
  const pathOf = (topicId: string, from?: string) =>
    entityPath([topicId], `/api/v1/topics/${topicId}/messages?limit=100&order=asc${from ? `&timestamp=${from}` : ''}`)

  return {
    async *topicMessages(topicId, from, { payers, all = false, onUnused, onRaw, most } = {}) {
      const perPayer = payers ? MAX_INCOMPLETE_MESSAGES : MAX_INCOMPLETE_PER_PAYER
      const join = assembler({ perPayer, all, onUnused })
      for await (const message of messagesFrom(pathOf(topicId, from && `gte:${from.timestamp}`), most)) {
        onRaw?.(rawOf(message))
        if (payers && !payers.has(message.payer_account_id)) continue
        const whole = join(message)
        if (whole) yield whole
      }
      join.end()
    },
    async topicSequence(topicId) {
      const newest = await http.get(
        entityPath([topicId], `/api/v1/topics/${topicId}/messages?limit=1&order=desc`),
        MessagesAnswer,
      )
      return BigInt(newest?.messages[0]?.sequence_number ?? 0)
    },
    topicReader(topicId) {
      const join = assembler({ perPayer: MAX_INCOMPLETE_PER_PAYER })
      let readTo: string | undefined
      let wasAtEnd = false
      return {
        async *next(mostPages) {
          const path = pathOf(topicId, readTo ? `gt:${readTo}` : undefined)
          let read = 0
          for await (const { messages, isLast } of pagesWithNext(path)) {
            for (const message of messages) {
              readTo = message.consensus_timestamp
              const whole = join(message)
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
    },
    async topicMessage(topicId, consensusTimestamp, accept) {
      const path = isLedgerMoment(consensusTimestamp) ? pathOf(topicId, `gte:${consensusTimestamp}`) : null
      const join = assembler({ perPayer: 1 })
      let first: Message | undefined
      let read = 0
      for await (const messages of pages(path)) {
        for (const message of messages) {
          if (!first) {
            if (message.consensus_timestamp !== consensusTimestamp || !isFirst(message)) return null
            if (accept?.(message.payer_account_id) === false) return null
            first = message
          }
          if (!accept && isLater(message, first)) return null
          const whole = isPartOf(message, first) ? join(message) : undefined
          // If the first chunk was sent again, another message has replaced this one.
          if (whole) return whole.consensusTimestamp === consensusTimestamp ? whole : null
        }
        if (++read >= MAX_PAGES_PER_MESSAGE || !first) return null
      }
      return null
    },
    async topicCreatedBy(payer, transactionMemo) {
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
    },
  }
}

/** Whether this chunk is the first of a message. */
const isFirst = ({ chunk_info: info }: Message): boolean =>
  !info || (info.number === 1 && info.total >= 1 && info.total <= MAX_CHUNKS)

/** Whether this chunk is too late to belong to the same message. */
const isLater = (message: Message, first: Message): boolean =>
  nanos(message.consensus_timestamp) > nanos(first.consensus_timestamp) + CHUNKS_S * 1_000_000_000n

function bytesOf({ message, sequence_number: sequence }: Message): Uint8Array {
  try {
    return fromBase64(message)
  } catch {
    throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows message ${sequence} as something that is not base64`)
  }
}

const standing = (message: Message) => ({
  consensusTimestamp: message.consensus_timestamp,
  payer: message.payer_account_id,
  bytes: bytesOf(message),
  sequence: BigInt(message.sequence_number),
})

const rawOf = (message: Message): RawTopicMessage => ({
  ...standing(message),
  runningHash: message.running_hash ?? null,
  runningHashVersion: message.running_hash_version ?? null,
})

/** The name that the chunks of one message share. */
function nameOf({ payer_account_id: payer, chunk_info: info }: Message): string {
  const { account_id: account, transaction_valid_start: start } = info?.initial_transaction_id ?? {}
  return `${payer} ${account} ${start} ${info?.total}`
}
const isPartOf = (message: Message, first: Message): boolean =>
  message === first || (!!message.chunk_info && !!first.chunk_info && nameOf(message) === nameOf(first))

interface Incomplete {
  first: Message
  byNumber: Map<number, Message>
}

interface AssemblerOptions {
  /** The most incomplete messages of one payer at a time. */
  perPayer: number
  all?: boolean
  onUnused?: TopicReadOptions['onUnused']
}

interface Assembler {
  (message: Message): TopicMessage | undefined
  /** Reports the chunks of all messages that are incomplete. */
  end(): void
}

/**
 * Joins chunks, and returns a message once its last chunk has come. The network compares only chunk 1 with its
 * transaction id, so chunks of any number may be on a topic in any order and more than once. A reader can apply this
 * rule from the message's first chunk on:
 *
 * - A message begins with chunk 1. Chunks before it, or after the message is complete, belong to no message.
 * - Of each later number the first chunk counts; repeated ones are ignored.
 * - A second chunk 1 replaces an incomplete message by a new one.
 *
 * Anybody may write on an open topic. So if a payer has more than `perPayer` incomplete messages, its oldest is
 * dropped, and so is any message that stays incomplete for longer than chunks may be apart. With `all`, none is
 * dropped.
 */
function assembler({ perPayer, all = false, onUnused }: AssemblerOptions): Assembler {
  const incomplete = new Map<string, Incomplete>()
  const ofPayer = new Map<string, Set<string>>()
  const forget = (name: string) => {
    const payer = incomplete.get(name)?.first.payer_account_id ?? ''
    incomplete.delete(name)
    const names = ofPayer.get(payer)
    names?.delete(name)
    if (names?.size === 0) ofPayer.delete(payer)
  }
  const makeRoom = (first: Message): void => {
    for (const [oldest, { first: its }] of incomplete) {
      if (incomplete.size < MAX_INCOMPLETE_MESSAGES && !isLater(first, its)) break
      forget(oldest)
    }
    const [oldest, ...others] = ofPayer.get(first.payer_account_id) ?? []
    if (oldest !== undefined && others.length + 1 >= perPayer) forget(oldest)
  }
  const begin = (name: string, first: Message): void => {
    const before = incomplete.get(name)
    for (const chunk of before?.byNumber.values() ?? [])
      unused(chunk, 'misplaced', 'its message began again before it was complete')
    forget(name)
    if (!all) makeRoom(first)
    else if (incomplete.size >= MAX_INCOMPLETE_MESSAGES)
      throw unprocessable(
        'TOPIC_TOO_LONG',
        `The topic has more than ${MAX_INCOMPLETE_MESSAGES} messages whose chunks are missing`,
      )
    const names = ofPayer.get(first.payer_account_id) ?? new Set()
    incomplete.set(name, { first, byNumber: new Map([[1, first]]) })
    ofPayer.set(first.payer_account_id, names.add(name))
  }
  const unused = (message: Message, kind: UnusedChunk['kind'], why: string): undefined => {
    const { number = 1, total = 1 } = message.chunk_info ?? {}
    onUnused?.({ ...standing(message), number, total, kind, why })
  }
  /** Drops the payer's incomplete messages that this one has replaced. */
  const replace = ({ first, byNumber }: Incomplete): void => {
    for (const name of ofPayer.get(first.payer_account_id) ?? []) {
      const chunks = [...(incomplete.get(name)?.byNumber ?? [])]
      if (!chunks.every(([number, { message }]) => byNumber.get(number)?.message === message)) continue
      for (const [, chunk] of chunks) unused(chunk, 'again', 'its message was written again')
      forget(name)
    }
  }
  const join = (message: Message): TopicMessage | undefined => {
    const { chunk_info: info } = message
    if (!info || (isFirst(message) && info.total === 1)) return whole([message], message)
    const { number, total } = info
    if (total > MAX_CHUNKS || number < 1 || number > total)
      return unused(message, 'misplaced', `messages have chunks from 1 to ${MAX_CHUNKS} at most`)
    const name = nameOf(message)
    if (number === 1) {
      begin(name, message)
      return undefined
    }
    const begun = incomplete.get(name)
    if (!begun) return unused(message, 'misplaced', 'no message that it could belong to is incomplete before it')
    const { byNumber } = begun
    if (byNumber.has(number)) return unused(message, 'misplaced', 'it comes again: the first one of its number counts')
    byNumber.set(number, message)
    if (byNumber.size < total) return undefined
    forget(name)
    if (all) replace(begun)
    const numbers = [...byNumber.keys()]
    return whole(
      [...byNumber].sort(([a], [b]) => a - b).map(([, chunk]) => chunk),
      message,
      numbers.every((number, index) => number === index + 1),
    )
  }
  const end = (): void => {
    for (const { byNumber } of incomplete.values())
      for (const chunk of byNumber.values()) unused(chunk, 'incomplete', 'other chunks of its message are missing')
  }
  return Object.assign(join, { end })
}

function whole(chunks: Message[], last: Message, isInOrder = true): TopicMessage | undefined {
  const [first] = chunks
  if (!first) return undefined
  const parts = chunks.map(bytesOf)
  return {
    ...standing(first),
    completedAt: last.consensus_timestamp,
    bytes: concatBytes(...parts),
    chunks: parts,
    isInOrder,
  }
}
