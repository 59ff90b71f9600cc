/** Requests that replace each other: at most one of them may be executed. */
import type { Change } from '@quorate/platform'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** A pending request that competes with another one. */
export interface Rival {
  jobId: string
  transactionId: string
  /** Whether it is the older one of the two, which the other replaces. */
  isOlder: boolean
}

/** The pending rivals of a request, oldest first, locked until the database transaction ends. */
export async function rivalsOf(trx: Change<Tables>, jobId: string): Promise<Rival[]> {
  const { rows } = await sql<{ job_id: string; transaction_id: string; is_older: boolean }>`
    select o.job_id, o.transaction_id, o.sequence < r.sequence as is_older
    from multisig.request r join multisig.request o on o.slot = r.slot and o.job_id <> r.job_id
    where r.job_id = ${jobId} and o.state = 'pending'
    order by o.sequence
    for update of o`.execute(trx)
  return rows.map(({ job_id, transaction_id, is_older }) => ({
    jobId: job_id,
    transactionId: transaction_id,
    isOlder: is_older,
  }))
}

/** A rival that is being executed; undefined if there is none. */
export async function executingRivalOf(trx: Change<Tables>, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ job_id: string }>`
    select o.job_id from multisig.request r join multisig.request o on o.slot = r.slot and o.job_id <> r.job_id
    where r.job_id = ${jobId} and o.state = 'executing' limit 1`.execute(trx)
  return rows[0]?.job_id
}

/** Makes a stored request a rival of the request that it replaces. */
export async function noteReplacement(
  trx: Change<Tables>,
  { jobId, replaces }: { jobId: string; replaces: string },
): Promise<void> {
  await sql`update multisig.request set slot = coalesce(slot, job_id) where job_id = ${replaces}`.execute(trx)
  await sql`
    update multisig.request set slot = (select slot from multisig.request where job_id = ${replaces})
    where job_id = ${jobId}`.execute(trx)
}

/** The request that replaces this one and accepts signatures at `now`, or is being executed. */
export async function openReplacementOf(trx: Change<Tables>, jobId: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ job_id: string }>`
    select n.job_id from multisig.request r join multisig.request n on n.slot = r.slot and n.replaces = r.job_id
    where r.job_id = ${jobId} and (n.state = 'executing' or (n.state = 'pending' and n.expires_at > ${now}))`.execute(
    trx,
  )
  return rows[0]?.job_id
}
