/** DAOs' decisions, read from their topics on the ledger. */
import { assertExecutable, type Ledger } from '@quorate/ledger'
import { type Clock, type Database, forbidden, notFound } from '@quorate/platform'
import { type DecisionRecord, decodeRecord, recordFault } from '@quorate/verify/recount'
import type { Settings } from '../../settings.ts'
import type { Tables } from '../../store/tables.ts'
import { findWallet } from '../../store/wallets.ts'

/** How many messages at the start of a topic are searched for its first record. */
const FIRST_MESSAGES = 20

/** The place of a decision, as in the proposal's `decision`. */
export interface DecisionAt {
  chain: string
  topicId: string
  consensusTimestamp: string
}

export function createDecisions({
  database,
  clock,
  settings,
  ledgers,
}: {
  database: Database<Tables>
  clock: Clock
  settings: Settings
  ledgers: ReadonlyMap<string, Ledger>
}) {
  const [defaultChain] = ledgers.keys()

  /** TRUSTED_PUBLISHERS are ids on the default chain: on other chains the same ids are other people's accounts. */
  const publishersOf = ({ chain, operator }: Ledger): Set<string> =>
    new Set([...(operator ? [operator.accountId] : []), ...(chain === defaultChain ? settings.TRUSTED_PUBLISHERS : [])])

  /** The account that owns the DAO, according to the first record of its topic. */
  async function ownerOf(ledger: Ledger, topicId: string, daoId: string): Promise<string | undefined> {
    const payers = publishersOf(ledger)
    for await (const { bytes } of ledger.mirror.topicMessages(topicId, undefined, { payers, most: FIRST_MESSAGES })) {
      const record = decodeRecord(bytes)
      return record?.type === 'dao' && record.daoId === daoId ? record.ownerAddress : undefined
    }
    return undefined
  }

  return {
    /**
     * The decision, if it may be carried out now.
     *
     * @throws 404 `DECISION_NOT_FOUND`; 403 `DECISION_NOT_TRUSTED`, `DECISION_VETOED`; 409 `DECISION_DELAYED`
     */
    async decisionAt(ledger: Ledger, { topicId, consensusTimestamp }: DecisionAt): Promise<DecisionRecord> {
      const where = `${consensusTimestamp} of the topic ${topicId}`
      const message = await ledger.mirror.topicMessage(topicId, consensusTimestamp, (payer) => {
        if (publishersOf(ledger).has(payer)) return true
        throw forbidden(
          'DECISION_NOT_TRUSTED',
          `${payer} wrote the message at ${where}, and is not a trusted publisher`,
        )
      })
      const record = message && decodeRecord(message.bytes)
      // The proposal's id is written to the database and the memo, so its form is checked.
      if (!message || record?.type !== 'decision' || record.chain !== ledger.chain || recordFault(record))
        throw notFound('DECISION_NOT_FOUND', `No decision is recorded at ${where}, or the mirror does not show it yet`)
      const now = clock.now()
      await assertExecutable(ledger, { topicId, decision: record, message, publishers: publishersOf(ledger), now })
      return record
    },

    /**
     * Returns the wallet, and the account that owns the DAO: the wallet itself, or one of its owners. @throws 403
     * `NOT_THE_WALLETS_DAO`
     */
    async walletOf(ledger: Ledger, id: string, { daoId, topicId }: { daoId: string; topicId: string }) {
      const wallet = await findWallet(database.read, ledger.chain, id)
      const owner = await ownerOf(ledger, topicId, daoId)
      if (wallet && owner !== undefined && [wallet, ...wallet.owners].some((one) => one.wallet === owner))
        return { wallet, owner }
      throw forbidden(
        'NOT_THE_WALLETS_DAO',
        `${id} is not a wallet here that owns the DAO of ${topicId} or shares an owner with it`,
      )
    },
  }
}
