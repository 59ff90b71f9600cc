import { keyToProto } from '@quorate/ledger'
import { type Change, type ListPage, listPage, pageWithin } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import { keyFromHex } from '../model/keys.ts'
import type { Member } from '../model/roles.ts'
import { type Governance, type Owner, walletKey } from '../model/wallet.ts'
import type { Read, StoredOwner, Tables } from './tables.ts'

/** A wallet as the service stores it. */
export interface Wallet extends Governance {
  chain: string
  wallet: string
  smartApp: string
  name: string
  description: string
  key: Key
  previousKey: Key | null
  governedSince: string | null
  createdAt: Date
  updatedAt: Date
  /** Who last changed the name or the description, and when; null if nobody did. */
  named: { by: string; at: Date } | null
}

/** A wallet as lists show it, without keys. */
export interface WalletEntry extends Omit<Wallet, 'owners' | 'key' | 'previousKey'> {
  owners: Omit<Owner, 'key'>[]
}

export const ownersFrom = (stored: StoredOwner[]) =>
  stored.map(({ wallet, name, key }) => ({ wallet, name, key: keyFromHex(key) }))

export const ownersJson = (chain: string, wallet: string) => sql<StoredOwner[] | null>`(
  select json_agg(json_build_object('wallet', o.account, 'name', o.name, 'key', encode(o.key, 'hex')) order by o.position)
  from multisig.owner o where o.chain = ${sql.ref(chain)} and o.wallet = ${sql.ref(wallet)})`

const entryColumns = [
  'w.chain',
  'w.wallet',
  'w.smart_app',
  'w.name',
  'w.description',
  'w.threshold',
  'w.governed_since',
  'w.created_at',
  'w.updated_at',
  'w.named_by',
  'w.named_at',
] as const

type EntryRow = Omit<Tables['multisig.wallet'], 'previous_key'>

const entryFrom = (row: EntryRow): Omit<WalletEntry, 'owners'> => ({
  chain: row.chain,
  wallet: row.wallet,
  smartApp: row.smart_app,
  name: row.name,
  description: row.description,
  threshold: row.threshold,
  governedSince: row.governed_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  named: row.named_by === null || row.named_at === null ? null : { by: row.named_by, at: row.named_at },
})

function walletFrom(row: Tables['multisig.wallet'] & { owners: StoredOwner[] | null }): Wallet {
  const owners = ownersFrom(row.owners ?? [])
  return {
    ...entryFrom(row),
    owners,
    key: walletKey({ owners, threshold: row.threshold }),
    previousKey: row.previous_key ? keyFromHex(Buffer.from(row.previous_key).toString('hex')) : null,
  }
}

export async function findWallet(read: Read, chain: string, wallet: string): Promise<Wallet | undefined> {
  const row = await read
    .selectFrom('multisig.wallet as w')
    .selectAll('w')
    .select(ownersJson('w.chain', 'w.wallet').as('owners'))
    .where('w.chain', '=', chain)
    .where('w.wallet', '=', wallet)
    .executeTakeFirst()
  return row && walletFrom(row)
}

/** A wallet in the list of an account, with the account's role. */
export interface OwnWallet extends WalletEntry {
  role: Member
}

/** The wallets that `account` is a member of and has not muted, by account id: a page after `cursor`. */
export async function walletsOf(
  read: Read,
  { chain, account, limit, cursor }: { chain: string; account: string; limit: number; cursor: string | undefined },
): Promise<ListPage<OwnWallet>> {
  const list = sql`
    select json_build_object('wallet', mine.wallet, 'role', mine.role) as place, octet_length(w.name) + octet_length(w.description) + (
      select sum(octet_length(o.name)) from multisig.owner o where o.chain = w.chain and o.wallet = w.wallet) as size
    from multisig.wallet w join multisig.member mine on mine.chain = w.chain and mine.wallet = w.wallet
    where mine.chain = ${chain} and mine.account = ${account} and mine.wallet > ${cursor ?? ''} and ${isUnmuted}
    order by mine.wallet limit ${limit}`
  const rows = await read
    .selectFrom('multisig.wallet as w')
    .innerJoin(pageWithin<{ role: Member }>(list, limits.pageBytes.value).as('page'), (join) =>
      join.on(sql<boolean>`page.place ->> 'wallet' = w.wallet`),
    )
    .select([...entryColumns, 'page.listed', 'page.place'])
    .select(
      sql<WalletEntry['owners'] | null>`(
        select json_agg(json_build_object('wallet', o.account, 'name', o.name) order by o.position)
        from multisig.owner o where o.chain = w.chain and o.wallet = w.wallet)`.as('owners'),
    )
    .where('w.chain', '=', chain)
    .orderBy('w.wallet')
    .execute()
  const items = rows.map((row) => ({ ...entryFrom(row), owners: row.owners ?? [], role: row.place.role }))
  return listPage(items, rows[0]?.listed, limit)
}

/** Whether the member `mine` has not muted its wallet. */
const isUnmuted = sql<boolean>`not exists (
  select from multisig.acquaintance a
  where a.chain = mine.chain and a.account = mine.account and a.source = mine.wallet and a.standing = 'muted')`

/** How many wallets {@link walletsOf} lists. */
export async function countWalletsOf(read: Read, chain: string, account: string): Promise<number> {
  const { count } = await read
    .selectFrom('multisig.member as mine')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('chain', '=', chain)
    .where('account', '=', account)
    .where(isUnmuted)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a wallet with its owners; false if the account is already a wallet. */
export async function insertWallet(trx: Change<Tables>, wallet: Wallet): Promise<boolean> {
  const inserted = await trx
    .insertInto('multisig.wallet')
    .values({
      chain: wallet.chain,
      wallet: wallet.wallet,
      smart_app: wallet.smartApp,
      name: wallet.name,
      description: wallet.description,
      threshold: wallet.threshold,
      previous_key: null,
      governed_since: wallet.governedSince,
      created_at: wallet.createdAt,
      updated_at: wallet.updatedAt,
      named_by: null,
      named_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('wallet')
    .execute()
  if (inserted.length === 0) return false
  await insertOwners(trx, wallet)
  return true
}

/** Changes the name or the description, if one of them differs. Returns whether one does. */
export async function renameWallet(
  trx: Change<Tables>,
  { chain, wallet, name, description, by, at }: Renaming,
): Promise<boolean> {
  const changed = {
    name: sql<string>`coalesce(${name ?? null}, name)`,
    description: sql<string>`coalesce(${description ?? null}, description)`,
  }
  const renamed = await trx
    .updateTable('multisig.wallet')
    .set({ ...changed, named_by: by, named_at: at, updated_at: at })
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where(sql<boolean>`(name, description) is distinct from (${changed.name}, ${changed.description})`)
    .returning('wallet')
    .executeTakeFirst()
  return renamed !== undefined
}

export interface Renaming {
  chain: string
  wallet: string
  /** Undefined keeps the present one. */
  name?: string | undefined
  description?: string | undefined
  by: string
  at: Date
}

/** Replaces the owners and the threshold. The old key is kept until the next change. */
export async function replaceGovernance(trx: Change<Tables>, wallet: Wallet, previousKey: Key): Promise<void> {
  const here = { chain: wallet.chain, wallet: wallet.wallet }
  await trx
    .updateTable('multisig.wallet')
    .set({
      threshold: wallet.threshold,
      previous_key: keyToProto(previousKey),
      governed_since: wallet.governedSince,
      updated_at: wallet.updatedAt,
    })
    .where('chain', '=', here.chain)
    .where('wallet', '=', here.wallet)
    .execute()
  await trx.deleteFrom('multisig.owner').where('chain', '=', here.chain).where('wallet', '=', here.wallet).execute()
  await insertOwners(trx, wallet)
}

async function insertOwners(trx: Change<Tables>, { chain, wallet, owners }: Wallet): Promise<void> {
  await trx
    .insertInto('multisig.owner')
    .values(
      owners.map((owner, position) => ({
        chain,
        wallet,
        position,
        account: owner.wallet,
        name: owner.name,
        key: keyToProto(owner.key),
      })),
    )
    .execute()
}
