import { unavailable } from '@quorate/platform'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { MirrorHttp } from './mirror-http.ts'

/** What was written on a topic, its chunks joined. */
export interface TopicMessage {
  /** `seconds.nanos` of its first chunk, which names it. */
  consensusTimestamp: string
  /** The account that paid for it: its publisher. */
  payer: string
  bytes: Uint8Array
  /** The sequence number of its first chunk. */
  sequence: bigint
}

export interface TopicReads {
  /** The messages of a topic in the order of their last chunks, page by page; those of which a chunk is missing are left out. */
  topicMessages(topicId: string, from?: { timestamp: string }): AsyncGenerator<TopicMessage>
  /** The message whose first chunk reached consensus at that time; null if there is none, or not all of it yet. */
  topicMessage(topicId: string, consensusTimestamp: string): Promise<TopicMessage | null>
  /** The first topic, not deleted since, whose creation this account paid with that transaction memo; null if there is none. */
  topicCreatedBy(payer: string, transactionMemo: string): Promise<string | null>
}

/** How far apart the chunks of one message may be. */
const CHUNKS_S = 600n

/** Where to begin to read so that nothing is missed which became complete after a message of that time: for `topicMessages`. */
export function overlapping(consensusTimestamp: string): { timestamp: string } {
  const seconds = nanos(consensusTimestamp) / 1_000_000_000n - CHUNKS_S
  return { timestamp: `${seconds > 0n ? seconds : 0n}.000000000` }
}

const MessagesAnswer = Type.Object({
  messages: Type.Array(
    Type.Object({
      consensus_timestamp: Type.String(),
      payer_account_id: Type.String(),
      message: Type.String(),
      sequence_number: Type.Union([Type.Integer(), Type.BigInt()]),
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
      entity_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      memo_base64: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  links: Type.Optional(Type.Object({ next: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
})
const DeletedAnswer = Type.Object({ deleted: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])) })
type Message = Static<typeof MessagesAnswer>['messages'][number]

/** What the mirror shows is written by others: messages of more chunks than this are not put together. */
const MAX_CHUNKS = 100
/** How many that lack chunks are kept in mind; the oldest is given up beyond it. */
const MAX_INCOMPLETE = 1_000

export function topicReads(http: MirrorHttp): TopicReads {
  /** `only`: none unless one begins at `from` itself. */
  async function* messages(topicId: string, from?: { timestamp: string }, only = false): AsyncGenerator<TopicMessage> {
    const join = joining()
    const since = from ? `&timestamp=gte:${from.timestamp}` : ''
    const first = `/api/v1/topics/${topicId}/messages?limit=100&order=asc${since}`
    let path: string | null = first
    while (path) {
      const page: Static<typeof MessagesAnswer> | null = await http.get(path, MessagesAnswer)
      if (!page && path !== first) throw unavailable('MIRROR_UNAVAILABLE', `the mirror has no page ${path}`)
      if (only && path === first && !begins(page?.messages[0], from?.timestamp)) return
      for (const message of page?.messages ?? []) {
        const whole = join(message)
        if (whole) yield whole
      }
      path = page?.links?.next ?? null
    }
  }

  return {
    topicMessages: (topicId, from) => messages(topicId, from),
    async topicMessage(topicId, consensusTimestamp) {
      for await (const message of messages(topicId, { timestamp: consensusTimestamp }, true)) {
        if (message.consensusTimestamp === consensusTimestamp) return message
        if (later(message.consensusTimestamp, consensusTimestamp)) return null
      }
      return null
    },
    async topicCreatedBy(payer, transactionMemo) {
      const memo = Buffer.from(transactionMemo).toString('base64')
      let path: string | null =
        `/api/v1/transactions?account.id=${payer}&transactiontype=CONSENSUSCREATETOPIC&result=success&order=asc&limit=100`
      while (path) {
        const page: Static<typeof CreationsAnswer> | null = await http.get(path, CreationsAnswer)
        for (const { transaction_id: id, entity_id: topicId, memo_base64 } of page?.transactions ?? []) {
          if (memo_base64 !== memo || !topicId || !id.startsWith(`${payer}-`)) continue
          const topic = await http.get(`/api/v1/topics/${topicId}`, DeletedAnswer)
          if (topic && !topic.deleted) return topicId
        }
        path = page?.links?.next ?? null
      }
      return null
    },
  }
}

const begins = (message: Message | undefined, timestamp: string | undefined): boolean =>
  message?.consensus_timestamp === timestamp && (message?.chunk_info?.number ?? 1) === 1

const later = (a: string, b: string): boolean => nanos(a) > nanos(b) + CHUNKS_S * 1_000_000_000n
const nanos = (timestamp: string): bigint => {
  const [seconds = '0', fraction = ''] = timestamp.split('.')
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
}

/** Puts chunks together; answers a message once its last chunk is there. */
function joining(): (message: Message) => TopicMessage | undefined {
  const incomplete = new Map<string, Message[]>()
  return (message) => {
    const { chunk_info: info } = message
    if (!info || info.total <= 1) return whole([message])
    if (info.total > MAX_CHUNKS) return undefined
    const { account_id: account, transaction_valid_start: start } = info.initial_transaction_id
    const name = `${message.payer_account_id} ${account} ${start} ${info.total}`
    const chunks = incomplete.get(name) ?? []
    // The first of each number counts: a chunk that comes again says nothing new.
    if (!chunks.some(({ chunk_info }) => chunk_info?.number === info.number)) chunks.push(message)
    if (chunks.length < info.total) {
      if (incomplete.size >= MAX_INCOMPLETE) incomplete.delete(incomplete.keys().next().value ?? '')
      incomplete.set(name, chunks)
      return undefined
    }
    incomplete.delete(name)
    return whole(chunks.sort((a, b) => (a.chunk_info?.number ?? 0) - (b.chunk_info?.number ?? 0)))
  }
}

function whole(chunks: Message[]): TopicMessage | undefined {
  const [first] = chunks
  if (!first) return undefined
  return {
    consensusTimestamp: first.consensus_timestamp,
    payer: first.payer_account_id,
    bytes: Buffer.concat(chunks.map(({ message }) => Buffer.from(message, 'base64'))),
    sequence: BigInt(first.sequence_number),
  }
}
