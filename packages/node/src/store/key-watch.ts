/** The time up to which each chain with sessions has been checked for changed account keys. */
import type { Reads, Writes } from './tables.ts'

export async function keysReadTo(read: Reads, chain: string): Promise<string | undefined> {
  const row = await read.selectFrom('node.key_watch').select('read_to').where('chain', '=', chain).executeTakeFirst()
  return row?.read_to
}

/** Starts the watch of a chain at `readTo`, unless it has already started. */
export const beginKeyWatch = (trx: Writes, chain: string, readTo: string) =>
  trx
    .insertInto('node.key_watch')
    .values({ chain, read_to: readTo })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const setKeysReadTo = (trx: Writes, chain: string, readTo: string) =>
  trx.updateTable('node.key_watch').set({ read_to: readTo }).where('chain', '=', chain).execute()

export const endKeyWatch = (trx: Writes, chain: string) =>
  trx.deleteFrom('node.key_watch').where('chain', '=', chain).execute()
