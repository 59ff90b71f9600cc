/** Reads of what decisions opened, or may open, as the database has it. */
import type { Reader } from '@quorate/platform'
import type { Selectable } from 'kysely'
import type { Tables } from '../store/store.ts'

export type Opened = Selectable<Tables['node.opening']>

/**
 * What was claimed for decisions on a topic, by anybody, or else what this wallet handed in: the newest first, a page
 * from before `cursor`.
 */
export function openedBy(
  read: Reader<Tables>,
  page: { chain: string; wallet: string; topicId: string | undefined; limit: number; cursor: bigint | undefined },
): Promise<Opened[]> {
  const { chain, wallet, topicId, limit, cursor } = page
  const all = read.selectFrom('node.opening').selectAll().where('chain', '=', chain)
  const some = topicId === undefined ? all.where('wallet', '=', wallet) : all.where('topic_id', '=', topicId)
  const found = some.orderBy('sequence', 'desc').limit(limit)
  return (cursor === undefined ? found : found.where('sequence', '<', cursor)).execute()
}

/** The bytes that a wallet was answered and that nobody has handed in yet, those that end soonest first. */
export const offersOf = (
  read: Reader<Tables>,
  { chain, wallet, now, limit }: { chain: string; wallet: string; now: Date; limit: number },
) =>
  read
    .selectFrom('node.offer')
    .select(['topic_id', 'consensus_timestamp', 'sender', 'transaction_id', 'expires_at', 'request'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('expires_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('node.opening as o')
            .select('o.state')
            .whereRef('o.chain', '=', 'node.offer.chain')
            .whereRef('o.transaction_id', '=', 'node.offer.transaction_id'),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute()
