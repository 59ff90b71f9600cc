/** The bindings of entities to validators, as read from the ledger. */
import { type Creation, parseTransactionId } from '@quorate/ledger'
import type { EntityKind } from '@quorate/ledger/operations'
import { type Clock, type Database, mapInBatches } from '@quorate/platform'
import { publicKeyText, validatorIn } from '@quorate/verify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { NetworkKeys } from '../model/shared-key/network-keys.ts'
import type { KeepRecord, Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import {
  type BindingRow,
  bindingOfEntity,
  boundAmong,
  deleteBinding,
  insertRecordedBinding,
  putBinding,
} from '../store/bindings.ts'
import type { Tables } from '../store/tables.ts'
import { isCreatedUnder } from './created-under.ts'
import type { ValidatorRecords } from './records.ts'

/** An entity's binding to the validator that governs it. */
export type Binding = Omit<BindingRow, 'kind' | 'settled' | 'started'> & { kind: EntityKind }

export type Bindings = ReturnType<typeof createBindings>

/**
 * A binding on the node topic, where earlier versions wrote bindings. It counts only if the memo of the entity's
 * creation does not bind the entity.
 */
const BindingRecord = Type.Object(
  {
    quorate: Type.Literal(1),
    type: Type.Literal('binding'),
    chain: Type.String(),
    kind: Type.Enum(['account', 'topic', 'token']),
    entity: Type.String(),
    validator: Type.String(),
    owner: Type.String(),
    /** The transaction that created the entity. */
    transactionId: Type.String(),
  },
  { additionalProperties: false },
)

const KINDS = ['account', 'topic', 'token'] as const
/**
 * How old an entity must be before its binding is final, in milliseconds. Until then, a lagging machine of the mirror
 * may not show all effects of its creation.
 */
const SETTLED_MS = 60_000

/** How many unbound entities this process remembers. Clients can ask for any entity. */
const MAX_UNBOUND = 10_000

interface Given {
  database: Database<Tables>
  clock: Clock
  replay: Replay
  records: ValidatorRecords
  networkKeys(ledger: OperatedLedger): NetworkKeys
}

interface Deps extends Given {
  /** Entities whose creation shows that nothing will ever bind them. */
  unbound: LRUCache<string, true>
}

export function createBindings(given: Given) {
  const { database } = given
  const deps: Deps = { ...given, unbound: new LRUCache({ max: MAX_UNBOUND }) }
  const of = async (ledger: OperatedLedger, kind: EntityKind, id: string): Promise<Binding | undefined> => {
    const known = await bindingOfEntity(database.read, ledger.chain, id)
    if (known?.settled) return known.kind === kind ? (known as Binding) : undefined
    if (!known && deps.unbound.has(nameOf(deps, ledger, id))) return undefined
    return readBinding(deps, ledger, kind, id)
  }
  return {
    of,

    /** Returns the binding of an entity of any kind. */
    async find(ledger: OperatedLedger, id: string): Promise<Binding | undefined> {
      const found = await Promise.all(KINDS.map((kind) => of(ledger, kind, id)))
      return found.find((binding) => binding !== undefined)
    },

    /** Reads the newest 100 creations of each kind by an account, and stores those under validators. */
    async readCreated(ledger: OperatedLedger, owner: string): Promise<void> {
      const all = await Promise.all(KINDS.map((kind) => ledger.mirror.creationsBy(owner, kind)))
      const named = all.flat().filter(({ memo }) => validatorIn(memo))
      const known = await boundAmong(
        database.read,
        ledger.chain,
        named.map(({ entityId }) => entityId),
      )
      await mapInBatches(
        named.filter(({ entityId }) => !known.has(entityId)),
        ({ kind, entityId }) => of(ledger, kind, entityId),
      )
    },
  }
}

/**
 * The cache key of an unbound entity. It contains the network's key, since the entity may be bound under a later key.
 */
const nameOf = ({ networkKeys }: Given, ledger: OperatedLedger, id: string): string =>
  [ledger.chain, publicKeyText(networkKeys(ledger)[0]), id].join(' ')

/** Reads a binding from the ledger and stores it. */
async function readBinding(
  deps: Deps,
  ledger: OperatedLedger,
  kind: EntityKind,
  id: string,
): Promise<Binding | undefined> {
  const { database, clock, unbound } = deps
  const { chain } = ledger
  const creation = await ledger.mirror.creation(kind, id)
  const binding =
    creation && ((await boundByMemo(deps, ledger, creation)) ?? (await boundByRecord(deps, ledger, creation)))
  if (!creation) return undefined
  const settled = clock.now() - Number(creation.createdTimestamp) * 1000 > SETTLED_MS
  if (!binding) {
    await database.change((trx) => deleteBinding(trx, chain, id))
    if (settled) unbound.set(nameOf(deps, ledger, id), true)
    return undefined
  }
  await database.change((trx) => putBinding(trx, { ...binding, settled, started: startOf(binding) }))
  return binding
}

/** The binding to the validator that the creation's memo names, if the creation was valid under that validator. */
async function boundByMemo(
  { records, networkKeys }: Deps,
  ledger: OperatedLedger,
  creation: Creation,
): Promise<Binding | undefined> {
  const named = validatorIn(creation.memo)
  const security = named && (await records.securityOf(ledger, creation.kind, named))
  if (!security || !isCreatedUnder(security, networkKeys(ledger), creation)) return undefined
  return bindingOf(ledger, creation, named)
}

/** The binding in a record on the node topic, if the memo of the entity's creation names none. */
async function boundByRecord(
  { database, replay }: Deps,
  ledger: OperatedLedger,
  creation: Creation,
): Promise<Binding | undefined> {
  if (validatorIn(creation.memo)) return undefined
  await replay(ledger)
  const row = await bindingOfEntity(database.read, ledger.chain, creation.entityId)
  const isOfThis = row && row.transaction_id === creation.transactionId && row.owner === creation.payer
  return isOfThis && row.kind === creation.kind ? bindingOf(ledger, creation, { validator: row.validator }) : undefined
}

const bindingOf = (
  { chain }: OperatedLedger,
  { kind, entityId: entity, payer: owner, transactionId: transaction_id }: Creation,
  { validator, topicId }: { validator: string; topicId?: string },
): Binding => ({ chain, kind, entity, validator, topic_id: topicId ?? null, owner, transaction_id })

/** Stores a binding that was read from the topic. It counts only after the entity's creation confirms it. */
export const keepBinding: KeepRecord = async (trx, chain, record) => {
  if (!Check(BindingRecord, record) || record.chain !== chain) return
  const { kind, entity, validator, owner, transactionId: transaction_id } = record
  const binding = { chain, kind, entity, validator, topic_id: null, owner, transaction_id }
  await insertRecordedBinding(trx, { ...binding, settled: false, started: startOf(binding) })
}

/** The valid start of the creating transaction, in nanoseconds; 0 if its id cannot be parsed. */
function startOf({ transaction_id: id }: { transaction_id: string }): bigint {
  const { seconds = 0n, nanos = 0 } = parseTransactionId(id) ?? {}
  return seconds * 1_000_000_000n + BigInt(nanos)
}
