import { type Kysely, sql } from 'kysely'
import { titleLooks } from '../../model/titles.ts'

/** So many proposals are read at once. */
const PAGE = 500

/** What the titles of proposals look like that are not decided: those from before had no looks, and letters with two dots count as what is seen of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = 0n; ; ) {
    const { rows } = await sql<{ sequence: bigint; title: string }>`
      select sequence, title from governance.proposal
      where status in ('PENDING', 'ACTIVE') and sequence > ${after} order by sequence limit ${PAGE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { sequence, title } of rows)
      await sql`update governance.proposal set looks = ${titleLooks(title)} where sequence = ${sequence}`.execute(db)
    after = last.sequence
  }
}
