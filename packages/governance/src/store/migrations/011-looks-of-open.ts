import { type Kysely, sql } from 'kysely'
import { comparableForms } from '../../model/titles.ts'

/** How many proposals are read at once. */
const PAGE = 500

/**
 * Works out the forms of the titles of undecided proposals again: older proposals had none, and a second dot above a
 * letter, which nobody sees, no longer counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = 0n; ; ) {
    const { rows } = await sql<{ sequence: bigint; title: string }>`
      select sequence, title from governance.proposal
      where status in ('PENDING', 'ACTIVE') and sequence > ${after} order by sequence limit ${PAGE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    for (const { sequence, title } of rows)
      await sql`update governance.proposal set looks = ${comparableForms(title)} where sequence = ${sequence}`.execute(
        db,
      )
    after = last.sequence
  }
}
