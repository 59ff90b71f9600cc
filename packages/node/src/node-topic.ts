import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import {
  canonicalBytes,
  keyToSdk,
  type Leaf,
  messageChunks,
  overlapping,
  publicKeyText,
  writeMessage,
} from '@quorate/ledger'
import { type Database, unavailable, unprocessable } from '@quorate/platform'
import { oncePerChain } from './once-per-chain.ts'
import { consensusTime } from './outcomes.ts'
import type { OperatedLedger } from './service.ts'
import type { Cost } from './spending.ts'
import type { Tables } from './store.ts'
import type { Submissions } from './submissions.ts'

/** The node's own consensus topic on each chain: submit key the operator's, so that only the node writes. */
export interface NodeTopic {
  /** Found on the ledger where the database does not know it (it was lost), created where there is none. */
  id(ledger: OperatedLedger): Promise<string>
  /** Writes a record once under `name`, chunked where it is long; answers the transaction of its first message. */
  append(ledger: OperatedLedger, name: string, record: object): Promise<string>
  /** The same for whoever asks for it; answers the consensus timestamp of that message, which names the record. */
  write(ledger: OperatedLedger, name: string, record: object): Promise<string>
  /** A record by its consensus timestamp; undefined if there is none of a trusted publisher's. */
  read(ledger: OperatedLedger, consensusTimestamp: string): Promise<unknown>
  /** Every record of a trusted publisher's from there on, in order. */
  records(ledger: OperatedLedger, from: string | null): AsyncGenerator<{ consensusTimestamp: string; record: unknown }>
}

/** Set aside before each; more than they cost at any rate of the last years. */
const TOPIC_TINYBARS = 100_000_000n
const MESSAGE_TINYBARS = 5_000_000n
const MAX_CHUNKS = 20

export function createNodeTopic(deps: {
  database: Database<Tables>
  submissions: Submissions
  trusted: (ledger: OperatedLedger) => Set<string>
  /** Names the node among those of one operator. */
  networkKey: Leaf
}): NodeTopic {
  const { database, submissions, trusted, networkKey } = deps
  const id = oncePerChain(async (ledger) => {
    const { chain } = ledger
    const find = () =>
      database.read.selectFrom('node.topic').select('topic_id').where('chain', '=', chain).executeTakeFirst()
    const row = await find()
    if (row) return row.topic_id
    const topic_id = await foundOrCreated(ledger)
    await database.change((change) =>
      change
        .insertInto('node.topic')
        .values({ chain, topic_id, read_to: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    return (await find())?.topic_id ?? topic_id
  })

  async function foundOrCreated(ledger: OperatedLedger): Promise<string> {
    const { operator, chain } = ledger
    const memo = `quorate:node ${chain} ${publicKeyText(networkKey)}`
    if (!(await submissions.isBegun(ledger, 'topic'))) {
      const found = await ledger.mirror.topicCreatedBy(operator.accountId, memo)
      if (found) return found
    }
    const { receipt } = await submissions.once(ledger, {
      name: 'topic',
      cost: { tinybars: TOPIC_TINYBARS, by: 'promised' },
      freeze: () =>
        ledger.freeze(
          new TopicCreateTransaction()
            .setTopicMemo('quorate:node')
            .setTransactionMemo(memo)
            .setAdminKey(keyToSdk(operator.publicKey))
            .setSubmitKey(keyToSdk(operator.publicKey)),
          { payer: operator.accountId, validStart: ledger.validStart(), validDurationSeconds: 120 },
        ),
    })
    if (!receipt.topicId)
      throw unavailable('LEDGER_UNAVAILABLE', `the ledger named no topic when it created the node's`)
    return receipt.topicId
  }

  async function append(
    ledger: OperatedLedger,
    name: string,
    record: object,
    by: Cost['by'] = 'promised',
  ): Promise<string> {
    const bytes = canonicalBytes(record)
    const count = messageChunks(bytes).length
    if (count > MAX_CHUNKS)
      throw unprocessable('RECORD_TOO_LARGE', `the record needs ${count} messages: at most ${MAX_CHUNKS}`)
    const message = { payer: ledger.operator.accountId, topicId: await id(ledger), bytes }
    const first = await writeMessage(ledger, message, (index, freeze) =>
      submissions.once(ledger, { name: `${name} ${index + 1}`, cost: { tinybars: MESSAGE_TINYBARS, by }, freeze }),
    )
    return first.transactionId
  }

  return {
    id,
    append: (ledger, name, record) => append(ledger, name, record),
    async write(ledger, name, record) {
      const first = await append(ledger, name, record, 'anyone')
      const timestamp = await consensusTime(ledger, first)
      if (timestamp) return timestamp
      throw unavailable('MIRROR_UNAVAILABLE', `the record is written (${first}), but the mirror does not show it yet`)
    },
    async read(ledger, consensusTimestamp) {
      const message = await ledger.mirror.topicMessage(await id(ledger), consensusTimestamp)
      return message && trusted(ledger).has(message.payer) ? recordIn(message.bytes) : undefined
    },
    async *records(ledger, from) {
      const since = from === null ? undefined : overlapping(from)
      for await (const message of ledger.mirror.topicMessages(await id(ledger), since)) {
        const { consensusTimestamp, payer, bytes } = message
        if (trusted(ledger).has(payer)) yield { consensusTimestamp, record: recordIn(bytes) }
      }
    },
  }
}

function recordIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
