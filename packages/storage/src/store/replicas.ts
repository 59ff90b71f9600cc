/** The content nodes that share the database, and which content each of them has. */
import { json } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import { lockUnpinning } from './pins.ts'
import type { Read, Tables, Trx } from './tables.ts'

export type NodeRow = Selectable<Tables['storage.node']>
/**
 * `isSeen`: whether the node was seen in the last 45 s. If not, it may have stopped, but it still counts for 10
 * minutes.
 */
export type KnownNode = Pick<NodeRow, 'id' | 'host' | 'addresses' | 'is_embedded'> & { isSeen: boolean }

const databaseNow = sql<Date>`clock_timestamp()`
/** The time after which a node that was not seen gets no more requests. */
const SEEN_FOR_SECONDS = 45
/** The time after which the node, and what it has, no longer counts. */
const FORGOTTEN_AFTER_SECONDS = 600

/** Records that this node runs. An earlier node with the same folder is deleted, together with its replicas. */
export async function sayNode(trx: Trx, node: Omit<NodeRow, 'seen_at'>): Promise<void> {
  await trx
    .deleteFrom('storage.node')
    .where('host', '=', node.host)
    .where('folder', '=', node.folder)
    .where('id', '<>', node.id)
    .execute()
  const row = { ...node, addresses: json(node.addresses), seen_at: databaseNow }
  const { id: _id, ...changed } = row
  await trx
    .insertInto('storage.node')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute()
}

export async function forgetNodes(trx: Trx): Promise<void> {
  const before = sql<Date>`clock_timestamp() - make_interval(secs => ${FORGOTTEN_AFTER_SECONDS})`
  await trx.deleteFrom('storage.node').where('seen_at', '<', before).execute()
}

export const knownNodes = (read: Read): Promise<KnownNode[]> =>
  read
    .selectFrom('storage.node')
    .select(['id', 'host', 'addresses', 'is_embedded'])
    .select(sql<boolean>`seen_at >= clock_timestamp() - make_interval(secs => ${SEEN_FOR_SECONDS})`.as('isSeen'))
    .orderBy('id')
    .execute()

/** Records that all blocks below `cid` are stored on this node, and stay there as long as this row exists. */
export async function addReplica(trx: Trx, cid: string, node: string, since: Date): Promise<void> {
  await trx
    .insertInto('storage.replica')
    .values({ cid, node, since })
    .onConflict((conflict) => conflict.columns(['cid', 'node']).doUpdateSet({ since }))
    .execute()
}

/** Whether the content is pinned, or any node has recorded a replica of it. Nodes do that before a pin is made. */
export async function isWanted(read: Read, cid: string): Promise<boolean> {
  const found = await read
    .selectFrom('storage.pin')
    .select('cid')
    .where('cid', '=', cid)
    .where('status', '=', 'pinned')
    .union(read.selectFrom('storage.replica').select('cid').where('cid', '=', cid))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The nodes that have each of these contents; contents that none has are absent. */
export async function holdersOf(read: Read, cids: readonly string[]): Promise<Map<string, string[]>> {
  const holders = new Map<string, string[]>()
  if (cids.length === 0) return holders
  const rows = await read.selectFrom('storage.replica').select(['cid', 'node']).where('cid', 'in', cids).execute()
  for (const { cid, node } of rows) holders.set(cid, [...(holders.get(cid) ?? []), node])
  return holders
}

/** Deletes the content's replicas on all nodes. Call it under {@link lockUnpinning}. */
export async function deleteReplicas(trx: Trx, cid: string): Promise<void> {
  await trx.deleteFrom('storage.replica').where('cid', '=', cid).execute()
}

/**
 * Deletes a node's replicas of these contents, which turned out to be incomplete, if they are older than `before`.
 * Returns how many it deleted.
 */
export async function deleteReplicasOf(trx: Trx, node: string, cids: readonly string[], before: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('storage.replica')
    .where('node', '=', node)
    .where('cid', 'in', cids)
    .where('since', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface ReplicaPage {
  node: string
  from: Date
  until: Date | undefined
  after: string
  limit: number
}

/** A page of a node's replicas, recorded since `from` and before `until`, of content that nobody pins. */
export async function unpinnedReplicas(read: Read, page: ReplicaPage): Promise<string[]> {
  let query = read
    .selectFrom('storage.replica as replica')
    .select('replica.cid')
    .where('replica.node', '=', page.node)
    .where('replica.since', '>=', page.from)
    .where('replica.cid', '>', page.after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('storage.pin as pin')
            .select('pin.cid')
            .whereRef('pin.cid', '=', 'replica.cid')
            .where('pin.status', '=', 'pinned'),
        ),
      ),
    )
    .orderBy('replica.cid')
    .limit(page.limit)
  if (page.until !== undefined) query = query.where('replica.since', '<', page.until)
  const rows = await query.execute()
  return rows.map(({ cid }) => cid)
}

/** Counts the nodes that have the content, under the lock that unpinning takes. */
export async function countReplicas(trx: Trx, cid: string): Promise<number> {
  await lockUnpinning(trx, cid)
  const { count } = await trx
    .selectFrom('storage.replica')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('cid', '=', cid)
    .executeTakeFirstOrThrow()
  return Number(count)
}
