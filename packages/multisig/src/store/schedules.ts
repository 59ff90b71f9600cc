import type { Change } from '@quorate/platform'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { CountedSignature, ScheduleState } from '../model/request.ts'
import type { Read, Tables } from './tables.ts'

export type Draft = Selectable<Tables['multisig.draft']>

/**
 * The codes of requests that can no longer be signed here although the ledger may keep their schedules: withdrawn or
 * rejected, replaced, made for former owners, for an ended limit, or concurrent with another change of owners.
 */
export const CLOSED_HERE = ['LIMIT_ENDED', 'REJECTED', 'REPLACED', 'WALLET_CHANGED', 'WALLET_CHANGING', 'WITHDRAWN']
export const isClosedHere = sql<boolean>`coalesce(code = any(${CLOSED_HERE}::text[]), false)`

/**
 * How long expired drafts are kept, in milliseconds. A later check may find that their senders have submitted them
 * themselves.
 */
const KEPT_MS = 600_000
/** How many of a sender's drafts are kept until the schedule ends. */
const MOST_KEPT = 3

/**
 * Records that the ledger keeps a request's transaction. The request then accepts signatures until the schedule
 * expires, unless it was closed here in the meantime. False if that is already recorded.
 */
export async function openSchedule(trx: Change<Tables>, jobId: string, id: string, now: Date): Promise<boolean> {
  const opened = await trx
    .updateTable('multisig.request')
    .set({
      state: sql`case when ${isClosedHere} then state else 'pending' end`,
      code: sql`case when ${isClosedHere} then code end`,
      message: sql`case when ${isClosedHere} then message end`,
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
  // The inbox sorts by the request's present end.
  await trx.deleteFrom('multisig.inbox').where('job_id', '=', jobId).execute()
  return opened.length > 0
}

/** Records how the schedule of a request ended, which is final. False if that is already recorded. */
export async function endSchedule(trx: Change<Tables>, jobId: string, state: ScheduleState): Promise<boolean> {
  const ended = await trx
    .updateTable('multisig.request')
    .set({ schedule_state: state, open: false })
    .where('job_id', '=', jobId)
    .where('schedule_state', '=', sql.lit('open'))
    .returning('job_id')
    .execute()
  await trx.deleteFrom('multisig.draft').where('job_id', '=', jobId).execute()
  return ended.length > 0
}

/** Begins a new series of checks of a schedule and returns its number. Earlier series end. */
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
 * Returns the id of a schedule on the ledger that would change the wallet's owners, unless they have rejected it.
 * `before`: only a schedule requested before that time. `except`: not the schedule of this request. `by`: also a
 * rejected schedule, if this account requested it.
 */
export async function scheduledUpdateOf(
  read: Read,
  of: { chain: string; wallet: string; before?: Date; except?: string; by?: string },
): Promise<string | undefined> {
  const { chain, wallet, before, except, by = '' } = of
  let query = read
    .selectFrom('multisig.request')
    .select('schedule_id')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('operation', '=', sql.lit('update'))
    .where('schedule_state', '=', sql.lit('open'))
    .where(sql<boolean>`(state = 'pending' or requester = ${by})`)
  if (before) query = query.where('created_at', '<', before)
  if (except !== undefined) query = query.where('job_id', '<>', except)
  const row = await query.limit(1).executeTakeFirst()
  return row?.schedule_id ?? undefined
}

/** The drafts of a request that may still be signed, newest first; with `sender`, those of one account. */
export async function draftsOf(read: Read, jobId: string, now: Date, sender?: string): Promise<Draft[]> {
  let query = read.selectFrom('multisig.draft').selectAll().where('job_id', '=', jobId).where('expires_at', '>', now)
  if (sender !== undefined) query = query.where('sender', '=', sender)
  return query.orderBy('expires_at', 'desc').execute()
}

/** The bodies of a request's stored drafts. */
export async function draftedBodies(read: Read, jobId: string): Promise<Uint8Array[]> {
  const rows = await read.selectFrom('multisig.draft').select('body_bytes').where('job_id', '=', jobId).execute()
  return rows.map(({ body_bytes }) => body_bytes)
}

/**
 * Records that a draft is about to be submitted, so that it is kept until its schedule ends. False if that is already
 * recorded.
 */
export async function markSubmitted(
  trx: Change<Tables>,
  { job_id, sender, kind, paid, expires_at }: Draft,
): Promise<boolean> {
  const marked = await trx
    .updateTable('multisig.draft')
    .set({ submitted: true })
    .where('job_id', '=', job_id)
    .where('sender', '=', sender)
    .where('kind', '=', kind)
    .where('paid', '=', paid)
    .where('expires_at', '=', expires_at)
    .where('submitted', '=', false)
    .returning('job_id')
    .execute()
  return marked.length > 0
}

/** Stores a draft. Deletes those that expired some time ago, except for the sender's newest submitted ones. */
export async function insertDraft(
  trx: Change<Tables>,
  draft: Insertable<Tables['multisig.draft']>,
  now: Date,
): Promise<void> {
  const kept = new Date(now.getTime() - KEPT_MS)
  await sql`
    delete from multisig.draft d where job_id = ${draft.job_id} and expires_at <= ${kept}
      and (not submitted or ${MOST_KEPT} <= (
        select count(*) from multisig.draft o
        where o.job_id = d.job_id and o.sender = d.sender and o.submitted and o.expires_at > d.expires_at))`.execute(
    trx,
  )
  await trx
    .insertInto('multisig.draft')
    .values(draft)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks signatures that only the mirror had shown as verified here. */
export async function verifyShown(trx: Change<Tables>, jobId: string, signatures: CountedSignature[]): Promise<void> {
  for (const { senderId, publicKey, signature } of signatures)
    await trx
      .updateTable('multisig.event')
      .set({ payload: sql`payload - 'byMirror' || ${JSON.stringify({ senderId })}::jsonb`, signature })
      .where('job_id', '=', jobId)
      .where('public_key', '=', publicKey)
      .where(sql<boolean>`payload ? 'byMirror'`)
      .execute()
}
