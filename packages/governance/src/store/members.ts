import { sql } from 'kysely'
import type { Page, Read, Trx } from './tables.ts'

export async function isMember(read: Read, daoId: string, account: string): Promise<boolean> {
  const row = await read
    .selectFrom('governance.member')
    .select('id')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the account was a member right before that time. Accounts that join or leave in that very millisecond count
 * as doing so after it.
 */
export async function wasMember(read: Read, daoId: string, account: string, at: Date): Promise<boolean> {
  const row = await read
    .selectFrom('governance.member')
    .select('id')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('added_at', '<', at)
    .where((or) => or.or([or('removed_at', 'is', null), or('removed_at', '>=', at)]))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the time to record for an account that joins or leaves: the current time, but not before the start of a
 * proposal that has begun, nor before the account's last change, whatever the clocks of other processes said. The DAO
 * must be locked.
 */
export async function changeTime(trx: Trx, daoId: string, account: string, now: Date): Promise<Date> {
  const { rows } = await sql<{ latest: Date | null }>`
    select greatest(
      (select max(start_at) from governance.proposal where dao_id = ${daoId} and begun),
      (select max(greatest(added_at, removed_at)) from governance.member where dao_id = ${daoId} and account = ${account})
    ) as latest`.execute(trx)
  const latest = rows[0]?.latest
  return latest && latest > now ? latest : now
}

/** Returns false if the account is already a member. */
export async function addMember(trx: Trx, daoId: string, account: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('governance.member')
    .columns(['dao_id', 'chain', 'dao_sequence', 'account', 'added_at'])
    .expression((f) =>
      f
        .selectFrom('governance.dao as d')
        .select(['d.dao_id', 'd.chain', 'd.sequence'])
        .select([f.val(account).as('account'), sql<Date>`${at}::timestamptz`.as('added_at')])
        .where('d.dao_id', '=', daoId),
    )
    .onConflict((conflict) => conflict.columns(['dao_id', 'account']).where('removed_at', 'is', null).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await changeCount(trx, daoId, 1)
  return true
}

/** Returns false if the account is not a member. */
export async function removeMember(trx: Trx, daoId: string, account: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.member')
    .set({ removed_at: at })
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await changeCount(trx, daoId, -1)
  return true
}

/** The number of members is stored, because counting 100,000 takes the embedded database a quarter of a second. */
async function changeCount(trx: Trx, daoId: string, change: 1 | -1): Promise<void> {
  await trx
    .updateTable('governance.dao')
    .set((f) => ({ member_count: f('member_count', '+', change) }))
    .where('dao_id', '=', daoId)
    .execute()
}

export interface MemberChange {
  account: string
  change: 'added' | 'removed'
  at: Date
}

/** Stores a member's change that is not in a record yet. */
export async function insertChange(trx: Trx, daoId: string, { account, change, at }: MemberChange): Promise<void> {
  await trx
    .insertInto('governance.membership_change')
    .values({ dao_id: daoId, account, change, changed_at: at })
    .execute()
}

/** Removes and returns the oldest changes that are not in a record yet. The DAO must be locked. */
export async function takeChanges(trx: Trx, daoId: string, limit: number): Promise<MemberChange[]> {
  const rows = await trx
    .selectFrom('governance.membership_change')
    .selectAll()
    .where('dao_id', '=', daoId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  if (!last) return []
  await trx.deleteFrom('governance.membership_change').where('dao_id', '=', daoId).where('id', '<=', last.id).execute()
  return rows.map(({ account, change, changed_at: at }) => ({ account, change, at }))
}

/** Removes a change that is now in a record. Returns false if it was not stored. */
export async function forgetChange(trx: Trx, daoId: string, { account, change, at }: MemberChange): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('governance.membership_change')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .where('change', '=', change)
    .where('changed_at', '=', at)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Members of a DAO, newest first. */
export async function membersOf(
  read: Read,
  daoId: string,
  { limit, cursor }: Page,
): Promise<{ id: bigint; account: string }[]> {
  let query = read
    .selectFrom('governance.member')
    .select(['id', 'account'])
    .where('dao_id', '=', daoId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return query.execute()
}

export async function countMembers(read: Read, daoId: string): Promise<number> {
  const { member_count } = await read
    .selectFrom('governance.dao')
    .select('member_count')
    .where('dao_id', '=', daoId)
    .executeTakeFirstOrThrow()
  return member_count
}

const PAGE = 5_000

/** Ids of the members right before that time, sorted by their bytes, page by page. */
export async function* membersAt(read: Read, daoId: string, at: Date): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await read
      .selectFrom('governance.member')
      .select('account')
      .where('dao_id', '=', daoId)
      .where('account', '>', after)
      .where('added_at', '<', at)
      .where((or) => or.or([or('removed_at', 'is', null), or('removed_at', '>=', at)]))
      .orderBy('account')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ account }) => account)
    after = last.account
  }
}

/** Members at that time whose weight in the proposal is not known yet. */
export async function unweighed(
  read: Read,
  { proposalId, daoId, at, after }: { proposalId: string; daoId: string; at: Date; after: string },
  limit: number,
): Promise<string[]> {
  const rows = await read
    .selectFrom('governance.member as m')
    .select('m.account')
    .where('m.dao_id', '=', daoId)
    .where('m.account', '>', after)
    .where('m.added_at', '<', at)
    .where((or) => or.or([or('m.removed_at', 'is', null), or('m.removed_at', '>=', at)]))
    .where(
      sql<boolean>`not exists (select from governance.weight w where w.proposal_id = ${proposalId} and w.account = m.account)`,
    )
    .orderBy('m.account')
    .limit(limit)
    .execute()
  return rows.map(({ account }) => account)
}
