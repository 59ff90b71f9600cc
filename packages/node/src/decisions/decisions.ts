/** Reads from a DAO's topic which operation its decision permits. */

import { assertExecutable } from '@quorate/ledger'
import { type DaoIn, fullTimestamp, SenderIn, withFullTimestamps } from '@quorate/ledger/operations'
import { type Clock, forbidden, gone, withoutNulls } from '@quorate/platform'
import { canonicalJson } from '@quorate/verify'
import {
  type DecisionRecord,
  decodeRecord,
  type Operation,
  operationNeedsSender,
  permittedOperation,
  type TopicMessage,
} from '@quorate/verify/recount'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { topicOfMessage } from '../node-topic/node-topic.ts'
import type { Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'

/** A passed proposal that permits the operation a client asks for. */
export interface Decision {
  topicId: string
  consensusTimestamp: string
  /** The decided proposal. It permits its operation once, even if its decision is on the topic several times. */
  proposalId: string
  /** The sender that the decision names: the account that pays, and the key for new entities. */
  sender?: { id?: string; key?: unknown }
  /** Milliseconds since 1970. The operation must not be carried out later. */
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

/** A decision and the topic message that contains it. */
interface Recorded {
  record: DecisionRecord
  message: TopicMessage
}

export type Decisions = ReturnType<typeof createDecisions>

export function createDecisions(deps: {
  clock: Clock
  replay: Replay
  trusted: (ledger: OperatedLedger) => Set<string>
}) {
  const { clock, replay, trusted } = deps

  async function recordAt(ledger: OperatedLedger, topicId: string, timestamp: string): Promise<Recorded> {
    const where = `${timestamp} of the topic ${topicId}`
    const message = await ledger.mirror.topicMessage(topicId, timestamp, (payer) => {
      if (trusted(ledger).has(payer)) return true
      throw forbidden(
        'DECISION_NOT_TRUSTED',
        `dao: ${payer} wrote the message at ${where}, and is not a trusted publisher`,
      )
    })
    const record = message && decodeRecord(message.bytes)
    if (message && record?.type === 'decision' && record.chain === ledger.chain) return { record, message }
    throw forbidden('DECISION_NOT_FOUND', `dao: there is no decision of this chain at ${where}`)
  }

  /** @throws 403 DECISION_NOT_FOUND */
  async function topicAt({ mirror, chain }: OperatedLedger, timestamp: string): Promise<string> {
    const found = await topicOfMessage(mirror, timestamp)
    if (found !== undefined) return found
    throw forbidden(
      'DECISION_NOT_FOUND',
      `dao: no topic of ${chain} has a message at ${timestamp}. Send the consensusTimestamp in the proposal's \`decision\``,
    )
  }

  /**
   * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_VETOED; 409 DECISION_DELAYED; 410 DECISION_EXPIRED
   */
  async function passed(ledger: OperatedLedger, dao: DaoIn): Promise<PassedDecision> {
    const consensusTimestamp = fullTimestamp(dao.consensusTimestamp)
    const topicId = dao.topicId ?? (await topicAt(ledger, consensusTimestamp))
    await replay(ledger)
    const { record, message } = await recordAt(ledger, topicId, consensusTimestamp)
    const { proposalId, status } = record
    const validUntil = record.validUntil === undefined ? {} : { validUntil: Number(record.validUntil) * 1000 }
    assertValid(validUntil, clock.now())
    const publishers = trusted(ledger)
    await assertExecutable(ledger, { topicId, decision: record, message, publishers, now: clock.now() })
    return { topicId, consensusTimestamp, proposalId, status, operation: permittedOperation(record), ...validUntil }
  }

  return {
    passed,
    /**
     * Returns the decision that `dao` identifies, if it permits exactly this operation.
     *
     * @throws 403 DECISION_NOT_FOUND, DECISION_NOT_TRUSTED, DECISION_DOES_NOT_PERMIT, DECISION_NEEDS_SENDER,
     *     DECISION_VETOED; 409 DECISION_DELAYED; 410 DECISION_EXPIRED
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
          `dao: the decision at ${place.consensusTimestamp} of the topic ${place.topicId} (${status}) does not permit this operation`,
        )
      if (sender?.id === undefined && operationNeedsSender(permitted)) throw needsSender()
      return { ...place, ...(sender ? { sender } : {}) }
    },
  }
}

/** The request with the sender that the decision names. */
export const withDecidedSender = <T extends { body: object }>(request: T, { sender }: Decision): T =>
  sender ? { ...request, body: { ...request.body, sender } } : request

/** @throws 410 DECISION_EXPIRED */
export function assertValid({ validUntil }: Pick<Decision, 'validUntil'>, now: number): void {
  if (validUntil !== undefined && now > validUntil)
    throw gone('DECISION_EXPIRED', `dao: the decision was valid until ${new Date(validUntil).toISOString()}`)
}

/**
 * If the decision names a sender, a client may only repeat it. Otherwise the client may choose who pays, but not the
 * key for new entities.
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
    'dao: the effect of this operation depends on its sender, but the decision names none: propose it again with body.sender.id',
  )
