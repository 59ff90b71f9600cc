/** The consensus topics of DAOs. */
import { TopicCreateTransaction } from '@hiero-ledger/sdk'
import { keyToSdk, type Ledger } from '@quorate/ledger'
import { type Clock, type Database, unavailable } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import type { Dao } from '../model/dao.ts'
import { findDao, setTopic } from '../store/daos.ts'
import type { Tables } from '../store/tables.ts'
import { operatorOf, type Submissions } from './submissions.ts'

/** Returns a function that creates the DAO's topic once, and returns its id. */
export function createTopics(deps: {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
  submissions: Submissions
}): (ledger: Ledger, dao: Dao) => Promise<string> {
  const { database, clock, announcements, submissions } = deps

  async function topicFor(ledger: Ledger, dao: Dao): Promise<string> {
    const topicId = (await topicOfEarlier(ledger, dao)) ?? (await createTopic(ledger, dao))
    const at = new Date(clock.now())
    const isFirst = await database.change((trx) => setTopic(trx, dao.daoId, topicId, at))
    const current = isFirst && (await findDao(database.read, dao.daoId))
    if (current) announcements.daoStatusChanged(current)
    return topicId
  }

  /**
   * Finds a topic that was created for the DAO but is missing in a database restored from a backup. Null within
   * `WAITED_MS` of the DAO's creation, while its first transaction may still be executed.
   */
  async function topicOfEarlier(ledger: Ledger, { daoId, createdAt }: Dao): Promise<string | null> {
    if (clock.now() < createdAt.getTime() + WAITED_MS) return null
    return ledger.mirror.topicCreatedBy(operatorOf(ledger).accountId, transactionMemo(daoId))
  }

  async function createTopic(ledger: Ledger, { daoId, name }: Dao): Promise<string> {
    const { receipt } = await submissions.once(ledger, `topic ${daoId}`, () => {
      const operator = operatorOf(ledger)
      const create = new TopicCreateTransaction()
        .setTopicMemo(memo(name, daoId))
        .setTransactionMemo(transactionMemo(daoId))
        .setSubmitKey(keyToSdk(operator.publicKey))
      return ledger.freeze(create, {
        payer: operator.accountId,
        validStart: ledger.validStart(),
        validDurationSeconds: 120,
      })
    })
    const { topicId } = receipt
    if (!topicId) throw unavailable('LEDGER_UNAVAILABLE', `The ledger created a topic for ${daoId} but did not name it`)
    return topicId
  }

  return topicFor
}

/** After this time, in milliseconds, the first transaction to create a DAO's topic was executed, or never will be. */
const WAITED_MS = 180_000

const transactionMemo = (daoId: string): string => `quorate dao ${daoId}`

/** A topic's memo holds 100 bytes. */
const memo = (name: string, daoId: string): string =>
  `quorate:dao:${daoId} ${name.replace(/[^\x20-\x7e]/g, '?')}`.slice(0, 100)
