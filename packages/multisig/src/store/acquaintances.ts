/**
 * Accounts' relations to wallets. An account knows a wallet once it has signed something there. It may mute any wallet.
 */
import type { Change, ListPage } from '@quorate/platform'
import { sql } from 'kysely'
import type { Read, Tables } from './tables.ts'

/**
 * Records that these accounts have signed or requested something in a wallet, so that it is neither new to them nor
 * muted. A source is a wallet, or the requester of a new one.
 */
export async function noteKnown(
  trx: Change<Tables>,
  { chain, source, accounts, at }: { chain: string; source: string; accounts: string[]; at: Date },
): Promise<void> {
  if (accounts.length === 0) return
  await sql`
    insert into multisig.acquaintance (chain, account, source, standing, since)
    select ${chain}, account, ${source}, 'known', ${at} from unnest(${accounts}::text[]) as a (account) order by account
    on conflict (chain, account, source) do update set standing = 'known', since = excluded.since
      where acquaintance.standing <> 'known'`.execute(trx)
}

/** Records that the accounts that signed a creation know the new wallet. */
export async function noteKnownByCreation(
  trx: Change<Tables>,
  { jobId, chain, wallet, at }: { jobId: string; chain: string; wallet: string; at: Date },
): Promise<void> {
  const signers = await trx
    .selectFrom('multisig.event')
    .select(sql<string>`payload ->> 'senderId'`.as('sender'))
    .where('job_id', '=', jobId)
    .where('action', '=', 'signature')
    .where('public_key', 'is not', null)
    .execute()
  await noteKnown(trx, { chain, source: wallet, accounts: [...new Set(signers.map(({ sender }) => sender))], at })
}

/** Mutes a source for an account. */
export async function mute(
  trx: Change<Tables>,
  of: { chain: string; account: string; source: string; at: Date },
): Promise<void> {
  const { at, ...key } = of
  await trx
    .insertInto('multisig.acquaintance')
    .values({ ...key, standing: 'muted', since: at })
    .onConflict((conflict) =>
      conflict.columns(['chain', 'account', 'source']).doUpdateSet({ standing: 'muted', since: at }),
    )
    .execute()
}

/** Unmutes a source, which is then new to the account. */
export async function unmute(
  trx: Change<Tables>,
  { chain, account, source }: { chain: string; account: string; source: string },
): Promise<void> {
  await trx
    .deleteFrom('multisig.acquaintance')
    .where('chain', '=', chain)
    .where('account', '=', account)
    .where('source', '=', source)
    .where('standing', '=', 'muted')
    .execute()
}

/** The accounts that have muted a source. */
export async function mutedBy(read: Read, chain: string, source: string): Promise<string[]> {
  const rows = await read
    .selectFrom('multisig.acquaintance')
    .select('account')
    .where('chain', '=', chain)
    .where('source', '=', source)
    .where('standing', '=', sql.lit('muted'))
    .execute()
  return rows.map(({ account }) => account)
}

/** Whether the owners of the request `r`'s wallet gave an account an allowance by it. */
export const gaveAllowance = (account: string) => sql<boolean>`(
  r.operation = 'operation' and r.state = 'success'
  and r.payload -> 'operation' ->> 'path' = '/accounts/allowance/approve'
  and r.payload -> 'operation' -> 'body' ->> 'spenderAccountId' = ${account})`

/**
 * Whether a source concerns an account: the account owns the wallet, has or is offered a role, was given an allowance,
 * has muted the source, or one of its requests waits for the account.
 */
export async function concerns(
  read: Read,
  { chain, account, source }: { chain: string; account: string; source: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from multisig.owner where chain = ${chain} and account = ${account} and wallet = ${source})
      or exists (select from multisig.role where chain = ${chain} and account = ${account} and wallet = ${source})
      or exists (select from multisig.inbox where chain = ${chain} and account = ${account} and source = ${source})
      or exists (select from multisig.acquaintance where chain = ${chain} and account = ${account} and source = ${source})
      or exists (select from multisig.request r where r.chain = ${chain} and r.wallet = ${source} and ${gaveAllowance(account)})
      as found`.execute(read as never)
  return rows[0]?.found ?? false
}

export interface Muted {
  source: string
  /** Null unless the source is a wallet and the account is a member of it. */
  name: string | null
  since: Date
}

/** The sources that an account has muted, by id: a page after `cursor`. */
export async function mutedOf(
  read: Read,
  { chain, account, limit, cursor }: { chain: string; account: string; limit: number; cursor: string | undefined },
): Promise<ListPage<Muted>> {
  const items = await read
    .selectFrom('multisig.acquaintance as a')
    .leftJoin('multisig.member as o', (join) =>
      join.onRef('o.chain', '=', 'a.chain').onRef('o.wallet', '=', 'a.source').onRef('o.account', '=', 'a.account'),
    )
    .leftJoin('multisig.wallet as w', (join) =>
      join.onRef('w.chain', '=', 'o.chain').onRef('w.wallet', '=', 'o.wallet'),
    )
    .select(['a.source', 'w.name', 'a.since'])
    .where('a.chain', '=', chain)
    .where('a.account', '=', account)
    .where('a.standing', '=', sql.lit('muted'))
    .where('a.source', '>', cursor ?? '')
    .orderBy('a.source')
    .limit(limit)
    .execute()
  return { items, isFull: items.length === limit }
}
