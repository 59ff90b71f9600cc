import { type ListPage, listPage, pageWithin } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import { limits } from '../limits.ts'
import { type Dao, isUuid } from '../model/dao.ts'
import type { Draft } from '../model/draft.ts'
import type { ProposalBody } from '../model/proposal-body.ts'
import type { Page, Read, Tables, Trx } from './tables.ts'

type DraftRow = Omit<Selectable<Tables['governance.draft']>, 'dao_id' | 'chain'>

/** The columns that belong to the draft itself. */
const columns = ['draft_id', 'sequence', 'author', 'revision', 'content', 'created_at', 'updated_at'] as const

const draftFrom = (row: DraftRow, dao: Dao): Draft => ({
  draftId: row.draft_id,
  sequence: row.sequence,
  dao,
  author: row.author,
  revision: row.revision,
  proposal: row.content,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

// Passed as text: an object would be converted to `jsonb`, which rewrites its numbers.
const jsonText = (content: ProposalBody) => sql<ProposalBody>`${JSON.stringify(content)}::json`

/** The id of the DAO of a draft. */
export async function daoOfDraft(read: Read, draftId: string): Promise<string | undefined> {
  if (!isUuid(draftId)) return undefined
  const row = await read
    .selectFrom('governance.draft')
    .select('dao_id')
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  return row?.dao_id
}

export async function findDraft(read: Read, dao: Dao, draftId: string): Promise<Draft | undefined> {
  const row = await read
    .selectFrom('governance.draft')
    .select(columns)
    .where('draft_id', '=', draftId)
    .where('dao_id', '=', dao.daoId)
    .executeTakeFirst()
  return row && draftFrom(row, dao)
}

/** A page of a DAO's drafts, newest first; shorter if they are large. */
export async function draftsOf(read: Read, dao: Dao, { limit, cursor }: Page): Promise<ListPage<Draft>> {
  const before = cursor === undefined ? sql`` : sql`and sequence < ${cursor}`
  const list = sql`
    select sequence as place, octet_length(content::text) as size
    from governance.draft where dao_id = ${dao.daoId} ${before} order by sequence desc limit ${limit}`
  const rows = await read
    .selectFrom('governance.draft as d')
    .innerJoin(pageWithin<bigint>(list, limits.pageBytes.value).as('page'), 'page.place', 'd.sequence')
    .select(columns)
    .select('page.listed')
    .orderBy('d.sequence', 'desc')
    .execute()
  return listPage(
    rows.map((row) => draftFrom(row, dao)),
    rows[0]?.listed,
    limit,
  )
}

/** Counts an account's drafts in all DAOs of its chain. */
export async function countDrafts(read: Read, { chain, author }: { chain: string; author: string }): Promise<number> {
  const { count } = await read
    .selectFrom('governance.draft')
    .select((f) => f.fn.countAll<bigint>().as('count'))
    .where('chain', '=', chain)
    .where('author', '=', author)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertDraft(trx: Trx, draft: Omit<Draft, 'sequence' | 'revision' | 'updatedAt'>): Promise<void> {
  await trx
    .insertInto('governance.draft')
    .values({
      draft_id: draft.draftId,
      dao_id: draft.dao.daoId,
      chain: draft.dao.chain,
      author: draft.author,
      content: jsonText(draft.proposal),
      created_at: draft.createdAt,
      updated_at: draft.createdAt,
    })
    .execute()
}

/** Stores the next version of a draft. Returns false if `revision` is no longer the last one. */
export async function changeDraft(
  trx: Trx,
  change: { draftId: string; revision: number; proposal: ProposalBody; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.draft')
    .set({ content: jsonText(change.proposal), revision: change.revision + 1, updated_at: change.at })
    .where('draft_id', '=', change.draftId)
    .where('revision', '=', change.revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the draft until the database transaction ends. Returns false if there is none. */
export async function keepDraft(trx: Trx, draftId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('governance.draft')
    .select('draft_id')
    .where('draft_id', '=', draftId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a draft, but not its comments. Returns false if the DAO has no such draft of this author. */
export async function deleteDraft(
  trx: Trx,
  { draftId, daoId, author }: { draftId: string; daoId: string; author: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('governance.draft')
    .where('draft_id', '=', draftId)
    .where('dao_id', '=', daoId)
    .where('author', '=', author)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
