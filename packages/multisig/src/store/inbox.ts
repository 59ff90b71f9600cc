import { type Change, invalidCursor, type ListPage, listPage, pageWithin } from '@quorate/platform'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import { waitsFor } from '../model/access.ts'
import { type Request, type Standing, standings } from '../model/request.ts'
import { requestFrom, requestQuery, requestSize } from './requests.ts'
import type { Read, Tables } from './tables.ts'

/**
 * Replaces the recorded accounts that pending requests wait for. A request keeps its turn. A new request gets the first
 * free turn among the open requests of its wallet.
 */
export async function noteWaiting(trx: Change<Tables>, requests: Request[]): Promise<void> {
  const entries = requests.flatMap((request) => waitsFor(request).map((account) => ({ ...request, account })))
  const jobIds = entries.map(({ jobId }) => jobId)
  const accounts = entries.map(({ account }) => account)
  await sql`
    with waiting as (select * from unnest(${jobIds}::text[], ${accounts}::text[]) as w (job_id, account)),
    gone as (
      delete from multisig.inbox i where job_id = any(${requests.map(({ jobId }) => jobId)}::text[])
        and not exists (select from waiting w where w.job_id = i.job_id and w.account = i.account)
    ),
    placed as (
      select r.job_id, r.chain, r.expires_at, coalesce(r.wallet, r.requester) as source,
        (select min(i.turn) from multisig.inbox i where i.job_id = r.job_id) as turn
      from multisig.request r where r.job_id = any(${[...new Set(jobIds)]}::text[])
    )
    insert into multisig.inbox (chain, account, ends_at, job_id, source, turn)
    select p.chain, w.account, p.expires_at, p.job_id, p.source, coalesce(p.turn, (
      select min(free.turn) from (
        select 1 as turn union all
        select i.turn + 1 from multisig.inbox i where i.chain = p.chain and i.source = p.source
      ) as free
      where not exists (
        select from multisig.inbox i where i.chain = p.chain and i.source = p.source and i.turn = free.turn)))
    from waiting w join placed p on p.job_id = w.job_id
    on conflict do nothing`.execute(trx)
}

/** The place of an entry in an inbox, which is sorted by these fields. */
export interface InboxPlace {
  /** The index in {@link standings}. */
  group: number
  turn: number
  endsAt: Date
  jobId: string
}

export interface InboxItem extends InboxPlace {
  request: Request
  standing: Standing
  /** How many requests of the same new wallet wait for the account beyond those that the inbox lists. */
  unlisted: number
}

/**
 * The earliest date that PGlite cannot parse, in milliseconds: from year 10000, JavaScript writes a sign and six
 * digits.
 */
const YEAR_10000 = Date.UTC(10_000, 0)

interface Selection {
  chain: string
  account: string
  now: Date
  /** If absent: `known` and `new` ones. */
  standing: Standing | undefined
}

/**
 * The requests that wait for an account, each with its group and its place among the waiting ones of the same wallet.
 */
const waiting = ({ chain, account, now }: Selection) => sql`
  select i.job_id, i.turn, i.ends_at,
    case when i.source = i.account or a.standing = 'known' then 0 when a.standing is null then 1 else 2 end as "group",
    row_number() over (partition by i.source order by i.turn, i.ends_at, i.job_id) as place,
    count(*) over (partition by i.source) as waiting
  from multisig.inbox i
  left join multisig.acquaintance a on a.chain = i.chain and a.account = i.account and a.source = i.source
  where i.chain = ${chain} and i.account = ${account} and i.ends_at > ${now}`

/** The rows of {@link waiting} that an inbox lists: for a new wallet, only the first few. */
const listed = (of: Selection) => {
  const group = of.standing === undefined ? sql`w."group" < 2` : sql`w."group" = ${standings.indexOf(of.standing)}`
  return sql`from (${waiting(of)}) as w where ${group} and (w."group" <> 1 or w.place <= ${limits.newRequestsOfWallet.value})`
}

/**
 * A page of the requests that wait for an account, after `after`: first those of wallets that it knows, then those of
 * wallets that are new to it. The wallets of each group take turns.
 *
 * @throws 400 INVALID_CURSOR if no request can have the time of `after`
 */
export async function inboxOf(
  read: Read,
  page: Selection & { limit: number; after: InboxPlace | undefined },
): Promise<ListPage<InboxItem>> {
  const { limit, after } = page
  if (after && after.endsAt.getTime() >= YEAR_10000) throw invalidCursor(`${after.endsAt.getTime()}_${after.jobId}`)
  const onward = after
    ? sql`and (w."group", w.turn, w.ends_at, w.job_id) > (${after.group}, ${after.turn}, ${after.endsAt}, ${after.jobId})`
    : sql``
  const list = sql`
    select json_build_object('job', l.job_id, 'group', l."group", 'turn', l.turn, 'waiting', l.waiting) as place,
      ${requestSize} as size
    from (select w.* ${listed(page)} ${onward} order by w."group", w.turn, w.ends_at, w.job_id limit ${limit}) as l
    join multisig.request r on r.job_id = l.job_id
    order by l."group", l.turn, l.ends_at, l.job_id`
  const rows = await requestQuery(read)
    .innerJoin(
      pageWithin<{ group: number; turn: number; waiting: number }>(list, limits.pageBytes.value).as('page'),
      (join) => join.on(sql<boolean>`page.place ->> 'job' = r.job_id`),
    )
    .select(['page.listed', 'page.place'])
    .execute()
  const items = rows.map((row): InboxItem => {
    const request = requestFrom(row)
    const { group, turn, waiting } = row.place
    const standing = standings[group] ?? 'new'
    const unlisted = standing === 'new' ? Math.max(0, waiting - limits.newRequestsOfWallet.value) : 0
    return { request, group, turn, endsAt: request.expiresAt, jobId: request.jobId, standing, unlisted }
  })
  return listPage(items.toSorted(byPlace), rows[0]?.listed, limit)
}

const byPlace = (a: InboxPlace, b: InboxPlace): number =>
  a.group - b.group || a.turn - b.turn || a.endsAt.getTime() - b.endsAt.getTime() || (a.jobId < b.jobId ? -1 : 1)

/** How many requests {@link inboxOf} lists on all pages. */
export async function countInbox(read: Read, of: Selection): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count ${listed(of)}`.execute(read as never)
  return Number(rows[0]?.count ?? 0)
}
