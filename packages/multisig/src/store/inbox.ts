import { type Change, invalidCursor, type ListPage, listPage, pageWithin } from '@quorate/platform'
import { sql } from 'kysely'
import { limits } from '../limits.ts'
import { type Request, waitsFor } from '../model/request.ts'
import { requestFrom, requestQuery, requestSize } from './requests.ts'
import type { Read, Tables } from './tables.ts'

/** Notes whom pending requests wait for, instead of those who were noted before. */
export async function noteWaiting(trx: Change<Tables>, requests: Request[]): Promise<void> {
  const entries = requests.flatMap((request) => waitsFor(request).map((account) => ({ ...request, account })))
  const jobIds = entries.map(({ jobId }) => jobId)
  const accounts = entries.map(({ account }) => account)
  await sql`
    with waiting as (select * from unnest(${jobIds}::text[], ${accounts}::text[]) as w (job_id, account)),
    gone as (
      delete from multisig.inbox i where job_id = any(${requests.map(({ jobId }) => jobId)}::text[])
        and not exists (select from waiting w where w.job_id = i.job_id and w.account = i.account)
    )
    insert into multisig.inbox (chain, account, ends_at, job_id)
    select r.chain, w.account, r.expires_at, r.job_id from waiting w join multisig.request r on r.job_id = w.job_id
    on conflict do nothing`.execute(trx)
}

/** The place of an entry in an inbox: inboxes are ordered by these. */
export interface InboxPlace {
  endsAt: Date
  jobId: string
}

/** The first time, in milliseconds, that PGlite cannot read: JavaScript writes its year with a sign and six digits. */
const YEAR_10000 = Date.UTC(10_000, 0)

/**
 * The requests that wait for an account, those that end soonest first; a page after `after`.
 * @throws 400 INVALID_CURSOR where the time of `after` is none that a request can have
 */
export async function inboxOf(
  read: Read,
  page: { chain: string; account: string; now: Date; limit: number; after: InboxPlace | undefined },
): Promise<ListPage<Request>> {
  const { chain, account, now, limit, after } = page
  if (after && after.endsAt.getTime() >= YEAR_10000) throw invalidCursor(`${after.endsAt.getTime()}_${after.jobId}`)
  const onward = after ? sql`and (i.ends_at, i.job_id) > (${after.endsAt}, ${after.jobId})` : sql``
  const list = sql`
    select i.job_id as place, ${requestSize} as size
    from multisig.inbox i join multisig.request r on r.job_id = i.job_id
    where i.chain = ${chain} and i.account = ${account} and i.ends_at > ${now} ${onward}
    order by i.ends_at, i.job_id limit ${limit}`
  const rows = await requestQuery(read)
    .innerJoin(pageWithin<string>(list, limits.pageBytes.value).as('page'), 'page.place', 'r.job_id')
    .select('page.listed')
    .orderBy('r.expires_at')
    .orderBy('r.job_id')
    .execute()
  return listPage(rows.map(requestFrom), rows[0]?.listed, limit)
}

/** How many requests wait for an account. */
export async function countInbox(
  read: Read,
  { chain, account, now }: { chain: string; account: string; now: Date },
): Promise<number> {
  const { count } = await read
    .selectFrom('multisig.inbox')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('chain', '=', chain)
    .where('account', '=', account)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
