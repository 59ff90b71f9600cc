/** Reads back from the node topic what the database lacks because it was lost or is an older copy. */
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
  /** Reads on now, up to what the mirror shows. Another node with the same keys may have written there. */
  readOn(ledger: OperatedLedger): Promise<void>
}

/** How many records are stored in one change. */
const RECORDS_PER_CHANGE = 500
/**
 * How often the job reads on, in milliseconds. So there is little left to read at a start, and the job finds records
 * that a lagging mirror did not show.
 */
const POLL_INTERVAL_MS = 3_600_000
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

  async function readBack(ledger: OperatedLedger): Promise<void> {
    const { chain } = ledger
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
      readTo = consensusTimestamp
      if (records.length < RECORDS_PER_CHANGE) continue
      await take(records)
      records = []
    }
    await take(records)
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
  return Object.assign(once, { readOn: readBack })
}
