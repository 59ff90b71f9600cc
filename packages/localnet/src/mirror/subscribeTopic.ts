import { type ServerWritableStream, status } from '@grpc/grpc-js'
import { com } from '@hiero-ledger/proto'
import { Alarm } from '../alarm.ts'
import { topicNumber } from '../ids.ts'
import { int64, toLong } from '../int64.ts'
import type { Ledger } from '../ledger.ts'
import { NANOS_PER_SECOND, nanosOf, toTimestamp } from '../time.ts'
import { countBefore, type Message, messagesAfter } from './topicMessages.ts'

const { ConsensusTopicQuery, ConsensusTopicResponse } = com.hedera.mirror.api.proto

type Call = ServerWritableStream<Buffer, Buffer>

/** Messages read at once. */
const PAGE = 100
const RUNNING_HASH_VERSION = toLong(3n)

/** ConsensusService/subscribeTopic: the messages from the start time on (default now), then each as it comes onto the disk. */
export function subscribeTopic(call: Call, ledger: Ledger): void {
  const query = ConsensusTopicQuery.decode(call.request)
  const topic = topicNumber(query.topicID)
  const start = query.consensusStartTime ? nanosOf(query.consensusStartTime) : ledger.clock.now()
  const end = query.consensusEndTime ? nanosOf(query.consensusEndTime) : undefined
  const refusal = refusalOf(topic, start, end, int64(query.limit), ledger)
  if (refusal) call.emit('error', refusal)
  else new Subscription(call, ledger, { topic, start, end, limit: int64(query.limit) })
}

interface Wanted {
  readonly topic: number
  /** Inclusive, nanoseconds. */
  readonly start: bigint
  /** Exclusive, nanoseconds. */
  readonly end: bigint | undefined
  /** 0 is no limit. */
  readonly limit: bigint
}

function refusalOf(topic: number, start: bigint, end: bigint | undefined, limit: bigint, ledger: Ledger) {
  const invalid = (details: string) => ({ code: status.INVALID_ARGUMENT, details })
  if (topic < 0) return invalid('subscribe.filter.topicId: must not be null')
  if (limit < 0n) return invalid('subscribe.filter.limit: must be greater than or equal to 0')
  if (end !== undefined && end <= start) return invalid('subscribe.filter: End time must be after start time')
  if (ledger.state.topics.get(topic)) return undefined
  return { code: status.NOT_FOUND, details: `Topic 0.0.${topic} does not exist` }
}

/** One subscriber: reads on from where it is whenever there is more and the stream takes it. */
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

  constructor(call: Call, ledger: Ledger, wanted: Wanted) {
    this.#call = call
    this.#ledger = ledger
    this.#wanted = wanted
    this.#alarm = new Alarm(ledger.clock, () => this.#pump())
    this.#sequence = countBefore(ledger.store, wanted.topic, wanted.start)
    this.#unsubscribe = ledger.onCommit((written) => {
      const isNews = written.length === 0 || written.some(({ topicMessage }) => topicMessage?.topic === wanted.topic)
      if (isNews) this.#pump()
    })
    call.on('drain', () => {
      this.#isFull = false
      this.#pump()
    })
    call.on('cancelled', () => this.#stop())
    call.on('close', () => this.#stop())
    this.#pump()
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
