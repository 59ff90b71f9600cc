/** Reads records back from the node topic if the database was lost or is an older copy. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Change, type Clock, type Database, type Http, type Jobs, unavailable } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/tables.ts'
import { membersTopicReadTo, nodeTopic, setMembersTopicReadTo, setTopicReadTo } from '../store/topics.ts'
import { type NodeTopic, oncePerChain, type TopicRecord, type Writers } from './node-topic.ts'

/**
 * Stores a record if this function handles its kind and the database does not have it. `completedAt` is when its last
 * chunk reached consensus.
 */
export type KeepRecord = (trx: Change<Tables>, chain: string, record: unknown, completedAt: string) => Promise<void>

/** The handlers that store the records of each topic. */
export interface Kept {
  own: readonly KeepRecord[]
  /** Records of the topic that the members of a shared key write. */
  members: readonly KeepRecord[]
}

export interface Replay {
  /** Reads the topic back, once per process and before anything is co-signed. Later, a job reads new records. */
  (ledger: OperatedLedger): Promise<void>
  /** Reads new records now, including those of other nodes with the same network key. */
  readOn(ledger: OperatedLedger): Promise<void>
  /**
   * Reads new records until a certain record is stored, so that all earlier ones are known. A mirror consists of
   * several machines: one may show the record's transaction while another one, which lists messages, lags behind.
   *
   * @param waitMs how long the mirror may take
   * @throws 503 MIRROR_UNAVAILABLE if the mirror does not show the record in time
   */
  readPast(ledger: OperatedLedger, isStored: () => Promise<boolean>, waitMs?: number): Promise<void>
}

/** How many records are stored in one change. */
const RECORDS_PER_CHANGE = 500
/**
 * How often the job reads new records, in milliseconds. It leaves little to read at a start, and finds records that a
 * lagging mirror did not show before.
 */
const POLL_INTERVAL_MS = 3_600_000
/** How far one machine of the mirror may lag behind another, and the time between two reads, in milliseconds. */
const MIRROR_LAG_MS = 10_000
const RETRY_MS = 500
/** This chain may have no transactions for hours, so an old newest transaction does not mean that the mirror lags. */
const QUIET_CHAIN = 'hedera:devnet'

/** How far a topic was read, and how its records are stored. */
interface Reading {
  on?: Writers
  readTo: string | null
  keep: readonly KeepRecord[]
  store(trx: Change<Tables>, readTo: string | null): Promise<unknown>
}

export function createReplay(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  topic: NodeTopic
  keep: Kept
  writersOf(ledger: OperatedLedger): Promise<Writers | undefined>
  ledgers: Map<string, OperatedLedger>
  http: Pick<Http, 'isStopping'>
}): Replay {
  const { database, jobs, clock, topic, keep, writersOf, ledgers, http } = deps

  const kind = jobs.define<{ chain: string }>('node.restore', async ({ chain }, { final }) => {
    const ledger = ledgers.get(chain)
    if (!ledger) return
    await readBack(ledger).catch((error) => {
      if (!final) throw error
    })
    await later(chain)
  })
  const later = (chain: string) =>
    database.change((trx) =>
      jobs.create(trx, kind, { chain }, { startAfter: new Date(clock.now() + POLL_INTERVAL_MS), singletonKey: chain }),
    )

  async function readBack(ledger: OperatedLedger): Promise<void> {
    const { chain } = ledger
    await topic.id(ledger)
    const readTo = (await nodeTopic(database.read, chain))?.read_to ?? null
    await readOn(ledger, { readTo, keep: keep.own, store: (trx, to) => setTopicReadTo(trx, chain, to) })
    const on = await writersOf(ledger)
    if (!on) return
    await readOn(ledger, {
      on,
      readTo: await membersTopicReadTo(database.read, chain, on.topicId),
      keep: keep.members,
      store: (trx, to) => setMembersTopicReadTo(trx, chain, on.topicId, to),
    })
  }

  /** Stores the topic's records after `readTo`. */
  async function readOn(ledger: OperatedLedger, from: Reading): Promise<void> {
    const { on, store } = from
    let { readTo } = from
    const take = (records: TopicRecord[]) =>
      database.change(async (trx) => {
        for (const { record, completedAt } of records)
          for (const one of from.keep) await one(trx, ledger.chain, record, completedAt)
        await store(trx, readTo)
      })
    let records: TopicRecord[] = []
    for await (const record of topic.records(ledger, readTo, on)) {
      if (http.isStopping()) throw unavailable('STOPPING', 'The service is stopping')
      records.push(record)
      readTo = record.consensusTimestamp
      if (records.length < RECORDS_PER_CHANGE) continue
      await take(records)
      records = []
    }
    await take(records)
  }

  async function readPast(
    ledger: OperatedLedger,
    isStored: () => Promise<boolean>,
    waitMs = MIRROR_LAG_MS,
  ): Promise<void> {
    const deadline = performance.now() + waitMs
    for (await readBack(ledger); !(await isStored()); await readBack(ledger)) {
      if (performance.now() + RETRY_MS > deadline)
        throw unavailable(
          'MIRROR_UNAVAILABLE',
          `The mirror of ${ledger.chain} does not show the record of the opening yet`,
        )
      await delay(RETRY_MS)
    }
  }

  const startedAt = clock.now()
  /**
   * Refuses while the mirror may lack records that another process wrote just before it lost its database.
   * @throws 503 MIRROR_UNAVAILABLE
   */
  async function assertMirrorCaughtUp({ chain, mirror }: OperatedLedger): Promise<void> {
    if (chain === QUIET_CHAIN || ((await mirror.newest()) ?? 0) >= startedAt) return
    throw unavailable(
      'MIRROR_UNAVAILABLE',
      `The mirror of ${chain} does not show all records from before this start yet`,
    )
  }

  const once = oncePerChain(async (ledger) => {
    await topic.id(ledger)
    await assertMirrorCaughtUp(ledger)
    await readBack(ledger)
    await later(ledger.chain)
  })
  return Object.assign(once, { readOn: readBack, readPast })
}
