import type { Mirror } from '@quorate/ledger'
import { badRequest, notFound } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { EntityKind } from '../model/write.ts'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { AccountConfiguration, ConsensusConfiguration, TokenConfiguration } from './configuration.ts'

/** The configurations of validators, by the kind of entity that they guard. */
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
  /** Writes a validator on the node topic. Returns the consensus timestamp that names it. */
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
}

/** How many validators this process keeps in memory. Their records never change. */
const MAX_KNOWN = 1_000

export function createValidatorRecords(topic: NodeTopic): ValidatorRecords {
  const known = new LRUCache<string, ValidatorRecord>({ max: MAX_KNOWN })

  async function find(ledger: OperatedLedger, timestamp: string, mirror?: Mirror): Promise<ValidatorRecord> {
    const name = `${ledger.chain} ${timestamp}`
    const found = known.get(name) ?? (await topic.read(ledger, timestamp, mirror))
    if (!Check(ValidatorRecord, found) || found.chain !== ledger.chain)
      throw notFound('VALIDATOR_NOT_FOUND', `This node has no validator ${timestamp} on ${ledger.chain}`)
    known.set(name, found)
    return found
  }

  return {
    write: (ledger, name, record) =>
      topic.write(ledger, name, { quorate: 1, type: 'validator', chain: ledger.chain, ...record }, record.author),
    async read(ledger, kind, timestamp, mirror) {
      const { kind: its, configuration } = await find(ledger, timestamp, mirror)
      if (its !== kind)
        throw badRequest(
          'WRONG_VALIDATOR',
          `The validator ${timestamp} has the kind "${its}": send the timestamp of one with the kind "${kind}"`,
        )
      if (!Check(SCHEMAS[kind], configuration))
        throw notFound('VALIDATOR_NOT_FOUND', `The validator ${timestamp} is not one that this node understands`)
      return configuration as Configurations[typeof kind]
    },
  }
}
