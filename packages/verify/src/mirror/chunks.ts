/** Joins the chunks of topic messages. */
import { concatBytes } from '@noble/hashes/utils.js'
import { type Static, Type } from 'typebox'
import { fromBase64 } from '../bytes.ts'
import { unavailable, unprocessable } from '../error.ts'
import { EntityId } from '../values/ids/entity-id-schema.ts'
import { nanos } from '../values/timestamp-text.ts'
import { MirrorTimestamp } from './reading/timestamps.ts'
import type { RawTopicMessage } from './topic-trail.ts'

/** A message with more chunks is ignored. */
export const MAX_CHUNKS = 100
/** How many incomplete messages are kept while a topic is read. Beyond that, the oldest is dropped. */
export const MAX_INCOMPLETE_MESSAGES = 1_000
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
   * number. `incomplete`: the topic ends before the other chunks of its message. `misplaced`: it cannot belong to a
   * message.
   */
  kind: 'again' | 'incomplete' | 'misplaced'
  why: string
}

/** How far apart the chunks of one message may be, in seconds. */
const CHUNKS_S = 600n

/** Whether the last chunk of a message came later than that. */
export const isStretched = ({ consensusTimestamp, completedAt }: TopicMessage): boolean =>
  nanos(completedAt) > nanos(consensusTimestamp) + CHUNKS_S * 1_000_000_000n

/** The start for `topicMessages` that includes every message completed after the given time. */
export function overlapping(consensusTimestamp: string): { timestamp: string } {
  const seconds = nanos(consensusTimestamp) / 1_000_000_000n - CHUNKS_S
  return { timestamp: `${seconds > 0n ? seconds : 0n}.000000000` }
}

/** A message as the mirror shows it: a whole one, or a chunk. */
export const ShownMessage = Type.Object({
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
})
export type ShownMessage = Static<typeof ShownMessage>

/** Whether this chunk is the first of a message. */
export const isFirst = ({ chunk_info: info }: ShownMessage): boolean =>
  !info || (info.number === 1 && info.total >= 1 && info.total <= MAX_CHUNKS)

/** Whether this chunk is too late to belong to the same message. */
export const isLater = (message: ShownMessage, first: ShownMessage): boolean =>
  nanos(message.consensus_timestamp) > nanos(first.consensus_timestamp) + CHUNKS_S * 1_000_000_000n

function bytesOf({ message, sequence_number: sequence }: ShownMessage): Uint8Array {
  try {
    return fromBase64(message)
  } catch {
    throw unavailable('MIRROR_UNAVAILABLE', `The mirror shows message ${sequence} as something that is not base64`)
  }
}

const standing = (message: ShownMessage) => ({
  consensusTimestamp: message.consensus_timestamp,
  payer: message.payer_account_id,
  bytes: bytesOf(message),
  sequence: BigInt(message.sequence_number),
})

export const rawOf = (message: ShownMessage): RawTopicMessage => ({
  ...standing(message),
  runningHash: message.running_hash ?? null,
  runningHashVersion: message.running_hash_version ?? null,
})

/** The identifier that the chunks of one message share. */
function nameOf({ payer_account_id: payer, chunk_info: info }: ShownMessage): string {
  const { account_id: account, transaction_valid_start: start } = info?.initial_transaction_id ?? {}
  return `${payer} ${account} ${start} ${info?.total}`
}
export const isPartOf = (message: ShownMessage, first: ShownMessage): boolean =>
  message === first || (!!message.chunk_info && !!first.chunk_info && nameOf(message) === nameOf(first))

interface Incomplete {
  first: ShownMessage
  byNumber: Map<number, ShownMessage>
}

interface AssemblerOptions {
  /** The most incomplete messages of one payer at a time. */
  perPayer: number
  all?: boolean
  /** Called with each chunk that belongs to no message. */
  onUnused?: ((chunk: UnusedChunk) => void) | undefined
}

interface Assembler {
  (message: ShownMessage): TopicMessage | undefined
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
export function assembler({ perPayer, all = false, onUnused }: AssemblerOptions): Assembler {
  const incomplete = new Map<string, Incomplete>()
  const ofPayer = new Map<string, Set<string>>()
  const forget = (name: string) => {
    const payer = incomplete.get(name)?.first.payer_account_id ?? ''
    incomplete.delete(name)
    const names = ofPayer.get(payer)
    names?.delete(name)
    if (names?.size === 0) ofPayer.delete(payer)
  }
  const makeRoom = (first: ShownMessage): void => {
    for (const [oldest, { first: its }] of incomplete) {
      if (incomplete.size < MAX_INCOMPLETE_MESSAGES && !isLater(first, its)) break
      forget(oldest)
    }
    const [oldest, ...others] = ofPayer.get(first.payer_account_id) ?? []
    if (oldest !== undefined && others.length + 1 >= perPayer) forget(oldest)
  }
  const begin = (name: string, first: ShownMessage): void => {
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
  const unused = (message: ShownMessage, kind: UnusedChunk['kind'], why: string): undefined => {
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
  const join = (message: ShownMessage): TopicMessage | undefined => {
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

function whole(chunks: ShownMessage[], last: ShownMessage, isInOrder = true): TopicMessage | undefined {
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
