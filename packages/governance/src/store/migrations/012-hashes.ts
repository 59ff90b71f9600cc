import { decodeRecord, proposalHash } from '@quorate/verify/recount'
import { type Kysely, sql } from 'kysely'
import { isUuid } from '../../model/dao.ts'

/** How many records are read at once. */
const PAGE = 100

/** Adds the hash of a proposal's record, which is in the text that voters sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal add column record_hash text not null default ''`.execute(db)
  for (let after = 0n; ; ) {
    const { rows } = await sql<{ id: bigint; content: Uint8Array }>`
      select id, content from governance.record
      where id > ${after} and position('"type":"proposal"'::bytea in content) > 0 order by id limit ${PAGE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { content } of rows) {
      const record = decodeRecord(content)
      if (record?.type === 'proposal' && isUuid(record.proposalId))
        await sql`
          update governance.proposal set record_hash = ${proposalHash(record)}
          where proposal_id = ${record.proposalId}`.execute(db)
    }
    after = last.id
  }
}
