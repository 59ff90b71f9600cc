/** Reads records from a DAO's topic that the database lacks, because it was lost or restored from a backup. */

import type { Ledger } from '@quorate/ledger'
import { type Clock, createRunOnce, type Database, type Logger, unavailable } from '@quorate/platform'
import {
  contentIdentifier,
  decodeRecord,
  type GovernanceRecord,
  type VoteLeaf as Leaf,
  overlapping,
  parseLeaf,
  storedText,
  type TopicMessage,
  type VotesRecord,
} from '@quorate/verify/recount'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { type Dao, isQuiet } from '../model/dao.ts'
import type { Settings } from '../settings.ts'
import { lockDao } from '../store/daos.ts'
import { findAnchored, insertAnchored, lastTimestamp, markAnchored } from '../store/records.ts'
import type { Tables } from '../store/tables.ts'
import { behind, takeRecord } from './taken-records.ts'

export interface Replay {
  /**
   * Reads the DAO's topic from the last record in the database, and adds the records that the database lacks.
   *
   * @throws 503 `DATABASE_BEHIND` if that is not possible: the service must then not write or decide anything for the
   * DAO; 503 `MIRROR_UNAVAILABLE`
   */
  catchUp(dao: Dao): Promise<void>
  /** Like `catchUp`, but only once per process: all later records go through this database. */
  upToDate(dao: Dao): Promise<void>
}

/** The maximum number of DAOs that the process remembers as up to date. */
const MAX_DAOS = 10_000

export function createReplay(deps: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  log: Pick<Logger, 'error' | 'warn'>
  ledgerOf(on: { chain: string }): Ledger
  proposalJobs: ProposalJobs
}): Replay {
  const { database, clock, settings, log, ledgerOf, proposalJobs } = deps
  const startedAt = clock.now()
  const once = createRunOnce<void>(MAX_DAOS)

  async function catchUp(dao: Dao): Promise<void> {
    const { topicId, daoId } = dao
    if (topicId === null) return
    const { mirror } = ledgerOf(dao)
    const last = await lastTimestamp(database.read, daoId)
    for await (const message of mirror.topicMessages(topicId, last ? overlapping(last) : undefined, { all: true })) {
      const record = decodeRecord(message.bytes)
      if (!record || record.daoId !== daoId) continue
      const known = await findAnchored(database.read, daoId, asRow(message))
      if (known?.anchored) continue
      try {
        if (known) await database.change((trx) => markAnchored(trx, known.id, message))
        else await takeBack(dao, record, message)
      } catch (error) {
        log.error({ err: error, daoId, topicId, record: message.consensusTimestamp }, 'a DAO is behind its topic')
        throw error
      }
    }
  }

  /**
   * Checks that the mirror shows everything from before this process started. Just before the database was lost,
   * another process may have written records.
   *
   * @throws 503 `MIRROR_UNAVAILABLE` until then
   */
  async function seesAllBefore(dao: Dao): Promise<void> {
    if (dao.topicId === null || isQuiet(dao.chain)) return
    if (((await ledgerOf(dao).mirror.newest()) ?? 0) >= startedAt) return
    throw unavailable(
      'MIRROR_UNAVAILABLE',
      `The mirror of ${dao.chain} does not show yet what came before this start`,
      2,
    )
  }

  async function takeBack(dao: Dao, record: GovernanceRecord, message: TopicMessage): Promise<void> {
    const { daoId } = dao
    const votes = record.type === 'votes' ? await votesIn(record) : []
    await database.change(async (trx) => {
      await lockDao(trx, daoId)
      // Another process may have added this record in the meantime.
      if (await findAnchored(trx, daoId, asRow(message))) return
      const id = await insertAnchored(trx, daoId, asRow(message), new Date(clock.now()))
      const at = new Date(Math.floor(Number(message.consensusTimestamp) * 1000))
      await takeRecord(trx, { record, id, at, votes }, proposalJobs)
    })
    log.warn({ daoId, type: record.type, record: message.consensusTimestamp }, 'a record was taken back from its topic')
  }

  async function votesIn(record: VotesRecord): Promise<Leaf[]> {
    const { STORAGE_URL } = settings
    if (STORAGE_URL === undefined)
      throw behind(record, `its votes are in content storage as ${record.leaves}, but STORAGE_URL is not set`)
    const text = await storedText(STORAGE_URL, record.leaves)
    if (contentIdentifier(text) !== record.leaves) throw behind(record, 'content storage answered other votes')
    const leaves = text.split('\n').flatMap((line) => parseLeaf(line) ?? [])
    if (leaves.length !== record.last - record.first + 1) throw behind(record, 'these are not its votes')
    return leaves
  }

  return {
    catchUp,
    upToDate(dao) {
      if (dao.topicId === null) return Promise.resolve()
      return once(dao.daoId, () => seesAllBefore(dao).then(() => catchUp(dao)))
    },
  }
}

const asRow = ({ consensusTimestamp, completedAt, bytes }: TopicMessage) => ({
  consensusTimestamp,
  completedAt,
  content: bytes,
})
