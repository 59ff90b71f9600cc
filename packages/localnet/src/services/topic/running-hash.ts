import { hash } from 'node:crypto'
import { NANOS_PER_SECOND } from '#protocol/time.ts'

/** The running hash of a topic without messages: 48 zero bytes. */
export const INITIAL_RUNNING_HASH = Buffer.alloc(48)

export const RUNNING_HASH_VERSION = 3n

/**
 * The fields of a message that its running hash covers, in addition to the previous hash. Ids are numbers in shard 0,
 * realm 0; time is in nanoseconds.
 */
export interface HashedMessage {
  readonly payer: number
  readonly topic: number
  readonly consensusTimestamp: bigint
  readonly sequence: bigint
  readonly message: Uint8Array
}

/** The Java object stream's header, then an array of bytes with the description of its class. */
const STREAM_AND_ARRAY = Buffer.from('aced0005' + '75' + '72' + '00025b42' + 'acf317f8060854e0' + '0200007870', 'hex')
/** The second array refers to the class description of the first. */
const ARRAY = Buffer.from('7571007e0000', 'hex')
/** The header of the 76 bytes between the two arrays: nine longs and an int. */
const BLOCK = Buffer.from([0x77, 76])

/**
 * Version 3 of the running hash: SHA-384 over the previous hash, the version, payer, topic, time, sequence number and
 * the SHA-384 of the message, as a Java ObjectOutputStream writes them (ConsensusSubmitMessage, protobuf
 * documentation).
 */
export function runningHash(previous: Buffer, message: HashedMessage): Buffer {
  const { payer, topic, consensusTimestamp, sequence } = message
  const block = Buffer.alloc(76)
  const longs = [
    RUNNING_HASH_VERSION,
    0n,
    0n,
    BigInt(payer),
    0n,
    0n,
    BigInt(topic),
    consensusTimestamp / NANOS_PER_SECOND,
  ]
  for (const [index, value] of longs.entries()) block.writeBigInt64BE(value, index * 8)
  block.writeInt32BE(Number(consensusTimestamp % NANOS_PER_SECOND), 64)
  block.writeBigInt64BE(sequence, 68)
  const digest = hash('sha384', message.message, 'buffer')
  const stream = [STREAM_AND_ARRAY, length(previous), previous, BLOCK, block, ARRAY, length(digest), digest]
  return hash('sha384', Buffer.concat(stream), 'buffer')
}

function length(bytes: Uint8Array): Buffer {
  const encoded = Buffer.alloc(4)
  encoded.writeInt32BE(bytes.length)
  return encoded
}
