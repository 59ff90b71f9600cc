import { type Ledger, messageChunks, writeMessage } from '@quorate/ledger'
import { badRequest, type Clock, createSharedReads, type Database, type Jobs, unavailable } from '@quorate/platform'
import { encodeRecord, type GovernanceRecord, recordFault } from '@quorate/verify/recount'
import type { Announcements } from '../events/announcements.ts'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import type { Dao } from '../model/dao.ts'
import { findDao } from '../store/daos.ts'
import {
  type AnchoredAt,
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
  /** Queues the record for its DAO's topic, after the records that were added before. Returns its number. */
  add(trx: Trx, record: GovernanceRecord): Promise<bigint>
  /** Writes the DAO's queued records. Resolves when they are written. */
  write(daoId: string): Promise<void>
}

/**
 * Writes records on topics, in messages of 1,024 bytes. Each record is written once, and a DAO's records are written
 * one after the other.
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

  /** Only one round runs per DAO. All jobs that arrive during a round share the next one. */
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
      const at = await write(ledger, topicId, record)
      await database.change((trx) => markAnchored(trx, record.id, at))
    }
    await findTimestamps(ledger, dao)
  }

  /**
   * Writes a record. Returns the consensus timestamps of its first and last chunk, or null if the mirror does not show
   * both yet. A recount rejects a message whose chunks are too far apart in time, so after a long ledger outage a new
   * attempt writes the record again from its first chunk. Several processes may write the record at the same time. Each
   * starts chunks only in the current attempt, so none continues an attempt that another has given up.
   */
  async function write(
    ledger: Ledger,
    topicId: string,
    { id, content, ...first }: TopicRecord,
  ): Promise<AnchoredAt | null> {
    const message = { payer: operatorOf(ledger).accountId, topicId, bytes: content }
    for (let { attempt } = first; ; attempt = await attemptOf(database.read, id)) {
      const current: Attempt = { id, attempt }
      let begunAt = Number.POSITIVE_INFINITY
      try {
        let completedAt: string | null = null
        const { consensusTimestamp } = await writeMessage(ledger, message, async (index, freeze) => {
          const name = chunkName(current, index)
          const written = await submissions.once(ledger, name, freeze, async (trx) => {
            const isCurrent = await lockAttempt(trx, current)
            if (!isCurrent || clock.now() > begunAt + MAX_APART_MS) throw new AttemptOver(name)
          })
          if (index === 0) begunAt = startOf(written.transactionId)
          completedAt = written.consensusTimestamp
          return written
        })
        return anchoredAt(consensusTimestamp, completedAt)
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
      const { id, content } = written
      const timeOf = async (index: number): Promise<string | null> => {
        const chunk = await submissions.once(ledger, chunkName(written, index), () => {
          throw new Error(`the transaction of record ${id} is lost`)
        })
        return chunk.consensusTimestamp
      }
      const at = anchoredAt(await timeOf(0), await timeOf(messageChunks(content).length - 1))
      if (at === null) throw unavailable('MIRROR_UNAVAILABLE', `The mirror does not have record ${id} of ${daoId} yet`)
      await database.change((trx) => markAnchored(trx, id, at))
    }
  }

  return {
    write: inTurn,
    async add(trx, record) {
      const fault = recordFault(record)
      if (fault !== undefined) throw badRequest('INVALID_RECORD', `Nothing was written: ${fault}`)
      const id = await insertRecord(trx, record.daoId, encodeRecord(record), new Date(clock.now()))
      await kind.add(trx, { daoId: record.daoId })
      return id
    },
  }
}

const anchoredAt = (consensusTimestamp: string | null, completedAt: string | null): AnchoredAt | null =>
  consensusTimestamp === null || completedAt === null ? null : { consensusTimestamp, completedAt }

/**
 * How long after a record's first chunk another chunk may be started, in milliseconds. It then still reaches the ledger
 * within the ten minutes that a recount allows.
 */
const MAX_APART_MS = 450_000

/**
 * Thrown if a chunk may not be started, because a later attempt to write the record has begun or this attempt has taken
 * too long.
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
