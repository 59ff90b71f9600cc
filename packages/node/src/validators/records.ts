import { createHash } from 'node:crypto'
import type { Mirror } from '@quorate/ledger'
import type { EntityKind } from '@quorate/ledger/operations'
import { ApiError, badRequest, notFound } from '@quorate/platform'
import { bindingMemo, canonicalBytes, type NamedValidator } from '@quorate/verify'
import { LRUCache } from 'lru-cache'
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'
import type { Security } from './created-under.ts'

/** The configurations of validators, by the kind of entity. */
export interface Configurations {
  account: AccountConfiguration
  topic: ConsensusConfiguration
  token: TokenConfiguration
}
const SCHEMAS: Record<EntityKind, TSchema> = {
  account: AccountConfiguration,
  topic: ConsensusConfiguration,
  token: TokenConfiguration,
}

const ValidatorRecord = Type.Object(
  {
    quorate: Type.Literal(1),
    type: Type.Literal('validator'),
    chain: Type.String(),
    kind: Type.Enum(['account', 'topic', 'token']),
    author: Type.String(),
    configuration: Type.Unknown(),
  },
  { additionalProperties: false },
)
type ValidatorRecord = Static<typeof ValidatorRecord>

export interface ValidatorRecords {
  /** Writes a validator on the node topic. Returns the consensus timestamp that identifies the validator. */
  write(
    ledger: OperatedLedger,
    name: string,
    record: Pick<ValidatorRecord, 'kind' | 'author' | 'configuration'>,
  ): Promise<string>
  /** @throws 404 VALIDATOR_NOT_FOUND, 400 WRONG_VALIDATOR for another kind of validator */
  read<K extends EntityKind>(
    ledger: OperatedLedger,
    kind: K,
    timestamp: string,
    mirror?: Mirror,
  ): Promise<Configurations[K]>
  /** The configuration that governs a bound entity. @throws like {@link read} */
  ofBinding<K extends EntityKind>(ledger: OperatedLedger, kind: K, binding: Place): Promise<Configurations[K]>
  /**
   * The memo for a transaction that creates an entity under the validator.
   * @throws 404 VALIDATOR_NOT_FOUND
   */
  memoFor(ledger: OperatedLedger, timestamp: string): Promise<string>
  /** The security level of the validator in a memo; undefined if there is no such validator of this kind. */
  securityOf(ledger: OperatedLedger, kind: EntityKind, named: NamedValidator): Promise<Security | undefined>
}

interface Found {
  record: ValidatorRecord
  topicId: string
}

/** Where a validator's record is. */
interface Place {
  validator: string
  /** null for the node's own topic. */
  topic_id: string | null
}

/** How many validators this process caches. Their records never change. */
const MAX_KNOWN = 1_000

export function createValidatorRecords(topic: NodeTopic): ValidatorRecords {
  const known = new LRUCache<string, Found>({ max: MAX_KNOWN })

  async function find(ledger: OperatedLedger, place: Place, mirror?: Mirror): Promise<Found> {
    const { validator: timestamp, topic_id: topicId } = place
    // Timestamps are unique on a ledger.
    const name = `${ledger.chain} ${topicId ?? ''} ${timestamp}`
    const found = known.get(name) ?? (await topic.read(ledger, timestamp, { mirror, topicId }))
    const { record } = found ?? {}
    if (!found || !Check(ValidatorRecord, record) || record.chain !== ledger.chain)
      throw notFound('VALIDATOR_NOT_FOUND', `This node has no validator ${timestamp} on ${ledger.chain}`)
    const validator = { record, topicId: found.topicId }
    known.set(name, validator)
    return validator
  }

  async function ofBinding<K extends EntityKind>(
    ledger: OperatedLedger,
    kind: K,
    place: Place,
    mirror?: Mirror,
  ): Promise<Configurations[K]> {
    const { validator: timestamp } = place
    const { kind: its, configuration } = (await find(ledger, place, mirror)).record
    if (its !== kind)
      throw badRequest(
        'WRONG_VALIDATOR',
        `The validator ${timestamp} has the kind "${its}": send the timestamp of a validator with the kind "${kind}"`,
      )
    if (!Check(SCHEMAS[kind], configuration))
      throw notFound(
        'VALIDATOR_NOT_FOUND',
        `This node does not understand the configuration of the validator ${timestamp}`,
      )
    return configuration as Configurations[typeof kind]
  }

  return {
    write: (ledger, name, record) =>
      topic.write(ledger, name, { quorate: 1, type: 'validator', chain: ledger.chain, ...record }, record.author),
    read: (ledger, kind, validator, mirror) => ofBinding(ledger, kind, { validator, topic_id: null }, mirror),
    ofBinding: (ledger, kind, place) => ofBinding(ledger, kind, place),
    async memoFor(ledger, validator) {
      const { record, topicId } = await find(ledger, { validator, topic_id: null })
      return bindingMemo({ topicId, validator, recordHash: hashOf(record) })
    },
    async securityOf(ledger, kind, { topicId, validator, recordHash }) {
      const found = await find(ledger, { validator, topic_id: topicId }).catch((error) => {
        if (error instanceof ApiError && error.statusCode === 404) return undefined
        throw error
      })
      const record = found?.record
      if (record?.kind !== kind || hashOf(record) !== recordHash || !Check(SCHEMAS[kind], record.configuration))
        return undefined
      return (record.configuration as Configurations[typeof kind]).smartNodeSecurity
    },
  }
}

const hashOf = (record: ValidatorRecord): string =>
  createHash('sha256').update(canonicalBytes(record)).digest('base64url')
