/** Delegates: members that have a statement, or that others delegate to. */
import { limits as verifyLimits } from '@quorate/verify'
import { sql } from 'kysely'
import type { Dao } from '../model/dao.ts'
import type { Delegate } from '../model/delegate.ts'
import type { Read, Trx } from './tables.ts'

/** How many of a DAO's newest proposals count for a delegate's votes. */
const COUNTED_PROPOSALS = 100

interface Row {
  account: string
  text: string | null
  stated_at: Date | null
  delegators: number
  areas: Delegate['areas']
  receives: number
  weight: string | null
  voted: number
  votable: number
}

/** A page of a DAO's delegates, those with the most delegators first, or only the named one. */
export async function delegatesOf(
  read: Read,
  { daoId, rules }: Pick<Dao, 'daoId' | 'rules'>,
  { limit, offset, account }: { limit: number; offset: number; account?: string | undefined },
): Promise<Delegate[]> {
  const only = account === undefined ? sql`` : sql`and a.account = ${account}`
  const onlyTo = account === undefined ? sql`` : sql`and d.delegate = ${account}`
  const { rows } = await sql<Row>`
    with recursive in_area as (
      select d.delegate as account, d.area, count(*)::int as delegators from governance.delegation d
      join governance.member m on m.dao_id = d.dao_id and m.account = d.account and m.removed_at is null
      where d.dao_id = ${daoId} and d.current and d.delegate is not null ${onlyTo} group by d.delegate, d.area
    ), named as (
      select account, coalesce(sum(delegators) filter (where area is null), 0)::int as delegators,
        coalesce(json_agg(json_build_object('area', area, 'delegators', delegators) order by area)
          filter (where area is not null), '[]') as areas
      from in_area group by account
    ), page as (
      select a.account, s.text, s.stated_at, m.added_at, coalesce(n.delegators, 0) as delegators,
        coalesce(n.areas, '[]') as areas
      from (
        select account from governance.statement where dao_id = ${daoId} union select account from named
      ) as a
      join governance.member m on m.dao_id = ${daoId} and m.account = a.account and m.removed_at is null
      left join governance.statement s on s.dao_id = ${daoId} and s.account = a.account
      left join named n on n.account = a.account
      where true ${only}
      order by coalesce(n.delegators, 0) desc, a.account limit ${limit} offset ${offset}
    ), back as (
      select p.account as delegate, d.account, 1 as steps from page p
      join governance.delegation d on d.dao_id = ${daoId} and d.delegate = p.account and d.current and d.area is null
      join governance.member m on m.dao_id = ${daoId} and m.account = d.account and m.removed_at is null
      union all
      select b.delegate, d.account, b.steps + 1 from back b
      join governance.delegation d on d.dao_id = ${daoId} and d.delegate = b.account and d.current and d.area is null
      join governance.member m on m.dao_id = ${daoId} and m.account = d.account and m.removed_at is null
      where b.steps < ${verifyLimits.maxDelegationDepth.value}
    ), weighed as (
      select proposal_id from governance.proposal
      where dao_id = ${daoId} and eligible_weight is not null and ${rules.tokenWeighted}
      order by sequence desc limit 1
    ), received as (
      select b.delegate, count(*)::int as receives, sum(coalesce(w.eligible, w.weight)) as weight from back b
      left join governance.weight w on w.proposal_id = (select proposal_id from weighed) and w.account = b.account
      group by b.delegate
    ), begun as (
      select proposal_id, start_at from governance.proposal
      where dao_id = ${daoId} and electorate_root is not null and not cancelled
      order by sequence desc limit ${COUNTED_PROPOSALS}
    )
    select p.account, p.text, p.stated_at, p.delegators, p.areas, coalesce(r.receives, 0) as receives,
      case when exists (select from weighed) then coalesce(r.weight, 0)::text end as weight,
      (select count(*)::int from begun where begun.start_at > p.added_at) as votable,
      (select count(*)::int from begun where begun.start_at > p.added_at and exists (
        select from governance.vote v
        where v.proposal_id = begun.proposal_id and v.voter = p.account and not v.replaced)) as voted
    from page p left join received r on r.delegate = p.account
    order by p.delegators desc, p.account`.execute(read as never)
  return rows.map(({ text, stated_at: statedAt, weight, ...row }) => ({
    ...row,
    statement: text === null || statedAt === null ? null : { text, statedAt },
    weight: weight === null ? null : BigInt(weight),
  }))
}

/** Stores an account's statement, in place of its previous one. */
export async function putStatement(
  trx: Trx,
  { daoId, account, text, at }: { daoId: string; account: string; text: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('governance.statement')
    .values({ dao_id: daoId, account, text, stated_at: at })
    .onConflict((on) => on.columns(['dao_id', 'account']).doUpdateSet({ text, stated_at: at }))
    .execute()
}

/** Returns false if there was none. */
export async function deleteStatement(
  trx: Trx,
  { daoId, account }: { daoId: string; account: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('governance.statement')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
