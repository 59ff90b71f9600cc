/** Groups of requests that are reviewed and signed together. */
import type { Change } from '@quorate/platform'
import { sql } from 'kysely'
import type { Read, Tables } from './tables.ts'

/** The parts of a wallet's group that exist, in order. */
export async function partsOf(
  read: Read,
  { chain, wallet, groupId }: { chain: string; wallet: string; groupId: string },
): Promise<{ jobId: string; requester: string; position: number; size: number }[]> {
  const rows = await read
    .selectFrom('multisig.request')
    .select(['job_id', 'requester', 'group_position', 'group_size'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('group_id', '=', groupId)
    .orderBy('group_position')
    .execute()
  return rows.map(({ job_id, requester, group_position, group_size }) => ({
    jobId: job_id,
    requester,
    position: group_position ?? 0,
    size: group_size ?? 0,
  }))
}

/** Whether another part of the request's group has not ended. */
export async function hasOpenParts(
  trx: Change<Tables>,
  of: { chain: string; wallet: string | null; groupId: string; jobId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from multisig.request
    where chain = ${of.chain} and wallet = ${of.wallet} and group_id = ${of.groupId} and job_id <> ${of.jobId}
      and state in ('pending', 'executing') limit 1`.execute(trx)
  return rows.length > 0
}
