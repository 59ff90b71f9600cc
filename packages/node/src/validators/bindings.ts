import { type FinalOutcome, failedForGood, transactionHash } from '@quorate/ledger'
import { type Change, type Clock, type Database, type JobKind, type Jobs, tooMany } from '@quorate/platform'
import type { Leaf } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { limits } from '../limits.ts'
import type { FrozenWrite } from '../model/frozen-write.ts'
import type { Created, EntityKind } from '../model/write.ts'
import type { NodeTopic } from '../node-topic/node-topic.ts'
import type { KeepRecord, Replay } from '../node-topic/replay.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import {
  type BindingRow,
  bindingOfEntity,
  bindingOfTransaction,
  countIntents,
  deleteIntent,
  insertIntent,
  insertReadBinding,
  updateBinding,
} from '../store/bindings.ts'
import { lockWallet } from '../store/locks.ts'
import type { Tables } from '../store/tables.ts'
import { createdEntity } from './created-entity.ts'

/** The validator that governs an entity. */
export interface Binding {
  kind: EntityKind
  validator: string
  /** The account that sent the creation. */
  owner: string
}

export type Bindings = ReturnType<typeof createBindings>

/** A transaction as it was submitted to the ledger. */
export interface Submitted {
  bytes: Uint8Array
  bodyBytes: Uint8Array
}

/** A binding as it is on the node topic. */
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

/** A creation whose outcome a job looks up. */
interface BindingJob {
  chain: string
  transactionId: string
  /** The wallet that asked for the creation; null if that is not known. */
  wallet: string | null
  /** How many times the job has looked. */
  looks?: number | undefined
  /** The hash of the signed transaction that the node submitted, if its body is the one that the client was given. */
  submitted?: string | undefined
}
/**
 * The job's first pause before it looks up a creation that was not submitted here. Each further pause is twice as long,
 * because anybody may ask for many creations.
 */
const FIRST_RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 600_000

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  topic: NodeTopic
  replay: Replay
  ledgers: Map<string, OperatedLedger>
  /** The network key, which is part of the keys of bound entities. */
  networkKey(ledger: OperatedLedger): Leaf
}

export function createBindings(deps: Deps) {
  const { database, jobs } = deps
  const job: JobKind<BindingJob> = jobs.define<BindingJob>(
    'node.bind',
    async (data, { final }) => {
      try {
        await follow(deps, job, data)
      } catch (error) {
        if (!final) throw error
        await database.change((trx) => later(deps, job, trx, data))
      }
    },
    { ownerOf: ({ chain, wallet }) => `${chain} ${wallet}` },
  )
  return {
    /**
     * Stores an intended binding in the change before the client gets the bytes of the creation. The entity that they
     * create is bound from then on. `wallet` asked for them.
     *
     * @throws 429 TOO_MANY_OPEN_BYTES
     */
    async intend(
      trx: Change<Tables>,
      { chain }: OperatedLedger,
      { transactionId, nodeId, expiresAt, bodies: [body] }: FrozenWrite,
      { kind: what, validator }: Created,
      { owner, wallet }: { owner: string; wallet: string },
    ): Promise<void> {
      await lockWallet(trx, chain, wallet)
      const open = await countIntents(trx, chain, wallet)
      const { value: most } = limits.maxIntentsPerWallet
      if (open >= most)
        throw tooMany(
          'TOO_MANY_OPEN_BYTES',
          `${wallet} has bytes to sign for ${open} creations under validators, and the maximum is ${most}. Submit some, or wait until their windows end`,
          60,
        )
      await insertIntent(trx, {
        chain,
        transaction_id: transactionId,
        node_id: nodeId,
        kind: what,
        validator,
        owner,
        expires_at: new Date(expiresAt),
        wallet,
        body_bytes: body ?? null,
      })
      await later(deps, job, trx, { chain, transactionId, wallet })
    },

    of: (ledger: OperatedLedger, what: EntityKind, id: string): Promise<Binding | undefined> =>
      bindingOf(deps, ledger, what, id),

    /**
     * Must be called with the outcome of every transaction that the node submitted, under any id. If the transaction is
     * an intended creation, its binding is written.
     */
    async recordOutcome(ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void> {
      const { transactionId } = outcome
      const intent = outcome.success
        ? await bindingOfTransaction(database.read, ledger.chain, transactionId)
        : undefined
      if (!intent || intent.written) return
      const isAnswered = intent.body_bytes && Buffer.compare(intent.body_bytes, submitted.bodyBytes) === 0
      const data = {
        chain: ledger.chain,
        transactionId,
        wallet: intent.wallet,
        ...(isAnswered ? { submitted: transactionHash(submitted.bytes) } : {}),
      }
      await database.change((trx) =>
        jobs.createAndRun(trx, job, data, { singletonKey: `${ledger.chain} ${transactionId}` }),
      )
    },
  }
}

async function bindingOf(
  deps: Deps,
  ledger: OperatedLedger,
  what: EntityKind,
  id: string,
): Promise<Binding | undefined> {
  const { read } = deps.database
  const { chain } = ledger
  await deps.replay(ledger)
  const bound = await bindingOfEntity(read, chain, id)
  if (bound) return bound.kind === what ? (bound as Binding) : undefined
  // Until the job has stored the created entity, the intent acts as the binding.
  const createdAt = await createdTimestamp(ledger, what, id)
  const transactionId = createdAt && (await ledger.mirror.transactionIdAt(createdAt))
  const intent = transactionId ? await bindingOfTransaction(read, chain, transactionId) : undefined
  if (intent?.kind !== what || (intent.entity ?? id) !== id) return undefined
  return (await created(deps, ledger, intent)) === id ? (intent as Binding) : undefined
}

async function follow(deps: Deps, job: JobKind<BindingJob>, data: BindingJob): Promise<void> {
  const { database, topic, ledgers } = deps
  const { chain, transactionId, looks, submitted } = data
  const [ledger, intent] = [ledgers.get(chain), await bindingOfTransaction(database.read, chain, transactionId)]
  if (!ledger || !intent || intent.written) return
  const entity = intent.entity ?? (await created(deps, ledger, intent, submitted))
  if (entity === undefined) return
  if (entity === null)
    return void (await database.change((trx) =>
      later(deps, job, trx, { chain, transactionId, wallet: intent.wallet, looks, submitted }),
    ))
  const { kind: what, validator, owner, wallet } = intent
  const kind = what as EntityKind
  const record: BindingRecord = { quorate: 1, type: 'binding', chain, kind, entity, validator, owner, transactionId }
  await topic.append(ledger, `binding ${transactionId}`, record, wallet ?? undefined)
  await database.change((trx) => updateBinding(trx, chain, transactionId, { written: true }))
}

/** Has the job look again later. */
const later = (
  { jobs, clock }: Deps,
  kind: JobKind<BindingJob>,
  trx: Change<Tables>,
  { looks = 0, ...following }: BindingJob,
) =>
  jobs.create(
    trx,
    kind,
    { ...following, looks: looks + 1 },
    {
      startAfter: new Date(clock.now() + Math.min(FIRST_RETRY_DELAY_MS * 2 ** looks, MAX_RETRY_DELAY_MS)),
      singletonKey: `${following.chain} ${following.transactionId}`,
    },
  )

/**
 * The id of the created entity; null while the outcome is open. Undefined if it will never exist; the intent is then
 * deleted.
 */
async function created(
  { database, clock, networkKey }: Deps,
  ledger: OperatedLedger,
  intent: BindingRow,
  submitted?: string,
): Promise<string | null | undefined> {
  const { transaction_id: transactionId, node_id: nodeId } = intent
  const outcome = await ledger.outcome(transactionId, { nodeId, expiresAt: intent.expires_at.getTime() })
  if (outcome.state !== 'final') return null
  const expiresAt = intent.expires_at.getTime()
  if (!outcome.success && !(await failedForGood(ledger, outcome, expiresAt, clock.now()))) return null
  const entity = outcome.success
    ? await createdEntity(ledger, networkKey(ledger), intent, outcome, submitted)
    : undefined
  if (entity) await database.change((trx) => updateBinding(trx, ledger.chain, transactionId, { entity }))
  if (entity !== undefined) return entity
  await database.change((trx) => deleteIntent(trx, ledger.chain, transactionId))
  return undefined
}

async function createdTimestamp({ mirror }: OperatedLedger, kind: EntityKind, id: string): Promise<string | null> {
  const found = kind === 'account' ? mirror.account(id) : kind === 'topic' ? mirror.topic(id) : mirror.tokenDetails(id)
  return (await found)?.createdTimestamp ?? null
}

/** Stores a binding that was read from the topic. */
export const keepBinding: KeepRecord = async (trx, chain, record) => {
  if (!Check(BindingRecord, record) || record.chain !== chain) return
  const { kind, entity, validator, owner, transactionId } = record
  await insertReadBinding(trx, { chain, kind, entity, validator, owner, transaction_id: transactionId })
}
