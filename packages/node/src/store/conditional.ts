/** Transactions that the network signed under conditions and that may still be executed. */
import { type Database, deleteAll } from '@quorate/platform'
import { sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

/** How many other such transactions there are for an entity, and how many of them a wallet requested. */
export async function countConditional(
  read: Reads,
  { chain, entity, wallet, transactionId }: { chain: string; entity: string; wallet: string; transactionId: string },
  now: Date,
) {
  const { all, own } = await read
    .selectFrom('node.cosigned')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.countAll<bigint>().filterWhere('wallet', '=', wallet).as('own'),
    ])
    .where('chain', '=', chain)
    .where('entity', '=', entity)
    .where('transaction_id', '!=', transactionId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return { all: Number(all), own: Number(own) }
}

export const insertConditional = (trx: Writes, row: Tables['node.cosigned']) =>
  trx
    .insertInto('node.cosigned')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stops counting a transaction. The chunks of a long message stay counted. */
export const deleteConditional = (trx: Writes, chain: string, transactionId: string) =>
  trx
    .deleteFrom('node.cosigned')
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('chunks', '=', 1)
    .execute()

export const deleteExpiredConditional = (database: Database<Tables>, now: Date) =>
  deleteAll(database, 'node.cosigned', sql`expires_at <= ${now}`)
