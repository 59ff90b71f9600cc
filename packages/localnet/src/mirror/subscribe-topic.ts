import { type ServerWritableStream, status } from '@grpc/grpc-js'
import { com } from '@hiero-ledger/proto'
import { Alarm } from '#ledger/alarm.ts'
import { logFault } from '#ledger/handle.ts'
import type { Ledger } from '#ledger/ledger.ts'
import { int64, toLong } from '#protocol/encoding/int64.ts'
import { topicNumber } from '#protocol/ids.ts'
import { NANOS_PER_SECOND, nanosOf, toTimestamp } from '#protocol/time.ts'
import { countBefore, type Message, messagesAfter } from './topic-messages.ts'

const { ConsensusTopicQuery, ConsensusTopicResponse } = com.hedera.mirror.api.proto

type Call = ServerWritableStream<Buffer, Buffer>

/** The maximum number of messages read at once. A stream buffers this many before its client must read some. */
const PAGE = 16
const RUNNING_HASH_VERSION = toLong(3n)

/** Keeps all subscriptions of a mirror. */
export function createSubscriptions(ledger: Ledger) {
  return {
    /**
     * ConsensusService/subscribeTopic: sends the messages from the start time on (default: now), then each new one once
     * it is on disk.
     */
    subscribe(call: Call): void {
      const wanted = wantedBy(call.request, ledger)
      if ('code' in wanted) call.emit('error', wanted)
      else new Subscription(call, wanted, ledger)
    },
  }
}

interface GrpcRefusal {
  readonly code: status
  readonly details: string
}

const UNREADABLE: GrpcRefusal = { code: status.INTERNAL, details: 'The messages could not be read: subscribe again' }

function wantedBy(request: Buffer, ledger: Ledger): Wanted | GrpcRefusal {
  const query = decoded(request)
  if (!query) return { code: status.INVALID_ARGUMENT, details: 'This is not a ConsensusTopicQuery' }
  const topic = topicNumber(query.topicID)
  const start = query.consensusStartTime ? nanosOf(query.consensusStartTime) : ledger.clock.now()
  const end = query.consensusEndTime ? nanosOf(query.consensusEndTime) : undefined
  const limit = int64(query.limit)
  return refusalOf(topic, start, end, limit, ledger) ?? { topic, start, end, limit }
}

function decoded(request: Buffer) {
  try {
    return ConsensusTopicQuery.decode(request)
  } catch {
    return undefined
  }
}

interface Wanted {
  readonly topic: number
  /** Inclusive, nanoseconds. */
  readonly start: bigint
  /** Exclusive, nanoseconds. */
  readonly end: bigint | undefined
  /** 0 means no limit. */
  readonly limit: bigint
}

function refusalOf(
  topic: number,
  start: bigint,
  end: bigint | undefined,
  limit: bigint,
  ledger: Ledger,
): GrpcRefusal | undefined {
  const invalid = (details: string) => ({ code: status.INVALID_ARGUMENT, details })
  if (topic < 0) return invalid('subscribe.filter.topicId: must not be null')
  if (limit < 0n) return invalid('subscribe.filter.limit: must be greater than or equal to 0')
  if (end !== undefined && end <= start) return invalid('subscribe.filter: End time must be after start time')
  if (ledger.state.topics.get(topic)) return undefined
  return { code: status.NOT_FOUND, details: `Topic 0.0.${topic} does not exist` }
}

/** One subscription: reads on from its position whenever there are more messages and the stream takes them. */
class Subscription {
  readonly #call: Call
  readonly #ledger: Ledger
  readonly #wanted: Wanted
  readonly #unsubscribe: () => void
  readonly #alarm: Alarm
  #sequence: bigint
  #sent = 0n
  #isFull = false
  #isOver = false
  #isDue = false

  constructor(call: Call, wanted: Wanted, ledger: Ledger) {
    this.#call = call
    this.#ledger = ledger
    this.#wanted = wanted
    // Timers and the ledger's commits call this, so an error ends only this subscription.
    const pump = () => {
      this.#isDue = false
      try {
        this.#pump()
      } catch (error) {
        logFault(error)
        this.end(UNREADABLE)
      }
    }
    const pumpSoon = () => {
      if (!this.#isDue) setImmediate(pump)
      this.#isDue = true
    }
    this.#alarm = new Alarm(ledger.clock, pump)
    this.#sequence = countBefore(ledger.store, wanted.topic, wanted.start)
    this.#unsubscribe = ledger.onCommit((written) => {
      const isNews = written.length === 0 || written.some(({ topicMessage }) => topicMessage?.topic === wanted.topic)
      if (isNews) pumpSoon()
    })
    call.on('drain', () => {
      this.#isFull = false
      pumpSoon()
    })
    call.on('cancelled', () => this.#stop())
    call.on('close', () => this.#stop())
    pumpSoon()
  }

  /** Ends the subscription early. */
  end(refusal: GrpcRefusal): void {
    this.#stop()
    this.#call.emit('error', refusal)
  }

  #pump(): void {
    while (!this.#isFull && !this.#isOver) {
      const messages = messagesAfter(this.#ledger.store, this.#wanted.topic, this.#sequence, PAGE)
      for (const message of messages) this.#send(message)
      if (messages.length < PAGE) break
    }
    const { end } = this.#wanted
    if (this.#isFull || this.#isOver || end === undefined) return
    if (this.#ledger.clock.now() >= end) this.#finish()
    else this.#alarm.set(end / NANOS_PER_SECOND + 1n)
  }

  #send(message: Message): void {
    const { end, limit } = this.#wanted
    if (end !== undefined && message.consensusTimestamp >= end) this.#finish()
    if (this.#isFull || this.#isOver) return
    this.#sequence = message.sequence
    this.#isFull = !this.#call.write(encode(message))
    this.#sent++
    if (limit !== 0n && this.#sent >= limit) this.#finish()
  }

  #finish(): void {
    if (this.#isOver) return
    this.#stop()
    this.#call.end()
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#alarm.stop()
    this.#unsubscribe()
  }
}

function encode(message: Message): Buffer {
  const { consensusTimestamp, sequence, runningHash, chunk } = message
  const response = {
    consensusTimestamp: toTimestamp(consensusTimestamp),
    message: message.message,
    runningHash,
    sequenceNumber: toLong(sequence),
    runningHashVersion: RUNNING_HASH_VERSION,
    chunkInfo: chunk,
  }
  return Buffer.from(ConsensusTopicResponse.encode(response).finish())
}
