import type { FinalOutcome } from '@quorate/ledger'
import type { Change, Clock, Database, Jobs } from '@quorate/platform'
import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import type { FrozenWrite } from '../frozen-writes.ts'
import type { NodeTopic } from '../node-topic.ts'
import type { Created, EntityKind } from '../operations/operation.ts'
import type { KeepRecord, Restore } from '../restoring.ts'
import type { OperatedLedger } from '../service.ts'
import type { Tables } from '../store.ts'

/** That an entity is under a validator. */
export interface Binding {
  kind: EntityKind
  validator: string
  /** Who created it. */
  owner: string
}

export interface Bindings {
  /** In the change before the bytes of a creation are answered: from then on this is the binding. */
  intend(
    change: Change<Tables>,
    ledger: OperatedLedger,
    frozen: FrozenWrite,
    created: Created,
    owner: string,
  ): Promise<void>
  of(ledger: OperatedLedger, kind: EntityKind, id: string): Promise<Binding | undefined>
  /** What follows when a transaction of ours is decided. */
  settled(ledger: OperatedLedger, outcome: FinalOutcome): Promise<void>
}

/** What the topic says of a binding. */
const BindingRecord = Type.Object({
  quorate: Type.Literal(1),
  type: Type.Literal('binding'),
  chain: Type.String(),
  kind: Type.Enum(['account', 'topic', 'token']),
  entity: Type.String(),
  validator: Type.String(),
  owner: Type.String(),
  /** Of the creation. */
  transactionId: Type.String(),
})
type BindingRecord = Static<typeof BindingRecord>

interface Following {
  chain: string
  transactionId: string
  /** How often the job has looked. */
  looks?: number | undefined
}
/** How soon the job looks what became of a creation that nobody submitted here; twice as late each time, as anybody may ask for many. */
const LOOK_MS = 5_000
const LONGEST_LOOK_MS = 600_000

export function createBindings(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  topic: NodeTopic
  restore: Restore
  ledgers: Map<string, OperatedLedger>
}): Bindings {
  const { database, jobs, clock, topic, restore, ledgers } = deps
  const { read } = database

  const find = (chain: string, transactionId: string) =>
    read
      .selectFrom('node.intent')
      .selectAll()
      .where('chain', '=', chain)
      .where('transaction_id', '=', transactionId)
      .executeTakeFirst()

  const kind = jobs.define<Following>('node.bind', async (data, { final }) => {
    try {
      await follow(data)
    } catch (error) {
      if (!final) throw error
      await database.change((change) => later(change, data))
    }
  })
  const later = (change: Change<Tables>, { chain, transactionId, looks = 0 }: Following) =>
    jobs.create(
      change,
      kind,
      { chain, transactionId, looks: looks + 1 },
      {
        startAfter: new Date(clock.now() + Math.min(LOOK_MS * 2 ** looks, LONGEST_LOOK_MS)),
        singletonKey: `${chain} ${transactionId}`,
      },
    )

  async function follow({ chain, transactionId, looks }: Following): Promise<void> {
    const [ledger, intent] = [ledgers.get(chain), await find(chain, transactionId)]
    if (!ledger || !intent || intent.written) return
    const entity = intent.entity ?? (await created(ledger, intent))
    if (entity === undefined) return
    if (entity === null) return void (await database.change((change) => later(change, { chain, transactionId, looks })))
    const { kind: what, validator, owner } = intent
    const record: BindingRecord = {
      ...{ quorate: 1, type: 'binding', chain, kind: what as EntityKind },
      ...{ entity, validator, owner, transactionId },
    }
    await topic.append(ledger, `binding ${transactionId}`, record)
    await database.change((change) => update(change, { chain, transactionId }, { written: true }))
  }

  /** The entity; null while it is open; undefined when it will never be, and is forgotten. */
  async function created(ledger: OperatedLedger, intent: Selectable<Tables['node.intent']>) {
    const expiresAt = intent.expires_at.getTime()
    const outcome = await ledger.outcome(intent.transaction_id, { nodeId: intent.node_id, expiresAt })
    if (outcome.state !== 'final') return null
    if (outcome.success) return keepEntity(ledger, outcome)
    await database.change((change) =>
      change
        .deleteFrom('node.intent')
        .where('chain', '=', ledger.chain)
        .where('transaction_id', '=', intent.transaction_id)
        .where('entity', 'is', null)
        .execute(),
    )
    return undefined
  }

  async function keepEntity(
    { chain }: OperatedLedger,
    { transactionId, receipt }: FinalOutcome,
  ): Promise<string | null> {
    const entity = receipt.accountId ?? receipt.topicId ?? receipt.tokenId
    if (!entity) return null
    await database.change((change) => update(change, { chain, transactionId }, { entity }))
    return entity
  }

  return {
    async intend(change, { chain }, { transactionId, nodeId, expiresAt }, { kind: what, validator }, owner) {
      await change
        .insertInto('node.intent')
        .values({
          chain,
          transaction_id: transactionId,
          node_id: nodeId,
          kind: what,
          validator,
          owner,
          expires_at: new Date(expiresAt),
          entity: null,
        })
        .execute()
      await later(change, { chain, transactionId })
    },

    async of(ledger, what, id) {
      const { chain } = ledger
      await restore(ledger)
      const bound = await read
        .selectFrom('node.intent')
        .selectAll()
        .where('chain', '=', chain)
        .where('entity', '=', id)
        .executeTakeFirst()
      if (bound) return bound.kind === what ? (bound as Binding) : undefined
      // The intent is the binding until the job has seen what was created.
      const createdAt = await createdTimestamp(ledger, what, id)
      const transactionId = createdAt && (await ledger.mirror.transactionIdAt(createdAt))
      const intent = transactionId ? await find(chain, transactionId) : undefined
      if (!transactionId || intent?.kind !== what || (intent.entity ?? id) !== id) return undefined
      await database.change((change) => update(change, { chain, transactionId }, { entity: id }))
      return intent as Binding
    },

    async settled(ledger, outcome) {
      const { transactionId } = outcome
      const data = { chain: ledger.chain, transactionId }
      if (!outcome.success || !(await find(ledger.chain, transactionId))) return
      await keepEntity(ledger, outcome)
      await database.change(async (change) => {
        const id = await jobs.create(change, kind, data)
        change.onCommit(() => void jobs.run(kind, id, data))
      })
    },
  }
}

/** What is known stays as it is: an intent comes to its end by itself. */
export const keepBinding: KeepRecord = async (change, chain, record) => {
  if (!Check(BindingRecord, record) || record.chain !== chain) return
  const { kind, entity, validator, owner, transactionId } = record
  await change
    .insertInto('node.intent')
    .values({
      ...{ chain, kind, entity, validator, owner },
      ...{ transaction_id: transactionId, node_id: '', expires_at: new Date(0), written: true },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const update = (
  change: Change<Tables>,
  { chain, transactionId }: Following,
  values: { entity?: string; written?: boolean },
) =>
  change
    .updateTable('node.intent')
    .set(values)
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .execute()

async function createdTimestamp({ mirror }: OperatedLedger, kind: EntityKind, id: string): Promise<string | null> {
  const found = kind === 'account' ? mirror.account(id) : kind === 'topic' ? mirror.topic(id) : mirror.tokenDetails(id)
  return (await found)?.createdTimestamp ?? null
}
