import { canonicalJson, decodeRecord, type FinalOutcome, permittedOperation } from '@quorate/ledger'
import { badRequest, type Change, type Clock, conflict, type Database, forbidden, json } from '@quorate/platform'
import type { DaoIn } from './fields.ts'
import type { FrozenWrite } from './frozen-writes.ts'
import type { WriteAnswer } from './outcomes.ts'
import type { OperatedLedger } from './service.ts'
import type { Tables } from './store.ts'

/** A passed proposal that permits the operation that is asked. */
export interface Decision {
  topicId: string
  consensusTimestamp: string
  /** What it has opened already, while that can still be executed. */
  opened?: WriteAnswer
}

export interface Decisions {
  /**
   * The decision that `dao` points at, if it permits exactly this.
   *
   * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT; 409 DECISION_USED, DECISION_PENDING
   */
  open(ledger: OperatedLedger, dao: DaoIn, asked: { method: string; path: string; body: object }): Promise<Decision>
  /** Takes the decision for these bytes; false if it was taken meanwhile. */
  claim(
    change: Change<Tables>,
    ledger: OperatedLedger,
    decision: Decision,
    frozen: FrozenWrite,
    answer: WriteAnswer,
  ): Promise<boolean>
  /** What follows when a transaction of ours is decided. */
  settled(ledger: OperatedLedger, outcome: FinalOutcome): Promise<void>
}

export function createDecisions(deps: {
  database: Database<Tables>
  clock: Clock
  trusted: (ledger: OperatedLedger) => Set<string>
}): Decisions {
  const { database, clock, trusted } = deps

  async function check(ledger: OperatedLedger, topicId: string, timestamp: string, asked: object): Promise<void> {
    const where = `${timestamp} of the topic ${topicId}`
    const message = await ledger.mirror.topicMessage(topicId, timestamp)
    const record = message && decodeRecord(message.bytes)
    if (!message || record?.type !== 'decision' || record.chain !== ledger.chain)
      throw forbidden('DECISION_NOT_FOUND', `dao: there is no decision at ${where}`)
    if (!trusted(ledger).has(message.payer))
      throw forbidden('DECISION_NOT_TRUSTED', `dao: ${message.payer}, who wrote ${where}, is no trusted publisher`)
    const permitted = permittedOperation(record)
    const wanted = permitted && {
      method: permitted.method.toUpperCase(),
      path: permitted.path,
      body: permitted.body ?? {},
    }
    if (!wanted || canonicalJson(wanted) !== canonicalJson(asked))
      throw forbidden(
        'DECISION_DOES_NOT_PERMIT',
        `dao: the decision at ${where} (${record.status}) does not name this operation`,
      )
  }

  const at = (chain: string, topicId: string, timestamp: string) =>
    database.read
      .selectFrom('node.decision')
      .selectAll()
      .where('chain', '=', chain)
      .where('topic_id', '=', topicId)
      .where('consensus_timestamp', '=', timestamp)
      .executeTakeFirst()

  /** What the decision opened before, as far as it still counts; forgotten once it surely never happened. */
  async function openedBefore(
    ledger: OperatedLedger,
    topicId: string,
    timestamp: string,
  ): Promise<WriteAnswer | undefined> {
    const row = await at(ledger.chain, topicId, timestamp)
    if (!row) return undefined
    const used = () => conflict('DECISION_USED', `dao: the decision was carried out by ${row.transaction_id}`)
    if (row.used) throw used()
    const expiresAt = row.expires_at.getTime()
    const outcome = await ledger.outcome(row.transaction_id, { nodeId: row.node_id, expiresAt })
    if (outcome.state === 'final' && outcome.success) {
      await markUsed(ledger.chain, row.transaction_id)
      throw used()
    }
    if (clock.now() < expiresAt) return row.answer as WriteAnswer
    if (outcome.state !== 'final')
      throw conflict('DECISION_PENDING', `dao: the ledger has not said yet what became of ${row.transaction_id}`)
    await database.change((change) =>
      change
        .deleteFrom('node.decision')
        .where('chain', '=', ledger.chain)
        .where('transaction_id', '=', row.transaction_id)
        .where('used', '=', false)
        .execute(),
    )
    return undefined
  }

  const markUsed = (chain: string, transactionId: string) =>
    database.change((change) =>
      change
        .updateTable('node.decision')
        .set({ used: true })
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .execute(),
    )

  return {
    async open(ledger, { topicId, consensusTimestamp }, asked) {
      if (!topicId)
        throw badRequest('FIELD_REQUIRED', 'dao/topicId is required: the topic that holds the decision', [
          { path: 'body/dao/topicId', message: 'is required' },
        ])
      await check(ledger, topicId, consensusTimestamp, asked)
      const opened = await openedBefore(ledger, topicId, consensusTimestamp)
      return { topicId, consensusTimestamp, ...(opened ? { opened } : {}) }
    },

    async claim(change, { chain }, { topicId, consensusTimestamp }, { transactionId, nodeId, expiresAt }, answer) {
      const claimed = await change
        .insertInto('node.decision')
        .values({
          chain,
          topic_id: topicId,
          consensus_timestamp: consensusTimestamp,
          transaction_id: transactionId,
          node_id: nodeId,
          expires_at: new Date(expiresAt),
          answer: json(answer),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('chain')
        .executeTakeFirst()
      return claimed !== undefined
    },

    async settled({ chain }, { success, transactionId }) {
      if (success) await markUsed(chain, transactionId)
    },
  }
}
