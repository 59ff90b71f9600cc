/** Entities that move from earlier network keys to the current one, and creations of entities that may have to move. */
import type { EntityKind } from '@quorate/ledger/operations'
import type { Reads, Tables, Writes } from './tables.ts'

export type MoveState = Tables['node.key_move']['state']

/** An entity under one of the network's keys. */
export interface Bound {
  kind: EntityKind
  entity: string
}

export interface MoveRow extends Bound {
  state: MoveState
  reason: string | null
}

/** Stores that a transaction may create an entity. */
export const insertCreation = (trx: Writes, row: Tables['node.creation']) =>
  trx
    .insertInto('node.creation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The creations that have not been looked up yet, oldest first, at most 10,000. */
export async function creationsOf(read: Reads, chain: string) {
  const all = read.selectFrom('node.creation').selectAll().where('chain', '=', chain)
  const rows = await all.orderBy('expires_at').limit(10_000).execute()
  return rows.map((row) => ({ ...row, kind: row.kind as EntityKind }))
}

export const deleteCreation = (trx: Writes, chain: string, transactionId: string) =>
  trx.deleteFrom('node.creation').where('chain', '=', chain).where('transaction_id', '=', transactionId).execute()

/** The entities with bindings in this database, ordered by id, after the id `after`. */
export async function boundAfter(read: Reads, chain: string, after: string, limit: number): Promise<Bound[]> {
  const rows = await read
    .selectFrom('node.binding')
    .select(['kind', 'entity'])
    .where('chain', '=', chain)
    .where('entity', '>', after)
    .orderBy('entity')
    .limit(limit)
    .execute()
  return rows.map(({ kind, entity }) => ({ kind: kind as EntityKind, entity }))
}

/** Stores the state of an entity's move. */
export const putMove = (trx: Writes, chain: string, { kind, entity, state, reason }: MoveRow, at: Date) =>
  trx
    .insertInto('node.key_move')
    .values({ chain, kind, entity, state, reason, updated_at: at })
    .onConflict((conflict) => conflict.columns(['chain', 'entity']).doUpdateSet({ state, reason, updated_at: at }))
    .execute()

/** Marks all entities as not moved: a new key has replaced the one that they have. */
export const reopenMoves = (trx: Writes, chain: string, at: Date) =>
  trx
    .updateTable('node.key_move')
    .set({ state: 'WAITING', reason: null, updated_at: at })
    .where('chain', '=', chain)
    .execute()

export async function moveOf(read: Reads, chain: string, entity: string): Promise<MoveRow | undefined> {
  const [row] = await rowsOf(read, chain).where('entity', '=', entity).execute()
  return row as MoveRow | undefined
}

/** The moves of a chain, starting with the unfinished ones. */
export async function movesOf(read: Reads, chain: string, limit: number): Promise<MoveRow[]> {
  const open = await openMovesAfter(read, chain, '', limit)
  if (open.length === limit) return open
  const done = rowsOf(read, chain).where('state', '=', 'MOVED').orderBy('updated_at', 'desc').orderBy('entity')
  return [...open, ...((await done.limit(limit - open.length).execute()) as MoveRow[])]
}

/** The unfinished moves, ordered by entity id, after the id `after`. */
export async function openMovesAfter(read: Reads, chain: string, after: string, limit: number): Promise<MoveRow[]> {
  const rows = rowsOf(read, chain).where('state', '!=', 'MOVED').where('entity', '>', after)
  return (await rows.orderBy('entity').limit(limit).execute()) as MoveRow[]
}

const rowsOf = (read: Reads, chain: string) =>
  read.selectFrom('node.key_move').select(['kind', 'entity', 'state', 'reason']).where('chain', '=', chain)

/** How many moves of a chain are done, and how many are left. */
export async function countMoves(read: Reads, chain: string): Promise<{ moved: number; left: number }> {
  const rows = await read
    .selectFrom('node.key_move')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('chain', '=', chain)
    .groupBy('state')
    .execute()
  const countIf = (isCounted: (state: MoveState) => boolean): number =>
    rows.filter(({ state }) => isCounted(state)).reduce((sum, { count }) => sum + Number(count), 0)
  return { moved: countIf((state) => state === 'MOVED'), left: countIf((state) => state !== 'MOVED') }
}
