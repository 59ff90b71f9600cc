import { canonicalJson, decodeRecord, parseTransactionId, permittedOperation } from '@quorate/ledger'
import {
  badRequest,
  type Change,
  type Clock,
  conflict,
  type Database,
  decodeBytes,
  forbidden,
  json,
} from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { DaoIn } from './fields.ts'
import type { FrozenWrite } from './frozen-writes.ts'
import type { NodeTopic } from './node-topic.ts'
import type { WriteAnswer } from './outcomes.ts'
import type { KeepRecord, Restore } from './restoring.ts'
import type { OperatedLedger } from './service.ts'
import type { Tables } from './store.ts'
import { decodeBody } from './transaction-body.ts'
import { type CarriedOut, carriedOut } from './transactions/from-mirror.ts'
import { type Holder, neededBy } from './validators/signers.ts'

/** A passed proposal that permits the operation that is asked. */
export interface Decision {
  topicId: string
  consensusTimestamp: string
  /** What it has opened already, while that can still be executed. */
  opened?: WriteAnswer
}

type Opened = Pick<FrozenWrite, 'transactionId' | 'nodeId' | 'expiresAt'>

/** What the topic says of a decision: the transaction that it opened. */
const OpenedRecord = Type.Object({
  quorate: Type.Literal(1),
  type: Type.Literal('opened'),
  chain: Type.String(),
  topicId: Type.String(),
  consensusTimestamp: Type.String(),
  transactionId: Type.String(),
  nodeId: Type.String(),
  /** Milliseconds. */
  expiresAt: Type.Integer(),
})
type OpenedRecord = Static<typeof OpenedRecord>

/** The newest counts: another took the place only of one that never happened. */
export const keepOpened: KeepRecord = async (change, chain, record) => {
  if (!Check(OpenedRecord, record) || record.chain !== chain) return
  const { topicId, consensusTimestamp, transactionId, nodeId } = record
  const expires_at = new Date(record.expiresAt)
  const opened = { transaction_id: transactionId, node_id: nodeId, expires_at, answer: json(null) }
  await change
    .insertInto('node.decision')
    .values({ chain, topic_id: topicId, consensus_timestamp: consensusTimestamp, ...opened })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'topic_id', 'consensus_timestamp'])
        .doUpdateSet(opened)
        .where('node.decision.used', '=', false)
        .where('node.decision.expires_at', '<', expires_at),
    )
    .execute()
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
  /** Has it stand on the node's topic which transaction the decision opens, before anybody is given that: it outlives the database. */
  publish(ledger: OperatedLedger, decision: Decision, opened: Opened): Promise<void>
}

export function createDecisions(deps: {
  database: Database<Tables>
  clock: Clock
  topic: NodeTopic
  restore: Restore
  trusted: (ledger: OperatedLedger) => Set<string>
}): Decisions {
  const { database, clock, topic, restore, trusted } = deps

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
    const theirs = row.answer as WriteAnswer | null
    if (outcome.state === 'final' && outcome.success) {
      const found = await whatHappened(ledger, row.transaction_id)
      const body = theirs?.status === 'SIGNATURE_REQUIRED' ? theirs.bodyBytes : undefined
      if (found && body && isAnother(found, decodeBytes(body, 'bodyBytes'))) {
        await forget(ledger.chain, row.transaction_id)
        return undefined
      }
      if (found) await markUsed(ledger.chain, row.transaction_id)
      throw used()
    }
    const pending = () =>
      conflict('DECISION_PENDING', `dao: the ledger has not said yet what became of ${row.transaction_id}`)
    if (clock.now() < expiresAt) {
      // Read back from the topic, which does not have the bytes.
      if (!theirs) throw pending()
      await publish(ledger, { topicId, consensusTimestamp: timestamp }, answered(row))
      return theirs
    }
    if (outcome.state !== 'final') throw pending()
    await forget(ledger.chain, row.transaction_id)
    return undefined
  }

  const forget = (chain: string, transactionId: string) =>
    database.change((change) =>
      change
        .deleteFrom('node.decision')
        .where('chain', '=', chain)
        .where('transaction_id', '=', transactionId)
        .where('used', '=', false)
        .execute(),
    )

  async function publish(ledger: OperatedLedger, { topicId, consensusTimestamp }: Decision, opened: Opened) {
    const { transactionId, nodeId, expiresAt } = opened
    const record: OpenedRecord = {
      ...{ quorate: 1, type: 'opened', chain: ledger.chain, topicId, consensusTimestamp },
      ...{ transactionId, nodeId, expiresAt },
    }
    await topic.append(ledger, `opened ${transactionId}`, record)
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
      await restore(ledger)
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

    publish,
  }
}

async function whatHappened({ mirror }: OperatedLedger, transactionId: string): Promise<CarriedOut | undefined> {
  const id = parseTransactionId(transactionId)
  return id ? carriedOut(mirror, id) : undefined
}

/**
 * Whether it surely was not this body: who pays may sign something else under the id that the node gave, which uses the id up but not the decision.
 * What is of the same type, about the same entities, is taken for it: a decision rather opens too little than twice.
 */
function isAnother(found: CarriedOut, bodyBytes: Uint8Array): boolean {
  const body = decodeBody(bodyBytes)
  if (found.name !== body.data?.toUpperCase()) return true
  const [, ...others] = neededBy(body).holders
  if (found.name === 'CRYPTOTRANSFER') return others.some(({ id, ...how }) => isSure(how) && !movedIn(found).has(id))
  const [target] = others.filter(({ kind }) => kind !== 'account' || CHANGES_ACCOUNT.has(found.name))
  return target !== undefined && found.entity_id !== null && found.entity_id !== target.id
}

const CHANGES_ACCOUNT = new Set(['CRYPTOUPDATEACCOUNT', 'CRYPTODELETE'])
const isSure = ({ perhaps, receives }: Pick<Holder, 'perhaps' | 'receives'>): boolean => !perhaps && !receives
const movedIn = ({ transfers, token_transfers, nft_transfers }: CarriedOut): Set<string | null> =>
  new Set([
    ...[...transfers, ...token_transfers].map(({ account }) => account),
    ...(nft_transfers ?? []).map(({ sender_account_id }) => sender_account_id),
  ])

const answered = (row: Pick<Tables['node.decision'], 'transaction_id' | 'node_id' | 'expires_at'>): Opened => ({
  transactionId: row.transaction_id,
  nodeId: row.node_id,
  expiresAt: row.expires_at.getTime(),
})
