import { proto } from '@hiero-ledger/proto'
import { type FinalOutcome, failedForGood, transactionHash } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, tooMany } from '@quorate/platform'
import { type Key, keyFromProto, type Leaf, leaves, publicKeyText, sameKey } from '@quorate/verify'
import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { KeepRecord, Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Created, EntityKind } from '../operations/operation.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import type { FrozenWrite } from '../transactions/freeze.ts'

/** The validator that an entity stands under. */
export interface Binding {
  kind: EntityKind
  validator: string
  /** The account that sent the creation. */
  owner: string
}

export interface Bindings {
  /**
   * Keeps an intended binding, in the change before the client gets the bytes of the creation: what they create is
   * bound from then on. `wallet` asked for them.
   *
   * @throws 429 TOO_MANY_OPEN_BYTES
   */
  intend(
    trx: Change<Tables>,
    ledger: OperatedLedger,
    frozen: FrozenWrite,
    created: Created,
    by: { owner: string; wallet: string },
  ): Promise<void>
  of(ledger: OperatedLedger, kind: EntityKind, id: string): Promise<Binding | undefined>
  /**
   * To be called with the outcome of every transaction that the node submitted, under any id: where it is an intended
   * creation, its binding is written.
   */
  recordOutcome(ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void>
}

/** A transaction as it was handed to the ledger. */
export interface Submitted {
  bytes: Uint8Array
  bodyBytes: Uint8Array
}

/** A binding as the node topic holds it. */
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
type BindingRecord = Static<typeof BindingRecord>

type Intent = Selectable<Tables['node.intent']>

/** A creation whose outcome a job looks up. */
interface BindingJob {
  chain: string
  transactionId: string
  /** The wallet that asked for the creation; null where that is not known. */
  wallet: string | null
  /** How often the job has looked. */
  looks?: number | undefined
  /** The hash of the signed transaction that the node submitted, if its body is the one that was answered. */
  submitted?: string | undefined
}
/**
 * The job's first pause before it looks up a creation that was not submitted here; each further pause is twice as long,
 * as anybody may ask for many creations.
 */
const FIRST_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 600_000

export function createBindings(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  topic: NodeTopic
  replay: Replay
  ledgers: Map<string, OperatedLedger>
  /** The network key, which stands in the keys of bound entities. */
  networkKey(ledger: OperatedLedger): Leaf
}): Bindings {
  const { database, jobs, clock, topic, replay, ledgers, networkKey } = deps
  const { read } = database

  const find = (chain: string, transactionId: string) =>
    read
      .selectFrom('node.intent')
      .selectAll()
      .where('chain', '=', chain)
      .where('transaction_id', '=', transactionId)
      .executeTakeFirst()

  const kind = jobs.define<BindingJob>(
    'node.bind',
    async (data, { final }) => {
      try {
        await follow(data)
      } catch (error) {
        if (!final) throw error
        await database.change((trx) => later(trx, data))
      }
    },
    { ownerOf: ({ chain, wallet }) => `${chain} ${wallet}` },
  )
  const later = (trx: Change<Tables>, { looks = 0, ...following }: BindingJob) =>
    jobs.create(
      trx,
      kind,
      { ...following, looks: looks + 1 },
      {
        startAfter: new Date(clock.now() + Math.min(FIRST_RETRY_DELAY_MS * 2 ** looks, MAX_RETRY_DELAY_MS)),
        singletonKey: `${following.chain} ${following.transactionId}`,
      },
    )

  async function follow({ chain, transactionId, looks, submitted }: BindingJob): Promise<void> {
    const [ledger, intent] = [ledgers.get(chain), await find(chain, transactionId)]
    if (!ledger || !intent || intent.written) return
    const entity = intent.entity ?? (await created(ledger, intent, submitted))
    if (entity === undefined) return
    if (entity === null)
      return void (await database.change((trx) =>
        later(trx, { chain, transactionId, wallet: intent.wallet, looks, submitted }),
      ))
    const { kind: what, validator, owner, wallet } = intent
    const record: BindingRecord = {
      ...{ quorate: 1, type: 'binding', chain, kind: what as EntityKind },
      ...{ entity, validator, owner, transactionId },
    }
    await topic.append(ledger, `binding ${transactionId}`, record, wallet ?? undefined)
    await database.change((trx) => update(trx, { chain, transactionId }, { written: true }))
  }

  /**
   * The id of the created entity; null while the outcome is open; undefined where it will never exist: the intent is
   * then deleted.
   */
  async function created(
    ledger: OperatedLedger,
    intent: Intent,
    submitted?: string,
  ): Promise<string | null | undefined> {
    const { transaction_id: transactionId, node_id: nodeId } = intent
    const outcome = await ledger.outcome(transactionId, { nodeId, expiresAt: intent.expires_at.getTime() })
    if (outcome.state !== 'final') return null
    const expiresAt = intent.expires_at.getTime()
    if (!outcome.success && !(await failedForGood(ledger, outcome, expiresAt, clock.now()))) return null
    const entity = outcome.success ? await madeBy(ledger, intent, outcome, submitted) : undefined
    if (entity) await database.change((trx) => update(trx, { chain: ledger.chain, transactionId }, { entity }))
    if (entity !== undefined) return entity
    await database.change((trx) =>
      trx
        .deleteFrom('node.intent')
        .where('chain', '=', ledger.chain)
        .where('transaction_id', '=', transactionId)
        .where('entity', 'is', null)
        .execute(),
    )
    return undefined
  }

  /**
   * The entity that a transaction created, if its body is the one that was answered and its keys hold the network key:
   * the payer can create something else under the same id. Null while that is not known, undefined if it was another
   * body.
   */
  async function madeBy(
    ledger: OperatedLedger,
    { body_bytes: bodyBytes, kind: what }: Intent,
    outcome: FinalOutcome,
    submitted: string | undefined,
  ): Promise<string | null | undefined> {
    const field = `${what as EntityKind}Id` as const
    if (!bodyBytes) return outcome.receipt[field] ?? null
    const execution = await ledger.execution({
      ...{ bodyBytes, outcome },
      ...(submitted === undefined ? {} : { submitted: [submitted] }),
    })
    if (execution.state === 'superseded' || execution.state === 'failed') return undefined
    if (execution.state === 'unknown' || execution.proof === 'precheck') return null
    const entity = execution.outcome.receipt[field]
    if (!entity) return null
    // Where the mirror no longer shows the entity as it was created, its present keys must hold the network key.
    if (execution.proof !== 'row') return entity
    if (what === 'topic') return (await hasKeysOf(ledger, entity, bodyBytes)) ? entity : undefined
    const keys = await keysOf(ledger, what as EntityKind, entity)
    return keys.some(
      (key) => key && leaves(key).some((leaf) => publicKeyText(leaf) === publicKeyText(networkKey(ledger))),
    )
      ? entity
      : undefined
  }

  return {
    async intend(trx, { chain }, { transactionId, nodeId, expiresAt, bodies: [body] }, { kind: what, validator }, by) {
      const { owner, wallet } = by
      await lockWallet(trx, chain, wallet)
      const { open } = await trx
        .selectFrom('node.intent')
        .select(({ fn }) => fn.countAll<bigint>().as('open'))
        .where('chain', '=', chain)
        .where('wallet', '=', wallet)
        .where('entity', 'is', null)
        .executeTakeFirstOrThrow()
      const { value: most } = limits.maxIntentsPerWallet
      if (Number(open) >= most)
        throw tooMany(
          'TOO_MANY_OPEN_BYTES',
          `${wallet} holds bytes of ${open} creations under validators: at most ${most} at once, until they are on the ledger or their window ends`,
          60,
        )
      await trx
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
          wallet,
          body_bytes: body ?? null,
        })
        .execute()
      await later(trx, { chain, transactionId, wallet })
    },

    async of(ledger, what, id) {
      const { chain } = ledger
      await replay(ledger)
      const bound = await read
        .selectFrom('node.intent')
        .selectAll()
        .where('chain', '=', chain)
        .where('entity', '=', id)
        .executeTakeFirst()
      if (bound) return bound.kind === what ? (bound as Binding) : undefined
      // Until the job has stored the created entity, the intent is the binding.
      const createdAt = await createdTimestamp(ledger, what, id)
      const transactionId = createdAt && (await ledger.mirror.transactionIdAt(createdAt))
      const intent = transactionId ? await find(chain, transactionId) : undefined
      if (intent?.kind !== what || (intent.entity ?? id) !== id) return undefined
      return (await created(ledger, intent)) === id ? (intent as Binding) : undefined
    },

    async recordOutcome(ledger, outcome, submitted) {
      const { transactionId } = outcome
      const intent = outcome.success ? await find(ledger.chain, transactionId) : undefined
      if (!intent || intent.written) return
      const isAnswered = intent.body_bytes && Buffer.compare(intent.body_bytes, submitted.bodyBytes) === 0
      const data = {
        ...{ chain: ledger.chain, transactionId, wallet: intent.wallet },
        ...(isAnswered ? { submitted: transactionHash(submitted.bytes) } : {}),
      }
      await database.change((trx) =>
        jobs.createAndRun(trx, kind, data, { singletonKey: `${ledger.chain} ${transactionId}` }),
      )
    },
  }
}

/**
 * Keeps a binding that was read from the topic. An intent that the database has already stays as it is: its own job
 * finishes it.
 */
export const keepBinding: KeepRecord = async (trx, chain, record) => {
  if (!Check(BindingRecord, record) || record.chain !== chain) return
  const { kind, entity, validator, owner, transactionId } = record
  await trx
    .insertInto('node.intent')
    .values({
      ...{ chain, kind, entity, validator, owner },
      ...{ transaction_id: transactionId, node_id: '', expires_at: new Date(0), written: true },
      ...{ wallet: null, body_bytes: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const update = (
  trx: Change<Tables>,
  { chain, transactionId }: Pick<BindingJob, 'chain' | 'transactionId'>,
  values: { entity?: string; written?: boolean },
) =>
  trx
    .updateTable('node.intent')
    .set(values)
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .execute()

async function createdTimestamp({ mirror }: OperatedLedger, kind: EntityKind, id: string): Promise<string | null> {
  const found = kind === 'account' ? mirror.account(id) : kind === 'topic' ? mirror.topic(id) : mirror.tokenDetails(id)
  return (await found)?.createdTimestamp ?? null
}

/**
 * Whether a topic has exactly the keys that the answered creation named: a topic with the network key among other keys
 * obeys the others, too.
 */
async function hasKeysOf({ mirror }: OperatedLedger, topicId: string, bodyBytes: Uint8Array): Promise<boolean> {
  const topic = await mirror.topic(topicId)
  const named = proto.TransactionBody.decode(bodyBytes).consensusCreateTopic
  const isSame = (shown: Key | null | undefined, key: proto.IKey | null | undefined): boolean =>
    key && shown ? sameKey(shown, keyFromProto(proto.Key.encode(key).finish())) : !key && !shown
  return (
    isSame(topic?.adminKey, named?.adminKey) &&
    isSame(topic?.submitKey, named?.submitKey) &&
    isSame(topic?.feeScheduleKey, named?.feeScheduleKey)
  )
}

/** The keys that an account or token has now. */
async function keysOf({ mirror }: OperatedLedger, kind: EntityKind, id: string): Promise<(Key | null | undefined)[]> {
  if (kind === 'account') return [(await mirror.account(id))?.key]
  return Object.values((await mirror.tokenDetails(id))?.keys ?? {})
}
