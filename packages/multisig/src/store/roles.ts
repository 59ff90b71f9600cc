/** Roles at wallets, the changes that give and end them, and who is a member of a wallet. */
import type { Change, ListPage } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import type { Member } from '../model/roles.ts'
import type { Read, Tables } from './tables.ts'

export type RoleChangeRow = Selectable<Tables['multisig.role_change']>
export type RoleRow = Selectable<Tables['multisig.role']>

/** The role of an account at a wallet. The query takes the same time whether or not the wallet exists. */
export async function memberOf(
  read: Read,
  chain: string,
  wallet: string,
  account: string,
): Promise<Member | undefined> {
  const found = await read
    .selectFrom('multisig.member')
    .select('role')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('account', '=', account)
    .executeTakeFirst()
  return found?.role
}

/** The members of a wallet who have not muted it. */
export async function unmutedMembers(read: Read, chain: string, wallet: string): Promise<string[]> {
  const rows = await read
    .selectFrom('multisig.member as m')
    .select('m.account')
    .where('m.chain', '=', chain)
    .where('m.wallet', '=', wallet)
    .where(
      sql<boolean>`not exists (
        select from multisig.acquaintance a
        where a.chain = m.chain and a.account = m.account and a.source = m.wallet and a.standing = 'muted')`,
    )
    .execute()
  return rows.map(({ account }) => account)
}

export interface Membership {
  chain: string
  wallet: string
  account: string
}

/** The entries of `asked` whose account is a member of the wallet. */
export function membersAmong(read: Read, asked: readonly Membership[]): Promise<(Membership & { role: Member })[]> {
  const [chains, wallets, accounts] = (['chain', 'wallet', 'account'] as const).map((field) =>
    asked.map((one) => one[field]),
  )
  return read
    .selectFrom('multisig.member')
    .select(['chain', 'wallet', 'account', 'role'])
    .where(
      sql<boolean>`(chain, wallet, account) in
        (select * from unnest(${chains}::text[], ${wallets}::text[], ${accounts}::text[]))`,
    )
    .execute()
}

export const insertChange = (trx: Change<Tables>, change: RoleChangeRow): Promise<unknown> =>
  trx.insertInto('multisig.role_change').values(change).execute()

/** Deletes the offers of a wallet that can no longer be confirmed, and old changes without a role. */
export async function deleteExpired(trx: Change<Tables>, chain: string, wallet: string, now: Date): Promise<void> {
  await sql`
    delete from multisig.role where chain = ${chain} and wallet = ${wallet} and not ${isCurrent(now)}`.execute(trx)
  await sql`
    delete from multisig.role_change c where c.chain = ${chain} and c.wallet = ${wallet} and c.expires_at <= ${now}
      and not exists (select from multisig.role r where r.change_id = c.id)`.execute(trx)
}

/** The changes of a wallet that owners can sign, oldest first. */
export const openChangesOf = (read: Read, chain: string, wallet: string, now: Date): Promise<RoleChangeRow[]> =>
  read
    .selectFrom('multisig.role_change')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('done_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findChange = (read: Read, of: { chain: string; wallet: string; id: string }) =>
  read
    .selectFrom('multisig.role_change')
    .selectAll()
    .where('id', '=', of.id)
    .where('chain', '=', of.chain)
    .where('wallet', '=', of.wallet)
    .executeTakeFirst()

export const deleteChange = (trx: Change<Tables>, id: string): Promise<unknown> =>
  trx.deleteFrom('multisig.role_change').where('id', '=', id).execute()

export type RoleSignature = Tables['multisig.role_signature']

/** A change with its signatures, and the number of signatures that the wallet's key still needs. */
export interface SignedChange extends RoleChangeRow {
  signatures: RoleSignature[]
  missing: number
}

export interface RolesOfWallet {
  roles: (RoleRow & { signers: string[] })[]
  changes: SignedChange[]
}

/** The signatures of these changes, in order of arrival. */
export const signaturesOf = (read: Read, ids: string[]): Promise<RoleSignature[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : read
        .selectFrom('multisig.role_signature')
        .selectAll()
        .where('change_id', 'in', ids)
        .orderBy('created_at')
        .orderBy('public_key')
        .execute()

export const insertSignature = (trx: Change<Tables>, signature: RoleSignature): Promise<unknown> =>
  trx
    .insertInto('multisig.role_signature')
    .values(signature)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteSignatures = async (trx: Change<Tables>, id: string, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await trx
    .deleteFrom('multisig.role_signature')
    .where('change_id', '=', id)
    .where('public_key', 'in', [...keys])
    .execute()
}

export const markDone = (trx: Change<Tables>, id: string, at: Date): Promise<unknown> =>
  trx.updateTable('multisig.role_change').set({ done_at: at }).where('id', '=', id).execute()

/** Deletes all other changes of an account's role, which this one replaces. */
export const deleteOtherChanges = (
  trx: Change<Tables>,
  { chain, wallet, account, id }: Pick<RoleChangeRow, 'chain' | 'wallet' | 'account' | 'id'>,
): Promise<unknown> =>
  trx
    .deleteFrom('multisig.role_change')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('account', '=', account)
    .where('id', '<>', id)
    .execute()

/** Gives a role. An account that has confirmed another role at this wallet need not confirm again. */
export const putRole = (trx: Change<Tables>, role: RoleRow): Promise<unknown> =>
  trx
    .insertInto('multisig.role')
    .values(role)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'wallet', 'account']).doUpdateSet({
        role: role.role,
        change_id: role.change_id,
        given_at: role.given_at,
        expires_at: role.expires_at,
      }),
    )
    .execute()

/** An account's role or offer at a wallet. */
export const findRole = (
  read: Read,
  { chain, wallet, account, now }: { chain: string; wallet: string; account: string; now: Date },
): Promise<RoleRow | undefined> =>
  read
    .selectFrom('multisig.role')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('account', '=', account)
    .where(isCurrent(now))
    .executeTakeFirst()

/** A role that was confirmed, or an offer that has not expired. */
const isCurrent = (now: Date, of: '' | 'r.' = '') =>
  sql<boolean>`(${sql.ref(`${of}confirmed_at`)} is not null or ${sql.ref(`${of}expires_at`)} > ${now})`

/** The roles and offers of a wallet, by account. */
export const rolesOf = (read: Read, chain: string, wallet: string, now: Date): Promise<RoleRow[]> =>
  read
    .selectFrom('multisig.role')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where(isCurrent(now))
    .orderBy('account')
    .execute()

/** The confirmed roles at a wallet, by account. */
export async function countedRoles(
  read: Read,
  chain: string,
  wallet: string,
): Promise<Record<string, RoleRow['role']>> {
  const rows = await read
    .selectFrom('multisig.role')
    .select(['account', 'role'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('confirmed_at', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ account, role }) => [account, role]))
}

/** Confirms the role that an account was offered; false if it is now offered another role, or none. */
export async function confirmRole(
  trx: Change<Tables>,
  { chain, wallet, account, role, now }: Membership & { role: RoleRow['role']; now: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('multisig.role')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('account', '=', account)
    .where('role', '=', role)
    .where(isCurrent(now))
    .returning('account')
    .execute()
  return confirmed.length > 0
}

/** Ends the role of an account; false if it has none. */
export async function deleteRole(trx: Change<Tables>, { chain, wallet, account }: Membership): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('multisig.role')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('account', '=', account)
    .returning('account')
    .execute()
  return deleted.length > 0
}

/** Ends all roles and changes of a wallet. Returns the accounts whose roles were confirmed. */
export async function deleteRolesOf(trx: Change<Tables>, chain: string, wallet: string): Promise<string[]> {
  const ended = await trx
    .deleteFrom('multisig.role')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .returning(['account', 'confirmed_at'])
    .execute()
  await trx.deleteFrom('multisig.role_change').where('chain', '=', chain).where('wallet', '=', wallet).execute()
  return ended.filter(({ confirmed_at }) => confirmed_at !== null).map(({ account }) => account)
}

export interface OwnRole extends RoleRow {
  /** The wallet's name; null until the role is confirmed, since its owners choose it. */
  name: string | null
  asked_by: string
}

/**
 * A page after `cursor` of an account's roles, and of the offers that it can confirm, by wallet. Offers of muted
 * wallets are left out.
 */
export async function rolesOfAccount(
  read: Read,
  {
    chain,
    account,
    limit,
    cursor,
    now,
  }: { chain: string; account: string; limit: number; cursor: string | undefined; now: Date },
): Promise<ListPage<OwnRole>> {
  const items = await ownRoles(read)
    .where('r.chain', '=', chain)
    .where('r.account', '=', account)
    .where('r.wallet', '>', cursor ?? '')
    .where(isCurrent(now, 'r.'))
    .where(
      sql<boolean>`(r.confirmed_at is not null or not exists (
        select from multisig.acquaintance a
        where a.chain = r.chain and a.account = r.account and a.source = r.wallet and a.standing = 'muted'))`,
    )
    .orderBy('r.wallet')
    .limit(limit)
    .execute()
  return { items, isFull: items.length === limit }
}

/** An account's role or offer at one wallet, even if it has muted the wallet. */
export const ownRoleAt = (
  read: Read,
  { chain, account, wallet, now }: Membership & { now: Date },
): Promise<OwnRole | undefined> =>
  ownRoles(read)
    .where('r.chain', '=', chain)
    .where('r.account', '=', account)
    .where('r.wallet', '=', wallet)
    .where(isCurrent(now, 'r.'))
    .executeTakeFirst()

const ownRoles = (read: Read) =>
  read
    .selectFrom('multisig.role as r')
    .innerJoin('multisig.role_change as c', 'c.id', 'r.change_id')
    .innerJoin('multisig.wallet as w', (join) =>
      join.onRef('w.chain', '=', 'r.chain').onRef('w.wallet', '=', 'r.wallet'),
    )
    .selectAll('r')
    .select(['c.asked_by', sql<string | null>`case when r.confirmed_at is not null then w.name end`.as('name')])
