/** Deliveries of topic messages that are in progress. */
import { type Database, deleteAll } from '@quorate/platform'
import { sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export async function countDeliveries(read: Reads, chain: string, wallet: string): Promise<number> {
  const { open } = await read
    .selectFrom('node.delivery')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const insertDelivery = (trx: Writes, delivery: Tables['node.delivery']) =>
  trx.insertInto('node.delivery').values(delivery).execute()

export const deleteDelivery = (trx: Writes, id: string) =>
  trx.deleteFrom('node.delivery').where('id', '=', id).execute()

export const deleteDeliveriesBefore = (database: Database<Tables>, time: Date) =>
  deleteAll(database, 'node.delivery', sql`started_at < ${time}`)
