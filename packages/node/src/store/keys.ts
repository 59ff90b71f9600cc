/** Stores the key fingerprints of every process that uses this database, and the chain of each network key. */
import { json } from '@quorate/platform'
import { sql } from 'kysely'
import { databaseNow } from './revocations.ts'
import type { Reads, Writes } from './tables.ts'

/** Stores the chain that a network key is for, unless it is already stored. */
export const insertNetworkKey = (trx: Writes, publicKey: string, chain: string) =>
  trx
    .insertInto('node.network_key')
    .values({ public_key: publicKey, chain })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function chainOfNetworkKey(read: Reads, publicKey: string): Promise<string | undefined> {
  const row = await read
    .selectFrom('node.network_key')
    .select('chain')
    .where('public_key', '=', publicKey)
    .executeTakeFirst()
  return row?.chain
}

/** The other processes seen within the last `seconds`. Deletes the rows of all older ones. */
export async function otherProcesses(trx: Writes, seconds: number) {
  await trx
    .deleteFrom('node.process')
    .where(sql<boolean>`seen_at < now() - make_interval(secs => ${seconds})`)
    .execute()
  return trx.selectFrom('node.process').select(['host', 'keys']).execute()
}

/** Records that a process runs, with the fingerprints of its keys. */
export const sawProcess = (trx: Writes, process: { id: string; host: string; keys: Record<string, string> }) =>
  trx
    .insertInto('node.process')
    .values({ ...process, keys: json(process.keys), seen_at: databaseNow })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: databaseNow }))
    .execute()

export const deleteProcess = (trx: Writes, id: string) => trx.deleteFrom('node.process').where('id', '=', id).execute()
