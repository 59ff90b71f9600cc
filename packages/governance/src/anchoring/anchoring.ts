import { type Ledger, messageChunks, writeMessage } from '@quorate/ledger'
import { badRequest, type Clock, createSharedReads, type Database, type Jobs, unavailable } from '@quorate/platform'
import { encodeRecord, type GovernanceRecord, recordFault } from '@quorate/verify/recount'
import type { Announcements } from '../events/announcements.ts'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import type { Dao } from '../model/dao.ts'
import { findDao } from '../store/daos.ts'
import {
  type Attempt,
  attemptOf,
  insertRecord,
  lockAttempt,
  markAnchored,
  nextAttempt,
  nextToAnchor,
  type TopicRecord,
  withoutTimestamp,
} from '../store/records.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { Replay } from './replay.ts'
import { createSubmissions, operatorOf } from './submissions.ts'
import { createTopics } from './topics.ts'

export interface Anchoring {
  /** Queues the record for its DAO's topic, after the records added before it. Returns its number. */
  add(trx: Trx, record: GovernanceRecord): Promise<bigint>
}

/**
 * Writes records on topics, in messages of 1,024 bytes. Each record is written once, and those of a DAO one after the
 * other.
 */
export function createAnchoring(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  replay: Replay
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}): Anchoring {
  const { database, clock, replay, ledgerOf } = deps
  const submissions = createSubmissions(deps)
  const topicFor = createTopics({ ...deps, submissions })
  const kind = lastingKind(deps, 'records.anchor', ({ daoId }: { daoId: string }) => daoId)

  /** Only one round runs per DAO. All jobs that come meanwhile share the next one. */
  const inTurn = createSharedReads(anchorAll, 1)
  kind.does(({ daoId }) => inTurn(daoId))

  async function anchorAll(daoId: string): Promise<void> {
    const dao = await findDao(database.read, daoId)
    if (!dao) return
    const ledger = ledgerOf(dao)
    const topicId = dao.topicId ?? (await topicFor(ledger, dao))
    await replay.upToDate({ ...dao, topicId })
    for (;;) {
      const record = await nextToAnchor(database.read, daoId)
      if (!record) break
      const timestamp = await write(ledger, topicId, record)
      await database.change((trx) => markAnchored(trx, record.id, timestamp))
    }
    await findTimestamps(ledger, dao)
  }

  /**
   * Writes a record. Returns the consensus timestamp of its first chunk, or null while the mirror does not have it. A
   * recount refuses a message whose chunks are too far apart in time. So after a long outage of the ledger, a new
   * attempt writes the record again from its first chunk. Chunks are begun only in the record's current attempt:
   * several processes may write the record at once, and none adds to an attempt that another has given up.
   */
  async function write(
    ledger: Ledger,
    topicId: string,
    { id, content, ...first }: TopicRecord,
  ): Promise<string | null> {
    const message = { payer: operatorOf(ledger).accountId, topicId, bytes: content }
    for (let { attempt } = first; ; attempt = await attemptOf(database.read, id)) {
      const current: Attempt = { id, attempt }
      let begunAt = Number.POSITIVE_INFINITY
      try {
        const { consensusTimestamp } = await writeMessage(ledger, message, async (index, freeze) => {
          const name = chunkName(current, index)
          const written = await submissions.once(ledger, name, freeze, async (trx) => {
            const isCurrent = await lockAttempt(trx, current)
            if (!isCurrent || clock.now() > begunAt + MAX_APART_MS) throw new AttemptOver(name)
          })
          if (index === 0) begunAt = startOf(written.transactionId)
          return written
        })
        return consensusTimestamp
      } catch (error) {
        if (!(error instanceof AttemptOver)) throw error
        const chunks = messageChunks(content).map((_, index) => chunkName(current, index))
        await database.change((trx) => nextAttempt(trx, current, { missing: error.missing, chunks }))
      }
    }
  }

  /**
   * Adds timestamps that were missing after the write: a public mirror shows a message some seconds after its receipt.
   */
  async function findTimestamps(ledger: Ledger, { daoId }: Dao): Promise<void> {
    for (const written of await withoutTimestamp(database.read, daoId)) {
      const { id } = written
      const { consensusTimestamp } = await submissions.once(ledger, chunkName(written, 0), () => {
        throw new Error(`the transaction of record ${id} is lost`)
      })
      if (consensusTimestamp === null)
        throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not have record ${id} of ${daoId} yet`)
      await database.change((trx) => markAnchored(trx, id, consensusTimestamp))
    }
  }

  return {
    async add(trx, record) {
      const fault = recordFault(record)
      if (fault !== undefined) throw badRequest('INVALID_RECORD', `Nothing was written: ${fault}`)
      const id = await insertRecord(trx, record.daoId, encodeRecord(record), new Date(clock.now()))
      await kind.add(trx, { daoId: record.daoId })
      return id
    },
  }
}

/**
 * The latest time after a record's first chunk at which another chunk may be begun, in milliseconds. Such a chunk still
 * reaches the ledger within the ten minutes that a recount allows.
 */
const MAX_APART_MS = 450_000

/**
 * Thrown if a chunk may not be begun, because the record is already in a later attempt or too much time has passed to
 * continue this one.
 */
class AttemptOver extends Error {
  readonly missing: string
  constructor(missing: string) {
    super(`${missing} is begun no more`)
    this.missing = missing
  }
}

/** The valid start in a transaction id `0.0.n@seconds.nanos`, in milliseconds. */
const startOf = (transactionId: string): number => Number(transactionId.split('@')[1]) * 1000

const chunkName = ({ id, attempt }: Attempt, index: number): string =>
  `record ${id} attempt ${attempt} chunk ${index + 1}`
