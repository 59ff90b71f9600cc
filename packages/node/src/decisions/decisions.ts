/** Reads from a DAO's topic which operation its decision permits. */

import { type Clock, forbidden, gone, withoutNulls } from '@quorate/platform'
import { canonicalJson } from '@quorate/verify'
import {
  type DecisionRecord,
  decodeRecord,
  type Operation,
  operationNeedsSender,
  permittedOperation,
} from '@quorate/verify/recount'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { type DaoIn, fullTimestamp, SenderIn, withFullTimestamps } from '../operations/fields.ts'

/** A passed proposal that permits the operation a client asks for. */
export interface Decision {
  topicId: string
  consensusTimestamp: string
  /** The proposal that was decided. It opens its operation once, however often its decision is on the topic. */
  proposalId: string
  /** The sender that the decision names: the account that pays, and the key for new entities. */
  sender?: { id?: string; key?: unknown }
  /** Milliseconds since 1970. Nothing is carried out after this. */
  validUntil?: number
}

/** An operation as a client asks for it, with all fields of the body. */
export interface AskedOperation {
  method: string
  path: string
  /** The schema that validated `body`. */
  schema: TSchema
  body: Record<string, unknown>
}

/** A decision as read from its topic, not yet compared with what a client asks for. */
export interface PassedDecision extends Pick<Decision, 'topicId' | 'consensusTimestamp' | 'proposalId' | 'validUntil'> {
  status: DecisionRecord['status']
  /** Undefined if the proposal adopted no operation. */
  operation: Operation | undefined
}

export type Decisions = ReturnType<typeof createDecisions>

export function createDecisions(deps: {
  clock: Clock
  replay: Replay
  trusted: (ledger: OperatedLedger) => Set<string>
}) {
  const { clock, replay, trusted } = deps

  async function recordAt(ledger: OperatedLedger, topicId: string, timestamp: string): Promise<DecisionRecord> {
    const where = `${timestamp} of the topic ${topicId}`
    const message = await ledger.mirror.topicMessage(topicId, timestamp, (payer) => {
      if (trusted(ledger).has(payer)) return true
      throw forbidden(
        'DECISION_NOT_TRUSTED',
        `dao: ${payer} wrote the message at ${where}, and is not a trusted publisher`,
      )
    })
    const record = message && decodeRecord(message.bytes)
    if (record?.type === 'decision' && record.chain === ledger.chain) return record
    throw forbidden('DECISION_NOT_FOUND', `dao: no decision is recorded at ${where}`)
  }

  /** The topic of the message with this timestamp. No two transactions of a ledger share a consensus timestamp. */
  async function topicAt({ mirror, chain }: OperatedLedger, timestamp: string): Promise<string> {
    const message = await mirror.get(`/topics/messages/${timestamp}`).catch((error) => {
      if (error?.statusCode !== 404) throw error
      throw forbidden(
        'DECISION_NOT_FOUND',
        `dao: no topic of ${chain} has a message at ${timestamp}. Send the consensusTimestamp in the proposal's \`decision\``,
      )
    })
    return String(message.topic_id)
  }

  /** @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED; 410 DECISION_EXPIRED */
  async function passed(ledger: OperatedLedger, dao: DaoIn): Promise<PassedDecision> {
    const consensusTimestamp = fullTimestamp(dao.consensusTimestamp)
    const topicId = dao.topicId ?? (await topicAt(ledger, consensusTimestamp))
    await replay(ledger)
    const record = await recordAt(ledger, topicId, consensusTimestamp)
    const { proposalId, status } = record
    const validUntil = record.validUntil === undefined ? {} : { validUntil: Number(record.validUntil) * 1000 }
    assertValid(validUntil, clock.now())
    return { topicId, consensusTimestamp, proposalId, status, operation: permittedOperation(record), ...validUntil }
  }

  return {
    passed,
    /**
     * The decision that `dao` names, if it permits exactly this operation.
     *
     * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT,
     *     DECISION_NEEDS_SENDER; 410 DECISION_EXPIRED
     */
    async read(ledger: OperatedLedger, dao: DaoIn, asked: AskedOperation): Promise<Decision> {
      const { status, operation: permitted, ...place } = await passed(ledger, dao)
      const { sender: named, ...wanted } = withoutCommon(bodyOf(permitted, asked.schema))
      const { sender: given, ...body } = withoutCommon(asked.body)
      const sender = Check(SenderIn, named) ? named : undefined
      const isPermitted =
        permitted &&
        canonicalJson([permitted.method.toUpperCase(), permitted.path, wanted]) ===
          canonicalJson([asked.method, asked.path, body]) &&
        (named === undefined || sender !== undefined) &&
        mayBeGiven(given as Decision['sender'], sender)
      if (!isPermitted)
        throw forbidden(
          'DECISION_DOES_NOT_PERMIT',
          `dao: the decision at ${place.consensusTimestamp} of the topic ${place.topicId} (${status}) does not name this operation`,
        )
      if (sender?.id === undefined && operationNeedsSender(permitted)) throw needsSender()
      return { ...place, ...(sender ? { sender } : {}) }
    },
  }
}

/** @throws 410 DECISION_EXPIRED */
export function assertValid({ validUntil }: Pick<Decision, 'validUntil'>, now: number): void {
  if (validUntil !== undefined && now > validUntil)
    throw gone('DECISION_EXPIRED', `dao: the decision was valid until ${new Date(validUntil).toISOString()}`)
}

/**
 * A client may repeat the sender that the decision names. If the decision names none, the client may choose who pays,
 * but not the key for new entities.
 */
const mayBeGiven = (given: Decision['sender'], named: Decision['sender']): boolean =>
  given === undefined || (named ? canonicalJson(named) === canonicalJson(given) : given.key === undefined)

/** The decision's body, read like a request's body: `null` in an optional field means that it is absent. */
const bodyOf = (permitted: Operation | undefined, schema: TSchema) =>
  withFullTimestamps(withoutNulls(schema, permitted?.body ?? {}) as Record<string, unknown>)

/** The body without the fields that say how to send an operation rather than what it does. */
const withoutCommon = ({ dao: _dao, isOfflineTransaction: _offline, ...rest }: Record<string, unknown>) => rest

export const needsSender = () =>
  forbidden(
    'DECISION_NEEDS_SENDER',
    'dao: this operation depends on its sender, and the decision does not name one: propose it with body.sender.id',
  )
