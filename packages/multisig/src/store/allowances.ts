import type { ListPage } from '@quorate/platform'
import { sql } from 'kysely'
import type { Request } from '../model/request.ts'
import { gaveAllowance } from './acquaintances.ts'
import { findRequests } from './requests.ts'
import type { Read } from './tables.ts'

/**
 * The requests of a wallet that may still set an allowance, oldest first: pending ones, and those that were closed here
 * while the ledger keeps their schedules. `allowanceIn` says which of them set one.
 *
 * @param before Only requests that were made before this one
 */
export async function openApprovalsOf(
  read: Read,
  { chain, wallet, before }: { chain: string; wallet: string; before?: string },
): Promise<Request[]> {
  const rows = await read
    .selectFrom('multisig.request')
    .select(['job_id', 'sequence'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where(sql<boolean>`(state = 'pending' or schedule_state = 'open')`)
    .where('operation', '=', 'operation')
    .where(sql<boolean>`payload -> 'operation' ->> 'path' = '/accounts/allowance/approve'`)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`sequence < (select r.sequence from multisig.request r where r.job_id = ${before})`),
    )
    .orderBy('sequence')
    .execute()
  if (rows.length === 0) return []
  const places = new Map(rows.map(({ job_id }, index) => [job_id, index]))
  const requests = await findRequests(
    read,
    rows.map(({ job_id }) => job_id),
  )
  return requests.toSorted((a, b) => (places.get(a.jobId) ?? 0) - (places.get(b.jobId) ?? 0))
}

/** The wallets that have given an account an allowance here and that it has not muted, by id: a page after `cursor`. */
export async function walletsAllowing(
  read: Read,
  { chain, account, limit, cursor }: { chain: string; account: string; limit: number; cursor: string | undefined },
): Promise<ListPage<string>> {
  const rows = await read
    .selectFrom('multisig.request as r')
    .select('r.wallet')
    .distinct()
    .where('r.chain', '=', chain)
    .where(gaveAllowance(account))
    .where('r.wallet', '>', cursor ?? '')
    .where(
      sql<boolean>`not exists (
        select from multisig.acquaintance a
        where a.chain = r.chain and a.account = ${account} and a.source = r.wallet and a.standing = 'muted')`,
    )
    .orderBy('r.wallet')
    .limit(limit)
    .execute()
  return { items: rows.map(({ wallet }) => String(wallet)), isFull: rows.length === limit }
}
