import { type Change, type Database, deleteAll, json } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import type { CountedSignature, Request } from '../model/request.ts'
import { noteKnown } from './acquaintances.ts'
import type { Read, Tables } from './tables.ts'

export type EventRow = Selectable<Tables['multisig.event']>

/** The events of these requests, oldest first. */
export async function eventsOf(read: Read, jobIds: string[]): Promise<EventRow[]> {
  if (jobIds.length === 0) return []
  return read.selectFrom('multisig.event').selectAll().where('job_id', 'in', jobIds).orderBy('id').execute()
}

export type Comment = Tables['multisig.comment']

export async function insertComment(trx: Change<Tables>, comment: Comment): Promise<void> {
  await trx.insertInto('multisig.comment').values(comment).execute()
}

/** Deletes the comments on these requests. */
export const deleteComments = (database: Database<Tables>, jobIds: string[]): Promise<void> =>
  deleteAll(database, 'multisig.comment', sql`job_id = any(${jobIds})`)

export async function insertRejection(trx: Change<Tables>, rejection: Tables['multisig.rejection']): Promise<void> {
  await trx
    .insertInto('multisig.rejection')
    .values(rejection)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The accounts that have rejected a request. */
export const rejectionsOf = (read: Pick<Read, 'selectFrom'>, jobId: string): Promise<{ account: string }[]> =>
  read.selectFrom('multisig.rejection').select('account').where('job_id', '=', jobId).execute()

/** How many comments an account has written on a chain since a time. */
export async function countCommentsSince(
  read: Read,
  { chain, account, since }: { chain: string; account: string; since: Date },
): Promise<number> {
  const { count } = await read
    .selectFrom('multisig.comment as c')
    .innerJoin('multisig.request as r', 'r.job_id', 'c.job_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('c.account', '=', account)
    .where('c.timestamp', '>', since)
    .where('r.chain', '=', chain)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest 100 comments on a request, newest first. */
export const commentsOf = (read: Read, jobId: string): Promise<Comment[]> =>
  read
    .selectFrom('multisig.comment')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('timestamp', 'desc')
    .limit(100)
    .execute()

/** Stores signatures, one per key. A signature whose key was seen on the ledger replaces an unconfirmed one. */
export async function insertSignatures(
  trx: Change<Tables>,
  { jobId, chain, wallet, requester }: Pick<Request, 'jobId' | 'chain' | 'wallet' | 'requester'>,
  signatures: CountedSignature[],
): Promise<void> {
  if (signatures.length === 0) return
  const signed = signatures.filter(({ byMirror }) => !byMirror)
  const accounts = [...new Set(signed.map(({ senderId }) => senderId))]
  if (signed[0]) await noteKnown(trx, { chain, source: wallet ?? requester, accounts, at: signed[0].timestamp })
  await trx
    .insertInto('multisig.event')
    .values(
      [...new Map(signatures.map((one) => [one.publicKey, one])).values()].map((one) => ({
        job_id: jobId,
        action: 'signature' as const,
        status: 'success' as const,
        payload: json({
          senderId: one.senderId,
          publicKey: one.publicKey,
          ...(one.byMirror ? { byMirror: one.byMirror } : {}),
        }),
        timestamp: one.timestamp,
        transaction: null,
        signature: one.signature,
        public_key: one.publicKey,
        confirmed: !one.unconfirmed,
      })),
    )
    // A literal, because a generic plan with a parameter cannot use the partial index.
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'public_key'])
        .where('action', '=', sql.lit('signature'))
        .doUpdateSet(({ ref }) => ({
          confirmed: true,
          payload: ref('excluded.payload'),
          signature: ref('excluded.signature'),
        }))
        .where(sql<boolean>`not multisig.event.confirmed and excluded.confirmed`),
    )
    .execute()
}

/** Marks unconfirmed signatures by these keys as counted. */
export async function confirmSignatures(trx: Change<Tables>, jobId: string, publicKeys: string[]): Promise<void> {
  await trx
    .updateTable('multisig.event')
    .set({ confirmed: true })
    .where('job_id', '=', jobId)
    .where('action', '=', 'signature')
    .where('public_key', 'in', publicKeys)
    .execute()
}

/** The reason why a signature no longer counts, as its event states it. */
export interface WithdrawnFor {
  code: string
  message?: string
}

/** Withdraws the signatures by these keys. Their events stay, but without a key, so that each key can sign again. */
export async function withdrawSignatures(
  trx: Change<Tables>,
  jobId: string,
  publicKeys: string[],
  why: WithdrawnFor,
): Promise<void> {
  await trx
    .updateTable('multisig.event')
    .set({ status: 'error', public_key: null, payload: sql`payload || ${json(why)}` })
    .where('job_id', '=', jobId)
    .where('action', '=', 'signature')
    .where('public_key', 'in', publicKeys)
    .execute()
}
