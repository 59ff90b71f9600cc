/** The accounts that want notices of a DAO's votes. */
import { sql } from 'kysely'
import type { NoticeKind } from '../model/notice.ts'
import type { Read, Trx } from './tables.ts'

interface Place {
  daoId: string
  account: string
}

/** The notices that an account wants for a DAO. */
export async function noticesOf(read: Read, { daoId, account }: Place): Promise<NoticeKind[]> {
  const row = await read
    .selectFrom('governance.notice')
    .select('kinds')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.kinds ?? []
}

export async function countNoticed(read: Read, { chain, account }: { chain: string; account: string }) {
  const { count } = await read
    .selectFrom('governance.notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chain', '=', chain)
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function replaceNotices(
  trx: Trx,
  { daoId, account, chain, kinds }: Place & { chain: string; kinds: NoticeKind[] },
): Promise<void> {
  if (kinds.length === 0) {
    await trx.deleteFrom('governance.notice').where('dao_id', '=', daoId).where('account', '=', account).execute()
    return
  }
  await trx
    .insertInto('governance.notice')
    .values({ dao_id: daoId, account, chain, kinds })
    .onConflict((on) => on.columns(['dao_id', 'account']).doUpdateSet({ kinds }))
    .execute()
}

/**
 * A page of accounts, after `after`, that want this notice. Accounts that have voted get no notice that the vote ends
 * soon.
 */
export async function toNotice(
  read: Read,
  { daoId, proposalId, kind }: { daoId: string; proposalId: string; kind: NoticeKind },
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await read
    .selectFrom('governance.notice as n')
    .select('n.account')
    .where('n.dao_id', '=', daoId)
    .where('n.account', '>', after)
    .where(sql<boolean>`${kind} = any(n.kinds)`)
    .$if(kind === 'vote_ending', (query) =>
      query.where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('governance.vote as v')
              .select('v.voter')
              .where('v.proposal_id', '=', proposalId)
              .whereRef('v.voter', '=', 'n.account'),
          ),
        ),
      ),
    )
    .orderBy('n.account')
    .limit(limit)
    .execute()
  return rows.map(({ account }) => account)
}

/** Records that an account gets a notice; false if it already got it. */
export async function noteNoticed(
  trx: Trx,
  noticed: { proposal_id: string; account: string; kind: NoticeKind },
): Promise<boolean> {
  const noted = await trx
    .insertInto('governance.noticed')
    .values(noticed)
    .onConflict((on) => on.doNothing())
    .returning('account')
    .execute()
  return noted.length > 0
}
