/** The newest entries of several lists in one query, for answers about several DAOs or proposals. */
import { type RawBuilder, sql } from 'kysely'
import { limits } from '../limits.ts'
import type { Dao, Proposal, Vote } from '../model/dao.ts'
import { proposalSize, proposalsAt } from './proposals.ts'
import type { Read } from './tables.ts'
import { voteSize, votesAt } from './votes.ts'

/** The newest entries of one list, and whether it has more. */
export interface Newest<Item> {
  items: Item[]
  truncated: boolean
}

/** The newest members. The owner is always among them. */
export interface NewestMembers extends Newest<string> {
  count: number
}

/** The maximum number of proposals or votes of all lists in one answer. */
const NESTED_ENTRIES = 1_000

/** How many entries of each list to show, given the number of lists. */
const entriesOfEach = (lists: number): number =>
  Math.max(1, Math.min(limits.listEntries.value, Math.floor(NESTED_ENTRIES / lists)))

export async function newestMembers(read: Read, daos: readonly Dao[]): Promise<Map<string, NewestMembers>> {
  if (daos.length === 0) return new Map()
  const most = limits.listEntries.value
  const rows = await read
    .selectFrom('governance.dao as d')
    .select([
      'd.dao_id',
      'd.owner',
      'd.member_count as count',
      sql<string[]>`array(
        select m.account from governance.member m where m.dao_id = d.dao_id and m.removed_at is null
        order by m.id desc limit ${most}
      )`.as('accounts'),
    ])
    .where(
      'd.dao_id',
      'in',
      daos.map(({ daoId }) => daoId),
    )
    .execute()
  return new Map(
    rows.map(({ dao_id, owner, count, accounts }) => {
      const items = accounts.includes(owner) ? accounts : [...accounts.slice(0, most - 1), owner]
      return [dao_id, { items, count, truncated: count > items.length }]
    }),
  )
}

export async function newestProposals(read: Read, daos: readonly Dao[]): Promise<Map<string, Newest<Proposal>>> {
  const ids = sql`array[${sql.join(daos.map(({ daoId }) => daoId))}]::uuid[]`
  const places = await placesIn(
    read,
    daos.length,
    (limit) => sql`
    select d.id as owner, p.sequence as place, p.size from unnest(${ids}) as d(id) cross join lateral (
      select sequence, ${proposalSize} as size
      from governance.proposal where dao_id = d.id order by sequence desc limit ${limit}) as p`,
  )
  const found = await proposalsAt(
    read,
    places.shown.map(({ place }) => place),
  )
  return places.byOwner(found, ({ dao }) => dao.daoId)
}

export async function newestVotes(read: Read, proposals: readonly Proposal[]): Promise<Map<string, Newest<Vote>>> {
  const ids = sql`array[${sql.join(proposals.map(({ proposalId }) => proposalId))}]::uuid[]`
  const places = await placesIn(
    read,
    proposals.length,
    (limit) => sql`
    select p.id as owner, v.number as place, v.size
    from unnest(${ids}) as p(id) join governance.proposal as of on of.proposal_id = p.id cross join lateral (
      select number::bigint, ${voteSize(sql`of.options`)} as size
      from governance.vote where proposal_id = p.id order by number desc limit ${limit}) as v`,
  )
  const found = await votesAt(
    read,
    places.shown,
    new Map(proposals.map(({ proposalId, options }) => [proposalId, options])),
  )
  return places.byOwner(found, ({ proposalId }) => proposalId)
}

/**
 * The places of the newest entries of several lists, up to about `pageBytes` for all lists together: first the newest
 * entry of each list, then the second of each, and so on.
 */
async function placesIn(
  read: Read,
  count: number,
  listed: (limit: number) => RawBuilder<unknown>,
): Promise<{
  shown: { owner: string; place: bigint }[]
  byOwner<Item>(items: readonly Item[], ownerOf: (item: Item) => string): Map<string, Newest<Item>>
}> {
  const most = entriesOfEach(Math.max(count, 1))
  const rows =
    count === 0
      ? []
      : await read
          .selectFrom(
            sql<{ owner: string; place: bigint; fits: boolean }>`(
              select owner, place, rank <= ${most} and total - size < ${limits.pageBytes.value} as fits from (
                select *, sum(size) over (order by rank, place desc rows unbounded preceding) as total from (
                  select *, row_number() over (partition by owner order by place desc) as rank
                  from (${listed(most + 1)}) as listed
                ) as ranked
              ) as summed order by rank, place desc)`.as('places'),
          )
          .select(['owner', 'place', 'fits'])
          .execute()
  const truncated = new Set(rows.flatMap(({ owner, fits }) => (fits ? [] : [owner])))
  return {
    shown: rows.filter(({ fits }) => fits),
    byOwner(items, ownerOf) {
      const lists = Map.groupBy(items, ownerOf)
      const owners = new Set(rows.map(({ owner }) => owner))
      return new Map(
        [...owners].map((owner) => [owner, { items: lists.get(owner) ?? [], truncated: truncated.has(owner) }]),
      )
    },
  }
}
