/** Bindings of entities to validators, as read from the ledger. */
import type { Selectable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type BindingRow = Selectable<Tables['node.binding']>

/** Stores a binding from a record on the node topic, unless the entity already has one. */
export const insertRecordedBinding = (trx: Writes, row: BindingRow) =>
  trx
    .insertInto('node.binding')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Stores a binding that was read from the ledger, in place of what records on the topic said. */
export async function putBinding(trx: Writes, row: BindingRow): Promise<void> {
  await trx
    .deleteFrom('node.binding')
    .where('chain', '=', row.chain)
    .where('transaction_id', '=', row.transaction_id)
    .where('entity', '!=', row.entity)
    .execute()
  await trx
    .insertInto('node.binding')
    .values(row)
    .onConflict((conflict) => conflict.columns(['chain', 'entity']).doUpdateSet(row))
    .execute()
}

/** Deletes a binding that the ledger does not confirm. */
export const deleteBinding = (trx: Writes, chain: string, entity: string) =>
  trx.deleteFrom('node.binding').where('chain', '=', chain).where('entity', '=', entity).execute()

/** An account's bindings before `cursor`, newest first. */
export function bindingsOfOwner(
  read: Reads,
  { chain, owner, limit, cursor }: { chain: string; owner: string; limit: number; cursor: bigint | undefined },
): Promise<BindingRow[]> {
  const all = read.selectFrom('node.binding').selectAll().where('chain', '=', chain).where('owner', '=', owner)
  const found = all.orderBy('started', 'desc').limit(limit)
  return (cursor === undefined ? found : found.where('started', '<', cursor)).execute()
}

export const bindingOfEntity = (read: Reads, chain: string, entity: string): Promise<BindingRow | undefined> =>
  read.selectFrom('node.binding').selectAll().where('chain', '=', chain).where('entity', '=', entity).executeTakeFirst()

/** Which of these entities have a binding. */
export async function boundAmong(read: Reads, chain: string, entities: readonly string[]): Promise<Set<string>> {
  if (entities.length === 0) return new Set()
  const found = read.selectFrom('node.binding').select('entity').where('chain', '=', chain)
  return new Set((await found.where('entity', 'in', entities).execute()).map(({ entity }) => entity))
}
