import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import { canonicalBytes, freezeMessage, keyToSdk, messageChunks } from '@quorate/ledger'
import { unavailable, unprocessable } from '@quorate/platform'
import { consensusTime } from './outcomes.ts'
import type { OperatedLedger } from './service.ts'
import type { Submissions } from './submissions.ts'

/** The node's own consensus topic on each chain: submit key the operator's, so that only the node writes. */
export interface NodeTopic {
  /** Created at the first start; its id is kept with its creation. */
  id(ledger: OperatedLedger): Promise<string>
  /** Writes a record once under `name`, chunked where it is long; answers the consensus timestamp of its first message, which names it. */
  write(ledger: OperatedLedger, name: string, record: object): Promise<string>
  /** A record by its consensus timestamp; undefined if there is none of a trusted publisher's. */
  read(ledger: OperatedLedger, consensusTimestamp: string): Promise<unknown>
}

/** Set aside before each; more than they cost at any rate of the last years. */
const TOPIC_TINYBARS = 100_000_000n
const MESSAGE_TINYBARS = 5_000_000n
const MAX_CHUNKS = 20

export function createNodeTopic(deps: {
  submissions: Submissions
  trusted: (ledger: OperatedLedger) => Set<string>
}): NodeTopic {
  const { submissions, trusted } = deps
  const known = new Map<string, string>()

  async function id(ledger: OperatedLedger): Promise<string> {
    const found = known.get(ledger.chain)
    if (found) return found
    const { operator } = ledger
    const { receipt } = await submissions.once(ledger, {
      name: 'topic',
      tinybars: TOPIC_TINYBARS,
      freeze: () =>
        ledger.freeze(
          new TopicCreateTransaction()
            .setTopicMemo('quorate:node')
            .setAdminKey(keyToSdk(operator.publicKey))
            .setSubmitKey(keyToSdk(operator.publicKey)),
          { payer: operator.accountId, validStart: ledger.validStart(), validDurationSeconds: 120 },
        ),
    })
    if (!receipt.topicId)
      throw unavailable('LEDGER_UNAVAILABLE', `the ledger named no topic when it created the node's`)
    known.set(ledger.chain, receipt.topicId)
    return receipt.topicId
  }

  return {
    id,
    async write(ledger, name, record) {
      const chunks = messageChunks(canonicalBytes(record))
      if (chunks.length > MAX_CHUNKS)
        throw unprocessable('RECORD_TOO_LARGE', `the record needs ${chunks.length} messages: at most ${MAX_CHUNKS}`)
      const topicId = await id(ledger)
      let first: string | undefined
      for (const [index, chunk] of chunks.entries()) {
        const message = { topicId, chunk, number: index + 1, total: chunks.length }
        const initial = first ? { initialTransactionId: first } : {}
        const { transactionId } = await submissions.once(ledger, {
          name: `${name} ${index + 1}`,
          tinybars: MESSAGE_TINYBARS,
          freeze: () => freezeMessage(ledger, ledger.operator.accountId, { ...message, ...initial }),
        })
        first ??= transactionId
      }
      const timestamp = first && (await consensusTime(ledger, first))
      if (timestamp) return timestamp
      throw unavailable(
        'MIRROR_UNAVAILABLE',
        `the record is on ${topicId} (${first}), but the mirror does not show it yet`,
      )
    },
    async read(ledger, consensusTimestamp) {
      const message = await ledger.mirror.topicMessage(await id(ledger), consensusTimestamp)
      if (!message || !trusted(ledger).has(message.payer)) return undefined
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(message.bytes))
      } catch {
        return undefined
      }
    },
  }
}
