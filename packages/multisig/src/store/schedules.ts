import type { Change } from '@quorate/platform'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { CountedSignature, ScheduleState } from '../model/request.ts'
import type { Read, Tables } from './tables.ts'

export type Draft = Selectable<Tables['multisig.draft']>

/**
 * Notes that the ledger keeps a request's transaction: from now on it takes signatures until the schedule expires,
 * unless it was withdrawn meanwhile. False where that is noted already.
 */
export async function openSchedule(trx: Change<Tables>, jobId: string, id: string, now: Date): Promise<boolean> {
  const opened = await trx
    .updateTable('multisig.request')
    .set({
      state: sql`case when code = 'REJECTED' then state else 'pending' end`,
      code: sql`case when code = 'REJECTED' then code end`,
      message: sql`case when code = 'REJECTED' then message end`,
      schedule_id: id,
      schedule_state: 'open',
      expires_at: sql`schedule_expires_at`,
      window_ends_at: sql`schedule_expires_at`,
      open: true,
      updated_at: now,
    })
    .where('job_id', '=', jobId)
    // A failure that was not certain may have been stored before.
    .where('schedule_state', 'in', ['creating', 'expired'])
    .where('schedule_id', 'is', null)
    .returning('job_id')
    .execute()
  // The inbox orders by the end that the request now has.
  await trx.deleteFrom('multisig.inbox').where('job_id', '=', jobId).execute()
  return opened.length > 0
}

/** Notes how the schedule of a request ended: nothing more becomes of it. */
export async function endSchedule(trx: Change<Tables>, jobId: string, state: ScheduleState): Promise<void> {
  await trx
    .updateTable('multisig.request')
    .set({ schedule_state: state, open: false })
    .where('job_id', '=', jobId)
    .execute()
  await trx.deleteFrom('multisig.draft').where('job_id', '=', jobId).execute()
}

/** Begins a new chain of looks at a schedule; answers its number. Earlier chains end. */
export async function nextWatch(trx: Change<Tables>, jobId: string): Promise<number> {
  const { schedule_watch } = await trx
    .updateTable('multisig.request')
    .set({ schedule_watch: sql`schedule_watch + 1` })
    .where('job_id', '=', jobId)
    .returning('schedule_watch')
    .executeTakeFirstOrThrow()
  return schedule_watch
}

export async function watchOf(read: Read, jobId: string): Promise<number | undefined> {
  const row = await read
    .selectFrom('multisig.request')
    .select('schedule_watch')
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.schedule_watch
}

/**
 * The schedule of a change of the wallet's owners that the ledger keeps, and that its owners have not rejected; with
 * `before`, one that was asked for before that time. With `by`, also one of this account's that they have rejected.
 */
export async function scheduledUpdateOf(
  read: Read,
  of: { chain: string; wallet: string; before?: Date; by?: string },
): Promise<string | undefined> {
  const { chain, wallet, before, by = '' } = of
  let query = read
    .selectFrom('multisig.request')
    .select('schedule_id')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('operation', '=', sql.lit('update'))
    .where('schedule_state', '=', sql.lit('open'))
    .where(sql<boolean>`(state = 'pending' or requester = ${by})`)
  if (before) query = query.where('created_at', '<', before)
  const row = await query.limit(1).executeTakeFirst()
  return row?.schedule_id ?? undefined
}

/** The drafts of a request that may still be signed, the newest first; with `sender`, those of one account. */
export async function draftsOf(read: Read, jobId: string, now: Date, sender?: string): Promise<Draft[]> {
  let query = read.selectFrom('multisig.draft').selectAll().where('job_id', '=', jobId).where('expires_at', '>', now)
  if (sender !== undefined) query = query.where('sender', '=', sender)
  return query.orderBy('expires_at', 'desc').execute()
}

/** The bodies of drafts that were submitted. */
export async function submittedBodies(read: Read, jobId: string): Promise<Uint8Array[]> {
  const rows = await read
    .selectFrom('multisig.draft')
    .select('body_bytes')
    .where('job_id', '=', jobId)
    .where('submitted', '=', true)
    .execute()
  return rows.map(({ body_bytes }) => body_bytes)
}

/** Notes that a draft is about to be submitted: it is kept until its schedule ends. */
export async function markSubmitted(trx: Change<Tables>, { job_id, sender, expires_at }: Draft): Promise<void> {
  await trx
    .updateTable('multisig.draft')
    .set({ submitted: true })
    .where('job_id', '=', job_id)
    .where('sender', '=', sender)
    .where('expires_at', '=', expires_at)
    .execute()
}

/** Stores a draft, and deletes those of the request that have lapsed. */
export async function insertDraft(
  trx: Change<Tables>,
  draft: Insertable<Tables['multisig.draft']>,
  now: Date,
): Promise<void> {
  await trx
    .deleteFrom('multisig.draft')
    .where('job_id', '=', draft.job_id)
    .where('expires_at', '<=', now)
    .where('submitted', '=', false)
    .execute()
  await trx
    .insertInto('multisig.draft')
    .values(draft)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks signatures that only the mirror had shown as verified here. */
export async function confirmSignatures(
  trx: Change<Tables>,
  jobId: string,
  signatures: CountedSignature[],
): Promise<void> {
  for (const { senderId, publicKey, signature } of signatures)
    await trx
      .updateTable('multisig.event')
      .set({ payload: sql`payload - 'byMirror' || ${JSON.stringify({ senderId })}::jsonb`, signature })
      .where('job_id', '=', jobId)
      .where('public_key', '=', publicKey)
      .where(sql<boolean>`payload ? 'byMirror'`)
      .execute()
}
