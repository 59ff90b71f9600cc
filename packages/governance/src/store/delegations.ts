import { json } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { delegatesFor } from '@quorate/verify/recount'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Proposal } from '../model/dao.ts'
import type { Delegation } from '../model/delegation.ts'
import type { Page, Read, Tables, Trx } from './tables.ts'

type DelegationRow = Selectable<Tables['governance.delegation']>

const delegationFrom = (row: DelegationRow): Delegation => ({
  account: row.account,
  delegate: row.delegate,
  area: row.area,
  number: row.number,
  changedAt: row.changed_at,
  proof: row.proof,
})

/** The last delegation of an account. Its delegate may be null; undefined if there never was one. */
export async function findDelegation(read: Read, daoId: string, account: string): Promise<Delegation | undefined> {
  const row = await read
    .selectFrom('governance.delegation')
    .selectAll()
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && delegationFrom(row)
}

/** The present delegations of an account: for all areas, and for each area. The delegate may be null. */
export async function presentDelegations(read: Read, daoId: string, account: string): Promise<Delegation[]> {
  const rows = await read
    .selectFrom('governance.delegation')
    .selectAll()
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('current', '=', true)
    .orderBy('area')
    .execute()
  return rows.map(delegationFrom)
}

/** Ends the delegations for these areas, or all of them, for good. */
export async function endDelegations(
  trx: Trx,
  daoId: string,
  areas: 'all' | readonly string[],
  at: Date,
): Promise<void> {
  let query = trx
    .updateTable('governance.delegation')
    .set({ current: false, ended_at: at })
    .where('dao_id', '=', daoId)
    .where('ended_at', 'is', null)
  if (areas !== 'all') query = query.where('area', 'in', areas)
  await query.execute()
}

/** The present delegations of a DAO, or those to one delegate, newest first. */
export async function delegationsOf(
  read: Read,
  { daoId, delegate }: { daoId: string; delegate?: string | undefined },
  { limit, cursor }: Page,
): Promise<(Delegation & { id: bigint })[]> {
  let query = read
    .selectFrom('governance.delegation')
    .selectAll()
    .where('dao_id', '=', daoId)
    .where('current', '=', true)
    .orderBy('id', 'desc')
    .limit(limit)
  query = delegate === undefined ? query.where('delegate', 'is not', null) : query.where('delegate', '=', delegate)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return (await query.execute()).map((row) => ({ id: row.id, ...delegationFrom(row) }))
}

/** Stores a delegation in place of the account's last one for the same area. The DAO must be locked. */
export async function insertDelegation(
  trx: Trx,
  daoId: string,
  { account, delegate, area, number, changedAt, proof }: Delegation,
  { recorded }: { recorded: boolean },
): Promise<void> {
  await trx
    .updateTable('governance.delegation')
    .set({ current: false })
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('number', '<', number)
    .where('current', '=', true)
    .where(sql<boolean>`area is not distinct from ${area}`)
    .execute()
  await trx
    .insertInto('governance.delegation')
    .values({
      dao_id: daoId,
      account,
      delegate,
      area,
      number,
      changed_at: changedAt,
      proof: proof && json<Delegation['proof'] & object>(proof),
      recorded,
    })
    .execute()
}

/** The oldest delegations that are not in a record yet. */
export async function unrecorded(read: Read, daoId: string, limit: number): Promise<(Delegation & { id: bigint })[]> {
  const rows = await read
    .selectFrom('governance.delegation')
    .selectAll()
    .where('dao_id', '=', daoId)
    .where('recorded', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, ...delegationFrom(row) }))
}

export async function markRecorded(trx: Trx, ids: readonly bigint[]): Promise<void> {
  await trx.updateTable('governance.delegation').set({ recorded: true }).where('id', 'in', ids).execute()
}

/** Marks a delegation as recorded. Returns false if it is not stored. */
export async function markFound(trx: Trx, daoId: string, delegation: Delegation): Promise<boolean> {
  const { account, delegate, area, number, changedAt } = delegation
  const { numUpdatedRows } = await trx
    .updateTable('governance.delegation')
    .set({ recorded: true })
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('number', '=', number)
    .where('changed_at', '=', changedAt)
    .where(sql<boolean>`delegate is not distinct from ${delegate}`)
    .where(sql<boolean>`area is not distinct from ${area}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The length of the delegation chain that starts at `account`, and of the longest one that leads to it. Both are
 * counted up to one more step than is permitted. In an area, a delegation for the area takes precedence over one for
 * all areas.
 */
export async function delegationDepth(
  read: Read,
  { daoId, account, area }: { daoId: string; account: string; area: string | null },
): Promise<{ ahead: string[]; behind: number }> {
  const most = limits.maxDelegationDepth.value + 1
  const next = (of: RawBuilder<unknown>) => sql`lateral (
      select d.delegate from governance.delegation d
      where d.dao_id = ${daoId} and d.account = ${of} and d.current and d.delegate is not null
        and (d.area is null or d.area = ${area}::text)
      order by d.area nulls last limit 1)`
  const counts = sql`(d.area = ${area}::text or d.area is null and not exists (
      select from governance.delegation n where n.dao_id = d.dao_id and n.account = d.account and n.current
        and n.area = ${area}::text and n.delegate is not null))`
  const { rows } = await sql<{ ahead: string[]; behind: number }>`
    with recursive onward as (
      select n.delegate, 1 as steps from ${next(sql`${account}::text`)} n
      union all
      select n.delegate, o.steps + 1 from onward o cross join ${next(sql`o.delegate`)} n where o.steps < ${most}
    ), back as (
      select d.account, 1 as steps from governance.delegation d
      where d.dao_id = ${daoId} and d.delegate = ${account} and d.current and ${counts}
      union
      select d.account, b.steps + 1 from back b
      join governance.delegation d on d.dao_id = ${daoId} and d.delegate = b.account and d.current and ${counts}
      where b.steps < ${most}
    )
    select array(select delegate from onward order by steps) as ahead,
      (select coalesce(max(steps), 0) from back)::int as behind`.execute(read as never)
  return rows[0] ?? { ahead: [], behind: 0 }
}

/** Each member's delegate at a proposal's start: the one for its area, or else the one for all. */
export async function delegatesAt(read: Read, { dao, startAt, area }: Pick<Proposal, 'dao' | 'startAt' | 'area'>) {
  const last = read
    .selectFrom('governance.delegation as d')
    .distinctOn(['d.account', 'd.area'])
    .select(['d.account', 'd.area', 'd.delegate'])
    .where('d.dao_id', '=', dao.daoId)
    .where('d.changed_at', '<', startAt)
    .where((or) => or.or([or('d.ended_at', 'is', null), or('d.ended_at', '>=', startAt)]))
    .where((or) => or.or([or('d.area', 'is', null), or('d.area', '=', area)]))
    .orderBy('d.account')
    .orderBy('d.area')
    .orderBy('d.number', 'desc')
  const rows = await read
    .selectFrom(last.as('last'))
    .innerJoin('governance.member as m', 'm.account', 'last.account')
    .select(['last.account', 'last.area', 'last.delegate'])
    .where('m.dao_id', '=', dao.daoId)
    .where('m.added_at', '<', startAt)
    .where((or) => or.or([or('m.removed_at', 'is', null), or('m.removed_at', '>=', startAt)]))
    .execute()
  const named = (isNarrow: boolean) =>
    new Map(
      rows.flatMap(({ account, area: of, delegate }): [string, string][] =>
        (of !== null) === isNarrow && delegate !== null ? [[account, delegate]] : [],
      ),
    )
  return delegatesFor(named(false), named(true))
}
