import { Hbar, TopicCreateTransaction } from '@hiero-ledger/sdk'
import { createPrices, keyToSdk, type Mirror, messageChunks, writeMessage } from '@quorate/ledger'
import { type Clock, createRunOnce, type Database, parseJson, unavailable, unprocessable } from '@quorate/platform'
import { canonicalBytes, type Leaf, publicKeyText } from '@quorate/verify'
import { overlapping } from '@quorate/verify/recount'
import { consensusTime } from '../answers/writes.ts'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/tables.ts'
import { insertNodeTopic, nodeTopic } from '../store/topics.ts'
import type { Submissions } from './submissions.ts'

/**
 * The network's prices in US cents (HIP-1261, https://docs.hedera.com/hedera/networks/mainnet/fees) for a message whose
 * signed transaction has at most 1,024 bytes, and for a topic with two keys.
 */
const CENTS = { message: 0.08, topic: 3 }

/**
 * The node's own consensus topic on each chain. Its submit key is the operator's, so that only the node writes there.
 */
export interface NodeTopic {
  /**
   * The topic's id. If the database has lost it, the topic is looked up on the ledger; if there is none there either,
   * it is created.
   */
  id(ledger: OperatedLedger): Promise<string>
  /**
   * Writes a record once under `name`, in chunks if it is long. `wallet` caused it. Returns the transaction id of its
   * first message.
   */
  append(ledger: OperatedLedger, name: string, record: object, wallet: string | undefined): Promise<string>
  /**
   * Like `append`, but waits until the mirror shows all messages, and returns the consensus timestamp of the first one,
   * which names the record.
   */
  write(ledger: OperatedLedger, name: string, record: object, wallet: string | undefined): Promise<string>
  /**
   * A record by its consensus timestamp; undefined if no trusted publisher wrote one then. For requests that anybody
   * may send, pass the `publicMirror`.
   */
  read(ledger: OperatedLedger, consensusTimestamp: string, mirror?: Mirror): Promise<unknown>
  /** All records of trusted publishers from a timestamp on, in order; `null` is the beginning. */
  records(ledger: OperatedLedger, from: string | null): AsyncGenerator<{ consensusTimestamp: string; record: unknown }>
}

/**
 * The bytes of a message in one chunk. With its envelope it stays within the 1,024 bytes of a transaction that the
 * network's base price covers; each further byte costs 0.001 cents.
 */
export const CHUNK_BYTES = 768

interface Deps {
  database: Database<Tables>
  submissions: Submissions
  clock: Clock
  trusted: (ledger: OperatedLedger) => Set<string>
  /** The network key. It distinguishes this node from the operator's other nodes. */
  networkKey(ledger: OperatedLedger): Leaf
}

export function createNodeTopic(deps: Deps): NodeTopic {
  const { database, submissions, clock, trusted } = deps
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
  ): Promise<{ first: string; last: string }> {
    const bytes = canonicalBytes(record)
    const count = messageChunks(bytes, CHUNK_BYTES).length
    const { value: most } = limits.maxRecordMessages
    if (count > most)
      throw unprocessable(
        'RECORD_TOO_LARGE',
        `The record has ${bytes.length} bytes: at most ${most * CHUNK_BYTES} (${most} messages)`,
      )
    const each = await priceOf(ledger, CENTS.message)
    const message = {
      payer: ledger.operator.accountId,
      topicId: await id(ledger),
      bytes,
      chunkBytes: CHUNK_BYTES,
      maxFee: each,
    }
    // The cost of all messages is set aside with the first, so that no record is left half written.
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
    append: async (...given) => (await append(...given)).first,
    async write(ledger, name, record, wallet) {
      const { first, last } = await append(ledger, name, record, wallet)
      const isWhole = (await consensusTime(ledger, last)) !== undefined
      const timestamp = isWhole ? await consensusTime(ledger, first) : undefined
      if (timestamp) return timestamp
      throw unavailable('MIRROR_UNAVAILABLE', `The record is written (${first}), but the mirror does not show it yet`)
    },
    async read(ledger, consensusTimestamp, mirror = ledger.mirror) {
      const payers = trusted(ledger)
      const message = await mirror.topicMessage(await id(ledger), consensusTimestamp, (payer) => payers.has(payer))
      return message ? recordIn(message.bytes) : undefined
    },
    async *records(ledger, from) {
      const since = from === null ? undefined : overlapping(from)
      const payers = trusted(ledger)
      for await (const message of ledger.mirror.topicMessages(await id(ledger), since, { payers }))
        yield { consensusTimestamp: message.consensusTimestamp, record: recordIn(message.bytes) }
    },
  }
}

/** The topic of the node's keys on the ledger, which is created if there is none. */
async function foundOrCreated(
  { submissions, networkKey }: Pick<Deps, 'submissions' | 'networkKey'>,
  priceOf: ReturnType<typeof createPrices>,
  ledger: OperatedLedger,
): Promise<string> {
  const { operator, chain } = ledger
  const memo = `quorate:node ${chain} ${publicKeyText(networkKey(ledger))}`
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
  if (!receipt.topicId) throw unavailable('LEDGER_UNAVAILABLE', `The ledger named no topic when it created the node's`)
  // Another node with the same keys and a separate database may have created one meanwhile. All use the first.
  const isShown = await consensusTime(ledger, transactionId)
  return (isShown && (await ledger.mirror.topicCreatedBy(operator.accountId, memo))) || receipt.topicId
}

function recordIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Does the work once for each chain. If it failed, the next call does it again. */
export function oncePerChain<T>(work: (ledger: OperatedLedger) => Promise<T>): (ledger: OperatedLedger) => Promise<T> {
  const once = createRunOnce<T>()
  return (ledger) => once(ledger.chain, () => work(ledger))
}
