/** The requests that keep pins: a wallet's own uploads and pins, and requests of the Pinning Service API. */
import { json } from '@quorate/platform'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { PinOwner } from '../model/owner.ts'
import type { Pin } from './pins.ts'
import type { PinStatus, Read, Tables, Trx } from './tables.ts'

type Row = Selectable<Tables['storage.pin_request']>
/** A request with the state of its pin. */
export type PinRequest = Row & Pick<Pin, 'status' | 'error'>

/**
 * Takes a lock until the database transaction ends, so that a wallet's requests get different times, by which clients
 * page.
 */
export async function lockRequests(trx: Trx, { chain, owner }: PinOwner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage requests ${chain} ${owner}`}, 0))`.execute(trx)
}

export async function insertRequest(
  trx: Trx,
  { chain, owner, now, meta, ...request }: PinOwner & Pick<Row, 'cid' | 'given' | 'name' | 'meta'> & { now: Date },
): Promise<string> {
  const latest = trx
    .selectFrom('storage.pin_request')
    .select(sql<Date>`max(created_at) + interval '1 millisecond'`.as('at'))
    .where('chain', '=', chain)
    .where('owner', '=', owner)
  const { id } = await trx
    .insertInto('storage.pin_request')
    .values({
      ...request,
      chain,
      owner,
      meta: meta === null ? null : json(meta),
      is_direct: false,
      created_at: sql<Date>`greatest(${now}::timestamptz, (${latest}))`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Records that the wallet itself keeps the content, if it does not already. Call it while the pin's row is locked. */
export async function keepDirectly(
  trx: Trx,
  request: PinOwner & Pick<Row, 'cid' | 'name' | 'created_at'>,
): Promise<void> {
  await trx
    .insertInto('storage.pin_request')
    .values({ ...request, given: request.cid, meta: null, is_direct: true })
    .onConflict((conflict) => conflict.columns(['chain', 'owner', 'cid']).where(sql<boolean>`is_direct`).doNothing())
    .execute()
}

const withPins = (read: Read, { chain, owner }: PinOwner) =>
  read
    .selectFrom('storage.pin_request as request')
    .innerJoin('storage.pin as pin', (join) =>
      join
        .onRef('pin.chain', '=', 'request.chain')
        .onRef('pin.owner', '=', 'request.owner')
        .onRef('pin.cid', '=', 'request.cid'),
    )
    .where('request.chain', '=', chain)
    .where('request.owner', '=', owner)

export const findRequest = (read: Read, owner: PinOwner, id: string): Promise<PinRequest | undefined> =>
  withPins(read, owner)
    .selectAll('request')
    .select(['pin.status', 'pin.error'])
    .where('request.id', '=', id)
    .executeTakeFirst()

/** Deletes a request; returns whether there was one. */
export async function deleteRequest(trx: Trx, { chain, owner }: PinOwner, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('storage.pin_request')
    .where('id', '=', id)
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Whether anything keeps the wallet's pin of this content. */
export async function isRequested(read: Read, { chain, owner }: PinOwner, cid: string): Promise<boolean> {
  const row = await read
    .selectFrom('storage.pin_request')
    .select('id')
    .where('chain', '=', chain)
    .where('owner', '=', owner)
    .where('cid', '=', cid)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many requests a wallet has, counted up to `most`. */
export async function countRequestsOf(read: Read, { chain, owner }: PinOwner, most: number): Promise<number> {
  const { count } = await read
    .selectFrom((from) =>
      from
        .selectFrom('storage.pin_request')
        .select('id')
        .where('chain', '=', chain)
        .where('owner', '=', owner)
        .limit(most)
        .as('some'),
    )
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Selects the requests in a list. */
export interface RequestFilter {
  cids: string[] | undefined
  name: string | undefined
  match: 'exact' | 'iexact' | 'partial' | 'ipartial'
  statuses: PinStatus[]
  before: string | undefined
  after: string | undefined
  meta: Record<string, string> | undefined
}

/** A wallet's requests that match, newest first, and how many match in all. */
export async function requestsOf(
  read: Read,
  owner: PinOwner,
  filter: RequestFilter,
  limit: number,
): Promise<{ count: number; requests: PinRequest[] }> {
  const { cids, name, match, statuses, before, after, meta } = filter
  let query = withPins(read, owner).where('pin.status', 'in', statuses)
  if (cids) query = query.where('request.cid', 'in', cids)
  if (name !== undefined) query = query.where(nameMatches(name, match))
  if (before !== undefined) query = query.where('request.created_at', '<', sql<Date>`${before}::timestamptz`)
  if (after !== undefined) query = query.where('request.created_at', '>', sql<Date>`${after}::timestamptz`)
  if (meta !== undefined) query = query.where(sql<boolean>`request.meta @> ${JSON.stringify(meta)}::jsonb`)
  const { count } = await query.select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const requests = await query
    .selectAll('request')
    .select(['pin.status', 'pin.error'])
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id')
    .limit(limit)
    .execute()
  return { count: Number(count), requests }
}

function nameMatches(name: string, match: RequestFilter['match']): Expression<SqlBool> {
  if (match === 'exact') return sql<boolean>`request.name = ${name}`
  if (match === 'iexact') return sql<boolean>`lower(request.name) = lower(${name})`
  if (match === 'partial') return sql<boolean>`position(${name} in request.name) > 0`
  return sql<boolean>`position(lower(${name}) in lower(request.name)) > 0`
}
