/** Checks by sequence numbers and running hashes whether a mirror shows all messages of a topic. */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { sha384 } from '#primitives'
import { toBase64 } from '../bytes.ts'
import { nanos } from '../values/timestamp-text.ts'

/** One message of the topic, before chunks are joined. */
export interface RawTopicMessage {
  /** `seconds.nanos` */
  consensusTimestamp: string
  payer: string
  bytes: Uint8Array
  sequence: bigint
  /** In base64, from the mirror; null if the mirror does not show it. */
  runningHash: string | null
  runningHashVersion: number | null
}

/** The state of a topic, as a consensus node reports it. */
export interface TopicInfo {
  /** The account of the node that answered, `0.0.3`. */
  nodeId: string
  /** False if the node does not know the topic: it was never created, or was deleted. */
  exists: boolean
  /** The sequence number of the last message; 0 if there is none. */
  sequence: bigint
  /** The running hash of all messages so far, SHA-384. */
  runningHash: Uint8Array
}

const VERSION = 3n
/** The running hash of a topic without messages. */
export const INITIAL_HASH = new Uint8Array(48)
/** The header of a Java object stream, followed by a byte array with its class description. */
const STREAM_AND_ARRAY = hexToBytes('aced0005757200025b42acf317f8060854e00200007870')
/** The next array refers back to that description. */
const ARRAY = hexToBytes('7571007e0000')
/** The numbers between the two arrays: one block of nine longs and an int. */
const BLOCK = Uint8Array.of(0x77, 76)

/**
 * Version 3 of the running hash (ConsensusSubmitMessage, protobuf documentation): SHA-384 over the hash before, the
 * version, payer, topic, time, sequence number and the SHA-384 of the message, as a Java ObjectOutputStream writes
 * them.
 */
export function runningHash(
  before: Uint8Array,
  topicId: string,
  message: Omit<RawTopicMessage, 'runningHash' | 'runningHashVersion'>,
): Uint8Array {
  const time = nanos(message.consensusTimestamp)
  const block = new Uint8Array(76)
  const numbered = new DataView(block.buffer)
  const longs = [VERSION, ...numbers(message.payer), ...numbers(topicId), time / 1_000_000_000n]
  for (const [index, value] of longs.entries()) numbered.setBigInt64(index * 8, value)
  numbered.setInt32(64, Number(time % 1_000_000_000n))
  numbered.setBigInt64(68, message.sequence)
  const digest = sha384(message.bytes)
  return sha384(concatBytes(STREAM_AND_ARRAY, array(before), BLOCK, block, ARRAY, array(digest)))
}

const numbers = (id: string): bigint[] => id.split('.').map(BigInt)

function array(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setInt32(0, bytes.length)
  return concatBytes(length, bytes)
}

/**
 * Follows a topic from its first message. Checks that sequence numbers have no gaps and times increase, and computes
 * the running hashes from the messages alone. If a mirror changes, omits or adds a message, all later hashes differ
 * from the ledger's, so only the first contradiction is reported.
 */
export class TopicTrail {
  readonly #topicId: string
  readonly #at: bigint | undefined
  #sequence = 0n
  #hash: Uint8Array = INITIAL_HASH
  #time = -1n
  #hashAt: Uint8Array | undefined
  #contradiction: string | undefined
  #unproven: string | undefined

  /** @param at {@link hashAt} returns the running hash at this sequence number */
  constructor(topicId: string, at?: bigint) {
    this.#topicId = topicId
    this.#at = at
    if (at === 0n) this.#hashAt = INITIAL_HASH
  }

  /** The sequence number of the last message. */
  get sequence(): bigint {
    return this.#sequence
  }

  /** The running hash at `at`; undefined if the topic has not reached it without a contradiction. */
  get hashAt(): Uint8Array | undefined {
    return this.#hashAt
  }

  /** The first thing in the messages that is impossible on a ledger. */
  get contradiction(): string | undefined {
    return this.#contradiction
  }

  /**
   * The first message that the mirror shows without a running hash of the known version. After it, only a consensus
   * node can confirm that these are all messages.
   */
  get unproven(): string | undefined {
    return this.#unproven
  }

  add(message: RawTopicMessage): void {
    this.#contradiction ??= this.#follow(message)
    this.#sequence = message.sequence
  }

  #follow(message: RawTopicMessage): string | undefined {
    const { sequence, consensusTimestamp, runningHashVersion } = message
    if (sequence !== this.#sequence + 1n)
      return `after message ${this.#sequence} of ${this.#topicId} the mirror shows message ${sequence}`
    const time = nanos(consensusTimestamp)
    if (time <= this.#time) return `message ${sequence} of ${this.#topicId} is not later than the one before it`
    this.#time = time
    this.#hash = runningHash(this.#hash, this.#topicId, message)
    if (message.runningHash === null || runningHashVersion === null || BigInt(runningHashVersion) !== VERSION)
      this.#unproven ??= `the mirror shows message ${sequence} of ${this.#topicId} without a running hash of version ${VERSION}`
    else if (message.runningHash !== toBase64(this.#hash))
      return `the running hash of message ${sequence} of ${this.#topicId} does not match the one computed over all messages up to it (version ${VERSION})`
    if (sequence === this.#at) this.#hashAt = this.#hash
    return undefined
  }
}
