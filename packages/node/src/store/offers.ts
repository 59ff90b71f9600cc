/** Bytes that were returned for DAOs' decisions, without the network's signature. */
import { type Database, deleteAll, json } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type OfferRow = Selectable<Tables['node.offer']>

/** Stores an offer; returns false if the wallet already has one for the same decision and sender. */
export async function insertOffer(trx: Writes, offer: OfferRow): Promise<boolean> {
  const kept = await trx
    .insertInto('node.offer')
    .values({ ...offer, request: json(offer.request), answer: json(offer.answer) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('chain')
    .executeTakeFirst()
  return kept !== undefined
}

type Place = Pick<OfferRow, 'chain' | 'topic_id' | 'consensus_timestamp' | 'wallet' | 'sender'>

/** The bytes that a wallet got for a decision whose operation `sender` pays for. */
export const offerFor = (read: Reads, place: Place): Promise<OfferRow | undefined> =>
  read
    .selectFrom('node.offer')
    .selectAll()
    .where('chain', '=', place.chain)
    .where('topic_id', '=', place.topic_id)
    .where('consensus_timestamp', '=', place.consensus_timestamp)
    .where('wallet', '=', place.wallet)
    .where('sender', '=', place.sender)
    .executeTakeFirst()

export const offerOfTransaction = (read: Reads, chain: string, transactionId: string): Promise<OfferRow | undefined> =>
  read
    .selectFrom('node.offer')
    .selectAll()
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()

export async function countOffers(read: Reads, chain: string, wallet: string): Promise<number> {
  const { open } = await read
    .selectFrom('node.offer')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** The bytes that a wallet got and nobody has submitted yet, in the order of their expiry. */
export const offersOf = (
  read: Reads,
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

/** Deletes the offer of these bytes, so that the wallet's next request gets new bytes. */
export const deleteOffer = (trx: Writes, chain: string, transactionId: string) =>
  trx.deleteFrom('node.offer').where('chain', '=', chain).where('transaction_id', '=', transactionId).execute()

export const deleteExpiredOffers = (database: Database<Tables>, now: Date) =>
  deleteAll(database, 'node.offer', sql`expires_at <= ${now}`)
