/** Bindings of entities to validators: intended ones, and those whose entity exists. */
import type { Selectable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type BindingRow = Selectable<Tables['node.intent']>
/** A binding whose entity exists. */
export type BoundRow = BindingRow & { entity: string }

/** Stores an intended binding before its entity exists. */
export const insertIntent = (trx: Writes, intent: Omit<BindingRow, 'entity' | 'written' | 'sequence'>) =>
  trx
    .insertInto('node.intent')
    .values({ ...intent, entity: null })
    .execute()

/**
 * Stores a binding that was read from the topic. An intent that is already in the database stays unchanged: its own job
 * finishes it.
 */
export const insertReadBinding = (
  trx: Writes,
  read: Pick<BoundRow, 'chain' | 'kind' | 'entity' | 'validator' | 'owner' | 'transaction_id'>,
) =>
  trx
    .insertInto('node.intent')
    .values({ ...read, node_id: '', expires_at: new Date(0), written: true, wallet: null, body_bytes: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const bindingOfTransaction = (read: Reads, chain: string, transactionId: string) =>
  read
    .selectFrom('node.intent')
    .selectAll()
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()

/** How many creations with an unknown outcome a wallet has asked for. */
export async function countIntents(read: Reads, chain: string, wallet: string): Promise<number> {
  const { open } = await read
    .selectFrom('node.intent')
    .select(({ fn }) => fn.countAll<bigint>().as('open'))
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('entity', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(open)
}

export const updateBinding = (
  trx: Writes,
  chain: string,
  transactionId: string,
  values: { entity?: string; written?: boolean },
) =>
  trx
    .updateTable('node.intent')
    .set(values)
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .execute()

/** Deletes an intent whose entity will never exist. */
export const deleteIntent = (trx: Writes, chain: string, transactionId: string) =>
  trx
    .deleteFrom('node.intent')
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('entity', 'is', null)
    .execute()

const bound = (read: Reads, chain: string) =>
  read
    .selectFrom('node.intent')
    .selectAll()
    .where('chain', '=', chain)
    .where('entity', 'is not', null)
    .$narrowType<{ entity: string }>()

/** An account's bindings, newest first: a page from before `cursor`. */
export function bindingsOfOwner(
  read: Reads,
  { chain, owner, limit, cursor }: { chain: string; owner: string; limit: number; cursor: bigint | undefined },
): Promise<BoundRow[]> {
  const found = bound(read, chain).where('owner', '=', owner).orderBy('sequence', 'desc').limit(limit)
  return (cursor === undefined ? found : found.where('sequence', '<', cursor)).execute()
}

export const bindingOfEntity = (read: Reads, chain: string, entity: string): Promise<BoundRow | undefined> =>
  bound(read, chain).where('entity', '=', entity).executeTakeFirst()
