/** Reads back from the node topic what the database lacks because it was lost or is an older copy. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Change, type Clock, type Database, type Http, type Jobs, unavailable } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/tables.ts'
import { nodeTopic, setTopicReadTo } from '../store/topics.ts'
import { type NodeTopic, oncePerChain } from './node-topic.ts'

/** Stores a record if it is of the function's kind and the database does not have it. */
export type KeepRecord = (trx: Change<Tables>, chain: string, record: unknown) => Promise<void>

export interface Replay {
  /** Reads the topic back, once per process and before anything is co-signed. After that, a job reads on. */
  (ledger: OperatedLedger): Promise<void>
  /**
   * Reads on now, up to this node's own record or further, so that everything before it is known. Another node with the
   * same keys may have written there. A mirror is several machines: one may show the record's transaction, and the one
   * that is asked for messages may lag behind.
   *
   * @throws 503 MIRROR_UNAVAILABLE if the mirror does not show the record in time
   */
  readPast(ledger: OperatedLedger, isOwn: (record: unknown) => boolean): Promise<void>
}

/** How many records are stored in one change. */
const RECORDS_PER_CHANGE = 500
/**
 * How often the job reads on, in milliseconds. So there is little left to read at a start, and the job finds records
 * that a lagging mirror did not show.
 */
const POLL_INTERVAL_MS = 3_600_000
/** How long a machine of the mirror may be behind another, and how soon it is asked again, in milliseconds. */
const MIRROR_LAG_MS = 10_000
const RETRY_MS = 500
/** This chain may have no transactions for hours, so the age of its newest one does not show a lag. */
const QUIET_CHAIN = 'hedera:devnet'

export function createReplay(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  topic: NodeTopic
  keep: readonly KeepRecord[]
  ledgers: Map<string, OperatedLedger>
  http: Pick<Http, 'isStopping'>
}): Replay {
  const { database, jobs, clock, topic, keep, ledgers, http } = deps

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

  /** Returns whether the sought record is among them. */
  async function readBack(ledger: OperatedLedger, isSought = (_: unknown) => false): Promise<boolean> {
    const { chain } = ledger
    let isFound = false
    await topic.id(ledger)
    let readTo = (await nodeTopic(database.read, chain))?.read_to ?? null
    const take = (records: unknown[]) =>
      database.change(async (trx) => {
        for (const record of records) for (const one of keep) await one(trx, chain, record)
        await setTopicReadTo(trx, chain, readTo)
      })
    let records: unknown[] = []
    for await (const { consensusTimestamp, record } of topic.records(ledger, readTo)) {
      if (http.isStopping()) throw unavailable('STOPPING', 'The service is stopping')
      records.push(record)
      isFound ||= isSought(record)
      readTo = consensusTimestamp
      if (records.length < RECORDS_PER_CHANGE) continue
      await take(records)
      records = []
    }
    await take(records)
    return isFound
  }

  async function readPast(ledger: OperatedLedger, isOwn: (record: unknown) => boolean): Promise<void> {
    const deadline = performance.now() + MIRROR_LAG_MS
    while (!(await readBack(ledger, isOwn))) {
      if (performance.now() + RETRY_MS > deadline)
        throw unavailable('MIRROR_UNAVAILABLE', `The mirror of ${ledger.chain} does not show the node's own record yet`)
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
    throw unavailable('MIRROR_UNAVAILABLE', `The mirror of ${chain} does not show yet all that came before this start`)
  }

  const once = oncePerChain(async (ledger) => {
    await topic.id(ledger)
    await assertMirrorCaughtUp(ledger)
    await readBack(ledger)
    await later(ledger.chain)
  })
  return Object.assign(once, { readPast })
}
