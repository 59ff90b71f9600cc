import { Hbar, TopicCreateTransaction } from '@hiero-ledger/sdk'
import { createPrices, keyToSdk, type Mirror, messageChunks, type PublicMirror, writeMessage } from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  createRunOnce,
  type Database,
  parseJson,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { canonicalBytes, type Leaf, publicKeyText } from '@quorate/verify'
import { isStretched, overlapping } from '@quorate/verify/recount'
import { consensusTime } from '../answers/writes.ts'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/tables.ts'
import { insertNodeTopic, nodeTopic } from '../store/topics.ts'
import type { Submissions } from './submissions.ts'

/**
 * The network's prices in US cents (HIP-1261, https://docs.hedera.com/hedera/networks/mainnet/fees): for a message
 * whose signed transaction has at most 1,024 bytes, and for creating a topic with two keys.
 */
export const CENTS = { message: 0.08, topic: 3 }

/**
 * The node's own consensus topic on each chain. The operator's key is its submit key, so that only the node can write
 * there.
 */
export interface NodeTopic {
  /**
   * The topic's id. If the database does not have it, the topic is looked up on the ledger, and created if it is not
   * there either.
   */
  id(ledger: OperatedLedger): Promise<string>
  /**
   * Writes a record once under `name`, in chunks if it is long. `wallet` is the wallet that caused it. Waits until the
   * mirror shows all messages. Returns the first one's consensus timestamp, which identifies the record. `on` is the
   * topic to write on; by default the node's own.
   */
  write(
    ledger: OperatedLedger,
    name: string,
    record: object,
    wallet: string | undefined,
    on?: MembersTopic | undefined,
  ): Promise<string>
  /**
   * Returns the record with this consensus timestamp, and its topic; undefined if no trusted publisher wrote one at
   * that time. For requests that anybody may send, pass the `publicMirror`.
   *
   * The record is on this node's topic, or on another node's (`topicId`). If the node shares a key with others, a
   * record without `topicId` may be on any topic and by any member. A record with `topicId` may then be by anybody,
   * since the memo of a creation contains the topic and the hash of the record.
   */
  read(
    ledger: OperatedLedger,
    consensusTimestamp: string,
    where?: { mirror?: Mirror | undefined; topicId?: string | null },
  ): Promise<{ record: unknown; topicId: string } | undefined>
  /**
   * All records of trusted publishers from a timestamp onwards, ordered by completion. `null` is the beginning of the
   * topic. With `on`, the records that count on that topic.
   */
  records(ledger: OperatedLedger, from: string | null, on?: Writers | undefined): AsyncGenerator<TopicRecord>
}

/** The topic with the records that all members of a shared key must know. */
export interface MembersTopic {
  topicId: string
  members: ReadonlySet<string>
}

/** The accounts that write on the topic of a shared key: its present and earlier members. */
export interface Writers {
  topicId: string
  payers: ReadonlySet<string>
  /** Whether a record by this account counts if it was completed at this time. */
  counts(payer: string, completedAt: string): boolean
}

export interface TopicRecord {
  consensusTimestamp: string
  /** When its last chunk reached consensus. Records count in this order. */
  completedAt: string
  record: unknown
}

/**
 * How many bytes of a message fit in one chunk. With its envelope, the chunk stays within the 1,024 bytes of a
 * transaction that the network's base price covers; each further byte costs 0.001 cents.
 */
export const CHUNK_BYTES = 768

interface Deps {
  database: Database<Tables>
  submissions: Submissions
  clock: Clock
  trusted: (ledger: OperatedLedger) => Set<string>
  /** This key distinguishes the node from the operator's other nodes. */
  ownNetworkKey(ledger: OperatedLedger): { publicKey: Leaf }
  /** Undefined if the node shares no key with others. */
  membersTopic(ledger: OperatedLedger): MembersTopic | undefined
}

export function createNodeTopic(deps: Deps): NodeTopic {
  const { database, submissions, clock, trusted, membersTopic } = deps
  const priceOf = createPrices(clock)
  const id = oncePerChain(async (ledger) => {
    const { chain } = ledger
    const known = await nodeTopic(database.read, chain)
    if (known) return known.topic_id
    const topicId = await foundOrCreated(deps, priceOf, ledger)
    await database.change((trx) => insertNodeTopic(trx, chain, topicId))
    return (await nodeTopic(database.read, chain))?.topic_id ?? topicId
  })

  /** Returns the transaction ids of the first and the last message. */
  async function append(
    ledger: OperatedLedger,
    name: string,
    record: object,
    wallet: string | undefined,
    topicId: string,
  ): Promise<{ first: string; last: string }> {
    const bytes = canonicalBytes(record)
    const count = messageChunks(bytes, CHUNK_BYTES).length
    const { value: most } = limits.maxRecordMessages
    if (count > most)
      throw unprocessable(
        'RECORD_TOO_LARGE',
        `The record has ${bytes.length} bytes, and the maximum is ${most * CHUNK_BYTES} (${most} messages)`,
      )
    const each = await priceOf(ledger, CENTS.message)
    const message = {
      payer: ledger.operator.accountId,
      topicId,
      bytes,
      chunkBytes: CHUNK_BYTES,
      maxFee: each,
    }
    // The cost of all messages is reserved with the first one, so that no record is left incomplete.
    const cost = { each, count, wallet }
    let last = ''
    const first = await writeMessage(ledger, message, async (index, freeze) => {
      const what = { name: `${name} ${index + 1}`, cost: index === 0 ? cost : undefined, freeze }
      const submitted = await submissions.once(ledger, what)
      last = submitted.transactionId
      return submitted
    })
    return { first: first.transactionId, last }
  }

  return {
    id,
    async write(ledger, name, record, wallet, on) {
      const { first, last } = await append(ledger, name, record, wallet, on?.topicId ?? (await id(ledger)))
      const isWhole = (await consensusTime(ledger, last)) !== undefined
      const timestamp = isWhole ? await consensusTime(ledger, first) : undefined
      if (timestamp) return timestamp
      throw unavailable('MIRROR_UNAVAILABLE', `The record is written (${first}), but the mirror does not show it yet`)
    },
    async read(ledger, consensusTimestamp, { mirror = ledger.mirror, topicId } = {}) {
      const shared = membersTopic(ledger)
      const payers = new Set([...trusted(ledger), ...(shared?.members ?? [])])
      const isTrusted = (payer: string): boolean => (shared && topicId ? true : payers.has(payer))
      const found = topicId ?? (shared ? await topicOfMessage(mirror, consensusTimestamp) : await id(ledger))
      const message = found && (await mirror.topicMessage(found, consensusTimestamp, isTrusted))
      return message ? { record: recordIn(message.bytes), topicId: found } : undefined
    },
    async *records(ledger, from, on) {
      const since = from === null ? undefined : overlapping(from)
      const payers = on?.payers ?? trusted(ledger)
      const messages = ledger.mirror.topicMessages(on?.topicId ?? (await id(ledger)), since, { payers })
      for await (const message of messages) {
        const { consensusTimestamp, completedAt, bytes, payer } = message
        // A stretched record (with too much time between its chunks) does not count, because a member that starts to
        // read between two chunks misses the first one. All members must count the same records.
        const counts = on === undefined || (on.counts(payer, completedAt) && !isStretched(message))
        if (counts) yield { consensusTimestamp, completedAt, record: recordIn(bytes) }
      }
    },
  }
}

/** Finds the topic of the node's keys on the ledger, or creates it. */
async function foundOrCreated(
  { submissions, ownNetworkKey }: Pick<Deps, 'submissions' | 'ownNetworkKey'>,
  priceOf: ReturnType<typeof createPrices>,
  ledger: OperatedLedger,
): Promise<string> {
  const { operator, chain } = ledger
  const memo = `quorate:node ${chain} ${publicKeyText(ownNetworkKey(ledger).publicKey)}`
  if (!(await submissions.isBegun(ledger, 'topic'))) {
    const found = await ledger.mirror.topicCreatedBy(operator.accountId, memo)
    if (found) return found
  }
  const each = await priceOf(ledger, CENTS.topic)
  const { transactionId, receipt } = await submissions.once(ledger, {
    name: 'topic',
    cost: { each },
    freeze: () =>
      ledger.freeze(
        new TopicCreateTransaction()
          .setTopicMemo('quorate:node')
          .setTransactionMemo(memo)
          .setMaxTransactionFee(Hbar.fromTinybars(String(each)))
          .setAdminKey(keyToSdk(operator.publicKey))
          .setSubmitKey(keyToSdk(operator.publicKey)),
        { payer: operator.accountId, validStart: ledger.validStart(), validDurationSeconds: 120 },
      ),
  })
  if (!receipt.topicId)
    throw unavailable('LEDGER_UNAVAILABLE', `The ledger returned no topic id when it created the node's topic`)
  // Another node with the same keys but a separate database may have created one meanwhile. All nodes use the first.
  const isShown = await consensusTime(ledger, transactionId)
  return (isShown && (await ledger.mirror.topicCreatedBy(operator.accountId, memo))) || receipt.topicId
}

/** The topic of the message with this timestamp. Timestamps are unique on the ledger. */
export async function topicOfMessage(mirror: PublicMirror, consensusTimestamp: string): Promise<string | undefined> {
  try {
    return String((await mirror.get(`/topics/messages/${consensusTimestamp}`)).topic_id)
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined
    throw error
  }
}

function recordIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Does the work once for each chain. If the work failed, the next call repeats it. */
export function oncePerChain<T>(work: (ledger: OperatedLedger) => Promise<T>): (ledger: OperatedLedger) => Promise<T> {
  const once = createRunOnce<T>()
  return (ledger) => once(ledger.chain, () => work(ledger))
}
